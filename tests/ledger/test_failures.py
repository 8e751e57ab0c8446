"""What goes wrong ends in one sentence: nothing is lost, nothing revealed, nothing half written."""

import os
import random
import resource
import sqlite3
import subprocess
import sys
import time

import pytest
import sqlalchemy as sa

from allonym.errors import ConfigError, LedgerError
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.ledger import admin, store
from allonym.ledger.audit import Audit
from allonym.ledger.book import Book
from allonym.ledger.store import Store, documents
from allonym.ports import Choice
from allonym.reveal import Asked, Revealer

from .conftest import make_keys

TEXT = "Spotkałem się z Janem Kowalskim we Wrocławiu."
ASKED = Asked("why")


def told(caught):
    said = str(caught.value)
    assert "Kowalsk" not in said
    assert "\n" not in said
    return said


@pytest.mark.parametrize("kind", ["draw", "encrypt", "audit"])
def test_a_wrong_key_is_named_and_opens_nothing(either, kind):
    made = either.pipeline().run(TEXT).text
    wrong = make_keys()
    own = {k: getattr(wrong if k == kind else either.keys, k) for k in ("draw", "encrypt", "audit")}
    with pytest.raises(LedgerError, match=f"the {kind} key given is") as caught:
        Revealer.open(either.url, own["draw"], own["encrypt"], own["audit"])
    assert "Kowalsk" not in told(caught)
    assert either.revealer().text(made, ASKED) == TEXT


def test_a_missing_key_is_named(monkeypatch, ledger):
    from allonym.ledger.keys import read_key

    monkeypatch.delenv("ALLONYM_ENCRYPT_KEY", raising=False)
    with pytest.raises(ConfigError, match="ALLONYM_ENCRYPT_KEY is not set"):
        read_key("encrypt", "env:ALLONYM_ENCRYPT_KEY")


def test_nothing_is_revealed_where_the_audit_cannot_be_written(ledger, monkeypatch):
    made = ledger.pipeline().run(TEXT).text
    revealer = ledger.revealer()
    opened = []

    def fail(*_args, **_more):
        raise LedgerError("no space left for the ledger")

    monkeypatch.setattr(Audit, "append", fail)
    monkeypatch.setattr(revealer.reader, "document", opened.append)
    with pytest.raises(LedgerError, match="no space"):
        revealer.text(made, ASKED)
    with pytest.raises(LedgerError, match="no space"):
        revealer.pseudonym("Adam Lis", ASKED)
    assert opened == []


def test_nothing_is_returned_where_the_document_cannot_be_recorded(ledger, monkeypatch):
    pipeline = ledger.pipeline()

    def fail(*_args):
        raise LedgerError("no space left for the ledger")

    monkeypatch.setattr(Book, "record", fail)
    with pytest.raises(LedgerError, match="no space"):
        pipeline.run(TEXT)
    with pytest.raises(LedgerError, match="no space"):
        pipeline.run_file(TEXT.encode(), "a.txt")


def test_a_locked_database_is_waited_for_and_then_named(ledger, monkeypatch):
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.1)
    book = Book.open(ledger.url, ledger.keys.draw)
    other = sqlite3.connect(ledger.url)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LedgerError, match="held the ledger too long"):
        book.settle("k", "a", [Choice("x")])
    other.rollback()
    other.close()
    assert book.settle("k", "a", [Choice("y")]).surrogate == "y"


@pytest.mark.parametrize(
    "damage",
    [
        "middle",
        *(pytest.param(d, marks=pytest.mark.slow) for d in ("head", "cut", "text", "empty")),
    ],
)
def test_a_damaged_database_is_named(ledger, damage, tmp_path):
    pipeline = ledger.pipeline()
    for n in range(8):
        pipeline.run(f"{TEXT} {n}")
    opened = ledger.store()
    admin._sweep(opened)
    opened.close()
    pipeline.ledger.close()
    path = tmp_path / "ledger.db"
    for extra in ("ledger.db-wal", "ledger.db-shm"):
        (tmp_path / extra).unlink(missing_ok=True)
    data = bytearray(path.read_bytes())
    if damage == "head":
        data[:4096] = bytes(4096)
    elif damage == "middle":
        for start in range(4096, len(data), 4096):
            data[start : start + 600] = random.Random(start).randbytes(600)
    elif damage == "cut":
        del data[len(data) // 2 :]
    else:
        data = bytearray(b"Jan Kowalski\n" * 99 if damage == "text" else b"")
    path.write_bytes(data)
    with pytest.raises(LedgerError) as caught:
        admin.verify(ledger.store(), ledger.keys)
    told(caught)


def command(ledger, *words, cwd, limit=None):
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "ALLONYM_SECRET": ledger.keys.draw.secret.hex(),
        "ALLONYM_ENCRYPT_KEY": ledger.keys.encrypt.secret.hex(),
        "ALLONYM_AUDIT_KEY": ledger.keys.audit.secret.hex(),
    }

    def tighten():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [sys.executable, "-m", "allonym", *words], capture_output=True, text=True,
        env=environment, cwd=cwd, check=False, preexec_fn=tighten if limit else None,
    )  # fmt: skip


@pytest.fixture
def by_hex(tmp_path):
    """A ledger whose keys are given as text, for other processes."""
    from allonym.ledger.keys import Key

    from .conftest import Made

    own = admin.Keys(*(Key(k.kind, k.secret.hex().encode()) for k in make_keys().all))
    url = str(tmp_path / "ledger.db")
    admin.init(url, own)
    made = Made(url, own)
    raw = admin.Keys(*(Key(k.kind, bytes.fromhex(k.secret.decode())) for k in own.all))
    return made, Made(url, raw)


@pytest.mark.slow
def test_a_full_disk_is_named_and_nothing_is_half_written(by_hex, tmp_path):
    ledger, raw = by_hex
    families = [e.lemma for e in load_pool(load_pack("pl"), "family").entries if "-" not in e.lemma]
    for n in range(3):
        crowd = " ".join(f"Adam {name}," for name in families[: 60 * (n == 2)])
        (tmp_path / f"{n}.txt").write_text(f"{TEXT} {n} {crowd}\n")
        words = ("run", f"{n}.txt", "-l", "pl", "--ledger", ledger.url, "-o", f"{n}.out")
        limit = (None, 16_384, 200_000)[n]
        done = command(raw, *words, cwd=tmp_path, limit=limit)
        assert "Kowalsk" not in done.stderr
        if n:
            assert done.returncode == 3
            assert "ledger" in done.stderr
            assert done.stderr.count("\n") == 1
            assert not (tmp_path / f"{n}.out").exists()
    counts, _ = admin.verify(ledger.store(), ledger.keys)
    assert counts["documents"] == 1
    done = command(raw, "run", "1.txt", "-l", "pl", "--ledger", ledger.url, cwd=tmp_path)
    assert done.returncode == 0


@pytest.mark.slow
def test_killed_runs_leave_a_sound_ledger(by_hex, tmp_path):
    ledger, raw = by_hex
    names = ["Jan", "Adam", "Piotr", "Marek", "Paweł", "Tomasz"]
    for n in range(40):
        people = " ".join(f"{name} Kowal{n}ski" for name in names)
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{n}.txt").write_text(f"Byli tam: {people}. {TEXT} {n}\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path),
                   "ALLONYM_SECRET": raw.keys.draw.secret.hex()}  # fmt: skip
    words = [sys.executable, "-m", "allonym", "run", "in", "-l", "pl", "--ledger", ledger.url,
             "-o", "out"]  # fmt: skip
    out = tmp_path / "out"
    for written in (3, 15):
        running = subprocess.Popen(words, env=environment, cwd=tmp_path)
        while running.poll() is None and (not out.exists() or len(list(out.iterdir())) < written):
            time.sleep(0.01)
        running.kill()
        running.wait()
        admin.verify(ledger.store(), ledger.keys)
    done = subprocess.run(words, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 0
    revealer = ledger.revealer()
    for path in (tmp_path / "out").glob("*.txt"):  # a killed run may leave half a hidden file
        original = (tmp_path / "in" / path.name).read_bytes()
        assert revealer.file(path.read_bytes(), path.name, ASKED).data == original
    with ledger.store().read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(documents)) == 40


def test_no_ledger_is_made_by_the_way(tmp_path):
    with pytest.raises(LedgerError, match="ledger init"):
        Store.open(str(tmp_path / "none.db"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_programs_side_by_side_call_everybody_the_same(by_hex, tmp_path):
    ledger, raw = by_hex
    families = [e.lemma for e in load_pool(load_pack("pl"), "family").entries if "-" not in e.lemma]
    (tmp_path / "in").mkdir()
    for n in range(30):
        people = ", ".join(f"Adam {name}" for name in families[n : n + 8])
        (tmp_path / "in" / f"{n}.txt").write_text(f"Obecni: {people}.\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path),
                   "ALLONYM_SECRET": raw.keys.draw.secret.hex()}  # fmt: skip
    words = [sys.executable, "-m", "allonym", "run", "in", "-l", "pl", "--ledger", ledger.url, "-o"]
    running = [
        subprocess.Popen([*words, f"out{n}"], env=environment, cwd=tmp_path) for n in range(4)
    ]
    assert [process.wait() for process in running] == [0] * 4
    made = [{p.name: p.read_text() for p in (tmp_path / f"out{n}").iterdir()} for n in range(4)]
    assert all(own == made[0] for own in made)
    assert len(made[0]) == 30
