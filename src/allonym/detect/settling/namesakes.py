"""Surnames that look like something else: families and possessives.

A model may take *у Димитрови* or *the Robinsons* for a place, and *Kosova hiša* (the house of Kos)
for Kosovo.  Where the document names a person so, it is a person; words in small letters beside it
are not (*Virtasten talo*).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from allonym.detect.settling.apart import is_guessed
from allonym.model.mention import Analysis, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE, Morphology
from allonym.text.fold import plain

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_LEAST = 3
_RARE = 0.02
_GUESSED = ("place", "org", "other")


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Finds such surnames."""

    morphology: Morphology  # reads names
    before: frozenset[str] = frozenset()  # words that lead in a family, in small letters

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such surnames as people.

        Args:
            view: The document.
            mentions: Disjoint.
        """
        people = (view.surface(m.span) for m in mentions if is_a(m.type, "person"))
        named = (words for name in people if len(words := _WORD.findall(name)) > 1)
        ends = {word for words in named for word in (words[0], words[-1])}
        long = [w for w in ends if len(w) >= _LEAST and w[:1].isupper()]
        surnames = frozenset(plain(r.lemma) for w in long for r in self._readings(w))
        return [self._settled(view, m, surnames) for m in mentions] if surnames else list(mentions)

    def _readings(self, word: str) -> list[Analysis]:
        return [r for r in self.morphology.analyse(word, "family") if r.weight >= _RARE]

    def _settled(self, view: TextView, mention: Mention, surnames: frozenset[str]) -> Mention:
        if mention.type.partition(".")[0] not in _GUESSED or not is_guessed(mention):
            return mention
        words = _WORD.finditer(view.surface(mention.span))
        named = [w for w in words if w[0][:1].isupper() and w[0].lower() not in self.before]
        if len(named) != 1 or not any(
            plain(r.lemma) in surnames
            and (r.features.get("Number") == "Plur" or r.features.get("Derivation") == POSSESSIVE)
            for r in self._readings(named[0][0])
        ):
            return mention
        start = mention.span.start + named[0].start()
        return Mention(Span(start, start + len(named[0][0])), "person", mention.evidence)
