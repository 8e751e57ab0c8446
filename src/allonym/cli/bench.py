"""``allonym bench``: speed and memory, each figure from a fresh process."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from allonym.cli.options import read_input


@click.command("bench", help="Measure start-up, speed, memory and growth on this machine.")
@click.option("-l", "--language", metavar="LANG", default="pl", show_default=True)
@click.option("--text", "path", metavar="FILE", type=click.Path(path_type=Path),
              help="Text to measure on; a built-in sample otherwise.")  # fmt: skip
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True)
@click.option("--characters", metavar="N", default=50_000, show_default=True,
              help="Base length; the longest text is eight times as long.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: D103
    language: str,
    path: Path | None,
    profile: str,
    characters: int,
    as_json: bool,
) -> None:
    from allonym.bench.report import as_dict, progress_line, render
    from allonym.bench.run import bench
    from allonym.formats.encoding import decode

    watched = sys.stderr.isatty()

    def progress(step: str, done: int, steps: int) -> None:
        if watched:
            click.echo("\r" + progress_line(step, done, steps), err=True, nl=done == steps)

    text = decode(read_input(str(path)))[0] if path else None
    report = bench(language, text, profile=profile, characters=characters, progress=progress)
    click.echo(json.dumps(as_dict(report), indent=2) if as_json else render(report), nl=as_json)
