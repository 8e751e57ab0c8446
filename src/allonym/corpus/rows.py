"""Reading rows: JSON Lines, tables with commas or tabs, Parquet; packed or not."""

from __future__ import annotations

import csv
import json
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any, cast

from allonym.corpus.items import Gauge, Item
from allonym.corpus.places import Place, arrow, unpacked, whole
from allonym.errors import CorruptDocument

PACKED = (".gz", ".zst")
LINES = (".jsonl", ".ndjson")
TABLES = (".csv", ".tsv")
PARQUET = ".parquet"
_MARKS = ",;\t|"
_ROW_LIMIT = 64 << 20
_HEAD_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class Kind:
    """What the name of a file says of what is in it."""

    suffix: str  # ``.jsonl``, ``.csv`` ...; without the packing
    packed: str = ""  # ``.gz``, ``.zst`` or nothing

    @classmethod
    def of(cls, name: str) -> Kind:
        """Return the kind of a file by its name."""
        name = name.lower()
        packed = next((end for end in PACKED if name.endswith(end)), "")
        bare = name.removesuffix(packed)
        return cls(bare[bare.rindex(".") :] if "." in bare else "", packed)

    @property
    def is_rows(self) -> bool:
        """Whether each row is a document."""
        return self.suffix in (*LINES, *TABLES, PARQUET)

    @property
    def is_rows_only(self) -> bool:
        """Whether nothing but rows can be meant: a plain table may be a document as well."""
        return self.is_rows and (self.suffix not in TABLES or bool(self.packed))


Row = tuple[Mapping[str, object], str, str]
"""Fields of a row, where it stands in its file and the error's code if it could not be read."""


def read_rows(files: Iterable[Place], id_field: str, gauge: Gauge) -> Iterator[Item]:
    """Yield the rows of files, one file after the other.

    Args:
        files: JSON Lines, tables or Parquet, told by their names.
        id_field: Field that names a row.
        gauge: Told how much has been read.

    Raises:
        DocumentError: If a file cannot be read, or its first row is not what its name says.
    """
    number = 0
    for place in files:
        with whole(place), place.open() as raw:
            for fields, line, error in _reader(place)(raw, place.name):
                name = line or str(fields.get(id_field) or "")[:200]
                yield Item(number, name, fields, error=error)
                number += 1
                gauge.here = raw.tell()
        gauge.file_done()


def _reader(place: Place) -> Callable[[IO[bytes], str], Iterator[Row]]:
    kind = Kind.of(place.name)
    if kind.suffix == PARQUET:
        return lambda raw, _: _parquet(raw)
    read = _json if kind.suffix in LINES else _csv
    return lambda raw, name: read(unpacked(raw, kind.packed), name)


def parquet_schema(place: Place) -> bytes:
    """Return the names and types of the columns of a Parquet file, packed.

    Raises:
        CorruptDocument: If it is none.
    """
    with whole(place), place.open() as raw:
        packed: bytes = _opened(raw).schema_arrow.serialize().to_pybytes()
        return packed


def _opened(raw: IO[bytes]) -> Any:
    library = arrow("Parquet needs")
    try:
        return library.parquet.ParquetFile(raw)
    except ValueError as error:  # what pyarrow raises of bytes that are not Parquet
        raise CorruptDocument("this file is not Parquet, whatever its name says") from error


def _parquet(raw: IO[bytes]) -> Iterator[Row]:
    for batch in _opened(raw).iter_batches(256):
        yield from ((fields, "", "") for fields in batch.to_pylist())


def _json(stream: IO[bytes], name: str) -> Iterator[Row]:
    """Yield the rows of JSON Lines; a line that is none fails alone, unless it is the first."""
    lines = iter(lambda: stream.readline(_ROW_LIMIT), b"")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
        except (ValueError, RecursionError):
            row = None
        if isinstance(row, dict):
            yield row, "", ""
        elif number == 1:
            raise CorruptDocument(f"{name}, line 1: not an object in JSON and UTF-8")
        else:
            yield {}, f"line {number}", "corrupt-document"


def _csv(stream: IO[bytes], name: str) -> Iterator[Row]:
    """Yield the rows of a table; one with too many cells or bytes that are no text fails alone."""
    csv.field_size_limit(min(sys.maxsize, _ROW_LIMIT))
    head = stream.readline(_HEAD_LIMIT)
    mark = max(_MARKS, key=lambda m: head.count(m.encode()))
    lines = chain([head.removeprefix(BOM_UTF8)], stream)
    text = (line.decode("utf-8", "surrogateescape") for line in lines)
    try:
        for number, row in enumerate(csv.DictReader(text, delimiter=mark, strict=True), start=2):
            # bytes in a cell that are not UTF-8
            torn = ("\udc80" <= c <= "\udcff" for value in row.values() for c in value or "")
            if None in row or any(torn):
                yield {}, f"row {number}", "corrupt-document"
            else:
                yield cast("Mapping[str, object]", row), "", ""
    except csv.Error as error:
        raise CorruptDocument(f"{name}: not a table; a quotation mark may be missing") from error
