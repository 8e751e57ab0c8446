"""``allonym doctor``: is this installation sound?"""

from __future__ import annotations

import click


@click.command("doctor", help="Check what this installation can do.")
def command() -> None:  # noqa: D103
    from allonym.doctor import examine

    sound = True
    for fine, line in examine():
        click.echo(f"{'ok  ' if fine else 'WRONG'} {line}")
        sound = sound and fine
    if not sound:
        raise click.exceptions.Exit(3)
