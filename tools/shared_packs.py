"""Give packs their part of the network of all languages: export it, keep it, calibrate both.

A pack's ``words.onnx`` then makes two vectors of a word, side by side, the own network's first;
``widths`` in ``model.json`` says where one ends.  ``common/context.onnx`` reads the second vectors
of every pack, and the engine takes the mean of what both networks say (`allonym.engines.onnx`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tools.shared_training import shape_for
from tools.tuning import example
from tools.tuning_documents import STYLE
from tools.tuning_start import Weights, read_encoders

from allonym.engines.features import TableLayout
from allonym.engines.onnx import OnnxEngine
from allonym.errors import ConfigError
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.text.markup import parse_marked
from allonym.train.export import write_context, write_words
from allonym.train.pack import Example, fit_calibration, read_weights, write_weights
from allonym.train.tagger import Network, Shape, WordEncoder

SOFTNESS = 0.5
"""What scores are multiplied with before they become probabilities: a network that has read its
documents for so long is too sure of them, and would outvote the own one."""

SPLITS = ("everyday", "fresh")
"""Documents that no network has read; both calibrate."""


def write_trained(network: Network, languages: Sequence[str], out: Path) -> None:
    """Write a trained network, and which languages its table is of."""
    out.mkdir(parents=True, exist_ok=True)
    write_weights(network, out / "weights.npz")
    _write_json(out / "network.json", {"languages": list(languages)})


def export_shared(trained: Path, packs: Path) -> None:
    """Join a trained network to the packs of its languages, in place.

    Args:
        trained: What `write_trained` wrote.
        packs: The folder that holds ``<language>/model`` with a network of its own, which stays
            as it is, and ``common``.
    """
    languages = json.loads((trained / "network.json").read_text("utf-8"))["languages"]
    weights: dict[str, Any] = read_weights(trained / "weights.npz")
    width = len(weights["context.norm.weight"])
    shape = shape_for(len(languages), width)
    network = Network(shape)
    network.load_state_dict(weights)
    section = TableLayout().size - 1
    with torch.no_grad():
        network.context.out.weight.mul_(SOFTNESS)
        network.context.out.bias.mul_(SOFTNESS)
    named = {f"{n}": v for n, v in network.words.state_dict().items() if n != "table.weight"}
    table = network.words.table.weight.detach()
    for number, language in enumerate(languages):
        rows = table[1 + number * section : 1 + (number + 1) * section]
        own = {"table.weight": torch.cat([torch.zeros(1, table.shape[1]), rows])}
        join(packs / language / "model", own | named, shape.reach)
    (packs / "common").mkdir(exist_ok=True)
    write_context(network.context, shape, STYLE, packs / "common" / "context.onnx")


def keep_shared(old: Path, new: Path) -> None:
    """Join the shared part of a pack to a network of its own that was trained anew.

    Args:
        old: The ``model`` folder that has a shared part.
        new: The ``model`` folder that `allonym.train.export` wrote.

    Raises:
        ConfigError: If the old one has none.
    """
    _, *shared = read_encoders(old / "words.onnx")
    if not shared:
        raise ConfigError(f"{old}: no shared part to keep")
    join(new, shared[0], json.loads((old / "model.json").read_text("utf-8"))["reach"])


def join(folder: Path, shared: Weights, reach: int) -> None:
    """Lay a shared encoder beside the own one of a ``model`` folder, in place of one before.

    Args:
        folder: Holds ``words.onnx`` and ``model.json``.
        shared: The weights of the encoder.
        reach: How many words to either side the shared network looks.
    """
    settings = json.loads((folder / "model.json").read_text("utf-8"))
    own = read_encoders(folder / "words.onnx")[0]
    encoders = [_encoder(weights) for weights in (own, shared)]
    widths = [encoder.norm.normalized_shape[0] for encoder in encoders]
    write_words(encoders, widths, folder / "words.onnx")
    alone = settings.get("alone", settings.get("calibration", {}))
    told = {"widths": widths, "reach": max(settings["reach"], reach), "alone": alone}
    _write_json(folder / "model.json", settings | told)


def _encoder(weights: Weights) -> WordEncoder:
    width = len(weights["norm.weight"])
    encoder = WordEncoder(Shape(width=width))
    encoder.load_state_dict(weights)
    return encoder


def calibrate(language: str, documents: Path, packs: Path) -> dict[str, list[float]]:
    """Fit the calibration of a pack whose network was joined; return it.

    What the own network's scores are worth was fitted on documents that each fold had not read,
    far more than there are here (``alone`` in ``model.json``).  So only the difference that the
    shared one makes is fitted: both networks and the own one alone, on the same documents.

    Args:
        language: ISO 639-1 code.
        documents: The folder that holds ``<language>/everyday.txt`` and ``fresh.txt``.
        packs: The folder that holds ``<language>/model``, with the shared part that ships.
    """
    folder = packs / language / "model"
    settings = json.loads((folder / "model.json").read_text("utf-8"))
    if "alone" not in settings:
        raise ConfigError(f"{folder}: no shared part to calibrate")
    examples = _examples(documents / language)
    lexicon = Lexicon.load(ROOT / language / "lexicon")
    both, one = (_fit(folder, lexicon, examples, parts) for parts in (2, 1))
    fitted = dict(settings["alone"])
    for label in fitted.keys() & both.keys() & one.keys():
        values = zip(fitted[label], both[label], one[label], strict=True)
        fitted[label] = [round(old + new - before, 4) for old, new, before in values]
    _write_json(folder / "model.json", settings | {"calibration": fitted})
    return fitted


def _examples(folder: Path) -> list[Example]:
    paths = [folder / f"{split}.txt" for split in SPLITS]
    texts = [path.read_text("utf-8") for path in paths if path.is_file()]
    return [example(document) for text in texts for document in parse_marked(text)]


def _fit(
    folder: Path, lexicon: Lexicon, examples: Sequence[Example], parts: int
) -> dict[str, list[float]]:
    """Return what calibrates the first parts of a network, as if it were not calibrated yet."""
    engine = OnnxEngine(folder, lexicon)
    engine._calibration = {}
    engine._context = type(engine._context)(engine._context.parts[:parts])
    return fit_calibration([(engine, examples)])


def _write_json(path: Path, values: dict[str, Any]) -> None:
    path.write_text(json.dumps(values, indent=1, sort_keys=True) + "\n", encoding="utf-8")
