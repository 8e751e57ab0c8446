"""Countries, towns, and who is called like one: *India Smith … India said yes*.

A network takes such a given name for the country, and countries stay.  Right before a surname, and
behind no preposition, it is one's own; and where somebody in the document is called so, the country
that stands in no place is that person again.  What a model took for somebody is a country where
nobody is called so.  A town that the text is in (*Salossa*) is nobody where no full name has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from allonym.languages.geography import Geography, load_geography
from allonym.model.features import WHERE
from allonym.model.mention import SURE, Analysis, Mention
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
_IN, _THERE = frozenset({"Ine", "Sup"}), frozenset({"Ine", "Sup", "Ill", "Ela"})
"""The cases in which a village is one and no surname, and a town."""
_PEOPLE = "given", "given_ending", "family", "family_rare", "family_ending"


@dataclass(frozen=True, slots=True)
class Called:
    """Tells people from countries."""

    # tells what is a place whatever a model called it, and in no list of names
    is_place: Callable[[str], bool]
    # tells whether a word is a country, a state or a region, in whatever case
    is_country: Callable[[str], bool]
    # tells whether a given name and a surname may be one name, by their cases
    is_name: Callable[[str, str], bool]
    where: Collection[str] = ()  # prepositions, in small letters
    settles: bool = False  # whether towns are settled so: where a language has a table of quarters
    read: Callable[[str], Sequence[Analysis]] = lambda _: ()  # reads places
    named: Callable[[str], Sequence[Analysis]] = lambda _: ()  # reads surnames
    # tells whether a citation form is a surname
    is_surname: Callable[[str], bool] = lambda _: False
    # gives those in which it is a settlement of the country and hardly somebody's
    cases: Callable[[str], frozenset[str]] = lambda _: frozenset()

    @classmethod
    def of(cls, kit: Kit, countries: Collection[str], others: Collection[str]) -> Called:
        """Make one.

        Args:
            kit: What is known of the language.
            countries: What is a place whatever a model called it, folded.
            others: What else is one, and may be a name.
        """
        has, geography, read = kit.has, load_geography(kit.pack), kit.morphology.analyse
        return cls(
            lambda word: word.casefold() in countries and not has(word, *_PEOPLE),
            lambda word: word.casefold() in others,
            kit.parter.may_bear,
            kit.where,
            bool(geography.quarters),
            lambda word: read(word, "place"),
            lambda word: read(word, "family"),
            lambda word: has(word, "given", "given_rare", "family", "family_rare"),
            partial(_cases_of, geography),
        )

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, who is called like a country as a person, countries as places."""
        whole = self._whole(view, mentions)
        people = (view.surface(m.span).split() for m in whole if is_a(m.type, "person"))
        names = [words for words in people if len(words) > 1]
        stems = frozenset(fold(word)[:_STEM] for words in names for word in words)
        theirs = tuple(fold(w)[:-1] for words in names for w in words if self.is_country(w))
        places = [view.surface(m.span) for m in whole if is_a(m.type, "place")]
        firms = [view.surface(m.span).split()[0] for m in whole if is_a(m.type, "org")]
        said = map(self.read, (*places, *firms) if self.settles else ())
        towns = frozenset(read[0].lemma for read in said if read)
        whole = self._settled_in(view, whole, stems, towns) if self.settles else whole
        return [self._settled(view, m, stems, theirs) for m in whole]

    def _settled_in(
        self,
        view: TextView,
        mentions: Sequence[Mention],
        stems: Collection[str],
        said: frozenset[str],
    ) -> list[Mention]:
        """Return the mentions, as places the towns that the text is in and nobody is called by.

        Those that it names besides, `said`, in any case that says where.
        """

        def read(mention: Mention) -> Analysis | None:
            surface = view.surface(mention.span)
            alone = is_a(mention.type, "person") and surface.istitle() and surface.isalpha()
            lemmas = (surface, *(r.lemma for r in self.named(surface)[:2])) if alone else ()
            theirs = any(fold(lemma)[:_STEM] in stems for lemma in lemmas)  # Pellon of Pelto
            return self.read(surface)[0] if alone and not theirs else None

        own = list(map(read, mentions))

        def is_town(name: str, case: str) -> bool:
            cases = self.cases(name)
            told = cases and case in (WHERE if name in said else cases)
            return bool(told) or (cases is _THERE and not self.is_surname(name))

        led = ((r.lemma, r.features.get("Case", "")) for r in own if r)
        towns = {name for name, case in led if is_town(name, case)}
        return [
            replace(m, type="place") if r and r.lemma in towns else m
            for m, r in zip(mentions, own, strict=True)
        ]

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
            place = self.is_place(surface)
            return (
                replace(mention, type="place") if place and named[:_STEM] not in stems else mention
            )
        if not is_a(mention.type, "place") or not self.is_country(surface):
            return mention
        near = view.text[max(0, mention.span.start - _REACH) : mention.span.end]
        before = _BEFORE.search(f"{near} ")
        there = before is None or self._is_there(before["lead"])
        again = any(named.startswith(s) and len(named) - len(s) <= _ENDING for s in theirs)
        return replace(mention, type="person") if again and not there else mention

    def _is_there(self, lead: str | None) -> bool:
        return lead is not None and lead.lower() in self.where


def _cases_of(geography: Geography, name: str) -> frozenset[str]:
    town = geography.named(name)
    if town is None or town.name != name:
        return frozenset()
    return _IN if town.size == geography.smallest[town.country] else _THERE
