"""``allonym pack``: which languages are here, and what each can do."""

from __future__ import annotations

import click

from allonym.languages.pack import available, load_pack


@click.group("pack", help="List, show and check language packs.")
def command() -> None:  # noqa: D103
    pass


@command.command("list", help="Name the packs that are installed and what each provides.")
def list_() -> None:  # noqa: D103
    for code in available():
        pack = load_pack(code)
        click.echo(f"{code}\t{pack.name}\t{', '.join(pack.provides)}")


@command.command("show", help="Print a pack's card: data, licences, figures, weaknesses.")
@click.argument("code", metavar="LANG")
def show(code: str) -> None:  # noqa: D103
    pack = load_pack(code)
    card = pack.path("CARD.md")
    click.echo(card.read_text("utf-8") if card else f"{pack.name}: {', '.join(pack.provides)}")


@command.command("check", help="Load everything in a pack and say what is missing.")
@click.argument("codes", nargs=-1, metavar="[LANG...]")
def check(codes: tuple[str, ...]) -> None:  # noqa: D103
    from allonym.doctor import check_pack

    for code in codes or available():
        for line in check_pack(code):
            click.echo(line)
