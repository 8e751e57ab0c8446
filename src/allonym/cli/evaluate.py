"""``allonym evaluate``: how much is found, and how much of it rightly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from allonym.api import Pipeline
from allonym.cli.progress import Bar


@click.command("evaluate", help="Measure detection against gold data (IOB2, marked text, JSONL), "
               "or replacements against treebanks (CoNLL-U).")  # fmt: skip
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="GOLD...")
@click.option("-l", "--language", metavar="LANG", help="Language of all; else from each path.")
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
              help="Its detectors and thresholds are what is measured.")  # fmt: skip
@click.option(
    "--replacements",
    is_flag=True,
    help="Judge case, number and gender of the names that replace those of treebanks.",
)
@click.option("--attested", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
              help="With --replacements: a further treebank whose forms judge.")  # fmt: skip
@click.option(
    "--show-wrong",
    is_flag=True,
    help="With --replacements: list what was judged wrong, with words of the treebank.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: D103
    gold: Sequence[Path],
    language: str | None,
    profile: str,
    replacements: bool,
    attested: Sequence[Path],
    show_wrong: bool,
    as_json: bool,
) -> None:
    if replacements:
        click.echo(_replacements(gold, language, attested, as_json, show_wrong), nl=as_json)
    else:
        click.echo(_detection(gold, language, profile, as_json), nl=as_json)


def _detection(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
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
    return json.dumps(as_dict(report), indent=2) if as_json else render(report)


def _replacements(
    gold: Sequence[Path],
    language: str | None,
    attested: Sequence[Path],
    as_json: bool,
    show_wrong: bool,
) -> str:
    from allonym.evaluate.replacements import evaluate_treebanks
    from allonym.evaluate.replacements_report import (
        render_replacements,
        render_wrong,
        replacements_as_dict,
    )

    with Bar() as bar:
        reports = evaluate_treebanks(
            gold, language, attested, lambda name, done, of: bar.progress(name, done / of)
        )
    if as_json:
        return json.dumps(replacements_as_dict(reports), indent=2)
    return render_replacements(reports) + (render_wrong(reports) if show_wrong else "")
