"""``allonym decrypt``: turn back what the method ``encrypt`` wrote."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from allonym.cli.options import make_pipeline, pipeline_options, read_input, read_known
from allonym.cli.run import write_whole
from allonym.documents import is_binary


@click.command("decrypt", help="Turn back what the method encrypt wrote, by the secret alone.")
@click.argument("path", required=False, default="-", metavar="[FILE|-]")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="Where to write; without it text goes to standard output.")  # fmt: skip
@pipeline_options
def command(  # noqa: D103
    path: str,
    output: Path | None,
    language: str,
    profile: str,
    method: str | None,
    types: str,
    known: Path | None,
) -> None:
    from allonym.decrypt import decrypting

    pipeline = decrypting(make_pipeline(language, profile, method, types))
    name = "stdin.txt" if path == "-" else path
    made = pipeline.run_file(read_input(path), name, known=read_known(known))
    if output is None and is_binary(path):
        source = Path(path)
        output = source.with_name(f"{source.stem}.decrypted{source.suffix}")
    if output is not None:
        write_whole(output, made.data)
        return
    sys.stdout.buffer.write(made.data)
    sys.stdout.buffer.flush()
