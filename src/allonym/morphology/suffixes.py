"""Make the forms of a name by rules: a stem, a suffix in harmony with it, and what happens between.

Everything a language needs stands in ``morphology.toml`` under ``morphology.rules``:

``harmony``     pairs of an expression and the name of a harmony; the first that is found counts.
``letters``     what a capital letter in a suffix becomes in each harmony.
``stems``       tables with ``match`` (an expression on the citation form), perhaps ``kinds``, and
                the stems that stand instead of the match, perhaps with the beginning of a suffix
                after ``+``; ``<`` before one weakens its consonants, ``=`` shortens double ones.
                The first that fits counts.
``weaken``, ``shorten``  pairs of an expression and what stands in its place.
``cells``       feature bundle to ``stem:suffix``; one table a kind, ``all`` for every kind.
``join``        pairs of an expression on ``stem+suffix`` and what stands in its place, in order.
``local``       tables with ``match`` and ``cases``: which case a place takes for another, since
                towns are said to be *in* or *on*; ``abroad``: of cities in other countries alone.
``older``       pairs of a feature bundle and a ``stem:suffix``, by kind: further forms that are
                read of listed names (*Győrött*), and never made.
``parts``       expressions with two groups: both words of such a name are inflected.
``examples``    names, by kind, whose edits no name of the pool shows, and regions with a hyphen.
``unsure``      expressions on names that are spelt so that the rules may go wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

from allonym.languages.abroad import load_abroad
from allonym.languages.pack import LanguagePack
from allonym.model.features import FeatureBundle, format_features, parse_features

_Search = Callable[[str], "re.Match[str] | None"]
_Made = Callable[["re.Match[str]"], str]
Rewrites = Sequence[tuple[re.Pattern[str], str]]
_BOUND = "+"
_MARKED = re.compile(
    r"((?:(?<!\\)[^\W\dA-Z_])*)\\\+(?:\[([^\W\d_]+)\](?![?*{])|([^\W\d_])(?![?*{]))?"
)
_ASIDE = re.compile(r"\((?:(?!\\\+)[^()])*\)")
_GROUP = re.compile(r"\\(?:g<)?(\d)>?")
_LAST = re.compile(r"(?<!\\)[^\W\d_]\Z")
_LAST_GROUP = re.compile(r"\((?!\?)([^()]+)\)\$\Z")
_LATEST = 1 << 12


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a paradigm: its features in CoNLL-U notation, the stem, and the suffix."""

    name: str
    stem: str
    suffix: str
    features: FeatureBundle = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StemClass:
    """Citation forms that make their stems alike."""

    match: re.Pattern[str]
    kinds: frozenset[str]
    stems: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Local:
    """Places that take one case for another, cities in other countries alone or any."""

    match: re.Pattern[str]
    cases: Mapping[str, str]
    abroad: bool = False


@dataclass(frozen=True)
class SuffixRules:
    r"""The rules of one language.

    >>> rules = SuffixRules.read({
    ...     "harmony": [["[aou][^aeiou]*$", "back"], ["", "front"]],
    ...     "letters": {"A": {"back": "a", "front": "e"}},
    ...     "cells": {"all": {"Case=Ine": ":bAn"}},
    ...     "join": [["a\\+", "á+"]],
    ... })
    >>> [rules.form(name, "place", rules.cells("place")[0]) for name in ("Buda", "Eger")]
    ['Budában', 'Egerben']
    """

    harmony: Rewrites = ()
    letters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    stems: tuple[StemClass, ...] = ()
    weaken: Rewrites = ()
    shorten: Rewrites = ()
    tables: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    older: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)
    join: Rewrites = ()
    local: tuple[Local, ...] = ()
    abroad: frozenset[str] = frozenset()
    parts: tuple[re.Pattern[str], ...] = ()
    foreign: tuple[re.Pattern[str], ...] = ()

    @classmethod
    def read(
        cls, table: Mapping[str, Any], abroad: Callable[[], frozenset[str]] = frozenset
    ) -> SuffixRules:
        """Make the rules from ``morphology.rules``; `abroad` names cities of other countries."""
        local = tuple(map(_local, table.get("local", ())))
        return cls(
            harmony=_rewrites(table.get("harmony", ())),
            letters=table.get("letters", {}),
            stems=tuple(map(_stem_class, table.get("stems", ()))),
            weaken=_rewrites(table.get("weaken", ())),
            shorten=_rewrites(table.get("shorten", ())),
            tables={kind: _cells(cells.items()) for kind, cells in table.get("cells", {}).items()},
            older={kind: _cells(cells) for kind, cells in table.get("older", {}).items()},
            examples=table.get("examples", {}),
            join=_rewrites(table.get("join", ())),
            local=local,
            abroad=abroad() if any(e.abroad for e in local) else frozenset(),
            parts=tuple(map(_regex, table.get("parts", ()))),
            foreign=tuple(map(_regex, table.get("unsure", ()))),
        )

    def cells(self, kind: str) -> tuple[Cell, ...]:
        """Return the places of a paradigm of this kind, the citation form not among them."""
        return (*self.tables.get("all", ()), *self.tables.get(kind, ()))

    @cached_property
    def cells_of(self) -> Callable[[str], frozenset[Cell]]:
        """What gives the places of a paradigm, to be looked up."""
        return cache(lambda kind: frozenset(self.cells(kind)))

    @cached_property
    def places(self) -> Callable[[str], Mapping[frozenset[tuple[str, str]], Cell]]:
        """What gives the places of a paradigm by their features, the first of several."""
        cells = self.cells
        return cache(lambda kind: {frozenset(c.features.items()): c for c in cells(kind)[::-1]})

    def old_endings(self, kind: str) -> Iterator[tuple[Cell, str]]:
        """Yield the older forms' cells, each with how it may end, in every harmony."""
        for cell in self.older.get(kind, ()):
            for harmony in dict.fromkeys(name for _, name in self.harmony):
                yield cell, self._in_harmony(cell.suffix, harmony)

    def derived(self, kind: str) -> tuple[Cell, ...]:
        """Return how adjectives are made from names of this kind."""
        return self.tables.get(f"{kind}_adjective", ())

    def form(self, lemma: str, kind: str, cell: Cell) -> str | None:
        """Return the form, or None where the lemma has no such stem."""
        return self.forms(lemma, kind, (cell,))[0]

    def forms(self, lemma: str, kind: str, cells: Sequence[Cell]) -> list[str | None]:
        """Return the form for each place of a paradigm, as `form` does."""
        two = next((m for p in self.parts if (m := p.fullmatch(lemma))), None)
        if not two:
            return self.whole(lemma, kind, cells)
        between = lemma[two.end(1) : two.start(2)]
        pairs = zip(*(self.whole(word, kind, cells) for word in two.groups()), strict=True)
        return [one + between + other if one and other else None for one, other in pairs]

    def idiom(self, lemma: str, features: FeatureBundle) -> FeatureBundle:
        """Return the features with the case that this place takes for the one asked for."""
        for known in self.local:
            if known.match.search(lemma) and (lemma in self.abroad or not known.abroad):
                case = features.get("Case", "")
                return {**features, "Case": known.cases.get(case, case)}
        return features

    def unsure(self, lemma: str) -> bool:
        """Tell whether a name is spelt so that the rules may go wrong."""
        return any(match.search(lemma) for match in self.foreign)

    def whole(self, lemma: str, kind: str, cells: Sequence[Cell]) -> list[str | None]:
        """Return the forms of a name, as a whole; adjectives are made so."""
        harmony, large = self._harmony(lemma), lemma[:1].isupper()
        made: list[str | None] = []
        for cell in cells:
            stem = self._stem(lemma, kind, cell.stem) if cell.stem else lemma
            if stem is not None:
                stem, _, tail = stem.partition(_BOUND)
                ending = self._in_harmony(tail + cell.suffix, harmony)
                stem = self._rewritten(f"{stem}{_BOUND}{ending}").replace(_BOUND, "")
            made.append(stem[:1].upper() + stem[1:] if stem and large else stem)
        return made

    @cached_property
    def _in_harmony(self) -> Callable[[str, str], str]:
        """Return what spells a suffix in a harmony; there are few."""
        letters = self.letters
        return lru_cache(_LATEST)(
            lambda suffix, name: "".join(letters.get(c, {}).get(name, c) for c in suffix)
        )

    def _rewritten(self, text: str) -> str:
        """Return stem and suffix as they are joined."""
        low = text.lower()
        for before, match, replacement in self._joints:
            if before in low:
                text = match.sub(replacement, text)
                low = text.lower()
        return text

    @cached_property
    def _joints(self) -> Sequence[tuple[str, re.Pattern[str], str | _Made]]:
        return [
            (before, match, _made_of(replacement))
            for match, replacement in self.join
            for before in _before(match)
        ]

    @cached_property
    def _harmony(self) -> Callable[[str], str]:
        """Return what tells the harmony of a name, which all its forms have in common."""
        return lru_cache(_LATEST)(
            lambda lemma: next((name for match, name in self.harmony if match.search(lemma)), "")
        )

    @cached_property
    def _stem(self) -> Callable[[str, str, str], str | None]:
        """Return what gives the stem of a name; its forms share few, and are asked for together."""
        class_of = lru_cache(_LATEST)(self._class_of)

        def stem(lemma: str, kind: str, name: str) -> str | None:
            found = class_of(lemma, kind)
            return self._made(lemma, found[1], found[0].stems.get(name)) if found else None

        return lru_cache(_LATEST)(stem)

    @cached_property
    def _searches(self) -> Callable[[str, str], Sequence[tuple[_Search, StemClass]]]:
        """Return what gives the classes of stems that names of a kind with a last letter may be of.

        There are a hundred, and most of them end in one letter.
        """
        ends = [(known, _last_letters(known.match.pattern)) for known in self.stems]

        def searches(kind: str, last: str) -> Sequence[tuple[_Search, StemClass]]:
            own = (known for known, letters in ends if last in letters or not letters)
            return [(s.match.search, s) for s in own if not s.kinds or kind in s.kinds]

        return cache(searches)

    def _class_of(self, lemma: str, kind: str) -> tuple[StemClass, re.Match[str]] | None:
        """Return the first class of stems that a name is of, and where its stem changes."""
        for search, known in self._searches(kind, lemma[-1:].lower()):
            if found := search(lemma):
                return known, found
        return None

    def _made(self, lemma: str, found: re.Match[str], template: str | None) -> str | None:
        if template is None:
            return None
        grade, template = template[:1], template.lstrip("<=")
        pieces = enumerate(_divided_at_groups(template))
        new = "".join(found[int(piece)] or "" if n % 2 else piece for n, piece in pieces)
        new = new[:1].upper() + new[1:] if found[0][:1].isupper() else new  # Keski-Suomen
        stem = lemma[: found.start()] + new + lemma[found.end() :]
        grades = {"<": self.weaken, "=": self.shorten}
        made = (m.sub(how, stem) for m, how in grades.get(grade, ()) if m.search(stem))
        return next(made, stem)


def load_rules(pack: LanguagePack) -> SuffixRules:
    """Return the rules of a pack; without any every name stays as it is."""

    def cities() -> frozenset[str]:
        return frozenset(place.name for place, _ in load_abroad(pack).rows if place.main == "city")

    table = pack.toml("morphology.toml").get("morphology", {}).get("rules", {})
    return SuffixRules.read(table, cities)


def _local(table: Mapping[str, Any]) -> Local:
    return Local(_regex(table["match"]), table["cases"], bool(table.get("abroad", False)))


def _before(match: re.Pattern[str]) -> Sequence[str]:
    """Return of what a text must have one for an expression to be found: the mark, letters beside.

    Groups that the mark is not in tell nothing, nor does what has alternatives besides.
    """
    bare = match.pattern
    while (rest := _ASIDE.sub("~", bare)) != bare:
        bare = rest
    found = None if "|" in bare else _MARKED.search(bare)
    if not found:
        return [""]
    letters = (found[2] or found[3] or "").lower()
    return [found[1].lower() + _BOUND + letter for letter in letters or ("",)]


def _last_letters(expression: str) -> frozenset[str]:
    """Return in which letters all that an expression finds ends; none where it may be any.

    >>> sorted(_last_letters("(selkä|jalka)$")), sorted(_last_letters("[aä]$"))
    (['a', 'ä'], [])
    """
    bare, ends = expression, [expression.removesuffix("$")]
    if group := _LAST_GROUP.search(expression):
        ends = group[1].split("|")
    while (rest := re.sub(r"\([^()]*\)", "", bare)) != bare:
        bare = rest
    found = [_LAST.search(end) for end in ends]
    told = expression.endswith("$") and "|" not in bare and all(found)
    return frozenset(match[0] for match in found if match) if told else frozenset()


def _made_of(template: str) -> str | _Made:
    """Return what stands in a place; what makes it of groups, for templates are read each time."""
    fixed, *pairs = _divided_at_groups(template)
    made = [(int(group), behind) for group, behind in zip(pairs[::2], pairs[1::2], strict=True)]
    if not made:
        return template
    return lambda m: fixed + "".join((m[group] or "") + behind for group, behind in made)


@cache
def _divided_at_groups(template: str) -> tuple[str, ...]:
    """Return a template in pieces, every second of which is the number of a group."""
    return tuple(_GROUP.split(template))


def _regex(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE | re.VERBOSE)


def _rewrites(pairs: Iterable[Sequence[str]]) -> Rewrites:
    return tuple((_regex(match), replacement) for match, replacement in pairs)


def _stem_class(table: Mapping[str, Any]) -> StemClass:
    stems = {name: str(t) for name, t in table.items() if name not in ("match", "kinds")}
    return StemClass(_regex(table["match"]), frozenset(table.get("kinds", ())), stems)


def _cells(table: Iterable[Sequence[str]]) -> tuple[Cell, ...]:
    return tuple(
        Cell(format_features(parse_features(b)), *t.partition(":")[::2], parse_features(b))
        for b, t in table
    )
