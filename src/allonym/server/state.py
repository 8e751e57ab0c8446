"""What routes may use."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from allonym.secrets import fresh_secret, read_secret
from allonym.server.meters import Meters
from allonym.server.pool import WorkerPool
from allonym.server.settings import ServerSettings
from allonym.server.worker import Setup
from allonym.warm import Wanted


@dataclass(frozen=True, slots=True)
class ServerState:
    """Made once for an application, and handed to each of its routers.

    Attributes:
        settings: What the server was told.
        pool: Runs what takes time.
        meters: What is counted.
        clock: Seconds since 1970; another one in tests.
        starting: Names of rooms that are not ready yet.
    """

    settings: ServerSettings
    pool: WorkerPool
    meters: Meters
    clock: Callable[[], float] = field(default=time.time, repr=False)
    starting: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, settings: ServerSettings) -> ServerState:
        """Return the state of a server with these settings; nothing is started yet.

        Raises:
            ConfigError: If the secret cannot be read.
        """
        meters = Meters()
        pool = WorkerPool(
            workers=settings.processes,
            queue=settings.queue,
            seconds=settings.seconds,
            setup=_setup(settings),
            on_death=meters.deaths.inc,
        )
        meters.watch(pool)
        return cls(settings, pool, meters)


def _setup(settings: ServerSettings) -> Setup:
    own = () if settings.language == "auto" else (settings.language,)
    used = settings.chat_profile if settings.chat_upstream else settings.profile
    codes = settings.preload or own or ("auto",)
    return Setup(
        profiles=dict(settings.profiles),
        secret=read_secret(settings.secret) if settings.secret else fresh_secret(),
        most=settings.models,
        preload=tuple(Wanted(code, used) for code in codes),
    )
