"""Reads a pack with nothing but Python's standard library. It was written from docs/pack.md alone, to prove that the page suffices.

    python3 read_pack.py masks.hitmask

prints one JSON object for each entry: name, size, trim, form, level, pivot, duration, tags, slices, the number of solid pixels, a CRC-32 of
the pixels, and the rings of the outline.
"""

import json
import struct
import sys
import zlib

TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0xC96C5795D7870F42 if byte & 1 else 0)
    TABLE.append(byte)


def crc64(data):
    crc = 0xFFFFFFFFFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFFFFFFFFFF


class Pack:
    def __init__(self, data):
        self.data = data
        if data[:4] != b"HPAK":
            raise ValueError("not a pack")
        version, length = struct.unpack_from("<IQ", data, 4)
        if version != 1 or length != len(data):
            raise ValueError("another version, or not complete")
        counts = struct.unpack_from("<6I", data, 16)
        at, self.tables = 64, []
        for count, size in zip(counts, (80, 48, 24, 48, 4, 1)):
            self.tables.append((at, count, size))
            at += count * size
        start = -(-at // 64) * 64
        if crc64(data[:56] + data[64:start]) != struct.unpack_from("<Q", data, 56)[0]:
            raise ValueError("the index is damaged")

    def records(self, table, form, place=None):
        at, count, size = self.tables[table]
        first, count = place or (0, count)
        return [struct.unpack_from(form, self.data, at + size * i) for i in range(first, first + count)]

    def name(self, begin, length):
        at = self.tables[5][0] + begin
        return self.data[at : at + length].decode("utf-8")

    def entries(self):
        return self.records(0, "<QIIQqqQ2III2H4HBBH")

    def sprite(self, number):
        _, _, *places = self.records(1, "<QQ8I", (number, 1))[0]
        tags = [
            (self.name(*tag[:2]), [n for (n,) in self.records(4, "<I", tag[2:4])], tag[4], tag[5])
            for tag in self.records(2, "<6I", places[4:6])
        ]
        slices = []
        for px, py, begin, length, frame, x, y, w, h, flags in self.records(3, "<qq3Iii3I", places[6:8]):
            if not flags & 2:
                slices.append((self.name(begin, length), []))
            slices[-1][1].append([frame, [x, y, w, h], [px, py] if flags & 1 else None])
        return tags, slices


def numbers(data):
    """Numbers in groups of seven bits."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0


def edges(data, w, h):
    """The rows of coding 2, each as a list of zeros and ones."""
    bits = "".join(f"{byte:08b}" for byte in data)
    at = 0

    def number():
        nonlocal at
        one = bits.index("1", at)
        end = one + (one - at) + 1
        m = int(bits[one:end], 2)
        at = end
        return m - 1

    above = []
    for _ in range(h):
        row, position, least = [], 0, 0
        while True:
            token = number()
            if token == 3:
                position += 2
                continue
            if token == 4:
                row.append(least + number())
                edge = row[-1] + 1 + number()
            else:
                edge = above[position] if position < len(above) else w
                position += 1
                if token in (1, 2):
                    edge += 1 if token == 1 else -1
                elif token:
                    edge += (token - 1) // 2 if token % 2 else -((token - 2) // 2)
            if edge == w:
                break
            row.append(edge)
            least = edge + 1
        above = row
        yield [sum(edge <= x for edge in row) % 2 for x in range(w)]


def stretches(data):
    at, alphas = 0, []
    while at < len(data):
        number = shift = 0
        while True:
            number |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                break
        length, kind = number // 4 + 1, number % 4
        if kind < 2:
            alphas += [255 * kind] * length
        elif kind == 2:
            alphas += [data[at]] * length
            at += 1
        else:
            alphas += data[at : at + length]
            at += length
    return alphas


def pixels(data, coding, w, h):
    """The pixels of the trim: 0 and 1, or alphas."""
    if coding == 1:
        row = -(-w // 8)
        return [data[y * row + x // 8] >> (7 - x % 8) & 1 for y in range(h) for x in range(w)]
    if coding == 2:
        return [pixel for row in edges(data, w, h) for pixel in row]
    return list(data) if coding == 3 else stretches(data)


def rings(data):
    if not data:
        return None
    values = numbers(data)
    signed = lambda n: n // 2 if n % 2 == 0 else -(n + 1) // 2
    found = []
    for _ in range(next(values)):
        hole, parent, x, y, points = next(values), next(values), 0, 0, []
        for _ in range(next(values)):
            x, y = x + signed(next(values)), y + signed(next(values))
            points.append([x, y])
        found.append([hole, parent, points])
    return found


def main(path):
    with open(path, "rb") as file:
        pack = Pack(file.read())
    for entry in pack.entries():
        begin, count, outline, checksum, px, py, nanos, *rest = entry
        name, number, frame, size, trim = rest[:2], rest[2], rest[3], rest[4:6], rest[6:10]
        coding, level, flags = rest[10:]
        whole = count + outline
        data = pack.data[begin : begin + -(-whole // 8) * 8]
        if crc64(data) != checksum:
            raise ValueError(f"{pack.name(*name)} is damaged")
        stored = pixels(data[:count], coding, *trim[2:])
        # A tile map lies between the pixels and the outline.
        behind = count + (4 + struct.unpack_from("<I", data, count)[0] if flags & 8 else 0)
        tags, slices = pack.sprite(number)
        solid = sum(stored) if coding < 3 else sum(alpha >= level for alpha in stored)
        print(json.dumps({
            "name": pack.name(*name),
            "size": size,
            "trim": trim,
            "form": "mask" if coding < 3 else "alpha",
            "level": level,
            "pivot": [px, py] if flags & 1 else None,
            "duration": nanos if flags & 2 else None,
            "tags": [tag for tag in tags if frame in tag[1]],
            "slices": slices,
            "solid": solid,
            "crc32": zlib.crc32(bytes(stored)),
            "outline": rings(data[behind:whole]) if flags & 4 else None,
        }, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
