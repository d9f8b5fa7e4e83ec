"""Writes PNGs, for the programs that draw the tests' and the examples' pictures."""

import struct
import zlib


def png(width, height, pixel):
    """The bytes of a picture whose pixel (x, y) is `pixel(x, y)`: red, green, blue, alpha."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
