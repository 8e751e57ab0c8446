"""``allonym detect``: what would be treated, without treating it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.options import (
    document_options,
    make_pipeline,
    pipeline_options,
    read_input,
    read_known,
)
from allonym.files.opening import given_mentions, open_document, tagged
from allonym.model.view import TextView


@click.command("detect", help="List the personal data found, without replacing any.")
@click.argument("path", default="-", metavar="[FILE|-]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; offsets count code points.")
@click.option("--format", "form", type=click.Choice(["iob2", "conllu"]),
              help="Print words with tags: plain IOB2, or CoNLL-U Plus with a column "
              "ALLONYM:NE.")  # fmt: skip
@click.option("--explain", "explains", is_flag=True,
              help="Say of every possible name how probable it is, and what that "
              "rests on.")  # fmt: skip
@pipeline_options
@document_options
def command(  # noqa: D103
    path: str, as_json: bool, form: str | None, explains: bool, known: Path | None, **options: Any
) -> None:
    pipeline = make_pipeline(**options)
    name = "stdin.txt" if path == "-" else path
    settings = pipeline.profile.documents
    document = open_document(read_input(path), name, settings)
    if explains:
        _explain(pipeline, document.view, as_json=as_json)
        return
    given = given_mentions(document, settings)
    language, rows = pipeline.annotate(document.view, known=read_known(known), given=given)
    if form is not None:
        spans = [(int(str(row["start"])), int(str(row["end"])), str(row["type"])) for row in rows]
        click.echo(tagged(document, spans, form), nl=False)
        return
    if as_json:
        click.echo(json.dumps({"language": language, "mentions": rows}, ensure_ascii=False))
        return
    for row in rows:
        click.echo("\t".join(str(value) for value in row.values()))


def _explain(pipeline: Pipeline, view: TextView, *, as_json: bool) -> None:
    """Print each candidate with its likeliest classes and the kinds of evidence that weigh most."""
    rows = [
        {"start": e.span.start, "end": e.span.end, "surface": view.surface(e.span),
         "chances": dict(e.chances), "weights": dict(e.weights)}
        for e in pipeline.explain(view)
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps({"candidates": rows}, ensure_ascii=False))
        return
    for row in rows:
        chances = sorted(row["chances"].items(), key=lambda c: -c[1])[:_CLASSES]
        weights = sorted(row["weights"].items(), key=lambda w: -abs(w[1]))[:_REASONS]
        said = ", ".join(f"{name} {chance:.2f}" for name, chance in chances)
        why = ", ".join(f"{name} {weight:+.2f}" for name, weight in weights if abs(weight) >= _FELT)
        click.echo(f"{row['start']}\t{row['end']}\t{row['surface']!r}\t{said}\t{why or '-'}")


_CLASSES, _REASONS, _FELT = 2, 4, 0.02
