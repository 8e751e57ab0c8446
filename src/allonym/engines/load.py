"""Choose and load the engine of a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allonym.errors import EngineError, ProfileError
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import LanguagePack
from allonym.ports import Engine


def load_engine(pack: LanguagePack, options: Mapping[str, Any]) -> Engine:
    """Return the engine that the options ask for; the pack's own network by default.

    Args:
        pack: The language.
        options: ``engine`` (``onnx`` or ``spacy``), ``threads`` for the first, ``pipeline`` for
            the second.

    Raises:
        EngineError: If the pack has no network.
        MissingExtra: If what the engine needs is not installed.
        ProfileError: If the options are not understood.
    """
    name = options.get("engine", "spacy" if "pipeline" in options else "onnx")
    if name == "spacy":
        from allonym.engines.spacy import SpacyEngine

        if "pipeline" not in options:
            raise ProfileError('detect.model: engine "spacy" needs pipeline = "<its name>"')
        return SpacyEngine(str(options["pipeline"]))
    if name != "onnx":
        raise ProfileError(f'detect.model: unknown engine {name!r}; known: "onnx", "spacy"')
    return _shipped(pack, int(options.get("threads", 1)))


def _shipped(pack: LanguagePack, threads: int) -> Engine:
    from allonym.engines.onnx import OnnxEngine

    folder = pack.path("model/model.json")
    if folder is None:
        raise EngineError(
            f"no model for {pack.name}: names are found by lists and patterns only; "
            f"train one with: allonym train {pack.code}"
        )
    return OnnxEngine(folder.parent, load_lexicon(pack.root / "lexicon"), threads=threads)
