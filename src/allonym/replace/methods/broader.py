"""The broader group of an occupation or a disease, in the form that its place asks for.

The first rung above a term is its ISCO-08 sub-major or major group, or its chapter of ICD-10; each
has a name in ``generalise.toml`` of the pack, and ``*`` is above all.  The name takes the case,
number, definiteness and gender that the form it replaces may have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from allonym.languages.nouns import Nouns
from allonym.languages.pack import LanguagePack, common_toml, told
from allonym.languages.terms import Found, load_terms
from allonym.model.features import FeatureBundle
from allonym.text.capitals import like

Groups = Literal["near", "broad"]

_TOP = "*"
_CODE = re.compile(r"[A-Z]\d{2}(?!\d)")
_WORD_BEFORE = re.compile(r"(\w+)\s{1,2}\Z")
_REACH = 24
_OWNER = "Person[psor]"
_SHAPE = ("Case", "Number", "Definite", _OWNER)
_ARTICLE = re.compile(r"\((\w+)\) ")
_WEIGHTS = {"Nom": 1.0, "Gen": 0.6, "Acc": 0.5, "Ins": 0.2, "Loc": 0.02, "Dat": 0.15, "Par": 0.3}
_INSIDE = {"Acc": 1.2}
"""Inside a sentence, a form that may be either is more often the object."""
_OTHER_GENDER, _NO_FORM, _ACRONYM = 0.6, 0.4, 5


@dataclass(frozen=True)
class Broader:
    """Names of groups, by kind and code, and how their words change."""

    pack: LanguagePack = field(repr=False)  # the language
    groups: Groups = "near"  # ``near`` for the first group that says less, ``broad`` for the widest

    _labels = told("generalise.toml", "labels", dict[str, Mapping[str, str]], {})
    _last_only = told("nouns.toml", "last_only", bool, False)
    _prepositions = told("nouns.toml", "prepositions", dict[str, str], {})
    _determiners = told("generalise.toml", "determiners", str.split, "")

    @cached_property
    def _nouns(self) -> Nouns:
        return Nouns.read(self.pack.toml("nouns.toml"))

    def name(self, kind: str, surface: str, before: str = "") -> tuple[str, float] | None:
        """Return the group's name in place of a mention, and how certain its form is.

        Args:
            kind: ``occupation`` or ``health``.
            surface: The mention.
            before: The text before it, for the case that a preposition asks for.

        Returns:
            None where the group has no name, or the mention holds no listed term and nothing says
            in which form a name would stand.
        """
        if kind not in self._labels:
            return None
        found = load_terms(self.pack.code).read(surface)
        if found is None or found.term.kind != kind:
            of_code = self._of_code(surface) if kind == "health" else None
            return of_code or self._top(kind, surface, before)
        own = " ".join(word.lstrip("|") for word in found.term.words).casefold()
        for label in self._rungs(kind, found):
            readings, gender = _likely(found, surface, own), found.term.gender
            text, certainty = self._form(_ARTICLE.sub("", label), readings, gender, before)
            if text.casefold() not in (own, surface.casefold()):
                text = self._article(label, readings, before) + text
                return _capitals(surface, text, found, before), certainty
        return None

    def region(
        self, lemma: str, readings: Sequence[FeatureBundle], before: str = ""
    ) -> tuple[str, float] | None:
        """Return what stands for a town, by its region, or for a region, by its country.

        Args:
            lemma: The citation form.
            readings: What the form in the text may be.
            before: The text before it.

        Returns:
            None where the pack does not know the place.
        """
        label = self._labels.get("place", {}).get(self._places.get(lemma.casefold(), ""))
        if label is None:
            return None
        text, certainty = self._form(_ARTICLE.sub("", label), readings, "", before)
        text = self._article(label, (), before) + text
        return (text[:1].upper() + text[1:] if _opens(before) else text), certainty

    @cached_property
    def _places(self) -> Mapping[str, str]:
        tables: Mapping[str, str] = self.pack.toml("generalise.toml").get("places", {})
        rows = ((code, name) for code, names in tables.items() for name in names.split(","))
        return {name.strip().casefold(): code for code, name in rows}

    def _of_code(self, surface: str) -> tuple[str, float] | None:
        code = _CODE.match(surface)
        if code is None:
            return None
        rows: Iterable[tuple[str, str, str]] = common_toml("generalise.toml")["icd"]
        chapter = next((group for low, high, group in rows if low <= code[0] <= high), "")
        label = self._labels["health"].get(chapter)
        return (_ARTICLE.sub("", label).replace("|", ""), 1.0) if label else None

    def _top(self, kind: str, surface: str, before: str) -> tuple[str, float] | None:
        """Return what is above all groups, where no form has to be known or `before` tells it."""
        label = self._labels[kind].get(_TOP, "").partition("/")[0].strip()
        known = _is_labelled(before) or not self._has_cases or self._fitting((), before)
        if not label or not known:
            return None
        text, certainty = self._form(_ARTICLE.sub("", label), (), "", before)
        text = self._article(label, (), before) + text
        opens = surface[:1].isupper() and _opens(before)
        return (text[:1].upper() + text[1:] if opens else text), certainty

    @cached_property
    def _has_cases(self) -> bool:
        columns = self.pack.toml("nouns.toml").get("columns", ())
        return any(case in column for case in ("Case=Acc", "Case=Par") for column in columns)

    def _article(self, label: str, readings: Sequence[FeatureBundle], before: str) -> str:
        """Return the article that a group wants in a sentence; behind a label it has none."""
        article = _ARTICLE.match(label)
        word = _WORD_BEFORE.search(before)
        several = any(
            "Plur" in r.get("Number", "") or r.get("Definite") == "Def" for r in readings[:1]
        )
        if (
            article is None
            or several
            or _is_labelled(before)
            or (word and word[1].casefold() in self._determiners)
        ):
            return ""
        return f"{article[1]} "

    def _rungs(self, kind: str, found: Found) -> Iterator[str]:
        code = found.term.code
        codes: Sequence[str] = (code,)
        if kind == "occupation":
            codes = [code[:size] for size in range(len(code), 0, -1)]
            codes = codes[-1:] if self.groups == "broad" else codes
        names = self._labels[kind]
        for label in (names[c] for c in (*codes, _TOP) if c in names):
            masculine, _, feminine = label.partition("/")
            yield (feminine if feminine and found.term.gender == "Fem" else masculine).strip()

    def _form(
        self, label: str, given: Sequence[FeatureBundle], gender: str, before: str
    ) -> tuple[str, float]:
        head, bar, rest = label.partition("|")
        words = head.split()
        lead = " ".join(words[:-1]) + " " * (len(words) > 1) if self._last_only else ""
        words = words[-1:] if self._last_only else words
        own = self._nouns.gender(words[-1])
        trust = 1.0 if own == gender or not gender else _OTHER_GENDER
        readings = self._fitting(given, before[-_REACH:])
        sums: dict[str, float] = {}
        weights = _WEIGHTS if _opens(before) else {**_WEIGHTS, **_INSIDE}
        for reading in readings:
            plain = {**reading, **({"Definite": "Ind"} if "Definite" in reading else {})}
            shapes = [reading, *[plain] * (len(words) - 1)]  # an article stands once
            text = " ".join(self._word(w, s, own) for w, s in zip(words, shapes, strict=True))
            weight = weights.get(reading.get("Case", "Nom"), 0.1)
            sums[text] = sums.get(text, 0.0) + weight
        if not sums:
            return lead + " ".join([*words, *([rest] if bar else [])]), _NO_FORM
        best = max(sums, key=sums.__getitem__)
        share = sums[best] / sum(sums.values())
        return f"{lead}{best} {rest}".strip(), round(trust * share, 3)

    def _fitting(self, readings: Sequence[FeatureBundle], before: str) -> Sequence[FeatureBundle]:
        """Return the readings that a preposition right before allows; all where none does."""
        word = _WORD_BEFORE.search(before)
        asked = self._prepositions.get(word[1].casefold(), "") if word else ""
        cases = asked.split(",") if asked else []
        fitting = [r for r in readings if r.get("Case") in cases]
        if not readings and cases:
            return [{"Case": cases[0], "Number": "Sing"}]
        return fitting or readings

    def _word(self, word: str, reading: FeatureBundle, gender: str) -> str:
        """Return a word of the name in the shape of `reading`; as it is where it has no such."""
        shape = {name: reading[name] for name in _SHAPE if name in reading}
        forms = list(self._nouns.forms(word))
        own = [f for f in forms if f[1].get("Gender", gender) == gender] or forms
        owned = shape.pop(_OWNER, "")
        own = [f for f in own if f[1].get(_OWNER, "") == owned] or own
        fits = (form for form, f in own if all(f.get(n, v) == v for n, v in shape.items()))
        return next(fits, word)


def _likely(found: Found, surface: str, own: str) -> Sequence[FeatureBundle]:
    """Return the readings that count.

    Where the owner is replaced too, nothing is owned any more.  A person in the citation form is
    the subject: only things have an accusative that looks so.
    """
    word = surface[found.span.start : found.span.end]
    if found.term.kind == "occupation" and word.casefold() == own:
        return [r for r in found.readings if r.get("Case", "Nom") == "Nom"]
    if not found.span.start:
        return found.readings
    return [{n: v for n, v in r.items() if n != _OWNER} for r in found.readings]


def _is_labelled(before: str) -> bool:
    """Tell whether a label stands right before: *Diagnosis:*."""
    return before.rstrip().endswith(":")


def _opens(before: str) -> bool:
    """Tell whether a sentence begins behind `before`."""
    return not before.strip() or before.rstrip()[-1] in ".!?:"


def _capitals(surface: str, text: str, found: Found, before: str) -> str:
    """Return `text` with the capitals of the mention; a name or an acronym in it has its own."""
    acronym = surface.isupper() and len(surface) <= _ACRONYM
    named = found.term.words[0][:1].isupper() or found.span.start > 0
    if acronym or (named and not surface.isupper()):
        return text[:1].upper() + text[1:] if _opens(before) else text
    return like(surface, text)
