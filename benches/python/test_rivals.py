"""The parts of rivals.py that need no rival."""

import struct
import tempfile
import unittest

import rivals


class Masks(unittest.TestCase):
    def test_a_file_is_read(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(struct.pack("<IIIBBBBII", 2, 9, 2, 0x80, 0x80, 0x01, 0x00, 0, 7))
            file.flush()
            self.assertEqual(list(rivals.read_masks(file.name)), [(9, 2, [b"\x80\x80", b"\x01\x00"]), (0, 7, [b""] * 7)])

    def test_bits_are_mirrored_in_each_byte(self):
        self.assertEqual(b"\x80\x01\x0f".translate(rivals.MIRRORED), b"\x01\x80\xf0")


class Place(unittest.TestCase):
    """Against painting every pixel."""

    MASK = (3, 4, [[(0, 1), (2, 4)], [(0, 4)], [(1, 2)]])

    def painted(self, x, y, size):
        solid = {(x + cx, y + cy) for cx, runs in enumerate(self.MASK[2]) for top, end in runs for cy in range(top, end)}
        bits = [(px, py) in solid for px in range(size[0]) for py in range(size[1])]
        counts, value = [0], False
        for bit in bits:
            if bit != value:
                counts.append(0)
                value = bit
            counts[-1] += 1
        if value:
            counts.append(0)  # place always ends with clear pixels
        return counts, sum(bits)

    def test_everywhere_in_a_small_frame(self):
        for size in [(3, 4), (5, 6), (1, 1), (4, 4)]:
            for x in range(-4, 6):
                for y in range(-5, 7):
                    (h, w, n, counts), area = rivals.Coco.place(None, self.MASK, x, y, size)
                    self.assertEqual((w, h, n), (*size, len(counts)))
                    self.assertEqual((list(counts), area), self.painted(x, y, size), (size, x, y))


if __name__ == "__main__":
    unittest.main()
