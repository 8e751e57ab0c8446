"""Ledgers to test with: SQLite always, PostgreSQL where its programs are installed."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("cryptography")

from allonym import Pipeline
from allonym.ledger import admin
from allonym.ledger.keys import Key
from allonym.ledger.store import Store
from allonym.reveal import Revealer
from allonym.secrets import fresh_secret


def make_keys(seed=0):
    return admin.Keys(*(Key(kind, bytes([seed + n]) * 3 + fresh_secret()[3:])
                        for n, kind in enumerate(("draw", "encrypt", "audit"))))  # fmt: skip


@dataclass
class Made:
    """A ledger with its keys."""

    url: str
    keys: admin.Keys

    def store(self):
        return Store.open(self.url)

    def pipeline(self, language="pl", **options):
        made = Pipeline.load(
            language=language, secret=self.keys.draw.secret, ledger=self.url, **options
        )
        return at_once(made)

    def revealer(self, domain=""):
        own = self.keys
        return Revealer.open(self.url, own.draw, own.encrypt, own.audit, domain)


def at_once(made):
    """Return a pipeline with what takes a while to load."""
    parts = replace(loaded(made.language), profile=made.profile, draw=made.draw, ledger=made.ledger)
    return replace(made, _loaded={made.language: parts})


@cache
def loaded(language):
    """Return what takes a while to load, once for all tests."""
    return Pipeline.load(language=language)._pack(language)


def new_ledger(url):
    own = make_keys()
    admin.init(url, own)
    return Made(url, own)


@pytest.fixture
def ledger(tmp_path):
    return new_ledger(str(tmp_path / "ledger.db"))


def programs():
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


def as_postgres(*command):
    """Run a program of PostgreSQL, which refuses to be root."""
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", "postgres", "--", *words]
    done = subprocess.run(words, check=True, capture_output=True, cwd="/", text=True)
    return done.stdout


@pytest.fixture(scope="session")
def cluster():
    """A folder with a running cluster that listens on a socket in it alone."""
    pytest.importorskip("psycopg")
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (no /usr/lib/postgresql/*/bin/initdb)")
    folder = Path(tempfile.mkdtemp(prefix="allonym-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    as_postgres(programs() / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N",
                "--wal-segsize=1")  # fmt: skip
    settings = f"-k {folder} -c listen_addresses='' -c fsync=off"
    start = ("-l", folder / "log", "-o", settings, "-w", "start")
    as_postgres(programs() / "pg_ctl", "-D", data, *start)
    try:
        yield folder
    finally:
        as_postgres(programs() / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(cluster, request):
    """The URL of a fresh database."""
    name = f"d{abs(hash(request.node.nodeid)) % 10**9}"
    run = ("-h", cluster, "-U", "postgres")
    as_postgres(programs() / "createdb", *run, name)
    yield f"postgresql://postgres@/{name}?host={cluster}"
    as_postgres(programs() / "dropdb", *run, "--force", name)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def either(request, tmp_path):
    """A ledger in each of the databases."""
    if request.param == "sqlite":
        return new_ledger(str(tmp_path / "ledger.db"))
    return new_ledger(request.getfixturevalue("postgres"))
