"""``allonym reveal``: restore a document, or say who a pseudonym stands for."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from allonym.cli.ledger import key_options, keys_of
from allonym.cli.options import read_input
from allonym.cli.run import beside, write_to
from allonym.errors import ConfigError

if TYPE_CHECKING:
    from allonym.reveal import Revealed


@click.command("reveal", help="Undo a pseudonymization by the ledger; leaves a line of audit.")
@click.argument("path", required=False, metavar="[FILE|-]")
@click.option("--pseudonym", metavar="NAME", help="Say who this name or value stands for.")
@click.option("--reason", metavar="TEXT", required=True, help="Why, for the audit.")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="Where to write; without it text goes to standard output.")  # fmt: skip
@click.option("--document", metavar="ID", default="",
              help="Its id in the ledger, if it was edited beyond recognition.")  # fmt: skip
@click.option("--domain", metavar="NAME", default="", help="consistency.name of the profile.")
@click.option("-l", "--language", metavar="LANG", default="",
              help="Of the pseudonym; all are tried unless given.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print pairs as JSON.")
@click.option("--unverified-audit", is_flag=True,
              help="Go on although lines of the audit were changed or are missing.")  # fmt: skip
@key_options("draw", "encrypt", "audit")
def command(  # noqa: D103, PLR0913
    path: str | None,
    pseudonym: str | None,
    reason: str,
    output: Path | None,
    document: str,
    domain: str,
    language: str,
    url: str,
    *,
    as_json: bool,
    unverified_audit: bool,
    **references: str,
) -> None:
    if (path is None) == (pseudonym is None):
        raise ConfigError("give a document or --pseudonym NAME, one of them")
    own = keys_of(**references)
    from allonym.reveal import Asked, Revealer

    revealer = Revealer.open(
        url, own.draw, own.encrypt, own.audit, domain, unverified=unverified_audit
    )
    asked = Asked(reason)
    with closing(revealer):
        if pseudonym is not None:
            pairs = revealer.pseudonym(pseudonym, asked, language=language)
            _print([(p.original.partition("\t")[0], p.kind, p.surrogate) for p in pairs], as_json)
            return
        name = path or "-"
        made = revealer.file(read_input(name), name, asked, document=document)
    target = output or beside(name, "restored")
    target = None if str(target) == "-" else target
    write_to(target, made.data)
    _say(made, target)


def _print(pairs: list[tuple[str, str, str]], as_json: bool) -> None:
    if as_json:
        rows = [{"original": o, "kind": k, "pseudonym": s} for o, k, s in pairs]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for original, kind, surrogate in sorted(pairs):
        click.echo(f"{surrogate} is {original} ({kind})")
    if not pairs:
        click.echo("allonym: nobody and nothing is called so in the ledger", err=True)
        raise click.exceptions.Exit(3)


def _say(made: Revealed, target: Path | None) -> None:
    if target is not None:
        many = f"{made.restored} passage{'s' * (made.restored != 1)}"
        click.echo(f"allonym: restored {many}; the result is {target}", err=True)
    for kind, surrogate in made.left:
        click.echo(f"allonym: not restored, since it may stand for several: {surrogate} ({kind})",
                   err=True)  # fmt: skip
    if made.lost:
        places = ", ".join(place for place, _, _ in made.lost)
        click.echo(f"allonym: what a file holds beside its text was taken out for good: {places}",
                   err=True)  # fmt: skip
    if made.failures:
        click.echo(f"allonym: {made.failures} files in it are not in the ledger", err=True)
