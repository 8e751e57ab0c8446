"""Files opened in a process of their own first, so that a hostile one takes nothing down.

Parsers are written in C, and a file can be made to need far more memory or time than its size
tells.  The worker has limits on both; only what it could open is opened here.
"""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from allonym.documents import is_structured, open_document
from allonym.errors import CorruptDocument, PseudonymizationError
from allonym.profile import Documents

_MEMORY = 6 << 30
_SECONDS = 600


@dataclass(slots=True)
class Probe:
    """A worker that opens files; it starts with the first one that needs it."""

    memory: int = _MEMORY  # most bytes of address space the worker may take
    seconds: float = _SECONDS  # most seconds that opening one file may take
    _process: SpawnProcess | None = field(default=None, repr=False)
    _pipe: Connection | None = field(default=None, repr=False)

    def check(self, data: bytes, name: str, settings: Documents) -> None:
        """Let the worker open a file; plain texts are not worth the way.

        Raises:
            DocumentError: If the file cannot be opened, or not within the limits.
        """
        if not is_structured(name):
            return
        pipe = self._start()
        try:
            pipe.send((data, name, settings))
            if not pipe.poll(self.seconds):
                raise TimeoutError
            error = pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise CorruptDocument(
                f"opening the file takes more than {self.memory >> 30} GB of memory or "
                f"{self.seconds:.0f} seconds; if it is genuine, split it"
            ) from None
        if error is not None:
            raise error

    def close(self) -> None:
        """End the worker."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, other = context.Pipe()
            self._process = context.Process(target=_work, args=(other, self.memory), daemon=True)
            self._process.start()
            other.close()
        return self._pipe


def _work(pipe: Connection, memory: int) -> None:
    """Open file after file until the pipe is closed."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        while True:
            data, name, settings = pipe.recv()
            pipe.send(_opened(data, name, settings))
    except (EOFError, MemoryError):
        os._exit(1)  # at once and without a word; the other side sees the pipe close


def _opened(data: bytes, name: str, settings: Documents) -> PseudonymizationError | None:
    """Open a file and return what was wrong with it; running out of memory ends the worker."""
    try:
        document = open_document(data, name, settings)
        len(document.view.text)
    except PseudonymizationError as error:
        return type(error)(str(error))
    return None
