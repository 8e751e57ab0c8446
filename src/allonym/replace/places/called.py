"""How the names of things are written in each case: *w Dzienniku Zachodnim*, *na Ljudskem vrtu*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from allonym.model.mention import Analysis
from allonym.model.span import Span
from allonym.ports import Morphology
from allonym.replace.chosen import declined
from allonym.replace.rules import NameRules
from allonym.text.capitals import like

_GOES_ON = re.compile(r"\w")
_CITED = "Nom"
_SURE = 0.5
_GENITIVE = {"Case": "Gen", "Number": "Sing"}

Key = tuple[str, str]
"""As what a name is declined, and its case."""


@dataclass(frozen=True)
class Called:
    """Declines names of one word or several, each once."""

    rules: NameRules  # what the language says about names
    morphology: Morphology  # reads and inflects words
    # the forms of the names of which the table has them
    told: Mapping[str, Sequence[str]] = field(repr=False, default_factory=dict)
    _known: dict[str, Mapping[Key, str]] = field(repr=False, default_factory=dict)
    _ordered: dict[str, tuple[Callable[[str], str], Sequence[str]]] = field(
        repr=False, default_factory=dict
    )

    def forms(self, name: str) -> Mapping[Key, str]:
        """Return the forms of a name, by what it is declined as and the case."""
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def _made(self, name: str) -> Mapping[Key, str]:
        if name in self.told:
            told = zip(self._cases, self.told[name], strict=False)
            return {("", ""): name, **{("", case): form for case, form in told}}
        if self.rules.whole_places or self.rules.last_word:
            return self._whole(name)
        if " " not in name:
            return self._whole(name)
        forms = {"": name, _CITED: name, **self._several(name.split())}
        return {("", case): form for case, form in forms.items()}

    def _whole(self, name: str) -> Mapping[Key, str]:
        """Return the forms of one word as a place has them and an organisation, richer first.

        Towns of some languages have one form for two cases (*Szegeden*), houses have none.
        """
        made: list[dict[Key, str]] = []
        for kind in ("place", "org"):
            one = declined(name, kind, "", self.rules.pools, self.morphology, whole=True)
            forms = reversed([*one.candidate.entries[0].forms()])
            made.append({(kind, b.get("Case", "")): f for b, f in forms if "Derivation" not in b})
        first, last = sorted(made, key=lambda forms: -len({*forms.values()}))
        return {("", ""): name, **first, **last}

    def at(self, name: str, text: str, places: Iterable[int]) -> Iterator[Span]:
        """Yield where the forms of a name stand that begin at some places of a text."""
        for at in places:
            same, forms = self._longest_first(name)
            sizes = (len(form) for form in forms if same(text[at : at + len(form)]) == form)
            whole = (size for size in sizes if not _GOES_ON.match(text, at + size))
            yield from (Span(at, at + size) for size in islice(whole, 1))

    def _longest_first(self, name: str) -> tuple[Callable[[str], str], Sequence[str]]:
        """Return the forms of a name, and what makes them small where it is written small."""
        if name not in self._ordered:
            same: Callable[[str], str] = str.casefold if self.is_common(name) else str
            forms = sorted({*map(same, self.forms(name).values())}, key=len, reverse=True)
            self._ordered[name] = same, forms
        return self._ordered[name]

    def is_common(self, name: str) -> bool:
        """Tell whether a name may be written small: *filozofska fakulteta*, *radio Krka*."""
        first, _, rest = name.partition(" ")
        return bool(rest) and self.is_kind(first)

    def is_kind(self, word: str) -> bool:
        """Tell whether a word, in whatever form, says what a body is."""
        plain, known = word.casefold(), self.rules.orgs.lemmas
        read = self.morphology.analyse(plain, "common") if word else ()
        return plain in known or any(r.lemma in known for r in read)

    def read(self, name: str, form: str) -> Sequence[Key]:
        """Return what a form of a name may be."""
        same = str.casefold if self.is_common(name) else str
        return [key for key, own in self.forms(name).items() if same(own) == same(form)]

    def written(self, name: str, key: Key) -> str:
        """Return a name in the case of a form of another."""
        forms = self.forms(name)
        alike = (form for (_, case), form in forms.items() if case == key[1])
        return forms.get(key) or next(alike, name)

    def _several(self, words: Sequence[str]) -> Mapping[str, str]:
        """Return the forms of a noun with the adjectives beside it; what is behind them stays."""
        cited = [self._adjectives(word) for word in words]
        at = next((n for n, own in enumerate(cited) if not own), 0)
        nouns = self._nouns(words[at])
        agreeing = ((noun, self._agreeing(noun, cited[:at] + cited[at + 1 :])) for noun in nouns)
        noun = next((noun for noun, fit in agreeing if fit), nouns[0] if nouns else None)
        if noun is None:
            return {}
        led = [*range(at)]
        for n in range(at + 1, len(words)):
            if not cited[n]:
                break
            led.append(n)
        own = {n: next(iter(self._agreeing(noun, [cited[n]])), None) for n in led}
        own[at] = noun
        found = {}
        for case in self._cases:
            made = [self._in(own.get(n), word, case) for n, word in enumerate(words)]
            still = case == "Acc" and made[at] == words[at]  # no living being: so are adjectives
            found[case] = " ".join(words if still else made)
        return found

    def _in(self, reading: Analysis | None, word: str, case: str) -> str:
        if reading is None or case == _CITED:
            return word
        features = {**reading.features, "Case": case}
        kind = "common" if reading.lemma.islower() else "place"
        return like(word, self.morphology.inflect(reading.lemma, kind, features).form)

    def _adjectives(self, word: str) -> Sequence[Analysis]:
        """Return the readings of a word as an adjective in its citation form."""
        low, relational = word.lower(), self.rules.relational
        if low in self.rules.orgs.lemmas and not low.endswith(relational):
            return ()  # kazalište
        read = self.morphology.analyse(low, "common")
        return [r for r in read if r.features.get("Case") == _CITED and self._is_adjective(r.lemma)]

    def _is_adjective(self, lemma: str) -> bool:
        """Tell whether the forms of a word hang on the gender of another."""
        made = [
            self.morphology.inflect(lemma, "common", {**_GENITIVE, "Gender": gender})
            for gender in ("Masc", "Fem")
        ]
        return made[0].form != made[1].form and min(m.certainty for m in made) > _SURE

    def _nouns(self, word: str) -> Sequence[Analysis]:
        """Return the readings of a noun in its citation form, those of the dictionary first."""
        both = ((word.lower(), "common"), (word, "place"))
        read = (r for said, kind in both for r in self.morphology.analyse(said, kind))
        cited = [r for r in read if r.features.get("Case") == _CITED]
        return sorted(cited, key=lambda r: r.lemma.casefold() != word.casefold())

    @staticmethod
    def _agreeing(noun: Analysis, words: Sequence[Sequence[Analysis]]) -> Sequence[Analysis]:
        """Return the first reading of each word that agrees with a noun; nothing if none does."""

        def fits(reading: Analysis) -> bool:
            keys = ("Number", "Gender")
            return all(reading.features.get(k, "") in ("", noun.features.get(k, "")) for k in keys)

        found = [next(filter(fits, own), None) for own in words if own]
        return [r for r in found if r] if all(found) else []

    @cached_property
    def _cases(self) -> Sequence[str]:
        bundles = self.rules.pools["place"].entries[0].bundles
        return [*dict.fromkeys(b.get("Case", "") for b in bundles if "Derivation" not in b)]
