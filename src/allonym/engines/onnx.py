"""The engine of the models that ship with the packs: ONNX Runtime, one thread, no other needs."""

from __future__ import annotations

import ctypes
import json
import math
import threading
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.engines.decode import TokenSpan, decode
from allonym.engines.features import TableLayout, WordFeatures, place_bits
from allonym.errors import EngineError, PackError
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import common_path
from allonym.model.scored import ScoredSpan, WordScores
from allonym.model.span import Span
from allonym.text.tokenize import tokenize

_CACHED_WORDS = 100_000
_CANDIDATES = 0.12
"""Weight of O in the second reading, the one that finds what is only possible."""

_TRACE = 0.01
"""A capitalised word is worth a mention when its weighted probabilities add up to this."""

_TRACE_WEIGHT = {"PER": 1.0, "LOC": 0.4, "ORG": 0.4}
"""How much each probability counts there: a person overlooked is the worst."""

_BEATEN = 0.49
"""Highest score of a span that is not in the best reading."""

ANY = "ANY"
"""The label of words that may be a person, a place or an organisation, but none above all."""

_OWN = 0.7
"""What the pack's own context layer counts beside the one that all packs share."""

_FEWER_FLAGS = 40
"""What networks were told of a word before there was a dictionary of ordinary words."""

_FILES = ("model.json", "words.onnx", "context.onnx")


class OnnxEngine:
    """Runs a pack's network.

    Words are encoded once each and kept, up to a limit; texts of one call are laid in one row,
    far enough apart not to see each other.  Safe to use from several threads.
    """

    def __init__(
        self, folder: Path, lexicon: Lexicon, *, threads: int = 1, typed: bool = True
    ) -> None:
        """Load a model.

        Args:
            folder: A pack's ``model`` folder.
            lexicon: The word lists of the pack, as in training.
            threads: Threads within one operation.
            typed: Whether spans say what they name; else the network only tells names from what
                is none, with the label ``ANY``, and the probabilities of all types add up.

        Raises:
            PackError: If the folder lacks a file or is of another format.
            EngineError: If ONNX Runtime refuses the model.
        """
        settings = read_settings(folder)
        self._typed = typed
        self._types: list[str] = settings["types"]
        self._weights = [0.0, *(_TRACE_WEIGHT.get(t, 0.0) for t in self._types for _ in "BI")]
        # blank places between texts, which no layer looks across; older models say how far all of
        # them look together, which is more than that
        self._gap: int = settings["gap" if "gap" in settings else "reach"]
        self._calibration: dict[str, list[float]] = settings.get("calibration", {})
        layout, flags = TableLayout(tuple(settings["rows"])), settings.get("flags", _FEWER_FLAGS)
        self._memory = _WordMemory(
            WordFeatures(layout, lexicon, flags), load_session(folder / _FILES[1], threads)
        )
        self._context = _Contexts.load(folder, settings.get("widths", ()), threads)

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return, for each text, its spans with a probability of at least `floor`; see `read`."""
        return [spans for spans, _ in self.read(texts, floor=floor)]

    def read(
        self, texts: Sequence[str], *, floor: float
    ) -> list[tuple[list[ScoredSpan], WordScores]]:
        """Return, for each text, its spans with a probability of at least `floor`, and its words.

        Spans of the best reading come first; spans that only a reading more willing to see names
        finds follow, where they do not overlap; capitalised words that are in neither, but hardly
        ordinary words, come last with the label ``ANY``.
        """
        tokens = [tokenize(text) for text in texts]
        laid = self._lay_out(texts, tokens)
        found: list[list[ScoredSpan]] = [[] for _ in texts]
        if laid is None:
            nothing = np.zeros((0, 1 + 2 * len(self._types)), dtype=np.float32)
            return [(spans, self._words([], nothing)) for spans in found]
        probabilities, starts, capitals = laid
        for span, certain in self._readings(probabilities, capitals):
            label = self._types[span.type] if span.type >= 0 and self._typed else ANY
            score = self._calibrated(label, span.score)
            score = score if certain else min(score, _BEATEN)
            if score >= floor:
                number = bisect_right(starts, span.first) - 1
                first, last = span.first - starts[number], span.last - starts[number]
                offsets = Span(tokens[number][first][0], tokens[number][last][1])
                if any(map(str.isalnum, texts[number][offsets.start : offsets.end])):
                    found[number].append(ScoredSpan(offsets, label, score))
        return [
            (spans, self._words(offsets, probabilities[start : start + len(offsets)]))
            for spans, offsets, start in zip(found, tokens, starts, strict=True)
        ]

    def _words(
        self, offsets: Sequence[tuple[int, int]], probabilities: NDArray[np.float32]
    ) -> WordScores:
        begins, insides = probabilities[:, 1::2], probabilities[:, 2::2]
        any_begins = begins.sum(axis=1, keepdims=True)
        joined = np.concatenate([probabilities[:, :1], begins + insides, any_begins], axis=1)
        return WordScores(offsets, tuple(self._types), joined)

    @property
    def context_parts(self) -> list[slice]:
        """The columns of a word's vector that each context layer reads."""
        return [part for part, _ in self._context.parts]

    def word_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return what the network makes of each word by itself, one line a word."""
        made: NDArray[np.float32] = self._memory.vectors(words, np.ones(len(words), dtype=bool))
        return made

    def word_labels(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return what the network makes of each word in its sentence, one line a word.

        The logarithm of the probability of each label: what its context layer says.
        """
        ends = np.cumsum([len(word) + 1 for word in words]).tolist()
        places = [(end - len(w) - 1, end - 1) for w, end in zip(words, ends, strict=True)]
        laid = self._lay_out([" ".join(words)], [places])
        if laid is None:
            raise EngineError("no words to read")
        made: NDArray[np.float32] = np.log(np.maximum(laid[0][: len(words)], 1e-6))
        return made

    def _lay_out(
        self, texts: Sequence[str], tokens: Sequence[Sequence[tuple[int, int]]]
    ) -> tuple[NDArray[np.float32], list[int], NDArray[np.bool_]] | None:
        """Return all words' probabilities, where each text begins, which words are capitalised."""
        starts, at = [], 0
        for offsets in tokens:
            starts.append(at)
            at += len(offsets) + self._gap
        length = max(1, at - self._gap)
        if not any(tokens):
            return None
        places = np.zeros((1, length), dtype=np.int64)
        mask = np.zeros((1, length, 1), dtype=np.float32)
        words: list[str] = []
        for text, offsets, start in zip(texts, tokens, starts, strict=True):
            words += [text[a:b] for a, b in offsets]
            places[0, start : start + len(offsets)] = place_bits(text, offsets)
            mask[0, start : start + len(offsets)] = 1.0
        real = mask[0, :, 0] > 0
        vectors = self._memory.vectors(words, real)
        probabilities = self._context(vectors, places, mask)
        probabilities[~real] = [1.0] + [0.0] * (probabilities.shape[1] - 1)
        capitals = np.zeros(length, dtype=bool)
        capitals[real] = [w[0].isupper() and len(w) > 1 and w.isalpha() for w in words]
        return probabilities, starts, capitals

    def _readings(
        self, probabilities: NDArray[np.float32], capitals: NDArray[np.bool_]
    ) -> list[tuple[TokenSpan, bool]]:
        """Return spans and whether they belong to the best reading."""
        if not self._typed:
            return [(span, True) for span in decode(_untyped(probabilities), quiet=0.95)]
        best = decode(probabilities, quiet=0.95)
        willing = decode(probabilities, lean=_CANDIDATES, quiet=0.95)
        taken = set(chain.from_iterable(range(s.first, s.last + 1) for s in best))
        rest = [s for s in willing if taken.isdisjoint(range(s.first, s.last + 1))]
        taken.update(chain.from_iterable(range(s.first, s.last + 1) for s in rest))
        named = np.minimum(1.0, probabilities @ np.array(self._weights, dtype=np.float32))
        traces = np.flatnonzero(capitals & (named >= _TRACE)).tolist()
        single = [TokenSpan(n, n, -1, float(named[n])) for n in traces if n not in taken]
        return [(s, True) for s in best] + [(s, False) for s in rest + single]

    def _calibrated(self, label: str, score: float) -> float:
        """Return the share of spans with such a score that proved right."""
        slope, shift = self._calibration.get(label, (1.0, 0.0))
        odds = math.log(max(score, 1e-6) / max(1 - score, 1e-6))
        return 1 / (1 + math.exp(-(slope * odds + shift)))


def _untyped(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the probabilities of O, of beginning any name and of being inside any."""
    begins, insides = probabilities[:, 1::2].sum(axis=1), probabilities[:, 2::2].sum(axis=1)
    return np.stack([probabilities[:, 0], begins, insides], axis=1)


@dataclass(frozen=True, slots=True)
class _Contexts:
    """Context layers over the same words: the pack's own, and one that all packs share.

    They were trained apart and err apart; what is read is the mean of what they say, more of the
    own one, which knows better what stands in a line or a few words.
    """

    # the columns of the words' vectors that each reads, and what runs it
    parts: tuple[tuple[slice, Callable[[dict[str, Any]], Any]], ...]

    @classmethod
    def load(cls, folder: Path, widths: Sequence[int], threads: int) -> _Contexts:
        """Return the layers of a model.

        Args:
            folder: The pack's ``model`` folder.
            widths: Columns of the own and of the shared layer; none where there is only the own.
            threads: Threads within one operation.
        """
        own = load_session(folder / _FILES[2], threads)
        if not widths:
            return cls(((slice(None), own),))
        shared = load_shared(common_path("context.onnx"), threads)
        return cls(((slice(widths[0]), own), (slice(widths[0], None), shared)))

    def __call__(
        self, vectors: NDArray[np.float32], places: NDArray[np.int64], mask: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the probabilities of all labels, a line a word."""
        said = [
            run({"vectors": vectors[None, :, part], "places": places, "mask": mask})[0]
            for part, run in self.parts
        ]
        own, *shared = said
        mean: NDArray[np.float32] = _OWN * own + (1 - _OWN) * shared[0] if shared else own
        return mean


class _WordMemory:
    """Vectors of the words met so far; begun anew when there are too many."""

    def __init__(self, features: WordFeatures, run: Callable[[dict[str, Any]], Any]) -> None:
        self._features = features
        self._run = run
        self._numbers: dict[str, int] = {}
        self._matrix: Any = None
        self._lock = threading.Lock()

    def vectors(self, words: Sequence[str], where: Any) -> Any:
        """Return a matrix with a line per place, zero where `where` is false."""
        with self._lock:
            if len(self._numbers) > _CACHED_WORDS:
                self._numbers.clear()
            new = [w for w in dict.fromkeys(words) if w not in self._numbers]
            if new:
                self._learn(new)
            numbers = np.fromiter(map(self._numbers.__getitem__, words), np.int64, len(words))
            rows = self._matrix[numbers]
        laid = np.zeros((len(where), rows.shape[1]), dtype=np.float32)
        laid[where] = rows
        return laid

    def _learn(self, new: Sequence[str]) -> None:
        for first in range(0, len(new), 2048):
            rows, flags = self._features.matrix(new[first : first + 2048])
            made = self._run({"rows": rows, "flags": flags})
            known, needed = len(self._numbers), len(self._numbers) + len(made)
            if self._matrix is None or len(self._matrix) < needed:
                grown = np.zeros((2 * needed, made.shape[1]), dtype=np.float32)
                grown[:known] = self._matrix[:known] if known else 0.0
                self._matrix = grown
            self._matrix[known:needed] = made
            for word in new[first : first + 2048]:
                self._numbers[word] = len(self._numbers)


def read_settings(folder: Path) -> dict[str, Any]:
    """Return ``model.json`` of a model folder.

    Raises:
        PackError: If the folder lacks a file or is of another format.
    """
    for name in _FILES:
        if not (folder / name).is_file():
            raise PackError(f"{folder}: no {name}; train a model with 'allonym train'")
    settings: dict[str, Any] = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    if settings.get("format") != 1:
        raise PackError(f"{folder}: model format {settings.get('format')} is not known, 1 is")
    return settings


def load_session(path: Path, threads: int) -> Callable[[dict[str, Any]], Any]:
    """Return a function that runs a model and gives back the first of its outputs.

    Args:
        path: The ONNX file.
        threads: Threads within one operation.

    Raises:
        EngineError: If ONNX Runtime refuses the model.
    """
    session = open_session(path, threads)
    return lambda feed: session.run(None, feed)[0]


load_shared = cache(load_session)
"""`load_session` for what several packs share."""


def open_session(path: Path, threads: int, *, as_written: bool = False) -> Any:
    """Return a model as ONNX Runtime opens it; raises what `load_session` does.

    Args:
        path: As there.
        threads: As there.
        as_written: Whether it is run as it stands: of trees nothing could be made faster, and a
            sixth of the time until they are ready goes into looking for it.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if as_written:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise EngineError(f"{path}: ONNX Runtime cannot load it") from error
    _give_back()
    return session


def _give_back() -> None:
    """Give the system what reading a model took: trees are eight times as large while read."""
    trim = getattr(ctypes.pythonapi, "malloc_trim", None)  # the C library of Linux has it
    if trim is not None:
        trim(0)
