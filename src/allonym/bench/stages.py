"""Clocks around the parts of a pipeline."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import ParamSpec, TypeVar

from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.view import TextView
from allonym.parts import Parts
from allonym.pipeline import LanguagePipeline
from allonym.ports import Detector, Linker, ReplaceContext, Replacer
from allonym.profile import Treatment

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


class _TimedDetector:
    def __init__(self, detector: Detector, clock: Clock) -> None:
        self.name = detector.name
        self._detect = clock.timed(
            f"detect {detector.name}", lambda view: list(detector.detect(view))
        )

    def detect(self, view: TextView) -> Iterable[Mention]:
        return self._detect(view)


class _TimedLinker:
    def __init__(self, linker: Linker, clock: Clock) -> None:
        self._link = clock.timed("link", linker.link)

    def link(self, view: TextView, mentions: Sequence[Mention]) -> Sequence[Entity]:
        return self._link(view, mentions)


class _TimedReplacer:
    def __init__(self, replacer: Replacer, clock: Clock, name: str) -> None:
        self._replace = clock.timed(
            name, lambda context, entities: list(replacer.replace(context, entities))
        )

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        return self._replace(context, entities)


def instrumented(pipeline: LanguagePipeline, clock: Clock) -> LanguagePipeline:
    """Return the same pipeline with a clock around each part."""
    parts = pipeline.parts
    return replace(
        pipeline,
        parts=replace(
            parts,
            detectors=tuple(_TimedDetector(detector, clock) for detector in parts.detectors),
            resolve=clock.timed("resolve", parts.resolve),
            spread=clock.timed("spread", parts.spread),
            refine=clock.timed("refine", parts.refine),
            allow=clock.timed("allow", parts.allow),
            linker=_TimedLinker(parts.linker, clock),
            replacer=_timed_replacers(parts, clock),
            fallback=_TimedReplacer(parts.fallback, clock, "replace fallback"),
            verify=clock.timed("verify", parts.verify),
        ),
    )


def _timed_replacers(parts: Parts, clock: Clock) -> Callable[[Treatment], Replacer]:
    def make(treatment: Treatment) -> Replacer:
        return _TimedReplacer(parts.replacer(treatment), clock, f"replace {treatment.method}")

    return make
