"""Pictures without what they tell of their making: camera, place, author, thumbnail, comments.

Segments are kept by a list of those that a picture needs to be drawn; unknown ones go.
PNG: https://www.w3.org/TR/png-3/#5Chunk-naming-conventions.  JPEG: ITU-T T.81, annex B.
GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt.  Colour profiles: ICC.1:2022, 7.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs acTL fcTL fdAT".split()
)
_JPEG = b"\xff\xd8"
_SOS, _EOI, _COM, _APP0, _APP2, _APP14, _APP15 = 0xDA, 0xD9, 0xFE, 0xE0, 0xE2, 0xEE, 0xEF


# how a profile begins that lies in one segment; one in several is for print and goes
_PROFILE = b"ICC_PROFILE\0\x01\x01"
_HEAD, _TAG = 128, 12
# parts of a profile that are numbers; others are texts, such as the name of somebody's screen
_COLOURS = frozenset(
    b"wtpt bkpt rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC chad lumi gamt view meas tech cicp chrm"
    b" A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 D2B0 B2D0 pre0 pre1 pre2".split()
)


def _chunk(kind: bytes, body: bytes) -> bytes:
    crc = struct.pack(">I", zlib.crc32(kind + body))
    return struct.pack(">I", len(body)) + kind + body + crc


EMPTY_PICTURE = (
    _PNG
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 6, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0\0\0\0\0"))
    + _chunk(b"IEND", b"")
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
            end = struct.unpack_from("<I", data, 2)[0] or len(data)
            return data[:6] + bytes(4) + data[10:end]
    except (struct.error, IndexError, ValueError):
        return None
    return None


def _png(data: bytes) -> Iterator[bytes]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise ValueError("chunk beyond the end")
        if kind in _PNG_KEPT:
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
    elif not (_APP0 <= marker <= _APP15 or marker == _COM):
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
            kind, at = data[at + 1], _blocks_end(data, at + 2)
            looping = kind == 0xFF and data[start + 3 : start + 14] == b"NETSCAPE2.0"
            if kind == 0xF9 or looping:
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
