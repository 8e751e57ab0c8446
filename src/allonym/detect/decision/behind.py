"""What stands behind a word: of somebody one says other things than of his namesake, the bird.

``lexicon/behind.tsv`` of a pack has the weights (`tools/build_behind.py`); a pack without it knows
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from allonym.languages.pack import LanguagePack, rows

_WORD = re.compile(r"[ \u00a0]*([^\W_]+(?:[-’'][^\W_]+)*|[^\w\s]|\n)")
_ENDINGS = range(1, 5)
_LINE, _CAPITAL, _NUMBER, _ALWAYS = "|", "A", "0", "*"


def keys_of(word: str) -> Iterator[str]:
    """Yield what is weighed of a word that stands behind: itself and its endings, or its shape.

    >>> list(keys_of("sang")), list(keys_of("Ann"))
    (['*', 'sang', '-g', '-ng'], ['*', 'A'])
    """
    yield _ALWAYS
    if not word.strip():
        yield _LINE
    elif word[0].isupper() or word[0].isdigit():
        yield _CAPITAL if word[0].isupper() else _NUMBER
    else:
        yield word.lower()
        for length in _ENDINGS if word.isalpha() else ():
            if len(word) > length + 1:
                yield "-" + word[-length:].lower()


@dataclass(frozen=True, slots=True)
class Behind:
    """Weighs the word behind."""

    # by what `keys_of` yields
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, pack: LanguagePack) -> Behind:
        """Read the table of a pack."""
        table = rows(pack.path("lexicon/behind.tsv"))
        return cls({key: float(weight) for key, weight in table})

    def odds(self, text: str, end: int) -> float:
        """Return by how much, as log odds, what stands behind speaks for somebody."""
        word = _WORD.match(text, end)
        return sum(self.weights.get(key, 0.0) for key in keys_of(word[1] if word else "\n"))
