"""Train a pack's network on with marked documents, fold by fold.

Each fold's network reads the corpora of its language and the documents of the other folds; the
network that ships is their mean, which knows all documents.  What a fold's network says of its own
documents is what calibration and the decision learn from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tools.tuning_documents import (
    FOLDS,
    LABEL_OF,
    STYLE,
    find_documents,
    fold_of,
    labelled,
    size_of,
)
from tools.tuning_start import between, mean, read_model

from allonym.engines.features import TableLayout, WordFeatures
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.text.markup import MarkedDocument
from allonym.train.augment import Variation
from allonym.train.data import Marks, find_corpora
from allonym.train.export import export
from allonym.train.pack import Example, fit_calibration, name_swaps, style_of
from allonym.train.stream import Source, Variants, Vocabulary, prepare
from allonym.train.tagger import Network, Schedule, Shape, train

if TYPE_CHECKING:
    from tools.tuning_start import Weights

SCHEDULE = Schedule(epochs=5, rate=1.5e-3)
_OWN, _OTHER = 3.0, 0.5
_KNOWN_OWN, _KNOWN_OTHER = 2.0, 0.1
_CORPUS_WORDS, _KNOWN_CORPUS_WORDS = 120_000, 180_000
_SWAP = 0.35
_EXCERPTS = 0.5
"""Notes and messages have nothing around them: so much is read as excerpts.  At a quarter, networks
that read documents on left names in single sentences."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What there is to read.

    Attributes:
        data: The folder that holds ``ner``.
        documents: The folder that holds ``<language>/train.txt`` of every language.
        known: Such a folder with documents that the start has read already.  They and the corpora
            are only called to mind; folds are made of those in `documents` alone, since nothing
            can be learned from scores of what a network has read.
        folds: Into how many folds `documents` are parted; with one, all are read, and the
            calibration stays that of the start.
        kept: The share of the start in the network that ships; what it knew of single sentences is
            lost without.
    """

    data: Path
    documents: Path
    known: Path | None = None
    folds: int = FOLDS
    kept: float = 0.0


def tune(
    language: str,
    material: Material,
    start: Path,
    out: Path,
    *,
    schedule: Schedule = SCHEDULE,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> None:
    """Write ``out/<language>/model``, and ``out/fold<n>/<language>/model`` for each of some folds.

    Args:
        language: ISO 639-1 code.
        material: What there is to read.
        start: The model folder to start from.
        out: Where the models go.
        schedule: How long and how fast to learn.
        seed: Decides everything random.
        progress: Called with a line of text now and then.
    """
    shape = Shape()
    before = read_model(start, shape)
    own = find_documents(material.documents, language)
    shared, vocabulary = _shared(language, material)
    networks: list[Weights] = []
    held: list[tuple[Path, list[Example]]] = []
    for fold in range(material.folds):
        mine = {d.id for d in own if material.folds > 1 and fold_of(d.id, material.folds) == fold}
        read = _documents([d for d in own if d.id not in mine], language, _OWN)
        network = train(
            [*shared, read], vocabulary, shape=shape, schedule=schedule, seed=seed + fold,
            init=before, progress=progress,
        )  # fmt: skip
        networks.append(dict(network.state_dict()))
        if mine:
            folder = out / f"fold{fold}" / language / "model"
            export(network, shape, folder, style=STYLE, settings={"language": language})
            held.append((folder, [example(d) for d in own if d.id in mine]))
    if held:
        calibration = _calibrate(held, Lexicon.load(ROOT / language / "lexicon"))
    else:
        told = json.loads((start / "model.json").read_text("utf-8"))
        calibration = told.get("alone", told["calibration"])
    settings: dict[str, object] = {"language": language, "calibration": calibration}
    folders = [*(folder for folder, _ in held), out / language / "model"]
    shipped = between(before, mean(networks), material.kept)
    for weights, folder in zip([*networks[: len(held)], shipped], folders, strict=True):
        made = Network(shape)
        made.load_state_dict(weights)
        export(made, shape, folder, style=STYLE, settings=settings)


def _calibrate(
    runs: Sequence[tuple[Path, list[Example]]], lexicon: Lexicon
) -> dict[str, list[float]]:
    from allonym.engines.onnx import OnnxEngine

    return fit_calibration((OnnxEngine(folder, lexicon), examples) for folder, examples in runs)


def example(document: MarkedDocument) -> Example:
    """Return a document's text and what the network should find there."""
    gold = ((m.span, LABEL_OF.get(m.type.partition(".")[0])) for m in document.mentions)
    return document.text, {(span.start, span.end, label) for span, label in gold if label}


def _shared(language: str, material: Material) -> tuple[list[Source], Vocabulary]:
    """Return what every fold reads: corpora, other languages' documents, those read before."""
    features: dict[str, WordFeatures] = {}
    sources: list[Source] = []
    documents, known = material.documents, material.known
    for path in sorted(documents.glob("*/train.txt")):
        code = path.parent.name
        folder = ROOT / code / "lexicon"
        features[code] = WordFeatures(TableLayout(), Lexicon.load(folder))
        if code != language:
            sources.append(_documents(find_documents(documents, code), code, _OTHER))
        if known:
            weight = _KNOWN_OWN if code == language else _KNOWN_OTHER
            sources.append(_documents(find_documents(known, code), code, weight))
    most = _KNOWN_CORPUS_WORDS if known else _CORPUS_WORDS
    return sources + _corpora(language, material.data, most), Vocabulary(features)


def _corpora(language: str, data: Path, most: int) -> list[Source]:
    variation = Variation(names=name_swaps(ROOT / language / "lexicon"))
    corpora = find_corpora(data, language)
    made = []
    for corpus in corpora:
        marks = Marks.NAMES if corpus.misc else Marks.FEW
        style = 0 if corpus.primary else style_of(corpus.name)
        prepared = prepare(corpus.documents())
        made.append(
            Source(prepared, language, variation, style, corpus.weight, marks, excerpts=_EXCERPTS)
        )
    words = sum(s.weight * size_of(s.documents) for s in made)
    share = min(1.0, most / max(1.0, words))
    return [replace(source, weight=source.weight * share) for source in made]


def _documents(found: Iterable[MarkedDocument], language: str, weight: float) -> Source:
    variation = Variation(
        upper=0.02, lower=0.04, plain=0.04, swap=_SWAP,
        names=name_swaps(ROOT / language / "lexicon"),
    )  # fmt: skip
    lines = [[Variants(line, line) for line in labelled(document)] for document in found]
    return Source(
        lines, language, variation, STYLE, weight, Marks.ALL, as_written=True, excerpts=_EXCERPTS
    )
