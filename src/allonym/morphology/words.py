"""What every engine needs: the settings of a pack, compounds, and putting readings in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allonym.languages.pack import LanguagePack, common_path, rows, two_columns
from allonym.languages.pool import PoolEntry, load_pool
from allonym.model.features import FeatureBundle, format_features
from allonym.model.mention import Analysis

if TYPE_CHECKING:
    from allonym.morphology.endings import Guess

SEPARATOR = re.compile(r"([ \-‐‑–])")
PERSON = ("given", "family")
_OFTEN, _FALLING = 64.0, 640_000.0
"""The weight of the commonest names that are only listed, and how it falls with their number."""
_KEPT = 256  # readings of the words of a compound so far; the longest towns have a dozen


@dataclass(frozen=True)
class Settings:
    """What ``morphology.toml`` says, with the pools the morphology leans on."""

    pack: LanguagePack
    table: Mapping[str, Any] = field(repr=False)

    @cached_property
    def endings(self) -> Callable[[str, str], list[tuple[str, str]]]:
        """Return what gives the pairs of endings of a section and kind, in order."""
        return cache(
            lambda section, kind: [(a, b) for a, b in self.table.get(section, {}).get(kind, [])]
        )

    @cached_property
    def case_weight(self) -> Callable[[str, str], float]:
        """Return what says how common a case is for names of a kind; 0.05 where nothing is said."""

        def weight(kind: str, case: str) -> float:
            cases = self.table.get("cases", {})
            table = cases.get("person" if kind in PERSON else kind) or cases.get("place", {})
            return float(table.get(case, 0.05))

        return cache(weight)

    @cached_property
    def pool(self) -> Callable[[str], Mapping[str, tuple[PoolEntry, ...]]]:
        """Return what gives the pool of a kind by citation form."""
        return cache(lambda kind: load_pool(self.pack, kind).by_lemma)

    def derived(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the adjectives that are told of a name: of a place those by hand go first."""
        by_hand = self._adjectives.get(lemma, "") if kind == "place" else ""
        return *by_hand.split(), *(e.derived for e in self.pool(kind).get(lemma, ()))

    @cached_property
    def _adjectives(self) -> Mapping[str, str]:
        table: Mapping[str, str] = self.pack.toml("address.toml").get("adjectives", {})
        return table

    @cached_property
    def clitics(self) -> tuple[str, ...]:
        """What may hang on a name, longest first."""
        return tuple(sorted(self.table.get("clitics", ()), key=len, reverse=True))

    def commonness(self, lemma: str, kind: str) -> float:
        """Return a weight that grows with how common a name is.

        Of a given name that is never drawn its place on the list tells, which goes by number:
        *Vida* is more often a woman than of *Vid*.
        """
        best = max((entry.frequency for entry in self.pool(kind).get(lemma, ())), default=0)
        if best or kind == "place":
            return 2.0 ** max(best, 2 * self.places.get(lemma, 0) if kind == "place" else 0)
        if kind == "given" and (rank := self._rank.get(lemma)):
            return max(1.0, min(_OFTEN, _FALLING / rank**2))
        return 4.0 ** self.listed(kind).get(lemma, 0)

    @cached_property
    def _rank(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.listed("given"), 1)}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Places of the pack's lexicon, quarters, cities abroad, countries; 2 if well known."""
        countries = {name: 2 for name, *_ in self.rows("countries.tsv")}
        quarters = {row[2]: 1 for row in self.rows("world.tsv") if row[0].startswith("quarter")}
        return {**quarters, **_listed(common_path("cities.tsv")), **self.home, **countries}

    @cached_property
    def home(self) -> Mapping[str, int]:
        """Places of the pack's lexicon."""
        return _listed(self.pack.path("lexicon/places.tsv"))

    def rows(self, table: str) -> Iterable[list[str]]:
        """Return the cells of a table of the pack; none where it has no such table."""
        return rows(self.pack.path(table))

    @cached_property
    def listed(self) -> Callable[[str], Mapping[str, int]]:
        """Return what gives the names of a kind in the pack's lexicon, the common ones with 2."""

        def names(kind: str) -> Mapping[str, int]:
            if kind == "place":
                return self.places
            return _listed(self.pack.path(f"lexicon/{kind}.tsv")) if kind in PERSON else {}

        return cache(names)


@cache
def _listed(path: Path | None) -> Mapping[str, int]:
    pairs = zip(*two_columns(path), strict=True)
    return {name: int(often) for name, often in pairs if often.isdigit()}


@cache
def bundle_of(case: str, number: str, gender: str) -> FeatureBundle:
    """Return the features of a form, one object for all that have the same: there are very many."""
    return {"Case": case, "Number": number, "Gender": gender}


def change_ending(word: str, pairs: Iterable[tuple[str, str]]) -> str | None:
    """Return the word with the first ending that fits exchanged, or None."""
    return next(
        (word[: len(word) - len(old)] + new for old, new in pairs if word.endswith(old)), None
    )


def in_order(readings: Iterable[Analysis]) -> tuple[Analysis, ...]:
    """Join equal readings, make the weights add up to one, and put the heaviest first."""
    best: dict[tuple[str, str], Analysis] = {}
    for reading in readings:
        key = reading.lemma, format_features(reading.features)
        if key not in best or best[key].weight < reading.weight:
            best[key] = reading
    total = sum(reading.weight for reading in best.values()) or 1.0
    ranked = sorted(best.items(), key=lambda item: (-item[1].weight, item[0]))
    return tuple(Analysis(r.lemma, r.features, r.weight / total) for _, r in ranked)


def is_base(reading: Analysis | Guess, word: str) -> bool:
    """Tell whether a reading leaves the word as it stands, in the nominative singular."""
    features = reading.features
    nominative = features.get("Case") == "Nom" and features.get("Number") == "Sing"
    return nominative and reading.lemma == word


def raised(reading: Analysis, word: str, times: float) -> Analysis:
    """Return a reading, so many times as likely where it leaves the word as it stands."""
    return reading._replace(weight=times * reading.weight) if is_base(reading, word) else reading


def fixed_pieces(name: str, governs: Callable[[str], bool] = str.islower) -> list[tuple[str, bool]]:
    """Return the pieces of a compound, each with whether it is inflected.

    Separators are not, nor is a preposition and what it governs.

    Args:
        name: Of several words.
        governs: Tells a preposition; any small word is one unless told.

    >>> fixed_pieces("Nakło nad Notecią")
    [('Nakło', True), (' nad Notecią', False)]
    """
    pieces = SEPARATOR.split(name)
    end = next((n for n, p in enumerate(pieces) if n and governs(p)), len(pieces) + 1)
    found = [(p, n % 2 == 0 and bool(p)) for n, p in enumerate(pieces[: end - 1])]
    rest = "".join(pieces[end - 1 :])
    return [*found, (rest, False)] if rest else found


def compound(parts: Sequence[str | Sequence[Analysis]], *, gendered: bool = True) -> list[Analysis]:
    """Join the readings of a compound's words where their features agree.

    Words that never agree in gender (``Bielsko-Biała``) need only agree in the rest; the last one's
    gender is then that of the whole.

    Args:
        parts: Readings of each word, with the separators between them as strings.
        gendered: Whether words that agree in gender are such alone.
    """
    found = _compound(parts, ("Case", "Number", "Gender")) if gendered else []
    return found or _compound(parts, ("Case", "Number"))


def _compound(parts: Sequence[str | Sequence[Analysis]], names: tuple[str, ...]) -> list[Analysis]:
    joined: list[Analysis] = []
    for number, part in enumerate(parts):
        if isinstance(part, str):
            joined = [Analysis(a.lemma + part, a.features, a.weight) for a in joined]
        elif number == 0:
            joined = list(part)
        else:
            joined = [
                Analysis(a.lemma + b.lemma, b.features, a.weight * b.weight)
                for a in joined
                for b in part
                if all(a.features.get(name) == b.features.get(name) for name in names)
            ]
        joined = _heaviest(joined)
    return joined


def _heaviest(readings: list[Analysis]) -> list[Analysis]:
    """Keep so many that words which may be read in several ways do not multiply without end."""
    if len(readings) <= _KEPT:
        return readings
    least = sorted((r.weight for r in readings), reverse=True)[_KEPT - 1]
    return [r for r in readings if r.weight >= least][:_KEPT]
