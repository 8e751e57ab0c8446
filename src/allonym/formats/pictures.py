"""Pictures without what they tell of their making: camera, place, time, names, previews.

JPEG (ITU-T T.81, annex B) is a row of segments, PNG (ISO/IEC 15948) a row of chunks; those that
hold no picture are left out, and the picture itself is not touched.
"""

from __future__ import annotations

from collections.abc import Iterator

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_TELLS = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME", b"dSIG")
_JPEG_KEPT = (0xE0, 0xEE)
"""JFIF and Adobe segments, without which colours change."""


def strip_picture(data: bytes) -> bytes:
    """Return a picture without its metadata; what is no JPEG or PNG comes back as it is.

    >>> strip_picture(b"GIF89a")
    b'GIF89a'
    """
    if data.startswith(b"\xff\xd8\xff"):
        return b"\xff\xd8" + b"".join(_segments(data))
    if data.startswith(_PNG):
        return _PNG + b"".join(_chunks(data))
    return data


def _segments(data: bytes) -> Iterator[bytes]:
    cursor = 2
    while cursor + 4 <= len(data) and data[cursor] == 0xFF:
        marker = data[cursor + 1]
        if marker == 0xFF:
            cursor += 1
            continue
        if marker == 0xDA:
            break
        end = cursor + 2 + int.from_bytes(data[cursor + 2 : cursor + 4], "big")
        tells = (0xE0 <= marker <= 0xEF and marker not in _JPEG_KEPT) or marker == 0xFE
        if not tells:
            yield data[cursor:end]
        cursor = end
    last = data.rfind(b"\xff\xd9")
    yield data[cursor : last + 2 if last > cursor else len(data)]


def _chunks(data: bytes) -> Iterator[bytes]:
    cursor = len(_PNG)
    while cursor + 12 <= len(data):
        end = cursor + 12 + int.from_bytes(data[cursor : cursor + 4], "big")
        kind = data[cursor + 4 : cursor + 8]
        if kind not in _PNG_TELLS:
            yield data[cursor:end]
        if kind == b"IEND":
            return
        cursor = end
