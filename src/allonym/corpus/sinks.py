"""Writing what was made: parts of rows, or the same tree of files."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from allonym.corpus.items import Made, Outcome
from allonym.corpus.places import Place, arrow
from allonym.corpus.rows import PARQUET
from allonym.corpus.sources import Source
from allonym.errors import DocumentError
from allonym.files.names import unique

FORMATS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")
Claim = Callable[[str, int], bool]
"""Asks for a name in the output on behalf of a document; false if another one has it."""


@dataclass(frozen=True, slots=True)
class Sink:
    """Where the outcomes of a corpus go."""

    place: Place  # folder or address of the output
    source: Source  # the corpus
    suffix: str  # of the parts; as `source` says unless given
    claim: Claim  # keeps two documents from getting one name

    def write(self, outcome: Outcome) -> str:
        """Put what became of a shard in its place; return the SHA-256 over all that was written.

        Raises:
            DocumentError: If it cannot be written; nothing half-written stays.
        """
        if self.source.kind == "tree":
            return self._write_tree(outcome.made)
        if self.source.kind == "conll":
            data = _conll(outcome.made)
        else:
            rows = [made.row or {} for made in outcome.made]
            data = packed_rows(self.suffix, rows, self.source.schema)
        self.place.put(f"part-{outcome.number:05}{self.suffix}", data)
        return hashlib.sha256(data).hexdigest()

    def _write_tree(self, made: Iterable[Made]) -> str:
        digest = hashlib.sha256()
        for item in made:
            if item.data or not item.error:
                self.place.put(self._named(item), item.data)
                digest.update(hashlib.sha256(item.data).digest())
        return digest.hexdigest()

    def _named(self, item: Made) -> str:
        """Return a name that no other document has: ``a.pdf`` and ``a.txt`` both become text."""
        name, taken = item.name, set[str]()
        while not self.claim(name, item.number):
            taken.add(name)
            name = unique(item.name, taken)
        return name


def _conll(made: Sequence[Made]) -> bytes:
    """Return documents as one file; the line that names the columns stands at its head only."""
    parts = [item.data for item in made if item.data]
    rest = [
        part.partition(b"\n")[2] if part.startswith(b"# global.columns") else part
        for part in parts[1:]
    ]
    return b"".join((*parts[:1], *rest))


def packed_rows(suffix: str, rows: Sequence[Mapping[str, object]], schema: bytes = b"") -> bytes:
    """Return rows as the bytes of a file.

    The suffix is ``.jsonl``, with ``.gz`` or ``.zst``, or ``.parquet``; the schema is as Arrow
    packs it, guessed if not given.

    Raises:
        DocumentError: If the values of a field are of several types and Parquet is asked for.
    """
    if suffix == PARQUET:
        return _parquet(rows, schema)
    lines = "".join(json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows)
    data = lines.encode("utf-8", "surrogatepass")
    if suffix.endswith(".gz"):
        return gzip.compress(data, mtime=0)
    if suffix.endswith(".zst"):
        packed: bytes = arrow(".zst needs").compress(data, "zstd", asbytes=True)
        return packed
    return data


def _parquet(rows: Sequence[Mapping[str, object]], schema: bytes) -> bytes:
    pa = arrow("Parquet needs")
    columns: Any = None
    if schema:
        columns = pa.ipc.read_schema(pa.py_buffer(schema))
        if any("allonym_error" in row for row in rows):
            columns = columns.append(pa.field("allonym_error", pa.string()))
    sink = io.BytesIO()
    try:
        pa.parquet.write_table(pa.Table.from_pylist(list(rows), schema=columns), sink)
    except (pa.ArrowException, OverflowError) as error:
        raise DocumentError(
            "values of one field are of several types, which Parquet cannot hold; "
            "use --format jsonl"
        ) from error
    return sink.getvalue()
