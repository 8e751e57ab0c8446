"""``allonym detect``: what would be treated, without treating it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from allonym.cli.options import (
    document_options,
    make_pipeline,
    pipeline_options,
    read_input,
    read_known,
)
from allonym.documents import given_mentions, open_document, tagged


@click.command("detect", help="List the personal data found, without replacing any.")
@click.argument("path", default="-", metavar="[FILE|-]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; offsets count code points.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["iob2", "conllu"]),
    help="Print words with tags: plain IOB2, or CoNLL-U Plus with a column ALLONYM:NE.",
)
@pipeline_options
@document_options
def command(  # noqa: D103
    path: str, as_json: bool, form: str | None, known: Path | None, **options: Any
) -> None:
    pipeline = make_pipeline(**options)
    name = "stdin.txt" if path == "-" else path
    settings = pipeline.profile.documents
    document = open_document(read_input(path), name, settings)
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
