"""The document's world: what belongs together in it, and what stands for each.

A postcode belongs to a town, and so do the dialling code of a telephone and the letters of a plate.
First it is *gathered* which original town each of them goes with; then a town is *drawn* for each,
once for the document; and each number is *written* with what the town drawn has.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from heapq import merge
from itertools import chain
from types import MappingProxyType

from allonym.languages.geography import Town
from allonym.model.cover import Cover
from allonym.model.entity import Entity, EntityId
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import ReplaceContext
from allonym.replace.numbers.registers import code_of, fixed_code, national, written_in
from allonym.replace.numbers.registers import original as register_town
from allonym.replace.numbers.tables import load_tables
from allonym.replace.people.spelt import Spelt
from allonym.replace.places.settlements import BESIDE, FAR, Gathered, Named
from allonym.text.phrases import occurrences

_LINE, _REACH = 60, 200
"""How far in its line a town may stand from a telephone of its own, and a region between a town
and a postcode reach."""
_SHARED = ("dial", "plate", "area")
_COUNTY = re.compile(r"^[^\W\d_]{2,9}\.? (?=[^\W\d_])")
"""The word for a county before its name: *jud. Alba*."""
LOCATED = (
    "postcode", "phone", "plate", "id.national", "id.company", "id.tax", "property", "case_number",
    "gps", "id",
)  # fmt: skip
"""The types that go with a town: of numbers those that hold a county or a court."""

PLOT_WORD = re.compile(r"[^\W\d_]{4,}")
"""A word of the name of a plot that may be a place's."""


@dataclass(frozen=True, slots=True)
class Move:
    """From where to where something goes."""

    new: Town  # the town drawn
    old: Town | None = None  # the original one, where the table has it
    code: str = ""  # what a number of a register begins with there


@dataclass(frozen=True, slots=True)
class World:
    """What became of the names of one document, and what follows from it."""

    # who and what is called how; addresses of mail follow people and firms
    surrogates: Mapping[EntityId, Surrogate] = field(
        repr=False, default_factory=lambda: MappingProxyType({})
    )
    # the town that a postcode, a telephone or a plate goes with
    moves: Mapping[EntityId, Move] = field(repr=False, default_factory=lambda: MappingProxyType({}))
    # how names of all people are spelt in addresses, and what stands for each
    people: Spelt = field(repr=False, default_factory=Spelt)
    # the same of what they may be called as well: *kasia*, of Katarzyna
    pets: Spelt = field(repr=False, default_factory=Spelt)
    # tells whether a word in small letters is an ordinary one
    is_usual: Callable[[str], bool] = field(repr=False, default=lambda _: False)
    # gives what else somebody of a given name is called: pet names, or the full one
    alike: Callable[[str], Collection[str]] = field(repr=False, default=lambda _: ())
    # what stands for the words in the names of plots (*Sollentuna Åsen 1:18*)
    words: Mapping[str, str] = field(repr=False, default_factory=lambda: MappingProxyType({}))
    # gives what may stand for a word of a user name that is nobody's known: names of its kind as
    # user names spell them, by length
    spelt: Callable[[str], Mapping[int, tuple[str, ...]]] = field(repr=False, default=lambda _: {})
    # gives the two names that a long word of a user name is made of: *markopavlisic*
    halves: Callable[[str], tuple[str, str]] = field(repr=False, default=lambda w: (w, ""))


def world(
    gathered: Gathered,
    context: ReplaceContext,
    surrogates: Mapping[EntityId, Surrogate],
    draw: Callable[[str], Town | None],
    is_usual: Callable[[str], bool],
) -> World:
    """Return the world of a document whose names are drawn.

    Args:
        gathered: The towns of the document.
        context: All of it; a number that goes with a town that stays is drawn from that town.
        surrogates: What stands for the names.
        draw: Returns the town that stands for one of this name.
        is_usual: Tells whether a word in small letters is an ordinary one: *fastigheten*.
    """
    view, geography, codes = gathered.view, gathered.geography, Codes(gathered)
    moves: dict[EntityId, Move] = {}
    words: dict[str, str] = {}
    kept = Cover(m.span for e in context.entities if e.id in context.stays for m in e.mentions)
    staying = {n.name: n.town for n in gathered.towns if n.town and kept.holds(n.span)}
    for entity in context.entities:
        if is_a(entity.type, "property"):
            texts = (view.surface(m.span) for m in entity.mentions)
            named = [w for text in texts for w in PLOT_WORD.findall(text) if not w.islower()]
            words |= {w: w for w in named if is_usual(w.lower())}
            words |= {w: t.name for w in named if w not in words and (t := draw(w.title()))}
        if not any(is_a(entity.type, kind) for kind in LOCATED) or not geography.towns:
            continue
        if original := codes.original(entity):
            name, old = original
            if new := staying.get(name) or draw(name):
                number = view.surface(entity.mentions[0].span)
                moves[entity.id] = Move(new, old, code_of(number, new, geography))
    return World(MappingProxyType(dict(surrogates)), MappingProxyType(moves), words=words)


@dataclass(frozen=True)
class Codes:
    """Finds the original towns of a document's codes."""

    gathered: Gathered  # the towns of the document

    @cached_property
    def _ends(self) -> Sequence[Sequence[int]]:
        """Where the blocks of the document end, and its lines."""
        return [[*occurrences(self.gathered.view.text, end)] for end in ("\n\n", "\n")]

    @cached_property
    def _located(self) -> Mapping[tuple[str, str], tuple[list[Named], list[Named]]]:
        """The towns of the text, and those in names, that the table knows, by what they share."""
        found: dict[tuple[str, str], tuple[list[Named], list[Named]]] = {}
        for n, every in enumerate((self.gathered.towns, self.gathered.held)):
            for named in (named for named in every if named.town):
                for shared in _SHARED:
                    key = shared, getattr(named.town, shared)
                    found.setdefault(key, ([], []))[n].append(named)
        return found

    @cached_property
    def _called(self) -> Mapping[str, str]:
        """How the text first calls the towns that the table knows."""
        return {n.town.name: n.name for n in reversed(self.gathered.towns) if n.town}

    def original(self, entity: Entity) -> tuple[str, Town | None] | None:
        """Return name and row of the original town that something goes with, None without one."""
        surface = self.gathered.view.surface(entity.mentions[0].span)
        if is_a(entity.type, "postcode"):
            return self._of_postcode(entity, surface)
        if is_a(entity.type, "gps"):
            near = next((n for n in self._nearest(entity.mentions[0].span) if n.town), None)
            return (near.name, near.town) if near else None
        of_register = partial(
            register_town, country=self.gathered.home[:2], geography=self.gathered.geography
        )
        ways: dict[str, tuple[Callable[[str], Town | None], str]] = {
            "phone": (self._of_phone, "dial"),
            **dict.fromkeys(("id", "property", "case_number"), (of_register, "area")),
        }
        kind = entity.type.partition(".")[0]
        way, attribute = ways.get(kind, (self._of_plate, "plate"))
        own = way(surface)
        if own is None:
            return self._unlisted(entity.mentions[0].span, entity.type, surface)
        for shared in (attribute, "area"):  # a number of the area goes with its only town named
            towns, held = self._located.get((shared, wanted := getattr(own, shared)), ((), ()))
            same = self._nearest(entity.mentions[0].span, towns)
            same = chain(same, (n for n in held if n.town and n.town.dial == own.dial))
            if attribute == "area":  # a court is its seat's
                same = iter(sorted(same, key=lambda n: n.town != own))
            if first := next(same, None) if wanted else None:  # whoever writes has a postcode too
                posts = (
                    n for n in chain([first], same) if n.name.casefold() in self.gathered.posts
                )
                leads = 0 <= entity.mentions[0].span.start - first.span.end <= FAR
                found = next(posts, first) if kind == "phone" and not leads else first
                return found.name, found.town if shared == attribute else own
        beside = self._unlisted(entity.mentions[0].span, entity.type, surface, _LINE)
        return beside or (own.name, own)

    def _unlisted(
        self, span: Span, kind: str, surface: str, reach: int | None = None
    ) -> tuple[str, Town | None] | None:
        """Return the nearest town for a plate or a dialling code that the table does not have.

        Or for one that is of no town of the text, where a town stands in reach in its line.
        """
        home = self.gathered.home[:2]
        abroad = written_in(surface, load_tables().foreign, home)  # (02) 6884 1234
        own = is_a(kind, "phone") and abroad in ("", home)
        code = fixed_code(surface, home) if own else ""
        if not (code or is_a(kind, "plate")):
            return None
        near = next((n for n in self._nearest(span) if n.town or code), None)
        if near is None or (reach is not None and not (code and self._in_line(near, span, reach))):
            return None
        if not code:
            return near.name, near.town
        return near.name, replace(near.town or Town(near.name, self.gathered.home, 0), dial=code)

    def _in_line(self, near: Named, span: Span, reach: int) -> bool:
        """Tell whether a town and a number stand close together in one line."""
        between = (
            self.gathered.view.text[near.span.end : span.start]
            or (self.gathered.view.text[span.end : near.span.start])
        )
        return len(between) <= reach and "\n" not in between

    def _of_postcode(self, entity: Entity, surface: str) -> tuple[str, Town | None] | None:
        own = self.gathered.geography.of_postcode(surface, self.gathered.home)
        beside = min(self._beside(entity, own), key=lambda row: row[0], default=None)
        if beside:
            return beside[1].name, beside[1].town or own
        home = self.gathered.house_before(entity.mentions[0].span)
        if home and home.town is None:  # Hronec, Hlavná 44, 976 45
            towns = self.gathered.within(home.span, _REACH)
            home = next((n for n in towns if self._ahead(n.span, home.span)), home)
        if home and (own is None or not own.has(surface) or (home.town and home.town.has(surface))):
            return home.name, home.town or own
        if own and self.gathered.quarter([own.name]):  # Islington N1 2AJ goes with London
            cities = self.gathered.geography.quarters[own.name.casefold()]
            return min(cities.keys() & self.gathered.divided), own
        if own:
            return self._called.get(own.name, own.name), own
        near = next(self._nearest(entity.mentions[0].span), None)
        return (near.name, near.town) if near else None

    def _ahead(self, town: Span, street: Span) -> bool:
        """Tell whether a town stands right before a street, a comma between them."""
        return self.gathered.view.text[town.end : street.start].strip(" \u00a0") == ","

    def _beside(self, entity: Entity, own: Town | None) -> Iterator[tuple[tuple[bool, int], Named]]:
        """Yield the towns right behind or before a postcode, each with how ill it fits.

        Of two that it stands between, the one whose it is fits best, then the one that no comma
        parts from it: *63-740 Kobylin, 63-700 Krotoszyn*.
        """
        text = self.gathered.view.text
        for mention in entity.mentions:
            for named in self.gathered.within(mention.span, _REACH):
                behind = text[mention.span.end : named.span.start]
                before = self._without_region(text[named.span.end : mention.span.start])
                gap = behind or before
                if gap and BESIDE.match(gap):
                    other = own is None or named.town is None or own.name != named.town.name
                    yield (other, len(gap.strip(" \u00a0"))), named

    def _without_region(self, between: str) -> str:
        """Return what stands between a town and its postcode, less its region: *Salem, OR*."""
        region = _COUNTY.sub("", between.strip(" ,"))
        return between[:2] if self.gathered.geography.in_region(region) else between

    def _nearest(self, span: Span, towns: Sequence[Named] | None = None) -> Iterator[Named]:
        """Yield towns of the text, else all of them, those in its block and near it first."""
        every = self.gathered.towns if towns is None else towns

        def far(named: Named) -> tuple[int, ...]:
            one, other = sorted((named.span, span))
            between = (bisect_left(e, other.start) - bisect_left(e, one.end) for e in self._ends)
            return *(max(0, ends) for ends in between), abs(named.span.start - span.start)

        at = bisect_left(every, span, key=lambda named: named.span)
        before, behind = range(at - 1, -1, -1), range(at, len(every))
        return merge(*((every[n] for n in side) for side in (before, behind)), key=far)

    def _of_phone(self, surface: str) -> Town | None:
        """Return the largest town with a number's dialling code, None for a mobile's."""
        abroad = written_in(surface, load_tables().foreign, self.gathered.home[:2])
        country, digits, fixed = national(surface, abroad or self.gathered.home[:2])
        sizes = (5, 4, 3, 2, 1) if fixed else ()
        owners = (self.gathered.geography.by_dial.get((country, digits[:size])) for size in sizes)
        return next((town for town in owners if town), None)

    def _of_plate(self, surface: str) -> Town | None:
        letters = re.match(r"(?:[0-9]{2,3}-)?([^\W\d_]+)", surface)
        head = letters[1].upper() if letters else ""
        known = self.gathered.geography.by_plate
        codes = (head[:size] for size in (3, 2, 1))
        return next((known[code] for code in codes if code and code in known), None)
