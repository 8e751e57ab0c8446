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
from allonym.documents import open_document


@click.command("detect", help="List the personal data found, without replacing any.")
@click.argument("path", default="-", metavar="[FILE|-]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; offsets count code points.")
@pipeline_options
@document_options
def command(path: str, as_json: bool, known: Path | None, **options: Any) -> None:  # noqa: D103
    pipeline = make_pipeline(**options)
    name = "stdin.txt" if path == "-" else path
    document = open_document(read_input(path), name, pipeline.profile.documents)
    language, rows = pipeline.annotate(document.view, known=read_known(known))
    if as_json:
        click.echo(json.dumps({"language": language, "mentions": rows}, ensure_ascii=False))
        return
    for row in rows:
        click.echo("\t".join(str(value) for value in row.values()))
