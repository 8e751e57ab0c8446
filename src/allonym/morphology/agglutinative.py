"""Names of languages that string suffixes on the end: Hungarian, Finnish.

Forms are made by the rules of the pack (`allonym.morphology.suffixes`).  A form is read by undoing
the edits known from the pool and making the form anew: only what comes out the same counts.  How
likely a reading is goes by how common case and name are and, for an unknown name, by how many
names end so in their base form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from allonym.languages.origins import Origins, load_origins
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import KINDS, PoolEntry, load_pool
from allonym.model.features import FeatureBundle, format_features
from allonym.model.mention import Analysis
from allonym.morphology.endings import Script, script
from allonym.morphology.suffixes import Cell, SuffixRules, load_rules
from allonym.morphology.words import SEPARATOR, Settings, in_order
from allonym.ports import Inflected
from allonym.text.capitals import dictionary_case

_CACHED = 1 << 16
_RULE = 0.95
_UNSURE = 0.6
_KNOWN = 50.0
_NAMES = ("given", "family")
_LISTED = {1: 1.0, 2: 32.0}
_RARE = 0.03
_HARDLY = 0.001
_FAVOURED = 3.0
_AS_IT_STANDS = 4.0
_SHORTEST = 2
_MADE = ("Derivation", "Clitic")
_VOWEL = re.compile("[aeiouyáéíóúäöőüű]")
_BASE: FeatureBundle = {"Case": "Nom", "Number": "Sing"}
_LONGEST, _UNSEEN = 14, 0.2
"""The longest ending that is told apart, and how often one counts that no citation form has."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What one cell of a paradigm cuts from the lemma and adds."""

    cut: str = field(repr=False)
    added: str = field(repr=False)
    cell: Cell


@dataclass(frozen=True, slots=True)
class EditIndex:
    """The edits by what they add, and how often a citation form ends so."""

    edits: dict[str, tuple[Edit, ...]] = field(repr=False)
    endings: Mapping[str, Counter[str]] = field(repr=False)

    def of(self, word: str) -> Iterator[Edit]:
        """Yield the edits that may have made this word, what adds most first."""
        for length in range(min(_LONGEST, len(word) - 1), 0, -1):
            yield from self.edits.get(word[-length:], ())

    def tail(self, suffix: str) -> Sequence[Cell]:
        """Return the cells whose suffix is put on unchanged and looks like this."""
        return [edit.cell for edit in self.edits.get(suffix, ()) if not edit.cut]

    def base_share(self, word: str, length: int, kind: str) -> float:
        """Return the share of names of a kind whose citation form ends in these last letters.

        Of a kind that was not counted those of all kinds tell.
        """
        endings = self.endings.get(kind) or self.endings[""]
        unseen = _UNSEEN**length
        return (endings[word[len(word) - length :]] + unseen) / (endings[""] + 1)

    def likeness(self, word: str, edit: Edit, lemma: str, kind: str) -> float:
        """Return how many names end like the lemma, for one that ends like the word itself."""
        unedited = self.base_share(word, len(edit.added) + 1, kind)
        return self.base_share(lemma, len(edit.cut) + 1, kind) / unedited


class AgglutinativeMorphology:
    """Reads and inflects names by suffix (the protocol ``Morphology``)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rules = load_rules(settings.pack)
        self._readings = lru_cache(_CACHED)(self._read)
        self._made = lru_cache(_CACHED)(self._rules.form)

    def analyse(self, surface: str, kind: str) -> tuple[Analysis, ...]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""
        return self._readings(surface if kind == "common" else dictionary_case(surface), kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for, the lemma itself when none is known.

        Of the cases that say where, a place takes those that are usual for it.
        """
        word = dictionary_case(lemma) if lemma.islower() and kind != "common" else lemma
        wanted = {name: features[name] for name in _MADE if name in features}
        wanted |= {"Case": features.get("Case", "Nom"), "Number": features.get("Number", "Sing")}
        if wanted == _BASE:
            return Inflected(word)
        idiom = self._rules.idiom(word, wanted) if kind == "place" else wanted
        cell = self._rules.places(kind).get(frozenset(idiom.items()))
        form = self._made(word, kind, cell) if cell else None
        if form is None:
            return Inflected(lemma, 0.3)
        return Inflected(form, _UNSURE if self._rules.unsure(word) else _RULE)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them."""
        cells = (*self._rules.cells(kind), *self._rules.older.get(kind, ()))
        made = self._rules.forms(lemma, kind, cells)
        derived = self.derivations(lemma, kind)
        return frozenset([lemma, *filter(None, made), *derived])

    def derivations(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the adjectives made from a place: ``szegedi``, ``turkulainen``."""
        made = self._rules.whole(lemma, kind, self._rules.derived(kind))
        return tuple(word.lower() for word in made if word)

    # -- reading -------------------------------------------------------------------------------

    def _read(self, word: str, kind: str) -> tuple[Analysis, ...]:
        if attached := self._attached(word):
            return attached
        head, mark, last = _last_piece(word)
        if head and last:
            whole = tuple(
                Analysis(head + mark + r.lemma, r.features, r.weight)
                for r in self._readings(last, kind)
            )
            named = self._rules.examples.get(kind, ())
            known = (r for r in whole if r.lemma in named or self._strength(r.lemma, kind))
            return in_order(known) or whole
        unusual = (*self._old(word, kind), *self._ungraded(word, kind))
        readings = in_order([*self._guessed(word, kind), *unusual])
        return tuple(r for r in readings if r.weight >= _HARDLY)

    def _attached(self, word: str) -> tuple[Analysis, ...]:
        """Return the readings of a word whose suffix hangs on a mark: ``OTP-nek``, ``A:lle``."""
        for mark in self._settings.table.get("attach", ()):
            head, found, tail = word.rpartition(mark)
            cells = self._edits.tail(tail) if found and head and tail.islower() else ()
            if cells:
                bare = head.rstrip(".") if len(head) == _SHORTEST else head
                return in_order(Analysis(bare, c.features, self._prior("org", c)) for c in cells)
        return ()

    def _guessed(self, word: str, kind: str) -> Iterator[Analysis]:
        """Yield the readings as a citation form and as a form of each lemma that makes the word.

        Names that no list has weigh as much as their ends are those of names, and together at
        most one.
        """
        made = tuple(self._candidates(word, kind))
        likely = [self._edits.likeness(word, edit, lemma, kind) for edit, lemma in made]
        unknown = 1.0 / max(1.0, *likely, 1.0)
        strength = _AS_IT_STANDS * self._strength(word, kind) or _FAVOURED * unknown
        weight = strength * self._settings.case_weight(kind, "Nom")
        yield Analysis(word, {**_BASE, **self._gender(word, kind)}, weight)
        for (edit, lemma), ends in zip(made, likely, strict=True):
            strength = self._strength(lemma, kind) or ends * unknown
            features = {**edit.cell.features, **self._gender(lemma, kind, edit.cell)}
            yield Analysis(lemma, features, strength * self._prior(kind, edit.cell))

    def _old(self, word: str, kind: str) -> Iterator[Analysis]:
        """Yield the readings as an older form of a listed name."""
        for cell, ending in self._rules.old_endings(kind):
            lemma = word.removesuffix(ending)
            strength = self._strength(lemma, kind) if lemma != word else 0.0
            if strength and self._made(lemma, kind, cell) == word:
                yield Analysis(lemma, cell.features, strength * self._prior(kind, cell))

    def _ungraded(self, word: str, kind: str) -> Iterator[Analysis]:
        """Yield the readings as a form of a listed surname whose stem stays: *Satolle*."""
        if kind != "family" or not self._stays:
            return
        cells = self._rules.cells_of(kind)
        for edit in self._edits.of(word):
            lemma = word.removesuffix(edit.added)
            if edit.cut or edit.cell not in cells or not self._stays.search(lemma):
                continue
            strength = self._strength(lemma, kind)
            made = self._made(lemma, kind, edit.cell) if strength else None
            if made and made != word and made.endswith(edit.added):
                yield Analysis(lemma, edit.cell.features, strength * self._prior(kind, edit.cell))

    @cached_property
    def _stays(self) -> re.Pattern[str] | None:
        """How surnames end whose stem some leave as it is; None where none does."""
        ends: str = self._settings.table.get("ungraded", "")
        return re.compile(f"(?:{ends})\\Z") if ends else None

    @cached_property
    def _origins(self) -> Origins:
        """Names that are usual abroad: *Karim* is nobody's *Kari*."""
        return load_origins(self._settings.pack.path("origins.tsv"))

    @cached_property
    def _pets(self) -> frozenset[str]:
        """Short and pet names: *Juken* is Juke's."""
        return frozenset(pet for pet, *_ in self._settings.rows("nicknames.tsv"))

    @cached_property
    def _patronymic(self) -> tuple[str, ...]:
        """What patronymics end in."""
        return tuple(self._settings.table.get("patronymic", {}).get("alone", ()))

    @cached_property
    def _edits(self) -> EditIndex:
        kinds = tuple(kind for kind in KINDS if kind not in ("street", "org"))
        return load_edits(self._settings.pack, kinds, self._rules)

    def _candidates(self, word: str, kind: str) -> Iterator[tuple[Edit, str]]:
        """Yield each lemma, with the edit, from which the rules make this very word."""
        cells = self._rules.cells_of(kind)
        for edit in self._edits.of(word):
            lemma = word[: len(word) - len(edit.added)] + edit.cut
            short = len(lemma) <= _SHORTEST and not self._strength(lemma, kind)  # Ek has Ekin
            if not short and edit.cell in cells:
                made = self._made(lemma, kind, edit.cell)
                if made == word or (made and self._as_spoken(word, made, lemma, kind)):
                    yield edit, lemma

    def _as_spoken(self, word: str, made: str, lemma: str, kind: str) -> bool:
        """Tell whether a listed place's ending goes by how it is said: *Clevelandben*."""
        alike = len(word) == len(made) and word.startswith(lemma) and made.startswith(lemma)
        harmony = alike and kind == "place" and _bare(word, lemma) == _bare(made, lemma)
        return harmony and self._strength(lemma, kind) > 0

    # -- weighing ------------------------------------------------------------------------------

    def _strength(self, lemma: str, kind: str) -> float:
        """Return how common a known name is; 0 for an unknown one."""
        pooled = kind in KINDS and lemma in self._settings.pool(kind)
        common = self._settings.commonness(lemma, kind) if pooled else 0.0
        level = self._settings.listed(kind).get(lemma, 0)
        level = level or int(kind == "given" and lemma in self._pets)
        level = level or int(kind == "family" and lemma.endswith(self._patronymic))
        abroad = kind in _NAMES and level == 0 and bool(self._origins.usual_in(kind, lemma))
        listed = _LISTED.get(level or int(abroad), 0.0)
        return _KNOWN * max(common, listed)

    def _prior(self, kind: str, cell: Cell) -> float:
        features = cell.features
        odd = features.get("Number") == "Plur" or "Derivation" in features
        case = self._settings.case_weight(kind, features.get("Case", ""))
        return case * (_RARE if odd else 1.0)

    def _gender(self, lemma: str, kind: str, cell: Cell | None = None) -> Mapping[str, str]:
        if cell and cell.features.get("Derivation") == "Wife":
            return {"Gender": "Fem"}
        if kind != "given":
            return {}
        genders = {entry.gender for entry in self._settings.pool(kind).get(lemma, ())}
        return {"Gender": genders.pop()} if len(genders) == 1 else {}


def _bare(word: str, lemma: str) -> str:
    """Return what a word has behind its lemma, its vowels alike."""
    return _VOWEL.sub("_", word[len(lemma) :])


def _last_piece(word: str) -> tuple[str, str, str]:
    """Return what stands before the last word of a compound, the mark between, and that word."""
    pieces = SEPARATOR.split(word)
    return "".join(pieces[:-2]), pieces[-2] if len(pieces) > 1 else "", pieces[-1]


# -- edits --------------------------------------------------------------------------------------


def load_edits(pack: LanguagePack, kinds: Sequence[str], rules: SuffixRules) -> EditIndex:
    """Gather the edits of the one-word names of some pools of a pack, and the rules' examples."""
    found: dict[Cell, dict[Script, None]] = {}
    endings = {kind: Counter[str]() for kind in kinds}
    for kind in kinds:
        entries = [entry for entry in load_pool(pack, kind).entries if entry.tokens == 1]
        for entry in entries:
            endings[kind].update(entry.lemma[len(entry.lemma) - n :] for n in range(_LONGEST))
        _gather(entries, kind, rules, found)
    for kind, lemmas in rules.examples.items():
        cells = rules.cells(kind)
        for lemma in lemmas:
            _add(lemma, rules.forms(lemma, kind, cells), [found.setdefault(c, {}) for c in cells])
    edits: dict[str, list[Edit]] = {}
    for cell, scripts in found.items():
        for cut, added in scripts:
            edits.setdefault(added, []).append(Edit(cut, added, cell))
    every = sum(endings.values(), Counter())
    return EditIndex({a: tuple(own) for a, own in edits.items()}, {**endings, "": every})


def _gather(
    entries: Sequence[PoolEntry],
    kind: str,
    rules: SuffixRules,
    found: dict[Cell, dict[Script, None]],
) -> None:
    """Add the edits of the forms that a pool has of its names, and of those that the rules make."""
    columns = entries[0].bundles if entries else ()  # the same for all of a pool
    places = {format_features(bundle): n for n, bundle in enumerate(columns)}
    cells = [(cell, found.setdefault(cell, {})) for cell in rules.cells(kind)]
    listed = [(places[c.name], scripts) for c, scripts in cells if c.name in places]
    others = [(c, scripts) for c, scripts in cells if c.name not in places]
    asked, made = [c for c, _ in others], [scripts for _, scripts in others]
    for entry in entries:
        row, lemma = entry.row, entry.lemma
        _add(lemma, [row[n] if n < len(row) else "" for n, _ in listed], [s for _, s in listed])
        _add(lemma, rules.forms(lemma, kind, asked), made)


def _add(lemma: str, forms: Sequence[str | None], scripts: Sequence[dict[Script, None]]) -> None:
    for form, own in zip(forms, scripts, strict=True):
        if form and form != lemma:
            own[script(lemma, form)] = None
