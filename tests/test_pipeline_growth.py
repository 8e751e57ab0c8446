"""A whole run costs what its text weighs: eight times the worst text, not 64 times the work.

Finding, linking, planning, choosing, inflecting and the leak check all see each text; each unit is
the worst that is known for one of them.
"""

import pytest

from allonym import Pipeline
from tests.growth import grows_linearly

pytestmark = pytest.mark.slow
SIZE = 1_000
UNITS = {
    "sentences that never end": ".", "one long word": "a", "one long number": "1",
    "one long word of letters that may lack a mark": "ana",
    "groups of digits": "12 34 ", "brackets": "(", "words with capitals": "Ab ",
    "words in capitals": "ABC ", "initials": "J. K. ", "one name": "Jan Kowalski ",
    "a name a line": "Jan Kowalski\n", "names joined by and": "Jan i ", "signs of mail": "@",
    "words joined by dashes": "a-", "fields": "Imię: ", "years": "2001 ", "a path": "/a",
    "signs in a path": "%C5", "dates": "1.2.2020 ", "a chat": "<Jan> cześć\n",
    "characters nobody sees": "a\u200b", "spaces": " ", "double brackets": "[[",
    "letters apart": "K o w ", "letters of other styles": "𝗝", "days by name": "1.2.2020 sobota\n",
    "a register": "Pac.: KOS Jan\n",
    "one surname with dashes": "Nowak-", "a firm's legal form": "S.A. ",
}  # fmt: skip


@pytest.fixture(scope="module")
def pipeline():
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    made.run("Jan Kowalski urodził się 1.2.1970 w Łodzi. " * 40)
    return made


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_a_run_costs_what_its_worst_text_weighs(pipeline, unit):
    def prepare(size):
        text = (unit * (size // len(unit) + 1))[:size]
        return lambda: pipeline.run(text)

    assert grows_linearly(prepare, SIZE, times=8)
