"""Read a shipped network back, to train it on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from allonym.errors import ConfigError
from allonym.train.tagger import Network, Shape

Weights = dict[str, Tensor]

_ENCODER = ("table.weight", "mix.weight", "mix.bias", "norm.weight", "norm.bias")
"""The weights of a word encoder, in the order of the export."""


def read_model(folder: Path, shape: Shape) -> Weights:
    """Return the weights of a model folder, widened to `shape`.

    What the folder does not know begins at nothing: columns for further flags at zero, further
    classes as improbable.  Its conventions, folded into the places when it was exported, are those
    of no style in particular.

    Raises:
        ConfigError: If the folder's graphs are not those that `allonym.train.export` writes.
    """
    state = Network(shape).state_dict()
    try:
        _fill(state, _named(folder))
    except (OSError, KeyError, StopIteration, RuntimeError, ValueError) as error:
        raise ConfigError(f"{folder}: not a model to start from") from error
    return dict(state)


def _fill(state: Weights, known: dict[str, Tensor]) -> None:
    for name, whole in state.items():
        if name.startswith("context.blocks.") and name not in known and ".mix." in name:
            whole.zero_()  # a further block begins by adding nothing
    for name, value in known.items():
        whole = state[name]
        if name == "context.out.bias":
            whole.fill_(float(value.min()) - 3.0)
        elif name in ("words.mix.weight", "context.out.weight"):
            whole.zero_()
        whole[tuple(slice(size) for size in value.shape)] = value


def _named(folder: Path) -> dict[str, Tensor]:
    """Return the weights by the names that the network gives them, in the order of the export."""
    own, *_ = read_encoders(folder / "words.onnx")
    context = _weights(folder / "context.onnx")
    named = {f"words.{name}": value for name, value in own.items()}
    named["context.place.weight"] = next(context)
    for number in range(_blocks(folder)):
        block = f"context.blocks.{number}"
        named |= {f"{block}.norm.weight": next(context), f"{block}.norm.bias": next(context)}
        named |= {f"{block}.mix.weight": next(context).T, f"{block}.mix.bias": next(context)}
    named |= {"context.norm.weight": next(context), "context.norm.bias": next(context)}
    named |= {"context.out.weight": next(context).T, "context.out.bias": next(context)}
    return named


def read_encoders(path: Path) -> list[Weights]:
    """Return the word encoders of a ``words.onnx``: a pack's own, then the shared one if any."""
    found = list(_weights(path))
    several = []
    for first in range(0, len(found), len(_ENCODER)):
        encoder = dict(zip(_ENCODER, found[first : first + len(_ENCODER)], strict=True))
        several.append(encoder | {"mix.weight": encoder["mix.weight"].T})
    return several


def _blocks(folder: Path) -> int:
    """Return how many blocks a model has: place, four weights a block, two each to end with."""
    return (sum(1 for _ in _weights(folder / "context.onnx")) - 5) // 4


def _weights(path: Path) -> Iterator[Tensor]:
    """Yield the weights of a graph in their order, those in whole numbers with their scales as one.

    A table's scales are in half precision, one a row; those of `tools.quantize_contexts` in single,
    one a column and times the step of what goes in.
    """
    import onnx
    from onnx import numpy_helper

    model: Any = onnx.load(path)
    table: Any = 1.0
    step: Any = 1.0
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.int8:
            table = values
        elif values.dtype == np.float16:
            yield torch.from_numpy(values.astype(np.float32) * table)
            table = 1.0
        elif values.dtype == np.float32 and values.ndim == 0:
            step = values
        elif values.dtype == np.float32:
            yield torch.from_numpy(table * (values / step))
            table = 1.0


def mean(several: list[Weights]) -> Weights:
    """Return the mean of networks that were trained from one start: it knows what each has read.

    Source: Wortsman et al., "Model soups", ICML 2022.
    """
    return {name: torch.stack([w[name] for w in several]).mean(dim=0) for name in several[0]}


def between(old: Weights, new: Weights, kept: float) -> Weights:
    """Return a network between two, of which the second was trained on from the first.

    Args:
        old: Weights before.
        new: Weights after.
        kept: The share of the first.
    """
    return {name: kept * value + (1 - kept) * new[name] for name, value in old.items()}
