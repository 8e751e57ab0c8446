"""A server for one reviewer on this machine: a free port, a token of its own, a browser."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from allonym.errors import ConfigError, DocumentError
from allonym.files.opening import Probe
from allonym.profile import Documents
from allonym.review.shelf import AllowLists, Shelf, new_meta
from allonym.server.app import create_app
from allonym.server.observe import set_up_logs
from allonym.server.pages import page_is_built
from allonym.server.review_upload import MOST
from allonym.server.reviews import ALLOWED, SHELF
from allonym.server.run import check, prepare_folder, server_of
from allonym.server.settings import ServerSettings, load_settings, make_token
from allonym.server.worker import seal_process

_NAME = "local"
_HOST = "127.0.0.1"
_DAYS = 30


def review(file: Path | None, given: Mapping[str, Any], show: Callable[[str], None]) -> None:
    """Serve the review page to whoever is told its address, until the interrupt key.

    The token is drawn for this run and stands in the address behind the ``#``, which browsers send
    nowhere; the page keeps it in memory and takes it out of the address.

    Args:
        file: A document to begin with.
        given: ``language``, ``profile`` and ``method`` of that document; ``port``; ``folder``;
            ``idle``, the minutes without a request after which it ends by itself.
        show: Told the address once the server listens.

    Raises:
        ConfigError: If a setting is wrong, or the page is not built.
        DocumentError: If the file cannot be read.
    """
    data = _read(file) if file is not None else b""
    if not page_is_built():
        raise ConfigError(
            "the review page is not built: install the wheel, which has it, or Node 20.19 or newer "
            "and then pip install -e . in the source tree"
        )
    text, token = make_token(_NAME, ("process", "review"))
    settings = replace(_settings(given), tokens=(token,), preload=())
    check(settings)
    prepare_folder(settings.folder)
    place = _put(data, file.name, settings, given) if file is not None else ""
    seal_process()
    set_up_logs()
    logging.getLogger("allonym.server").setLevel(logging.WARNING)
    listening = socket.create_server((_HOST, settings.port))
    port = listening.getsockname()[1]
    app = create_app(settings)
    server = server_of(app, 2.0)
    address = f"http://{_HOST}:{port}/review/#/{place}&token={text}"
    threading.Thread(target=_when_started, args=(server, address, show), daemon=True).start()
    if given.get("idle"):
        _end_when_idle(server, 60.0 * given["idle"])
    server.run(sockets=[listening])


def _end_when_idle(server: uvicorn.Server, seconds: float) -> None:
    """End a server that has no connection and was asked nothing for a while."""

    def watch() -> None:
        asked, since = -1, time.monotonic()
        while not server.should_exit:
            time.sleep(1.0)
            now = server.server_state.total_requests
            if now != asked:
                asked, since = now, time.monotonic()
            server.should_exit = time.monotonic() - since > seconds

    threading.Thread(target=watch, daemon=True).start()


def _settings(given: Mapping[str, Any]) -> ServerSettings:
    names = {"port": given.get("port") or 0, "folder": given.get("folder")}
    return load_settings(
        None, {}, host=_HOST, workers=1, grace=1.0, retention=24.0 * _DAYS,
        **{k: v for k, v in names.items() if v is not None},
    )  # fmt: skip


def _read(file: Path) -> bytes:
    """Return what a file holds, if it can be opened: the page would only say that it can't."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise DocumentError(f"{file}: cannot be read ({error.strerror})") from error
    if len(data) > MOST:
        raise DocumentError(
            f"{file}: larger than the {MOST >> 20} MiB that can be reviewed; use allonym run"
        )
    try:
        with Probe() as probe:
            probe.check(data, file.name, Documents())
    except DocumentError as error:
        raise DocumentError(f"{file}: {error}") from error
    return data


def _put(data: bytes, name: str, settings: ServerSettings, given: Mapping[str, Any]) -> str:
    """Put a file on the shelf and return its place in the page's address."""
    asked = {key: given[key] for key in ("language", "profile", "method") if given.get(key)}
    allow = AllowLists(settings.folder / ALLOWED).of(_NAME)
    meta = new_meta(name, _NAME, allow=allow, **asked)
    Shelf(settings.folder / SHELF).add(data, meta)
    return f"d/{meta.id}"


def _when_started(server: uvicorn.Server, address: str, show: Callable[[str], None]) -> None:
    while not server.started and not server.should_exit:
        time.sleep(0.05)
    if server.started:
        show(address)
