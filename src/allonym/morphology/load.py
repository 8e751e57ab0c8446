"""The morphology of a language pack."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.model.features import FeatureBundle
from allonym.morphology.derived import DerivedMorphology
from allonym.morphology.words import Settings
from allonym.ports import Inflected, Morphology

_CACHED = 1 << 15
_ENGINES = {
    "declined": "declined.DeclinedMorphology",
    "morfeusz": "morfeusz.MorfeuszMorphology",
    "rules": "rules.RuleMorphology",
    "suffixes": "agglutinative.AgglutinativeMorphology",
}


@cache
def load_morphology(pack: LanguagePack) -> Morphology:
    """Return the engine that ``morphology.toml`` names; ``rules`` for a pack without the file.

    Each pack has one: what an engine counts over the pack's names takes longer than all it is then
    asked about a short document, and is the same for every pipeline.

    Raises:
        PackError: If the engine is unknown.
    """
    table = pack.toml("morphology.toml").get("morphology", {})
    settings = Settings(pack, table)
    return _Remembered(DerivedMorphology.over(_engine(settings), settings))


class _Remembered:
    """Answers as its engine does, and the second time at once: all steps ask for the same forms."""

    def __init__(self, engine: Morphology) -> None:
        self.analyse = lru_cache(_CACHED)(engine.analyse)
        self.forms = lru_cache(_CACHED)(engine.forms)
        self.derivations = engine.derivations
        self.may_derive = getattr(engine, "may_derive", None)
        self.may_own = getattr(engine, "may_own", None)
        self._inflect = lru_cache(_CACHED)(
            lambda lemma, kind, features: engine.inflect(lemma, kind, dict(features))
        )

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for."""
        return self._inflect(lemma, kind, frozenset(features.items()))


def _engine(settings: Settings) -> Morphology:
    name = settings.table.get("engine", "rules")
    if name not in _ENGINES:
        known, code = ", ".join(_ENGINES), settings.pack.code
        raise PackError(f"{code}/morphology.toml: unknown engine {name!r}; known: {known}")
    module, _, kind = _ENGINES[name].partition(".")
    made: Morphology = getattr(import_module(f"allonym.morphology.{module}"), kind)(settings)
    return made
