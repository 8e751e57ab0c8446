"""A text of four times as many documents, with as many names, costs some four times the work.

Told by counted calls, which other work on the machine does not touch; what each step asks of each
name, town, day and number must not grow with how many of them the text has.
"""

import cProfile
from pathlib import Path

import pytest

from allonym import Pipeline
from allonym.evaluate.gold import read_gold

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
SMALL, TIMES, MORE = 3_000, 4, 1.35


def calls(pipeline, text):
    profile = cProfile.Profile()
    pipeline.run(f"{text}\n")  # what is asked of a word once is asked here
    profile.enable()
    pipeline.run(text)
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("language", ["en", "pl"])
def test_work_grows_as_the_names_of_a_text_do(language):
    gold = read_gold(ROOT / "data" / "documents" / language / "train.txt", language)
    words = "\n\n".join(document.text for document in gold.documents).split(" ")
    pipeline = Pipeline.load(language=language, secret=b"0123456789abcdef0")
    small, large = (calls(pipeline, " ".join(words[:n])) for n in (SMALL, SMALL * TIMES))
    assert large < MORE * TIMES * small
