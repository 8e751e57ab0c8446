"""``allonym ledger``: make a ledger, count, check, change keys, erase a person, export."""

from __future__ import annotations

import csv
import json
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from allonym.errors import ConfigError, LedgerError, needs
from allonym.files.writing import new_private

if TYPE_CHECKING:
    from allonym.ledger.admin import Keys
    from allonym.ledger.store import Store

F = TypeVar("F", bound=Callable[..., object])

_KEYS = (
    ("draw", "--secret", "ALLONYM_SECRET", "Draws and finds pairs."),
    ("encrypt", "--encrypt-key", "ALLONYM_ENCRYPT_KEY", "Opens originals."),
    ("audit", "--audit-key", "ALLONYM_AUDIT_KEY", "Chains the lines of the audit."),
)


def key_options(*kinds: str) -> Callable[[F], F]:
    """Add the ledger and the keys of these kinds to a command."""

    def add(function: F) -> F:
        for kind, flag, variable, use in reversed(_KEYS):
            if kind in kinds:
                option = click.option(
                    flag, f"{kind}_key", metavar="REF", default=f"env:{variable}",
                    show_default=True, help=use,
                )  # fmt: skip
                function = option(function)
        ledger = click.option(
            "--ledger", "url", metavar="URL", envvar="ALLONYM_LEDGER", required=True,
            help="File or database URL; ALLONYM_LEDGER unless given.",
        )  # fmt: skip
        return ledger(function)

    return add


def needs_ledger() -> None:
    """Refuse to go on without the libraries that a ledger needs.

    Raises:
        MissingExtra: If one is missing.
    """
    with needs("a ledger needs", "ledger"):
        import cryptography  # noqa: F401
        import sqlalchemy  # noqa: F401


def keys_of(draw_key: str, encrypt_key: str, audit_key: str) -> Keys:
    """Read the keys of a ledger.

    Raises:
        MissingExtra: If a library is missing.
        ConfigError: If a key cannot be read.
    """
    needs_ledger()
    from allonym.ledger.admin import Keys
    from allonym.ledger.keys import read_key

    return Keys(
        read_key("draw", draw_key), read_key("encrypt", encrypt_key), read_key("audit", audit_key)
    )


@contextmanager
def _opened(url: str, **references: str) -> Iterator[tuple[Store, Keys]]:
    """Open a ledger with its keys, and close it."""
    own = keys_of(**references)
    from allonym.ledger.store import Store

    with closing(Store.open(url)) as store:
        yield store, own


@click.group("ledger", help="Make and look after a ledger of pseudonyms.")
def command() -> None:  # noqa: D103
    pass


@command.command("init", help="Make a ledger, and keys for it where asked.")
@click.option("--make-keys", metavar="DIR", type=click.Path(path_type=Path),
              help="Make three random keys in this folder and use them.")  # fmt: skip
@key_options("draw", "encrypt", "audit")
def init(url: str, make_keys: Path | None, **references: str) -> None:  # noqa: D103
    needs_ledger()
    from allonym.ledger.admin import init as make

    if make_keys is not None:
        references = {f"{kind}_key": _made(make_keys, kind) for kind, *_ in _KEYS}
    own = keys_of(**references)
    make(url, own)
    for key in own.all:
        click.echo(f"{key.kind:8}{key.id}")


def _made(folder: Path, kind: str) -> str:
    """Make a key file, never over another, and return the reference to it."""
    path = folder / f"{kind}.key"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with new_private(path, "x") as stream:
            stream.write(secrets.token_hex(32) + "\n")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be made ({error.strerror})") from error
    return f"file:{path}"


@command.command("stats", help="Count pairs, documents and lines of audit; no content.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@key_options("draw")
def stats(url: str, draw_key: str, *, as_json: bool) -> None:  # noqa: D103
    needs_ledger()
    from allonym.ledger.admin import stats as count
    from allonym.ledger.keys import read_key
    from allonym.ledger.store import Store

    with closing(Store.open(url)) as store:
        found = count(store, read_key("draw", draw_key))
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    kinds: Any = found.pop("kinds")
    keys: Any = found.pop("keys")
    rows = [*found.items(), *((f"  {kind}", n) for kind, n in kinds.items())]
    for name, count_of in (*rows, *((f"{kind} key", key) for kind, key in sorted(keys.items()))):
        click.echo(f"{name:24}{count_of}")


@command.command("verify", help="Open every row and check the chain of the audit.")
@click.option("--mark", metavar="MARK", default="",
              help="Of a line of audit kept elsewhere; it must still be there.")  # fmt: skip
@key_options("draw", "encrypt", "audit")
def verify(url: str, mark: str, **references: str) -> None:  # noqa: D103
    with _opened(url, **references) as (store, own):
        from allonym.ledger.admin import verify as check

        counts, last = check(store, own, mark)
    what = ", ".join(f"{n} {name}" for name, n in counts.items())
    click.echo(f"sound: {what}; last line of audit {last}")


@command.command("audit", help="Print who revealed, erased and changed what; check the chain.")
@click.option("--mark", metavar="MARK", default="",
              help="Of a line kept elsewhere; it must still be there.")  # fmt: skip
@key_options("audit")
def audit(url: str, mark: str, audit_key: str) -> None:  # noqa: D103
    needs_ledger()
    from allonym.ledger.admin import open_audit
    from allonym.ledger.keys import read_key
    from allonym.ledger.store import Store

    with closing(Store.open(url)) as store:
        own = open_audit(store, read_key("audit", audit_key))
        lines = list(own.lines())
        _, last = own.verify(mark)
    for line in lines:
        parts = (str(line.number), line.time, line.who, line.what, line.reason, line.detail)
        click.echo("  ".join(part for part in parts if part))
    click.echo(f"last line {last}")


@command.command("rotate", help="Put everything under new keys; call it again if interrupted.")
@click.option("--new-secret", "new_draw_key", metavar="REF", help="The draw key from now on.")
@click.option("--new-encrypt-key", metavar="REF", help="The encrypt key from now on.")
@click.option("--new-audit-key", metavar="REF", help="The audit key from now on.")
@key_options("draw", "encrypt", "audit")
def rotate(url: str, **references: str) -> None:  # noqa: D103
    given = {f"{kind}_key": references.pop(f"new_{kind}_key") for kind, *_ in _KEYS}
    changed = {name: reference for name, reference in given.items() if reference}
    if not changed:
        raise ConfigError(
            "nothing to change; give --new-secret, --new-encrypt-key, --new-audit-key"
        )
    own, new = keys_of(**references), keys_of(**{**references, **changed})
    from allonym.ledger.admin import rotate as move
    from allonym.ledger.store import Store

    with closing(Store.open(url)) as store:
        moved = move(store, own, new)
    click.echo(f"moved {moved['pairs']} pairs and {moved['documents']} documents")


@command.command("purge", help="Erase a person: pairs, and what stored documents say.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--reason", metavar="TEXT", required=True, help="For the audit.")
@key_options("draw", "encrypt", "audit")
def purge(url: str, names: Sequence[str], reason: str, **references: str) -> None:  # noqa: D103
    with _opened(url, **references) as (store, own):
        from allonym.ledger.admin import purge as erase

        if not all(map(str.strip, names)):
            raise ConfigError("a name to purge is blank; name the person")
        done, nowhere = erase(store, own, names, reason)
        click.echo("erased: " + ", ".join(f"{name} {n}" for name, n in done.items()))
        if len(nowhere) == len(names):
            click.echo("allonym: nobody and nothing is called so in the ledger", err=True)
            raise click.exceptions.Exit(3)
        click.echo(
            "allonym: not erased: files that were handed out, copies of the ledger and of "
            "originals elsewhere, reports, other spellings of these names, and the lines of the "
            "audit",
            err=True,
        )
        _check(store, own, "it is done all the same, but who did that may have kept what is gone")
        if nowhere:
            which = f"number {', '.join(map(str, nowhere))} of the {len(names)} that were named"
            click.echo(f"allonym: nowhere in the ledger: {which}", err=True)
            raise click.exceptions.Exit(3)


@command.command("forget", help="Erase the plans of old documents; pairs stay.")
@click.option("--before", metavar="DAY", type=click.DateTime(["%Y-%m-%d"]), required=True,
              help="The first day to be kept, as 2026-05-03.")  # fmt: skip
@click.option("--reason", metavar="TEXT", required=True, help="For the audit.")
@key_options("draw", "encrypt", "audit")
def forget(url: str, before: datetime, reason: str, **references: str) -> None:  # noqa: D103
    with _opened(url, **references) as (store, own):
        from allonym.ledger.admin import forget as erase

        done = erase(store, own, before.date(), reason)
        click.echo(f"erased the plans of {done} documents")
        _check(store, own, "it is done all the same, but who did that may have kept what is gone")


@command.command("export", help="Write all pairs as CSV, with their originals.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="A new file that only you can read; standard output unless given.")  # fmt: skip
@click.option("--reason", metavar="TEXT", required=True, help="For the audit.")
@key_options("draw", "encrypt", "audit")
def export(url: str, output: Path | None, reason: str, **references: str) -> None:  # noqa: D103
    with _opened(url, **references) as (store, own), _target(output) as stream:
        from allonym.ledger.admin import open_audit
        from allonym.ledger.reader import Reader

        reader = Reader(store, own.draw, own.encrypt)
        lines = open_audit(store, own.audit)
        lines.verify()
        lines.append("export", reason=reason)
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(("domain", "kind", "original", "pseudonym"))
        for pair in sorted(reader.pairs(), key=lambda p: (p.domain, p.kind, p.original)):
            original = pair.original.partition("\t")[0]
            rows.writerow((pair.domain, pair.kind, original, pair.surrogate))


@command.command("copy", help="Copy a ledger, sealed as it is, to another file or database.")
@click.argument("target", metavar="URL")
@key_options("draw", "encrypt", "audit")
def copy(url: str, target: str, **references: str) -> None:  # noqa: D103
    with _opened(url, **references) as (store, own):
        from allonym.ledger.admin import copy as write

        counts = write(store, own, target)
        click.echo("copied " + ", ".join(f"{n} {name}" for name, n in counts.items()))
        _check(store, own, "the copy is as broken as it")


def _check(store: Store, own: Keys, so: str) -> None:
    """Check the audit behind what a broken one must not hold up; `so` says what it means then."""
    from allonym.ledger.admin import open_audit

    try:
        open_audit(store, own.audit).verify()
    except LedgerError as error:
        raise LedgerError(f"{error}; {so}") from error


def _target(path: Path | None) -> AbstractContextManager[IO[str]]:
    """Return standard output, or a new file that only its owner can read."""
    if path is None:
        return nullcontext(sys.stdout)
    try:
        return new_private(path, "x", encoding="utf-8", newline="")
    except OSError as error:
        raise LedgerError(f"{path}: cannot be made ({error.strerror})") from error
