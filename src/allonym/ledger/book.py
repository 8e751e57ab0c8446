"""The ledger as a run sees it: asks who is called what, and records what was chosen."""

from __future__ import annotations

import hmac
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from allonym.errors import LedgerError
from allonym.ledger.keys import LEAST_DOCUMENT, Box, Key, Lock, keyed, refuse_other
from allonym.ledger.record import Record, plain
from allonym.ledger.store import Store, documents, keys, meta, pairs
from allonym.ports import Choice

_CHUNK = 64
_MOST = 50_000  # choices that are tried before a name counts as one that cannot be had


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A key that the ledger knows of."""

    id: str
    kind: str
    current: bool
    public: bytes

    def mac(self, draw: Key) -> bytes:
        """Return what proves, to who has the draw key, that nobody else put the key there."""
        flag = b"1" if self.current else b"0"
        return draw.mac("keys", self.id.encode(), self.kind.encode(), flag, self.public)


def key_rows(connection: sa.Connection) -> dict[str, KeyRow]:
    """Return the current key of each kind."""
    rows = connection.execute(sa.select(keys).where(keys.c.current)).all()
    return {row.kind: KeyRow(row.id, row.kind, True, bytes(row.public)) for row in rows}


def checked_rows(connection: sa.Connection, draw: Key) -> dict[str, KeyRow]:
    """Return the current keys, proven by the draw key.

    Raises:
        LedgerError: If the draw key is another, or somebody changed the table of keys.
    """
    found = key_rows(connection)
    if set(found) != {"draw", "encrypt", "audit"}:
        raise LedgerError("ledger: its table of keys is damaged; restore it from a copy")
    refuse_other(draw, found["draw"].id)
    macs = {row.id: bytes(row.mac) for row in connection.execute(sa.select(keys))}
    for row in found.values():
        if not hmac.compare_digest(row.mac(draw), macs[row.id]):
            raise LedgerError("ledger: its table of keys was changed by somebody without the key")
    return found


class Lookups:
    """The keyed hashes that rows are found by.

    Args:
        draw: The key of kind ``draw``.
    """

    def __init__(self, draw: Key) -> None:
        self._entity = draw.derive("entity")
        self._surrogate = draw.derive("surrogate")
        self._document = draw.derive("document")

    def entity(self, domain: str, kind: str, original: str) -> bytes:
        """Return the look-up of an original."""
        return keyed(self._entity, *map(_raw, (domain, kind, plain(original))))

    def surrogate(self, domain: str, kind: str, surrogate: str) -> bytes:
        """Return the look-up of a pseudonym."""
        return keyed(self._surrogate, *map(_raw, (domain, kind, plain(surrogate))))

    def document(self, digest: bytes) -> bytes:
        """Return the look-up of a text or file by its SHA-256; of nothing, nothing."""
        return keyed(self._document, digest) if digest else b""

    def row(self, record: Record) -> str:
        """Return the id of a document: the same for the same original and result."""
        return keyed(self._document, b"row", record.text, record.data, record.original).hex()[:32]


class Book:
    """Records and finds pairs and documents (the protocol `allonym.ports.Ledger`).

    Args:
        store: The database.
        draw: The key of kind ``draw``.
        domain: Pairs of two domains know nothing of each other.

    Raises:
        LedgerError: If the key is not the ledger's, or its keys are being changed.
    """

    def __init__(self, store: Store, draw: Key, domain: str = "") -> None:
        self.store = store
        self._domain = domain
        self._lookups = Lookups(draw)
        self._shown = Lock.of(draw, "shown")
        with store.read() as connection:
            refuse_rotation(connection)
            self._keys = checked_rows(connection, draw)
        self._box = Box(self._keys["encrypt"].public)

    @classmethod
    def open(cls, url: str, draw: Key, domain: str = "") -> Book:
        """Open the ledger at `url`; see `Store.open`."""
        return cls(Store.open(url), draw, domain)

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    def settle(self, kind: str, original: str, choices: Iterable[Choice]) -> Choice | None:
        """Return what an original is called: as recorded, else the first choice that is free.

        Whoever else asks at the same time, here or elsewhere, gets the same answer.  Originals, in
        their citation forms, and surrogates are unique within a kind such as ``family.pl``; choices
        stand best first.

        Returns:
            None where every choice is another's.
        """
        entity = self._lookups.entity(self._domain, kind, original)
        found = self._find(entity)
        if found is not None:
            return found
        left = islice(choices, _MOST)
        size = 1  # the first is nearly always free, and each costs its maker something
        while chunk := tuple(islice(left, size)):
            for choice, surrogate in self._free(kind, chunk):
                if self._insert(kind, original, entity, choice, surrogate):
                    return choice
                found = self._find(entity)
                if found is not None:
                    return found
            size = min(_CHUNK, 4 * size)
        return None

    def record(self, made: Record) -> str:
        """Record a document, once, and return its id."""
        row = self._lookups.row(made)
        name = f"documents {row} {self._keys['encrypt'].id}"
        values = {
            "id": row,
            "text": self._lookups.document(made.text),
            "data": self._lookups.document(made.data),
            "sketch": self._box.seal(b"".join(sorted(made.sketch)), f"{name} sketch"),
            "sealed": self._box.seal(made.pack(), name, LEAST_DOCUMENT),
            **self._key_ids(),
        }
        try:
            with self.store.write() as connection:
                self._refuse_stale(connection)
                connection.execute(sa.insert(documents).values(values))
        except IntegrityError:
            return row  # the same document again
        return row

    def trial(self) -> Trial:
        """Return a ledger for previews: it answers as this one would, and records nothing."""
        return Trial(self)

    def propose(self, kind: str, original: str, choices: Iterable[Choice]) -> Iterator[Choice]:
        """Yield what an original is called, if that is recorded, else the choices that are free."""
        found = self._find(self._lookups.entity(self._domain, kind, original))
        if found is not None:
            yield found
            return
        left = islice(choices, _MOST)
        while chunk := tuple(islice(left, _CHUNK)):
            marks = [self._lookups.surrogate(self._domain, kind, c.surrogate) for c in chunk]
            yield from (choice for choice, _ in self._unused(chunk, marks))

    # -- pairs ---------------------------------------------------------------------------------

    def _find(self, entity: bytes) -> Choice | None:
        with self.store.read() as connection:
            row = connection.execute(sa.select(pairs).where(pairs.c.entity == entity)).one_or_none()
        read = shown_of(row, self._shown) if row is not None else None
        return Choice(read["surrogate"], read["detail"]) if read else None

    def _free(self, kind: str, chunk: Sequence[Choice]) -> Iterator[tuple[Choice, bytes]]:
        """Yield the choices that nobody has, as far as can be seen, with their look-ups."""
        marks = [self._lookups.surrogate(self._domain, kind, c.surrogate) for c in chunk]
        if len(chunk) == 1:
            return iter(zip(chunk, marks, strict=True))  # to insert it tells as much
        return self._unused(chunk, marks)

    def _unused(
        self, chunk: Sequence[Choice], marks: Sequence[bytes]
    ) -> Iterator[tuple[Choice, bytes]]:
        with self.store.read() as connection:
            query = sa.select(pairs.c.surrogate).where(pairs.c.surrogate.in_(marks))
            taken = {bytes(mark) for mark in connection.scalars(query)}
        return (pair for pair in zip(chunk, marks, strict=True) if pair[1] not in taken)

    def _insert(
        self, kind: str, original: str, entity: bytes, choice: Choice, surrogate: bytes
    ) -> bool:
        row = os.urandom(16).hex()
        name = pair_name(row, entity, surrogate)
        shown = {"domain": self._domain, "kind": kind, "surrogate": choice.surrogate,
                 "detail": choice.detail}  # fmt: skip
        values = {
            "id": row,
            "entity": entity,
            "surrogate": surrogate,
            "shown": self._shown.seal(_json(shown), f"{name} {self._keys['draw'].id}"),
            "sealed": self._box.seal(
                _json({**shown, "original": original}), f"{name} {self._keys['encrypt'].id}"
            ),
            **self._key_ids(),
        }
        try:
            with self.store.write(lasting=False) as connection:
                self._refuse_stale(connection)
                connection.execute(sa.insert(pairs).values(values))
        except IntegrityError:
            return False  # somebody was quicker: with this entity, or with this surrogate
        return True

    def _key_ids(self) -> Mapping[str, str]:
        return {"draw_key": self._keys["draw"].id, "encrypt_key": self._keys["encrypt"].id}

    def _refuse_stale(self, connection: sa.Connection) -> None:
        """Refuse to write under keys that were changed since the ledger was opened."""
        if key_rows(connection) != self._keys:
            raise LedgerError(
                "the ledger's keys were changed meanwhile; nothing was written; start again"
            )


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Trial:
    """A ledger that is asked and not written to; what it has said once it says again."""

    book: Book
    _said: dict[tuple[str, str], Choice] = field(init=False, default_factory=dict)
    _taken: set[tuple[str, str]] = field(init=False, default_factory=set)

    def settle(self, kind: str, original: str, choices: Iterable[Choice]) -> Choice | None:
        """Return what an original would be called; None where every choice is another's."""
        key = kind, plain(original)
        if key not in self._said:
            for choice in self.book.propose(kind, original, choices):
                mark = kind, plain(choice.surrogate)
                if mark not in self._taken:
                    self._taken.add(mark)
                    self._said[key] = choice
                    break
        return self._said.get(key)

    def record(self, made: Record) -> str:  # noqa: ARG002 - the name of the protocol
        """Record nothing."""
        return ""

    def trial(self) -> Trial:
        """Return itself."""
        return self


def refuse_rotation(connection: sa.Connection) -> None:
    """Refuse to go on while rows stand under two keys.

    Raises:
        LedgerError: If a rotation was begun and not finished.
    """
    if connection.scalar(sa.select(meta.c.value).where(meta.c.name == "rotating")) is not None:
        raise LedgerError(
            "the ledger's keys are being changed; wait, or finish it with: allonym ledger rotate"
        )


def pair_name(row: str, entity: bytes, surrogate: bytes) -> str:
    """Return the identity of a pair, which its sealed contents are bound to."""
    return f"pairs {row} {entity.hex()} {surrogate.hex()}"


def shown_of(row: Any, lock: Lock) -> dict[str, str]:
    """Return what the draw key may read of a pair: domain, kind, surrogate and detail."""
    name = pair_name(row.id, bytes(row.entity), bytes(row.surrogate))
    read: dict[str, str] = json.loads(lock.open(bytes(row.shown), f"{name} {row.draw_key}"))
    return read


def _json(value: Mapping[str, str]) -> bytes:
    return json.dumps(value).encode()


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
