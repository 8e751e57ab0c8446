"""Places abroad: a town in Italy stands for one in Italy; and what tells counties from towns.

Who went to Germany and lives in Ruse has come home again; a river stays a river.  Waters and hills
may say what they are, *River Teme*, *sjön Väsman*, *Fürdő-patak*: the word stays, and the name
becomes another that such a word goes with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, islice

from allonym.languages.abroad import Feature, country_of
from allonym.languages.pack import LanguagePack
from allonym.languages.town import Town
from allonym.model.draw import Draw
from allonym.model.mention import Analysis, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Choice, Morphology
from allonym.replace.chosen import Declined, declined
from allonym.replace.inflect import Joint, cases_of
from allonym.replace.places.settlements import Gathered
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import CAPITAL
from allonym.text.fold import fold

_WORD_REACH = 24
"""Signs before a name in which its word stands."""
_BEHIND = re.compile(
    r"(?:,?\s[^\W\d_]{1,2}\s|,\s|\s\(|\s(?=[A-Z]{2,3}\s\d{4}\b))"
    r"([^\W\d_]+(?: [^\W\d_]+)?)"
)
_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)\s\Z")
_APPOSED = re.compile(rf",\s((?:[^\W\d_]+\s){{1,3}})({CAPITAL}[^\W\d_]+)")
_CITED = ("Nom", "", "", "")
_FEW, _REACH, _SOME_CASES = 3, 80, 3
"""How many are some; more signs than the word for a country has; the cases of a language where
names of towns may stand undeclined."""
_LARGE = 12
"""How many cities of each country, the first of the table, are large."""
_ELSEWHERE = "*"
"""Where cities lie that stand for those of a country of which the table has none."""
_WHOLE = ("island:", "lake:")
"""What settlements lie on together."""
_ON = "quarter.on"
_SMALL = 2
"""The class of size from which a town at home is no city."""


@dataclass(frozen=True)
class Counterparts:
    """Draws cities abroad for one document, and tells counties from towns."""

    view: TextView  # the document
    chooser: Chooser  # of the document; its ledger, if any, remembers the draws
    rules: NameRules  # what the language says about names; without lists nothing is drawn
    draw: Draw  # draws from the lists
    gathered: Gathered  # the towns of the document
    town: Callable[[str], Town | None]  # returns the town that stands for one of this name
    morphology: Morphology  # declines what stands for them
    _given: dict[str, str] = field(repr=False, default_factory=dict)

    def announced(self, mention: Mention) -> bool:
        """Tell whether a name stands behind ``jud.`` or the like: it is a county's."""
        return self.rules.geography.is_announced(self.view.text, mention.span)

    def instead(
        self, mentions: Sequence[Mention], forms: Sequence[str], *, on: bool = False
    ) -> str | None:
        """Return what stands for a place abroad or of nature; None for a settlement at home.

        Args:
            mentions: Of the place; a country beside one goes before all tables.
            forms: The name as it stands in the text, and its likely citation forms.
            on: Whether one is on it, not in it: what no table has is a part of a town then.
        """
        country = next(filter(None, map(self._country, mentions)), "")
        if country and country[:2] not in self._home:
            return self._there(country, forms)
        head = next(filter(None, map(self.head, mentions)), None)
        if head:
            return self._of_nature(head, forms)
        own = self.rules.geography.is_region(forms[0], self.gathered.home)
        found = None if own else self.settled(*forms)  # Montana is in Bulgaria too
        if found is None and not own:
            country = next(filter(None, (self._apposed(m.span, forms) for m in mentions)), "")
            found = self._there(country, forms) if country else None
        return found or (self._part_of_nearest(forms) if on else None)

    def _apposed(self, span: Span, forms: Sequence[str]) -> str:
        """Return the country abroad in what is said of what no table has; empty for the rest.

        That is a few small words behind a comma: *Bajram, a village in Iraq*.
        """
        if any(self.rules.is_place(f) or self.gathered.named(f) for f in forms):
            return ""
        said = _APPOSED.match(self.view.text, span.end)
        named = said[2].casefold() if said and said[1].islower() else ""
        country = self.rules.abroad.countries.get(named, "")
        return "" if country[:2] in self._home else country

    @cached_property
    def _staying(self) -> frozenset[Feature]:
        """What the document names that tells of nobody: in the names of bodies it stays too."""
        return frozenset(filter(None, map(self.rules.abroad.named, self.gathered.staying)))

    def _part_of_nearest(self, forms: Sequence[str]) -> str | None:
        """Return a part of the new town that what no table has lies in: *na Korzu*."""
        near = None if any(map(self.gathered.named, forms)) else self.gathered.around(forms[1])
        town = self.town(near.name) if near else None
        names = self.rules.abroad.parts_of(town.name, _ON) if town else ()
        return self._drawn("quarter", forms[1], self._plain(names) or names) if names else None

    def head(self, mention: Mention) -> Head | None:
        """Return what the words around or in a mention say that it is: a lake, a hill."""
        return head_of(self.rules.pack, self.view.text, mention.span)

    def _of_nature(self, head: Head, forms: Sequence[str]) -> str | None:
        """Return what stands for a water or hill: another of the country; nothing if none does."""
        own, home = {form.casefold() for form in forms}, self.gathered.home[:2]
        names = (n for n in self.rules.abroad.of_kind(head.kind, home) if n.casefold() not in own)
        fit = [n for n in names if n.casefold().endswith(head.ends) and (head.ends or n.isalpha())]
        return self._drawn(head.kind, forms[min(1, len(forms) - 1)], fit) if fit else None

    @cached_property
    def _home(self) -> frozenset[str]:
        """The countries of the table of settlements."""
        return frozenset(country[:2] for country in self.rules.geography.smallest)

    def _country(self, mention: Mention) -> str:
        """Return the country right behind or before: *Bonn w Niemczech*, *Norjan Hamarissa*."""
        text, span = self.view.text, mention.span
        behind, before = (
            _BEHIND.match(text, span.end),
            _BEFORE.search(text, max(0, span.start - _REACH), span.start),
        )
        words = [found[1].split() for found in (behind, before) if found]
        said = (" ".join(w[:n]) for w in words for n in (2, 1))
        table = self.rules.abroad.countries
        codes = ((word, table.get(word.casefold(), "")) for word in said)
        named = (c for w, c in codes if " " in w or "." in c or self.rules.is_country(w))
        return next(filter(None, named), "")

    def _there(self, country: str, forms: Sequence[str]) -> str | None:
        """Return another city of a country, or a place like this one."""
        named = (feature for form in forms if (feature := self.rules.abroad.named(form)))
        code, dot, province = country.partition(".")
        if (found := next(named, None)) and found.country in (code, "*"):
            return self.abroad(forms)
        own = {form.casefold() for form in forms}
        cities = self.rules.abroad.of_kind(f"city{dot}{province}", code)
        cities = cities if cities[1:] else self.rules.abroad.of_kind("city", _ELSEWHERE)
        others = [name for name in cities if name.casefold() not in own]
        plain = self._plain(others)
        key = forms[min(1, len(forms) - 1)]
        return self._drawn("abroad", key, plain or others)

    def settled(self, *forms: str) -> str | None:
        """Return what stands for a place abroad or of nature; None for a settlement at home.

        A quarter becomes one of the town that stands for its own.  A city abroad goes before all
        but cities at home (*Delhi, New York*), unless that lies near another town of the text.
        """
        municipal = any(map(self.gathered.municipality, forms))
        if part := "" if municipal else self._quarter(forms):
            return part
        found = ((f, feature) for f in forms if (feature := self.rules.abroad.named(f)))
        form, feature = next(found, ("", None))
        town = next((t for t in map(self.gathered.named, forms) if t), None)
        if not (feature or town):
            return self._unlisted(forms)
        known = self.gathered.geography
        small = town is not None and town.size >= min(_SMALL, known.smallest[town.country])
        region = feature is not None and feature.kind == "region"
        if feature is None or municipal or (region and any(map(known.in_region, forms))):
            return None  # of the table: it goes where its towns go
        if feature.stays or feature in self._staying:
            return form
        if town and not (small and (feature.main == "city" or not town.drawn)):
            return None
        alike = known.all_named(town.name) if town else ()
        near = any(map(self.gathered.has_near, alike))
        return None if near or self._is_home(form, feature.name) else self.abroad(forms)

    def _unlisted(self, forms: Sequence[str]) -> str | None:
        """Return what stands for what the tables of the language lack; None if it is at home.

        That is a city of the world, a water or hill by how it ends, or a misread city.
        """
        if any(form.casefold() in self.gathered.posts for form in forms):
            return None  # 4622 Komoró
        listed = any(map(self.rules.is_place, forms))
        bases = () if listed else self.rules.bases(forms[0])
        countries = (country_of(form, listed=listed) for form in (*forms, *bases))
        if (country := next(filter(None, countries), "")) and country not in self._home:
            return self._there(country, forms)
        if listed:
            return None
        if head := ending_of(self.rules.pack, (*forms, *bases)):
            return self._of_nature(head, forms)
        misread = next(filter(None, map(self.rules.abroad.of_stem, forms)), None)
        return self.abroad((misread.name,)) if misread else None

    def _quarter(self, forms: Sequence[str]) -> str | None:
        form, table = self.gathered.quarter(forms), self.rules.abroad
        parts = table.within.get(form.casefold(), ())
        own = next((part for part in parts if part.country in self.gathered.divided), None)
        cities = (f.main == "city" for f in filter(None, map(table.named, forms)))
        named = {n.town.name for n in self.gathered.towns if n.town}
        if own and own.country not in named and any(cities):
            return None  # Praga is in Bohemia
        town = self.town(own.country) if own else None
        names = table.parts_of(town.name, own.kind) if own and town else ()
        fit = self._plain(names) or names
        return self._drawn("quarter", own.name, fit) if own and names else None

    def _plain(self, names: Sequence[str]) -> Sequence[str]:
        """Return the names that are declined without doubt: *Kumasi* reads as a genitive."""
        read = self.morphology.analyse
        ok = (n.isalpha() and read(n, "place")[0].lemma == n for n in names)
        return [n for n, fit in zip(names, ok, strict=True) if fit or not self.rules.inflected]

    def _is_home(self, form: str, abroad: str) -> bool:
        """Tell whether a place abroad has a name but for its marks: *Fårö* is no *Faro*."""
        marked = form.casefold() != abroad.casefold() and not form.isascii()  # Gdansk is Gdańsk
        return marked and fold(form) == fold(abroad) and self.rules.is_place(form)

    def abroad(self, forms: Sequence[str]) -> str | None:
        """Return another place of the same kind and country; None where no table has this one.

        Args:
            forms: The name as it stands in the text, and its likely citation form.
        """
        table = self.rules.abroad
        found = next((f for f in map(table.named, forms) if f), None)
        if found is None:
            return None
        own = found.name.casefold()
        every = peers = table.of_kind(found.kind, found.country)
        if found.main == "city" and len(peers) > _LARGE:  # Oslo becomes Bergen, Gordes does not
            large, small = peers[:_LARGE], peers[_LARGE:]
            peers = large if found.name in large else small if len(small) >= _LARGE else peers
        others: Sequence[str] = [n for n in peers if n.casefold() != own]
        plain = self._plain(others)
        like = self._agreeing(found.name)
        alike = list(filter(like, plain))
        if len(alike) < _FEW:  # Moskva becomes no Kazan
            wide = self._plain([n for n in every if n.casefold() != own])
            alike = list(islice(filter(like, wide), _LARGE))
        words = own.split()[:: len(own.split()) - 1 or 1]  # Loch Ness, Bohinjsko jezero
        shared = [n for n in others if {*words[1:], *words[:1]} & {*n.casefold().split()}]
        led = shared if " " in own and (plain == others or found.main != "city") else []
        if not plain and found.main == "city":
            others = plain = self._plain(table.of_kind("city", _ELSEWHERE))
        rings = (ring for ring in (led or (alike[_FEW - 1 :] and alike) or plain, others) if ring)
        return next(filter(None, (self._drawn("abroad", own, ring) for ring in rings)), None)

    def _agreeing(self, name: str) -> Callable[[str], bool]:
        """Return what tells whether a place is of the gender and number of another."""

        def like(name: str) -> tuple[str, str]:
            entry = self.chooser.of_name("place", name).entries[0]
            return entry.gender, entry.number

        own = like(name)
        return lambda other: like(other) == own

    def declined(self, name: str) -> Declined:
        """Return what stands for a place abroad or of nature in all its cases."""
        whole = self.rules.last_word or self.rules.whole_places
        return declined(name, "place", "", self.rules.pools, self.morphology, whole=whole)

    def told(self, surface: str, readings: Sequence[Analysis]) -> Joint:
        """Return the cases in which a place abroad may stand; none where nothing tells."""
        known, feature = self.rules.abroad.has, self.rules.abroad.named(surface)
        own = [r for r in readings if known(r.lemma) or ending_of(self.rules.pack, (r.lemma,))]
        if feature and not own:  # Velencei-tónál, Buenos Airesu
            last, said = (n.rpartition(" ")[2].casefold() for n in (feature.name, surface))
            entry = self.declined(last.title()).candidate.entries[0]
            alike = (bundle for bundle, form in entry.forms() if form.casefold() == said)
            own = [Analysis(feature.name, bundle) for bundle in alike]
        told = cases_of(own)
        cited = self.rules.abroad.has(surface) and max(told, key=told.__getitem__, default=_CITED)
        return {_CITED: 1.0} if cited and cited[0] not in ("Nom", "Acc") else told  # Zakopane

    def ended(self, surface: str, name: str) -> str:
        """Return a water or hill with the ending of another of its kind: *Agyagos-tó|ban*.

        Of several words each has an ending.
        """
        for base in self.rules.bases(surface) if " " not in name else ():
            head = ending_of(self.rules.pack, (base,))
            if head and name.casefold().endswith(head.ends):
                kept = len(head.ends)
                return name[: len(name) - kept] + surface[len(base) - kept :]
        return ""

    def moved(self, name: str) -> str | None:
        """Return what stands for an island or a lake: that of the town of its name, if any."""
        town = self.town(name) if self.gathered.named(name) else None
        lies = sorted(town.lies) if town else ()
        whose = (lie.partition(":")[2] for lie in lies if lie.startswith(_WHOLE))
        return next(whose, None) or self.settled(name) or self.abroad((name,))

    def _declines(self, name: str) -> bool:
        """Tell whether the language declines a name, or no name: *koło Bonn* reads badly."""
        entry = self.declined(name).candidate.entries[0]
        cases = {bundle.get("Case") for bundle, _ in entry.forms()}
        return len(cases) <= _SOME_CASES or len({form for _, form in entry.forms()}) > 1

    def _drawn(self, kind: str, key: str, names: Sequence[str]) -> str | None:
        found = self.chooser.settle(kind, key.casefold(), self._choices(kind, key, names))
        if found is None:
            return None
        self._given.setdefault(found.surrogate, key)
        return found.surrogate

    def _choices(self, kind: str, key: str, names: Sequence[str]) -> Iterator[Choice]:
        start = self.draw.number(len(names), "place", kind, key.casefold())
        every = (*names[start:], *names[:start])
        fit = filter(self._declines, every) if kind == "abroad" else ()
        order = chain(fit, every)
        own = (n for n in filter(self._is_new, order) if self._given.get(n, key) == key)
        first = next(own, None)  # two stay two
        yield from map(Choice, chain([first], own) if first else filter(self._is_new, every))

    @cached_property
    def _is_new(self) -> Callable[[str], bool]:
        """What tells whether a name is nowhere in the text."""
        text = self.view.text.casefold()
        return cache(lambda name: name.casefold() not in text)


@dataclass(frozen=True, slots=True)
class Head:
    """What a name says that it is."""

    kind: str  # as the table of the world has it
    kept: str = ""  # what of the name stays before the rest: *River*
    ends: str = ""  # what the name ends in


@dataclass(frozen=True, slots=True)
class _Words:
    """How a kind of water or hill is told."""

    inside: re.Pattern[str]
    before: re.Pattern[str]
    behind: re.Pattern[str]
    ends: tuple[str, ...]


def head_of(pack: LanguagePack, text: str, span: Span) -> Head | None:
    """Return what the word before a name, or its first one, says that it is; None for others."""
    before, name = text[max(0, span.start - _WORD_REACH) : span.start], text[span.start : span.end]
    for kind, words in _load(pack).items():
        if inside := words.inside.match(name):
            return Head(kind, kept=inside[0])
        if words.before.search(before) or words.behind.match(text, span.end):
            return Head(kind)
    return None


def ending_of(pack: LanguagePack, forms: Sequence[str]) -> Head | None:
    """Return what the end of a name says that it is; None for others.

    Args:
        pack: Of the language.
        forms: The name as it stands in the text, and its likely citation forms.
    """
    ends = ((kind, end) for kind, words in _load(pack).items() for end in words.ends)
    found = (
        Head(kind, ends=end)
        for kind, end in ends
        if any(f.casefold().endswith(end) and len(f) > len(end) for f in forms)
    )
    return next(found, None)


@cache
def _load(pack: LanguagePack) -> Mapping[str, _Words]:
    table: Mapping[str, Mapping[str, Sequence[str]]] = pack.toml("address.toml").get("nature", {})
    return {kind: _words(own) for kind, own in table.items()}


def _words(own: Mapping[str, Sequence[str]]) -> _Words:
    led, said = ("|".join(map(re.escape, own.get(k, ()))) or "(?!)" for k in ("before", "behind"))
    return _Words(
        re.compile(rf"(?i:(?:the )?(?:{led})[ \u00a0])(?={CAPITAL})"),
        re.compile(rf"(?<!\w)(?i:{led})[ \u00a0]\Z"),
        re.compile(rf"[ \u00a0](?i:{said})"),
        tuple(own.get("ends", ())),
    )
