"""Names of several words whose first word changes: *Baia Mare*, *Băii Mari*.

``[morphology.phrase]`` of a pack's ``morphology.toml`` gives the feature bundle of the one form
that differs (``form``), first words with their form (``words``), endings of first words with what
comes to them (``endings``), and words that agree with one of `words` before them (``tails``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.model.features import FeatureBundle, parse_features


@dataclass(frozen=True, slots=True)
class Phrases:
    """How the names of several words of a language change.

    Attributes:
        bundle: Features of the form that differs.
        words: First words with their form.
        endings: Endings of first words with what is added to them.
        tails: Later words with their form after one of `words`.
    """

    bundle: FeatureBundle
    words: Mapping[str, str] = field(repr=False)
    endings: Mapping[str, str] = field(repr=False)
    tails: Mapping[str, str] = field(repr=False)

    def form(self, lemma: str) -> str:
        """Return the form of a name that differs, or an empty string if the name never changes."""
        head, _, rest = lemma.partition(" ")
        if head in self.words:
            return " ".join([self.words[head], *(self.tails.get(w, w) for w in rest.split(" "))])
        added = next((add for end, add in self.endings.items() if head.endswith(end)), "")
        return f"{head}{added} {rest}" if added else ""

    def lemmas(self, form: str) -> Iterator[str]:
        """Yield what names a form may be of, those whose later words change first."""
        head, _, rest = form.partition(" ")
        whole = {new: old for old, new in self.words.items()}
        tails = {new: old for old, new in self.tails.items()}
        heads = [whole[head]] if head in whole else []
        heads += [
            head[: -len(add)]
            for end, add in self.endings.items()
            if head.endswith(end + add) and not heads
        ]
        changed = " ".join(tails.get(word, word) for word in rest.split(" "))
        for found in heads:
            for tail in dict.fromkeys((changed, rest)):
                if self.form(f"{found} {tail}") == form:
                    yield f"{found} {tail}"


def read_phrases(table: Mapping[str, Any]) -> Phrases:
    """Return what ``[morphology.phrase]`` says.

    >>> table = {"form": "Case=Gen", "words": {"Baia": "Băii"}, "tails": {"Mare": "Mari"}}
    >>> phrases = read_phrases({**table, "endings": {"u": "lui"}})
    >>> phrases.form("Baia Mare"), phrases.form("Satu Mare"), phrases.form("Alba Iulia")
    ('Băii Mari', 'Satului Mare', '')
    >>> next(phrases.lemmas("Băii Mari"))
    'Baia Mare'
    """
    words, endings, tails = (table.get(key, {}) for key in ("words", "endings", "tails"))
    return Phrases(parse_features(table.get("form", "")), words, endings, tails)
