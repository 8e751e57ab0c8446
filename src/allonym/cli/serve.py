"""``allonym serve``: the service over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from allonym.errors import needs


@click.group(invoke_without_command=True)
@click.option("--config", metavar="FILE", type=click.Path(path_type=Path),
              help="Settings in TOML; the options here go over it.")  # fmt: skip
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 127.0.0.1 unless given.")
@click.option("--port", metavar="PORT", type=int, help="Port to listen on; 8000 unless given.")
@click.option("-l", "--language", metavar="LANG", help="Language of texts that name none.")
@click.option("--profile", metavar="NAME|FILE", help="Profile of requests that name none.")
@click.option("--workers", metavar="N", type=int, help="Worker processes; one a core unless given.")
@click.option("--token-file", metavar="FILE", help="Tokens, one a line, besides those in --config.")
@click.option("--chat-upstream", metavar="URL",
              help="Be a proxy before a language model that speaks OpenAI's "
              "interface.")  # fmt: skip
@click.option("--chat-key", metavar="REF",
              help="Its key, env:NAME or file:PATH; the client's own is sent on "
              "unless given.")  # fmt: skip
@click.pass_context
def command(context: click.Context, /, config: Path | None, **given: Any) -> None:
    """Answer over HTTP, on this machine only unless told otherwise.

    Settings come from the file, over it from environment variables such as ALLONYM_SERVER_PORT,
    and over both from the options.
    """  # fmt: skip
    if context.invoked_subcommand is not None:
        return
    with needs("the service needs", "serve"):
        from allonym.server.run import serve
    serve(config, given)


@command.command()
@click.argument("name")
@click.option("--role", "roles", metavar="ROLE", multiple=True, default=["process"],
              show_default=True,
              help="process, review, reveal or admin; may be given more than once.")  # fmt: skip
def token(name: str, roles: Sequence[str]) -> None:
    """Make a token, and the line for the token file that lets it in."""  # fmt: skip
    from allonym.server.settings import make_token

    text, made = make_token(name, roles)
    click.echo(f"token, shown only now: {text}", err=True)
    click.echo(f"{made.name} {','.join(made.roles)} {made.hash}")
