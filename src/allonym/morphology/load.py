"""The morphology of a language pack."""

from __future__ import annotations

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.morphology.words import Settings
from allonym.ports import Morphology

ENGINES = ("morfeusz", "plain")


def load_morphology(pack: LanguagePack) -> Morphology:
    """Return the engine that ``morphology.toml`` names; ``plain`` for a pack without the file.

    Raises:
        PackError: If the engine is unknown.
    """
    table = pack.toml("morphology.toml").get("morphology", {})
    engine = table.get("engine", "plain")
    if engine == "morfeusz":
        from allonym.morphology.morfeusz import MorfeuszMorphology

        return MorfeuszMorphology(Settings(pack, table))
    if engine == "plain":
        from allonym.morphology.plain import PlainMorphology

        return PlainMorphology(Settings(pack, table))
    known = ", ".join(ENGINES)
    raise PackError(f"{pack.code}/morphology.toml: unknown engine {engine!r}; known: {known}")
