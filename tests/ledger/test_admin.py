"""What those in charge do: change keys, erase a person, check, count."""

import json
import random
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from allonym.errors import LedgerError
from allonym.ledger import admin
from allonym.ledger.audit import Audit
from allonym.ledger.book import Book
from allonym.ledger.reader import Reader
from allonym.ledger.record import Change, Record, digest
from allonym.ledger.store import documents, keys, meta, pairs
from allonym.ports import Choice
from allonym.reveal import Asked, Revealer

from .conftest import Made, make_keys

ASKED = Asked("why")


def filled(ledger, many=7):
    book = Book.open(ledger.url, ledger.keys.draw, "case")
    for n in range(many):
        book.settle("person.pl", f"Jan Kowalski {n}", [Choice(f"Adam Lis {n}", "detail")])
        change = Change(0, f"Adam Lis {n}", f"Jan Kowalski {n}", "person#1", "person",
                        f"Jan Kowalski {n}")  # fmt: skip
        book.record(Record(digest(b"%d" % n), b"", b"", (change,), (), (), "pl"))
    return book


def contents(ledger, own):
    reader = Reader(ledger.store(), own.draw, own.encrypt)
    found = sorted((p.original, p.surrogate, p.detail) for p in reader.pairs())
    return found, sorted(
        (record.changes for _, record in reader.documents()), key=lambda c: c[0].new
    )


@pytest.mark.parametrize(
    "which",
    [
        "draw encrypt audit",
        *(pytest.param(k, marks=pytest.mark.slow) for k in ("draw", "encrypt", "audit")),
    ],
)
def test_rotation_moves_everything_and_leaves_nothing_to_the_old_key(either, which):
    filled(either)
    before = contents(either, either.keys)
    fresh = make_keys(8)
    new = admin.Keys(*(getattr(fresh if kind in which else either.keys, kind)
                       for kind in ("draw", "encrypt", "audit")))  # fmt: skip
    admin.rotate(either.store(), either.keys, new)
    assert contents(either, new) == before
    counts, _ = admin.verify(either.store(), new)
    assert counts == {"pairs": 7, "documents": 7, "audit": 3}
    with pytest.raises(LedgerError):
        admin.verify(either.store(), either.keys)
    book = Book.open(either.url, new.draw, "case")
    assert book.settle("person.pl", "Jan Kowalski 3", []).surrogate == "Adam Lis 3"
    row = Revealer.open(either.url, new.draw, new.encrypt, new.audit, "case")
    assert [p.original for p in row.pseudonym("Adam Lis 3", ASKED)] == ["Jan Kowalski 3"]


def test_an_interrupted_rotation_goes_on_where_it_stopped(ledger, monkeypatch):
    filled(ledger)
    before = contents(ledger, ledger.keys)
    new = make_keys(8)
    left = 9
    renew = admin._Mover.pair, admin._Mover.document

    def failing(kind):
        def method(self, row):
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return renew[kind](self, row)

        return method

    monkeypatch.setattr(admin._Mover, "pair", failing(0))
    monkeypatch.setattr(admin._Mover, "document", failing(1))
    with pytest.raises(KeyboardInterrupt):
        admin.rotate(ledger.store(), ledger.keys, new, batch=2)
    with pytest.raises(LedgerError, match="being changed"):
        Book.open(ledger.url, new.draw)
    left = 100
    moved = admin.rotate(ledger.store(), ledger.keys, new, batch=2)
    assert moved == {"pairs": 0, "documents": 5}
    assert contents(ledger, new) == before
    assert admin.verify(ledger.store(), new)[0]["audit"] == 3


def test_a_person_is_erased_from_pairs_and_documents(either):
    filled(either, 3)
    pipeline = either.pipeline()
    text = "Jan Kowalski (tel. 601 234 567) i Anna Nowak jadą."
    made = pipeline.run(text).text
    names = ["JAN KOWALSKI", "Jan Nigdzie", "601-234-567"]
    counts, nowhere = admin.purge(either.store(), either.keys, names, "request 7")
    assert (counts, nowhere) == ({"pairs": 2, "documents": 1, "places": 2}, [2])
    restored = either.revealer().text(made, ASKED)
    assert "Anna Nowak" in restored
    assert "Kowalski" not in restored
    assert "601 234 567" not in restored
    admin.verify(either.store(), either.keys)
    log = list(Audit(either.store(), either.keys.audit).lines())
    line = next(entry for entry in log if entry.what == "purge")
    assert line.reason == "request 7"
    assert "owalski" not in line.detail


def test_nothing_of_the_erased_is_left_in_the_files(ledger, tmp_path):
    filled(ledger, 1)
    store = ledger.store()
    with store.read() as connection:
        row = connection.execute(sa.select(pairs)).one()
        stored = connection.execute(sa.select(documents)).one()
    gone = [bytes(row.sealed), bytes(row.shown), bytes(stored.sealed)]
    admin.purge(store, ledger.keys, ["Jan Kowalski 0"], "request")
    store.close()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not [data for data in gone if data[40:80] in everything]


def test_stats_tell_counts_alone(ledger):
    filled(ledger)
    found = admin.stats(ledger.store(), ledger.keys.draw)
    assert found["pairs"] == 7
    assert found["kinds"] == {"case person.pl": 7}
    assert "owalski" not in json.dumps(found)
    assert "Lis" not in json.dumps(found)


COLUMNS = [(pairs, name) for name in ("entity", "surrogate", "shown", "sealed")]
COLUMNS += [(documents, name) for name in ("sketch", "sealed")]
COLUMNS += [(keys, "mac"), (keys, "public"), (meta, "value")]


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(st.sampled_from(COLUMNS), st.integers(0, 10**6), st.integers(0, 7))
def test_every_changed_bit_is_noticed(ledger, where, place, bit):
    table, name = where
    store = ledger.store()
    with store.read() as connection:
        if not connection.execute(sa.select(pairs)).all():
            filled(ledger, 2)
    with store.read() as connection:
        rows = connection.execute(sa.select(table)).all()
    rows = [row for row in rows if getattr(row, name)]
    row = rows[place % len(rows)]
    old = bytes(getattr(row, name))
    broken = bytearray(old)
    broken[place % len(old)] ^= 1 << bit
    key = next(iter(table.primary_key))
    update = sa.update(table).where(key == row[0])
    with store.write() as connection:
        connection.execute(update.values({name: bytes(broken)}))
    with pytest.raises(LedgerError):
        admin.verify(ledger.store(), ledger.keys)
    with store.write() as connection:
        connection.execute(update.values({name: old}))
    admin.verify(store, ledger.keys)


def test_contents_cannot_change_places(ledger):
    filled(ledger, 4)
    store = ledger.store()
    with store.read() as connection:
        one, two, *_ = connection.execute(sa.select(pairs)).all()
    for name in ("shown", "sealed"):
        swap = sa.update(pairs).where(pairs.c.id == one.id)
        with store.write() as connection:
            connection.execute(swap.values({name: getattr(two, name)}))
        with pytest.raises(LedgerError, match="changed"):
            admin.verify(store, ledger.keys)
        with store.write() as connection:
            connection.execute(swap.values({name: getattr(one, name)}))
    admin.verify(store, ledger.keys)


def test_init_never_overwrites(ledger):
    with pytest.raises(LedgerError, match="already"):
        admin.init(ledger.url, make_keys())
    assert Path(ledger.url).stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_random_orders_of_claims_never_clash(ledger):
    book = Book.open(ledger.url, ledger.keys.draw)
    chance = random.Random(3)
    told = {}
    for _ in range(150):
        name = f"n{chance.randrange(40)}"
        made = book.settle("k", name, (Choice(f"s{chance.randrange(60)}") for _ in range(500)))
        assert told.setdefault(name, made.surrogate) == made.surrogate
    assert len(set(told.values())) == len(told)


@pytest.mark.slow
def test_a_ledger_moves_from_sqlite_to_postgresql_and_back(ledger, postgres, tmp_path):
    filled(ledger)
    before = contents(ledger, ledger.keys)
    back = Made(str(tmp_path / "back.db"), ledger.keys)
    admin.copy(ledger.store(), ledger.keys, postgres)
    admin.copy(Made(postgres, ledger.keys).store(), ledger.keys, back.url)
    assert contents(back, ledger.keys) == before
    assert admin.verify(back.store(), ledger.keys)[0] == {"pairs": 7, "documents": 7, "audit": 3}
    with pytest.raises(LedgerError, match="already"):
        admin.copy(ledger.store(), ledger.keys, back.url)


def test_a_copy_is_sealed_as_the_ledger_is(ledger, tmp_path):
    filled(ledger)
    other = Made(str(tmp_path / "copy.db"), ledger.keys)
    counts = admin.copy(ledger.store(), ledger.keys, other.url)
    assert counts == {"pairs": 7, "documents": 7, "audit": 2}
    assert contents(other, ledger.keys) == contents(ledger, ledger.keys)
    assert b"owalsk" not in (tmp_path / "copy.db").read_bytes()


def test_old_documents_are_forgotten_and_pairs_stay(ledger):
    book = filled(ledger, 2)
    for day in ("2024-05-03", "2026-05-03"):
        book.record(Record(digest(day.encode()), b"", b"", day=day))
    gone = admin.forget(ledger.store(), ledger.keys, date(2025, 1, 1), "kept long enough")
    assert gone == 3  # two have no day
    counts, _ = admin.verify(ledger.store(), ledger.keys)
    assert counts == {"pairs": 2, "documents": 1, "audit": 2}
