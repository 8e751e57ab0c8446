"""Polish names: what Morfeusz knows, and an ending model for what it lacks.

The dictionary says what a form can be; which reading stands first is weighed from how common cases
and names are.  A word the dictionary knows only as something else is read by its endings as well,
so that nothing already in its base form is ever "restored" to a name that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from allonym.languages.pool import load_pool
from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis
from allonym.morphology.dictionary import CASES, Dictionary, Entry
from allonym.morphology.endings import EndingModel
from allonym.morphology.tables import Table, choose, every_table, join_tables
from allonym.morphology.words import (
    PERSON,
    SEPARATOR,
    Settings,
    change_ending,
    compound,
    fixed_pieces,
    in_order,
    is_base,
)
from allonym.ports import Inflected
from allonym.text.capitals import dictionary_case

_RARE_PLURAL = 0.05
_UNDECLINED = 0.02
_OTHER_NAME = 0.3
_COMMON = 0.1
_ADJECTIVE = 0.3
_LEAST_LISTED = 1e-4
_LEAST_BASE, _SOMETIMES = 0.02, 0.2
_FIRST = 1.2
_HARDLY = 0.02
_AS_IT_STANDS = 4.0
_CACHED = 1 << 16
_RESTORED = (("restored", ("Dat", "Loc"), 1.0), ("typed", ("Acc",), 100.0))
_APOSTROPHE = re.compile(r"(\w{2,})['’](\w+)")


class MorfeuszMorphology:
    """Reads and inflects Polish names (the protocol ``Morphology``)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._dictionary = Dictionary()
        labels = settings.table.get("labels", {})
        self._labels = {kind: frozenset(names) for kind, names in labels.items()}
        self._all_labels = frozenset[str]().union(*self._labels.values())
        self._readings = lru_cache(_CACHED)(self._read)
        self._tables = lru_cache(_CACHED)(self._build)
        self.derivations = lru_cache(_CACHED)(self._derive)
        self._endings = lru_cache(None)(
            lambda kind: EndingModel(load_pool(settings.pack, kind).entries)
        )

    def analyse(self, surface: str, kind: str) -> tuple[Analysis, ...]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""
        return self._readings(surface if kind == "common" else dictionary_case(surface), kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for, the lemma itself when none is known.

        Without a number the lemma's own is meant.  A masculine surname asked for in the feminine
        takes its feminine form.
        """
        word = dictionary_case(lemma) if lemma.islower() and kind != "common" else lemma
        if features.get("Gender") == "Fem":
            word = change_ending(word, self._settings.endings("feminine", kind)) or word
        return choose(self._tables(word, kind), features) or Inflected(lemma, 0.3)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them.

        Of a surname also those of the word that it is: *Orzeła*, and *Orła*.
        """
        own = {inflected.form for inflected in self._tables(lemma, kind).values()}
        word = self._common_entries(lemma, "common") if kind == "family" and lemma.istitle() else ()
        own |= {entry.form.capitalize() for entry in word if entry.lemma == lemma.lower()}
        derived = self.derivations(lemma, kind)
        forms = (e.form for adjective in derived for e in self._dictionary.inflect(adjective))
        return frozenset((*own, lemma, *self._apostrophised(lemma, kind), *derived, *forms))

    # -- reading -------------------------------------------------------------------------------

    def _read(self, word: str, kind: str) -> tuple[Analysis, ...]:
        readings = list(self._known(word, kind))
        if not readings and SEPARATOR.search(word):
            pieces = fixed_pieces(word)
            readings = self._compound(pieces, kind)
            if readings:
                usual = ((self._settings.commonness(r.lemma, kind), r) for r in readings)
                return in_order(r._replace(weight=r.weight * share) for share, r in usual)
        if not readings and (marked := _APOSTROPHE.fullmatch(word)):
            return in_order(self._after_apostrophe(marked[1], marked[2], kind)) or (Analysis(word),)
        if kind in (*PERSON, "place", "org"):
            base = any(_is_citation(r, word, kind) for r in readings)
            entries = self._dictionary.read(word) if readings else ()
            wanted = self._labels.get(kind, frozenset())
            sure = any(entry.labels & wanted for entry in entries)
            if not base:
                readings += self._base(word, kind, readings) if sure else self._guessed(word, kind)
            readings += [] if sure or base else self._restored(word, kind)
            readings += self._respelt(readings, kind)
            readings += self._unbent(word, readings, sure) if kind == "family" else []
        return in_order(readings) or (Analysis(word),)

    def _compound(self, pieces: Sequence[tuple[str, bool]], kind: str) -> list[Analysis]:
        """Return the readings of several words, as a place that lists have if they can be one.

        Its words need be no places, nor of one gender: *Suchym Lesie*, *Jastrzębia-Zdroju*.
        """
        found = compound([self._readings(p, kind) if free else p for p, free in pieces])
        home = self._settings.home if kind == "place" else {}
        if not home or any(r.lemma in home for r in found):
            return found
        worded = ([*self._readings(p, kind), *self._worded(p)] if free else p for p, free in pieces)
        listed = [r for r in compound([*worded], gendered=False) if r.lemma in home]
        return listed or found

    def _worded(self, word: str) -> Iterator[Analysis]:
        """Yield a word as the noun that it is in small letters: *Lesie* is of *Las*."""
        for reading in self._readings(word.lower(), "common"):
            yield reading._replace(lemma=reading.lemma.capitalize())

    def _after_apostrophe(self, stem: str, ending: str, kind: str) -> Iterator[Analysis]:
        cases = self._settings.table.get("apostrophe", {}).get(ending.casefold())
        if cases is None:
            yield Analysis(f"{stem}'{ending}", {"Case": "Nom", "Number": "Sing"})
        for case in cases or ():
            bundle = {"Case": case, "Number": "Sing", "Gender": "Masc"}
            yield Analysis(stem, bundle, self._settings.case_weight(kind, case))

    def _known(self, word: str, kind: str) -> Iterator[Analysis]:
        entries = [e for e in self._dictionary.read(word) if e.tag.pos == "subst"]
        own = [e for e in entries if e.labels & self._labels.get(kind, frozenset())]
        names = [e for e in entries if e.labels & self._all_labels]
        if kind == "common":
            own, names = entries, []
        for entry in own or names or entries:
            tier = 1.0 if own else _OTHER_NAME if names else _COMMON
            yield from self._nouns(entry, kind, tier)
        if kind != "given" and not (own and kind == "family"):
            yield from self._adjectives(word, kind)

    def _nouns(self, entry: Entry, kind: str, tier: float) -> Iterator[Analysis]:
        lemma = entry.lemma if kind == "common" else entry.lemma[:1].upper() + entry.lemma[1:]
        odd = entry.tag.undeclined and change_ending(
            lemma, self._settings.endings("feminine", kind)
        )
        either = kind == "family" and tier < 1.0 and lemma.endswith("a")  # pan Wiśnia, pan Róża
        tier *= self._settings.commonness(lemma, kind) * (_UNDECLINED if odd else 1.0)
        his = ({**b, "Gender": "Masc"} for b in entry.tag.bundles if b.get("Gender") == "Fem")
        for bundle in (*entry.tag.bundles, *(his if either else ())):
            whole = entry.tag.plural_only and kind not in PERSON  # Celiny, but Piotra Celiny
            plural = bundle["Number"] == "Plur" and not whole
            weight = tier * self._settings.case_weight(kind, bundle["Case"])
            weight *= _AS_IT_STANDS if entry.form == lemma and bundle["Case"] == "Nom" else 1.0
            yield Analysis(lemma, bundle, weight * (_RARE_PLURAL if plural else 1.0))

    def _adjectives(self, word: str, kind: str) -> Iterator[Analysis]:
        for entry in self._dictionary.read(word):
            if entry.tag.pos != "adj":
                continue
            for bundle in entry.tag.bundles:
                weight = _ADJECTIVE * self._settings.case_weight(kind, bundle["Case"])
                plural = bundle["Number"] == "Plur"
                lemma = entry.lemma if kind == "common" else self._citation(entry.key, bundle)
                yield Analysis(lemma, bundle, weight * (_RARE_PLURAL if plural else 1.0))

    def _citation(self, key: str, bundle: FeatureBundle) -> str:
        """Return the nominative of an adjective, in the number and gender of `bundle`."""
        wanted = {**bundle, "Case": "Nom"}
        entries = self._dictionary.inflect(key)
        forms = (e.form for e in entries if e.tag.pos == "adj" and wanted in e.tag.bundles)
        form = next(forms, key.partition(":")[0])
        return form[:1].upper() + form[1:]

    def _guessed(self, word: str, kind: str) -> list[Analysis]:
        """Return readings by ending of a word the dictionary does not know as such a name.

        The base form comes first unless names that end so are hardly ever in it, or the word is a
        form of a listed name and none itself.
        """
        model, listed = self._endings(kind), self._settings.listed(kind)
        guesses = [
            Analysis(g.lemma, g.features, g.share * self._guess_weight(kind, g.features))
            for g in model.read(word)
        ]
        known = [g for g in guesses if g.lemma in listed]
        if word not in listed and any(g.features.get("Number") != "Plur" for g in known):
            return [
                *known,
                Analysis(word, {"Case": "Nom", "Number": "Sing"}, _LEAST_LISTED),
            ]
        top = max((g.weight for g in guesses), default=1.0)
        own = [g for g in guesses if is_base(g, word)]
        share = model.base_share(word)
        oblique = share is not None and share < _HARDLY and word not in listed
        if not own:
            own = [Analysis(word, {"Case": "Nom", "Number": "Sing"}, 0.0)]
        raised = (_LEAST_BASE if oblique else _FIRST) * top
        own = [Analysis(g.lemma, g.features, max(g.weight, raised)) for g in own]
        return [g for g in guesses if not is_base(g, word)] + own

    def _base(self, word: str, kind: str, known: list[Analysis]) -> list[Analysis]:
        """Return the base form as a reading beside known ones, where names do end so."""
        voted = [g for g in self._endings(kind).read(word) if is_base(g, word)]
        only_plural = all(r.features.get("Number") == "Plur" for r in known)
        best = max(r.weight for r in known)
        if all(r.features.get("Case") == "Voc" for r in known) and kind == "family":
            return [Analysis(word, {"Case": "Nom", "Number": "Sing"}, _FIRST * best)]
        weight = best * (_FIRST if only_plural else _LEAST_BASE)
        return [Analysis(word, g.features, weight) for g in voted]

    def _restored(self, word: str, kind: str) -> list[Analysis]:
        """Return a word as another case of a listed name: ``Petrze`` is of Petra.

        So is what is typed without its diacritics, and no plural: ``Iwone`` is *Iwonę*.
        """
        listed, found = self._settings.listed(kind), []
        for table, cases, raised in _RESTORED:
            lemmas = (change_ending(word, [p]) for p in self._settings.endings(table, kind))
            for lemma in (x for x in lemmas if x and x in listed):
                for features in ({"Case": c, "Gender": "Fem", "Number": "Sing"} for c in cases):
                    weight = raised * self._guess_weight(kind, features)
                    found.append(Analysis(lemma, features, weight))
        return found

    def _respelt(self, readings: list[Analysis], kind: str) -> list[Analysis]:
        """Return what reads as one ending but is rather another: ``Petrence`` is of Petrenko."""
        listed, pairs = self._settings.listed(kind), self._settings.endings("respelt", kind)
        own = {r.lemma for r in readings}.difference(listed)
        new = {lemma: made for lemma in own if (made := change_ending(lemma, pairs))}
        mine = (r for r in readings if r.lemma in new)
        return [Analysis(new[r.lemma], r.features, _FIRST * r.weight) for r in mine]

    def _unbent(self, word: str, readings: list[Analysis], sure: bool) -> list[Analysis]:
        """Return an unknown surname that reads as a man's as a woman's, whose stays undeclined.

        *Clara Munkácsi*, *u Clary Munkácsi*; not what has a feminine form of its own.  Some that
        men bear are often left as they stand, whatever the dictionary has: *Edwarda Pado*.
        """
        own = [r for r in readings if r.lemma == word and is_base(r, word)]
        best = max((r.weight for r in own), default=0.0)
        if not best or change_ending(word, self._settings.endings("feminine", "family")):
            return []
        hers = any(r.features.get("Gender", "Fem") == "Fem" for r in readings if r.lemma == word)
        stiff = word.endswith(tuple(self._settings.table.get("stiff", ())))
        found = [] if hers or sure else self._undeclined(word, "Fem", best)
        return found + (self._undeclined(word, "Masc", _SOMETIMES * best) if stiff else [])

    def _undeclined(self, word: str, gender: str, base: float) -> list[Analysis]:
        """Return a surname in all cases as it stands, by how likely its citation form is."""
        cells = [{"Case": case, "Gender": gender, "Number": "Sing"} for case in CASES.values()]
        weights = [self._settings.case_weight("family", cell["Case"]) for cell in cells]
        share = base / self._settings.case_weight("family", "Nom")
        return [Analysis(word, c, share * w) for c, w in zip(cells, weights, strict=True)]

    def _guess_weight(self, kind: str, features: FeatureBundle) -> float:
        plural = features.get("Number") == "Plur"
        case = self._settings.case_weight(kind, features.get("Case", ""))
        return case * (_RARE_PLURAL if plural else 1.0)

    # -- inflecting ----------------------------------------------------------------------------

    def _build(self, lemma: str, kind: str) -> Table:
        entries = self._best_entries(lemma, kind)
        if entries:
            sure = any(e.labels & self._labels.get(kind, frozenset()) for e in entries)
            table = every_table(entries, lemma, 1.0 if sure or kind == "common" else 0.9)
            lifeless = kind == "place" and entries[0].tag.pos == "adj"
            return {**table, **_as_things(table)} if lifeless else table
        if SEPARATOR.search(lemma):
            pieces = fixed_pieces(lemma)
            return join_tables([self._tables(p, kind) if free else p for p, free in pieces])
        return self._by_analogy(lemma, kind)

    def _best_entries(self, lemma: str, kind: str) -> Sequence[Entry]:
        """Return the forms of the lemma as a name of this kind, else as any name, else at all."""
        found = [e for e in self._dictionary.inflect(lemma) if e.lemma == lemma]
        nouns = [e for e in found if e.tag.pos in ("subst", "depr")]
        own = [e for e in nouns if e.labels & self._labels.get(kind, frozenset())]
        if kind == "family":
            own.sort(key=lambda e: not e.form.endswith("owie"))  # Szulcowie rather than Szulce
        names = [e for e in nouns if e.labels & self._all_labels]
        if kind == "common":
            return found
        whose = names if kind != "place" else []  # Nowy Targ is called after no Nowy
        adjective = () if own or whose else self._adjective_entries(lemma)
        return own or whose or adjective or names or self._common_entries(lemma, kind)

    def _adjective_entries(self, lemma: str) -> list[Entry]:
        """Return the forms of an adjective in the genders whose nominative `lemma` is."""
        readings = [e for e in self._dictionary.read(lemma) if e.tag.pos == "adj"]
        wanted = {
            (e.key, b["Gender"], b["Number"])
            for e in readings
            for b in e.tag.bundles
            if b["Case"] == "Nom"
        }
        return [
            form
            for key in sorted({key for key, _, _ in wanted})
            for form in self._dictionary.inflect(key)
            if form.tag.pos == "adj"
            and any((key, b["Gender"], b["Number"]) in wanted for b in form.tag.bundles)
        ]

    def _common_entries(self, lemma: str, kind: str) -> list[Entry]:
        if kind in PERSON:
            return []
        return [e for e in self._dictionary.inflect(lemma.lower()) if e.tag.pos == "subst"]

    def _by_analogy(self, lemma: str, kind: str) -> Table:
        model = self._endings(kind)
        guesses = [g for gender in ("Masc", "Fem", "Neut") for g in model.decline(lemma, gender)]
        table: dict[tuple[str, str, str], Inflected] = {}
        for guess in guesses:
            names = guess.features
            key = names.get("Case", ""), names.get("Number", ""), names.get("Gender", "")
            table.setdefault(key, Inflected(guess.form, round(guess.share * 0.9, 3)))
        return table

    def _apostrophised(self, lemma: str, kind: str) -> list[str]:
        """Return forms such as ``Kennedy'ego`` of names that may be foreign."""
        endings = self._settings.table.get("apostrophe", {})
        foreign = kind in PERSON and lemma.endswith(tuple(self._settings.table.get("silent", ())))
        return [lemma + mark + e for mark in "'’" for e in endings] if foreign else []

    # -- derivations ---------------------------------------------------------------------------

    def _derive(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the citation forms of what is made from a name: ``wrocławski``, ``Nowakowa``."""
        if told := self._told(lemma, kind):
            return told
        pos, read = "subst" if kind == "family" else "adj", self._dictionary.read
        tries = self._tries(lemma, kind)
        known = (w for w in tries if any(e.tag.pos == pos and e.lemma == w for e in read(w)))
        return tuple(dict.fromkeys(known))

    def may_derive(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return what `derivations` may give, which is told faster: no dictionary is asked."""
        return self._told(lemma, kind) or tuple(self._tries(lemma, kind))

    def _told(self, lemma: str, kind: str) -> tuple[str, ...]:
        return tuple(filter(None, self._settings.derived(lemma, kind)))

    def _tries(self, lemma: str, kind: str) -> Iterator[str]:
        stem = lemma if kind == "family" else lemma.lower()
        for old, new in self._settings.endings("derivations", kind):
            if stem.endswith(old):
                yield stem[: len(stem) - len(old)] + new


def _as_things(table: Table) -> Table:
    """Return the accusative of an adjective beside what does not live: *przez Nowy Targ*."""
    cited = table.get(("Nom", "Sing", "Masc"))
    return {("Acc", "Sing", "Masc"): cited} if cited else {}


def _is_citation(reading: Analysis, word: str, kind: str) -> bool:
    """Tell whether a word is read as it stands; a person has no name in the plural."""
    plural = kind in PERSON and reading.features.get("Number") == "Plur"
    return reading.lemma == word and reading.features.get("Case") == "Nom" and not plural
