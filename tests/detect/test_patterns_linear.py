"""Time grows with the length of the text and no faster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tests.growth import grows_linearly

from allonym.detect.patterns.data import PatternFile, PatternSpec, load_patterns
from allonym.detect.patterns.detector import Compiled, PatternDetector
from allonym.model.view import TextView

PROSE = (
    "Spotkanie odbyło się w 2019 roku, a udział wzięło w nim około stu osób z całego kraju. " * 20
)
DENSE = (
    "Jan, PESEL 84071512341, tel. 601 234 567, ul. Długa 5/7, 00-238 Warszawa, NIP 526-184-07-18.\n"
)
SIZE, TIMES = 10_000, 16


@pytest.mark.slow
@pytest.mark.parametrize("text", [PROSE + DENSE, DENSE, "1 2 3 4 5 6 7 8 9 ", "a.b@c.d "])
def test_eight_times_the_text_takes_about_eight_times_as_long(text: str) -> None:
    detector = PatternDetector.load("pl")

    def run(size: int) -> Callable[[], object]:
        view = TextView.of(text * (size // len(text)))
        return lambda: detector.detect(view)

    run(20_000)()  # what is made ready at the first call does not count
    assert grows_linearly(run, 50_000)


def worst(spec: PatternSpec) -> Iterator[str]:
    """Yield what a pattern begins to match again and again, and may go back over."""
    whole = spec.example
    yield from {whole[:-1]: 0, whole[: len(whole) // 2]: 0}


def grows_too_fast(file: PatternFile, spec: PatternSpec) -> Iterator[str]:
    alone = PatternDetector(Compiled((replace(file, patterns=(spec,)),), ()))
    list(alone.detect(TextView.of(spec.example)))
    for unit in filter(None, worst(spec)):

        def run(size: int, unit: str = unit) -> Callable[[], object]:
            view = TextView.of((unit * (size // len(unit) + 1))[:size])
            return lambda: alone.detect(view)

        if not grows_linearly(run, SIZE, times=TIMES, tries=3):
            yield f"{spec.name} on {unit!r}"


@pytest.mark.slow
@pytest.mark.parametrize("file", load_patterns(), ids=lambda file: file.language or "common")
def test_every_pattern_is_linear_on_its_own_worst_text(file: PatternFile) -> None:
    assert [bad for spec in file.patterns for bad in grows_too_fast(file, spec)] == []
