"""Turn the context layers of networks into whole numbers: ``quantize_contexts.py [LANG ...]``.

Rewrites ``model/context.onnx`` of each language named (all by default) and, with all, the layer
that they share.  A product of matrices then takes a third of its time and a half of its place.

Weights have a scale a column, what goes in a scale a layer: the largest magnitude that half of the
training documents stay within, read from what the layer sees there; what is larger is cut.  A scale
that hung on the text, as ONNX Runtime's own dynamic way has it, would make one document's reading
depend on what is read beside it.  Weights keep to seven bits, so that two products fit into sixteen
on processors without instructions of their own for this (Intel, *Lower Numerical Precision Deep
Learning Inference and Training*, 2018).
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from allonym.engines.features import place_bits
from allonym.engines.load import load_engine
from allonym.languages.pack import available, common_path, load_pack
from allonym.text.markup import parse_marked
from allonym.text.tokenize import tokenize

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"
SAMPLE = 60
"""Documents of each language that scales are read from."""
WEIGHT, INPUT, ZERO = 63, 127, 128
"""Largest whole number of a weight; of what goes in, on both sides of the number for nothing."""

Feed = dict[str, Any]


def main(wanted: Sequence[str]) -> int:
    """Rewrite the layers; one that is in whole numbers already stays."""
    shared: list[Feed] = []
    for code in wanted or available():
        feeds = list(_feeds(code))
        own = load_pack(code).where("model") / "context.onnx"
        _rewrite(own, [parts[0] for parts in feeds])
        shared += [parts[1] for parts in feeds if len(parts) > 1]
    if not wanted and shared:
        _rewrite(common_path("context.onnx"), shared)
    return 0


def _feeds(code: str) -> Iterator[list[Feed]]:
    """Yield what each context layer is given of some documents of a language."""
    engine: Any = load_engine(load_pack(code), {})
    documents = parse_marked((DOCUMENTS / code / "train.txt").read_text("utf-8"))
    for document, _ in zip(documents, range(SAMPLE), strict=False):
        offsets = tokenize(document.text)
        vectors = engine.word_vectors([document.text[a:b] for a, b in offsets])
        places = np.array(place_bits(document.text, offsets))[None]
        mask = np.ones((1, len(offsets), 1), np.float32)
        yield [
            {"vectors": vectors[None, :, part], "places": places, "mask": mask}
            for part in engine.context_parts
        ]


def _rewrite(path: Path, feeds: Sequence[Feed]) -> None:
    model = onnx.load(path)
    if any(node.op_type == "MatMulInteger" for node in model.graph.node):
        print(f"{path}: in whole numbers already")
        return
    before = path.stat().st_size
    path.write_bytes(quantized(model, ranges(model, feeds)).SerializeToString())
    print(f"{path}: {before} to {path.stat().st_size} bytes")


def ranges(model: Any, feeds: Sequence[Feed]) -> dict[str, float]:
    """Return how large what goes into each product is, in half of the documents at most.

    Args:
        model: The layer; it stays as it is.
        feeds: What it is given of each document.
    """
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    inputs = [node.input[0] for node in shown.graph.node if node.op_type == "MatMul"]
    shown.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in inputs
    )
    session = onnxruntime.InferenceSession(shown.SerializeToString())
    seen = [[float(np.abs(x).max()) for x in session.run(inputs, feed)] for feed in feeds]
    return dict(zip(inputs, map(statistics.median, zip(*seen, strict=True)), strict=True))


def quantized(model: Any, sizes: Mapping[str, float]) -> Any:
    """Return a model whose products with weights are of whole numbers.

    Args:
        model: As `allonym.train.export` writes it: weights in half precision, each cast once.
        sizes: How large what goes into each product is.
    """
    graph = model.graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    casts = {n.output[0]: n.input[0] for n in graph.node if n.op_type == "Cast"}
    nodes: list[Any] = []
    instead: dict[str, list[Any]] = {}
    for node in graph.node:
        name = casts.get(node.input[1], "") if node.op_type == "MatMul" else ""
        if name not in stored:
            nodes.append(node)
            continue
        made, constants = _product(node, stored[name].astype(np.float32), sizes[node.input[0]])
        nodes += made
        instead[name] = constants  # in its place: what reads weights back goes by their order
    nodes = [n for n in nodes if n.op_type != "Cast" or n.input[0] not in instead]
    kept = [made for i in graph.initializer for made in instead.get(i.name, [i])]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    return model


def _product(node: Any, weights: Any, size: float) -> tuple[list[Any], list[Any]]:
    """Return the nodes and the constants of one product, in place of its node."""
    own = node.output[0]
    scales = np.abs(weights).max(axis=0) / WEIGHT + np.float32(1e-9)
    step = np.float32(size / INPUT)
    names = [f"{own}_{part}" for part in ("weights", "step", "zero", "scales")]
    values = (
        np.round(weights / scales).astype(np.int8), np.asarray(step), np.array(ZERO, np.uint8),
        (step * scales).astype(np.float32),
    )  # fmt: skip
    whole, one, zero, scale = names
    nodes = [
        helper.make_node("QuantizeLinear", [node.input[0], one, zero], [f"{own}_in"]),
        helper.make_node("MatMulInteger", [f"{own}_in", whole, zero], [f"{own}_sum"]),
        helper.make_node("Cast", [f"{own}_sum"], [f"{own}_cast"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{own}_cast", scale], [own]),
    ]
    return nodes, [numpy_helper.from_array(v, n) for n, v in zip(names, values, strict=True)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
