"""Choose and load the engine of a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from allonym.errors import EngineError, ProfileError
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import LanguagePack
from allonym.ports import Engine


def load_engine(pack: LanguagePack, options: Mapping[str, Any]) -> Engine:
    """Return the engine that the options ask for; the pack's own network by default.

    Args:
        pack: The language.
        options: ``engine`` (``onnx``, ``spacy``, ``transformers``, ``gliner``, ``probe``),
            ``threads`` for the first, ``pipeline`` for the second, ``model`` for the others;
            without the last two the pack's recommended model is used.

    Raises:
        EngineError: If the pack has no network.
        MissingExtra: If what the engine needs is not installed.
        ProfileError: If the options are not understood.
    """
    name = options.get("engine", "spacy" if "pipeline" in options else "onnx")
    if name == "onnx":
        return _shipped(pack, int(options.get("threads", 1)))
    if name not in _KEYS:
        known = ", ".join(f'"{known}"' for known in ("onnx", *_KEYS))
        raise ProfileError(f"detect.model: unknown engine {name!r}; known: {known}")
    return _LOADERS[name](_model(pack, name, options))


def _model(pack: LanguagePack, engine: str, options: Mapping[str, Any]) -> str:
    """Return the model that an engine is to load: the profile's, else the pack's recommended."""
    key = _KEYS[engine]
    found = options.get(key) or pack.settings.get("recommended", {}).get(engine)
    if not found:
        raise ProfileError(f'detect.model: engine "{engine}" needs {key} = "<its name>"')
    return str(found)


def _spacy(model: str) -> Engine:
    from allonym.engines.spacy import SpacyEngine

    return SpacyEngine(model)


def _transformers(model: str) -> Engine:
    from allonym.engines.transformers import TransformersEngine

    return TransformersEngine.load(model)


def _gliner(model: str) -> Engine:
    from allonym.engines.gliner import GlinerEngine

    return GlinerEngine.load(model)


def _probe(model: str) -> Engine:
    from allonym.engines.probe import ProbeEngine

    return ProbeEngine.load(model)


_KEYS: Mapping[str, str] = {
    "spacy": "pipeline", "transformers": "model", "gliner": "model", "probe": "model",
}  # fmt: skip
"""Option that names what each engine loads."""

_LOADERS: Mapping[str, Callable[[str], Engine]] = {
    "spacy": _spacy, "transformers": _transformers, "gliner": _gliner, "probe": _probe,
}  # fmt: skip


def load_untyped(pack: LanguagePack) -> Engine:
    """Return the pack's network as one that only tells names from what is none.

    Raises:
        EngineError: If the pack has no network.
    """
    return _shipped(pack, 1, typed=False)


def _shipped(pack: LanguagePack, threads: int, *, typed: bool = True) -> Engine:
    from allonym.engines.onnx import OnnxEngine

    folder = pack.path("model/model.json")
    if folder is None:
        raise EngineError(
            f"no model for {pack.name}: names are found by lists and patterns only; "
            f"train one with: allonym train {pack.code}"
        )
    lexicon = load_lexicon(pack.where("lexicon"))
    return OnnxEngine(folder.parent, lexicon, threads=threads, typed=typed)


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees that turn a table into probabilities.

    Attributes:
        columns: The columns that they ask for, in order.
    """

    columns: tuple[str, ...]
    _session: Any = field(repr=False)

    def __call__(self, table: Any) -> Any:
        """Return the probabilities of the classes, one line for each of the table."""
        return self._session.run(["probabilities"], {"table": table})[0]


@cache
def load_trees(path: Path) -> Trees:
    """Return the trees of a decision.

    Raises:
        EngineError: If the file does not say which columns they ask for.
    """
    from allonym.engines.onnx import open_session

    session = open_session(path, 1)
    columns = session.get_modelmeta().custom_metadata_map.get("columns", "")
    if not columns:
        raise EngineError(f"{path}: the trees do not name their columns; fit them again")
    return Trees(tuple(columns.split("\n")), session)
