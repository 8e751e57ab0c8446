from __future__ import annotations

from pathlib import Path

import pytest
from tools import compare_speed


@pytest.mark.parametrize(("own", "fails"), [(1.1, 0), (1.3, 1)])
def test_a_language_that_takes_too_much_longer_fails(
    monkeypatch: pytest.MonkeyPatch, own: float, fails: int
) -> None:
    taken = {compare_speed.ROOT / "src": own, Path("old"): 1.0}
    monkeypatch.setattr(compare_speed, "documents", lambda language: [language])
    monkeypatch.setattr(compare_speed, "seconds", lambda python, source, *rest: taken[source])
    monkeypatch.setattr("sys.argv", ["compare_speed.py", "python", "en", "--source", "old"])
    assert compare_speed.main() == fails


def test_what_counts_is_the_ratio_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """One run in which the machine was busy does not fail a version."""
    runs = iter([1.0, 1.0, 9.0, 1.0, 1.0, 1.0])
    monkeypatch.setattr(compare_speed, "documents", lambda language: [language])
    monkeypatch.setattr(compare_speed, "seconds", lambda *given: next(runs))
    assert compare_speed.compared("en", "python") == 1.0


def test_both_versions_read_the_documents_of_the_kit() -> None:
    assert len(compare_speed.documents("en")) > 1
