"""Reading packed files to their very end, and saying so where that end is missing."""

from __future__ import annotations

import gzip
import io
import lzma
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, cast

from allonym.corpus.places import Place
from allonym.errors import CorruptDocument, DocumentError, PseudonymizationError, needs

_CHUNK = 1 << 16
_BROKEN: tuple[type[Exception], ...] = (
    EOFError,
    gzip.BadGzipFile,
    zlib.error,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
)


def unpacked(raw: IO[bytes], packed: str) -> IO[bytes]:
    """Return a stream that is unpacked as it is read.

    It is `packed` as ``.gz``, ``.zst`` or not at all.

    Raises:
        MissingExtra: If it is packed with Zstandard and the library is not there.
    """
    if packed == ".gz":
        return cast("IO[bytes]", gzip.open(raw, "rb"))
    if packed == ".zst":
        zstandard()
        return cast("IO[bytes]", io.BufferedReader(_Frames(raw), _CHUNK))
    return raw


@contextmanager
def whole(place: Place) -> Iterator[None]:
    """Turn what the libraries say of a file that is cut off or damaged into one sentence.

    Args:
        place: The file that is read inside.

    Raises:
        CorruptDocument: If it cannot be read to its end.
        DocumentError: If it cannot be read at all.
    """
    try:
        yield
    except PseudonymizationError:
        raise
    except _broken() as error:
        raise CorruptDocument(
            f"{place.name}: damaged or cut off; it cannot be read to its end"
        ) from error
    except place.faults as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise DocumentError(f"{place.name}: cannot be read ({why})") from error


def _broken() -> tuple[type[Exception], ...]:
    library: Any = sys.modules.get("zstandard")
    return (*_BROKEN, library.ZstdError) if library else _BROKEN


def zstandard() -> Any:
    """Return the library for ``.zst``.

    Raises:
        MissingExtra: If it is not installed.
    """
    with needs(".zst needs", "corpus"):
        import zstandard as library
    return library


class _Frames(io.RawIOBase):
    """Zstandard frames one after the other; the library's own reader takes a cut for the end."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._frame: Any = None
        self._rest = b""
        self._made = io.BytesIO()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = self._made.readinto(buffer)
        while not size:
            data = self._rest or self._raw.read(_CHUNK)
            if not data and self._frame is None:
                return 0
            if not data:
                raise EOFError
            self._frame = self._frame or zstandard().ZstdDecompressor().decompressobj()
            self._made = io.BytesIO(self._frame.decompress(data))
            self._rest = self._frame.unused_data
            self._frame = None if self._frame.eof else self._frame
            size = self._made.readinto(buffer)
        return size
