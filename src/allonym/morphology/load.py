"""The morphology of a language pack."""

from __future__ import annotations

from functools import cache

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.morphology.derived import DerivedMorphology
from allonym.morphology.words import Settings
from allonym.ports import Morphology

ENGINES = ("declined", "morfeusz", "plain", "rules", "suffixes")


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
    if name == "morfeusz":
        from allonym.morphology.morfeusz import MorfeuszMorphology

        return MorfeuszMorphology(settings)
    if name == "declined":
        from allonym.morphology.declined import DeclinedMorphology

        return DeclinedMorphology(settings)
    if name == "plain":
        from allonym.morphology.plain import PlainMorphology

        return PlainMorphology(settings)
    if name == "rules":
        from allonym.morphology.rules import RuleMorphology

        return RuleMorphology(settings)
    if name == "suffixes":
        from allonym.morphology.agglutinative import AgglutinativeMorphology

        return AgglutinativeMorphology(settings)
    known, code = ", ".join(ENGINES), settings.pack.code
    raise PackError(f"{code}/morphology.toml: unknown engine {name!r}; known: {known}")
