"""What routes may use, and what is counted for Prometheus.

Labels are routes, methods and statuses, never anything sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from allonym.secrets import fresh_secret, read_secret
from allonym.server.pool import WorkerPool
from allonym.server.settings import ServerSettings
from allonym.server.worker import Setup
from allonym.warm import Wanted


@dataclass(frozen=True, slots=True)
class ServerState:
    """Made once for an application, and handed to each of its routers."""

    settings: ServerSettings  # what the server was told
    pool: WorkerPool  # runs what takes time
    meters: Meters  # what is counted
    # seconds since 1970; another one in tests
    clock: Callable[[], float] = field(default=time.time, repr=False)
    starting: set[str] = field(default_factory=set)  # names of rooms that are not ready yet

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


_SECONDS = (0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120)


class Meters:
    """The server's counters, in a registry of their own."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.requests = Counter(
            "allonym_requests", "Requests answered.", ("method", "route", "status"),
            registry=registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "allonym_request_seconds", "Time from request to answer.", ("route",),
            buckets=_SECONDS, registry=registry,
        )  # fmt: skip
        self.received = Counter(
            "allonym_received_bytes", "Bytes of bodies received.", registry=registry
        )
        self.deaths = Counter(
            "allonym_worker_deaths", "Workers that died or took too long.", registry=registry
        )

    def watch(self, pool: WorkerPool) -> None:
        """Read the state of the worker processes whenever the figures are asked for."""
        self.gauge("allonym_workers", "Worker processes.", lambda: pool.workers)
        self.gauge("allonym_workers_busy", "Worker processes at work.", lambda: pool.busy)
        self.gauge("allonym_queue", "Requests that wait for a worker.", lambda: pool.waiting)
        self.gauge("allonym_ready", "Whether all models are loaded.", lambda: pool.ready)

    def gauge(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Add a figure that is read whenever it is asked for."""
        Gauge(name, what, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """Return all figures in Prometheus's format."""
        return generate_latest(self.registry)
