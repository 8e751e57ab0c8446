"""``allonym evaluate``: how much is found, and how much of it rightly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from allonym.api import Pipeline
from allonym.cli.progress import Bar


@click.command("evaluate", help="Measure detection against gold data (IOB2, marked text, JSONL).")
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="GOLD...")
@click.option("-l", "--language", metavar="LANG", help="Language of all; else from each path.")
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
              help="Its detectors and thresholds are what is measured.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> None:  # noqa: D103
    from allonym.evaluate.report import as_dict, render
    from allonym.evaluate.run import evaluate

    pipelines: dict[str, Pipeline] = {}

    def predict(text: str, code: str) -> list[tuple[int, int, str, float]]:
        if code not in pipelines:
            pipelines[code] = Pipeline.load(language=code, profile=profile)
        found = pipelines[code].detect(text)
        return [(m.span.start, m.span.end, m.type, m.score) for m in found]

    with Bar() as bar:
        report = evaluate(
            gold, language, predict, lambda name, done, of: bar.progress(name, done / of)
        )
    click.echo(json.dumps(as_dict(report), indent=2) if as_json else render(report), nl=as_json)
