"""What a model could not name, or named wrongly, by what the rest of the document says.

A guess called ``other`` becomes a tag.  Where the same word is a person or a place elsewhere in the
document it is one here; before a name it is the given name (*OT Faith Ndlovu*); inside a sentence a
common given name is a person (*tell Rose*).  A town's name that somebody in the document bears is
that person, unless a preposition of place stands before it: *they could not thank Royston enough*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from allonym.detect.apart import Has, is_guessed
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_HEAD = re.compile(r"(?:\A|[.!?…:;•–—\n|/(]|[\"'„“”»«]|\d[.)])\s*\Z")
_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]+(?:the\s+)?\Z")
_GIVEN = re.compile(r"(?<![\w'’-])([^\W\d_]+)[ ]\Z")
_OWNED = re.compile(r"['’]?s\Z")
_REACH, _LEAST, _SURE = 24, 3, 0.8
_NAMED = ("person", "place", "org")


@dataclass(frozen=True, slots=True)
class Others:
    """Gives such guesses their kind.

    Attributes:
        has: What the word lists say of a word.
        where: Prepositions of place, in small letters; without any, places stay places.
    """

    has: Has
    where: frozenset[str] = frozenset()

    def settle(
        self, view: TextView, mentions: Sequence[Mention], found: Sequence[Mention] = ()
    ) -> list[Mention]:
        """Return the mentions, disjoint as before.

        Args:
            view: The document.
            mentions: Disjoint.
            found: All that the detectors found, before overlaps were resolved.
        """
        full = {m.span for m in found if any(e.rule == "full-name" for e in m.evidence)}
        mentions = [self._person(view, m, full) for m in mentions]
        kinds = _kinds(view, mentions)
        names = frozenset(_names(view, mentions, self.has)) if self.where else frozenset()
        towns = {view.surface(m.span) for m in mentions if is_a(m.type, "place")}
        settled = [self._settled(view, m, kinds, names) for m in mentions]
        settled = [self._town(view, m, towns) for m in settled]
        return [self._whole(view, m) for m in self._joined(view, settled)]

    def _settled(
        self, view: TextView, mention: Mention, kinds: dict[str, str], names: frozenset[str]
    ) -> Mention:
        surface = view.surface(mention.span)
        if mention.type == "other" and is_guessed(mention):
            kind = kinds.get(surface) or ("person" if self._is_given(view, mention) else "other")
            return replace(mention, type=kind)
        if mention.type not in ("place", "org") or not is_guessed(mention):
            return mention
        if self._bears(surface, names) and not self._is_led_in(view, mention):
            return replace(mention, type="person")
        return mention

    def _town(self, view: TextView, mention: Mention, towns: set[str]) -> Mention:
        """Return a listed town taken for a firm as the place that it is elsewhere."""
        surface = view.surface(mention.span)
        taken = mention.type == "org" and is_guessed(mention) and surface in towns
        return replace(mention, type="place") if taken and self.has(surface, "place") else mention

    def _person(self, view: TextView, mention: Mention, full: set[Span]) -> Mention:
        """Return a place that the lists have as the full name of a person as that person."""
        listed = mention.type == "place" and is_guessed(mention) and mention.span in full
        first, *_, last = view.surface(mention.span).split() * 2
        named = self.has(first, "given") and self.has(last, "family")
        if not (self.where and listed and named) or self._is_led_in(view, mention):
            return mention
        return replace(mention, type="person")

    def _is_led_in(self, view: TextView, mention: Mention) -> bool:
        """Tell whether a preposition of place stands before a mention."""
        before = view.text[max(0, mention.span.start - _REACH) : mention.span.start]
        word = _BEFORE.search(before)
        return word is not None and word[1].lower() in self.where

    def _is_given(self, view: TextView, mention: Mention) -> bool:
        """Tell whether a word inside a sentence is a common given name."""
        surface = view.surface(mention.span)
        start = mention.span.start
        inside = _HEAD.search(view.text, max(0, start - 8), start) is None
        return inside and surface.istitle() and surface.isalpha() and self.has(surface, "given")

    @staticmethod
    def _bears(surface: str, names: frozenset[str]) -> bool:
        return surface in names or _OWNED.sub("", surface) in names

    def _joined(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """Join a given name that was called ``other`` with the name right after it."""
        last: Mention | None = None
        for mention in mentions:
            if last and self._belongs(view, last, mention):
                last = replace(mention, span=Span(last.span.start, mention.span.end), parts=())
                continue
            if last:
                yield last
            last = mention
        if last:
            yield last

    def _whole(self, view: TextView, mention: Mention) -> Mention:
        """Take in a given name that is a common word right before a surname: *OT Faith Ndlovu*."""
        single = is_a(mention.type, "person") and is_guessed(mention)
        if not single or " " in view.surface(mention.span):
            return mention
        start = mention.span.start
        word = _GIVEN.search(view.text[max(0, start - _REACH) : start])
        if not word or not word[1].istitle() or not self.has(word[1], "given"):
            return mention
        if self.has(word[1], "family", "calendar"):
            return mention
        first = start - len(word[1]) - 1
        if _HEAD.search(view.text, max(0, first - 8), first) or view.block_at(first).start > first:
            return mention
        return replace(mention, span=Span(first, mention.span.end), parts=())

    def _belongs(self, view: TextView, one: Mention, two: Mention) -> bool:
        word = view.surface(one.span)
        beside = view.text[one.span.end : two.span.start] == " "
        doubtful = one.type == "other" or (one.type == "person" and one.score < _SURE)
        listed = word.istitle() and self.has(word, "given", "given_rare")
        return beside and doubtful and listed and is_a(two.type, "person") and is_guessed(one)


def _kinds(view: TextView, mentions: Sequence[Mention]) -> dict[str, str]:
    """Return what each surface mostly is where it is not ``other``."""
    seen: dict[str, Counter[str]] = {}
    for mention in mentions:
        kind = mention.type.partition(".")[0]
        if kind in _NAMED:
            seen.setdefault(view.surface(mention.span), Counter())[kind] += 1
    return {surface: max(sorted(c), key=c.__getitem__) for surface, c in seen.items()}


def _names(view: TextView, mentions: Sequence[Mention], has: Has) -> Iterator[str]:
    """Yield the first and the last words of people named in full, and listed names alone."""
    for mention in mentions:
        words = view.surface(mention.span).split() if is_a(mention.type, "person") else ()
        for word in (words[0], words[-1]) if words else ():
            known = len(words) > 1 or has(word, "family", "given")
            if known and len(word) >= _LEAST and word.isalpha():
                yield word.title() if word.isupper() else word
