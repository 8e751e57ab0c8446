"""Reading corpora: rows of JSONL, CSV and Parquet; folders, archives and CoNLL files."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from allonym.corpus.items import Item, Shard
from allonym.errors import CorruptDocument, DocumentError, MissingExtra, UnsupportedFormat

_PACKED = (".gz", ".zst")
_TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_CONLL = (".conllu", ".conllup", ".conll")
_SENTENCES = 200
_ROW_LIMIT = 64 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus that can be read again and again in the same order.

    Attributes:
        kind: ``rows``, ``tree`` or ``conll``.
        suffix: Ending of the parts that rows are written to.
        fingerprint: Changes with the files of the corpus.
        items: Reads it from the beginning.
    """

    kind: str
    suffix: str
    fingerprint: str
    items: Callable[[], Iterator[Item]] = field(repr=False)

    def shards(self, size: int) -> Iterator[Shard]:
        """Yield the corpus in shards of `size` documents; the last may be smaller."""
        items: list[Item] = []
        numbers = count()
        for item in self.items():
            items.append(item)
            if len(items) == size:
                yield Shard(next(numbers), tuple(items))
                items = []
        if items:
            yield Shard(next(numbers), tuple(items))


def open_source(path: Path) -> Source:
    """Return the corpus that a file or folder holds, by its name.

    Raises:
        DocumentError: If it does not exist.
        UnsupportedFormat: If its name tells of no corpus.
    """
    if path.is_dir():
        files = _files(path)
        listing = "\n".join(f"{p.relative_to(path)}\t{p.stat().st_size}" for p in files)
        return Source("tree", "", listing, lambda: _folder(path, files))
    if not path.is_file():
        raise DocumentError(f"{path}: no such file or folder")
    fingerprint = f"{path.name}\t{path.stat().st_size}"
    name = path.name.lower()
    if name.endswith(_TARS):
        return Source("tree", "", fingerprint, lambda: _tar(path))
    if name.endswith(".zip"):
        return Source("tree", "", fingerprint, lambda: _zip(path))
    return _of_file(path, fingerprint)


def _of_file(path: Path, fingerprint: str) -> Source:
    name = path.name.lower()
    packed = next((end for end in _PACKED if name.endswith(end)), "")
    bare = name.removesuffix(packed)
    suffix = bare[bare.rindex(".") :] if "." in bare else ""
    if suffix in _CONLL:
        return Source("conll", suffix, fingerprint, lambda: _conll(path, packed, suffix))
    rows = _rows_of(path, packed, suffix)
    made = ".parquet" if suffix == ".parquet" else ".jsonl" + packed
    return Source("rows", made, fingerprint, lambda: _numbered(rows()))


def _rows_of(path: Path, packed: str, suffix: str) -> Callable[[], Iterable[Mapping[str, object]]]:
    if suffix == ".parquet":
        return lambda: _parquet(path)
    if suffix in (".jsonl", ".ndjson"):
        return lambda: _json(path, packed)
    if suffix in (".csv", ".tsv"):
        return lambda: _csv(path, packed, "\t" if suffix == ".tsv" else ",")
    raise UnsupportedFormat(
        f"{path.name}: not a corpus; one is a folder, a ZIP or TAR of documents, JSONL, CSV, "
        "Parquet or CoNLL-U; a single document goes to: allonym run"
    )


def opened(path: Path, packed: str) -> IO[bytes]:
    """Return a file to be read, unpacked on the way.

    Raises:
        MissingExtra: If it is packed with Zstandard and the library is not there.
    """
    if packed == ".gz":
        return cast("IO[bytes]", gzip.open(path, "rb"))
    if packed == ".zst":
        return cast("IO[bytes]", io.BufferedReader(zstandard().open(path, "rb")))
    return path.open("rb")


def zstandard() -> Any:
    """Return the library for ``.zst``.

    Raises:
        MissingExtra: If it is not installed.
    """
    try:
        import zstandard as library
    except ImportError as error:
        raise MissingExtra(".zst needs an extra: pip install 'allonym[corpus]'") from error
    return library


def pyarrow_parquet() -> Any:
    """Return the library for Parquet.

    Raises:
        MissingExtra: If it is not installed.
    """
    try:
        import pyarrow.parquet as library
    except ImportError as error:
        raise MissingExtra("Parquet needs an extra: pip install 'allonym[corpus]'") from error
    return library


# --- rows ---------------------------------------------------------------------------------------


def _numbered(rows: Iterable[Mapping[str, object]]) -> Iterator[Item]:
    for number, row in enumerate(rows):
        yield Item(number, row=row)


def _json(path: Path, packed: str) -> Iterator[Mapping[str, object]]:
    with opened(path, packed) as stream:
        for number, line in enumerate(iter(lambda: stream.readline(_ROW_LIMIT), b""), start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
            except ValueError as error:
                raise CorruptDocument(f"{path.name}, line {number}: not JSON in UTF-8") from error
            if not isinstance(row, dict):
                raise CorruptDocument(f"{path.name}, line {number}: not an object with fields")
            yield row


def _csv(path: Path, packed: str, mark: str) -> Iterator[Mapping[str, object]]:
    csv.field_size_limit(min(sys.maxsize, _ROW_LIMIT))
    with opened(path, packed) as stream:
        text = io.TextIOWrapper(stream, "utf-8-sig", newline="")
        try:
            for number, row in enumerate(csv.DictReader(text, delimiter=mark), start=2):
                if None in row:
                    raise CorruptDocument(f"{path.name}, row {number}: more cells than heads")
                yield cast("Mapping[str, object]", row)
        except (UnicodeDecodeError, csv.Error) as error:
            raise CorruptDocument(f"{path.name}: not a table in UTF-8") from error


def _parquet(path: Path) -> Iterator[Mapping[str, object]]:
    for batch in pyarrow_parquet().ParquetFile(path).iter_batches(256):
        yield from batch.to_pylist()


# --- documents ----------------------------------------------------------------------------------


def _files(root: Path) -> list[Path]:
    shown = (p for p in root.rglob("*") if p.is_file())
    return sorted(p for p in shown if not any(n.startswith(".") for n in p.relative_to(root).parts))


def _folder(root: Path, files: Iterable[Path]) -> Iterator[Item]:
    for number, path in enumerate(files):
        yield Item(number, path.relative_to(root).as_posix(), data=path.read_bytes())


def _zip(path: Path) -> Iterator[Item]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = (i for i in archive.infolist() if not i.is_dir())
            for number, info in enumerate(names):
                yield Item(number, _inside(info.filename, path), data=archive.read(info))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise CorruptDocument(f"{path.name}: not a ZIP archive that can be read") from error


def _tar(path: Path) -> Iterator[Item]:
    try:
        with tarfile.open(path) as archive:
            for number, info in enumerate(i for i in archive if i.isfile()):
                stream = archive.extractfile(info)
                data = stream.read() if stream else b""
                yield Item(number, _inside(info.name, path), data=data)
    except tarfile.TarError as error:
        raise CorruptDocument(f"{path.name}: not a TAR archive that can be read") from error


def _inside(name: str, archive: Path) -> str:
    """Return the name of a file in an archive if it leads nowhere else."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0].startswith("/") or ".." in parts or ":" in parts[0]:
        raise CorruptDocument(f"{archive.name}: a file in it would lie outside of it")
    return "/".join(parts)


def _conll(path: Path, packed: str, suffix: str) -> Iterator[Item]:
    """Yield the documents of a CoNLL file, each with the line that names the columns.

    Where no document begins (``# newdoc``), 200 sentences make one.
    """
    head, lines, sentences = b"", list[bytes](), 0
    numbers = count()
    with opened(path, packed) as stream:
        for line in stream:
            if line.startswith(b"# global.columns"):
                head = line
            elif lines and (line.startswith(b"# newdoc") or sentences >= _SENTENCES):
                yield Item(next(numbers), f"text{suffix}", data=head + b"".join(lines))
                lines, sentences = [line], 0
            else:
                lines.append(line)
                sentences += not line.strip()
    if lines:
        yield Item(next(numbers), f"text{suffix}", data=head + b"".join(lines))
