"""Write the base form of a body's or a street's name, as lists and suggestions show it.

Where the last word alone is inflected it stands for the name: *Helsingin yliopistolle*.  Elsewhere
the first noun does, with the adjectives that agree with it: *Okresnému súdu v Nitre*.  A word that
the dictionary does not know leaves the name as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from allonym.languages.dictionary import LEMMA
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack
from allonym.link.clusters import unhung
from allonym.model.types import is_a
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology
from allonym.text.capitals import like

_NAMED = ("org", "address")
_SURE, _LIKELY, _ALSO = 0.5, 0.97, 0.1
_GENDERS = ("Masc", "Fem", "Neut")
Form = tuple[str, str, str]
"""Case, number and gender."""


@cache
def load_base_forms(language: str) -> BaseForms:
    """Return what writes base forms in a language."""
    pack = load_pack(language)
    cases = str(pack.toml("morphology.toml").get("morphology", {}).get("cases", {}))
    last = "Ine" in cases
    ordinary = load_lexicon(pack.where("lexicon")).ordinary
    morphology, kinds = load_morphology(pack), ~0 if last else LEMMA
    return BaseForms(
        morphology,
        lambda word: bool(ordinary(word) & kinds),
        last=last,
        declined=last or "Dat" in cases,
    )


@dataclass(frozen=True)
class BaseForms:
    """Writes names in their base form."""

    morphology: Morphology  # reads and inflects words
    is_word: Callable[[str], bool]  # tells whether the dictionary has a lemma in small letters
    last: bool  # whether the last word of a name alone is inflected
    declined: bool  # whether names are inflected at all

    def of(self, kind: str, name: str, cited: str = "") -> str:
        """Return the base form of a name.

        Args:
            kind: Its type; those of bodies and addresses alone are read.
            name: As it stands in a text.
            cited: What is known of its base form otherwise.
        """
        if not self.declined or not any(is_a(kind, named) for named in _NAMED):
            return cited or name
        words = unhung(name).split(" ")
        if self.last:
            return " ".join([*words[:-1], self._alone(words[-1])])
        made = self._head(words) if len(words) > 1 else [self._alone(words[0])]
        return " ".join([*made, *words[len(made) :]])

    def _alone(self, word: str) -> str:
        """Return the base form of a word that agrees with no other."""
        if not word.isalpha() or (word.isupper() and len(word) > 1):
            return word
        known = [
            r for r in self.morphology.analyse(word.lower(), "common") if self.is_word(r.lemma)
        ]
        best = (known or self.morphology.analyse(word, "org"))[0]
        if best.features.get("Case", "Nom") == "Nom" or not (known or best.weight >= _LIKELY):
            return word
        return like(word, best.lemma)

    def _head(self, words: list[str]) -> list[str]:
        """Return the base forms of the words in front, up to the noun that the others hang on."""
        shared: dict[Form, float] = {}
        run: list[dict[Form, str]] = []
        headed = False
        for word in words:
            lemmas, weights = self._readings(word)
            both = {f: w * shared.get(f, not run) for f, w in weights.items()}
            best = max(both, key=lambda form: both[form], default=None)
            if best is None or not both[best]:
                break
            adjective = self._is_adjective(lemmas[best])
            if headed and not adjective:
                break
            shared = {form: weight for form, weight in both.items() if weight}
            headed |= not adjective
            run.append(lemmas)
        best = max(shared, key=lambda form: shared[form], default=None)
        if best is None or not headed:
            return []
        cited = (weight for form, weight in shared.items() if form[0] == "Nom")
        if max(cited, default=0.0) >= _ALSO * shared[best]:
            return []
        features = {"Case": "Nom", "Number": best[1], "Gender": best[2]}
        made = [self.morphology.inflect(lemmas[best], "common", features) for lemmas in run]
        pairs = zip(words, made, strict=False)
        sure = all(m.certainty > _SURE for m in made)
        return [like(word, m.form) for word, m in pairs] if sure else []

    def _readings(self, word: str) -> tuple[dict[Form, str], dict[Form, float]]:
        """Return of each form that a word may be its base and how likely that is."""
        lemmas: dict[Form, str] = {}
        weights: dict[Form, float] = {}
        for r in self.morphology.analyse(word.lower(), "common") if word.isalpha() else ():
            case, number = r.features.get("Case", ""), r.features.get("Number", "")
            form = case, number, r.features.get("Gender", "")
            if self.is_word(r.lemma) or self._is_adjective(r.lemma):
                lemmas.setdefault(form, r.lemma)
                weights.setdefault(form, r.weight)
        return lemmas, weights

    def _is_adjective(self, lemma: str) -> bool:
        """Tell whether a word has a form for each gender."""
        forms = (
            self.morphology.inflect(lemma, "common", {"Case": "Nom", "Number": "Sing", "Gender": g})
            for g in _GENDERS
        )
        return all(made.certainty > _SURE for made in forms)
