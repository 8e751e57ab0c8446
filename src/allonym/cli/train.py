"""``allonym train``: a pack's network, from gold data on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from allonym.errors import needs


@click.command("train", help="Train the network of a language pack, or of all for a start.")
@click.argument("languages", nargs=-1, required=True, metavar="LANG...")
@click.option("--data", "data", required=True, metavar="DIR", type=click.Path(path_type=Path),
              help="Folder that holds ner/<LANG>/<corpus>.train.iob2.xz.")  # fmt: skip
@click.option("--out", "out", required=True, metavar="PACKDIR", type=click.Path(path_type=Path),
              help="Pack to write model/ into; for several LANG, a weights file.")  # fmt: skip
@click.option("--init", "init", metavar="WEIGHTS", type=click.Path(path_type=Path),
              help="Weights of several languages to start from.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="Decides everything random.")
def command(  # noqa: D103
    languages: tuple[str, ...], data: Path, out: Path, init: Path | None, seed: int
) -> None:
    with needs("training needs", "train"):
        from allonym.train.pack import train_backbone, train_pack

    if len(languages) > 1:
        train_backbone(languages, data, out, seed=seed, progress=_say)
        return
    trained = train_pack(languages[0], data, out, init=init, seed=seed, progress=_say)
    for name, size in trained.sizes.items():
        click.echo(f"{trained.folder / name}\t{size}")


def _say(line: str) -> None:
    """Show progress where a person is watching."""
    if sys.stderr.isatty():
        click.echo(f"\r{line:<78}", err=True, nl=False)
