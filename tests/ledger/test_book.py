"""Pairs: one to one, the same for all who ask, within their domain and kind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from allonym.errors import ConfigError, LedgerError
from allonym.ledger import admin
from allonym.ledger.book import Book
from allonym.ledger.keys import LEAST_PAIR, Box, Key, Lock, Opener, checked_key, pad, unpad
from allonym.ledger.store import Store, pairs
from allonym.ports import Choice
from allonym.reveal import Asked
from tests.each import each

from .conftest import Made, make_keys

WORKER = Path(__file__).with_name("worker.py")


def choices(*names):
    return (Choice(name) for name in names)


def test_a_pair_is_recorded_once_and_for_all(either):
    first = Book.open(either.url, either.keys.draw)
    assert first.settle("person.pl", "Jan Kowalski", choices("Adam Lis")).surrogate == "Adam Lis"
    second = Book.open(either.url, either.keys.draw)
    again = second.settle("person.pl", " JAN  kowalski", choices("Piotr Mak"))
    assert again.surrogate == "Adam Lis"


def test_no_two_originals_share_a_surrogate(either):
    book = Book.open(either.url, either.keys.draw)
    assert book.settle("person.pl", "A", choices("X", "Y")).surrogate == "X"
    assert book.settle("person.pl", "B", choices("X", "Y")).surrogate == "Y"
    assert book.settle("person.pl", "C", choices("X", "Y")) is None
    assert book.settle("person.sk", "C", choices("X", "Y")).surrogate == "X"


def test_domains_know_nothing_of_each_other(ledger):
    one = Book.open(ledger.url, ledger.keys.draw, "one")
    two = Book.open(ledger.url, ledger.keys.draw, "two")
    assert one.settle("person.pl", "A", choices("X")).surrogate == "X"
    assert two.settle("person.pl", "A", choices("Z")).surrogate == "Z"
    assert two.settle("person.pl", "B", choices("X")).surrogate == "X"


def test_a_long_list_of_choices_is_read_only_as_far_as_needed(ledger):
    book = Book.open(ledger.url, ledger.keys.draw)
    for n in range(30):
        asked = []
        made = book.settle("k", f"o{n}", (asked.append(i) or Choice(f"s{i}") for i in range(10**9)))
        assert made.surrogate == f"s{n}"
        assert len(asked) <= 4 * n + 80


@pytest.mark.slow
def test_eight_processes_agree(either):
    secret = either.keys.draw.secret.hex()
    command = [sys.executable, str(WORKER), either.url, secret]
    running = [
        subprocess.Popen([*command, str(seed), "120"], stdout=subprocess.PIPE,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        for seed in range(8)
    ]  # fmt: skip
    told = [json.loads(process.communicate()[0]) for process in running]
    assert all(process.returncode == 0 for process in running)
    assert all(own == told[0] for own in told)
    assert len(told[0]) == len(set(told[0].values())) == 120
    with either.store().read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(pairs)) == 120


def test_a_book_opened_before_the_keys_changed_writes_nothing_more(ledger):
    book = Book.open(ledger.url, ledger.keys.draw)
    admin.rotate(ledger.store(), ledger.keys, make_keys())
    with pytest.raises(LedgerError, match="keys were changed"):
        book.settle("k", "a", choices("x"))


def test_somebody_without_the_draw_key_cannot_bring_in_a_key(ledger):
    from allonym.ledger.store import keys

    foreign = Opener(make_keys().encrypt).public
    with ledger.store().write() as connection:
        connection.execute(sa.update(keys).where(keys.c.kind == "encrypt").values(public=foreign))
    with pytest.raises(LedgerError, match="table of keys"):
        Book.open(ledger.url, ledger.keys.draw)


# --- keys and seals ---


@each(
    "secret",
    [b"x" * 64, b"abcdefghijklmnopqrstuvwxyz0123456789", b"secret" * 4, b"1234567890" * 5],
)
def test_what_can_be_guessed_is_no_key(secret):
    with pytest.raises(ConfigError, match="too easy to guess") as caught:
        checked_key("draw", secret)
    assert secret.decode() not in str(caught.value)


@given(st.binary(min_size=32, max_size=32))
def test_no_random_key_is_refused_in_hexadecimal(raw):
    if len(set(raw)) > 20:  # what a generator gives but once in the age of the world
        checked_key("draw", raw.hex().encode())


def test_one_secret_for_two_uses_is_refused(tmp_path):
    secret = os.urandom(32)
    own = admin.Keys(Key("draw", secret), Key("encrypt", secret), Key("audit", os.urandom(32)))
    with pytest.raises(ConfigError, match="the same"):
        admin.init(str(tmp_path / "x.db"), own)


@given(st.binary(max_size=2000))
def test_padding_is_undone(data):
    padded = pad(data, LEAST_PAIR)
    assert unpad(padded) == data
    assert len(padded) & (len(padded) - 1) == 0


@given(st.binary(max_size=300), st.integers(0, 10**6), st.sampled_from(["", "x", "pairs 2"]))
@settings(max_examples=25)
def test_a_seal_opens_only_whole_and_in_its_row(data, place, row):
    key = Key("encrypt", os.urandom(32))
    opener = Opener(key)
    sealed = Box(opener.public).seal(data, "pairs 1")
    assert opener.open(sealed, "pairs 1") == data
    place %= len(sealed)
    broken = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
    for bad, name in (
        (broken, "pairs 1"),
        (sealed, row),
        (sealed[:20], "pairs 1"),
        (b"", "pairs 1"),
    ):
        with pytest.raises(LedgerError):
            opener.open(bad, name)
    with pytest.raises(LedgerError):
        Opener(Key("encrypt", os.urandom(32))).open(sealed, "pairs 1")


def test_who_seals_cannot_open():
    opener = Opener(Key("encrypt", os.urandom(32)))
    sealed = Box(opener.public).seal(b"Jan", "r")
    with pytest.raises(LedgerError):
        Lock(opener.public).open(sealed[32:], "r")


def test_the_url_may_be_named_by_a_variable_and_its_password_is_not_shown(monkeypatch):
    monkeypatch.setenv("MY_LEDGER", "postgresql://me:geheim123@localhost:1/none")
    pytest.importorskip("psycopg")
    with pytest.raises(LedgerError) as caught:
        Store.open("env:MY_LEDGER")
    assert "geheim123" not in str(caught.value)
    for bad in ("mysql://x/y", "sqlite://", "env:NOT_SET_AT_ALL"):
        with pytest.raises(ConfigError):
            Store.open(bad)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.slow
def test_a_forked_child_opens_connections_of_its_own(either):
    book = Book.open(either.url, either.keys.draw)
    assert book.settle("k", "a", choices("x")).surrogate == "x"
    child = os.fork()
    if not child:
        told = [
            book.settle("k", f"c{n}", choices(*(f"s{m}" for m in range(99)))) for n in range(20)
        ]
        os._exit(0 if all(told) else 1)
    told = [book.settle("k", f"p{n}", choices(*(f"s{m}" for m in range(99)))) for n in range(20)]
    assert os.waitpid(child, 0)[1] == 0
    assert all(told)
    with either.store().read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(pairs)) == 41


@pytest.mark.slow
def test_who_may_only_add_can_pseudonymize_and_nothing_else(postgres, cluster):
    from .conftest import as_postgres, new_ledger, programs

    made = new_ledger(postgres)
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "ledger.md").read_text("utf-8")
    grants = page.partition("```sql\n")[2].partition("```")[0]
    as_postgres(programs() / "psql", postgres, "-c", f"CREATE ROLE writer LOGIN; {grants}")
    writer = Made(postgres.replace("postgres@", "writer@"), made.keys)
    text = "Zeznawał Jan Kowalski."
    assert made.revealer().text(writer.pipeline().run(text).text, Asked("why")) == text
    with pytest.raises(LedgerError):
        writer.revealer().text(text, Asked("why"))
    with pytest.raises(LedgerError):
        admin.purge(writer.store(), made.keys, ["Jan Kowalski"], "why")
    as_postgres(programs() / "psql", postgres, "-c", "DROP OWNED BY writer; DROP ROLE writer")


def test_a_trial_answers_as_the_ledger_will_and_records_nothing(either):
    book = Book.open(either.url, either.keys.draw)
    book.settle("person.pl", "Jan Kowalski", choices("Adam Lis"))

    def asked(ledger):
        return [
            ledger.settle("person.pl", original, choices("Adam Lis", "Piotr Mak", "Ewa Bor"))
            for original in ("JAN KOWALSKI", "Ewa Nowak", "Anna Zielińska", "Ewa Nowak", "Ola Sum")
        ]

    answers = asked(book.trial().trial())
    assert [c.surrogate for c in answers if c] == ["Adam Lis", "Piotr Mak", "Ewa Bor", "Piotr Mak"]
    assert answers[-1] is None
    assert admin.stats(either.store(), either.keys.draw)["pairs"] == 1
    assert asked(book) == answers
