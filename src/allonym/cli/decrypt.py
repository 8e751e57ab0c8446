"""``allonym decrypt``: turn back what the method ``encrypt`` wrote, or open a key file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from allonym.cli.options import make_pipeline, pipeline_options, read_input, read_known
from allonym.cli.run import beside, write_to


@click.command("decrypt", help="Turn back what the method encrypt wrote, by the secret alone.  "
               "Where a profile chose what is encrypted, name it; else --method encrypt is meant.  "
               "Of a key file of the review page say who is who: its password is asked for, or "
               "ALLONYM_KEY_PASSWORD.")  # fmt: skip
@click.argument("path", required=False, default="-", metavar="[FILE|-]")
@click.option("-o", "--output", metavar="OUT", type=click.Path(path_type=Path),
              help="Where to write; without it text goes to standard output.")  # fmt: skip
@pipeline_options
def command(  # noqa: D103
    path: str, output: Path | None, known: Path | None, **options: Any
) -> None:
    from allonym.decrypt import decrypting
    from allonym.review.keyfile import is_key

    data = read_input(path)
    if is_key(data):
        write_to(output, _who_is_who(data).encode())
        return
    if options["profile"] == "default":  # which encrypts nothing
        options["method"] = options["method"] or "encrypt"
    pipeline = decrypting(make_pipeline(**options))
    name = "stdin.txt" if path == "-" else path
    made = pipeline.run_file(data, name, known=read_known(known))
    write_to(output or beside(path, "decrypted"), made.data)


def _who_is_who(data: bytes) -> str:
    """Return what a key file says, a line for each form of a name."""
    from allonym.review.keyfile import open_key

    password = os.environ.get("ALLONYM_KEY_PASSWORD") or click.prompt(
        "Password of the key file", hide_input=True, err=True
    )
    rows = open_key(data, password)["entities"]
    pairs = {(m["pseudonym"], m["original"], row["type"]) for row in rows for m in row["mentions"]}
    return "".join(f"{new} is {old} ({kind})\n" for new, old, kind in sorted(pairs))
