"""Read originals back; needs the key of kind ``encrypt``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from allonym.errors import LedgerError
from allonym.ledger.book import KeyRow, Lookups, checked_rows, pair_name
from allonym.ledger.keys import Key, Opener, refuse_other
from allonym.ledger.record import Record, sketch_of, unpack
from allonym.ledger.store import Store, documents, pairs

_BATCH = 500
_ALIKE = 0.15  # share of marks from which an edited text counts as a version of a recorded one


@dataclass(frozen=True, slots=True)
class Pair:
    """An original and its pseudonym."""

    id: str  # of the row
    domain: str  # of the ledger
    kind: str  # type group, and language where names are drawn from a language's pool
    original: str = field(repr=False)  # in its citation form
    surrogate: str = field(repr=False)  # the same
    detail: str = field(repr=False, default="")  # names of the pool, or number of the try


class Reader:
    """Opens what a ledger keeps.

    Args:
        store: The database.
        draw: Key of kind ``draw``, for the look-ups.
        encrypt: Key of kind ``encrypt``, for the originals.

    Raises:
        LedgerError: If a key is not the ledger's.
    """

    def __init__(self, store: Store, draw: Key, encrypt: Key) -> None:
        self._store = store
        self.lookups = Lookups(draw)
        with store.read() as connection:
            found = checked_rows(connection, draw)
        refuse_other(encrypt, found["encrypt"].id)
        self.keys: dict[str, KeyRow] = found
        self._opener = Opener(encrypt)
        self._key = encrypt.id

    # -- pairs ---------------------------------------------------------------------------------

    def pair(self, row: Any) -> Pair:
        """Open a row of pairs."""
        self._refuse_foreign(row.encrypt_key)
        name = pair_name(row.id, bytes(row.entity), bytes(row.surrogate))
        read = json.loads(self._opener.open(bytes(row.sealed), f"{name} {row.encrypt_key}"))
        return Pair(row.id, read["domain"], read["kind"], read["original"], read["surrogate"],
                    read["detail"])  # fmt: skip

    def pairs(self) -> Iterator[Pair]:
        """Yield every pair, in no order that tells anything."""
        for row in rows_of(self._store, pairs):
            yield self.pair(row)

    def originals(self, domain: str, kinds: Sequence[str], names: Sequence[str]) -> list[Pair]:
        """Return the pairs whose pseudonym is one of `names`, in any of `kinds`."""
        marks = [self.lookups.surrogate(domain, kind, name) for kind in kinds for name in names]
        found: list[Pair] = []
        with self._store.read() as connection:
            for start in range(0, len(marks), _BATCH):
                query = sa.select(pairs).where(pairs.c.surrogate.in_(marks[start : start + _BATCH]))
                found += [self.pair(row) for row in connection.execute(query)]
        return found

    # -- documents -----------------------------------------------------------------------------

    def document(self, row: Any) -> Record:
        """Open a row of documents."""
        self._refuse_foreign(row.encrypt_key)
        return unpack(self._opener.open(bytes(row.sealed), document_name(row)), self._sketch(row))

    def documents(self) -> Iterator[tuple[str, Record]]:
        """Yield the id and the record of every document."""
        for row in rows_of(self._store, documents):
            yield row.id, self.document(row)

    def by_id(self, row: str) -> Record | None:
        """Return the document with this id."""
        return next(iter(self._where(documents.c.id == row).values()), None)

    def by_data(self, digest: bytes) -> dict[str, Record]:
        """Return the documents whose written file has this SHA-256, by their ids."""
        return self._where(documents.c.data == self.lookups.document(digest))

    def by_text(self, digest: bytes) -> dict[str, Record]:
        """Return the documents whose text has this SHA-256, by their ids."""
        return self._where(documents.c.text == self.lookups.document(digest))

    def alike(self, text: str) -> list[str]:
        """Return the ids of documents that `text` may be an edited version of, likeliest first.

        Every document's marks are opened; this takes a while in a large ledger.
        """
        own = sketch_of(text)
        found: list[tuple[float, str]] = []
        for row in rows_of(self._store, documents):
            marks = self._sketch(row)
            share = len(own & marks) / max(1, min(len(own), len(marks)))
            if share >= _ALIKE:
                found.append((-share, row.id))
        return [row for _, row in sorted(found)]

    def _where(self, condition: sa.ColumnElement[bool]) -> dict[str, Record]:
        with self._store.read() as connection:
            rows = connection.execute(sa.select(documents).where(condition)).all()
        return {row.id: self.document(row) for row in rows}

    def _sketch(self, row: Any) -> frozenset[bytes]:
        self._refuse_foreign(row.encrypt_key)
        packed = self._opener.open(bytes(row.sketch), f"{document_name(row)} sketch")
        return frozenset(packed[n : n + 8] for n in range(0, len(packed), 8))

    def _refuse_foreign(self, key: str) -> None:
        if key != self._key:
            raise LedgerError(
                f"ledger: a row was sealed to the encrypt key {key}, and {self._key} was given; "
                "finish the rotation with: allonym ledger rotate"
            )


def document_name(row: Any) -> str:
    """Return the identity of a document, which its sealed contents are bound to."""
    return f"documents {row.id} {row.encrypt_key}"


def rows_of(store: Store, table: sa.Table) -> Iterator[Any]:
    """Yield all rows of a table by their ids, some at a time; rows may be changed meanwhile."""
    last = ""
    while True:
        query = sa.select(table).where(table.c.id > last).order_by(table.c.id).limit(_BATCH)
        with store.read() as connection:
            rows = connection.execute(query).all()
        if not rows:
            return
        yield from rows
        last = rows[-1].id
