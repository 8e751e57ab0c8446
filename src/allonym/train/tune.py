"""Train a pack's network on with marked documents, fold by fold.

Each fold's network reads the corpora of its language and the documents of the other folds; the
network that ships is their mean, which knows all documents.  What a fold's network says of its own
documents is what calibration and the decision learn from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from allonym.engines.features import TableLayout, WordFeatures
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT
from allonym.text.markup import MarkedDocument
from allonym.train.augment import Variation
from allonym.train.calibrate import Example, fit_calibration
from allonym.train.data import Marks, find_corpora
from allonym.train.documents import FOLDS, LABEL_OF, find_documents, fold_of, labelled
from allonym.train.export import export
from allonym.train.network import Network, Shape
from allonym.train.pack import name_swaps, style_of
from allonym.train.resume import mean, read_model
from allonym.train.stream import Source, Variants, Vocabulary, prepare
from allonym.train.tagger import Schedule, train

if TYPE_CHECKING:
    from allonym.train.resume import Weights

STYLE = 63
"""The number of the conventions that our documents follow."""

SCHEDULE = Schedule(epochs=5, rate=1.5e-3)
_OWN, _OTHER = 8.0, 1.0
_CORPUS_WORDS = 180_000
_SWAP = 0.35
_EXCERPTS = 0.25
"""Notes and messages have nothing around them: so much is read as excerpts."""

Progress = Callable[[str], None]


def tune(
    language: str,
    data: Path,
    documents: Path,
    start: Path,
    out: Path,
    *,
    schedule: Schedule = SCHEDULE,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> None:
    """Write ``out/fold<n>/<language>/model`` for each fold and ``out/<language>/model``.

    Args:
        language: ISO 639-1 code.
        data: The folder that holds ``ner``.
        documents: The folder that holds ``<language>/train.txt`` of every language.
        start: The model folder to start from.
        out: Where the models go.
        schedule: How long and how fast to learn.
        seed: Decides everything random.
        progress: Called with a line of text now and then.
    """
    shape = Shape()
    own = find_documents(documents, language)
    shared, vocabulary = _shared(language, data, documents)
    networks: list[Weights] = []
    runs = []
    lexicon = Lexicon.load(ROOT / language / "lexicon")
    for fold in range(FOLDS):
        read = [d for d in own if fold_of(d.id) != fold]
        sources = [*shared, _documents(read, language, _OWN)]
        network = train(
            sources, vocabulary, shape=shape, schedule=schedule, seed=seed + fold,
            init=read_model(start, shape), progress=progress,
        )  # fmt: skip
        folder = out / f"fold{fold}" / language / "model"
        export(network, shape, folder, style=STYLE, settings={"language": language})
        networks.append(dict(network.state_dict()))
        runs.append((folder, [_example(d) for d in own if fold_of(d.id) == fold]))
    calibration = _calibrate(runs, lexicon)
    settings: dict[str, object] = {"language": language, "calibration": calibration}
    for weights, folder in zip(
        (*networks, mean(networks)), (*(f for f, _ in runs), out / language / "model"), strict=True
    ):
        made = Network(shape)
        made.load_state_dict(weights)
        export(made, shape, folder, style=STYLE, settings=settings)


def _calibrate(
    runs: Sequence[tuple[Path, list[Example]]], lexicon: Lexicon
) -> dict[str, list[float]]:
    from allonym.engines.onnx import OnnxEngine

    return fit_calibration((OnnxEngine(folder, lexicon), examples) for folder, examples in runs)


def _example(document: MarkedDocument) -> Example:
    gold = ((m.span, LABEL_OF.get(m.type.partition(".")[0])) for m in document.mentions)
    return document.text, {(span.start, span.end, label) for span, label in gold if label}


def _shared(language: str, data: Path, documents: Path) -> tuple[list[Source], Vocabulary]:
    """Return what every fold reads: the language's corpora, other languages' documents."""
    features: dict[str, WordFeatures] = {}
    sources: list[Source] = []
    for path in sorted(documents.glob("*/train.txt")):
        code = path.parent.name
        folder = ROOT / code / "lexicon"
        features[code] = WordFeatures(TableLayout(), Lexicon.load(folder))
        if code != language:
            sources.append(_documents(find_documents(documents, code), code, _OTHER))
    return sources + _corpora(language, data), Vocabulary(features)


def _corpora(language: str, data: Path) -> list[Source]:
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
    words = sum(s.weight * _size(s.documents) for s in made)
    share = min(1.0, _CORPUS_WORDS / max(1.0, words))
    return [replace(source, weight=source.weight * share) for source in made]


def _size(documents: Iterable[Sequence[Variants]]) -> int:
    return sum(len(variants.tight.words) for document in documents for variants in document)


def _documents(found: Iterable[MarkedDocument], language: str, weight: float) -> Source:
    variation = Variation(
        upper=0.02, lower=0.04, plain=0.04, swap=_SWAP,
        names=name_swaps(ROOT / language / "lexicon"),
    )  # fmt: skip
    lines = [[Variants(line, line) for line in labelled(document)] for document in found]
    return Source(
        lines, language, variation, STYLE, weight, Marks.ALL, as_written=True, excerpts=_EXCERPTS
    )
