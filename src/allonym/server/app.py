"""The only place where the server is put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import APIRouter, FastAPI

from allonym import __version__
from allonym.errors import PseudonymizationError
from allonym.server.chats import chat_routes
from allonym.server.describe import describe
from allonym.server.documents import document_routes
from allonym.server.observe import Observer, health_routes, log
from allonym.server.pages import page_routes
from allonym.server.pool import WorkerFault
from allonym.server.problems import add_handlers
from allonym.server.reveal import reveal_routes
from allonym.server.security import Gate, RateLimit
from allonym.server.settings import ServerSettings
from allonym.server.state import ServerState
from allonym.server.tasks import task_routes
from allonym.server.text_routes import text_routes

RouterFactory = Callable[[ServerState], APIRouter]
"""Makes a room's routes; the router may have a lifespan of its own, within the pool's."""

ROOMS: tuple[RouterFactory, ...] = (
    health_routes, page_routes, task_routes, text_routes, chat_routes, reveal_routes,
    document_routes,
)  # fmt: skip


def create_app(settings: ServerSettings) -> FastAPI:
    """Put the server together.

    Raises:
        ConfigError: If the secret cannot be read.
    """
    state = ServerState.of(settings)
    app = FastAPI(
        title="Allonym",
        version=__version__,
        description="Replaces personal data in text so that the text still reads.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(state),
    )
    app.state.server = state
    add_handlers(app)
    for room in ROOMS:
        app.include_router(room(state))
    describe(app)
    app.add_middleware(Gate, settings=settings, limit=RateLimit(settings.rate))
    app.add_middleware(Observer, meters=state.meters)
    return app


def _lifespan(state: ServerState) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return what starts and stops the pool; the server answers while models are being loaded."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        starting = asyncio.create_task(_start(state))
        try:
            yield
        finally:
            starting.cancel()
            await state.pool.stop(state.settings.grace)
            log("stopped")

    return lifespan


async def _start(state: ServerState) -> None:
    try:
        await state.pool.start()
    except (PseudonymizationError, WorkerFault) as error:
        state.pool.failed = True
        log("failed", 40, error=type(error).__name__, code=getattr(error, "code", None))
        return
    log("ready", workers=state.pool.workers)
