"""What happens in a worker process: models stay in memory, and nothing of a text gets out.

A worker writes no core file, cannot be read by other programs of the same user, ignores the
interrupt key, and ends when the server does, however that came about.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Any

from allonym.errors import PseudonymizationError, place_of
from allonym.warm import Wanted, WarmPipelines, pipelines, set_up

if sys.platform != "win32":
    import resource

_NOT_DUMPABLE = 4  # PR_SET_DUMPABLE in linux/prctl.h


@dataclass(frozen=True, slots=True)
class Setup:
    """What a worker is told when it starts."""

    profiles: Mapping[str, str] = field(default_factory=dict)  # paths of profiles by name
    # key of pseudonyms where a profile names none
    secret: bytes | None = field(default=None, repr=False)
    most: int = 8  # how many pipelines it keeps
    preload: tuple[Wanted, ...] = ()  # pipelines to be loaded before the first document comes


@dataclass(frozen=True, slots=True)
class Failure:
    """An error on its way back: one raised on purpose, or where and of what kind it was."""

    error: PseudonymizationError | None = None
    kind: str = ""
    place: str = ""


def seal_process() -> None:
    """Let no core file be written of this process, and no other program read its memory."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_NOT_DUMPABLE, 0, 0, 0, 0)


def start(setup: Setup) -> None:
    """Make a fresh process a worker."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to all at once: the server ends workers
        signal.signal(number, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    seal_process()
    _be_silent()
    threading.Thread(target=_end_with_server, daemon=True).start()
    set_up(WarmPipelines(setup.profiles, setup.secret, setup.most))


def _be_silent() -> None:
    """Print nothing: the last words of a library written in C may quote what it choked on."""
    if not os.environ.get("ALLONYM_DEBUG"):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def preload(wanted: tuple[Wanted, ...]) -> int:
    """Load pipelines, run a word through each, and return the number of this process."""
    for one in wanted:
        pipeline = pipelines().get(one)
        if pipeline.language != "auto":
            pipeline.tentative().run("Anna")
    gc.collect()
    gc.freeze()
    return os.getpid()


def guarded(function: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    """Call a function and pickle what it returns; an error comes back as a `Failure`.

    Tracebacks, causes and the messages of errors that nobody raised on purpose may quote the
    document, so they stay here.
    """
    try:
        return pickle.dumps(function(*args))
    except PseudonymizationError as error:
        return pickle.dumps(Failure(error=_bare(error)))
    except BaseException as error:  # noqa: BLE001 - whatever it is, it must not leave as it is
        return pickle.dumps(Failure(kind=type(error).__name__, place=place_of(error)))


def _bare(error: PseudonymizationError) -> PseudonymizationError:
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)
