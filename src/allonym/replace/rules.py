"""What a language pack says about names, as replacing needs it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from typing import Any

from allonym.languages.abroad import Abroad, load_abroad
from allonym.languages.analogy import town_adjectives
from allonym.languages.eras import Eras, load_eras
from allonym.languages.geography import Geography, load_geography
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.origins import LISTED, OFTEN, USUAL, Origins, load_origins
from allonym.languages.pack import LED_IN, LanguagePack, common_path, load_forms, rows, told
from allonym.languages.pool import Pool, PoolEntry, load_pool
from allonym.languages.spoken import NumberEndings, load_number_endings
from allonym.model.mention import Analysis
from allonym.ports import Morphology
from allonym.replace.inflect import CaseEndings
from allonym.replace.organisations.rules import OrgRules
from allonym.replace.people.doubts import Endings
from allonym.replace.people.pet_names import PetNames, pets_abroad
from allonym.replace.places.street_cases import cases_of_kinds, days_of_streets
from allonym.text.bookings import BOOKED
from allonym.text.fold import fold, skeleton

_WORDY = 4
"""Letters of a surname that is a word of the language by more than chance."""
_MANY = 1.0
"""From how many in a thousand a pet name may be that of those who came: *László* in Slovakia."""
_CACHED = 1 << 14
_NAMES = ("given", "family", "place", "given_rare", "family_rare")
_LONGEST_STREET, _END, _SEVERAL = 4, 3, 3


def _pairs(rows: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((old, new) for old, new in rows)


@dataclass(frozen=True)
class NameRules:
    """The name data of one pack, read when first asked for."""

    pack: LanguagePack

    relational = told("morphology.toml", "morphology.relational", tuple[str, ...])
    """Endings of adjectives made from places."""
    towns_on = told("around.toml", "on", frozenset[str])
    """Settlements that one is on, not in: *na Vrhniki*; only they stand for one another."""
    last_word = told("morphology.toml", "morphology.last_word", bool, False)
    """Whether only the last word of a person's name is inflected."""
    whole_places = told("morphology.toml", "morphology.whole_places", bool, False)
    """Whether a place of several words is inflected as if it were one."""
    near = told("words.toml", "names.origins", frozenset[str])
    """The origins of names that are those of the language, or nearly; see `Origins`."""
    clitics = told(
        "morphology.toml",
        "morphology.clitics",
        lambda words: tuple(sorted(words, key=len, reverse=True)),
    )
    """What may hang on a name, longest first."""
    spoken_alike = told("morphology.toml", "morphology.spoken_alike", tuple[str, ...])
    """Letters whose names take the same suffixes; an acronym goes by its last."""
    settled = told("words.toml", "names.origins_settled", dict[str, str], {})
    """Origins of people who have long been here, and the one that their names have here."""
    patronymic = told("morphology.toml", "morphology.patronymic.endings", _pairs)
    """How given names end, and what patronymics end in for it; the first that fits."""
    patronymic_alone = told("morphology.toml", "morphology.patronymic.alone", tuple[str, ...])
    """What patronymics end in that are told by it alone, *Larsdotter*; such stand for surnames."""
    _feminine = told("morphology.toml", "morphology.feminine.family", _pairs)
    _fleeting = told("morphology.toml", "morphology.feminine.fleeting", re.compile, "(?!)")
    street_words = told("address.toml", "street", frozenset[str])
    """Words that stand beside the name of a street and of nothing else."""
    _street_alone = told("address.toml", "street_alone", tuple[str, ...])
    street_called = told("address.toml", "street_called", dict[str, list[str]])
    """What alone streets of a kind are called, by the beginning of the word for the kind."""
    street_behind = told("address.toml", "behind", bool, False)
    """Whether a name right before a word for a street is always the street's."""
    street_endings = told("address.toml", "compounds", tuple[str, ...])
    """What the name of a street ends in where it is one word: ``Puistokatu``."""
    town_words = told("address.toml", "town", frozenset[str])
    """Words of an address that a town follows: ``гр.``, ``com.``."""
    villages = told("address.toml", "villages", bool, False)
    """Whether a name before a number is a village's, unless it is a street's by its form."""
    regions = told("address.toml", "regions", dict[str, str], {})
    """What regions are called in full, by the code that the table of settlements has."""
    number_first = told("address.toml", "number_first", bool, False)
    """Whether the number of a house stands before the street."""
    street_gender = told("address.toml", "gender", str, "")
    """The gender of an adjective that names a street; empty where there is none."""
    street_led = told("address.toml", "led", frozenset[str])
    """Behind what an adjective that ends in `street_led_ends` is a street's: *na Zimnej*."""
    street_led_ends = told("address.toml", "led_ends", tuple[str, ...])
    street_titles = told("address.toml", "titles", frozenset[str])
    """Abbreviated titles of those whom streets are named after; their stand-ins have none."""
    streets_inflected = told("address.toml", "inflected", bool, False)
    """Whether the name of a street takes the case itself (``Koivutiellä``)."""
    streets_whole = told("address.toml", "whole", bool, False)
    """Whether streets of the pool have the word for one: *Skolgatan* for *Ales väg*."""
    attach = told("morphology.toml", "morphology.attach", tuple[str, ...])
    """Marks by which a suffix hangs on an acronym."""
    nickname_before = told("words.toml", "names.nickname_before", tuple[str, ...])
    """What leads in a nickname: *alias*, *poreclit*."""

    def pool(self, kind: str) -> Pool:
        """Return the pool of one kind."""
        return load_pool(self.pack, kind)

    @cached_property
    def pools(self) -> Mapping[str, Pool]:
        """All pools by kind."""
        return {kind: self.pool(kind) for kind in ("given", "family", "place", "street", "org")}

    @cached_property
    def orgs(self) -> OrgRules:
        """What the pack says about the names of organisations."""
        return OrgRules(self.pack, self.pools)

    @cached_property
    def case_endings(self) -> CaseEndings:
        """What forms of places and firms end in, by case."""
        entries = (*self.pools["place"].entries, *self.pools["org"].entries)
        shares = self.pack.toml("morphology.toml").get("morphology", {}).get("cases", {})
        return CaseEndings.of(entries, shares.get("org", {}))

    @cached_property
    def geography(self) -> Geography:
        """The settlements of the language's country or countries."""
        return load_geography(self.pack)

    def keeps(self, word: str) -> bool:
        """Tell whether a word inside a name says nothing of who it is: ``jr``, ``Iso-``."""
        return word.casefold().strip(".") in self._kept

    @cached_property
    def masculine(self) -> Callable[[str], str]:
        """What gives what a surname has in common in both genders: as a rule its masculine form.

        *Hruška* and *Hrušková* have *Hrušk*, since the feminine form does not tell more.
        Every mention asks for it, against every other.
        """
        return lru_cache(_CACHED)(self._find_masculine)

    def usual_here(self, kind: str, name: str) -> int:
        """Return how usual a name is here, as `Origins.levels` has it; 0 if nobody bears it.

        One that is usual abroad is of here only if ``common/here.tsv`` has it: what came with its
        bearers is in the registers too, *Karim* in Sweden.  A pet name of here is of here, and
        a surname that is a word here and hardly usual abroad: *Hora*.
        """
        pet = kind == "given" and self.pet_names.has(name)
        levels = self.origins.levels(kind, name)
        word = kind == "family" and len(name) >= _WORDY and self.orgs.is_usual(name.casefold())
        if self.origins.contested(kind, name, self.near) and fold(name) not in self._here[kind]:
            many = any(self.origins.shares[o].get(self.pack.code, 0.0) >= _MANY for o in levels)
            pet &= not many or bool(self.pet_names.used((name,), ""))  # Tomi, though of Croats too
            return OFTEN if pet else LISTED * (word and max(levels.values()) < USUAL)
        if self._draws(kind, name):
            return USUAL
        near = max((levels.get(origin, 0) for origin in self.near), default=0)
        bits = load_lexicon(self.pack.where("lexicon")).flags(name)
        rare = bits & BIT[f"{kind}_rare"] or (kind == "family" and self._is_feminine(name)) or word
        return max(near, OFTEN if pet or bits & BIT[kind] else LISTED if rare else 0)

    def _draws(self, kind: str, name: str) -> bool:
        """Tell whether a pool has a name.

        A language of Cyrillic letters has its names in Latin ones too: *Maria Petrova*.
        """
        if name in self.pools[kind].by_lemma:
            return True
        return self.pack.script == "Cyrl" and skeleton(name) in self._transliterated[kind]

    @cached_property
    def _here(self) -> Mapping[str, frozenset[str]]:
        """The names that are usual abroad and of here as well, by kind, folded."""
        table = rows(common_path("here.tsv"))
        own = {kind: names.split() for code, kind, names in table if code == self.pack.code}
        return {kind: frozenset(map(fold, own.get(kind, ()))) for kind in ("given", "family")}

    def masculines(self, surname: str) -> Iterator[str]:
        """Yield a surname, and what it may be the feminine form of."""
        yield surname
        for masculine, feminine in self._feminine:
            if surname.endswith(feminine):
                yield surname.removesuffix(feminine) + masculine

    def _is_feminine(self, lemma: str) -> bool:
        """Tell whether a surname has an ending that the language gives to women's."""
        return any(len(new) > 1 and lemma.endswith(new) for _, new in self._feminine)

    def has_surname(self, name: str) -> bool:
        """Tell whether the registers of the language have a surname, one that is a word too.

        Of those that are rare there only what is no word.
        """
        flags = load_lexicon(self.pack.where("lexicon")).flags(name)
        rare = flags & BIT["family_rare"] and not self.orgs.is_word(name.casefold())
        return bool(rare or flags & BIT["family"])

    def ends_alike(self, surname: str) -> bool:
        """Tell whether several surnames of the pool end as one does that no list has."""
        return self._family_ends[surname[-_END:].casefold()] >= _SEVERAL

    @cached_property
    def _family_ends(self) -> Counter[str]:
        return Counter(lemma[-_END:].casefold() for lemma in self.pools["family"].by_lemma)

    @cached_property
    def _transliterated(self) -> Mapping[str, frozenset[str]]:
        """Keys of the names, the same in Cyrillic and in Latin letters."""
        return {
            kind: frozenset(map(skeleton, self.pools[kind].by_lemma))
            for kind in ("given", "family")
        }

    @cached_property
    def pet_names(self) -> PetNames:
        """The pet names of the language."""
        return PetNames(self.pack, self.pools["given"])

    def pets_of(self, origin: str) -> PetNames:
        """Return the pet names of where somebody's name is at home: *Kasia* in an English text."""
        return pets_abroad(origin, self.pack.script) or self.pet_names

    @cached_property
    def eras(self) -> Eras:
        """When the given names of the language were given."""
        return load_eras(self.pack.path("eras.tsv"))

    @cached_property
    def origins(self) -> Origins:
        """Names from abroad."""
        return load_origins(self.pack.path("origins.tsv"))

    def is_nobody(self, word: str) -> bool:
        """Tell whether a word in small letters is an ordinary one and on no list of names."""
        flags = load_lexicon(self.pack.where("lexicon")).flags(word)
        named = any(flags & BIT[kind] for kind in _NAMES)
        known = any(self.origins.known[kind].get(fold(word)) for kind in ("given", "family"))
        return self.orgs.is_usual(word) and not named and not known

    @cached_property
    def given_ends(self) -> Endings:
        """How given names of men and of women end."""
        table = rows(self.pack.path("genders.tsv"))
        listed = ((row[0], row[1].strip().capitalize()) for row in table)
        pool = ((e.lemma, e.gender) for e in self.pools["given"].entries if e.gender)
        return Endings(dict([*pool, *listed]).items())

    def spelt(self, origin: str, names: Sequence[str]) -> tuple[str, ...]:
        """Return names of an origin as the language spells them: *Kowalczuk* for *Kovalčuk*."""
        table = self._table("words.toml", "names").get("origins_spelt", {})
        pairs = table.get("letters", ()) if origin in table.get("origins", ()) else ()
        return tuple(reduce(lambda name, pair: name.replace(*pair), pairs, name) for name in names)

    @cached_property
    def undrawn(self) -> re.Pattern[str] | None:
        """What names from abroad end in that are not drawn: the language hardly declines them."""
        ending = self._table("words.toml", "names").get("origins_undrawn", "")
        return re.compile(ending) if ending else None

    def _find_masculine(self, lemma: str) -> str:
        entries = self._surnames.get(lemma)
        if entries:
            return entries[0].group
        woman = _with_ending(lemma, self._feminine)
        pairs = [(feminine, masculine) for masculine, feminine in self._feminine]
        return self._fleeting.sub("", _with_ending(woman, pairs))

    @cached_property
    def _surnames(self) -> Mapping[str, tuple[PoolEntry, ...]]:
        return self.pools["family"].by_lemma

    @cached_property
    def address_words(self) -> frozenset[str]:
        """Words of an address that are not its name."""
        return self.street_words.union(self.pack.toml("address.toml").get("keep", ()))

    def is_street(self, name: str) -> bool:
        """Tell whether a name says that it is a street's: ``Bridge Street``, ``Storgatan``.

        ``street_alone`` of ``address.toml`` holds what such a name ends in, with a blank in front
        where it is a word of its own.
        """
        return name.casefold().endswith(self._street_alone) and name.count(" ") < _LONGEST_STREET

    def is_village(self, name: str) -> bool:
        """Tell whether a name is listed as a settlement's and as no street's: *Kapušany 251*.

        Where streets have a word of their own the table of settlements must have the name;
        elsewhere a list of places is enough, and one that may be wrong if no other has the name.
        """
        if name in self.pools["street"].by_lemma:
            return False
        if name.casefold() in self.geography.by_name or not self.street_gender:
            return name.casefold() in self.geography.by_name
        flags, own = load_lexicon(self.pack.where("lexicon")).flags(name), _VILLAGE
        return bool(flags & BIT["place"]) or bool(flags and flags | own == own)

    def is_place(self, name: str) -> bool:
        """Tell whether the registers of the language have a place of this name, be it small."""
        known = BIT["place"] | BIT["place_rare"]
        return bool(load_lexicon(self.pack.where("lexicon")).flags(name) & known)

    def is_place_part(self, word: str) -> bool:
        """Tell whether a word that is nobody's name is one of several of a place's: *Górny*."""
        flags = load_lexicon(self.pack.where("lexicon")).flags(word)
        adjectives = bool(self.relational)
        return adjectives and bool(flags & BIT["place_part"]) and not flags & BIT["place"]

    def bases(self, name: str) -> tuple[str, ...]:
        """Return what a name may be a form of by its ending alone: *Aleppossa*, *Agyagos-tóban*."""
        cut = ((name[: len(name) - len(end)], end) for end in self._endings if name.endswith(end))
        return tuple(
            stem + base for stem, end in cut if len(stem) >= _BASE for base in self._endings[end]
        )

    @cached_property
    def _endings(self) -> Mapping[str, tuple[str, ...]]:
        """How names of places end, longest first, and what stands there in citation forms."""
        found: dict[str, list[str]] = {}
        for kind, end, base, *_ in rows(self.pack.where("lexicon") / "endings.tsv"):
            if kind == "place":
                found.setdefault(end, []).append(base)
        return {end: tuple(found[end]) for end in sorted(found, key=len, reverse=True)}

    @cached_property
    def inflected(self) -> bool:
        """Whether names of places have cases."""
        return any("Case" in b for e in self.pools["place"].entries[:1] for b in e.bundles)

    @cached_property
    def abroad(self) -> Abroad:
        """Places abroad and of nature as the language calls them."""
        return load_abroad(self.pack)

    @cached_property
    def street_days(self) -> re.Pattern[str]:
        """Days that streets are named after, and anniversaries: *5. maja*, *1000-lecia*."""
        lists = self._table("dates.toml", "months").values()
        return days_of_streets([m for own in lists for m in own], number_first=self.number_first)

    @cached_property
    def street_cases(self) -> Mapping[str, tuple[Analysis, ...]]:
        """How the kinds of streets read that are inflected themselves: *kadun*."""
        kinds = self.street_words if self.streets_inflected else ()
        return cases_of_kinds(self.pools["street"].entries, kinds)

    @cached_property
    def number_endings(self) -> NumberEndings:
        """Endings that hang on the number of a house, and which numbers take them."""
        return load_number_endings(self.pack.code)

    def town_of_adjective(self, word: str, morphology: Morphology) -> str:
        """Return the town that an adjective is made from: ``Celjska``; empty for other words."""
        known = town_adjectives(self.pack)
        if not known or not word[:1].isupper():
            return ""
        lemmas = (r.lemma.casefold() for r in morphology.analyse(word.lower(), "common")[:4])
        return next((known[lemma] for lemma in lemmas if lemma in known), "")

    def is_country(self, word: str) -> bool:
        """Tell whether a word, in any case, is a country and nobody's given name."""
        return word.casefold() in self._countries

    @cached_property
    def _countries(self) -> frozenset[str]:
        given = {name.casefold() for name in self.pools["given"].by_lemma}
        return load_forms(self.pack, "countries.tsv") - given

    @cached_property
    def _kept(self) -> frozenset[str]:
        titles = self.pack.words("cues", "title", "honorific")
        led_in = " ".join(self.pack.words("names", *LED_IN)).split()
        fronts = (f"{word}-" for word in self.pack.words("names", "fronts"))  # Ali-Hokka
        return frozenset(
            {*titles, *self.pack.words("names", "generation")}.union(BOOKED, led_in, fronts)
        )

    def _table(self, name: str, section: str) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.pack.toml(name).get(section, {})
        return table


_BASE = 4
"""Letters of a name that no ending takes away."""

_VILLAGE = BIT["place_rare"] | BIT["an_place"]
"""What the lists say of a name that is nothing but a place's."""


def _with_ending(word: str, pairs: Iterable[tuple[str, str]]) -> str:
    """Return the word with the first ending that fits exchanged."""
    return next((word[: len(word) - len(o)] + new for o, new in pairs if word.endswith(o)), word)
