"""Clocks around the parts of a pipeline."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

from allonym.pipeline import LanguagePipeline
from allonym.ports import Detector, Replacer

P = ParamSpec("P")
R = TypeVar("R")


class Clock:
    """Seconds spent under each name; a stage called from another is taken off the outer one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def timed(self, name: str, call: Callable[P, R]) -> Callable[P, R]:
        """Return `call` with its time put down under `name`."""

        def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
            self._inner.append(0.0)
            started = time.perf_counter()
            try:
                return call(*args, **kwargs)
            finally:
                spent = time.perf_counter() - started
                self.seconds[name] += spent - self._inner.pop()
                if self._inner:
                    self._inner[-1] += spent

        return wrapped


def instrumented(pipeline: LanguagePipeline, clock: Clock) -> LanguagePipeline:
    """Return the same pipeline with a clock around each part."""
    parts = pipeline.parts
    return replace(
        pipeline,
        parts=replace(
            parts,
            detectors=tuple(_detector(detector, clock) for detector in parts.detectors),
            resolve=clock.timed("resolve", parts.resolve),
            spread=clock.timed("spread", parts.spread),
            refine=clock.timed("refine", parts.refine),
            allow=clock.timed("allow", parts.allow),
            linker=SimpleNamespace(link=clock.timed("link", parts.linker.link)),
            replacer=lambda t: _replacer(parts.replacer(t), clock, f"replace {t.method}"),
            fallback=_replacer(parts.fallback, clock, "replace fallback"),
            verify=clock.timed("verify", parts.verify),
        ),
    )


def _detector(timed: Detector, clock: Clock) -> Any:
    detect = clock.timed(f"detect {timed.name}", _at_once(timed.detect))
    return SimpleNamespace(name=timed.name, detect=detect)


def _replacer(timed: Replacer, clock: Clock, name: str) -> Any:
    return SimpleNamespace(replace=clock.timed(name, _at_once(timed.replace)))


def _at_once(call: Callable[P, Iterable[R]]) -> Callable[P, list[R]]:
    def called(*args: P.args, **kwargs: P.kwargs) -> list[R]:
        return list(call(*args, **kwargs))

    return called
