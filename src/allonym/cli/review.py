"""``allonym review``: correct what was found in a document, in a browser on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from allonym.errors import needs


@click.command("review", help="Correct what was found in a document, in a browser.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("-l", "--language", metavar="LANG", default="auto", show_default=True,
              help="Language of the document.")  # fmt: skip
@click.option("--profile", metavar="NAME", default="default", show_default=True,
              help="What is personal data and what becomes of it.")  # fmt: skip
@click.option("--method", metavar="METHOD", help="One method for all that is not kept.")
@click.option("--port", metavar="PORT", type=int, help="Port to listen on; free unless given.")
@click.option("--idle", metavar="MINUTES", type=click.IntRange(min=1),
              help="End when nobody has used the page for so long.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Print the address instead of opening a browser.")
def command(file: Path | None, no_browser: bool, **given: Any) -> None:  # noqa: D103
    with needs("reviewing needs", "review"):
        from allonym.server.review_run import review

    def show(address: str) -> None:
        if no_browser or not _opened(address):
            click.echo(address)
        else:
            click.echo("allonym: the review is open in your browser; end it with Ctrl+C", err=True)

    review(file, given, show)


def _opened(address: str) -> bool:
    import webbrowser

    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
