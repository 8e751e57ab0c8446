from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from allonym.bench import worker
from allonym.bench.worker import Clock, instrumented
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.parts import Parts
from allonym.pipeline import LanguagePipeline
from allonym.profile import Treatment


class Finder:
    name = "patterns"

    def detect(self, view: TextView) -> Any:
        yield Mention(Span(0, 3), "person", (Evidence("patterns"),))


class Linker:
    def link(self, view: TextView, mentions: Any) -> Any:
        return [f"{len(mentions)} linked"]


class Replacer:
    def replace(self, context: Any, entities: Any) -> Any:
        yield from entities


def parts() -> Parts:
    return Parts(
        detectors=(Finder(),), known=lambda _: Finder(), resolve=lambda _, m: list(m),
        trim=lambda _, m: m, settle=lambda _, m: list(m),
        spread=lambda _, __: [], refine=lambda _, m: list(m),
            allow=lambda _, __: False,
        linker=Linker(), replacer=lambda _: Replacer(), fallback=Replacer(),
        verify=lambda *_: (),
    )  # fmt: skip


def pipeline() -> LanguagePipeline:
    anything: Any = SimpleNamespace()
    return LanguagePipeline("sl", anything, parts(), anything)


def test_inner_time_is_taken_off_the_outer_stage() -> None:
    clock = Clock()
    inner = clock.timed("inner", lambda: time.sleep(0.03))
    clock.timed("outer", inner)()
    assert clock.seconds["inner"] >= 0.03
    assert clock.seconds["outer"] < 0.02


def test_time_of_a_failing_stage_is_kept() -> None:
    clock = Clock()

    def fail() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        clock.timed("bad", fail)()
    assert "bad" in clock.seconds
    clock.timed("good", lambda: None)()
    assert clock.seconds["good"] < 1


def test_instrumented_parts_do_the_same_and_are_timed() -> None:
    clock, view = Clock(), TextView.of("Ana je tu")
    timed = instrumented(pipeline(), clock).parts
    plain = parts()
    assert list(timed.detectors[0].detect(view)) == list(plain.detectors[0].detect(view))
    assert timed.linker.link(view, []) == plain.linker.link(view, [])
    anything: Any = None
    assert list(timed.replacer(Treatment("tag")).replace(anything, [anything])) == [None]
    assert list(timed.fallback.replace(anything, [])) == []
    assert timed.resolve(view, []) == []
    assert set(clock.seconds) == {
        "detect patterns", "link", "replace tag", "replace fallback", "resolve",
    }  # fmt: skip


def test_worker_measures_the_pattern_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_inside", lambda _: pipeline())
    job = {
        "job": "patterns",
        "language": "sl",
        "profile": "default",
        "warm": "x y z",
        "text": "a b c",
    }
    answer = worker.do(job)
    assert answer["found"] == 1
    assert answer["seconds"] >= 0


def test_worker_runs_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(worker, "_load", lambda _: SimpleNamespace(run=seen.append))
    answer = worker.do({"job": "run", "warm": "w", "texts": ["a", "b"]})
    assert seen == ["w", "a", "b"]
    assert len(answer["seconds"]) == 2


def test_peak_memory_is_plausible() -> None:
    peak = worker.peak_megabytes()
    assert peak is None or 5 < peak < 100_000
