"""What stands beside towns: postcodes (``5300 Габрово``, ``str. Lungă nr. 40, 547530``) and states.

A number of four or five digits says nothing by itself, so patterns want a label or a line of its
own.  Where the table of settlements has the number, and what stands beside it is a town of that
part of the country or an address, it is a postcode; and so is what is all of the line under an
address.  Two capitals behind a town and a comma (``Dayton, OH``) are its state, whoever took them
for initials.  Letters are addressed line by line: a town that is all of the line above or below an
address is one, though a network sees the word alone and takes *Callan* under *Friars Court* for a
person, or *Baja* over *Szegedi út 73.* for nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.languages.abroad import Abroad
from allonym.languages.geography import Geography, Town
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import CAPITAL

SCORE = 0.8
_GUESSED = ("id", "case_number")
"""What a network takes a postcode for that stands behind its town: ``w Krakowie, 30-069, przy``."""
_NUMBER = re.compile(
    r"(?<![\w.,/:+-])[0-9](?:[0-9]{3,5}|[0-9]{2}[ \u00a0][0-9]{2}|[0-9]-[0-9]{3})"
    r"(?![\w/:-]|[.,][0-9])"
)
_CODE = re.compile(r"(?<![\w.,/:+-])([0-9]{4,5}|[0-9]{3}[ \u00a0][0-9]{2})[ \u00a0]\Z")
_STREET = re.compile(rf",?[ \u00a0](?={CAPITAL}[^\W\d_]+[ \u00a0.])")
_BEFORE = re.compile(r",?[ \u00a0]")
_BEHIND = re.compile(r",?[ \u00a0]\(?")
_LINE_BREAK, _LINE_END = re.compile(r"[.,]?[ \t]*\r?\n[ \t]*"), re.compile(r"[ \t]*(?:\r?\n|\Z)")
_LINE, _MARGIN = re.compile(r"[^\n]+"), " \t\r,"
_STATE = re.compile(r"(?:,|(?=[ \u00a0][A-Z]{2} {1,2}[0-9]{5}))[ \u00a0]([A-Z]{2})(?!\w|\.\w)")
_ZIP = re.compile(r"[ \u00a0]{1,2}[0-9]{5}(?![0-9])")
_SPACES = (" ", "\u00a0", "  ")
_SURE = 5
"""Digits from which a number of the table behind an address needs no town."""
_ABROAD = re.compile(r"[0-9]{2}-[0-9]{3}|[0-9]{3}[ \u00a0][0-9]{2}")
"""Postcodes of Poland, of Slovakia and the like by their form."""
_ENDED = re.compile(r"[,;)]|\.?[ \t]*(?:\r?\n|\Z)|\.[ \t]")
"""Behind a postcode that ends an address: no unit and no currency."""
_YEAR = re.compile(r"19[0-9]{2}|20[0-4][0-9]")
_CLOSED = re.compile(r"(?!19|20[0-4])[0-9]{4}(?:[.,;)](?![0-9])|[.;)]?[ \t]*(?:\r?\n|\Z))")
"""A shorter one, no year, that a mark or the line ends: ``Kranj, 4000, Trg 3``."""


@dataclass(frozen=True)
class Postcodes:
    """Finds postcodes by the table of settlements."""

    geography: Geography = field(repr=False)  # of the language
    morphology: Morphology = field(repr=False)  # reads the names of towns
    abroad: Abroad = field(repr=False, default_factory=Abroad)  # knows the towns of other countries

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and the towns and postcodes beside them."""
        mentions = [own for m in mentions for own in self._parted(view, m)]
        mentions = with_towns(view, self._with_states(view, mentions), self.geography)
        numbers = [Span(*number.span()) for number in _NUMBER.finditer(view.text)]
        unsure = {m.span for m in mentions if m.type in _GUESSED and _is_guess(m)} & {*numbers}
        named = [m for m in mentions if m.span not in unsure]
        starts = [m.span.start for m in named]
        found: dict[Span, Mention] = {}
        for span in numbers:
            at = bisect_left(starts, span.end)
            behind = named[at] if at < len(named) else None
            before = named[at - 1] if at else None
            if before and before.span.end > span.start:
                continue
            inside = at > 1 and is_a(named[at - 2].type, "address")
            inside = inside and self._leads(view, named[at - 2], named[at - 1].span)
            if self._is_code(view, span, before, behind, inside=inside):
                evidence = Evidence("patterns", "settlement", SCORE)
                found[span] = Mention(span, "postcode", (evidence,))
        rest = (m for m in mentions if m.span not in found)
        return self._settled(view, sorted([*rest, *found.values()], key=lambda m: m.span))

    def _parted(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield a mention, a town behind its postcode apart: *7621 Pécs | Király utca 1*."""
        code = _CODE.search(view.text, max(0, mention.span.start - 8), mention.span.start)
        led = code if is_a(mention.type, "address") else None
        for gap in _STREET.finditer(view.text, *mention.span) if led else ():
            town = Span(mention.span.start, gap.start())
            if led and self._begins_so(led[1], view.surface(town)):
                yield Mention(town, "place", (Evidence("patterns", "settlement", SCORE),))
                mention = replace(mention, span=Span(gap.end(), mention.span.end), parts=())
                break
        yield mention

    def _begins_so(self, code: str, name: str) -> bool:
        """Tell whether a postcode is one of a town's area, or begins as the town's do."""
        towns = self.geography.all_named(name)
        area = {t.area for t in self._owners(code, _SURE)}
        alike = any(run[:1] == code[:1] for town in towns for run in town.runs)
        return not area.isdisjoint(t.area for t in towns) or (alike and not _YEAR.fullmatch(code))

    def _settled(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, who stands behind the postcode of a town called so as the town.

        Somebody in the document may bear its name: *Matti Lahti, 15140 Lahti*.
        """
        moved: dict[Span, Mention] = {}
        for before, mention in pairwise(mentions):
            if before.type == "postcode" and self._is_town(view, before.span, mention):
                moved[mention.span] = replace(mention, type="place", parts=())
        return [moved.get(m.span, m) for m in mentions]

    def _is_town(self, view: TextView, code: Span, mention: Mention) -> bool:
        """Tell whether somebody behind a number is called as a town of that postcode."""
        apart = view.text[code.end : mention.span.start] not in _SPACES
        if apart or not is_a(mention.type, "person"):
            return False
        owners, surface = self._owners(view.surface(code), _SURE), view.surface(mention.span)
        return not {t.area for t in owners}.isdisjoint(
            t.area for t in self.geography.all_named(surface)
        )

    def _with_states(self, view: TextView, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """Return the mentions, and the states behind towns instead of what was found there."""
        states: list[Mention] = []
        mentions = [self._stateless(view, m) for m in mentions] if self.geography.full else mentions
        for mention in mentions if self.geography.full else ():
            code = (
                _STATE.match(view.text, mention.span.end) if is_a(mention.type, "place") else None
            )
            state = code and code[1] in self.geography.full and self.geography.in_region(code[1])
            towns = self.geography.countries(view.surface(mention.span)) if state else ()
            listed = state and state.country in towns
            coded = code and code[1] in self.geography.full and _ZIP.match(view.text, code.end())
            if code and (listed or coded):
                evidence = Evidence("patterns", "state", SCORE)
                states.append(Mention(Span(*code.span(1)), "place.region", (evidence,)))
        if not states:
            return mentions
        cover = Cover(m.span for m in states)
        others = (m for m in mentions if not cover.touches(m.span))
        return sorted([*others, *states], key=lambda m: m.span)

    def _stateless(self, view: TextView, mention: Mention) -> Mention:
        """Return a town without the state that was taken for a word of its name: *Dubuque IA*."""
        surface = view.surface(mention.span)
        town, state = surface[:-3].rstrip(","), surface[-2:]
        if mention.type != "place" or surface[-3:-2] != " " or state not in self.geography.full:
            return mention
        end = mention.span.start + len(town) if self.geography.countries(town) else mention.span.end
        return replace(mention, span=Span(mention.span.start, end))

    def _is_code(
        self, view: TextView, span: Span, before: Mention | None, behind: Mention | None,
        *, inside: bool,
    ) -> bool:  # fmt: skip
        """Tell whether a number is a postcode by the mentions around it, the table asked last.

        Behind the town of an address (`inside`) it needs to be none that the table has.
        """
        if before and self._is_below(view, before, span):
            return bool(self.geography.writes(view.surface(span)))
        follows = behind and _BEFORE.fullmatch(view.text, span.end, behind.span.start)
        told = len(span) >= _SURE or bool(_CLOSED.match(view.text, span.start))
        leads = before and told and self._leads(view, before, span)
        beside = [m for m, near in ((behind, follows), (before, leads)) if m and near]
        named = (m for m in beside if is_a(m.type, "place") or self._is_town(view, span, m))
        place = next(named, None)
        addressed = bool(before and leads and is_a(before.type, "address"))
        if not (addressed or place):
            return False
        if addressed and _LINE_END.match(view.text, span.end):
            return bool(self.geography.writes(view.surface(span)))
        owners = self._owners(view.surface(span), len(span))
        near = place and place is behind and place.span.start == span.end + 1
        if place and near and self._is_abroad(view.surface(span), view.surface(place.span)):
            return True
        if place and not addressed:
            there = (self._is_there(view.surface(place.span), span, town) for town in owners)
            return any(there) or (inside and place is before and self._is_like(view, place, span))
        return bool(owners)

    def _is_like(self, view: TextView, place: Mention, code: Span) -> bool:
        """Tell whether a number begins as a postcode of a town does and is written as one is."""
        number, towns = view.surface(code), self.geography.all_named(view.surface(place.span))
        alike = any(run[:1] == number[:1] for town in towns for run in town.runs)
        ends = _ENDED.match(view.text, code.end)  # no Osijek 35000 EUR
        return bool(ends) and alike and bool(self.geography.writes(number))

    def _is_abroad(self, code: str, town: str) -> bool:
        """Tell whether a number is a postcode of another country: *602 00 Brno*, *34-500 Zakopane*.

        One that is written like a home one stands before a city that the table of those has.
        """
        if self.geography.all_named(town):
            return False
        city = self.abroad.named(town)
        return bool(_ABROAD.fullmatch(code) if city is None else not _YEAR.fullmatch(code))

    def _owners(self, code: str, digits: int) -> tuple[Town, ...]:
        """Return whose a postcode is; of a long one that no table has, who is near."""
        owners = self.geography.owners(code)
        near = self.geography.near_postcode(code) if digits >= _SURE and not owners else None
        return (near,) if near else owners

    @staticmethod
    def _is_below(view: TextView, before: Mention, span: Span) -> bool:
        """Tell whether a number is all of the line under an address, as on Hungarian letters."""
        alone = _LINE_END.match(view.text, span.end)
        under = _LINE_BREAK.fullmatch(view.text, before.span.end, span.start)
        return bool(alone and under and is_a(before.type, "address"))

    @staticmethod
    def _leads(view: TextView, before: Mention, span: Span) -> bool:
        apart = view.blocks and not view.block_at(before.span.start).contains(span)
        return not apart and bool(_BEHIND.fullmatch(view.text, before.span.end, span.start))

    def _is_there(self, surface: str, code: Span, town: Town) -> bool:
        """Tell whether a place is that town, its region, or lies in its area.

        What no table has may lie there; a short number before it may be a year all the same.
        """
        known = self.geography
        named = {surface, *(r.lemma for r in self.morphology.analyse(surface, "place")[:3])}
        towns = [t for name in sorted(named) for t in known.all_named(name)]
        regions = [t for name in sorted(named) if (t := known.in_region(name))]
        if not (towns or regions):
            return len(code) >= _SURE
        beside = any(t.area and t.area == town.area for t in (*towns, *regions))
        return beside or any(t.name == town.name for t in towns)


def _is_guess(mention: Mention) -> bool:
    """Tell whether no pattern knows what a number is."""
    return all(evidence.detector != "patterns" for evidence in mention.evidence)


def with_towns(view: TextView, mentions: Sequence[Mention], towns: Geography) -> list[Mention]:
    """Return the mentions, and the towns that are all of a line beside an address.

    Below an address such a line is the town whoever was found there, if it is one word; above it
    somebody may be named, and what was found stays.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        towns: The settlements of the language.
    """
    lines = [_stripped(view.text, *m.span()) for m in _LINE.finditer(view.text)]
    addresses = {m.span for m in mentions if is_a(m.type, "address")}
    starts = [m.span.start for m in mentions]
    found = {
        span: Mention(span, "place", (Evidence("patterns", "address_line", SCORE),))
        for span, below in _beside(lines, addresses)
        if towns.named(view.surface(span)) and not _is_taken(mentions, starts, span, below=below)
    }
    if not found:
        return [*mentions]
    cover = Cover(found)
    rest = (m for m in mentions if not cover.touches(m.span))
    return sorted([*rest, *found.values()], key=lambda m: m.span)


def _stripped(text: str, start: int, end: int) -> Span | None:
    line = text[start:end]
    start += len(line) - len(line.lstrip(_MARGIN))
    end = start + len(line.strip(_MARGIN))
    return Span(start, end) if start < end else None


def _beside(lines: Sequence[Span | None], addresses: set[Span]) -> Iterator[tuple[Span, bool]]:
    """Yield the lines beside those that are addresses, each with whether it is below one."""
    for line, following in pairwise(lines):
        if line in addresses and following and following not in addresses:
            yield following, True
        elif following in addresses and line and line not in addresses:
            yield line, False


def _is_taken(
    mentions: Sequence[Mention], starts: Sequence[int], span: Span, *, below: bool
) -> bool:
    """Tell whether what was found in a line is to stay."""
    first = max(0, bisect_right(starts, span.start) - 1)
    there = [m for m in mentions[first : bisect_left(starts, span.end)] if m.span.overlaps(span)]
    return any(not (below and m.span == span and is_a(m.type, "person")) for m in there)
