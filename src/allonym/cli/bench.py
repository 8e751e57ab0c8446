"""``allonym bench``: speed and memory, each figure from a fresh process."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from allonym.cli.options import read_input
from allonym.cli.progress import Bar


@click.command("bench", help="Measure start-up, speed, memory and growth on this machine.")
@click.option("-l", "--language", metavar="LANG", help="pl unless given.")
@click.option("--text", "path", metavar="FILE", type=click.Path(path_type=Path),
              help="Text to measure on; a built-in sample otherwise.")  # fmt: skip
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
              help="Profile to measure.")  # fmt: skip
@click.option("--characters", metavar="N", default=50_000, show_default=True,
              help="Base length; the longest text is eight times as long.")  # fmt: skip
@click.option("--beside", is_flag=True,
              help="Run the other tools on the same texts; of one language with -l.")  # fmt: skip
@click.option("--texts", multiple=True, metavar="GOLD", type=click.Path(path_type=Path),
              help="With --beside: gold files; else the kit's documents.")  # fmt: skip
@click.option("--python", metavar="PATH", default=sys.executable, show_default="this one",
              help="With --beside: the Python that has the other tools.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: D103
    language: str | None,
    path: Path | None,
    profile: str,
    characters: int,
    as_json: bool,
    **options: Any,
) -> None:
    if options["beside"]:
        click.echo(_beside(language, as_json, **options), nl=as_json)
        return
    from allonym.bench.report import as_dict, render
    from allonym.bench.run import bench
    from allonym.formats.encoding import decode

    text = decode(read_input(str(path)))[0] if path else None
    with Bar() as bar:
        report = bench(
            language or "pl", text, profile=profile, characters=characters, progress=bar.document
        )
    click.echo(json.dumps(as_dict(report), indent=2) if as_json else render(report), nl=as_json)


def _beside(
    language: str | None, as_json: bool, *, texts: tuple[Path, ...], python: str, **_rest: Any
) -> str:
    from allonym.bench.run import machine
    from allonym.cli.evaluate import kit_documents
    from allonym.evaluate.beside.run import beside, beside_as_dict, render_beside

    gold = texts or kit_documents(language, sealed=False)
    with Bar() as bar:
        found = beside(gold, language if texts else None, python=python, progress=bar.document)
    if as_json:
        return json.dumps({"machine": machine(), "tools": beside_as_dict(found)}, indent=2)
    return render_beside(found, machine())
