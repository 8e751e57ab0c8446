"""What a corpus is, by its name: rows, a tree of documents, or CoNLL files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path

from allonym.corpus.items import Gauge, Item, Shard
from allonym.corpus.places import Place, is_address, place_of
from allonym.corpus.rows import PARQUET, Kind, parquet_schema, read_rows
from allonym.corpus.trees import CONLL, TARS, read_conll, read_folder, read_tar, read_zip
from allonym.errors import ConfigError, DocumentError, UnsupportedFormat

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
        items: list[Item] = []
        numbers = count()
        for item in self.items():
            items.append(item)
            if len(items) == size:
                yield Shard(next(numbers), tuple(items))
                items = []
        if items:
            yield Shard(next(numbers), tuple(items))

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
