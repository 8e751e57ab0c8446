"""Start the server and keep it running until it is told to stop.

It speaks HTTP as uvicorn does, but for clients that are slow, wordy or no clients of HTTP at all:
uvicorn waits for ever for the head of a request, lets it be of any length, and answers what is no
HTTP in plain text.  Bodies are the business of the routes.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from allonym.errors import ConfigError
from allonym.jobs.tasks import claim
from allonym.languages.pack import load_pack
from allonym.profile import load_profile
from allonym.server.app import create_app
from allonym.server.observe import log, set_up_logs
from allonym.server.problems import MEDIA_TYPE, Problem
from allonym.server.security import HEADERS
from allonym.server.settings import ServerSettings, load_settings
from allonym.server.worker import seal_process

_BACKLOG = 1024


def serve(config: Path | None, given: Mapping[str, Any]) -> None:
    """Run the server until SIGTERM or the interrupt key; what has begun is finished first.

    Args:
        config: Settings file.
        given: Settings that go over it.

    Raises:
        ConfigError: If a setting is wrong, another server has the folder, or the address cannot
            be listened on.
    """
    settings = load_settings(config, **given)
    check(settings)
    seal_process()
    set_up_logs()
    prepare_folder(settings.folder)
    claim(settings.folder, settings.executor).close()
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


HEAD_SECONDS: Final = 20.0
"""How long a request's line and headers may take to come."""
HEAD_BYTES: Final = 64 << 10
"""Most bytes of them."""


class PatientProtocol(HttpToolsProtocol):
    """One connection."""

    head_seconds = HEAD_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._due: asyncio.TimerHandle | None = None
        self._came = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request's head."""
        super().on_message_begin()
        if self._due is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count what comes before the headers are complete, then take it."""
        self._came += len(data)
        super().data_received(data)
        if self._due is not None and self._came > HEAD_BYTES:
            self._refuse("long-head", 431, f"line and headers are longer than {HEAD_BYTES} bytes")

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, as a problem."""
        del msg
        self._refuse("bad-request", 400, "this is no request in HTTP/1.1")

    def _wait_for_head(self) -> None:
        self._came = 0
        self._due = self.loop.call_later(self.head_seconds, self._late)

    def _wait_no_more(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _late(self) -> None:
        said = f"line and headers did not come within {self.head_seconds:g} s"
        self._refuse("slow-head", 408, said)

    def _refuse(self, slug: str, status: int, said: str) -> None:
        self._wait_no_more()
        if self.transport.is_closing():
            return
        body = bytes(Problem(slug, status, said).response().body)
        named = (*HEADERS, ("content-type", MEDIA_TYPE), ("content-length", str(len(body))),
                 ("connection", "close"))  # fmt: skip
        head = b"".join(f"{name}: {value}\r\n".encode() for name, value in named)
        self.transport.write(STATUS_LINE[status] + head + b"\r\n" + body)
        self.transport.close()
