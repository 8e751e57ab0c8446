"""Cities and lands abroad that a text speaks of as the world does: *talks of Moscow and Kyiv*.

Where somebody lives, was born or travels to is theirs, and becomes another place.  What stands in
no sentence with anybody, in a document in which nobody's numbers and letters stand, beside a
country or a body of one, is where the news is from: there another city contradicts what everybody
knows, and hides nobody.  A place is of the one kind or the other in all of a document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.abroad import Abroad, Feature
from allonym.languages.geography import load_geography
from allonym.languages.pack import LanguagePack, load_forms
from allonym.model.cover import Cover
from allonym.model.features import WHERE
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import CAPITAL

WORLD = "place.region.world"
"""The type of what tells of nobody."""

_SEAT = "city.seat"
_PRIVATE = (
    "id", "phone", "email", "iban", "account", "card", "username", "postcode", "plate", "property",
    "gps", "date.birth", "mac", "ip",
)  # fmt: skip
"""What only documents about somebody have."""
_TIED = ("person", "address", "age", "org.company", "org.school", "org.hospital", "case_number")
"""What a place beside it may be of."""
_PUBLIC = ("org.public", "org.court", "org.authority", "place.country")
_BODY = "org.public"
_OWN = ("org.court.local", "org.authority.local")
"""What the profile moves of that: it is of a town."""
_LIMIT = re.compile(rf"\n|(?<![ .][^\W\d_])[.!?…][\"“”»)’]*\s+(?=[\"„“«(]*{CAPITAL})")
_WORD, _NEVER = re.compile(r"[^\W\d_]+"), re.compile(r"(?!)")
_BESIDE = re.compile(r"[\s,(/-]{1,3}(?:([^\W\d_]{1,3})\s)?")
"""What stands between a place and its country: *Berlin, Germany*, *Bonn w Niemczech*."""
_JOINED = re.compile(r",?\s(?:[^\W\d_]{1,4}\s)?")
_ALONE = re.compile(r"[^\W\d_]{4,}")
_FEW = 8
"""Places in a row, and mentions on either side, that are looked at."""
_NEAR = 40
"""Signs before a place in which the word that leads it stands."""
_LONGEST = 60
"""Signs of a line in which somebody signs, is greeted or speaks."""


@dataclass(frozen=True)
class Worldwide:
    """Tells places abroad that tell of nobody."""

    abroad: Abroad = field(repr=False)  # the places of the language
    # tells whether a name is that of a settlement at home that is no village
    is_home: Callable[[str], bool] = field(repr=False, default=lambda _: False)
    # adjectives and names of countries, in all forms, case-folded
    nations: Collection[str] = field(repr=False, default=())
    # words behind which a place stands, in small letters
    where: Collection[str] = field(repr=False, default=())
    # reads the cases of their names
    morphology: Morphology | None = field(repr=False, default=None)
    # what stands before a capital that is named for a government: *guvernul de la*
    ruling: re.Pattern[str] = _NEVER
    between: str = ""  # the word behind which two places stand: *talks between Moscow and Kyiv*

    @classmethod
    def of(
        cls, pack: LanguagePack, abroad: Abroad, where: Collection[str], morphology: Morphology
    ) -> Worldwide:
        """Read the tables of a pack; see the attributes."""
        geography, table = load_geography(pack), pack.toml("nations.toml")
        nations = load_forms(pack, "countries.tsv").union(table.get("adjectives", ()))

        words = table.get("governments", "(?!)")
        ruling = re.compile(rf"(?<!\w)(?:{words}) (?:[^\W\d_]{{1,3}} ){{1,3}}\Z")
        between = table.get("between", "")
        return cls(abroad, geography.is_large, nations, where, morphology, ruling, between)

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such places with the type of what tells of nobody."""
        if any(m.type.startswith(_PRIVATE) for m in mentions):
            return list(mentions)
        found = [self._feature(view, m) for m in mentions]
        ruled = self._governments(view, mentions)
        if not (any(found) or ruled):
            return list(mentions)
        document = _Sentences.of(view, mentions)
        if any(_is_private(view, m.span) for m in document.people):
            return list(mentions)
        mentions = [replace(m, type=ruled.get(n, m.type)) for n, m in enumerate(mentions)]
        found = [None if n in ruled else feature for n, feature in enumerate(found)]
        told: dict[Feature, list[int]] = defaultdict(list)
        for at, feature in enumerate(found):
            if feature:
                told[feature].append(at)
        kept: set[int] = set()
        for feature, places in told.items():
            seat = feature.kind == _SEAT
            chat = all(view.surface(mentions[at].span).islower() for at in places)
            tied = chat or any(document.tied(at) for at in places)
            if tied or any(self._is_led(document, at) for at in places):
                continue
            said = any(self._is_told(document, at, found) for at in places)
            worldly = seat and not document.people and self._is_worldly(document, feature, found)
            if said or worldly:
                kept.update(places)
        return [replace(m, type=WORLD) if n in kept else m for n, m in enumerate(mentions)]

    def _governments(self, view: TextView, mentions: Sequence[Mention]) -> dict[int, str]:
        """Return the types of capitals that stand for governments in all of a text, as the world.

        They tell of nobody: *guvernul de la Londra*.  One at home is where somebody may be.
        """
        text, people = view.text, Cover(m.span for m in mentions if is_a(m.type, "person"))
        names = [view.surface(m.span).rpartition(" ")[2] for m in mentions]  # of bodies the last
        starts = [m.span.end - len(name) for m, name in zip(mentions, names, strict=True)]
        led = [self.ruling.search(text, max(0, at - _NEAR), at) for at in starts]
        ruled = {n for n, word in enumerate(led) if word and not people.touches(Span(*word.span()))}
        seats = [self._seat(name) for name in names] if ruled else []
        others = {"", *(seat for n, seat in enumerate(seats) if n not in ruled)}
        types = [WORLD if is_a(m.type, "place") else _BODY for m in mentions]
        return {n: types[n] for n in ruled if seats[n] not in others}

    def _seat(self, name: str) -> str:
        """Return the capital abroad of a name, in whatever case, else nothing."""
        feature = None if self.is_home(name) else self.abroad.named(name)
        return feature.name if feature and feature.kind == _SEAT else ""

    def _feature(self, view: TextView, mention: Mention) -> Feature | None:
        """Return the place of the world that a mention names, None for what is at home."""
        if not is_a(mention.type, "place") or is_a(mention.type, "place.country"):
            return None
        if mention.type == WORLD:
            return None
        surface = view.surface(mention.span)
        feature = self.abroad.named(surface)
        if feature is None or feature.within or feature.stays or feature.main == "province":
            return None
        return feature if feature.kind == _SEAT or not self.is_home(surface) else None

    def _is_led(self, document: _Sentences, at: int) -> bool:
        """Tell whether a place is where something is: by its case, or the word before it.

        Of several the first is led: *in Moscow and Kyiv*.
        """
        text = document.view.text
        start = document.begins(at)
        for _ in range(_FEW):
            own = document.mentions[at].span
            if not WHERE.isdisjoint(self._cases(text[own.start : own.end])):
                return True
            words = _WORD.findall(text, max(start, own.start - _NEAR), own.start)
            if words and self.between != words[-1].casefold() in self.where:
                return True
            last = document.mentions[at - 1] if at else None
            if last is None or last.span.start < start or not is_a(last.type, "place"):
                return False
            if not _JOINED.fullmatch(text, last.span.end, own.start):
                return False
            at -= 1
        return True

    def _cases(self, surface: str) -> set[str]:
        word = surface.rsplit(maxsplit=1)[-1]
        read = self.morphology.analyse(word, "place") if self.morphology else ()
        return {reading.features.get("Case", "") for reading in read[:2]}

    def _is_worldly(
        self, document: _Sentences, feature: Feature, found: Sequence[Feature | None]
    ) -> bool:
        """Tell whether another country stands in a document, a body of one, or its capital."""
        seats = any(f and f.kind == _SEAT and f.country != feature.country for f in found)
        return seats or any(_is_world(m) for m in document.mentions)

    def _is_told(self, document: _Sentences, at: int, found: Sequence[Feature | None]) -> bool:
        """Tell whether a body of a country, or another capital, stands in the sentence of a place.

        Beside a capital a country is enough.
        """
        own, mention = found[at], document.mentions[at]
        if own and own.kind == _SEAT and document.names(at, self.nations):
            return True
        for n in document.near(at):
            other, city = document.mentions[n], found[n]
            first, last = sorted((mention.span, other.span))
            gap = _BESIDE.fullmatch(document.view.text, first.end, last.start)
            near = gap and (not gap[1] or gap[1].casefold() in self.where)
            seat = city and own and city.kind == _SEAT and city.country != own.country
            known = _is_world(other) if own and own.kind == _SEAT else other.type == _BODY
            if seat or (known and not near):
                return True
        return False


@dataclass(frozen=True)
class _Sentences:
    """The sentences of a document: their limits, the mentions in each, which have somebody."""

    view: TextView
    mentions: Sequence[Mention]
    people: Sequence[Mention]
    limits: Sequence[int]
    inside: Mapping[int, Sequence[int]]
    private: Collection[int]
    _named: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, view: TextView, mentions: Sequence[Mention]) -> _Sentences:
        limits = [0, *(found.end() for found in _LIMIT.finditer(view.text)), len(view.text)]
        inside: dict[int, list[int]] = defaultdict(list)
        for at, mention in enumerate(mentions):
            inside[bisect_right(limits, mention.span.start)].append(at)
        people = [m for m in mentions if is_a(m.type, "person")]
        tied = (m for m in mentions if m.type.startswith(_TIED))
        private = {bisect_right(limits, m.span.start) for m in tied}
        return cls(view, mentions, people, limits, inside, private)

    def _number(self, at: int) -> int:
        return bisect_right(self.limits, self.mentions[at].span.start)

    def begins(self, at: int) -> int:
        """Return where the sentence of a mention begins."""
        return self.limits[self._number(at) - 1]

    def near(self, at: int) -> Iterator[int]:
        """Yield the numbers of what else stands in the sentence, the nearest on either side."""
        around = range(max(0, at - _FEW), min(len(self.mentions), at + _FEW + 1))
        yield from (n for n in around if n != at and self._number(n) == self._number(at))

    def tied(self, at: int) -> bool:
        """Tell whether somebody stands in the sentence of a place, or a firm."""
        return self._number(at) in self.private

    def names(self, at: int, words: Collection[str]) -> bool:
        """Tell whether one of some words stands in the sentence of a place, in no mention."""
        number = self._number(at)
        if number not in self._named:
            self._named[number] = any(w.casefold() in words for w in self._words(number))
        return self._named[number]

    def _words(self, number: int) -> Iterator[str]:
        start, end = self.limits[number - 1], self.limits[number]
        for span in (self.mentions[n].span for n in self.inside[number]):
            yield from _WORD.findall(self.view.text, start, max(start, span.start))
            start = max(start, span.end)
        yield from _WORD.findall(self.view.text, start, max(start, end))


def _is_world(mention: Mention) -> bool:
    """Tell whether a mention is a country, or a body of one that the profile does not move."""
    return mention.type.startswith(_PUBLIC) and not mention.type.startswith(_OWN)


def _is_private(view: TextView, span: Span) -> bool:
    """Tell whether somebody signs, is greeted or speaks: *Hi Ann!*, *Ann:*, or a line alone."""
    text = view.text
    start = text.rfind("\n", 0, span.start) + 1
    if span.start - start > _LONGEST:
        return False  # words enough stand before, and lines may be very long
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    led = _ALONE.findall(text, start, span.start)
    if text[span.end : span.end + 1] in ":!" and len(led) < 2:
        return True
    alone = end - start <= _LONGEST and len(led) < 2
    return alone and not _ALONE.search(text, span.end, end)
