"""A progress bar on standard error, only where a person is watching."""

from __future__ import annotations

import sys
from typing import Any, Self


class Bar:
    """Shows the file, the step, and among several files how far it is and how long it will take.

    Silent in pipes.

    Args:
        files: How many there are.
    """

    def __init__(self, files: int = 1) -> None:
        self._files = max(1, files)
        self._begun = -1
        self._bar: Any = None
        self._task: Any = None
        self._file = ""

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            many = (MofNCompleteColumn(), TextColumn("files")) if self._files > 1 else ()
            columns = (
                TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn(),
                *many, TextColumn("time left"), TimeRemainingColumn(),
            )  # fmt: skip
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True,
                                 speed_estimate_period=300.0)  # fmt: skip
            self._bar.start()
            self._task = self._bar.add_task("starting", total=self._files)
        return self

    def file(self, name: str) -> None:
        """Begin another file."""
        self._file = name
        self._begun += 1
        self._show("reading", 0.0)

    def progress(self, step: str, share: float) -> None:
        """Show that `share` of a step is done."""
        self._show(step, share)

    def document(self, name: str, done: int, of: int) -> None:
        """Show how many documents of a corpus are done."""
        self._show(name, done / of)

    def _show(self, step: str, share: float) -> None:
        if self._bar is not None:
            description = f"{self._file}: {step}" if self._file else step
            done = share if self._files == 1 else max(0, self._begun)
            self._bar.update(self._task, description=description, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
