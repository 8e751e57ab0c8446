"""A memory in front of an engine: the same names turn up again and again in a document."""

from __future__ import annotations

from functools import lru_cache

from allonym.model.features import FeatureBundle
from allonym.ports import Inflected, Morphology

_CACHED = 1 << 15


class RememberedMorphology:
    """Answers as its engine does, and the second time at once.

    Spreading, linking, choosing and verifying ask for the same forms one after another, and a
    document that is done twice asks for all of them again.
    """

    def __init__(self, engine: Morphology) -> None:
        self.analyse = lru_cache(_CACHED)(engine.analyse)
        self.forms = lru_cache(_CACHED)(engine.forms)
        self.derivations = engine.derivations
        self._inflect = lru_cache(_CACHED)(
            lambda lemma, kind, features: engine.inflect(lemma, kind, dict(features))
        )

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for."""
        return self._inflect(lemma, kind, frozenset(features.items()))
