"""What stands beside a candidate, as names of learned weights (`tools/fit_weights.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from allonym.languages.pack import common_path, rows

TOKEN = re.compile(r"\w+(?:[’'-]\w+)*|[^\w\s]|\n")


@cache
def load_weights(table: str) -> Mapping[str, float]:
    """Return what each feature is worth, by a table of ``common/``."""
    return {name: float(worth) for name, worth in rows(common_path(table))}


def nearest(side: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the words on one side of a candidate, from it on, and the beginnings of long ones."""
    for at, word in enumerate(words):
        yield f"{side}{at} {word}"
        if len(word) > 4:
            yield f"{side}{at} {word[:4]}…"


def cased_shape(word: str) -> str:
    """Return what kind of word or sign stands there: a capital, a word, a number."""
    return "C" if word[0].isupper() else shape(word)


def shape(word: str) -> str:
    """Return what kind of word or sign stands there: a word, a number, or the sign itself."""
    return "N" if word[0].isdigit() else "w" if word[0].isalpha() else word.replace("\n", "¶")
