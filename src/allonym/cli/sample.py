"""``allonym sample``: a letter to try things on."""

from __future__ import annotations

from pathlib import Path

import click

from allonym.errors import ConfigError
from allonym.files.writing import write_whole
from allonym.samples import CONTRACT, contract, languages, sample


@click.command("sample", help="Print a letter to try things on; everybody in it is invented.")
@click.argument("language", metavar="[LANG]", default="en",
                shell_complete=lambda *_: list(languages()))  # fmt: skip
@click.option("--word", is_flag=True, help="Write contract.docx here instead, in Polish.")
def command(language: str, *, word: bool) -> None:  # noqa: D103
    if not word:
        click.echo(sample(language), nl=False)
        return
    target = Path(CONTRACT)
    if target.exists():
        raise ConfigError(f"{CONTRACT} is here already; it is left as it is")
    write_whole(target, contract())
    click.echo(CONTRACT)
