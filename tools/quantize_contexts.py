"""Turn the context layers of networks into whole numbers: ``quantize_contexts.py [LANG ...]``.

Rewrites ``model/context.onnx`` of each language named (all by default) and, with all, the layer
that they share.  A product of matrices then takes a third of its time and a half of its place.

Weights have a scale a column, what goes in a scale a layer: the largest magnitude that half of the
training documents stay within, read from what the layer sees there; what is larger is cut.  A scale
that hung on the text, as ONNX Runtime's own dynamic way has it, would make one document's reading
depend on what is read beside it.  Weights keep to seven bits, so that two products fit into sixteen
on processors without instructions of their own for this (Intel, *Lower Numerical Precision Deep
Learning Inference and Training*, 2018).

A layer in whole numbers then spent two thirds of its time on moving numbers: `fused` lays it out so
that less is moved, and what it says stays the same to the bit.
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
_FUSED, _DOMAIN = "MatMulIntegerToFloat", "com.microsoft"
"""ONNX Runtime's product of whole numbers that is scaled and moved by a bias in one go."""

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
    kinds = {node.op_type for node in model.graph.node}
    if _FUSED in kinds:
        print(f"{path}: in whole numbers already")
        return
    before = path.stat().st_size
    whole = model if "MatMulInteger" in kinds else quantized(model, ranges(model, feeds))
    path.write_bytes(fused(whole).SerializeToString())
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


def fused(model: Any) -> Any:
    """Return a layer in whole numbers that says the same, to the bit, and moves less.

    Numbers get whole before they are masked, padded and laid side by side, a byte each instead of
    four; the two halves of what gates itself are products of their own, not one that is cut in two;
    and scale and bias are no passes of their own.

    Args:
        model: As `quantized` returns it.
    """
    graph = model.graph
    maker = {name: node for node in graph.node for name in node.output}
    reader = {name: node for node in graph.node for name in node.input}
    real = helper.make_node("Cast", ["mask"], ["real"], to=TensorProto.BOOL)
    one = helper.make_node("Constant", [], ["one"], value_float=1.0)
    nodes, gone = [real, one], list[Any]()
    instead: dict[int, list[Any]] = {}
    for whole in [node for node in graph.node if node.op_type == "QuantizeLinear"]:
        beside = maker[whole.input[0]]
        if beside.op_type == "Concat":
            padded = maker[maker[beside.input[0]].input[0]]
            masked = maker[padded.input[0]]
            (plain,) = (name for name in masked.input if name != "mask")
            instead[id(padded)] = _masked(plain, whole, padded)
            beside.output[0] = whole.output[0]
            gone += whole, masked, padded
        product = reader[whole.output[0]]
        steps = [product]
        while steps[-1].op_type != "Add":
            steps.append(reader[steps[-1].output[0]])
        behind = reader.get(steps[-1].output[0])
        halves = behind if behind and behind.op_type == "Split" else None
        gone += (*steps, halves) if halves else steps
        instead[id(steps[-1])] = _gated(steps, halves.output if halves else steps[-1].output)
    dropped = {id(node) for node in gone}
    for node in graph.node:
        nodes += instead.get(id(node), [] if id(node) in dropped else [node])
    kept = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:]
    graph.node.extend(kept)
    model.opset_import.append(helper.make_opsetid(_DOMAIN, 1))
    onnx.checker.check_model(model)
    return model


def _masked(plain: str, whole: Any, padded: Any) -> list[Any]:
    """Return the nodes that make numbers whole, then mask and pad them with that for nothing."""
    step, zero, edges = *whole.input[1:], padded.input[1]
    return [
        helper.make_node("QuantizeLinear", [plain, step, zero], [f"{plain}_in"]),
        helper.make_node("Where", ["real", f"{plain}_in", zero], [f"{plain}_real"]),
        helper.make_node("Pad", [f"{plain}_real", edges, zero], [padded.output[0]]),
    ]


def _gated(steps: Sequence[Any], outputs: Sequence[str]) -> list[Any]:
    """Return the nodes of a product with scales and bias, one for each of the outputs."""
    product, scaled, moved = steps[0], steps[-2], steps[-1]
    (scales,) = (name for name in scaled.input if name != steps[-3].output[0])
    (bias,) = (name for name in moved.input if name != scaled.output[0])
    parts = (product.input[1], 1), (scales, 0), (bias, 0)
    names = [
        [f"{name}_{n}" if len(outputs) > 1 else name for n in range(len(outputs))]
        for name, _ in parts
    ]
    made = [
        helper.make_node("Split", [name], own, axis=axis)
        for (name, axis), own in zip(parts, names, strict=True)
        if len(outputs) > 1
    ]
    for output, weights, scale, move in zip(outputs, *names, strict=True):
        given = [product.input[0], weights, "one", scale, product.input[2], "", move]
        made.append(helper.make_node(_FUSED, given, [output], domain=_DOMAIN))
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
