"""Surnames that look like something else: families, possessives, words of the dictionary.

A model may take *у Димитрови* or *the Robinsons* for a place or for nothing it can name, *Kosova
hiša* (the house of Kos) for Kosovo, and *Short was arrested* for no name at all.  Where the
document names a person so, or a word before leads in a family (``names.family_before`` of
``words.toml``), it is a person; words in small letters beside it are not (*Virtasten talo*).
Where many cases tell a place from a person (*Koskela* the man *lähti*, in the town *Koskelassa*),
a surname of the document is no place unless the document has the place in such a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.detect.apart import Has, is_guessed
from allonym.model.mention import Analysis, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE, Morphology
from allonym.text.fold import plain

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]\Z")
_REACH = 24
_LEAST = 3
_RARE = 0.02
_SCORE = 0.8
_GUESSED = ("place", "org", "other")
_INSIDE = frozenset({"Ine", "Ela", "Ill", "Sup", "Sub", "Del"})
"""UD cases of what is inside or on top: hardly ever of a person."""


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Finds such surnames.

    Attributes:
        morphology: Reads names.
        has: What the word lists say of a word.
        before: Words that lead in a family, in small letters.
        in_case: Whether cases say that something is a place.
    """

    morphology: Morphology
    has: Has
    before: frozenset[str] = frozenset()
    in_case: bool = False

    def settle(
        self, view: TextView, mentions: Sequence[Mention], found: Sequence[Mention]
    ) -> list[Mention]:
        """Return the mentions, such surnames as people.

        Args:
            view: The document.
            mentions: Disjoint.
            found: All that the detectors found, before overlaps were resolved.
        """
        surnames = self._surnames(view, mentions)
        towns = self._towns(view, mentions) if self.in_case and surnames else frozenset()
        settled = [self._settled(view, m, surnames, towns) for m in mentions]
        missed = self._missed(view, settled, found, surnames) if surnames else ()
        return sorted([*settled, *missed], key=lambda m: m.span)

    def _surnames(self, view: TextView, mentions: Sequence[Mention]) -> frozenset[str]:
        """Return the citation forms of the surnames of all who are named in full."""
        people = (view.surface(m.span) for m in mentions if is_a(m.type, "person"))
        names = (_WORD.findall(name) for name in people)
        ends = {word for words in names if len(words) > 1 for word in (words[0], words[-1])}
        long = [w for w in ends if len(w) >= _LEAST and w[:1].isupper()]
        return frozenset(plain(r.lemma) for w in long for r in self._readings(w))

    def _readings(self, word: str) -> list[Analysis]:
        return [r for r in self.morphology.analyse(word, "family") if r.weight >= _RARE]

    def _towns(self, view: TextView, mentions: Sequence[Mention]) -> frozenset[str]:
        """Return the citation forms of what is a place by its case or its postcode."""
        places = [m for m in mentions if is_a(m.type, "place")]
        codes = {m.span.end + 1 for m in mentions if m.type == "postcode"}
        posted = {plain(view.surface(m.span)) for m in places if m.span.start in codes}
        readings = (self.morphology.analyse(view.surface(m.span), "place")[0] for m in places)
        inside = (plain(r.lemma) for r in readings if r.features.get("Case") in _INSIDE)
        return frozenset(posted.union(inside))

    def _settled(
        self,
        view: TextView,
        mention: Mention,
        surnames: frozenset[str],
        towns: frozenset[str],
    ) -> Mention:
        if mention.type.partition(".")[0] not in _GUESSED or not is_guessed(mention):
            return mention
        named = [w for w in _WORD.finditer(view.surface(mention.span)) if w[0][:1].isupper()]
        if len(named) != 1:
            return mention
        start = mention.span.start + named[0].start()
        led_in = self._is_led_in(view, start)
        readings = self._readings(named[0][0])
        of_family = any(self._names_family(r, surnames, led_in=led_in) for r in readings)
        if not of_family and not self._is_somebody(readings, surnames - towns):
            return mention
        return Mention(Span(start, start + len(named[0][0])), "person", mention.evidence)

    def _names_family(self, reading: Analysis, surnames: frozenset[str], *, led_in: bool) -> bool:
        plural = reading.features.get("Number") == "Plur"
        owned = reading.features.get("Derivation") == POSSESSIVE
        if (plural or owned) and plain(reading.lemma) in surnames:
            return True
        return plural and led_in and self.has(reading.lemma, "family", "family_rare")

    def _is_somebody(self, readings: Sequence[Analysis], surnames: frozenset[str]) -> bool:
        """Tell whether a word is one of the surnames, in a case that does not say where."""
        return self.in_case and any(
            plain(r.lemma) in surnames and r.features.get("Case") not in _INSIDE for r in readings
        )

    def _is_led_in(self, view: TextView, start: int) -> bool:
        before = _BEFORE.search(view.text[max(0, start - _REACH) : start])
        return before is not None and before[1].lower() in self.before

    def _missed(
        self,
        view: TextView,
        mentions: Sequence[Mention],
        found: Sequence[Mention],
        surnames: frozenset[str],
    ) -> Iterator[Mention]:
        """Yield what was guessed with little belief and is a surname of the document."""
        covered = {at for m in mentions for at in range(m.span.start, m.span.end)}
        spans: dict[Span, None] = dict.fromkeys(m.span for m in found if is_guessed(m))
        for span in spans:
            word = view.surface(span)
            named = _WORD.fullmatch(word) and word[:1].isupper() and plain(word) in surnames
            if named and covered.isdisjoint(range(span.start, span.end)):
                yield Mention(span, "person", (Evidence("spread", "surname", _SCORE),))
