"""What runs in the fresh process: a job comes as JSON, its figures go back as JSON.

The stages of a pipeline are told apart by clocks around its parts.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

from allonym.api import Pipeline
from allonym.assembly import build
from allonym.model.view import TextView
from allonym.pipeline import LanguagePipeline
from allonym.ports import Detector, Replacer

_HIGH_WATER = re.compile(r"^VmHWM:\s*(\d+) kB", re.MULTILINE)


def peak_megabytes() -> float | None:
    """Return the most memory this process has held, in MB (10^6 bytes); None where unknown.

    On Linux from the kernel's mark for this program's own memory: ``ru_maxrss`` of a child also
    counts what its parent held before the child began.
    """
    status = Path("/proc/self/status")
    if status.exists() and (match := _HIGH_WATER.search(status.read_text("utf-8"))):
        return int(match[1]) * 1024 / 1e6
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def main() -> None:
    """Read a job from standard input, do it, write its figures to standard output."""
    job = json.load(sys.stdin)
    sys.stdout.write(json.dumps(do(job)))


def do(job: dict[str, Any]) -> dict[str, Any]:
    """Do a job: ``run`` texts one after another, or measure ``stages`` or ``patterns`` on one."""
    jobs = {"run": _run, "stages": _stages, "patterns": _patterns}
    return jobs[job["job"]](job)


def _load(job: dict[str, Any]) -> Pipeline:
    return Pipeline.load(language=job["language"], profile=job["profile"])


def _inside(job: dict[str, Any]) -> LanguagePipeline:
    loaded = _load(job)
    return build(job["language"], loaded.profile, loaded.draw)


def _view(job: dict[str, Any], key: str) -> TextView:
    return TextView.of(job[key], language=job["language"])


def _run(job: dict[str, Any]) -> dict[str, Any]:
    pipeline = _load(job)
    pipeline.run(job["warm"])
    seconds = []
    for text in job["texts"]:
        started = time.perf_counter()
        pipeline.run(text)
        seconds.append(time.perf_counter() - started)
    return {"seconds": seconds, "memory": peak_megabytes()}


def _stages(job: dict[str, Any]) -> dict[str, Any]:
    pipeline = _inside(job)
    pipeline.run(_view(job, "warm"))
    clock = Clock()
    clock.timed("the rest", instrumented(pipeline, clock).run)(_view(job, "text"))
    return {"stages": list(clock.seconds.items())}


def _patterns(job: dict[str, Any]) -> dict[str, Any]:
    chosen = [d for d in _inside(job).parts.detectors if d.name.startswith("pattern")]
    if not chosen:
        return {"seconds": None, "found": 0}
    warm, view = _view(job, "warm"), _view(job, "text")
    for detector in chosen:
        list(detector.detect(warm))
    started = time.perf_counter()
    found = sum(1 for detector in chosen for _ in detector.detect(view))
    return {"seconds": time.perf_counter() - started, "found": found}


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
