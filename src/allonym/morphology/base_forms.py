"""Write the base form of a body's or a street's name, as lists and suggestions show it.

Where the last word alone is inflected it stands for the name: *Helsingin yliopistolle*.  Elsewhere
the first noun does, with the adjectives that agree with it: *Okresnému súdu v Nitre*.  A word that
the dictionary does not know leaves the name as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from allonym.languages.dictionary import LEMMA
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack
from allonym.model.mention import Analysis
from allonym.model.types import is_a
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology
from allonym.text.capitals import like
from allonym.text.fold import unhung

_TAILS = {"org": 4, "address": 3}
"""What is read, and of how many letters the last part of a compound is at least."""
_SURE, _ALSO = 0.5, 0.1
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
    return BaseForms(load_morphology(pack), ordinary, last, declined=last or "Dat" in cases)


@dataclass(frozen=True)
class BaseForms:
    """Writes names in their base form."""

    morphology: Morphology  # reads and inflects words
    ordinary: Callable[[str], int]  # tells what the dictionary has a word in small letters as
    last: bool  # whether the last word of a name alone is inflected
    declined: bool  # whether names are inflected at all

    def of(self, kind: str, name: str, cited: str = "") -> str:
        """Return the base form of a name.

        Args:
            kind: Its type; those of bodies and addresses alone are read.
            name: As it stands in a text.
            cited: What is known of its base form otherwise.
        """
        size = next((n for named, n in _TAILS.items() if is_a(kind, named)), 0)
        begun = cited and name.casefold().startswith(cited.casefold())
        begun = begun and not name[len(cited) : len(cited) + 1].isalnum()  # Organisaatio A:lle
        if not self.declined or not size or begun:
            return cited or name
        words = unhung(name).split(" ")
        made = self._tail(words, size) if self.last else self._head(words)
        return " ".join([*made, *words[len(made) :]])

    def _tail(self, words: list[str], size: int) -> list[str]:
        """Return the words, the last one in its base form where none before it shares its case."""
        *rest, word = words
        known = [r for r in self._analyses(word) if self._ends_as_word(r.lemma, size)]
        known.sort(key=lambda r: not self.ordinary(r.lemma))
        case = known[0].features.get("Case", "Nom") if known else "Nom"
        before = self._analyses(rest[-1])[:1] if rest and case != "Gen" else ()
        if case == "Nom" or any(r.features.get("Case") == case for r in before):
            return words
        return [*rest, like(word, known[0].lemma)]

    def _ends_as_word(self, lemma: str, size: int) -> bool:
        """Tell whether the dictionary has a word, or what may be the last part of a compound."""
        tails = (lemma[n:] for n in range(1, len(lemma) - size + 1))
        return any(map(self.ordinary, (lemma, *tails)))

    def _head(self, words: list[str]) -> list[str]:
        """Return the base forms of the words in front, up to the noun that the others hang on."""
        shared: dict[Form, float] = {}
        run: list[dict[Form, set[str]]] = []
        headed = False
        for word in words:
            lemmas, weights = self._readings(word)
            both = {f: w * shared.get(f, not run) for f, w in weights.items()}
            best = max(both, key=lambda form: both[form], default=None)
            if best is None or not both[best]:
                break
            adjective = any(map(self._is_adjective, lemmas[best]))
            if headed and not adjective:
                break
            shared = {form: weight for form, weight in both.items() if weight}
            headed |= not adjective
            run.append(lemmas)
        least = _ALSO * max(shared.values(), default=0.0)
        forms = [form for form, weight in shared.items() if weight >= least]
        made = {tuple(m) for form in forms for m in self._cited(form, run)}
        if not headed or len(made) != 1:
            return []
        return [like(word, form) for word, form in zip(words, made.pop(), strict=False)]

    def _cited(self, form: Form, run: list[dict[Form, set[str]]]) -> Iterator[list[str]]:
        """Yield what some words, read in a form, may be in the nominative; nothing if unsure."""
        features = {"Case": "Nom", "Number": form[1], "Gender": form[2]}
        for lemmas in product(*(own[form] for own in run)):
            made = [self.morphology.inflect(lemma, "common", features) for lemma in lemmas]
            sure = form[0] != "Nom" and all(m.certainty > _SURE for m in made)
            if len(run) > 1 and form[1:] == ("Plur", "Masc"):
                sure = False  # Lasy Państwowe, and no men
            yield [m.form for m in made] if sure else []

    def _readings(self, word: str) -> tuple[dict[Form, set[str]], dict[Form, float]]:
        """Return of each form that a word may be its bases and how likely that is."""
        lemmas: dict[Form, set[str]] = {}
        weights: dict[Form, float] = {}
        for r in self._analyses(word):
            case, number = r.features.get("Case", ""), r.features.get("Number", "")
            form = case, number, r.features.get("Gender", "")
            # Plurals that two words share are many: Hrvatskih šuma.
            kinds = ~0 if number == "Plur" else LEMMA
            known = self.ordinary(r.lemma)
            usable = known & kinds or (known and self._is_adjective(r.lemma))
            if usable and r.weight >= _ALSO * weights.setdefault(form, r.weight):
                lemmas.setdefault(form, set()).add(r.lemma)
        return lemmas, weights

    def _analyses(self, word: str) -> Sequence[Analysis]:
        """Return the readings of a word, none of an acronym or what is no word."""
        spelt = word.isalpha() and (len(word) == 1 or not word.isupper())
        return self.morphology.analyse(word.lower(), "common") if spelt else ()

    def _is_adjective(self, lemma: str) -> bool:
        """Tell whether a word has a form for each gender."""
        forms = (
            self.morphology.inflect(lemma, "common", {"Case": "Nom", "Number": "Sing", "Gender": g})
            for g in _GENDERS
        )
        return all(made.certainty > _SURE for made in forms)
