"""Write a trained network as the two ONNX files and the settings that the engine reads.

The graphs are built node by node, so that nothing but ``onnx`` is needed and the files hold what
is meant: weights in half precision, cast once when they are loaded.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from allonym.engines.features import COLUMNS, FLAG_COUNT
from allonym.train.data import TYPES
from allonym.train.tagger import Network, Shape

_OPSET = 17
_IR_VERSION = 9


class Graph:
    """A graph under construction: each method adds a node and returns its output's name."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, op: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """Add a node; return its output, or the list of its outputs."""
        names = [f"{op.lower()}{len(self.nodes)}_{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(op, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def kept(self, values: NDArray[Any]) -> str:
        """Keep an array as it is."""
        self.weights.append(numpy_helper.from_array(values, f"w{len(self.weights)}"))
        return str(self.weights[-1].name)

    def constant(self, values: Sequence[int]) -> str:
        """Add a list of integers."""
        return self.kept(np.array(values, dtype=np.int64))

    def weight(self, values: NDArray[np.float32]) -> str:
        """Add weights in half precision and the cast to single."""
        return str(self.add("Cast", self.kept(values.astype(np.float16)), to=TensorProto.FLOAT))

    def row(self, table: NDArray[np.float32]) -> str:
        """Add a table; return its lines of ``rows``."""
        return str(self.add("Gather", self.weight(table), "rows", axis=0))

    def byte_row(self, table: NDArray[np.float32]) -> str:
        """Add a table in bytes, with a scale a line; return its lines of ``rows``.

        Bytes that are read back and written again stay as they are.
        """
        scale = np.maximum(np.abs(table).max(axis=1, keepdims=True) / 127, 1e-7).astype(np.float16)
        rounded = np.clip(np.round(table / scale.astype(np.float32)), -127, 127).astype(np.int8)
        gathered = [self.add("Gather", self.kept(x), "rows", axis=0) for x in (rounded, scale)]
        return str(self.add("Mul", *(self.add("Cast", x, to=TensorProto.FLOAT) for x in gathered)))

    def linear(self, layer: Any, x: str) -> str:
        """Add a linear layer."""
        product = self.add("MatMul", x, self.weight(_array(layer.weight).T))
        return str(self.add("Add", product, self.weight(_array(layer.bias))))

    def norm(self, layer: Any, x: str) -> str:
        """Add a layer normalization."""
        scale, bias = self.weight(_array(layer.weight)), self.weight(_array(layer.bias))
        return str(self.add("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-5))

    def gate(self, x: str, axis: int) -> str:
        """Add a gated linear unit."""
        value, door = self.add("Split", x, outputs=2, axis=axis)
        return str(self.add("Mul", value, self.add("Sigmoid", door)))

    def save(self, path: Path, inputs: Sequence[Any], output: str, shape: Sequence[Any]) -> None:
        """Close the graph and write it."""
        self.nodes[-1].output[0] = output
        result = helper.make_tensor_value_info(output, TensorProto.FLOAT, list(shape))
        graph = helper.make_graph(self.nodes, path.stem, list(inputs), [result], self.weights)
        opset = [helper.make_opsetid("", _OPSET)]
        model = helper.make_model(graph, opset_imports=opset, producer_name="allonym")
        model.ir_version = _IR_VERSION
        onnx.checker.check_model(model)
        path.write_bytes(model.SerializeToString())


def export(
    network: Network, shape: Shape, out: Path, *, style: int, settings: dict[str, Any]
) -> None:
    """Write ``words.onnx``, ``context.onnx`` and ``model.json``.

    `style` says whose annotation conventions to follow; settings are what else the engine must
    know: ``calibration`` ...
    """
    out.mkdir(parents=True, exist_ok=True)
    write_words((network.words,), (shape.width,), out / "words.onnx")
    write_context(network.context, shape, style, out / "context.onnx")
    known = {"format": 1, "types": TYPES, "rows": shape.table.rows, "gap": shape.gap,
             "flags": FLAG_COUNT}  # fmt: skip
    text = json.dumps({**known, **settings}, indent=1, sort_keys=True)
    (out / "model.json").write_text(text + "\n", encoding="utf-8")


def write_words(encoders: Sequence[Any], widths: Sequence[int], path: Path) -> None:
    """Write word encoders side by side; the tables of several in bytes, or they would be heavy."""
    graph = Graph()
    look = graph.row if len(encoders) == 1 else graph.byte_row
    made = [_encoded(graph, encoder, look(_array(encoder.table.weight))) for encoder in encoders]
    if len(made) > 1:
        graph.add("Concat", *made, axis=1)
    rows = helper.make_tensor_value_info("rows", TensorProto.INT64, ["n", sum(COLUMNS)])
    flags = helper.make_tensor_value_info("flags", TensorProto.FLOAT, ["n", FLAG_COUNT])
    graph.save(path, (rows, flags), "vectors", ["n", sum(widths)])


def _encoded(graph: Graph, encoder: Any, gathered: str) -> str:
    split = graph.constant(COLUMNS)
    parts = graph.add("Split", gathered, split, outputs=len(COLUMNS), axis=1)
    axis = graph.constant([1])
    summed = [graph.add("ReduceSum", part, axis, keepdims=0) for part in parts]
    joined = graph.add("Concat", *summed, "flags", axis=1)
    return graph.norm(encoder.norm, graph.gate(graph.linear(encoder.mix, joined), axis=1))


def write_context(tagger: Any, shape: Shape, style: int, path: Path) -> None:
    """Write a context layer that follows the conventions of one style."""
    graph = Graph()
    places = _array(tagger.place.weight) + _array(tagger.style.weight)[style]
    place = graph.add("Gather", graph.weight(places), "places", axis=0)
    x = graph.add("Add", "vectors", place)
    for block in tagger.blocks:
        x = graph.add("Add", x, _block(graph, block, x))
    scores = graph.linear(tagger.out, graph.norm(tagger.norm, x))
    graph.add("Softmax", scores, axis=-1)
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["b", "t", shape.width])
    bits = helper.make_tensor_value_info("places", TensorProto.INT64, ["b", "t"])
    mask = helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["b", "t", 1])
    graph.save(path, (vectors, bits, mask), "probabilities", ["b", "t", shape.labels])


def _block(graph: Graph, block: Any, x: str) -> str:
    step = block.dilation
    normal = graph.add("Mul", graph.norm(block.norm, x), "mask")
    padded = graph.add("Pad", normal, graph.constant([0, step, 0, 0, step, 0]))
    axis = graph.constant([1])
    around = [
        graph.add("Slice", padded, graph.constant([start]), graph.constant([end]), axis)
        for start, end in ((0, -2 * step), (step, -step), (2 * step, 2**60))
    ]
    return graph.gate(graph.linear(block.mix, graph.add("Concat", *around, axis=2)), axis=2)


def _array(tensor: Any) -> NDArray[np.float32]:
    return np.asarray(tensor.detach().numpy(), dtype=np.float32)
