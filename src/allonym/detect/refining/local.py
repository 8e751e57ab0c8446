"""Courts and authorities that are named after a place: they move with it, the others stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from allonym.detect.decision.candidates import PUBLIC
from allonym.languages.abroad import Abroad, load_abroad
from allonym.languages.analogy import town_adjectives
from allonym.languages.bodies import Bodies, load_bodies
from allonym.languages.geography import Geography, Town, load_geography
from allonym.languages.institutions import Slots, load_slots
from allonym.languages.pack import LanguagePack, load_forms
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import like_title

_KINDS = ("org.court", "org.authority")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?: (?:[^\W\d_]{1,4} )?[^\W\d_]+)?")
_FIRST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORT, _FORMS = 3, 4
_LEAST = 3
"""Letters of a settlement that a table has or a preposition leads: *Iža*."""
_CLOSING = 3
"""Words that are left where a village of two ends a name: *Primăria Comunei Gura Râului*."""
_TOWNS = ("town", "city")
_SERVING_ALL = ("public.bank", "public.insurer", "public.company")
"""Listed bodies that serve the whole country, whatever town they are called after."""


@dataclass(frozen=True)
class LocalNames:
    """Tells which courts and authorities are named after a settlement."""

    geography: Geography = field(repr=False)  # of the language
    morphology: Morphology = field(repr=False)  # of the language
    bodies: Bodies = field(repr=False)  # those that serve a part of the country
    slots: Slots = field(repr=False)  # what stands beside the words of institutions
    # tells whether a word in small letters is an ordinary one
    is_usual: Callable[[str], bool] = field(repr=False)
    # those of towns, in small letters
    adjectives: frozenset[str] = field(repr=False, default=frozenset())
    # words that a town follows inside a name: *w*, *din*
    locatives: frozenset[str] = field(repr=False, default=frozenset())
    # in all their cases, in small letters
    countries: frozenset[str] = field(repr=False, default=frozenset())
    abroad: Abroad = field(repr=False, default_factory=Abroad)
    courts: re.Pattern[str] = re.compile("(?!)")  # what courts are called

    @classmethod
    def of(
        cls, pack: LanguagePack, morphology: Morphology, is_usual: Callable[[str], bool]
    ) -> LocalNames:
        """Read the tables of a pack; see the attributes."""
        bodies, slots = load_bodies(pack, morphology), load_slots(pack)
        locatives = frozenset(pack.toml("orgs.toml").get("before_town", ()))
        courts = pack.toml("kinds.toml").get("org.court", {}).get("surface", "(?!)")
        return cls(
            load_geography(pack), morphology, bodies, slots, is_usual,
            frozenset(town_adjectives(pack)),
            locatives, load_forms(pack, "countries.tsv"), load_abroad(pack),
            re.compile(courts, re.X),
        )  # fmt: skip

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such courts and authorities with the type ``….local``."""
        typed = ((m, self._typed(m.type, view.surface(m.span))) for m in mentions)
        return [
            m
            if kind == m.type or any(e.rule in _SERVING_ALL for e in m.evidence)
            else replace(m, type=kind)
            for m, kind in typed
        ]

    def _typed(self, kind: str, name: str) -> str:
        """Return the type of a name: a body that is listed is local only if it is regional."""
        if kind in _KINDS and self.is_local(name):
            return f"{kind}.local"
        if kind != PUBLIC or not self._is_regional(name):
            return kind
        return f"org.{'court' if self.courts.search(name) else 'authority'}.local"

    def is_local(self, name: str) -> bool:
        """Tell whether a name holds that of a town, in whatever case, or an adjective of one."""
        if name.islower():  # la judecatoria barlad
            name = " ".join(w if self.is_usual(w) else w.title() for w in name.split())
        elif name.isupper() and " " in name:  # JUDECĂTORIA DEJ: no short form
            name = name.title()
        starts = [found.start() for found in _FIRST.finditer(name)]
        texts = {found[0] for at in starts for p in (_WORD, _FIRST) if (found := p.match(name, at))}
        named = any(map(self._is_town, texts))
        return named or self._is_regional(name) or self._is_of_village(name)

    def _is_regional(self, name: str) -> bool:
        """Tell whether a name is that of a body of a region, or holds the name of one."""
        words = [found[0].casefold() for found in _FIRST.finditer(name)]
        pairs = (" ".join(pair) for pair in pairwise(words))
        return bool(self._regions & {*words, *pairs}) or self.bodies.find(name) is not None

    @cached_property
    def _regions(self) -> frozenset[str]:
        """The names of regions in all their cases, if they are no adjectives."""
        regions = {t.region for t in self.geography.towns if len(t.region) >= _SHORT}
        nouns = sorted(name for name in regions if name[0].isupper())
        return frozenset(form.casefold() for name in nouns for form in self.bodies.forms(name))

    def _is_of_village(self, name: str) -> bool:
        """Tell whether a name that no table knows stands where a settlement does."""
        words = [found[0] for found in _FIRST.finditer(name)]
        for n, (first, second) in enumerate(pairwise(words)):
            read = self.morphology.analyse(first.casefold(), "common")[:_FORMS]
            heads = dict.fromkeys((first.casefold(), *(r.lemma for r in read)))  # Općini
            behind = self.slots.followed_by((second.casefold(),))
            led = any("town" in self.slots.led_by((head,)) for head in heads)
            led = led or first.casefold() in self.locatives
            alone = any(self.slots.led_by((head,)) == {"town"} for head in heads)
            closes = alone and len(words) == n + _CLOSING
            several = bool(words[n + 2 :]) and bool(self.adjectives or closes)
            several = several and all(map(self._is_name, words[n + 1 : n + 3]))
            led = led and (several or self._is_unknown(second))
            if led or ("town" in behind and self._is_unknown(first)):
                return True
        return False

    def _is_name(self, word: str) -> bool:
        """Tell whether a word has a capital where ordinary ones have none: *Općina Donja Voća*."""
        plain = word.casefold()
        listed = any(plain in t for t in (self.slots.before, self.slots.behind, self.countries))
        return word[0].isupper() and len(word) >= _LEAST and not listed

    def _is_unknown(self, word: str) -> bool:
        place = self.abroad.named(word) if len(word) > _LEAST else None  # Kerala Bar Council
        told = {"city": True, "province": False}  # Geelong; Queensland is no settlement
        unknown = told.get(place.main if place else "", not self.is_usual(word.casefold()))
        return unknown and self._is_name(word)

    def _is_town(self, text: str) -> bool:
        if not text[0].isupper() or len(text) < _LEAST or (len(text) == _LEAST and text.isupper()):
            return False
        read = self.morphology.analyse(text.lower(), "common")[:_FORMS] if self.adjectives else ()
        if not self.adjectives.isdisjoint((text.casefold(), *(r.lemma for r in read))):
            return True
        smallest = self.geography.smallest
        return any(t.size < smallest[t.country] or t.kind in _TOWNS for t in self._towns(text))

    def _towns(self, text: str) -> Iterator[Town]:
        """Yield the settlements that a name in whatever case may be of."""
        readings = self.morphology.analyse(like_title(text), "place")[:3]
        yield from filter(None, (self.geography.named(r.lemma) for r in readings))
