"""pygame-ce, pycocotools and scipy, asked by the benchmark program.

usage: rivals.py pygame|pycocotools|scipy WORK MASKS
       WORK: overlaps area first mask offsets components outline disc (pygame), area (pycocotools), labels distances disc (scipy)

MASKS is a file: little-endian u32s for the number of masks, then for each its width and height, then its rows, each padded
to bytes, the most significant bit leftmost.

Requests come on stdin: a letter, a u32 n, and n pairs of (mask a u32, mask b u32, x i32, y i32): b lies at x, y of a.
    A   answers n u64s, a number for each pair's answer, in the terms of the program's digests
    T   answers one u64, the nanoseconds that the pairs took together, less those of as many calls that find nothing to do
V, without a number, answers the version in one line.
"""

import ctypes
import gc
import os
import struct
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
NONE = 2**64 - 1
RADIUS = 8  # of the disc, as in shapes.rs
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def read_masks(path):
    """(width, height, rows) of every mask."""
    with open(path, "rb") as file:
        (count,) = struct.unpack("<I", file.read(4))
        for _ in range(count):
            w, h = struct.unpack("<II", file.read(8))
            stride = (w + 7) // 8
            bits = file.read(stride * h)
            yield w, h, [bits[y * stride:(y + 1) * stride] for y in range(h)]


def timed(calls):
    """Nanoseconds of this thread for all calls."""
    start = time.thread_time_ns()
    for call, arg, offset in calls:
        call(arg, offset)
    return time.thread_time_ns() - start


def alone(call, _):
    """A call without arguments."""
    call()


def digest_rows(w, h, rows):
    """The same hash of size and rows as the program's."""
    value = 0xCBF29CE484222325 ^ w << 32 ^ h
    for byte in rows:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


class Pygame:
    """pygame.mask.Mask. An empty call is the same one, with masks that lie far apart; for `overlap` that finds a pixel, one on
    masks of a single pixel, since it makes a tuple too."""

    def __init__(self, work, path):
        import pygame

        self.version = f"pygame-ce {pygame.version.ver}"
        self.work = work
        self.name = {"overlaps": "overlap", "first": "overlap", "area": "overlap_area", "mask": "overlap_mask",
                     "offsets": "convolve", "components": "connected_components", "outline": "outline",
                     "disc": "convolve"}[work]
        self.masks = [self.make(pygame.mask.Mask, *mask) for mask in read_masks(path)]
        self.calls = [getattr(mask, self.name) for mask in self.masks]
        self.dot = pygame.mask.Mask((1, 1), fill=True)
        self.nothing = [mask.overlap_area for mask in self.masks]
        side = range(-RADIUS, RADIUS + 1)
        self.disc = pygame.mask.Mask((len(side), len(side)))
        for x, y in ((x, y) for x in side for y in side if x * x + y * y <= RADIUS * RADIUS):
            self.disc.set_at((x + RADIUS, y + RADIUS))

    @staticmethod
    def make(mask_type, w, h, rows):
        mask = mask_type((w, h))
        if w and h:
            words = memoryview(mask)  # words[column, row], the lowest bit leftmost
            assert words.itemsize == 8 and words.shape == ((w + 63) // 64, h), words.shape
            whole = [row.translate(MIRRORED).ljust(words.shape[0] * 8, b"\0") for row in rows]
            for column in range(words.shape[0]):
                for y in range(h):
                    words[column, y] = int.from_bytes(whole[y][column * 8:column * 8 + 8], "little")
        return mask

    def rows(self, mask):
        """The rows as in the file."""
        w, h = mask.get_size()
        if not (w and h):
            return b""
        words = memoryview(mask)
        columns, stride = words.shape[0], (w + 7) // 8
        row = lambda y: b"".join(words[column, y].to_bytes(8, "little") for column in range(columns))
        return b"".join(row(y).translate(MIRRORED)[:stride] for y in range(h))

    def ask(self, a, b, offset):
        match self.work:
            case "offsets":
                return self.calls[a](self.masks[b])
            case "disc":
                return self.calls[a](self.disc)
            case "components" | "outline":
                return self.calls[a]()
        return self.calls[a](self.masks[b], offset)

    def answers(self, pairs):
        return [self.digest(self.ask(a, b, (x, y))) for a, b, x, y in pairs]

    def digest(self, answer):
        match self.work:
            case "overlaps":
                return int(answer is not None)
            case "area":
                return answer
            case "first":
                return NONE if answer is None else answer[0] << 32 | answer[1]
            case "components":
                return sum(part.count() ** 2 for part in answer)
            case "outline":
                return int(len(answer) > 0)
        return digest_rows(*answer.get_size(), self.rows(answer))

    def time(self, pairs):
        if self.work in ("components", "outline"):
            work = [(alone, self.calls[a], None) for a, _, _, _ in pairs]
            return max(timed(work) - timed([(alone, mask.get_size, None) for mask in self.masks[:1]] * len(pairs)), 0)
        if self.work in ("offsets", "disc"):
            work = [(self.calls[a], self.disc if self.work == "disc" else self.masks[b], None) for a, b, _, _ in pairs]
        else:
            work = [(self.calls[a], self.masks[b], (x, y)) for a, b, x, y in pairs]
        nothing = [(self.nothing[a], self.masks[b], (1_000_000 + x, y)) for a, b, x, y in pairs]
        if self.name == "overlap":
            far = [(self.calls[a], self.masks[b], (1_000_000 + x, y)) for a, b, x, y in pairs]
            near = [(self.dot.overlap, self.dot, (x - x, y - y)) for _, _, x, y in pairs]
            nothing = [h if call(b, o) else f for (call, b, o), f, h in zip(work, far, near)]
        return max(timed(work) - timed(nothing), 0)


class Rle(ctypes.Structure):
    """pycocotools' RLE: h, w, the number of counts, the counts."""

    _fields_ = [("h", ctypes.c_ulong), ("w", ctypes.c_ulong), ("m", ctypes.c_ulong),
                ("counts", ctypes.POINTER(ctypes.c_uint))]


class Coco:
    """pycocotools' `rleIou`, called in its extension module without Python around it.

    It has no offsets, so each pair's masks were placed in a common frame before: that is not timed. Pairs of the same first mask are
    one call, and a call whose first mask is empty is subtracted, so what is left is the walk over the runs, without the boxes that
    it computes first. The intersection follows from the ratio, as the areas are known."""

    def __init__(self, work, path):
        import importlib.metadata

        from pycocotools import _mask

        assert work == "area", work
        self.version = f"pycocotools {importlib.metadata.version('pycocotools')}"
        self.lib = ctypes.CDLL(_mask.__file__)
        self.lib.rleIou.restype = None
        self.masks = [self.columns(*mask) for mask in read_masks(path)]
        self.margin = (max((w for w, _, _ in self.masks), default=0), max((h for _, h, _ in self.masks), default=0))
        self.ready = {}

    @staticmethod
    def columns(w, h, rows):
        """Width, height, and for each column its runs (start, end) from top to bottom."""
        import numpy

        bits = numpy.unpackbits(numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(h, -1), axis=1)[:, :w]
        edges = numpy.diff(numpy.pad(bits, ((1, 1), (0, 0))).astype(numpy.int8), axis=0).T
        return w, h, [list(zip(numpy.flatnonzero(e > 0).tolist(), numpy.flatnonzero(e < 0).tolist())) for e in edges]

    def place(self, mask, x, y, size):
        """A mask at a place of a frame, clipped: its counts and its area. Counts go down the columns, clear pixels first."""
        w, h, columns = mask
        counts, solid, end, area = [], 0, 0, 0
        for column, runs in enumerate(columns):
            if not 0 <= x + column < size[0]:
                continue
            for top, bottom in runs:
                top, bottom = max(y + top, 0), min(y + bottom, size[1])
                if top >= bottom:
                    continue
                area += bottom - top
                start = (x + column) * size[1] + top
                if counts and start == end:  # a run goes on in the next column
                    counts[-1] += bottom - top
                else:
                    counts += [start - end, bottom - top]
                end = start + bottom - top
        counts.append(size[0] * size[1] - end)
        array = (ctypes.c_uint * len(counts))(*counts)
        return (size[1], size[0], len(counts), array), area

    def prepare(self, pair):
        """The second mask of a pair in the frame of the first."""
        if pair not in self.ready:
            a, b, x, y = pair
            mx, my = self.margin
            size = (self.masks[a][0] + 2 * mx, self.masks[a][1] + 2 * my)
            self.ready[pair] = self.place(self.masks[b], mx + x, my + y, size)
            if a not in self.ready:
                clear = (ctypes.c_uint * 1)(size[0] * size[1])
                self.ready[a] = self.place(self.masks[a], mx, my, size), (size[1], size[0], 1, clear)
        return self.ready[pair]

    def calls(self, pairs):
        """For each first mask its pairs' places in the list, and the arguments of the call and of the empty call."""
        groups = {}
        for i, pair in enumerate(pairs):
            self.prepare(pair)
            groups.setdefault(pair[0], []).append(i)
        calls = []
        for a, places in groups.items():
            (first, _), clear = self.ready[a]
            rle = lambda parts: (Rle * len(parts))(
                *[Rle(h, w, m, ctypes.cast(c, ctypes.POINTER(ctypes.c_uint))) for h, w, m, c in parts])
            others = rle([self.ready[pairs[i]][0] for i in places])
            out = (ctypes.c_double * len(places))()
            size = (ctypes.c_ulong(1), ctypes.c_ulong(len(places)))
            calls.append((places, *[(rle([x]), others, *size, None, out) for x in (first, clear)]))
        return calls

    def answers(self, pairs):
        answers = [0] * len(pairs)
        for places, args, _ in self.calls(pairs):
            self.lib.rleIou(*args)
            for i, ratio in zip(places, args[-1]):
                (_, area), _ = self.ready[pairs[i][0]]
                both = area + self.ready[pairs[i]][1]
                answers[i] = round(ratio * both / (1 + ratio))
        return answers

    def time(self, pairs):
        calls = self.calls(pairs)
        iou = self.lib.rleIou
        elapsed = []
        for which in (1, 2):
            start = time.thread_time_ns()
            for call in calls:
                iou(*call[which])
            elapsed.append(time.thread_time_ns() - start)
        return max(elapsed[0] - elapsed[1], 0)


class Scipy:
    """scipy.ndimage on arrays of bools, which were made before: that is not timed."""

    def __init__(self, work, path):
        import numpy
        import scipy
        from scipy import ndimage

        self.version = f"scipy {scipy.__version__}"
        self.numpy, self.ndimage, self.work = numpy, ndimage, work
        self.corners = numpy.ones((3, 3), bool)
        masks = []
        for w, h, rows in read_masks(path):
            packed = numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(h, -1)
            masks.append(numpy.unpackbits(packed, axis=1)[:, :w].astype(bool))
        if work == "disc":
            masks = [numpy.pad(mask, RADIUS) for mask in masks]
        # Its distances are those of the true to the nearest false.
        self.masks = masks if work == "labels" else [~mask for mask in masks]

    def ask(self, a):
        match self.work:
            case "labels":
                return self.ndimage.label(self.masks[a], self.corners)
            case "distances":
                return self.ndimage.distance_transform_edt(self.masks[a])
        return self.ndimage.distance_transform_edt(self.masks[a]) <= RADIUS

    def answers(self, pairs):
        return [self.digest(self.ask(a)) for a, _, _, _ in pairs]

    def digest(self, answer):
        numpy = self.numpy
        match self.work:
            case "labels":
                return int(answer[1])
            case "distances":
                squared = numpy.rint(answer.ravel() ** 2).astype(numpy.uint64)
                return int((squared * numpy.arange(1, squared.size + 1, dtype=numpy.uint64)).sum())
        h, w = answer.shape
        return digest_rows(w, h, numpy.packbits(answer, axis=1).tobytes())

    def time(self, pairs):
        start = time.thread_time_ns()
        for a, _, _, _ in pairs:
            self.ask(a)
        return time.thread_time_ns() - start


def main():
    rival = {"pygame": Pygame, "pycocotools": Coco, "scipy": Scipy}[sys.argv[1]](*sys.argv[2:4])
    gc.disable()
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    while command := requests.read(1):
        if command == b"V":
            replies.write(rival.version.encode() + b"\n")
        else:
            (n,) = struct.unpack("<I", requests.read(4))
            pairs = list(struct.iter_unpack("<IIii", requests.read(16 * n)))
            if command == b"A":
                replies.write(struct.pack(f"<{n}Q", *rival.answers(pairs)))
            else:
                replies.write(struct.pack("<Q", rival.time(pairs)))
        replies.flush()


if __name__ == "__main__":
    main()
