"""A progress bar on standard error, only where a person is watching."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any


class Bar:
    """Shows the file, the step and how far it is; silent in pipes."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._file = ""

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("starting", total=1.0)
        return self

    def file(self, name: str) -> None:
        """Begin another file."""
        self._file = name

    def progress(self, step: str, share: float) -> None:
        """Show that `share` of a step is done."""
        if self._bar is not None:
            description = f"{self._file}: {step}"
            self._bar.update(self._task, description=description, completed=share)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
