"""Surnames that look like something else: families, possessives, words of the dictionary.

A model may take *у Димитрови* or *the Robinsons* for a place or for nothing it can name, *Kosova
hiša* (the house of Kos) for Kosovo, and *Short was arrested* for no name at all.  Where the
document names a person so, or a word before leads in a family (``names.family_before`` of
``words.toml``), it is a person; words in small letters beside it are not (*Virtasten talo*).
So is the surname in a case that looks like a place's (*Sokoloville*), where no list has one.
Where many cases tell a place from a person (*Koskela* the man *lähti*, in the town *Koskelassa*),
a surname of the document is no place unless the document has the place in such a case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from allonym.detect.settling.apart import Has, is_guessed
from allonym.model.cover import Cover
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
_LIKELY = 0.3
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
        where: Words before a place, in small letters, in languages whose cases do not say so.
    """

    morphology: Morphology
    has: Has
    before: frozenset[str] = frozenset()
    in_case: bool = False
    where: frozenset[str] = frozenset()

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
        named = (words for name in people if len(words := _WORD.findall(name)) > 1)
        ends = {word for words in named for word in (words[0], words[-1])}
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
        words = _WORD.finditer(view.surface(mention.span))
        named = [w for w in words if w[0][:1].isupper() and w[0].lower() not in self.before]
        if len(named) != 1:
            return mention
        start = mention.span.start + named[0].start()
        led_in = self._is_led_in(view, start)
        readings = self._readings(named[0][0])
        placed = self._word_before(view, start) in self.where
        alone = mention.type != "org" and not self.has(named[0][0], "place", "place_rare")
        alone = alone and not placed
        known = any(self._names_family(r, surnames, led_in, alone=alone) for r in readings)
        known = known or (not placed and self._is_somebody(readings, surnames - towns))
        if not known and (placed or not self._is_of_document(view, mention, named[0][0], surnames)):
            return mention
        return Mention(Span(start, start + len(named[0][0])), "person", mention.evidence)

    def _is_of_document(
        self, view: TextView, mention: Mention, word: str, surnames: frozenset[str]
    ) -> bool:
        """Tell whether a guess that no list supports begins with a form of a surname.

        It may be a place by itself only where it stands for one in no list; with words in small
        letters behind it (*Čierneho pozná*) it is none.
        """
        surface = view.surface(mention.span)
        if not surface.startswith(word) or len(word) <= _LEAST:
            return False
        lemmas = {plain(r.lemma) for r in self._readings(word)} & surnames
        if not lemmas or surface != word:
            return bool(lemmas)
        places = (r.lemma for r in self.morphology.analyse(word, "place"))
        return not any(self.has(w, "place", "org") for w in (word, *places))

    def _names_family(
        self, reading: Analysis, surnames: frozenset[str], led_in: bool, *, alone: bool
    ) -> bool:
        if alone and plain(reading.lemma) in surnames and reading.weight >= _LIKELY:
            return not self.has(reading.lemma, "place")
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
        return self._word_before(view, start) in self.before

    def _word_before(self, view: TextView, start: int) -> str:
        before = _BEFORE.search(view.text[max(0, start - _REACH) : start])
        return before[1].lower() if before else ""

    def _missed(
        self,
        view: TextView,
        mentions: Sequence[Mention],
        found: Sequence[Mention],
        surnames: frozenset[str],
    ) -> Iterator[Mention]:
        """Yield what was guessed with little belief and is a surname of the document."""
        covered = Cover(m.span for m in mentions)
        spans: dict[Span, None] = dict.fromkeys(m.span for m in found if is_guessed(m))
        for span in spans:
            word = view.surface(span)
            named = _WORD.fullmatch(word) and word[:1].isupper() and plain(word) in surnames
            if named and not covered.touches(span):
                yield Mention(span, "person", (Evidence("spread", "surname", _SCORE),))
