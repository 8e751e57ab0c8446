"""Searching prose for identifiers stays as cheap as reading its words."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from allonym.detect.patterns.detector import PatternDetector
from allonym.evaluate.gold import read_gold
from allonym.model.view import TextView
from allonym.text.tokenize import tokenize

DOCUMENTS = Path(__file__).parents[2] / "data" / "documents"


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time of the cheapest of three runs."""
    spent = []
    for _ in range(3):
        started = time.process_time()
        call()
        spent.append(time.process_time() - started)
    return min(spent)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "sk"])
def test_no_hint_makes_the_automata_explode(language: str):
    # one counted expression among the hints took twenty times as long as all others together
    gold = read_gold(DOCUMENTS / language / "dev.txt", language)
    view = TextView.of("\n\n".join(d.text for d in gold.documents), language=language)
    detector = PatternDetector.load(language)
    detector.detect(view)  # expressions are compiled, automata built
    hits = seconds(lambda: list(detector.compiled.scanner.hits(view.text)))
    assert hits < 4 * seconds(lambda: tokenize(view.text))
