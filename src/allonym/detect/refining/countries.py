"""Countries, and who is called like one: *India Smith … India said yes*.

A network takes such a given name for the country, and countries stay.  Right before a surname, and
behind no preposition, it is one's own; and where somebody in the document is called so, the country
that stands in no place is that person again.  What a model took for somebody is a country where
nobody is called so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from allonym.model.mention import SURE, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold

if TYPE_CHECKING:
    from allonym.kit import Kit

_STEM, _ENDING = 4, 2
"""Letters that the forms of a surname share; those that a country's cases have more."""
_BEFORE = re.compile(r"(?:(?P<lead>[\w'’-]+)[ \u00a0])?(?<![\w'’-])(?P<name>[^\W\d_]+)[ \u00a0]\Z")
_REACH = 64
_PEOPLE = "given", "given_ending", "family", "family_rare", "family_ending"


@dataclass(frozen=True, slots=True)
class Called:
    """Tells people from countries.

    Attributes:
        is_place: Tells what is a place whatever a model called it, and in no list of names.
        is_country: Tells whether a word is a country, a state or a region, in whatever case.
        is_name: Tells whether a given name and a surname may be one name, by their cases.
        where: Prepositions, in small letters.
    """

    is_place: Callable[[str], bool]
    is_country: Callable[[str], bool]
    is_name: Callable[[str, str], bool]
    where: Collection[str] = ()

    @classmethod
    def of(cls, kit: Kit, countries: Collection[str], others: Collection[str]) -> Called:
        """Make one.

        Args:
            kit: What is known of the language.
            countries: What is a place whatever a model called it, folded.
            others: What else is one, and may be a name.
        """
        has = kit.has
        return cls(
            lambda word: word.casefold() in countries and not has(word, *_PEOPLE),
            lambda word: word.casefold() in others,
            kit.parter.may_bear,
            kit.where,
        )

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, who is called like a country as a person, countries as places."""
        whole = self._whole(view, mentions)
        people = (view.surface(m.span).split() for m in whole if is_a(m.type, "person"))
        names = [words for words in people if len(words) > 1]
        stems = frozenset(fold(word)[:_STEM] for words in names for word in words)
        theirs = tuple(fold(w)[:-1] for words in names for w in words if self.is_country(w))
        return [self._settled(view, m, stems, theirs) for m in whole]

    def _whole(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, a surname with the country before it that somebody is called."""
        made: list[Mention] = []
        for mention in mentions:
            start = self._start(view, mention)
            if made and start <= made[-1].span.start:
                made.pop()  # the country
            elif made and start < made[-1].span.end:
                start = mention.span.start
            span = Span(start, mention.span.end)
            made.append(mention if span == mention.span else replace(mention, span=span))
        return made

    def _start(self, view: TextView, mention: Mention) -> int:
        """Return where a name begins with the country before it; its own start if none does."""
        start, surname = mention.span.start, view.surface(mention.span)
        if not is_a(mention.type, "person") or not surname.isalpha():
            return start
        before = _BEFORE.search(view.text, max(0, start - _REACH), start)
        if not before:
            return start
        name = before["name"]
        called = name.istitle() and self.is_country(name) and self.is_name(name, surname)
        return before.start("name") if called and not self._is_there(before["lead"]) else start

    def _settled(
        self,
        view: TextView,
        mention: Mention,
        stems: Collection[str],
        theirs: tuple[str, ...],
    ) -> Mention:
        """Return a country as one, but for that which somebody is called, who is a person.

        Args:
            view: The document.
            mention: Of whatever type.
            stems: How the words of everybody's full name begin.
            theirs: What the countries that somebody is called have in all their cases.
        """
        surface = view.surface(mention.span)
        named = fold(surface)
        if mention.type in ("person", "other") and SURE not in mention.evidence:
            place = self.is_place(surface) and named[:_STEM] not in stems
            return replace(mention, type="place") if place else mention
        if not is_a(mention.type, "place") or not self.is_country(surface):
            return mention
        near = view.text[max(0, mention.span.start - _REACH) : mention.span.end]
        before = _BEFORE.search(f"{near} ")
        there = before is None or self._is_there(before["lead"])
        again = any(named.startswith(s) and len(named) - len(s) <= _ENDING for s in theirs)
        return replace(mention, type="person") if again and not there else mention

    def _is_there(self, lead: str | None) -> bool:
        return lead is not None and lead.lower() in self.where
