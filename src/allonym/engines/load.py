"""Choose and load the engine of a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from operator import attrgetter
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
    if name not in _ENGINES:
        known = ", ".join(f'"{known}"' for known in ("onnx", *_ENGINES))
        raise ProfileError(f"detect.model: unknown engine {name!r}; known: {known}")
    key, kind = _ENGINES[name]
    found = options.get(key) or pack.settings.get("recommended", {}).get(name)
    if not found:
        raise ProfileError(f'detect.model: engine "{name}" needs {key} = "<its name>"')
    engine: Engine = attrgetter(kind)(import_module(f"allonym.engines.{name}"))(str(found))
    return engine


_ENGINES: Mapping[str, tuple[str, str]] = {
    "spacy": ("pipeline", "SpacyEngine"),
    "transformers": ("model", "TransformersEngine.load"),
    "gliner": ("model", "GlinerEngine.load"),
    "probe": ("model", "ProbeEngine.load"),
}
"""Option that names what each engine loads, and what makes it in the module of its name."""


def load_untyped(pack: LanguagePack) -> Engine:
    """Return the pack's network as one that only tells names from what is none.

    Raises:
        EngineError: If the pack has no network.
    """
    return _shipped(pack, 1, typed=False)


def _shipped(pack: LanguagePack, threads: int, *, typed: bool = True) -> Engine:
    model = pack.path("model/model.json")
    if model is None:
        raise EngineError(
            f"no model for {pack.name}: names are found by lists and patterns only; "
            f"train one with: allonym train {pack.code}"
        )
    made = model.stat().st_mtime_ns  # training may put another there
    return _network(model.parent, pack.where("lexicon"), threads, typed, made)


@lru_cache(maxsize=32)
def _network(folder: Path, lexicon: Path, threads: int, typed: bool, _made: int) -> Engine:
    """Return one engine for pipelines under any profile: it keeps vectors of words it has met."""
    from allonym.engines.onnx import OnnxEngine

    return OnnxEngine(folder, load_lexicon(lexicon), threads=threads, typed=typed)


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees that turn a table into probabilities."""

    columns: tuple[str, ...]  # the columns that they ask for, in order
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

    session = open_session(path, 1, as_written=True)
    columns = session.get_modelmeta().custom_metadata_map.get("columns", "")
    if not columns:
        raise EngineError(f"{path}: the trees do not name their columns; fit them again")
    return Trees(tuple(columns.split("\n")), session)
