"""Cities and lands abroad that a text speaks of as the world does: *Berlin said*, *bombs on Basra*.

Where somebody lives, was born or travels to is theirs, and becomes another place.  What stands in
no sentence with anybody, in a document in which nobody's numbers and letters stand, beside a
country or a body of one, is where the news is from: there another city contradicts what everybody
knows, and hides nobody.  A place is of the one kind or the other in all of a document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.abroad import Abroad, Feature
from allonym.languages.geography import load_geography
from allonym.languages.pack import LanguagePack, load_forms
from allonym.model.features import WHERE
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

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
_LIMIT = re.compile(r"\n|(?<![ .][^\W\d_])[.!?…][\"“”»)’]*\s+(?=[\"„“«(]*[^\W\d_a-zа-я])")
_WORD = re.compile(r"[^\W\d_]+")
_BESIDE = re.compile(r"[\s,(/-]{1,3}(?:([^\W\d_]{1,3})\s)?")
"""What stands between a place and its country: *Berlin, Germany*, *Bonn w Niemczech*."""
_JOINED = re.compile(r",?\s(?:[^\W\d_]{1,4}\s)?")
_ACTS = re.compile(r" [^\W\d_]*[a-zа-я]")
_ALONE = re.compile(r"[^\W\d_]{4,}")
_LONGEST = 60
"""Signs of a line in which somebody signs, is greeted or speaks."""


@dataclass(frozen=True)
class Worldwide:
    """Tells places abroad that tell of nobody.

    Attributes:
        abroad: The places of the language.
        is_home: Tells whether a name is that of a settlement at home that is no village.
        nations: Adjectives and names of countries, in all forms, case-folded.
        where: Words behind which a place stands, in small letters.
    """

    abroad: Abroad = field(repr=False)
    is_home: Callable[[str], bool] = field(repr=False, default=lambda _: False)
    nations: Collection[str] = field(repr=False, default=())
    where: Collection[str] = field(repr=False, default=())

    @classmethod
    def of(cls, pack: LanguagePack, abroad: Abroad, where: Collection[str]) -> Worldwide:
        """Read the tables of a pack; see the attributes."""
        geography, nations = load_geography(pack), pack.toml("nations.toml").get("adjectives", ())

        def is_home(name: str) -> bool:
            town = geography.named(name)
            return town is not None and town.size < geography.smallest[town.country]

        return cls(abroad, is_home, load_forms(pack, "countries.tsv").union(nations), where)

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such places with the type of what tells of nobody."""
        found = [self._feature(view, m) for m in mentions]
        if not any(found) or any(m.type.startswith(_PRIVATE) for m in mentions):
            return list(mentions)
        people = [m for m in mentions if is_a(m.type, "person")]
        if any(_is_private(view, m.span) for m in people):
            return list(mentions)
        document = _Sentences.of(view, mentions)
        told: dict[Feature, list[int]] = defaultdict(list)
        for at, feature in enumerate(found):
            if feature:
                told[feature].append(at)
        kept: set[int] = set()
        for feature, places in told.items():
            seat = feature.kind == _SEAT
            chat = all(view.surface(mentions[at].span).islower() for at in places)
            tied = chat or any(document.tied(at) for at in places)
            if tied:
                continue
            if people and any(document.led(at, self.where) for at in places):
                continue
            said = (self._is_told(document, at, found) for at in places)
            if any(said) or (seat and not people and self._is_worldly(document, feature, found)):
                kept.update(places)
        return [replace(m, type=WORLD) if n in kept else m for n, m in enumerate(mentions)]

    def _feature(self, view: TextView, mention: Mention) -> Feature | None:
        """Return the place of the world that a mention names, None for what is at home."""
        if not is_a(mention.type, "place") or is_a(mention.type, "place.country"):
            return None
        if mention.type == WORLD:
            return None
        surface = view.surface(mention.span)
        read = (r.lemma for part in mention.parts[:1] for r in part.analyses[:3])
        names = (surface, *(read if len(mention.parts) == 1 else ()))
        feature = next(filter(None, map(self.abroad.named, names)), None)
        if feature is None or feature.within or feature.stays or feature.main == "province":
            return None
        return feature if feature.kind == _SEAT or not any(map(self.is_home, names)) else None

    def _is_worldly(
        self, document: _Sentences, feature: Feature, found: Sequence[Feature | None]
    ) -> bool:
        """Tell whether another country stands in a document, a body of one, or its capital."""
        seats = any(f and f.kind == _SEAT and f.country != feature.country for f in found)
        return seats or any(_is_world(m) for m in document.mentions)

    def _is_told(self, document: _Sentences, at: int, found: Sequence[Feature | None]) -> bool:
        """Tell whether a body of a country, or another capital, stands in the sentence of a place.

        Beside a capital a country is enough, or that it acts itself.
        """
        own, mention = found[at], document.mentions[at]
        if own and own.kind == _SEAT:
            if document.acts(at, own.name):
                return True
            if any(word.casefold() in self.nations for word in document.words(at)):
                return True
        for n in document.beside(at):
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
    """The sentences of a document, and what stands in each."""

    view: TextView
    mentions: Sequence[Mention]
    limits: Sequence[int]
    inside: dict[int, list[int]]

    @classmethod
    def of(cls, view: TextView, mentions: Sequence[Mention]) -> _Sentences:
        limits = [0, *(found.end() for found in _LIMIT.finditer(view.text)), len(view.text)]
        inside: dict[int, list[int]] = defaultdict(list)
        for at, mention in enumerate(mentions):
            inside[bisect_right(limits, mention.span.start)].append(at)
        return cls(view, mentions, limits, inside)

    def _number(self, at: int) -> int:
        return bisect_right(self.limits, self.mentions[at].span.start)

    def beside(self, at: int) -> Iterator[int]:
        """Yield the numbers of what else stands in the sentence."""
        yield from (n for n in self.inside[self._number(at)] if n != at)

    def tied(self, at: int) -> bool:
        """Tell whether somebody stands in the sentence of a place, or a firm."""
        return any(self.mentions[n].type.startswith(_TIED) for n in self.beside(at))

    def led(self, at: int, where: Collection[str]) -> bool:
        """Tell whether a place is where something is: by its case, or the word before it.

        Of several the first is led: *in Moscow and Kyiv*.
        """
        own, text = self.mentions[at], self.view.text
        read = (r.features.get("Case") for part in own.parts[:1] for r in part.analyses[:2])
        if not WHERE.isdisjoint(filter(None, read)):
            return True
        start = self.limits[self._number(at) - 1]
        words = _WORD.findall(text, start, own.span.start)
        if words and words[-1].casefold() in where:
            return True
        last = self.mentions[at - 1] if at else None
        joined = last is not None and last.span.start >= start and is_a(last.type, "place")
        between = text[last.span.end : own.span.start] if last and joined else ""
        return bool(_JOINED.fullmatch(between)) and self.led(at - 1, where)

    def words(self, at: int) -> Iterator[str]:
        """Yield the words of the sentence that stand in no mention."""
        number = self._number(at)
        start, end = self.limits[number - 1], self.limits[number]
        spans = (self.mentions[n].span for n in self.inside[number])
        for span in spans:
            yield from _WORD.findall(self.view.text, start, max(start, span.start))
            start = max(start, span.end)
        yield from _WORD.findall(self.view.text, start, max(start, end))

    def acts(self, at: int, name: str) -> bool:
        """Tell whether a place begins the sentence, in its citation form, and a word follows."""
        span, text = self.mentions[at].span, self.view.text
        led = text[self.limits[self._number(at) - 1] : span.start].strip(' "„“«(-–—')
        return not led and self.view.surface(span) == name and bool(_ACTS.match(text, span.end))


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
