"""Languages whose names have no case: the word is its lemma, surnames have a plural."""

from __future__ import annotations

from functools import lru_cache

from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis
from allonym.morphology.words import Settings, change_ending, in_order
from allonym.ports import Inflected
from allonym.text.capitals import dictionary_case

_CACHED = 1 << 16
_SINGULAR: FeatureBundle = {"Number": "Sing"}
_PLURAL: FeatureBundle = {"Number": "Plur"}


class PlainMorphology:
    """Reads and inflects names by a few endings (the protocol ``Morphology``)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._readings = lru_cache(_CACHED)(self._read)

    def analyse(self, surface: str, kind: str) -> tuple[Analysis, ...]:
        """Return every reading of one word, best first; a clitic such as ``'s`` is cut off."""
        return self._readings(dictionary_case(surface), kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the plural where it is asked for and known, else the lemma."""
        if features.get("Number") != "Plur":
            return Inflected(lemma)
        plural = change_ending(lemma, self._settings.endings("plural", kind))
        return Inflected(plural) if plural else Inflected(lemma, 0.3)

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return the lemma and its plural, each with and without clitics."""
        bare = {lemma, self.inflect(lemma, kind, _PLURAL).form}
        return frozenset(form + tail for form in bare for tail in ("", *self._settings.clitics))

    def derivations(self, _lemma: str, _kind: str) -> tuple[str, ...]:
        """Return nothing: no adjectives are made from names."""
        return ()

    def _read(self, word: str, kind: str) -> tuple[Analysis, ...]:
        bare = next((word[: -len(c)] for c in self._settings.clitics if word.endswith(c)), word)
        weigh = self._settings.commonness
        readings = [Analysis(bare, self._features(bare, kind, _SINGULAR), weigh(bare, kind))]
        for ending, plural in self._settings.endings("plural", kind):
            stem = bare[: len(bare) - len(plural)] + ending
            if bare.endswith(plural) and self.inflect(stem, kind, _PLURAL).form == bare:
                weight = 0.2 * weigh(stem, kind)
                readings.append(Analysis(stem, self._features(stem, kind, _PLURAL), weight))
        return in_order(readings)

    def _features(self, lemma: str, kind: str, features: FeatureBundle) -> FeatureBundle:
        genders = {entry.gender for entry in self._settings.pool(kind).get(lemma, ())}
        if kind != "given" or len(genders) != 1:
            return features
        return {**features, "Gender": genders.pop()}
