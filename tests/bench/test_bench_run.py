from __future__ import annotations

import json
from typing import Any

import pytest

from allonym.bench import as_dict, bench, probe, render
from allonym.bench.run import BenchReport, Timing, count_words
from allonym.errors import ConfigError, EngineError, UnknownLanguage


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replace the processes by figures; return the jobs they got."""
    jobs: list[dict[str, Any]] = []

    def run_job(job: dict[str, Any]) -> dict[str, Any]:
        jobs.append(job)
        if job["job"] == "run":
            return {"seconds": [len(t) / 100_000 for t in job["texts"]], "memory": 210.0}
        if job["job"] == "stages":
            return {"stages": [["link", 0.25], ["detect model", 0.75]]}
        return {"seconds": 0.01, "found": 3}

    monkeypatch.setattr(probe, "run_job", run_job)
    monkeypatch.setattr(probe, "import_seconds", lambda: 0.08)
    monkeypatch.setattr(probe, "help_seconds", lambda: 0.2)
    first = json.dumps({"steps": [0.1, 0.5, 0.2], "memory": 150.0})
    monkeypatch.setattr(probe, "run_code", lambda *_, **__: (0.9, first))
    return jobs


def test_bench_gathers_every_figure(measured: list[dict[str, Any]]) -> None:
    calls: list[tuple[str, int, int]] = []
    report = bench("pl", characters=1000, progress=lambda *call: calls.append(call))
    assert (report.import_seconds, report.help_seconds, report.first_seconds) == (0.08, 0.2, 0.9)
    assert (report.first_memory, report.memory) == (150.0, 210.0)
    assert [t.characters for t in report.scaling] == [1000, 2000, 4000, 8000]
    assert report.whole == report.scaling[-1]
    assert report.whole.characters_per_second == pytest.approx(100_000)
    assert [stage.name for stage in report.stages] == ["detect model", "link"]
    assert report.patterns is not None
    assert report.patterns.characters == 8000
    assert report.problems == ()
    assert calls[0] == ("import", 0, 6)
    assert calls[-1] == ("done", 6, 6)
    assert all(len(job["warm"]) == 1000 for job in measured)


def test_given_text_is_measured(measured: list[dict[str, Any]]) -> None:
    report = bench("pl", "Ala ma kota.\nKot ma Alę.", characters=100)
    assert report.text == "given"
    assert "Kot ma" in measured[0]["texts"][0]


def test_failing_step_is_named_and_the_others_go_on(
    measured: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> float:
        raise EngineError("exit code 1 (ImportError)")

    monkeypatch.setattr(probe, "help_seconds", fail)
    report = bench("pl", characters=100)
    assert report.help_seconds is None
    assert report.problems == ("help: exit code 1 (ImportError)",)
    assert report.whole is not None
    assert "help: exit code 1" in render(report)


@pytest.mark.parametrize(("text", "characters"), [(" \n", 100), (None, 0)])
def test_nothing_to_measure_on(text: str | None, characters: int) -> None:
    with pytest.raises(ConfigError, match="nothing to measure"):
        bench("pl", text, characters=characters)


def test_no_sample_in_the_language() -> None:
    with pytest.raises(UnknownLanguage):
        bench("xx")


def test_render_and_json(measured: list[dict[str, Any]]) -> None:
    report = bench("pl", characters=1000)
    text = render(report)
    assert text.isascii()
    for figure in ("0.080", "< 0.15", "100,000 characters/s", "75.0 %", "8,000", "1.00", "150"):
        assert figure in text
    plain = json.loads(json.dumps(as_dict(report), allow_nan=False))
    assert plain["scaling"][0]["characters"] == 1000
    assert plain["first_sentence"]["steps"] == {"import": 0.1, "load": 0.5, "run": 0.2}
    assert plain["patterns"]["characters_per_second"] == 800_000


def test_empty_report_renders() -> None:
    report = BenchReport("pl", "default")
    assert "-" in render(report)
    assert as_dict(report)["whole"] is None


def test_timing_of_no_time() -> None:
    assert Timing(5, 1, 0.0).characters_per_second == Timing(5, 1, 0.0).words_per_second == 0.0


def test_count_words() -> None:
    assert count_words("Ana (12 let), d.o.o. -- konec!") == 5


def test_reports_hide_the_text(measured: list[dict[str, Any]]) -> None:
    report = bench("pl", "Canary " * 30, characters=100)
    assert "Canary" not in repr(report) + render(report) + json.dumps(as_dict(report))


@pytest.mark.slow
@pytest.mark.model
def test_bench_runs_for_real() -> None:
    report = bench("pl", characters=2000)
    assert report.problems == ()
    assert report.whole is not None
