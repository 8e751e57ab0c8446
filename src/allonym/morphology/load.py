"""The morphology of a language pack."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.morphology.derived import DerivedMorphology
from allonym.morphology.words import Settings
from allonym.ports import Morphology

_ENGINES = {
    "declined": "declined.DeclinedMorphology",
    "morfeusz": "morfeusz.MorfeuszMorphology",
    "plain": "plain.PlainMorphology",
    "rules": "rules.RuleMorphology",
    "suffixes": "agglutinative.AgglutinativeMorphology",
}


@cache
def load_morphology(pack: LanguagePack) -> Morphology:
    """Return the engine that ``morphology.toml`` names; ``plain`` for a pack without the file.

    Each pack has one: what an engine counts over the pack's names takes longer than all it is then
    asked about a short document, and is the same for every pipeline.

    Raises:
        PackError: If the engine is unknown.
    """
    table = pack.toml("morphology.toml").get("morphology", {})
    settings = Settings(pack, table)
    return DerivedMorphology.over(_engine(settings), settings)


def _engine(settings: Settings) -> Morphology:
    name = settings.table.get("engine", "plain")
    if name not in _ENGINES:
        known, code = ", ".join(_ENGINES), settings.pack.code
        raise PackError(f"{code}/morphology.toml: unknown engine {name!r}; known: {known}")
    module, _, kind = _ENGINES[name].partition(".")
    made: Morphology = getattr(import_module(f"allonym.morphology.{module}"), kind)(settings)
    return made
