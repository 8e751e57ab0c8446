"""The commands as they are typed; what they print and how they end."""

import builtins
import sqlite3
import stat

import pytest
from click.testing import CliRunner

from allonym.cli import cli
from allonym.errors import ConfigError, LedgerError, MissingExtra
from allonym.secrets import read_secret

TEXT = "Zeznawał Jan Kowalski. Jana Kowalskiego zna Anna Zielińska.\n"


@pytest.fixture
def typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ALLONYM_LEDGER", "ALLONYM_SECRET", "ALLONYM_ENCRYPT_KEY", "ALLONYM_AUDIT_KEY"):
        monkeypatch.delenv(name, raising=False)

    def run(*words, given=None):
        return CliRunner().invoke(cli, words, input=given, catch_exceptions=True)

    return run


KEYS = ("--secret", "file:k/draw.key", "--encrypt-key", "file:k/encrypt.key",
        "--audit-key", "file:k/audit.key")  # fmt: skip


def recorded(typed, tmp_path, monkeypatch):
    """Make a ledger and its keys and run a text under it; return how the run ended."""
    typed("ledger", "init", "--ledger", "l.db", "--make-keys", "k")
    monkeypatch.setenv("ALLONYM_SECRET", (tmp_path / "k/draw.key").read_text().strip())
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    return typed("run", "a.txt", "-l", "pl", "--ledger", "l.db", "-o", "b.txt")


def test_keys_are_made_for_their_owner_alone_and_never_twice(typed, tmp_path):
    assert typed("ledger", "init", "--ledger", "l.db", "--make-keys", "k").exit_code == 0
    files = sorted((tmp_path / "k").iterdir())
    assert [path.name for path in files] == ["audit.key", "draw.key", "encrypt.key"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (*files, tmp_path / "l.db")} == {0o600}
    assert len({path.read_text() for path in files}) == 3
    again = typed("ledger", "init", "--ledger", "m.db", "--make-keys", "k")
    assert isinstance(again.exception, ConfigError)


def test_there_and_back(typed, tmp_path, monkeypatch):
    done = recorded(typed, tmp_path, monkeypatch)
    assert done.exit_code == 0, done.output
    back = typed("reveal", "b.txt", "--ledger", "l.db", "--reason", "test", *KEYS)
    assert back.output == TEXT
    made = typed("reveal", "b.txt", "--ledger", "l.db", "--reason", "t", "-o", "c.txt", *KEYS)
    assert made.exit_code == 0
    assert (tmp_path / "c.txt").read_bytes() == (tmp_path / "a.txt").read_bytes()
    listed = typed("ledger", "export", "-o", "x.csv", "--ledger", "l.db", "--reason", "t", *KEYS)
    assert listed.exit_code == 0
    assert stat.S_IMODE((tmp_path / "x.csv").stat().st_mode) == 0o600
    assert "Jan Kowalski" in (tmp_path / "x.csv").read_text("utf-8")
    again = typed("ledger", "export", "-o", "x.csv", "--ledger", "l.db", "--reason", "t", *KEYS)
    assert isinstance(again.exception, LedgerError)
    words = ("ledger", "audit", "--ledger", "l.db", "--audit-key", "file:k/audit.key")
    audit = typed(*words).output
    *_, last = audit.split()
    assert typed(*words, "--mark", last).exit_code == 0
    assert isinstance(typed(*words, "--mark", "0" * 16).exception, LedgerError)
    assert [line.split("  ")[3] for line in audit.splitlines()[:-1]] == [
        "init", "reveal", "revealed", "reveal", "revealed", "export",
    ]  # fmt: skip
    assert "Kowalsk" not in audit


@pytest.mark.slow
def test_who_erases_somebody_is_told_what_is_not_reached(typed, tmp_path, monkeypatch):
    recorded(typed, tmp_path, monkeypatch)
    words = ("--ledger", "l.db", "--reason", "t", *KEYS)
    done = typed("ledger", "purge", "Jan Kowalski", *words)
    assert done.stdout == "erased: pairs 1, documents 1, places 2\n"
    for left in ("handed out", "copies of the ledger", "reports", "other spellings", "audit"):
        assert left in done.stderr
    back = typed("reveal", "b.txt", *words).output
    assert "Kowalsk" not in back
    assert "Anna Zielińska" in back


@pytest.mark.slow
def test_who_erases_somebody_is_told_of_a_broken_audit_and_erases(typed, tmp_path, monkeypatch):
    recorded(typed, tmp_path, monkeypatch)
    with sqlite3.connect(tmp_path / "l.db") as ledger:
        ledger.execute("DELETE FROM audit WHERE n = 1")
    done = typed("ledger", "purge", "Jan Kowalski", "--ledger", "l.db", "--reason", "t", *KEYS)
    assert done.stdout == "erased: pairs 1, documents 1, places 2\n"
    assert isinstance(done.exception, LedgerError)
    assert "tampered with" in str(done.exception)


@pytest.mark.slow
def test_who_erases_nobody_is_told_so(typed, tmp_path, monkeypatch):
    recorded(typed, tmp_path, monkeypatch)
    words = ("--ledger", "l.db", "--reason", "t", *KEYS)
    done = typed("ledger", "purge", "Jan Kowalsky", *words)
    assert (done.exit_code, "nobody" in done.stderr) == (3, True)
    done = typed("ledger", "purge", "Jan Kowalski", "Kowalskyj", *words)
    assert (done.exit_code, "number 2 of the 2" in done.stderr) == (3, True)


@pytest.mark.slow
def test_an_unknown_pseudonym_ends_with_three(typed):
    typed("ledger", "init", "--ledger", "l.db", "--make-keys", "k")
    words = ("reveal", "--pseudonym", "Nikt", "--ledger", "l.db", "--reason", "t", *KEYS)
    assert typed(*words).exit_code == 3
    assert isinstance(typed("reveal", "--ledger", "l.db", "--reason", "t").exception, ConfigError)


def test_nothing_is_revealed_without_a_reason(typed):
    assert typed("reveal", "b.txt", "--ledger", "l.db").exit_code == 2


def test_a_missing_library_is_named(typed, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] in ("cryptography", "keyring"):
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    done = typed("ledger", "stats", "--ledger", "l.db")
    assert isinstance(done.exception, MissingExtra)
    assert "allonym[ledger]" in str(done.exception)
    with pytest.raises(MissingExtra, match=r"allonym\[keyring\]"):
        read_secret("keyring:allonym/draw")


def test_keys_come_from_the_keyring(monkeypatch):
    keyring = pytest.importorskip("keyring")
    from keyring.backend import KeyringBackend

    class Ring(KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            return {("allonym", "draw"): "5f" * 16}.get((service, username))

        def set_password(self, *_):
            raise NotImplementedError

    before = keyring.get_keyring()
    keyring.set_keyring(Ring())
    try:
        assert read_secret("keyring:allonym/draw") == b"5f" * 16
        for bad in ("keyring:allonym/other", "keyring:nothing"):
            with pytest.raises(ConfigError):
                read_secret(bad)
    finally:
        keyring.set_keyring(before)
