"""Start the server and keep it running until it is told to stop."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import uvicorn
from fastapi import FastAPI

from allonym.errors import ConfigError
from allonym.languages.pack import load_pack
from allonym.profile import load_profile
from allonym.server.app import create_app
from allonym.server.logs import log, set_up_logs
from allonym.server.protocol import PatientProtocol
from allonym.server.settings import ServerSettings, load_settings
from allonym.server.worker import seal_process

_BACKLOG = 1024


def serve(config: Path | None, given: Mapping[str, Any]) -> None:
    """Run the server until SIGTERM or the interrupt key; what has begun is finished first.

    Args:
        config: Settings file.
        given: Settings that go over it.

    Raises:
        ConfigError: If a setting is wrong, or the address cannot be listened on.
    """
    settings = load_settings(config, **given)
    check(settings)
    seal_process()
    set_up_logs()
    prepare_folder(settings.folder)
    app = create_app(settings)
    listening = _listen(settings)
    address, port = listening.getsockname()[:2]
    log("listening", address=address, port=port)
    if sys.stderr.isatty():
        click.echo(welcome(settings, f"{address}:{port}"), err=True)
    server_of(app, settings.grace).run(sockets=[listening])


def server_of(app: FastAPI, grace: float) -> uvicorn.Server:
    """Return a server that ends when it is told to; work that has begun has `grace` seconds."""
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=PatientProtocol,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=max(1, round(grace)),
        )
    )
    app.state.is_ending = lambda: server.should_exit
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _no_more)
    return server


def welcome(settings: ServerSettings, place: str) -> str:
    """Return what people at a terminal are told; the lines of the log are for programs.

    Args:
        settings: Of the server.
        place: Address and port that it listens on.

    >>> print(welcome(ServerSettings(chat_upstream="http://127.0.0.1:9/v1"), "127.0.0.1:8000"))
    allonym: http://127.0.0.1:8000/ replaces texts, /review/ documents; Ctrl+C ends it
    allonym: chats go through the base URL http://127.0.0.1:8000/v1
    """
    lines = [f"allonym: http://{place}/ replaces texts, /review/ documents; Ctrl+C ends it"]
    if settings.chat_upstream:
        lines.append(f"allonym: chats go through the base URL http://{place}/v1")
    return "\n".join(lines)


def _no_more(_number: int, _frame: object) -> None:
    """Let the server end as it should when uvicorn, done with a signal, raises it again."""


def check(settings: ServerSettings) -> None:
    """Refuse settings that could only fail later.

    Raises:
        ConfigError: If a language, a profile or the secret cannot be had.
    """
    for code in {settings.language, *settings.languages, *settings.preload} - {"auto"}:
        load_pack(code)
    for path in settings.profiles.values():
        load_profile(path)
    for name in {settings.profile, settings.chat_profile}:
        load_profile(settings.profiles.get(name, name))


def prepare_folder(folder: Path) -> None:
    """Make the folder for uploads and the database, for nobody else to look into.

    Raises:
        ConfigError: If it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    except OSError as error:
        raise ConfigError(
            f"setting folder: {folder.name} cannot be made ({error.strerror})"
        ) from error


def _listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(_BACKLOG)
    except OSError as error:
        raise ConfigError(
            f"cannot listen on {settings.host}, port {settings.port} ({error.strerror}); choose "
            "another with --host and --port"
        ) from error
    listening.set_inheritable(False)
    return listening
