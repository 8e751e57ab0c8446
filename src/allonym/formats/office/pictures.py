"""Pictures without what they tell of their making: camera, place, author, thumbnail, comments.

Segments are kept by a list of those that a picture needs to be drawn; unknown ones go.
PNG: https://www.w3.org/TR/png-3/#5Chunk-naming-conventions.  JPEG: ITU-T T.81, annex B.
GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt.  Colour profiles: ICC.1:2022, 7.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
# chunks that are kept, and how long they may be: what is longer holds more than they are for
_PNG_KEPT = {
    b"IHDR": 13, b"PLTE": 768, b"IDAT": 1 << 31, b"IEND": 0, b"tRNS": 256, b"gAMA": 4, b"cHRM": 32,
    b"sRGB": 1, b"sBIT": 4, b"bKGD": 6, b"pHYs": 9, b"acTL": 8, b"fcTL": 26, b"fdAT": 1 << 31,
}  # fmt: skip
_JPEG = b"\xff\xd8"
_SOS, _EOI, _APP0, _APP2, _APP14 = 0xDA, 0xD9, 0xE0, 0xE2, 0xEE
# frames, tables and scans
_JPEG_KEPT = frozenset((*range(0xC0, 0xD0), *range(0xDA, 0xDE)))
_GIF_KEPT = re.compile(rb"!(?:\xf9\x04....|\xff\x0bNETSCAPE2\.0\x03\x01..)\0", re.S)


# how a profile begins that lies in one segment; one in several is for print and goes
_PROFILE = b"ICC_PROFILE\0\x01\x01"
_HEAD, _TAG = 128, 12
# bitmaps: lengths of heads, the shortest and the first with a profile; bits of a point in a table
_SHORTEST_HEAD, _PROFILED, _INDEXED, _MASKED = 40, 124, 8, 3
# parts of a profile that are numbers; others are texts, such as the name of somebody's screen
_COLOURS = frozenset(
    b"wtpt bkpt rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC chad lumi gamt view meas tech cicp chrm"
    b" A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 D2B0 B2D0 pre0 pre1 pre2".split()
)


EMPTY_PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII="
)
"""One transparent point, in place of a picture that cannot be cleaned."""


def clean_picture(data: bytes) -> bytes | None:
    """Return a picture without its metadata; None where its kind is unknown or it is damaged.

    PNG, JPEG, GIF and BMP are known.  Vector pictures (EMF, WMF, SVG) hold their text as text, and
    TIFF is a maze: neither is.
    """
    try:
        if data.startswith(_PNG):
            return _PNG + b"".join(_png(data))
        if data.startswith(_JPEG):
            return _JPEG + b"".join(_jpeg(data))
        if data.startswith((b"GIF87a", b"GIF89a")):
            return b"".join(_gif(data))
        if data.startswith(b"BM"):
            return _bmp(data)
    except (struct.error, IndexError, ValueError):
        return None
    return None


def _bmp(data: bytes) -> bytes | None:
    """Return a bitmap with zeros for all but its head, its colours and its points (BITMAPV5HEADER).

    What runs are packed in may hold anything behind its end: such a one is not known.
    """
    first, head, width, height, _, depth, packing, used = struct.unpack_from(
        "<IIiiHHI12xI", data, 10
    )
    if packing not in (0, _MASKED) or head < _SHORTEST_HEAD:
        return None
    colours = 4 * (used or 1 << depth) if depth <= _INDEXED else 12 * (packing == _MASKED)
    points = (width * depth + 31) // 32 * 4 * abs(height)
    kept = data[: min(14 + head + colours, first)]
    made = bytearray(kept.ljust(first, b"\0") + data[first : first + points])
    made[2:10] = struct.pack("<II", len(made), 0)
    if head >= _PROFILED:
        made[126:138] = bytes(12)  # where a profile lies, or the path to it, and spare bytes
    return bytes(made)


def _png(data: bytes) -> Iterator[bytes]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise ValueError("chunk beyond the end")
        if length <= _PNG_KEPT.get(kind, -1):
            yield data[at:end]
        at = end


def _jpeg(data: bytes) -> Iterator[bytes]:
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker where one must be")
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == _EOI:
            yield data[at : at + 2]
            return
        end = at + 2 + struct.unpack_from(">H", data, at + 2)[0]
        if end > len(data):
            raise ValueError("segment beyond the end")
        if marker == _SOS:
            end = _scan_end(data, end)
        yield from _jpeg_segment(marker, data[at:end])
        at = end


def _jpeg_segment(marker: int, segment: bytes) -> Iterator[bytes]:
    if marker == _APP0 and segment[4:9] == b"JFIF\0":
        yield segment[:2] + b"\0\x10" + segment[4:16] + b"\0\0"  # without its thumbnail
    elif marker == _APP2 and segment.startswith(_PROFILE, 4):
        yield _without_texts(segment)
    elif marker == _APP14:
        yield segment[:2] + b"\0\x0e" + segment[4:16]  # what a decoder needs, and no more
    elif marker in _JPEG_KEPT:
        yield segment


def _without_texts(segment: bytes) -> bytes:
    """Return the segment of a colour profile with zeros for the texts in it."""
    head = 4 + len(_PROFILE)
    profile = bytearray(segment[head:])
    (count,) = struct.unpack_from(">I", profile, _HEAD)
    tags = [struct.unpack_from(">4sII", profile, _HEAD + 4 + _TAG * n) for n in range(count)]
    first = _HEAD + 4 + _TAG * count
    kept = bytearray(profile[:first]).ljust(len(profile), b"\0")
    for kind, at, size in tags:
        end = at + (size if kind in _COLOURS else _TYPED)
        kept[max(at, first) : end] = profile[max(at, first) : end]
    return segment[:head] + bytes(kept[: len(profile)])


_TYPED = 8  # bytes that say of what kind a part of a profile is


def _scan_end(data: bytes, at: int) -> int:
    """Return where the entropy-coded data end: at a marker that is neither stuffing nor restart."""
    while True:
        at = data.index(b"\xff", at)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


def _gif(data: bytes) -> Iterator[bytes]:
    at = 13 + _table(data[10])
    yield data[:at]
    while data[at] != 0x3B:
        start = at
        if data[at] == 0x21:
            at = _blocks_end(data, at + 2)
            if _GIF_KEPT.fullmatch(data, start, at):
                yield data[start:at]
        elif data[at] == 0x2C:
            at = _blocks_end(data, at + 11 + _table(data[at + 9]))
            yield data[start:at]
        else:
            raise ValueError("unknown block")
    yield b";"


def _table(flags: int) -> int:
    """Return the size of the colour table that `flags` announce."""
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _blocks_end(data: bytes, at: int) -> int:
    while data[at]:
        at += 1 + data[at]
    return at + 1
