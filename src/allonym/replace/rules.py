"""What a language pack says about names, as replacing needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from allonym.languages.pack import LanguagePack
from allonym.languages.pool import Pool, PoolEntry, load_pool
from allonym.model.features import FeatureBundle, compatible, parse_features
from allonym.model.mention import Analysis


@dataclass(frozen=True)
class NameRules:
    """The name data of one pack, read when first asked for."""

    pack: LanguagePack

    def pool(self, kind: str) -> Pool:
        """Return the pool of one kind."""
        return load_pool(self.pack, kind)

    @cached_property
    def pools(self) -> Mapping[str, Pool]:
        """All pools by kind."""
        return {kind: self.pool(kind) for kind in ("given", "family", "place", "street", "org")}

    @cached_property
    def version(self) -> str:
        """The version of the pools, part of what makes a draw repeatable."""
        return self.pools["family"].version

    @cached_property
    def relational(self) -> tuple[str, ...]:
        """Endings of adjectives made from places."""
        return tuple(self._table("morphology.toml", "morphology").get("relational", ()))

    @cached_property
    def clitics(self) -> tuple[str, ...]:
        """What may hang on a name, longest first."""
        found = self._table("morphology.toml", "morphology").get("clitics", ())
        return tuple(sorted(found, key=len, reverse=True))

    @cached_property
    def last_word(self) -> bool:
        """Whether only the last word of a person's name is inflected."""
        return bool(self._table("morphology.toml", "morphology").get("last_word", False))

    @cached_property
    def whole_places(self) -> bool:
        """Whether a place of several words is inflected as if it were one."""
        return bool(self._table("morphology.toml", "morphology").get("whole_places", False))

    def keeps(self, word: str) -> bool:
        """Tell whether a word inside a name says nothing about who it is: ``jr``, ``dr``."""
        return word.casefold().strip(".") in self._kept

    def masculine(self, lemma: str) -> str:
        """Return what a surname has in common in both genders: its masculine form."""
        entries = self._surnames.get(lemma)
        if entries:
            return entries[0].group
        for masculine, feminine in self._feminine:
            if lemma.endswith(feminine):
                return lemma[: len(lemma) - len(feminine)] + masculine
        return lemma

    @cached_property
    def _surnames(self) -> Mapping[str, tuple[PoolEntry, ...]]:
        return self.pools["family"].by_lemma

    @cached_property
    def _feminine(self) -> tuple[tuple[str, str], ...]:
        endings = self._table("morphology.toml", "morphology").get("feminine", {})
        return tuple((str(old), str(new)) for old, new in endings.get("family", ()))

    @cached_property
    def address_words(self) -> frozenset[str]:
        """Words of an address that are not its name."""
        return self.street_words.union(self.pack.toml("address.toml").get("keep", ()))

    @cached_property
    def street_words(self) -> frozenset[str]:
        """Words that stand beside the name of a street and of nothing else."""
        return frozenset(self.pack.toml("address.toml").get("street", ()))

    @cached_property
    def street_behind(self) -> bool:
        """Whether a name right before a word for a street is always the street's."""
        return bool(self.pack.toml("address.toml").get("behind", False))

    @cached_property
    def street_endings(self) -> tuple[str, ...]:
        """What the name of a street ends in where it is one word: ``Puistokatu``."""
        return tuple(self.pack.toml("address.toml").get("compounds", ()))

    @cached_property
    def town_words(self) -> frozenset[str]:
        """Words of an address that a town follows: ``гр.``, ``com.``."""
        return frozenset(self.pack.toml("address.toml").get("town", ()))

    @cached_property
    def number_first(self) -> bool:
        """Whether the number of a house stands before the street."""
        return bool(self.pack.toml("address.toml").get("number_first", False))

    @cached_property
    def street_gender(self) -> str:
        """The gender of an adjective that names a street; empty where there is none."""
        return str(self.pack.toml("address.toml").get("gender", ""))

    @cached_property
    def streets_inflected(self) -> bool:
        """Whether the name of a street takes the case itself (``Koivutiellä``)."""
        return bool(self.pack.toml("address.toml").get("inflected", False))

    @cached_property
    def spoken_alike(self) -> tuple[str, ...]:
        """Letters whose names take the same suffixes; an acronym goes by its last."""
        found = self._table("morphology.toml", "morphology").get("spoken_alike", ())
        return tuple(str(letters) for letters in found)

    @cached_property
    def attach(self) -> tuple[str, ...]:
        """Marks by which a suffix hangs on an acronym."""
        return tuple(self._table("morphology.toml", "morphology").get("attach", ()))

    @cached_property
    def town_readings(self) -> tuple[FeatureBundle, ...]:
        """How the town at the head of an organisation's name stands (``Szegedi Törvényszék``)."""
        return tuple(map(parse_features, self.pack.toml("orgs.toml").get("town_head", ())))

    @cached_property
    def org_lemmas(self) -> frozenset[str]:
        """Citation forms of words that say what an organisation is."""
        return frozenset(self.pack.toml("orgs.toml").get("keep", ()))

    @cached_property
    def org_forms(self) -> frozenset[str]:
        """Words that are never an organisation's name: legal forms, prepositions."""
        orgs = self.pack.toml("orgs.toml")
        return frozenset((*orgs.get("forms", ()), *orgs.get("relatives", ())))

    @cached_property
    def org_ends(self) -> tuple[str, ...]:
        """What names are put together with to make an organisation's: ``skolan``."""
        return tuple(self.pack.toml("orgs.toml").get("ends", ()))

    def is_town_head(self, reading: Analysis) -> bool:
        """Tell whether a word read so is a town at the head of an organisation's name."""
        known = reading.lemma in self.pools["place"].by_lemma
        return known and any(compatible(wanted, reading.features) for wanted in self.town_readings)

    def is_locative(self, word: str) -> bool:
        """Tell whether a town follows this word inside a name."""
        return word.casefold() in self._before_town

    def is_bare_town(self, lemma: str) -> bool:
        """Tell whether this is a town that follows a kind without a preposition."""
        return self._bare_towns and lemma in self.pools["place"].by_lemma

    @cached_property
    def _bare_towns(self) -> bool:
        return bool(self.pack.toml("orgs.toml").get("bare_town", False))

    @cached_property
    def _before_town(self) -> frozenset[str]:
        return frozenset(self.pack.toml("orgs.toml").get("before_town", ()))

    @cached_property
    def _kept(self) -> frozenset[str]:
        words = self.pack.toml("words.toml")
        cues = words.get("cues", {})
        kept = {*cues.get("title", ()), *cues.get("honorific", ())}
        return frozenset(kept.union(words.get("names", {}).get("generation", ())))

    def _table(self, name: str, section: str) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.pack.toml(name).get(section, {})
        return table
