"""A stolen ledger tells nothing, and the keys without the ledger neither."""

import base64
import os
import re

import pytest
import sqlalchemy as sa

from allonym.ledger import admin
from allonym.ledger.book import Book
from allonym.ledger.store import documents, pairs
from allonym.ports import Choice
from allonym.reveal import Asked

TEXT = (
    "Zeznawał Jan Kowalski. Potem zeznawała Bożena Zażółcińska, bozena@example.com, "
    "tel. 601 234 567, PESEL 44051401359, zamieszkała we Wrocławiu przy ul. Kwiatowej 15.\n"
)
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "cp1250", "iso-8859-2", "cp852")


def disguises(name):
    """Return the bytes that a name may be written in."""
    for word in (name, name.lower(), name.upper()):
        for encoding in ENCODINGS:
            raw = word.encode(encoding, "ignore")
            yield raw
            yield raw.hex().encode()
            for shift in range(3):
                coded = base64.b64encode(b"x" * shift + raw)
                yield coded[4 if shift else 0 : len(coded) - 4]
        yield word.encode("unicode_escape")


def words_of(result):
    originals = {result.view.surface(r.span) for r in result.replacements if not r.context}
    canonical = {e.canonical for e in result.entities if e.canonical}
    new = {r.text for r in result.replacements if not r.context}
    words = {part for text in originals | canonical | new for part in (text, *text.split())}
    return {word for word in words if len(word) > 4}


def check(folder, words, more=()):
    files = [path for path in folder.rglob("*") if path.is_file()]
    data = b"\n".join(re.sub(b"\0{16,}", b"\0", path.read_bytes()) for path in files)
    assert len(data) > 20_000
    assert len(words) > 8
    found = {word for word in words for raw in disguises(word) if len(raw) > 4 and raw in data}
    assert found == set()
    assert not [secret for secret in more if secret in data or secret.hex().encode() in data]


def used(made):
    pipeline = made.pipeline()
    result = pipeline.run(TEXT)
    pipeline.run_file(TEXT.encode(), "Jan Kowalski.txt")
    asked = Asked("Jan Kowalski wants to know", "Jan Kowalski")
    made.revealer().text(result.text, asked)
    made.revealer().pseudonym(result.text.split()[1], asked)
    return pipeline, result


def secrets_of(made):
    return [key.secret for key in made.keys.all] + [key.derive("x25519") for key in made.keys.all]


def test_no_name_stands_in_the_files_of_sqlite(ledger, tmp_path, monkeypatch):
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    _open, result = used(ledger)
    assert (tmp_path / "ledger.db-wal").stat().st_size
    check(tmp_path, words_of(result), secrets_of(ledger))
    admin.purge(ledger.store(), ledger.keys, ["Jan Kowalski"], "Jan Kowalski")
    check(tmp_path, words_of(result), secrets_of(ledger))


@pytest.mark.slow
def test_no_name_stands_in_the_files_of_postgresql(postgres, cluster):
    from .conftest import as_postgres, new_ledger, programs

    def psql(cluster, url, *words):
        return as_postgres(programs() / "psql", url, *words)

    made = new_ledger(postgres)
    _open, result = used(made)
    psql(cluster, postgres, "-c", "CHECKPOINT")
    query = ("-tAc", "SELECT oid FROM pg_database WHERE datname = current_database()")
    oid = psql(cluster, postgres, *query)
    assert "pairs" in psql(cluster, postgres, "-c", "\\dt")
    words = {word for word in words_of(result) if len(word) > 6}  # PostgreSQL has texts of its own
    for folder in (cluster / "data" / "base" / oid.strip(), cluster / "data" / "pg_wal"):
        check(folder, words, secrets_of(made))


@pytest.mark.slow
def test_lengths_tell_nothing_of_a_name(ledger):
    book = Book.open(ledger.url, ledger.keys.draw)
    for n, name in enumerate(
        ("Li", "Jan Kowalski", "Katarzyna Barbara Dolińska-Brzęczyszczykiewicz")
    ):
        book.settle("test", name, [Choice(name[::-1])])
        pipeline = ledger.pipeline()
        pipeline.run(f"{n} {name} tel. 60123456{n}")
    for table, columns in ((pairs, ("shown", "sealed")), (documents, ("sealed", "sketch"))):
        with ledger.store().read() as connection:
            rows = connection.execute(sa.select(table)).all()
        for column in columns:
            assert len({len(getattr(row, column)) for row in rows}) == 1, column


def test_the_same_name_twice_seals_to_other_bytes(ledger):
    book = Book.open(ledger.url, ledger.keys.draw)
    book.settle("person.pl", "Jan Kowalski", [Choice("Adam Lis")])
    book.settle("person.sk", "Jan Kowalski", [Choice("Adam Lis")])
    with ledger.store().read() as connection:
        one, two = connection.execute(sa.select(pairs)).all()
    for column in ("entity", "surrogate", "shown", "sealed"):
        assert bytes(getattr(one, column))[-200:] != bytes(getattr(two, column))[-200:]


def test_the_draw_key_alone_opens_no_original(ledger):
    from allonym.errors import LedgerError
    from allonym.ledger.keys import Key
    from allonym.ledger.reader import Reader

    used(ledger)
    with pytest.raises(LedgerError):
        Reader(ledger.store(), ledger.keys.draw, Key("encrypt", ledger.keys.draw.secret))
    with pytest.raises(LedgerError):
        Reader(ledger.store(), ledger.keys.draw, Key("encrypt", os.urandom(32)))
