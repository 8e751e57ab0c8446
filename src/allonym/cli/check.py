"""``allonym check``: is there personal data in these files?  Made for hooks before a commit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from allonym.api import Pipeline
from allonym.cli.options import expand, make_pipeline, pipeline_options, read_input, read_known
from allonym.errors import PseudonymizationError, UnsupportedFormat
from allonym.files.opening import open_document
from allonym.model.known import KnownPerson

WAIVER = "allonym: allow"
"""A line that says so is let through."""

_FOUND = 1


@click.command("check", help="Refuse files with personal data; for hooks before a commit.")
@click.argument("paths", nargs=-1, metavar="[FILE|DIR]...")
@click.option("--from-score", metavar="SCORE", type=click.FloatRange(0, 1), default=0.6,
              show_default=True, help="How sure a find must be.")  # fmt: skip
@pipeline_options
def command(  # noqa: D103
    paths: Sequence[str], from_score: float, known: Path | None, **options: Any
) -> None:
    pipeline = make_pipeline(**options)
    people = read_known(known)
    found = 0
    failed = 0
    for name, _ in expand(paths) if paths else ():
        try:
            for place in finds(pipeline, name, people, from_score):
                click.echo(place)
                found += 1
        except UnsupportedFormat:
            continue
        except PseudonymizationError as error:
            click.echo(f"allonym: {name}: {error}", err=True)
            failed = max(failed, error.exit_code)
    if found:
        click.echo(
            f'allonym: {found} finds; pseudonymize them, allow them, or end a line with "{WAIVER}"',
            err=True,
        )
    if found or failed:
        raise click.exceptions.Exit(failed or _FOUND)


def finds(
    pipeline: Pipeline, name: str, people: Sequence[KnownPerson], least: float
) -> Iterator[str]:
    """Yield the places of a file where personal data stands, and of which type; never the data.

    Args:
        pipeline: Detects.
        name: Of the file.
        people: Known beforehand.
        least: How sure a find must be.

    Raises:
        DocumentError: If the file cannot be read.
    """
    view = open_document(read_input(name), name, pipeline.profile.documents).view
    lines = view.text.split("\n")
    entities = pipeline.entities(view, known=people)
    hidden = (m for e in entities if not pipeline.keeps(view, e) for m in e.mentions)
    for mention in sorted(hidden, key=lambda m: m.span):
        line = view.text.count("\n", 0, mention.span.start)
        if mention.score < least or WAIVER in lines[line]:
            continue
        column = mention.span.start - (view.text.rfind("\n", 0, mention.span.start) + 1)
        yield f"{name}:{line + 1}:{column + 1}: {mention.type} ({mention.score:.2f})"
