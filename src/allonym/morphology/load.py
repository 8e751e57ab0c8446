"""The morphology of a language pack."""

from __future__ import annotations

from functools import cache

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
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
    engine = table.get("engine", "plain")
    if engine == "morfeusz":
        from allonym.morphology.morfeusz import MorfeuszMorphology

        return MorfeuszMorphology(Settings(pack, table))
    if engine == "declined":
        from allonym.morphology.declined import DeclinedMorphology

        return DeclinedMorphology(Settings(pack, table))
    if engine == "plain":
        from allonym.morphology.plain import PlainMorphology

        return PlainMorphology(Settings(pack, table))
    if engine == "rules":
        from allonym.morphology.rules import RuleMorphology

        return RuleMorphology(Settings(pack, table))
    if engine == "suffixes":
        from allonym.morphology.agglutinative import AgglutinativeMorphology

        return AgglutinativeMorphology(Settings(pack, table))
    known = ", ".join(ENGINES)
    raise PackError(f"{pack.code}/morphology.toml: unknown engine {engine!r}; known: {known}")
