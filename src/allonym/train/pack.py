"""From a language's data to a pack's model folder, in one call; scores become probabilities."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from allonym.engines.decode import runs_of
from allonym.engines.features import TableLayout, WordFeatures
from allonym.errors import ConfigError, needs
from allonym.languages.lexicon import Lexicon
from allonym.languages.pack import ROOT, rows
from allonym.ports import Engine
from allonym.train.augment import FormLines, NameSwap, Variation, swap_from_lists
from allonym.train.data import LABELS, Corpus, Document, Marks, find_corpora, known_corpora

if TYPE_CHECKING:
    from allonym.train.stream import Source, Vocabulary
    from allonym.train.tagger import Network, Progress, Schedule

_FORM_DOCUMENTS = 400
_STYLES_NOT_NAMED = 0


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of a training."""

    folder: Path  # the model folder that was written
    sizes: Mapping[str, int] = field(default_factory=dict)  # bytes of each file


def train_pack(
    language: str,
    data_dir: Path,
    out_dir: Path,
    *,
    init: Path | None = None,
    seed: int = 0,
    progress: Progress = lambda _: None,
    schedule: Schedule | None = None,
) -> Trained:
    """Train a language's network and write it into a pack.

    Args:
        language: ISO 639-1 code.
        data_dir: The folder that holds ``ner/<language>/<corpus>.<split>.iob2[.xz]``.
        out_dir: The pack; the network goes into ``model/``, word lists are read from ``lexicon/``
            there or, if it has none, from the installed pack of the language.
        init: Weights to start from, as :func:`train_backbone` writes them.
        seed: Decides everything random: the same seed and data give the same weights.
        progress: Called with a line of text now and then.
        schedule: How long and how fast to learn; the default depends on `init`.

    Raises:
        ConfigError: If there are no data, or the weights do not fit.
        MissingExtra: If torch or onnx is not installed.
    """
    _need_torch()
    from allonym.train.tagger import Schedule, Shape, train

    folder = lexicon_folder(language, out_dir)
    sources, vocabulary = load_sources({language: folder}, data_dir)
    weights = read_weights(init) if init else None
    plan = schedule or (Schedule(epochs=5, rate=1.2e-3) if init else Schedule(epochs=10))
    network = train(
        sources, vocabulary, shape=Shape(), schedule=plan, init=weights, seed=seed,
        progress=progress,
    )  # fmt: skip
    return finish(network, language, data_dir, out_dir / "model", Lexicon.load(folder))


def finish(
    network: Network, language: str, data_dir: Path, folder: Path, lexicon: Lexicon
) -> Trained:
    """Export a network, calibrate it on the development files, and write it for good."""
    from allonym.engines.onnx import OnnxEngine
    from allonym.train.export import export
    from allonym.train.tagger import Shape

    corpora = find_corpora(data_dir, language)
    primary = next((c for c in corpora if c.primary), corpora[0])
    settings: dict[str, object] = {"language": language}
    style = style_of(primary.name)
    export(network, Shape(), folder, style=style, settings=settings)
    tuned = [c for c in corpora if c.primary or c.dev]
    examples = [example for c in tuned for example in as_texts(c.development())]
    calibration = fit_calibration([(OnnxEngine(folder, lexicon), examples)]) if examples else {}
    settings = {**settings, "calibration": calibration}
    export(network, Shape(), folder, style=style, settings=settings)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    return Trained(folder, sizes)


def train_backbone(
    languages: Sequence[str],
    data_dir: Path,
    out: Path,
    *,
    seed: int = 0,
    progress: Progress = lambda _: None,
    schedule: Schedule | None = None,
) -> None:
    """Train one network on many languages, for :func:`train_pack` to start from.

    Args:
        languages: ISO 639-1 codes; each needs data, word lists help.
        data_dir: As for :func:`train_pack`.
        out: Where the weights go, as ``.npz`` in half precision.
        seed: Decides everything random.
        progress: Called with a line of text now and then.
        schedule: How long and how fast to learn.
    """
    _need_torch()
    from allonym.train.tagger import Schedule, Shape, train

    folders = {language: ROOT / language / "lexicon" for language in languages}
    sources, vocabulary = load_sources(folders, data_dir)
    plan = schedule or Schedule(epochs=5)
    network = train(sources, vocabulary, shape=Shape(), schedule=plan, seed=seed, progress=progress)
    write_weights(network, out)


def write_weights(network: Network, path: Path) -> None:
    """Write all weights in half precision."""
    arrays = {name: value.numpy().astype("float16") for name, value in network.state_dict().items()}
    np.savez_compressed(path, **arrays)


def read_weights(path: Path) -> dict[str, object]:
    """Read what `write_weights` wrote; raises ConfigError where that is not it."""
    import torch

    try:
        with np.load(path) as arrays:
            return {name: torch.from_numpy(arrays[name].astype("float32")) for name in arrays}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: not weights to start from; expected a .npz file") from error


def _need_torch() -> None:
    with needs("training needs", "train"):
        import onnx  # noqa: F401
        import torch  # noqa: F401


def lexicon_folder(language: str, pack: Path) -> Path:
    """Return the word lists of a pack under construction, else those of the installed one."""
    own = pack / "lexicon"
    return own if own.is_dir() else ROOT / language / "lexicon"


def style_of(name: str) -> int:
    """Return the number of a corpus's conventions; 0 for a corpus without an entry."""
    names = list(known_corpora())
    return names.index(name) + 1 if name in names else _STYLES_NOT_NAMED


def load_sources(folders: Mapping[str, Path], data: Path) -> tuple[list[Source], Vocabulary]:
    """Read and prepare every training corpus of some languages, given their ``lexicon`` folders."""
    from allonym.train.stream import Source, Vocabulary, prepare

    features: dict[str, WordFeatures] = {}
    sources: list[Source] = []
    for language, folder in folders.items():
        lexicon = Lexicon.load(folder)
        features[language] = WordFeatures(TableLayout(), lexicon)
        variation = Variation(names=name_swaps(folder))
        sources += [_source(c, language, variation) for c in find_corpora(data, language)]
        forms = form_lines(folder)
        if forms.given and forms.family and forms.words:
            rng = random.Random(language)  # noqa: S311
            documents = forms.documents(_FORM_DOCUMENTS, rng)
            sources.append(Source(prepare(documents), language, variation, weight=0.5))
    return sources, Vocabulary(features)


def _source(corpus: Corpus, language: str, variation: Variation) -> Source:
    from allonym.train.stream import Source, prepare

    documents = prepare(corpus.documents())
    style = style_of(corpus.name)
    marks = Marks.NAMES if corpus.misc else Marks.FEW
    return Source(documents, language, variation, style, corpus.weight, marks)


def name_swaps(folder: Path) -> tuple[NameSwap, ...]:
    """Return the exchanges of names and of places that a lexicon folder allows."""
    endings = [(r[0], r[1], r[2]) for r in rows(folder / "endings.tsv") if len(r) > 2]
    people = {kind: _names(folder, kind)[:6000] for kind in ("given", "family")}
    towns = {"place": [name for name in _names(folder, "places")[:6000] if name.isalpha()]}
    swaps = (swap_from_lists(people, endings), swap_from_lists(towns, endings, "LOC"))
    return tuple(swap for swap in swaps if swap.pool)


def _names(folder: Path, table: str) -> list[str]:
    return [row[0] for row in rows(folder / f"{table}.tsv")]


def form_lines(folder: Path) -> FormLines:
    """Return a maker of form lines from a lexicon folder's tables."""
    triggers: dict[str, list[str]] = {}
    for category, term, *_ in rows(folder / "triggers.tsv"):
        triggers.setdefault(category, []).append(term)
    titles = [t for c in ("title", "honorific_m", "honorific_f") for t in triggers.get(c, [])]
    labels = [t for c in ("name_label", "court", "medical", "kin") for t in triggers.get(c, [])]
    return FormLines(
        given=_names(folder, "given")[:3000],
        family=_names(folder, "family")[:6000],
        places=_names(folder, "places")[:3000],
        titles=titles,
        labels=labels,
        words=_names(folder, "common")[:8000],
    )


Example = tuple[str, set[tuple[int, int, str]]]
"""A text, and the gold spans in it with their labels."""

_ENOUGH = 15  # fewer spans of a label than this fit no curve


def as_texts(documents: Iterable[Document]) -> Iterator[Example]:
    """Yield each document as evaluation reads it: words by spaces, sentences by line ends."""
    for document in documents:
        text: list[str] = []
        gold: set[tuple[int, int, str]] = set()
        length = 0
        for sentence in document:
            starts: list[tuple[int, int]] = []
            for word in sentence.words:
                starts.append((length, length + len(word)))
                length += len(word) + 1
            text.append(" ".join(sentence.words))
            for first, last in runs_of(sentence.labels):
                kind = LABELS[sentence.labels[first]][2:]
                gold.add((starts[first][0], starts[last][1], kind))
        yield "\n".join(text), gold


def fit_calibration(runs: Iterable[tuple[Engine, Iterable[Example]]]) -> dict[str, list[float]]:
    """Return slope and shift of the log odds for each label.

    Fitted is the chance that there is something to hide: that the span touches a mention of
    whichever kind.  Edges and labels are the smaller worry.  Engines are not calibrated yet, and
    texts not what they were trained on; labels that the gold never has are left as they are.
    """
    scores: dict[str, list[float]] = {}
    right: dict[str, list[bool]] = {}
    marked = {"ANY"}
    for engine, examples in runs:
        texts, golds = [], []
        for text, spans in examples:
            texts.append(text)
            golds.append({span for span in spans if span[2] != "MISC"})
        marked |= {label for gold in golds for _, _, label in gold}
        for gold, found in zip(golds, engine.tag(texts, floor=0.0), strict=True):
            for scored in found:
                scores.setdefault(scored.label, []).append(scored.score)
                hit = any(
                    scored.span.start < end and start < scored.span.end for start, end, _ in gold
                )
                right.setdefault(scored.label, []).append(hit)
    fitted = {
        label: _platt(np.array(scores[label]), np.array(right[label]))
        for label in sorted(marked & set(scores))
        if len(scores[label]) > _ENOUGH
    }
    return {label: [round(value, 4) for value in curve] for label, curve in fitted.items()}


def _platt(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Fit a logistic curve over the log odds by Newton's method, slightly damped."""
    clipped = np.clip(scores, 1e-4, 1 - 1e-4)
    inputs = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(scores))], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        guess = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (right - guess) - (weights - [1.0, 0.0])
        curve = (inputs * (guess * (1 - guess))[:, None]).T @ inputs + np.eye(2)
        weights = weights + np.clip(np.linalg.solve(curve, slope), -0.3, 0.3)
    return float(weights[0]), float(weights[1])
