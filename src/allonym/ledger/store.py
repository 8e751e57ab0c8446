"""The database of a ledger: its tables, how it is opened, and what its failures mean."""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import NoSuchModuleError as _NoSuchDialect

from allonym.errors import ConfigError, LedgerError, MissingExtra, to_install

SCHEMA = "1"
BUSY_SECONDS = 30.0

_metadata = sa.MetaData()

meta = sa.Table(
    "meta", _metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)  # fmt: skip
keys = sa.Table(
    "keys", _metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("current", sa.Boolean, nullable=False),
    sa.Column("public", sa.LargeBinary, nullable=False),
    sa.Column("mac", sa.LargeBinary, nullable=False),
)  # fmt: skip
pairs = sa.Table(
    "pairs", _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("entity", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("surrogate", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("shown", sa.LargeBinary, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("draw_key", sa.String(16), nullable=False),
    sa.Column("encrypt_key", sa.String(16), nullable=False),
)  # fmt: skip
documents = sa.Table(
    "documents", _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("text", sa.LargeBinary(32), nullable=False, index=True),
    sa.Column("data", sa.LargeBinary(32), nullable=False, index=True),
    sa.Column("sketch", sa.LargeBinary, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("draw_key", sa.String(16), nullable=False),
    sa.Column("encrypt_key", sa.String(16), nullable=False),
)  # fmt: skip
audit = sa.Table(
    "audit", _metadata,
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("mac", sa.LargeBinary(32), nullable=False),
)  # fmt: skip


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Store:
    """An open database; every failure of it becomes a `LedgerError` without content."""

    engine: sa.Engine = field(repr=False)
    place: str

    @classmethod
    def open(cls, url: str, *, make: bool = False) -> Store:
        """Open the database of a ledger.

        Args:
            url: ``sqlite:///FILE``, the path of a file, ``postgresql://…``, or ``env:NAME`` for a
                variable that holds one of these, since a URL may hold a password.
            make: Make it where there is none.

        Raises:
            ConfigError: If the URL is not understood.
            MissingExtra: If the driver for the database is not installed.
            LedgerError: If there is no ledger, or it is of another version.
        """
        parsed = _parse(url)
        engine = _engine(parsed, make=make)
        store = cls(engine, _named(parsed))
        weakref.finalize(store, engine.dispose)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=partial(_forsake, weakref.ref(engine)))
        if make:
            store._make()
        store._check()
        return store

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Give a connection that reads."""
        with self._guard(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self, *, lasting: bool = True) -> Iterator[sa.Connection]:
        """Give a transaction that writes: all of it, or nothing.

        Args:
            lasting: Once this returns, not even a loss of power can undo it, nor what was written
                before.  Without, the next lasting one sees to that.

        Raises:
            IntegrityError: If a unique value is taken; the caller decides what follows.
        """
        with self._guard(), self.engine.connect() as plain:
            connection = plain.execution_options(allonym_writes="FULL" if lasting else "NORMAL")
            with connection.begin():
                if not lasting and self.engine.dialect.name == "postgresql":
                    connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                yield connection

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def _make(self) -> None:
        with self.write() as connection:
            _metadata.create_all(connection)
            if connection.scalar(sa.select(meta.c.value).where(meta.c.name == "schema")) is None:
                row = {"name": "schema", "value": SCHEMA.encode()}
                connection.execute(sa.insert(meta).values(row))

    def _check(self) -> None:
        with self._guard():
            found = sa.inspect(self.engine).has_table("meta")
        if not found:
            raise LedgerError(f"{self.place}: no ledger; make one with: allonym ledger init")
        with self.read() as connection:
            value = connection.scalar(sa.select(meta.c.value).where(meta.c.name == "schema"))
        if value is None or bytes(value) != SCHEMA.encode():
            raise LedgerError(f"{self.place}: a ledger of another version; this one reads {SCHEMA}")

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise LedgerError(f"{self.place}: {_meaning(error)}") from error


def _forsake(engine: weakref.ref[sa.Engine]) -> None:
    """Leave a parent's connections to it: two processes on one of them would damage the ledger."""
    if (own := engine()) is not None:
        own.dispose(close=False)


def _parse(url: str) -> sa.URL:
    if url.startswith("env:"):
        name = url[4:]
        url = os.environ.get(name, "")
        if not url:
            raise ConfigError(f"environment variable {name} is not set; it should name the ledger")
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = sa.make_url(url)
    except SQLAlchemyError:
        raise ConfigError("the ledger's URL is not understood; write sqlite:///FILE") from None
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise ConfigError("a ledger lives in SQLite or PostgreSQL: sqlite:///FILE, postgresql://…")
    return parsed


def _named(url: sa.URL) -> str:
    """Return what messages call the database; a password may stand anywhere in a URL."""
    if url.get_backend_name() == "sqlite":
        return url.database or ""
    return f"postgresql {url.host or 'of this machine'}, database {url.database}"


def _engine(url: sa.URL, *, make: bool) -> sa.Engine:
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, make=make)
    try:
        return sa.create_engine(url, hide_parameters=True, pool_pre_ping=True)
    except (ModuleNotFoundError, _NoSuchDialect) as error:
        raise MissingExtra(
            f"a ledger in PostgreSQL needs an extra: {to_install('postgres')}"
        ) from error


def _sqlite(url: sa.URL, *, make: bool) -> sa.Engine:
    path = Path(url.database or "")
    if not url.database or url.database == ":memory:":
        raise ConfigError("a ledger needs a file: sqlite:///FILE")
    if not path.exists():
        if not make:
            raise LedgerError(f"{path}: no ledger; make one with: allonym ledger init")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError as error:
            raise LedgerError(f"{path}: cannot be made ({error.strerror})") from error
    options = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    engine = sa.create_engine(url, hide_parameters=True, connect_args=options)
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    """Set up one SQLite connection; what is deleted is overwritten, nothing goes to temp files."""
    connection.isolation_level = None  # SQLAlchemy's "begin" decides when a transaction starts
    for line in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {line}")


def _begin(connection: sa.Connection) -> None:
    level = connection.get_execution_options().get("allonym_writes")
    if level:
        connection.exec_driver_sql(f"PRAGMA synchronous={level}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if level else "BEGIN")


_MEANINGS = (
    ("locked", "another process has held the ledger too long; nothing was written; try again"),
    ("full", "no space left for the ledger; nothing was written; make room and try again"),
    ("i/o error", "the disk refused to write or read the ledger; nothing was written"),
    ("readonly", "the ledger cannot be written; look at the rights of its file and folder"),
    ("unable to open", "the ledger cannot be opened; look at the rights of its file and folder"),
    ("not a database", "not a ledger, or damaged; restore it from a copy"),
    ("malformed", "the ledger is damaged; restore it from a copy"),
    ("no such table", "not a ledger, or damaged; restore it from a copy"),
    ("permission denied", "the database does not allow this to its user"),
    ("authentication", "the database refused user or password"),
    ("connection", "the database cannot be reached"),
)  # fmt: skip


def _meaning(error: SQLAlchemyError) -> str:
    """Say what a failure means; the database's own words might quote a value."""
    said = str(error.orig).lower() if isinstance(error, DBAPIError) else ""
    known = next((text for sign, text in _MEANINGS if sign in said), "")
    return known or f"the database failed ({type(error).__name__}); nothing was written"
