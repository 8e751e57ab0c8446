"""``allonym mcp``: tools for assistants, by the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("mcp", help="Give tools to assistants (Model Context Protocol), over stdio or HTTP.")
@click.option("--http", "over_http", is_flag=True, help="Listen on this machine instead of stdio.")
@click.option("--port", metavar="PORT", type=int, default=8001, show_default=True,
              help="Port to listen on, with --http.")  # fmt: skip
@click.option("--token", metavar="REF",
              help="Token that callers over HTTP must show: env:NAME or file:PATH.")  # fmt: skip
@click.option("--folder", metavar="DIR",
              type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Let assistants read its files without names, and write new ones.")  # fmt: skip
@click.option("-l", "--language", metavar="LANG", default="auto", show_default=True,
              help="Language of texts that name none.")  # fmt: skip
@click.option("--profile", metavar="NAME|FILE", default="chat", show_default=True,
              help="What is personal data and what becomes of it.")  # fmt: skip
def command(  # noqa: D103
    over_http: bool, port: int, token: str | None, folder: Path | None, language: str, profile: str
) -> None:
    from allonym.bridges.mcp import Desk, make_server, serve_http
    from allonym.languages.pack import load_pack
    from allonym.profile import load_profile
    from allonym.secrets import read_secret

    load_profile(profile)
    if language.lower() != "auto":
        load_pack(language.lower())
    desk = Desk(profile, language, folder)
    if over_http:
        secret = read_secret(token).decode() if token else ""
        click.echo(f"allonym: http://127.0.0.1:{port}/mcp; end it with Ctrl+C", err=True)
        serve_http(desk, port, secret)
    else:
        make_server(desk).run("stdio")
