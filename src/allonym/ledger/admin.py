"""What those in charge of a ledger do: make it, look after its keys, erase a person, count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa

from allonym.errors import LedgerError
from allonym.ledger.audit import Audit
from allonym.ledger.book import (
    KeyRow,
    Lookups,
    checked_rows,
    key_rows,
    pair_name,
    refuse_rotation,
    shown_of,
)
from allonym.ledger.keys import LEAST_DOCUMENT, Box, Key, Lock, Opener, refuse_other, refuse_same
from allonym.ledger.reader import Reader, document_name, rows_of
from allonym.ledger.record import plain, speaks_of, unpack
from allonym.ledger.store import Store, audit, documents, keys, meta, pairs

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Keys:
    """The three keys of a ledger."""

    draw: Key
    encrypt: Key
    audit: Key

    @property
    def all(self) -> list[Key]:
        """The three of them."""
        return [self.draw, self.encrypt, self.audit]

    def rows(self) -> list[KeyRow]:
        """What the ledger knows of them."""
        public = {"encrypt": Opener(self.encrypt).public}
        return [KeyRow(k.id, k.kind, True, public.get(k.kind, b"")) for k in self.all]


def init(url: str, own: Keys) -> None:
    """Make a ledger at `url`.

    Raises:
        ConfigError: If two keys are the same.
        LedgerError: If there is one already.
    """
    refuse_same(own.all)
    store = Store.open(url, make=True)
    with store.write() as connection:
        if key_rows(connection):
            raise LedgerError(f"{store.place}: there is a ledger already")
        _put_keys(connection, own)
        Audit(store, own.audit).begin(connection)
        Audit(store, own.audit).append_in(connection, "init")
    store.close()


def open_audit(store: Store, key: Key) -> Audit:
    """Return the audit of a ledger; its own key is enough, so that an auditor needs no other.

    Raises:
        LedgerError: If the key is not the ledger's.
    """
    with store.read() as connection:
        found = key_rows(connection).get("audit")
    if found is None:
        raise LedgerError("ledger: its table of keys is damaged; restore it from a copy")
    refuse_other(key, found.id)
    return Audit(store, key)


def stats(store: Store, draw: Key) -> dict[str, object]:
    """Return counts without content: pairs by domain and kind, documents, lines of audit."""
    shown = Lock.of(draw, "shown")
    with store.read() as connection:
        checked_rows(connection, draw)
        counts = {t.name: connection.scalar(sa.select(sa.func.count()).select_from(t)) or 0
                  for t in (pairs, documents, audit)}  # fmt: skip
        current = {row.kind: row.id for row in key_rows(connection).values()}
    kinds: Counter[str] = Counter()
    for row in rows_of(store, pairs):
        if row.draw_key == draw.id:
            read = shown_of(row, shown)
            kinds[" ".join(filter(None, (read["domain"], read["kind"])))] += 1
    return {**counts, "kinds": dict(sorted(kinds.items())), "keys": current}


def verify(store: Store, own: Keys, mark: str = "") -> tuple[dict[str, int], str]:
    """Open every row and check the audit.

    Returns:
        Counts, and the mark of the last line of the audit.

    Raises:
        LedgerError: If any row was changed, moved or lost its key, or the audit was tampered with.
    """
    lines, last = open_audit(store, own.audit).verify(mark)
    reader = Reader(store, own.draw, own.encrypt)
    shown = Lock.of(own.draw, "shown")
    found = Counter(pairs=0, documents=0)
    for row in rows_of(store, pairs):
        pair, seen = reader.pair(row), shown_of(row, shown)
        right = (
            reader.lookups.entity(pair.domain, pair.kind, pair.original) == bytes(row.entity)
            and reader.lookups.surrogate(pair.domain, pair.kind, pair.surrogate)
            == bytes(row.surrogate)
            and seen["surrogate"] == pair.surrogate
        )
        if not right:
            raise LedgerError(
                "ledger: a pair does not stand where it belongs; it was tampered with"
            )
        found["pairs"] += 1
    for _ in reader.documents():
        found["documents"] += 1
    return {**found, "audit": lines}, last


def purge(
    store: Store, own: Keys, names: Sequence[str], reason: str
) -> tuple[dict[str, int], list[int]]:
    """Erase a person: the pairs of these names, and all that stored documents say of them.

    Args:
        store: The database.
        own: Its keys.
        names: Every name and value that speaks of the person, in its citation form: the full name,
            an e-mail address, a phone number.  Family names alone are others' too and stay.
        reason: For the audit, which will hold it; the names it will not.

    Returns:
        How many pairs, documents and places in documents were erased; which of the names, from
        one on, are nowhere in the ledger.
    """
    audit_lines = open_audit(store, own.audit)
    reader = Reader(store, own.draw, own.encrypt)
    wanted = frozenset(plain(name) for name in names)
    originals = ((p.id, p.original.partition("\t")[0]) for p in reader.pairs())
    found = {row: original for row, original in originals if speaks_of(original, wanted)}
    changed = {row: (record, left) for row, record in reader.documents()
               if (left := record.without(wanted)) is not record}  # fmt: skip
    gone = [change for a, b in changed.values() for change in {*a.changes} - {*b.changes}]
    doomed, counts = [*found], {"pairs": len(found), "documents": len(changed), "places": len(gone)}
    said = {*found.values(), *(text for change in gone for text in (change.lemma, change.old))}
    nowhere = [place for place, name in enumerate(names, 1)
               if not any(speaks_of(text, frozenset({plain(name)})) for text in said)]  # fmt: skip
    box = Box(reader.keys["encrypt"].public)
    with store.write() as connection:
        audit_lines.append_in(connection, "purge", reason=reason, detail=json.dumps(counts))
        for start in range(0, len(doomed), _BATCH):
            rows = doomed[start : start + _BATCH]
            connection.execute(sa.delete(pairs).where(pairs.c.id.in_(rows)))
        for row, (_, left) in changed.items():
            name = f"documents {row} {own.encrypt.id}"
            sealed = box.seal(left.pack(), name, LEAST_DOCUMENT)
            connection.execute(
                sa.update(documents).where(documents.c.id == row).values(sealed=sealed, data=b"")
            )
    _sweep(store)
    return counts, nowhere


def forget(store: Store, own: Keys, before: date, reason: str) -> int:
    """Erase the plans of documents made before a day, the first to be kept; pairs stay.

    Returns:
        How many documents can't be restored any more.
    """
    audit_lines = open_audit(store, own.audit)
    reader = Reader(store, own.draw, own.encrypt)
    doomed = [row for row, record in reader.documents() if record.day < before.isoformat()]
    detail = json.dumps({"documents": len(doomed), "before": before.isoformat()})
    with store.write() as connection:
        audit_lines.append_in(connection, "forget", reason=reason, detail=detail)
        for start in range(0, len(doomed), _BATCH):
            rows = doomed[start : start + _BATCH]
            connection.execute(sa.delete(documents).where(documents.c.id.in_(rows)))
    _sweep(store)
    return len(doomed)


def _sweep(store: Store) -> None:
    """Have what was deleted leave the files: SQLite overwrites it and empties its log."""
    if store.engine.dialect.name == "sqlite":
        with store.read() as connection:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("BEGIN")


def copy(store: Store, own: Keys, url: str) -> dict[str, int]:
    """Copy a ledger, sealed as it is, to a place where there is none; nothing is opened.

    Returns:
        How many rows of each table were copied.

    Raises:
        LedgerError: If there is a ledger already.
    """
    open_audit(store, own.audit).append("copy")
    other = Store.open(url, make=True)
    tables = (meta, keys, pairs, documents, audit)
    counts = {table.name: 0 for table in tables}
    with store.read() as source, other.write() as target:
        if key_rows(target):
            raise LedgerError(f"{other.place}: there is a ledger already")
        target.execute(sa.delete(meta))
        for table in tables:
            rows = source.execution_options(yield_per=_BATCH).execute(sa.select(table))
            for chunk in rows.mappings().partitions(_BATCH):
                target.execute(sa.insert(table), [dict(row) for row in chunk])
                counts[table.name] += len(chunk)
    other.close()
    return {name: counts[name] for name in ("pairs", "documents", "audit")}


def begin_rotation(store: Store, old: Keys, new: Keys) -> bool:
    """Bring the new keys in; until the rotation is finished nothing else can use the ledger.

    Returns:
        False where this was done before, and the rotation only has to be finished.
    """
    refuse_same(new.all)
    with store.read() as connection:
        current = {row.kind: row.id for row in key_rows(connection).values()}
        is_begun = current == {k.kind: k.id for k in new.all}
    if is_begun:
        return False
    lines = list(open_audit(store, old.audit).lines())
    refuse_other(old.encrypt, current["encrypt"])
    with store.write() as connection:
        refuse_rotation(connection)
        old_audit = Audit(store, old.audit)
        old_audit.append_in(connection, "rotate", detail=json.dumps(_ids(old, new)))
        connection.execute(sa.delete(keys))
        _put_keys(connection, new)
        connection.execute(sa.insert(meta).values(name="rotating", value=b"1"))
        if new.audit.id != old.audit.id:
            own = connection.execute(sa.select(audit).where(audit.c.n > len(lines))).one()
            lines.append(old_audit.line(own.n, bytes(own.sealed)))
            Audit(store, new.audit).moved(connection, lines)
    return True


def rotate(store: Store, old: Keys, new: Keys, *, batch: int = 200) -> dict[str, int]:
    """Put every row under the new keys; may be interrupted anywhere and called again.

    Args:
        store: The database.
        old: The keys up to now.
        new: The keys from now on; those that stay are the same as before.
        batch: Rows in one transaction.

    Returns:
        How many pairs and documents this call moved.
    """
    begin_rotation(store, old, new)
    mover = _Mover(old, new)
    moved = {"pairs": 0, "documents": 0}
    for table, renew in ((pairs, mover.pair), (documents, mover.document)):
        stale = sa.or_(table.c.draw_key != new.draw.id, table.c.encrypt_key != new.encrypt.id)
        while True:
            with store.write() as connection:
                rows = connection.execute(sa.select(table).where(stale).limit(batch)).all()
                for row in rows:
                    connection.execute(
                        sa.update(table).where(table.c.id == row.id).values(renew(row))
                    )
            if not rows:
                break
            moved[table.name] += len(rows)
    with store.write() as connection:
        connection.execute(sa.delete(meta).where(meta.c.name == "rotating"))
        Audit(store, new.audit).append_in(connection, "rotated", detail=json.dumps(moved))
    _sweep(store)
    return moved


class _Mover:
    """Opens rows under the old keys and seals them under the new ones."""

    def __init__(self, old: Keys, new: Keys) -> None:
        self._openers = {k.id: Opener(k) for k in (old.encrypt, new.encrypt)}
        self._locks = {k.id: Lock.of(k, "shown") for k in (old.draw, new.draw)}
        self._lookups = Lookups(new.draw)
        self._box = Box(Opener(new.encrypt).public)
        self._draw, self._encrypt = new.draw.id, new.encrypt.id

    def pair(self, row: Any) -> Mapping[str, object]:
        name = pair_name(row.id, bytes(row.entity), bytes(row.surrogate))
        sealed = self._opened(row.encrypt_key, bytes(row.sealed), f"{name} {row.encrypt_key}")
        shown = self._shown(row.draw_key, bytes(row.shown), f"{name} {row.draw_key}")
        read = json.loads(sealed)
        entity = self._lookups.entity(read["domain"], read["kind"], read["original"])
        surrogate = self._lookups.surrogate(read["domain"], read["kind"], read["surrogate"])
        name = pair_name(row.id, entity, surrogate)
        return {
            "entity": entity, "surrogate": surrogate,
            "shown": self._locks[self._draw].seal(shown, f"{name} {self._draw}"),
            "sealed": self._box.seal(sealed, f"{name} {self._encrypt}"),
            **self._ids(),
        }  # fmt: skip

    def document(self, row: Any) -> Mapping[str, object]:
        name = document_name(row)
        sealed = self._opened(row.encrypt_key, bytes(row.sealed), name)
        sketch = self._opened(row.encrypt_key, bytes(row.sketch), f"{name} sketch")
        record = unpack(sealed)
        name = f"documents {row.id} {self._encrypt}"
        return {
            "text": self._lookups.document(record.text),
            "data": self._lookups.document(record.data) if bytes(row.data) else b"",
            "sealed": self._box.seal(sealed, name, LEAST_DOCUMENT),
            "sketch": self._box.seal(sketch, f"{name} sketch"),
            **self._ids(),
        }

    def _ids(self) -> Mapping[str, str]:
        return {"draw_key": self._draw, "encrypt_key": self._encrypt}

    def _opened(self, key: str, sealed: bytes, name: str) -> bytes:
        if key not in self._openers:
            raise LedgerError(
                f"ledger: a row was sealed to the encrypt key {key}; give that as well"
            )
        return self._openers[key].open(sealed, name)

    def _shown(self, key: str, shown: bytes, name: str) -> bytes:
        if key not in self._locks:
            raise LedgerError(f"ledger: a row was made under the draw key {key}; give that as well")
        return self._locks[key].open(shown, name)


def _put_keys(connection: sa.Connection, own: Keys) -> None:
    for row in own.rows():
        values = {"id": row.id, "kind": row.kind, "current": True, "public": row.public,
                  "mac": row.mac(own.draw)}  # fmt: skip
        connection.execute(sa.insert(keys).values(values))


def _ids(old: Keys, new: Keys) -> Mapping[str, str]:
    pairs_of = zip(old.all, new.all, strict=True)
    return {a.kind: f"{a.id} to {b.id}" for a, b in pairs_of if a.id != b.id}
