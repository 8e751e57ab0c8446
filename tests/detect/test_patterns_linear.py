"""Time grows with the length of the text and no faster."""

from __future__ import annotations

import time

import pytest

from allonym.detect.patterns import PatternDetector
from allonym.model.view import TextView

PROSE = (
    "Spotkanie odbyło się w 2019 roku, a udział wzięło w nim około stu osób z całego kraju. " * 20
)
DENSE = (
    "Jan, PESEL 84071512341, tel. 601 234 567, ul. Długa 5/7, 00-238 Warszawa, NIP 526-184-07-18.\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("text", [PROSE + DENSE, DENSE, "1 2 3 4 5 6 7 8 9 ", "a.b@c.d "])
def test_four_times_the_text_takes_about_four_times_as_long(text: str) -> None:
    detector = PatternDetector.load("pl")
    base = text * (100_000 // len(text))
    seconds = []
    for times in (1, 1, 4):
        view = TextView.of(base * times)
        started = time.process_time()
        detector.detect(view)
        seconds.append(time.process_time() - started)
    assert seconds[2] < 8 * seconds[1] + 0.2
