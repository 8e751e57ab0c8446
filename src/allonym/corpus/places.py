"""Where corpora lie, and what is packed there.

Files of this machine, or objects at an address that fsspec understands.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import secrets
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast

from allonym.errors import ConfigError, CorruptDocument, DocumentError, PseudonymizationError, needs
from allonym.files.writing import new_private, settle

_BUFFER = 1 << 20
_EXTRAS = {"s3": "s3", "s3a": "s3"}


def is_address(where: str) -> bool:
    """Tell whether a name is an address such as ``s3://bucket/folder``."""
    return "://" in where


def place_of(where: str | Path) -> Place:
    """Return the place that a path or an address names.

    Raises:
        MissingExtra: If the package that knows the address is not installed.
        ConfigError: If nothing knows such addresses.
        DocumentError: If it cannot be reached.
    """
    if isinstance(where, Path) or not is_address(where):
        return Here(Path(where))
    scheme = where.partition("://")[0]
    with needs(f"{scheme}:// needs", _EXTRAS.get(scheme, "corpus")):
        import fsspec

        if scheme not in fsspec.available_protocols():
            raise ConfigError(f"{scheme}:// is no kind of address; one is s3://bucket/folder")
        with reaching(where):
            files, path = fsspec.core.url_to_fs(where)
    return There(where.rstrip("/"), files, str(path).rstrip("/"))


@contextmanager
def reaching(where: str) -> Iterator[None]:
    """Turn whatever a file system raises into one error that says where.

    Raises:
        DocumentError: Instead of any error that is not our own.
    """
    try:
        yield
    except (PseudonymizationError, ImportError):
        raise
    except Exception as error:  # each file system raises its own
        why = getattr(error, "strerror", None) or type(error).__name__
        raise DocumentError(f"{where}: cannot be reached ({why})") from error


@dataclass(frozen=True, slots=True)
class Here:
    """A file or folder of this machine."""

    path: Path  # of it

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.name

    @property
    def mark(self) -> str:
        """What changes when the file does: its size; times change when it is merely copied."""
        return str(self.path.stat().st_size)

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        """What reading it may raise where that goes wrong."""
        return (OSError,)

    def is_folder(self) -> bool:
        """Tell whether it is a folder."""
        return self.path.is_dir()

    def is_file(self) -> bool:
        """Tell whether it is a file."""
        return self.path.is_file()

    def open(self) -> IO[bytes]:
        """Open the file for reading, at any place of it."""
        return self.path.open("rb")

    def below(self) -> list[tuple[str, Place]]:
        """Return the files of the folder by their paths from it, in order, but no hidden ones.

        Links that lead out of it are no files of it.
        """
        root = self.path.resolve()
        names = [
            p.relative_to(self.path)
            for p in self.path.rglob("*")
            if p.is_file() and p.resolve().is_relative_to(root)
        ]
        return [(n.as_posix(), Here(self.path / n)) for n in _shown(names)]

    def put(self, name: str, data: bytes) -> None:
        """Write a file of the folder: aside, to the disk, then into its place.

        Raises:
            DocumentError: If it cannot be written; nothing half-written stays.
        """
        target, aside = self.path / name, self.path / ASIDE / f"part-{secrets.token_hex(8)}"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            (self.path / ASIDE).mkdir(exist_ok=True)
            try:
                with new_private(aside) as stream:
                    stream.write(data)
                    settle(stream)
                aside.replace(target)
            finally:
                aside.unlink(missing_ok=True)
            _sync(target.parent)
        except OSError as error:
            raise DocumentError(f"{target}: cannot be written ({error.strerror})") from error

    def clear(self) -> None:
        """Remove the files that a killed run was writing."""
        for path in (self.path / ASIDE).glob("part-*"):
            path.unlink(missing_ok=True)


ASIDE = ".allonym"
"""Folder below a run's output for what is not yet whole, and for the manifest."""


@dataclass(frozen=True, slots=True)
class There:
    """An object, or all objects below an address."""

    where: str  # the address
    files: Any = field(repr=False)  # the file system of fsspec
    path: str = field(repr=False)  # what the file system calls it

    @property
    def name(self) -> str:
        """The last part of the address."""
        return self.path.rpartition("/")[2]

    @property
    def mark(self) -> str:
        """The size."""
        with reaching(self.where):
            return str(self.files.size(self.path))

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        """Whatever its file system raises: each has errors of its own."""
        return (Exception,)

    def is_folder(self) -> bool:
        """Tell whether there are objects below it."""
        with reaching(self.where):
            return bool(self.files.isdir(self.path))

    def is_file(self) -> bool:
        """Tell whether it is an object."""
        with reaching(self.where):
            return bool(self.files.isfile(self.path))

    def open(self) -> IO[bytes]:
        """Open the object for reading."""
        with reaching(self.where):
            opened = io.BufferedReader(self.files.open(self.path, "rb"), _BUFFER)
            return cast("IO[bytes]", opened)

    def below(self) -> list[tuple[str, Place]]:
        """Return the objects below the address."""
        with reaching(self.where):
            found = [str(path) for path in self.files.find(self.path)]
        names = [Path(path.removeprefix(self.path).lstrip("/")) for path in found]
        return [
            (name, There(f"{self.where}/{name}", self.files, f"{self.path}/{name}"))
            for name in (n.as_posix() for n in _shown(names))
        ]

    def put(self, name: str, data: bytes) -> None:
        """Put a whole object: the store shows it when all of it has come, or never."""
        with reaching(f"{self.where}/{name}"):
            self.files.pipe_file(f"{self.path}/{name}", data)

    def clear(self) -> None:
        """Do nothing: no object is ever half there."""


Place = Here | There
"""A file or folder of a corpus."""


def _shown(names: list[Path]) -> list[Path]:
    return sorted(n for n in names if n.parts and not any(p.startswith(".") for p in n.parts))


def _sync(folder: Path) -> None:
    """See that the entry of a moved file has reached the disk too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_CHUNK = 1 << 16


def unpacked(raw: IO[bytes], packed: str) -> IO[bytes]:
    """Return a stream that is unpacked as it is read.

    It is `packed` as ``.gz``, ``.zst`` or not at all.

    Raises:
        MissingExtra: If it is packed with Zstandard and PyArrow is not installed.
    """
    if packed == ".gz":
        return cast("IO[bytes]", gzip.open(raw, "rb"))
    if packed == ".zst":
        stream = arrow(".zst needs").CompressedInputStream(raw, "zstd")
        return cast("IO[bytes]", io.BufferedReader(stream, _CHUNK))
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
    except (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, tarfile.TarError,
            zipfile.BadZipFile) as error:  # fmt: skip
        raise _corrupt(place) from error
    except place.faults as error:
        if getattr(error, "errno", None) is None and "compress" in str(error):  # so says Arrow
            raise _corrupt(place) from error
        why = getattr(error, "strerror", None) or type(error).__name__
        raise DocumentError(f"{place.name}: cannot be read ({why})") from error


def _corrupt(place: Place) -> CorruptDocument:
    return CorruptDocument(f"{place.name}: damaged or cut off; it cannot be read to its end")


def arrow(what: str) -> Any:
    """Return PyArrow.

    Args:
        what: Says what needs it, such as ``Parquet needs``.

    Raises:
        MissingExtra: If it is not installed.
    """
    with needs(what, "corpus"):
        import pyarrow.parquet
    return pyarrow
