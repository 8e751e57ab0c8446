"""Any token classifier that ``transformers`` can load, as an engine.

Masked language models it can load are a source of words for a gap.

Texts longer than the model's window are read in windows that overlap, and each word is taken from
the one in which it stands furthest from an edge.  A word has the label of its first piece, as in
the training of such models (Devlin et al. 2019, section 5.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from allonym.engines.decode import decode
from allonym.engines.onnx import open_session
from allonym.engines.spacy import LABELS
from allonym.errors import EngineError, needs
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span

_TYPES = ("PER", "LOC", "ORG", "MISC")
_LONGEST = 512
_OVERLAP = 64
_MARKS = "-_"

Classify = Callable[[Mapping[str, Any]], Any]
"""From a tokenizer's arrays to logits: windows by pieces by labels."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of one window: where it stands, its row of probabilities, how far from an edge."""

    start: int
    end: int
    row: Any
    depth: int


class TransformersEngine:
    """Runs a token classifier.

    Args:
        tokenizer: A fast tokenizer of ``transformers``.
        classify: Runs the network.
        labels: Name of each column of the logits, such as ``B-PER``.
    """

    def __init__(self, tokenizer: Any, classify: Classify, labels: Sequence[str]) -> None:
        self._tokenizer = tokenizer
        self._classify = classify
        self._columns = _columns(labels)
        limit = getattr(tokenizer, "model_max_length", _LONGEST)
        self._length = int(min(limit, _LONGEST))

    @classmethod
    def load(cls, model: str) -> TransformersEngine:
        """Load a model; an ONNX export in its folder is run without ``torch``.

        Args:
            model: Its name on the hub, or the folder it lies in.

        Raises:
            MissingExtra: If ``transformers`` is not installed.
            EngineError: If the model cannot be loaded, or labels nothing that is known here.
        """
        with needs('engine "transformers" needs', "transformers"):
            from transformers import AutoConfig, AutoTokenizer
        try:
            config = AutoConfig.from_pretrained(model)
            tokenizer = AutoTokenizer.from_pretrained(model, use_fast=True)
            classify = _onnx(model) or _torch(model)
        except (OSError, ValueError, KeyError) as error:
            raise EngineError(
                f"{model!r} is no token classifier that can be loaded; give its hub name or folder"
            ) from error
        labels = [str(config.id2label[index]) for index in range(len(config.id2label))]
        return cls(tokenizer, classify, labels)

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return the labelled spans of each text that are at least so probable."""
        return [[s for s in self._spans(text) if s.score >= floor] for text in texts]

    def _spans(self, text: str) -> Iterator[ScoredSpan]:
        words = self._words(text)
        if not words:
            return
        for found in decode(np.stack([word.row for word in words])):
            span = Span(words[found.first].start, words[found.last].end)
            yield ScoredSpan(span, _TYPES[found.type], found.score)

    def _words(self, text: str) -> list[_Word]:
        if not text.strip():
            return []
        batch = self._tokenizer(
            text, truncation=True, max_length=self._length, padding=True, return_tensors="np",
            stride=min(_OVERLAP, self._length // 4), return_overflowing_tokens=True,
            return_offsets_mapping=True,
        )  # fmt: skip
        inputs = {k: batch[k] for k in self._tokenizer.model_input_names if k in batch}
        logits = np.asarray(self._classify(inputs), dtype=np.float64)
        weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
        rows = (weights / weights.sum(axis=-1, keepdims=True)) @ self._columns
        best: dict[int, _Word] = {}
        for window in range(len(rows)):
            for word in _window(batch, window, rows[window]):
                if word.start not in best or best[word.start].depth < word.depth:
                    best[word.start] = word
        return _disjoint(best[start] for start in sorted(best))


def _window(batch: Any, window: int, rows: Any) -> Iterator[_Word]:
    """Yield the words of a window, pieces joined."""
    offsets, numbers = batch["offset_mapping"][window], batch.word_ids(window)
    current, start, end, first = None, 0, 0, 0
    for piece, number in enumerate([*numbers, None]):
        if number is not None and number == current:
            end = int(offsets[piece][1])
            continue
        if current is not None and start < end:
            yield _Word(start, end, rows[first], min(first, len(numbers) - first))
        current, first = number, piece
        if number is not None:
            start, end = int(offsets[piece][0]), int(offsets[piece][1])


def _disjoint(words: Iterator[_Word]) -> list[_Word]:
    """Drop what the edge of a window left of a word that another window has whole."""
    found: list[_Word] = []
    for word in words:
        if found and word.start < found[-1].end:
            continue
        found.append(word)
    return found


def _columns(labels: Sequence[str]) -> Any:
    """Return the matrix from the model's labels to O, then B and I of each type here.

    Labels without a prefix begin and continue alike, and so do those of a scheme that has only
    ``I-``; what is unknown here counts as O.
    """
    matrix = np.zeros((len(labels), 1 + 2 * len(_TYPES)))
    known = False
    begins = any(label[:1] in "BSU" and label[1:2] in _MARKS for label in labels)
    for row, label in enumerate(labels):
        prefixed = bool(label[1:2]) and label[1:2] in _MARKS
        prefix, name = (label[0], label[2:]) if prefixed else ("", label)
        prefix = prefix if begins else ""
        ours = LABELS.get(name, LABELS.get(name.upper(), _fine(name)))
        if ours is None:
            matrix[row, 0] = 1.0
            continue
        known = True
        column = 1 + 2 * _TYPES.index(ours)
        if prefix in ("I", "E", "L"):
            matrix[row, column + 1] = 1.0
        elif prefix:
            matrix[row, column] = 1.0
        else:
            matrix[row, column : column + 2] = 0.5
    if not known:
        raise EngineError("the model has no label for persons, places or organisations")
    return matrix


def _fine(name: str) -> str | None:
    """Return our label for a finer one such as ``nam_liv_person`` or ``nam_loc_gpe_city``."""
    kinds = {"nam_liv": "PER", "nam_loc": "LOC", "nam_fac": "LOC", "nam_org": "ORG"}
    return next((ours for start, ours in kinds.items() if name.lower().startswith(start)), None)


def _onnx(model: str) -> Classify | None:
    """Return what runs the ONNX export in a model's folder, if it has one."""
    folder = Path(model)
    found = [p for p in (folder / "model.onnx", folder / "onnx" / "model.onnx") if p.exists()]
    if not found:
        return None
    session = open_session(found[0], 0)  # as many threads as there are cores
    wanted = {node.name for node in session.get_inputs()}

    def classify(inputs: Mapping[str, Any]) -> Any:
        given = {name: array.astype("int64") for name, array in inputs.items() if name in wanted}
        return session.run(None, given)[0]

    return classify


def _torch(model: str) -> Classify:
    with needs("a model without ONNX export needs", "transformers"):
        import torch
    from transformers import AutoModelForTokenClassification

    network = AutoModelForTokenClassification.from_pretrained(model).eval()

    def classify(inputs: Mapping[str, Any]) -> Any:
        with torch.inference_mode():
            arrays = {name: torch.as_tensor(array) for name, array in inputs.items()}
            return network(**arrays).logits.numpy()

    return classify


_REACH = 400


class FillMask:
    """Says which words a masked language model expects in a gap.

    Args:
        pipeline: A ``fill-mask`` pipeline of ``transformers``.
    """

    def __init__(self, pipeline: Any) -> None:
        self._pipeline = pipeline
        self._mask = str(pipeline.tokenizer.mask_token)

    @classmethod
    def load(cls, model: str) -> FillMask:
        """Load a model.

        Args:
            model: Its name on the hub, or the folder it lies in.

        Raises:
            MissingExtra: If ``transformers`` or ``torch`` is not installed.
            EngineError: If the model cannot be loaded, or fills no masks.
        """
        with needs('method "masked" needs', "transformers"):
            import torch  # noqa: F401
            from transformers import pipeline
        try:
            loaded = pipeline("fill-mask", model=model, device="cpu")
        except (OSError, ValueError, KeyError) as error:
            raise EngineError(
                f'method "masked": {model!r} is no fill-mask model that can be loaded; '
                "give its hub name or its folder"
            ) from error
        if loaded.tokenizer.mask_token is None:
            raise EngineError(f'method "masked": {model!r} has no mask token')
        return cls(loaded)

    def fill(self, before: str, after: str, top: int) -> list[str]:
        """Return up to `top` whole words for the gap between two texts, the likeliest first.

        Only the nearest few hundred characters are shown to the model; pieces of words are left
        out, since they would make another number of tokens.
        """
        near = f"{before[-_REACH:]}{self._mask}{after[:_REACH]}"
        if near.count(self._mask) != 1:
            return []
        size = len(self._pipeline.tokenizer)
        found = self._pipeline(near, top_k=min(top, size), tokenizer_kwargs={"truncation": True})
        words = (str(one["token_str"]) for one in found)
        return [word.strip() for word in words if not word.startswith("##")]
