"""``allonym evaluate``: how much is found, and how much of it rightly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.progress import Bar
from allonym.errors import ConfigError
from allonym.model.mention import Mention
from allonym.profile import load_profile


@click.command("evaluate", help="Measure detection against gold data (IOB2, marked text, JSONL), "
               "or replacements against treebanks (CoNLL-U).")  # fmt: skip
@click.argument("gold", nargs=-1, type=click.Path(path_type=Path), metavar="GOLD...")
@click.option("-l", "--language", metavar="LANG", help="Language of all; else from each path.")
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
              help="Its detectors and thresholds are what is measured.")  # fmt: skip
@click.option(
    "--documents",
    is_flag=True,
    help="Measure on the documents of the evaluation kit: judgments, letters, chats ...",
)
@click.option(
    "--sealed",
    is_flag=True,
    help="With --documents: the half that nothing was tuned on; for a release.",
)
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
    gold: Sequence[Path], language: str | None, profile: str, as_json: bool, **options: Any
) -> None:
    if options["documents"]:
        gold = (*gold, *kit_documents(language, sealed=options["sealed"]))
    if not gold:
        raise ConfigError("nothing to measure on: give gold files, or --documents")
    if options["replacements"]:
        attested, show_wrong = options["attested"], options["show_wrong"]
        click.echo(_replacements(gold, language, attested, as_json, show_wrong), nl=as_json)
    else:
        click.echo(_detection(gold, language, profile, as_json), nl=as_json)


def kit_documents(language: str | None, *, sealed: bool) -> tuple[Path, ...]:
    """Return the folders of documents that come with the evaluation kit.

    Args:
        language: Only those of one language; None for all.
        sealed: The half that nothing was tuned on.
    """
    import allonym.evaluate

    root = Path(allonym.evaluate.__file__).parent / "documents"
    half = "sealed" if sealed else "open"
    return tuple(sorted(root.glob(f"{language or '*'}/{half}")))


def _detection(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
    from allonym.evaluate.report import as_dict, render
    from allonym.evaluate.run import evaluate

    pipelines: dict[str, Pipeline] = {}
    chosen = load_profile(profile)
    listing = replace(chosen, output=replace(chosen.output, verify="report"))

    def predict(text: str, code: str) -> list[tuple[int, int, str, float]]:
        if code not in pipelines:
            pipelines[code] = Pipeline.load(language=code, profile=listing)
        entities = pipelines[code].run(text).entities
        found = (m for entity in entities for m in entity.mentions)
        return [(m.span.start, m.span.end, _type(m), m.score) for m in found]

    with Bar() as bar:
        report = evaluate(
            gold, language, predict, lambda name, done, of: bar.progress(name, done / of)
        )
    return json.dumps(as_dict(report), indent=2) if as_json else render(report)


def _type(mention: Mention) -> str:
    """Return a mention's type; what only the leak check found is hidden, whatever it names."""
    checked = all(evidence.detector == "verify" for evidence in mention.evidence)
    return "other" if checked else mention.type


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
