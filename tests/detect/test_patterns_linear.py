"""Time grows with the length of the text and no faster."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.growth import grows_linearly

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
def test_eight_times_the_text_takes_about_eight_times_as_long(text: str) -> None:
    detector = PatternDetector.load("pl")

    def run(size: int) -> Callable[[], object]:
        view = TextView.of(text * (size // len(text)))
        return lambda: detector.detect(view)

    run(20_000)()  # what is made ready at the first call does not count
    assert grows_linearly(run, 50_000)
