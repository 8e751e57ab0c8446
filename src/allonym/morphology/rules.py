"""Names that change by short rules: an ending, what is cut from it, what is put there.

All of it is data.  ``morphology.toml`` of a pack gives

- ``base``: for each kind of name the feature bundle of the citation form,
- ``rule``: for names of these kinds, this gender and one of these endings, how many letters go and
  what comes in each other form; the first rule that fits a name is the only one,
- ``weights``: how common a bundle is among names of running text,
- ``same``: values that share their forms (``Case.Acc = "Nom"``),
- ``phrase``: how names of several words change whose first word does (*Baia Mare*, *Băii Mari*):
  the feature bundle of the one form that differs (``form``), first words with their form
  (``words``), endings of first words with what comes to them (``endings``), and words that agree
  with one of `words` before them (``tails``),
- ``doubt``: how many names of the pool its benefit is worth to what may be a citation form,
- ``oblique``: how names hardly ever end in their citation form,
- ``spelling``: letters that stand for others (``ş`` for ``ș``).

A word is read by turning the rules round.  What the pack's lists know counts most; an unknown word
is weighed by what the pool's forms with its ending are, where a citation form has the benefit of
the doubt: nothing is "restored" without evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from allonym.model.features import FeatureBundle, compatible, format_features, parse_features
from allonym.model.mention import Analysis
from allonym.morphology.words import Settings, change_ending, in_order
from allonym.ports import Inflected
from allonym.text.capitals import dictionary_case

_CACHED = 1 << 16
_DOUBT = 2.0
_LEAST = 0.002
_HARDLY = 0.03
_ENDINGS = (4, 3)
_ENOUGH = 3
_UNSURE = 0.3
_BY_RULE = 0.95
_FORM = ("Case", "Number", "Definite", "Gender")


@dataclass(frozen=True, slots=True)
class Phrases:
    """How the names of several words of a language change."""

    bundle: FeatureBundle  # features of the form that differs
    words: Mapping[str, str] = field(repr=False)  # first words with their form
    # endings of first words with what is added to them
    endings: Mapping[str, str] = field(repr=False)
    tails: Mapping[str, str] = field(repr=False)  # later words with their form after one of `words`

    def form(self, lemma: str) -> str:
        """Return the form of a name that differs, or an empty string if the name never changes."""
        head, _, rest = lemma.partition(" ")
        if head in self.words:
            return " ".join([self.words[head], *(self.tails.get(w, w) for w in rest.split(" "))])
        added = next((add for end, add in self.endings.items() if head.endswith(end)), "")
        return f"{head}{added} {rest}" if added else ""

    def lemmas(self, form: str) -> Iterator[str]:
        """Yield what names a form may be of, those whose later words change first."""
        head, _, rest = form.partition(" ")
        whole = {new: old for old, new in self.words.items()}
        tails = {new: old for old, new in self.tails.items()}
        heads = [whole[head]] if head in whole else []
        heads += [
            head[: -len(add)]
            for end, add in self.endings.items()
            if head.endswith(end + add) and not heads
        ]
        changed = " ".join(tails.get(word, word) for word in rest.split(" "))
        for found in heads:
            for tail in dict.fromkeys((changed, rest)):
                if self.form(f"{found} {tail}") == form:
                    yield f"{found} {tail}"


def read_phrases(table: Mapping[str, Any]) -> Phrases:
    """Return what ``[morphology.phrase]`` says.

    >>> table = {"form": "Case=Gen", "words": {"Baia": "Băii"}, "tails": {"Mare": "Mari"}}
    >>> phrases = read_phrases({**table, "endings": {"u": "lui"}})
    >>> phrases.form("Baia Mare"), phrases.form("Satu Mare"), phrases.form("Alba Iulia")
    ('Băii Mari', 'Satului Mare', '')
    >>> next(phrases.lemmas("Băii Mari"))
    'Baia Mare'
    """
    words, endings, tails = (table.get(key, {}) for key in ("words", "endings", "tails"))
    return Phrases(parse_features(table.get("form", "")), words, endings, tails)


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """How the names with certain endings change."""

    kinds: frozenset[str]  # of the names
    gender: str  # UD ``Gender``; empty for any
    endings: tuple[str, ...] = field(repr=False)  # one of which the name has, or is as a whole
    whole: bool  # whether `endings` are whole names
    cut: int  # how many letters go
    # each bundle with what is put in their place
    forms: tuple[tuple[FeatureBundle, str], ...] = field(repr=False)

    def fits(self, lemma: str) -> bool:
        """Tell whether a name has one of the endings."""
        return lemma in self.endings if self.whole else lemma.endswith(self.endings)

    def form(self, lemma: str, added: str) -> str:
        """Return one form of a name."""
        return lemma[: len(lemma) - self.cut] + added

    def lemmas(self, form: str, added: str) -> Iterator[str]:
        """Yield what the form may be made from."""
        if form.endswith(added):
            stem = form[: len(form) - len(added)]
            for ending in dict.fromkeys(e[len(e) - self.cut :] for e in self.endings):
                if self.fits(stem + ending):
                    yield stem + ending


def read_rule(entry: Mapping[str, Any]) -> Rule:
    """Return a rule as ``morphology.toml`` writes it.

    >>> rule = read_rule(
    ...     {"kinds": ["given"], "endings": ["ca"], "cut": 1, "forms": {"Case=Gen": "ăi"}}
    ... )
    >>> rule.form("Anca", "ăi"), list(rule.lemmas("Ancăi", "ăi"))
    ('Ancăi', ['Anca'])
    """
    forms = tuple((parse_features(name), str(new)) for name, new in entry.get("forms", {}).items())
    names = entry.get("names", ())
    endings = tuple(names or entry.get("endings", ("",)))
    kinds, gender = frozenset(entry["kinds"]), str(entry.get("gender", ""))
    return Rule(kinds, gender, endings, bool(names), int(entry.get("cut", 0)), forms)


class RuleMorphology:
    """Reads and inflects names by rules (the protocol ``Morphology``)."""

    def __init__(self, settings: Settings) -> None:
        table = settings.table
        self._settings = settings
        self._rules = tuple(read_rule(entry) for entry in table.get("rule", ()))
        self._base = {kind: parse_features(text) for kind, text in table.get("base", {}).items()}
        self._weights: Mapping[str, float] = table.get("weights", {})
        self._same: Mapping[str, Mapping[str, str]] = table.get("same", {})
        self._spelling = str.maketrans(dict(table.get("spelling", {})))
        self._oblique = tuple(table.get("oblique", ("\0",)))
        self._doubt = float(table.get("doubt", _DOUBT))
        self._fixed = bool(table.get("fixed_phrases", False))
        self._phrases = read_phrases(table.get("phrase", {}))
        self._readings = lru_cache(_CACHED)(self._read)
        self._rule_of = lru_cache(_CACHED)(self._find_rule)
        self._ends = lru_cache(None)(self._count_endings)

    def analyse(self, surface: str, kind: str) -> tuple[Analysis, ...]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""
        word = surface.translate(self._spelling)
        return self._readings(word if kind == "common" else dictionary_case(word), kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form that `features` ask for; the lemma, unsure, when no rule has it.

        A masculine surname asked for in the feminine takes its feminine form.
        """
        word = dictionary_case(lemma) if lemma.islower() and kind != "common" else lemma
        if features.get("Gender") == "Fem" and kind == "family":
            word = change_ending(word, self._settings.endings("feminine", kind)) or word
        asked = {name: value for name, value in features.items() if name in _FORM}
        wanted = {name: self._same.get(name, {}).get(v, v) for name, v in asked.items()}
        for gender in [wanted["Gender"]] if "Gender" in wanted else self._genders(word, kind):
            for bundle, form in self._table(word, kind, gender):
                if compatible(wanted, bundle):
                    sure = bool(self._settings.pool(kind).get(word))
                    return Inflected(form, 1.0 if sure else _BY_RULE)
        return Inflected(word, _UNSURE)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them."""
        found = {lemma}
        for gender in self._genders(lemma, kind):
            found.update(form for _, form in self._table(lemma, kind, gender))
        for adjective in self.derivations(lemma, kind):
            found |= self.forms(adjective, "common")
        return frozenset(form + tail for form in found for tail in ("", *self._settings.clitics))

    def derivations(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the citation forms of adjectives made from a place, as the pack has them."""
        told = self._settings.derived(lemma, kind) if kind == "place" else ()
        return tuple(dict.fromkeys(filter(None, told)))

    # -- reading -------------------------------------------------------------------------------

    def _read(self, word: str, kind: str) -> tuple[Analysis, ...]:
        bare = next((word[: -len(c)] for c in self._settings.clitics if word.endswith(c)), word)
        phrase = self._as_phrase(bare) if kind == "place" and " " in bare else ()
        readings = [*self._as_base(bare, kind), *self._as_form(bare, kind), *phrase]
        best = max((reading.weight for reading in readings), default=0.0)
        likely = (reading for reading in readings if reading.weight >= _HARDLY * best)
        return in_order(likely) or (Analysis(bare),)

    def _as_base(self, word: str, kind: str) -> Iterator[Analysis]:
        known, guessed = self._known(word, kind), self._share(word, kind, None, "")
        doubted = _HARDLY if word.endswith(self._oblique) else 1.0
        for gender in self._genders(word, kind):
            own = {"Gender": gender} if gender else {}
            base = self._base.get(kind, {}) if self._changes(word, kind, gender) else {}
            weight = self._weight(self._base.get(kind, {})) * (known or guessed * doubted)
            yield Analysis(word, {**base, **own}, weight)

    def _as_form(self, word: str, kind: str) -> Iterator[Analysis]:
        for rule in self._rules:
            for bundle, added in rule.forms if kind in rule.kinds else ():
                share = self._share(word, kind, rule, added)
                for lemma in rule.lemmas(word, added):
                    weight = self._weight(bundle) * (self._known(lemma, kind) or share)
                    yield from self._reading(lemma, kind, rule, bundle, weight)

    def _as_phrase(self, word: str) -> Iterator[Analysis]:
        """Yield what a form of several words is of; the names of the lists where they know any."""
        lemmas = list(self._phrases.lemmas(word))
        known = [lemma for lemma in lemmas if self._known(lemma, "place")]
        for lemma in known or lemmas[:1]:
            yield Analysis(lemma, self._phrases.bundle, 1.0 + self._known(lemma, "place"))

    def _reading(
        self, lemma: str, kind: str, rule: Rule, bundle: FeatureBundle, weight: float
    ) -> Iterator[Analysis]:
        if len(lemma) < 2 or not self._changes(lemma, kind, rule.gender):
            return
        for gender in self._genders(lemma, kind):
            if self._rule_of(lemma, kind, gender) is rule:
                own = {"Gender": gender} if gender and "Gender" not in bundle else {}
                yield Analysis(lemma, {**bundle, **own}, weight)

    def _weight(self, bundle: FeatureBundle) -> float:
        return float(self._weights.get(format_features(bundle), 0.1 if bundle else 1.0))

    # -- what is known of a name ---------------------------------------------------------------

    def _known(self, lemma: str, kind: str) -> float:
        """Return a weight that grows with how common a listed name is; nought for others.

        Firms are often called after their founders.
        """
        own = "family" if kind == "org" else kind
        entries = self._settings.pool(own).get(lemma, ())
        best = max((entry.frequency for entry in entries), default=0)
        listed = self._settings.home if own == "place" else self._settings.listed(own)
        told = 2 * (lemma in self._pets) or int(lemma in self._sexes)
        level = max(listed.get(lemma, 0), told * (own == "given"))
        return float(2 ** max(best, 2 * level) - 1)

    @cached_property
    def _pets(self) -> Mapping[str, set[str]]:
        """The sexes of those whom pet names may be short for."""
        known, pets = self._settings.pool("given"), self._settings.rows("nicknames.tsv")
        full = ((pet, names.split(";")) for pet, names, *_ in pets)
        return {pet: {e.gender for n in names for e in known.get(n, ())} for pet, names in full}

    @cached_property
    def _sexes(self) -> Mapping[str, set[str]]:
        told, pets = self._settings.rows("genders.tsv"), self._pets
        return {**pets, **{name: {sex} | pets.get(name, set()) for name, sex, *_ in told}}

    def _genders(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the genders of a name: those it is listed with, else those of its ending."""
        listed = {entry.gender for entry in self._settings.pool(kind).get(lemma, ())}
        if kind == "given" and not listed and lemma in self._sexes:
            listed = self._sexes[lemma]
        if listed - {""}:
            return tuple(sorted(listed - {""}))
        fitting = {r.gender for r in self._rules if kind in r.kinds and r.fits(lemma)}
        return tuple(sorted(fitting - {""})) or ("",)

    def _share(self, form: str, kind: str, rule: Rule | None, added: str) -> float:
        """Return how many names of the pool with this ending are such a form of theirs."""
        counts = self._ends(kind)
        if not counts:
            return 1.0
        sizes = (form[-n:] for n in _ENDINGS)
        ending = next(
            (e for e in sizes if counts[e, None, "all"] >= _ENOUGH), form[-_ENDINGS[-1] :]
        )
        count = counts[ending, rule, added] + (0 if rule else self._doubt)
        return max(_LEAST, count / (counts[ending, None, "all"] + self._doubt))

    def _count_endings(self, kind: str) -> Counter[tuple[str, Rule | None, str]]:
        counts: Counter[tuple[str, Rule | None, str]] = Counter()
        for lemma, gender in self._names(kind):
            rule = self._rule_of(lemma, kind, gender)
            edits = [(rule, added) for _, added in rule.forms] if rule else []
            forms = [rule.form(lemma, added) for _, added in rule.forms] if rule else []
            for form, (own, added) in zip((lemma, *forms), [(None, ""), *edits], strict=True):
                for size in _ENDINGS:
                    counts[form[-size:], own, added] += 1
                    counts[form[-size:], None, "all"] += 1
        return counts

    def _names(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the names of a pool; as common words, the adjectives made from its places."""
        for entries in self._settings.pool("place" if kind == "common" else kind).values():
            for entry in entries:
                if kind != "common":
                    yield entry.lemma, entry.gender
                elif entry.derived:
                    yield entry.derived, ""

    # -- forms ---------------------------------------------------------------------------------

    def _find_rule(self, lemma: str, kind: str, gender: str) -> Rule | None:
        if self._fixed and " " in lemma and kind != "common":
            form = self._phrases.form(lemma) if kind == "place" else ""
            forms = ((self._phrases.bundle, form),)
            return Rule(frozenset([kind]), "", (lemma,), True, len(lemma), forms) if form else None
        fitting = (r for r in self._rules if kind in r.kinds and r.gender in ("", gender))
        return next((rule for rule in fitting if rule.fits(lemma)), None)

    def _table(self, lemma: str, kind: str, gender: str) -> Iterable[tuple[FeatureBundle, str]]:
        own = {"Gender": gender} if gender else {}
        rule = self._rule_of(lemma, kind, gender)
        base: FeatureBundle = self._base.get(kind, {}) if rule and rule.forms else {}
        yield {**own, **base}, lemma
        if rule:
            yield from (({**own, **b}, rule.form(lemma, added)) for b, added in rule.forms)

    def _changes(self, lemma: str, kind: str, gender: str) -> bool:
        return any(form != lemma for _, form in self._table(lemma, kind, gender))
