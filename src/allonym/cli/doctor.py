"""``allonym doctor``: is this installation sound?"""

from __future__ import annotations

import click

from allonym.cli.options import read_input

_MARKS = {True: "ok  ", None: "-   ", False: "WRONG"}


@click.command("doctor", help="Check what this installation can do, or what FILE carries.")
@click.argument("path", metavar="[FILE]", required=False)
def command(path: str | None) -> None:  # noqa: D103
    from allonym.doctor import examine, examine_file

    if path is not None:
        for line in examine_file(read_input(path), path):
            click.echo(line)
        return
    sound = True
    for fine, line in examine():
        click.echo(f"{_MARKS[fine]} {line}")
        sound = sound and fine is not False
    if not sound:
        raise click.exceptions.Exit(3)
