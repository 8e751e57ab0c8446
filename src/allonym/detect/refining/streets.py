"""Streets of addresses: their edges, and where they are named again.

``address.toml`` says what hangs on a number as it is spoken (``endings``): *Mannerheimintie 5:ssä*.
A street of an address is that street wherever it is named again: *Elm Road Surgery*.
Who is called after a street tells where that is; what becomes of one becomes of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from allonym.languages.spoken import NumberEndings
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import at_head
from allonym.text.fold import fold
from allonym.text.phrases import preceding

_EVIDENCE = Evidence("patterns", "street", 0.9)
_NUMBER = re.compile(r"\A\d[\w/-]*,?[ \u00a0]+|,?[ \u00a0]+\d.*\Z", re.DOTALL)
_HOUSE = re.compile(r"[1-9]\d{0,4}[a-z]?(?=,?[ \u00a0])")
_BEHIND = re.compile(
    r"(?<!\d)[ \u00a0]\d{1,3}[a-z]?(?:/\d{1,3})?"
    r"(?![\w/%€$:-]|[.,]\d|\.[ \u00a0][^\W\d_A-Z]|(?:[ \u00a0]\d{1,3}){2})"
    r"(?![ \u00a0](?:[%€$£]|(?i:eur|zł|pln|лв|kn|kč|lei|ron|ft|kr|din)\w{0,3}\b))"
)
_AHEAD = re.compile(
    r"(?<![\w/%€$£&-])(?<![\d.,:]{2})(?!(?:1[89]|20)\d\d\D)[1-9]\d{0,4}[a-zA-Z]?[ \u00a0]\Z"
)
_NEAR = 8
_NUMERAL = re.compile(r"\d")
_ONE = re.compile(r"(?<![\w-])([^\W\d_]{4,}),?[ \u00a0](\d[\w/-]*)(?![\w/-])")
_STEM, _ENDING = 4, 2
"""Letters of a street's name that all its forms have, at least, and that an ending takes away."""
_SMALL = 7
"""Letters of a street in small letters that is more than the word for one: *ekvägen*."""
_WORD = re.compile(r"[^\W\d_]+\.?[ \u00a0]+")
_LED = re.compile(r"([^\W\d_]+)[ \u00a0]+(?=([^\W\d_]{5,}))")


@dataclass(frozen=True, slots=True)
class NamedStreets:
    """Finds them."""

    # returns the forms of a place: *Aurakadun*, *Storgatans*
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    # what the name of a street ends in that says so alone, in small letters
    ends: tuple[str, ...] = ()
    # what stands before the number of a house that is named by it alone
    counted: tuple[str, ...] = ()
    # words behind which a place may stand, in small letters
    where: Collection[str] = field(repr=False, default=())
    # what the names of streets begin with, in small letters: *vanha*, *norra*
    begins: Collection[str] = field(repr=False, default=())
    # what is at a street and no part of its name, in small letters: *huoneisto*
    premises: Collection[str] = field(repr=False, default=())
    # who lives in a house, in small letters, behind whom its address stands: *suvlasnici zgrade*
    residents: tuple[str, ...] = ()
    # tells whether a word in small letters is in the dictionary
    is_usual: Callable[[str], bool] = field(repr=False, default=lambda _: False)
    # whether the number of a house stands before its street
    number_first: bool = False
    # what hangs on a number as it is spoken, which is no part of an address
    endings: NumberEndings = field(repr=False, default=NumberEndings({}))

    @classmethod
    def of(
        cls,
        table: Mapping[str, Any],
        forms: Callable[[str], Iterable[str]],
        where: Collection[str],
        is_usual: Callable[[str], bool],
    ) -> NamedStreets:
        """Read ``address.toml``; see the attributes."""
        words = (f" {word}" for word in table.get("street", ()))
        ends = (*table.get("street_alone", ()), *table.get("compounds", ()), *words)
        counted = tuple(table.get("house_numbers", ()))
        begins, premises = table.get("begins", ()), table.get("premises", ())
        residents = tuple(sorted(table.get("residents", ()), key=len, reverse=True))
        first, endings = bool(table.get("number_first")), NumberEndings.of(table)
        more = premises, residents, is_usual, first, endings
        return cls(forms, ends, counted, where, begins, *more)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and what names the street of one where none of them is.

        A street before a number that nothing else has takes it: *na Mihovila Pavleka Miškine 26*.
        """
        mentions = _with_numbers(view, [self._alone(view, m) for m in mentions])
        mentions = list(self._numbered(view, mentions) if self.number_first else mentions)
        addresses = [view.surface(m.span) for m in mentions if is_a(m.type, "address")]
        names = {name for address in addresses for name in self._names(address)}
        longest = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
        again = re.finditer(rf"(?<![\w-])({longest})(?![\w-])", view.text)
        matches = (*again, *self._numbers(view.text, addresses))
        spans = dict.fromkeys(Span(*match.span(1)) for match in matches)
        spans |= dict.fromkeys(self._same_number(view.text, addresses))
        houses = Cover(s for s in spans if view.text[s.start].isdigit())
        mentions = [m for m in mentions if not (m.span in spans and _is_guess(m))]
        mentions = [
            m
            for m in mentions
            if not (houses.holds(m.span) and (_is_guess(m) or is_a(m.type, "person")))
        ]
        taken = Cover(m.span for m in mentions)
        found = [Mention(s, "address", (_EVIDENCE,)) for s in spans if not taken.touches(s)]
        return sorted([*mentions, *found], key=lambda m: m.span)

    def _alone(self, view: TextView, mention: Mention) -> Mention:
        """Return an address without its ending and what opens its sentence: *Asun Aurakatu 3:n*."""
        if not is_a(mention.type, "address"):
            return mention
        start, surface = mention.span.start, view.surface(mention.span)
        end = start + self.endings.bare_end(surface)
        low = surface.casefold()
        living = next((who for who in self.residents if low.startswith(f"{who} ")), "")
        if living and surface[len(living) + 1 :][:1].isupper():
            start += len(living) + 1
        if (led := _LED.match(view.text, start, end)) and at_head(view.text, start):
            first, street = led[1].lower(), led[2]
            told = street[0].isupper() and street.lower().endswith(self.ends)
            line = view.text[end : end + 1] in ("", "\n", ",")  # of an address
            opens = first in self.premises or (not line and self.is_usual(first))
            if told and first not in self.begins and opens:
                start = led.end()
        return replace(mention, span=Span(start, end))

    def _numbered(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[Mention]:
        """Yield the mentions, streets with the number before: *2218 | Nob Hill*, not *1984*."""
        taken = Cover(m.span for m in mentions)
        for m in mentions:
            is_street = _is_guess(m) and view.surface(m.span).lower().endswith(self.ends)
            near = max(0, m.span.start - _NEAR), m.span.start
            house = _AHEAD.search(view.text, *near) if is_street else None
            free = house is not None and not taken.touches(Span(*house.span()))
            whole = Span(house.start() if house and free else m.span.start, m.span.end)
            is_house = free or (is_street and _HOUSE.match(view.text, *m.span) is not None)
            yield Mention(whole, "address", (_EVIDENCE,)) if is_house else m

    def _same_number(self, text: str, addresses: Sequence[str]) -> Iterator[Span]:
        """Yield the forms of streets before the same number, however typed: *na slaskiej 12*."""
        houses = [found for a in addresses if (found := _ONE.fullmatch(_bare(a)))]
        stems = ((fold(h[1]), h[2]) for h in houses)
        known = {(stem[: max(_STEM, len(stem) - _ENDING)], number) for stem, number in stems}
        for found in _ONE.finditer(text) if known else ():
            word = fold(found[1])
            led = preceding(text, found.start()).lower() in self.where or found[1][0].isupper()
            if led and any((word[:n], found[2]) in known for n in range(_STEM, len(word) + 1)):
                yield Span(*found.span())

    def _numbers(self, text: str, addresses: Sequence[str]) -> Iterator[re.Match[str]]:
        """Yield where a house of an address is called by its number alone: *number 14*.

        Behind several words any house is (*at number 18*), and so is one of its street without
        the word for one: *4231 Gladstone*.
        """
        numbers = {number[0] for a in addresses if (number := _HOUSE.match(a))}
        if numbers and self.counted:
            told = (word for word in self.counted if " " in word)
            streets = set(filter(None, map(self._short, addresses)))
            rows = (self.counted, sorted(numbers), told, sorted(streets) or ["\0"])
            words, houses, any_of, short = ("|".join(map(re.escape, row)) for row in rows)
            behind = rf"(?:(?i:{any_of})\.?[ \u00a0]|(?i:{words})\.?[ \u00a0](?=(?:{houses})\b))"
            yield from re.finditer(rf"(?<!\w){behind}([1-9]\d{{0,3}}[a-z]?)(?![\w/-])", text)
            yield from re.finditer(rf"(?<![\w.,-])([1-9]\d{{0,4}}[a-z]? (?:{short}))(?!\w)", text)

    def _short(self, address: str) -> str:
        """Return the name of a street behind a number without the word for one."""
        street = _NUMBER.sub("", address)
        end = next((e for e in self.ends if e[0] == " " and street.casefold().endswith(e)), "")
        return street.removesuffix(street[-len(end) :]) if end else ""

    def _names(self, address: str) -> Iterator[str]:
        """Yield a street with its number and no word for it, and alone where its name tells."""
        street = _NUMBER.sub("", address)
        large = street[:1].isupper()
        if street.casefold().endswith(self.ends) and (large or len(street) >= _SMALL):
            yield from (street, *(f for f in self.forms(street) if f[:1].isupper() == large))
        bare = _bare(address)
        if bare[:1].isupper() and bare[-1].isdigit():
            yield bare


def _with_numbers(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, streets with the number behind; also in two: *Ivana | Gaja 5*."""
    taken, found = Cover(m.span for m in mentions), list[Mention]()
    for m in mentions:
        found.append(m)
        house = _BEHIND.match(view.text, m.span.end)
        if not house or taken.touches(Span(*house.span())) or _NUMERAL.search(view.surface(m.span)):
            continue
        pair = [o for o in found[-2:] if is_a(o.type, "person")]
        joined = pair[1:] and view.text[pair[0].span.end : m.span.start] == " "
        if joined or is_a(m.type, "address"):
            start = (pair[0] if joined else m).span.start
            whole = Mention(Span(start, house.end()), "address", (_EVIDENCE,))
            found[-2 if joined else -1 :] = [whole]
    return found


def _is_guess(mention: Mention) -> bool:
    return is_a(mention.type, "place") or is_a(mention.type, "org")


def _bare(address: str) -> str:
    """Return an address without the words in small letters that it begins with."""
    start = 0
    while (word := _WORD.match(address, start)) and word[0].islower():
        start = word.end()
    return address[start:]
