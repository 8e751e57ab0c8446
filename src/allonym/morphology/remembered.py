"""A memory in front of an engine: the same names turn up again and again in a document."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis
from allonym.ports import Inflected, Morphology

_CACHED = 1 << 15


class RememberedMorphology:
    """Answers as its engine does, and the second time at once.

    Spreading, linking, choosing and verifying ask for the same forms one after another, and a
    document that is done twice asks for all of them again.
    """

    def __init__(self, engine: Morphology) -> None:
        self._inflect = lru_cache(_CACHED)(
            lambda lemma, kind, features: engine.inflect(lemma, kind, dict(features))
        )
        self._analyse = lru_cache(_CACHED)(engine.analyse)
        self._forms = lru_cache(_CACHED)(engine.forms)
        self._engine = engine

    def analyse(self, surface: str, kind: str) -> Sequence[Analysis]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""
        return self._analyse(surface, kind)

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for."""
        return self._inflect(lemma, kind, frozenset(features.items()))

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included."""
        return self._forms(lemma, kind)

    def derivations(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the adjectives made from a name, where the language makes any."""
        return self._engine.derivations(lemma, kind)
