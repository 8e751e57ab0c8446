"""``allonym detect``: what would be treated, without treating it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from allonym.cli.options import make_pipeline, pipeline_options, read_input, read_known
from allonym.documents import open_document


@click.command("detect", help="List the personal data found, without replacing any.")
@click.argument("path", default="-", metavar="[FILE|-]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; offsets count code points.")
@click.option("--text-field", metavar="NAME", default="text", show_default=True,
              help="Field of a JSON record that holds the text.")  # fmt: skip
@pipeline_options
def command(path: str, as_json: bool, text_field: str, known: Path | None, **options: Any) -> None:  # noqa: D103
    pipeline = make_pipeline(**options)
    document = open_document(
        read_input(path), "stdin.txt" if path == "-" else path, text_field=text_field
    )
    language, rows = pipeline.annotate(document.view, known=read_known(known))
    if as_json:
        click.echo(json.dumps({"language": language, "mentions": rows}, ensure_ascii=False))
        return
    for row in rows:
        click.echo("\t".join(str(value) for value in row.values()))
