"""What a corpus is, by its name, and how its documents are read.

Rows, folders, ZIP and TAR archives, and CoNLL files cut at their documents.
"""

from __future__ import annotations

import hashlib
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path, PurePosixPath

from allonym.corpus.items import Gauge, Item, Shard
from allonym.corpus.places import Place, is_address, place_of, unpacked, whole
from allonym.corpus.rows import PARQUET, Kind, parquet_schema, read_rows
from allonym.errors import ConfigError, CorruptDocument, DocumentError, UnsupportedFormat
from allonym.formats.package import Limits, member_names

TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
CONLL = (".conllu", ".conllup", ".conll")
_SENTENCES = 200
_LARGEST = 1 << 30  # bytes of one document in an archive; more would rather be a bomb


def read_folder(files: Sequence[tuple[str, Place]], gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a folder; one that cannot be read fails alone."""
    gauge.restart()
    for number, (name, place) in enumerate(files):
        try:
            with whole(place), place.open() as stream:
                data = stream.read()
        except DocumentError as error:
            yield Item(number, name, error=error.code)
        else:
            yield Item(number, name, data=data)
        gauge.here = number + 1


def read_zip(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a ZIP; one that is locked or damaged fails alone.

    Raises:
        CorruptDocument: If it is none, or a file in it would lie outside of it.
    """
    gauge.restart()
    with whole(place), place.open() as raw, zipfile.ZipFile(raw) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        for number, (info, said) in enumerate(zip(infos, member_names(infos), strict=True)):
            name = _inside(said, place.name)
            yield _unzipped(archive, info, Item(number, name))
            gauge.here = gauge.sizes[0] * (number + 1) // len(infos)


def _unzipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo, item: Item) -> Item:
    if info.file_size > min(_LARGEST, Limits().allowed(info.compress_size)):
        return Item(item.number, item.name, error="document")
    try:
        return Item(item.number, item.name, data=archive.read(info))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return Item(item.number, item.name, error="corrupt-document")


def read_tar(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the files of a TAR.

    Raises:
        CorruptDocument: If it is none, is cut off, or a file in it would lie outside of it.
    """
    gauge.restart()
    with whole(place), place.open() as raw, tarfile.open(fileobj=raw) as archive:
        for number, info in enumerate(i for i in archive if i.isfile()):
            name = _inside(info.name, place.name)
            stream = archive.extractfile(info) if info.size <= _LARGEST else None
            if stream is None:
                yield Item(number, name, error="document")
            else:
                yield Item(number, name, data=stream.read())
            gauge.here = raw.tell()


def _inside(name: str, archive: str) -> str:
    """Return the name of a file in an archive if it leads nowhere else."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0].startswith("/") or ".." in parts or ":" in parts[0]:
        raise CorruptDocument(f"{archive}: a file in it would lie outside of it")
    return "/".join(parts)


def read_conll(place: Place, gauge: Gauge) -> Iterator[Item]:
    """Yield the documents of a CoNLL file, each with the line that names the columns.

    Where no document begins (``# newdoc``), 200 sentences make one.

    Raises:
        DocumentError: If it cannot be read to its end.
    """
    gauge.restart()
    kind = Kind.of(place.name)
    head, lines, sentences = b"", list[bytes](), 0
    numbers = count()
    with whole(place), place.open() as raw:
        for line in unpacked(raw, kind.packed):
            if line.startswith(b"# global.columns"):
                head = line
            elif lines and (line.startswith(b"# newdoc") or sentences >= _SENTENCES):
                yield Item(next(numbers), f"text{kind.suffix}", data=head + b"".join(lines))
                lines, sentences = [line], 0
                gauge.here = raw.tell()
            else:
                lines.append(line)
                sentences += not line.strip()
    if lines:
        yield Item(next(numbers), f"text{kind.suffix}", data=head + b"".join(lines))


_LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Source:
    """A corpus that can be read again and again in the same order."""

    kind: str  # ``rows``, ``tree`` or ``conll``
    suffix: str  # ending of the parts that rows are written to
    fingerprint: str  # changes with the files of the corpus
    items: Callable[[], Iterator[Item]] = field(repr=False)  # reads it from the beginning
    # of the columns, where they come from Parquet, as Arrow packs it
    schema: bytes = field(default=b"", repr=False)
    gauge: Gauge = field(default_factory=Gauge, repr=False)  # how much of it has been read

    def shards(self, size: int) -> Iterator[Shard]:
        """Yield the corpus in shards of `size` documents; the last may be smaller."""
        items = self.items()
        parts = iter(lambda: tuple(islice(items, size)), ())
        yield from (Shard(number, part) for number, part in enumerate(parts))

    def check_field(self, name: str) -> None:
        """See that rows have the field that is to be treated, before any is let through as it is.

        Raises:
            ConfigError: If none of the first rows has it.
        """
        if self.kind != "rows":
            return
        rows = [item.row for item in islice(self.items(), _LOOKED_AT) if item.row]
        if rows and not any(name in row for row in rows):
            raise ConfigError(
                f"no row has a field {name!r}; name the one with the text: --text-field "
                + " or ".join(sorted({str(key) for row in rows for key in row})[:12])
            )


def open_source(where: str | Path, id_field: str = "id") -> Source:
    """Return the corpus that a file, a folder or an address holds, by its name.

    A folder of nothing but files of rows is one corpus of rows; any other is a tree of documents.

    Args:
        where: Path or address.
        id_field: Field that names a row.

    Raises:
        DocumentError: If it does not exist.
        UnsupportedFormat: If its name tells of no corpus.
        MissingExtra: If it is at an address that nothing installed knows.
    """
    place = place_of(where)
    if place.is_folder():
        files = place.below()
        if files and all(Kind.of(name).is_rows_only for name, _ in files):
            return _rows(files, id_field)
        gauge = Gauge((len(files),))
        return Source("tree", "", _fingerprint(files), lambda: read_folder(files, gauge),
                      gauge=gauge)  # fmt: skip
    if not place.is_file():
        kind = "object" if is_address(str(where)) else "file or folder"
        raise DocumentError(f"{where}: no such {kind}")
    return _of_file(place, id_field)


def _of_file(place: Place, id_field: str) -> Source:
    files, name = [(place.name, place)], place.name.lower()
    kind, gauge = Kind.of(name), Gauge((int(place.mark),))
    found = _fingerprint(files)
    if name.endswith(TARS):
        return Source("tree", "", found, lambda: read_tar(place, gauge), gauge=gauge)
    if name.endswith(".zip"):
        return Source("tree", "", found, lambda: read_zip(place, gauge), gauge=gauge)
    if kind.suffix in CONLL:
        return Source("conll", kind.suffix, found, lambda: read_conll(place, gauge), gauge=gauge)
    if kind.is_rows:
        return _rows(files, id_field)
    raise UnsupportedFormat(
        f"{place.name}: not a corpus; one is a folder, a ZIP or TAR of documents, JSONL, CSV, "
        "Parquet or CoNLL-U; a single document goes to: allonym run"
    )


def _rows(files: Sequence[tuple[str, Place]], id_field: str) -> Source:
    first = Kind.of(files[0][0])
    is_parquet = all(Kind.of(name).suffix == PARQUET for name, _ in files)
    schema = parquet_schema(files[0][1]) if is_parquet else b""
    gauge = Gauge(tuple(int(place.mark) for _, place in files))
    suffix = PARQUET if is_parquet else ".jsonl" + first.packed
    places = [place for _, place in files]

    def items() -> Iterator[Item]:
        gauge.restart()
        return read_rows(places, id_field, gauge)

    return Source("rows", suffix, _fingerprint(files), items, schema, gauge)


def _fingerprint(files: Sequence[tuple[str, Place]]) -> str:
    digest = hashlib.sha256()
    for name, place in files:
        digest.update(f"{name}\t{place.mark}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
