"""Languages whose names are declined by tables of paradigms (see ``paradigms.py``).

A known name is read from the pools, every form of which is an index; an unknown one by the rules
turned round, weighed by how often names of the pool end so and how common the case is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache

from allonym.languages.pool import PoolEntry, load_pool
from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis
from allonym.morphology.endings import EndingModel
from allonym.morphology.paradigms import NOUN, Paradigms
from allonym.morphology.tables import Key, Table, choose, join_tables
from allonym.morphology.words import (
    PERSON,
    SEPARATOR,
    Settings,
    bundle_of,
    change_ending,
    compound,
    fixed_pieces,
    in_order,
    is_base,
    raised,
)
from allonym.ports import POSSESSIVE, Inflected
from allonym.text.capitals import dictionary_case

_CACHED = 1 << 16
_GENDERS = ("Masc", "Fem", "Neut")
_RARE_PLURAL, _BY_RULE, _ADJECTIVE, _PLURAL = 0.05, 0.02, 0.1, 0.3
_FIRST, _LEAST_BASE, _HARDLY, _OFTEN = 1.2, 0.05, 0.004, 0.2
_LISTED, _UNDECLINED, _UNLIKELY, _SECOND, _KNOWN = 2.0, 6, 0.02, 0.5, 100.0
_OWNED, _RIVALLED, _ADJECTIVAL, _END, _RATHER, _EITHER = 0.3, 0.1, 5.0, 3, 4.0, 2.0

Index = dict[str, list[tuple[str, FeatureBundle]]]


class DeclinedMorphology:
    """Reads and inflects names by tables (the protocol ``Morphology``)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._paradigms = Paradigms(settings.pack.toml("paradigms.toml"))
        self.may_own = self._paradigms.may_own
        self._readings = lru_cache(_CACHED)(self._read)
        self._tables = lru_cache(_CACHED)(self._build)
        self._endings = lru_cache(None)(lambda kind: EndingModel(self._entries(kind)))
        self._indexes = lru_cache(None)(self._index)

    def analyse(self, surface: str, kind: str) -> tuple[Analysis, ...]:
        """Return every reading of one word or name, best first; at least one."""
        return self._readings(surface if kind == "common" else dictionary_case(surface), kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for, the lemma itself when none is known.

        A masculine surname asked for in the feminine takes its feminine form.
        """
        word = dictionary_case(lemma) if lemma.islower() and kind != "common" else lemma
        gender = features.get("Gender", "")
        if features.get("Derivation") == POSSESSIVE:
            return self._possessive(word, kind, features)
        if gender == "Fem":
            word = change_ending(word, self._settings.endings("feminine", kind)) or word
        return choose(self._tables(word, kind, gender), features) or Inflected(lemma, 0.3)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them."""
        found = {lemma}
        for gender in self._genders(lemma, kind):
            found |= self._all_forms(lemma, kind, gender)
        for adjective in self.derivations(lemma, kind):
            for gender in _GENDERS:
                found |= self._all_forms(adjective, "common", gender)
        return frozenset(found)

    def derivations(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the citation forms of what is made from a name: ``mariborski``, ``Novakov``."""
        pooled = [*self._settings.derived(lemma, kind)]
        if kind in PERSON:
            genders = self._genders(lemma, kind)
            made = (self._paradigms.possessive(lemma, kind, gender) for gender in genders)
            pooled += [word for word in made if word]
        return tuple(dict.fromkeys(filter(None, pooled)))

    def _possessive(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the adjective made from a name, in agreement with what is possessed."""
        genders = self._genders(lemma, kind)
        meant = features.get("Gender", "")
        for own in sorted(genders, key=lambda gender: gender != meant):
            made = self._paradigms.possessive(lemma, kind, own)
            table = self._tables(made, "common", features.get(NOUN, "Masc")) if made else {}
            cell = {name: features[name] for name in ("Case", "Number") if name in features}
            if found := choose(table, cell):
                return found
        return Inflected(lemma, 0.3)

    def _pieces(self, word: str) -> list[tuple[str, bool]]:
        return fixed_pieces(word, lambda piece: piece.lower() in self._paradigms.fixed)

    def _ruler(self, pieces: Sequence[tuple[str, bool]]) -> int:
        """Return which word rules: the last, or a noun before an adjective: *Lug Samoborski*."""
        free = [n for n, (_, inflected) in enumerate(pieces) if inflected] or [len(pieces) - 1]
        adjectives = [
            n for n in (free[0], free[-1]) if pieces and self._behind.search(pieces[n][0])
        ]
        return free[0] if adjectives == free[-1:] else free[-1]

    @cached_property
    def _behind(self) -> re.Pattern[str]:
        return re.compile(self._settings.table.get("behind_noun", r"\b\B"))

    # -- inflecting ----------------------------------------------------------------------------

    def _genders(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the genders of a name: the pool's, both for a surname, else by its ending."""
        pooled = dict.fromkeys(e.gender for e in self._settings.pool(kind).get(lemma, ()))
        pieces = self._pieces(lemma) if kind == "place" else []
        ruler = self._ruler(pieces)
        return tuple(pooled) or self._paradigms.genders(pieces[ruler][0] if pieces else lemma, kind)

    def _build(self, lemma: str, kind: str, gender: str) -> Table:
        if kind != "common" and SEPARATOR.search(lemma):
            return self._compound_table(lemma, kind, gender)
        wanted = [gender] if gender else self._genders(lemma, kind)[: 3 if kind == "common" else 1]
        table: dict[Key, Inflected] = {}
        for one in wanted:
            rule = self._paradigms.find(lemma, kind, one)
            known = any(e.gender == one for e in self._settings.pool(kind).get(lemma, ()))
            for key, form in rule.forms(lemma) if rule else ():
                certainty = 1.0 if known else rule.certainty if rule else 0.0
                table.setdefault(key, Inflected(form, certainty))
        return table

    def _compound_table(self, lemma: str, kind: str, gender: str) -> Table:
        """Return the table of several words: one rules, adjectives beside it agree."""
        pieces = self._pieces(lemma)
        if not any(inflected for _, inflected in pieces):
            return {}
        ruler = self._ruler(pieces)
        main = self._tables(pieces[ruler][0], kind, gender)
        genders = list(dict.fromkeys(key[2] for key in main))
        for one in genders if kind == "place" else ():
            parts = [
                (self._tables(p, "part", one) or p if n != ruler else main) if inflected else p
                for n, (p, inflected) in enumerate(pieces)
            ]
            if all(parts) and (joined := join_tables(parts)):
                return joined
        if kind == "place":
            return {}
        return join_tables([self._tables(p, kind, gender) if f else p for p, f in pieces])

    def _all_forms(self, lemma: str, kind: str, gender: str) -> set[str]:
        rule = self._paradigms.find(lemma, kind, gender)
        if rule and not (kind == "place" and SEPARATOR.search(lemma)):
            return {form for _, form in rule.forms(lemma)}
        return {found.form for found in self._tables(lemma, kind, gender).values()}

    # -- reading -------------------------------------------------------------------------------

    def _read(self, word: str, kind: str) -> tuple[Analysis, ...]:
        readings = list(self._known(word, kind))
        if kind == "common":
            readings += self._by_rule(word, kind, _BY_RULE if readings else 1.0)
        elif not readings and SEPARATOR.search(word):
            readings = self._compound(word, kind)
        elif not any(r.features.get("Case") == "Nom" and r.lemma == word for r in readings):
            readings += self._base(word, kind, readings) if readings else self._guessed(word, kind)
        if kind in PERSON and not SEPARATOR.search(word):
            readings += self._owned(word, kind, readings)
        return in_order(readings) or (Analysis(word),)

    def _known(self, word: str, kind: str) -> Iterator[Analysis]:
        found = self._indexes(kind).get(word, ())
        whole = Counter((lemma, f.get("Gender"), f.get("Number")) for lemma, f in found)
        most = max(whole.values(), default=0)
        for lemma, features in found:
            times = whole[lemma, features.get("Gender"), features.get("Number")]
            flat = times == most >= _UNDECLINED
            weight = self._weight(kind, {**features, "Case": ""} if flat else features)
            weight *= self._settings.commonness(lemma, kind)
            yield raised(Analysis(lemma, features, weight), word, _LISTED)
        yield from self._by_other_forms(word, kind, found)
        yield from self._of_listed(word, kind)

    def _by_other_forms(
        self, word: str, kind: str, found: Sequence[tuple[str, FeatureBundle]]
    ) -> Iterator[Analysis]:
        """Yield readings as the rarer of two forms of a known name: ``Prpiću`` calls ``Prpić``."""
        cells = {(n, f.get("Case"), f.get("Number"), f.get("Gender")) for n, f in found}
        for lemma, (case, number, gender) in self._paradigms.restore(word, kind):
            same = lemma == word and (number != "Sing" or kind not in PERSON)  # Luka Bregarja
            new = (lemma, case, number, gender) not in cells and not same
            if new and any(e.gender == gender for e in self._settings.pool(kind).get(lemma, ())):
                features = bundle_of(case, number, gender)
                weight = self._weight(kind, features) * self._settings.commonness(lemma, kind)
                yield Analysis(lemma, features, _SECOND * weight)

    def _of_listed(self, word: str, kind: str) -> Iterator[Analysis]:
        """Yield what a word can be as a form of a name that only the lexicon knows."""
        several = kind == "place" and SEPARATOR.search(word)
        names = {} if several else self._settings.listed(kind)
        for lemma, cell in self._paradigms.restore(word, kind) if names else ():
            if lemma in names and not self._hides(lemma, kind, names[lemma]):
                features = bundle_of(*cell)
                likely = cell[2] in self._paradigms.genders(lemma, kind)[:1]
                weight = self._weight(kind, features) * self._settings.commonness(lemma, kind)
                weight *= self._plurality(lemma, kind, features) * (1.0 if likely else _UNLIKELY)
                yield raised(Analysis(lemma, features, weight), word, _LISTED)

    def _owned(self, word: str, kind: str, others: Sequence[Analysis]) -> Iterator[Analysis]:
        """Yield the names that the word can be a possessive adjective of.

        Where no surname of the pool ends so, it is one: *Trinkausova* is Trinkaus's.  Given names
        have the possessive of their sex, and *Nikoline* is rather Nikolina's than Nikola's.
        """
        top = max((reading.weight for reading in others), default=1.0)
        possessed = self._paradigms.possessed(word, kind)
        found = [(n, f) for n, f in possessed if self._may_be_of(n, kind, f.get("Gender", ""))]
        called = {r.lemma for r in others if kind == "given" and self._borne(r.lemma, kind)}
        weights = {n: self._borne(n, kind) for n, _ in found}
        known = (self._borne(name, kind) for name in (*weights, *(r.lemma for r in others)))
        only = kind == "family" and word[-_END:] not in self._ends and not any(known)
        guess = min(weights, key=len, default="")
        own_in = guess[-1:] == "a" and word[:-2] == guess[:-1]  # Zubin is as well his own name
        for lemma, features in found:
            weight = _OWNED * self._weight(kind, {"Case": features["Case"]})
            likely = (_EITHER if own_in else _RATHER) if only and lemma == guess else weight
            own = self._paradigms.possessive(lemma, kind, features["Gender"]) if called else ""
            weight *= _RIVALLED if own and not called.isdisjoint((own, f"{own}a")) else 1.0
            yield Analysis(lemma, features, weight * weights[lemma] or likely * top)

    def _may_be_of(self, lemma: str, kind: str, gender: str) -> bool:
        """Tell whether lists know no other sex of a given name: *Bernardov* is Bernard's."""
        found = self._indexes(kind).get(lemma, ()) if kind == "given" else ()
        known = {features.get("Gender") for name, features in found if name == lemma}
        return not known or gender in known

    def _borne(self, lemma: str, kind: str) -> float:
        """Return how common a name is; nothing where neither pool nor lexicon has it."""
        known = self._is_known(lemma, kind) or lemma in self._settings.listed(kind)
        return self._settings.commonness(lemma, kind) if known else 0.0

    @cached_property
    def _ends(self) -> frozenset[str]:
        """How surnames of the pool end."""
        return frozenset(entry.lemma[-_END:] for entry in self._entries("family"))

    def _hides(self, lemma: str, kind: str, listed: int) -> bool:
        """Tell whether a listed name is known better, or is rare and a form of a known one."""
        return self._is_known(lemma, kind) if listed > 1 else lemma in self._indexes(kind)

    def _is_known(self, lemma: str, kind: str) -> bool:
        """Tell whether a name, and not just some form of another, is among those read at once."""
        return any(name == lemma for name, _ in self._indexes(kind).get(lemma, ()))

    def _plurality(self, lemma: str, kind: str, features: FeatureBundle) -> float:
        """Return how much rarer the plural of a place is that has a singular too."""
        if features.get("Number") != "Plur" or kind != "place":
            return 1.0
        rule = self._paradigms.find(lemma, kind, features.get("Gender", ""))
        singular = rule and ("Nom", "Sing") in rule.paradigm.cells
        return _RARE_PLURAL if singular else 1.0

    def _compound(self, word: str, kind: str) -> list[Analysis]:
        pieces = self._pieces(word)
        parts: list[str | Sequence[Analysis]] = []
        if not any(inflected for _, inflected in pieces):
            return []
        ruler = self._ruler(pieces)
        for number, (piece, inflected) in enumerate(pieces):
            adjectival = kind == "place" and number != ruler
            own = "part" if adjectival else kind
            parts.append(self._readings(piece, own) if inflected else piece)
        places, found = self._settings.places if kind == "place" else {}, compound(parts)
        listed = [r for r in found if r.lemma in places]
        if places and not listed:  # Zidanem Mostu, beside Moste
            parts[ruler] = tuple(self._by_rule(pieces[ruler][0], kind, 1.0))
            listed = [r for r in compound(parts) if r.lemma in places]
        raised = (r._replace(weight=_KNOWN * r.weight) for r in listed)
        return [*raised, *(r for r in found if r not in listed)]

    def _guessed(self, word: str, kind: str) -> list[Analysis]:
        """Return readings by ending; the base form first unless names hardly ever end so in it."""
        oblique = word.endswith(tuple(self._settings.table.get("oblique", ())))
        guesses = list(self._by_analogy(word, kind)) + list(self._by_rule(word, kind, _BY_RULE))
        if oblique and kind == "family":
            ends = tuple(self._settings.table.get("adjectival", ()))
            ruled = self._by_rule(word, kind, _ADJECTIVAL)
            guesses += [g for g in ruled if g.lemma != word and g.lemma.endswith(ends)]
        if kind == "place":
            guesses += self._by_rule(word, "part", _BY_RULE * _ADJECTIVE)
        if kind not in (*PERSON, "place", "org"):
            return guesses
        own = [g for g in guesses if is_base(g, word)]
        others = [g for g in guesses if not is_base(g, word)]
        top = max((g.weight for g in others), default=1.0)
        if oblique:
            rest = [g for g in others if g.lemma != word]  # na Vlčincoch
            return [*rest, Analysis(word, {"Case": "Nom", "Number": "Sing"}, _HARDLY * top)]
        least = (_FIRST if self._may_be_base(word, kind) else _LEAST_BASE) * top
        if not own:
            own = [Analysis(word, {"Case": "Nom", "Number": "Sing"}, 0.0)]
        return others + [Analysis(g.lemma, g.features, max(g.weight, least)) for g in own]

    def _may_be_base(self, word: str, kind: str) -> bool:
        foreign = tuple(self._settings.table.get("foreign", ()))
        if kind in PERSON and foreign and word.endswith(foreign):
            return True
        abroad = tuple(self._settings.table.get("foreign_places", ()))
        if kind == "place" and abroad and word.lower().endswith(abroad):
            return True
        share = self._endings(kind).base_share(word)
        return share is None or share >= _OFTEN

    def _base(self, word: str, kind: str, known: list[Analysis]) -> list[Analysis]:
        """Return the base form as a reading beside known ones, as those of rare names: *Repa*."""
        listed = self._settings.listed(kind) if kind in PERSON else {}
        plural = all(r.features.get("Number") == "Plur" for r in known)
        rare = all(listed.get(r.lemma) == 1 and not self._is_known(r.lemma, kind) for r in known)
        raised = (plural or rare) and self._may_be_base(word, kind)
        weight = max(r.weight for r in known) * (_PLURAL if raised else _HARDLY)
        found = [r for r in self._by_rule(word, kind, 1.0) if is_base(r, word)]
        return [Analysis(word, r.features, weight) for r in found]

    def _by_analogy(self, word: str, kind: str) -> Iterator[Analysis]:
        for lemma, features, _, share in self._endings(kind).read(word):
            cell = features["Case"], features["Number"], features["Gender"]
            made = rule.forms(lemma) if (rule := self._paradigms.find(lemma, kind, cell[2])) else ()
            if next((form for key, form in made if key == cell), None) == word:
                yield Analysis(lemma, features, share * self._weight(kind, features))

    def _by_rule(self, word: str, kind: str, share: float) -> Iterator[Analysis]:
        for lemma, cell in self._paradigms.restore(word, kind):
            features = bundle_of(*cell)
            weight = share * self._weight(kind, features)
            yield Analysis(lemma, features, weight * self._plurality(lemma, kind, features))

    def _weight(self, kind: str, features: FeatureBundle) -> float:
        rare = features.get("Number") == "Plur" and kind not in ("common", "place", "part")
        return self._settings.case_weight(kind, features.get("Case", "")) * _RARE_PLURAL**rare

    def _entries(self, kind: str) -> tuple[PoolEntry, ...]:
        return load_pool(self._settings.pack, kind).entries

    def _index(self, kind: str) -> Index:
        """Return what every known form can be."""
        index: Index = defaultdict(list)
        if kind == "common":
            for lemma, gender in self._common_words:
                self._enter(index, lemma, kind, gender)
        entries = () if kind in ("common", "part") else self._entries(kind)
        same = cache(lambda sex: [{**b, "Gender": sex} for e in entries[:1] for b in e.bundles])
        for entry in entries:
            for features, form in zip(same(entry.gender), entry.row, strict=False):
                if form:
                    index[form].append((entry.lemma, features))
        for lemma, gender in self._nicknames if kind == "given" else ():
            self._enter(index, lemma, kind, gender)
        return dict(index)

    def _enter(self, index: Index, lemma: str, kind: str, gender: str) -> None:
        rule = self._paradigms.find(lemma, kind, gender)
        for cell, form in rule.forms(lemma) if rule else ():
            index[form].append((lemma, bundle_of(*cell)))

    @cached_property
    def _common_words(self) -> list[tuple[str, str]]:
        """The words of organisations' names, and the adjectives of places and streets."""
        words: list[str] = list(self._settings.pack.toml("orgs.toml").get("keep", ()))
        for kind in ("place", "street"):
            words += (entry.derived for entry in self._entries(kind) if entry.derived)
        unique = dict.fromkeys(words)
        return [(w, g) for w in unique for g in self._paradigms.genders(w, "common")]

    @cached_property
    def _nicknames(self) -> list[tuple[str, str]]:
        """Pet names that are no names of the pool, with the genders of those they stand for."""
        known, found = self._settings.pool("given"), dict[tuple[str, str], None]()
        for name, meant, *_ in self._settings.rows("nicknames.tsv"):
            full = [e.gender for m in meant.split(";") for e in known.get(m, ())]
            own = full or self._paradigms.genders(name, "given")[:1]
            if name not in known:
                found |= dict.fromkeys((name, gender) for gender in own)
        others = ((n, g) for n, g, *_ in self._settings.rows("genders.tsv") if g and n not in known)
        return [*found, *others]
