"""``allonym pack``: which languages are here, and what each can do."""

from __future__ import annotations

from pathlib import Path

import click

from allonym.languages.pack import available, load_pack


@click.group("pack", help="List, show, check, install and remove language packs.")
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


@command.command("install", help="Install a pack, or parts of one, from a folder or a ZIP.")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("-l", "--language", "code", default="", metavar="LANG",
              help="What it is for if it has no pack.toml: a trained model, say.")  # fmt: skip
def install(source: Path, code: str) -> None:  # noqa: D103
    from allonym.doctor import check_pack
    from allonym.languages.install import install_pack

    pack = install_pack(source, code)
    for line in check_pack(pack.code):
        click.echo(line)


@command.command("remove", help="Remove what was installed; what came with Allonym stays.")
@click.argument("code", metavar="LANG")
def remove(code: str) -> None:  # noqa: D103
    from allonym.languages.install import remove_pack

    remove_pack(code)
