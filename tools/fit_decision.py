"""Learn the decision (`allonym.detect.decision.decide`) from marked documents.

    python tools/fit_decision.py collect FOLD OUT.npz --documents DIR [--corpora DIR]
    python tools/fit_decision.py fit OUT.onnx TABLE.npz...
    python tools/fit_decision.py more OUT.onnx OLD.onnx TABLE.npz...

``collect`` writes the candidates of the documents of one fold, each with its evidence and what it
truly is; run it with ``ALLONYM_PACKS`` naming that fold's networks, which have not read them (see
`tools.tuning`), or with the fold ``all`` for documents that no network has read.  ``fit``
learns boosted trees from all tables and writes them as ONNX; ``more`` boosts trees on, with tables
of documents that came later, and prints by how much that helps those not learned from.  Needs
lightgbm and onnxmltools.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import regex as re

from allonym.api import Pipeline
from allonym.detect.decision.candidates import CLASSES, candidates_of
from allonym.detect.decision.evidence import Candidate, Gatherer
from allonym.languages.dictionary import load_names
from allonym.languages.lexicon import load_lexicon
from allonym.languages.nobody import Nobody, Term
from allonym.languages.pack import load_pack
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.markup import MarkedDocument, MarkedMention, parse_marked
from allonym.train.data import Document, find_corpora
from allonym.train.pack import as_texts

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.tuning_documents import fold_of

CORPUS_CHARACTERS = 60_000
SHORTEST, PIECES, CAPITALS = 12, 0.6, 0.15
ENDS = re.compile(r"\n+|(?<=[\p{Ll}\d)][.!?…])[ ]+(?=\p{Lu})")
KIND_OF = {"PER": "person", "LOC": "place", "ORG": "org", "MISC": "other"}
CODES = ("plate", "property", "card", "iban")
"""Types that the trees take for ``id``."""

ROUNDS, MORE_ROUNDS, PARTS, SHARE = 240, 250, 2, 0.5
SETTINGS: dict[str, Any] = {
    "objective": "multiclass", "num_class": len(CLASSES), "num_leaves": 20, "learning_rate": 0.06,
    "min_child_samples": 25, "subsample": 0.8, "subsample_freq": 1, "colsample_bytree": 0.5,
    "reg_lambda": 2.0, "max_bin": 127, "num_threads": 1, "seed": 0, "verbose": -1,
}  # fmt: skip
MORE_SETTINGS = {**SETTINGS, "reg_lambda": 10.0, "min_child_samples": 60, "colsample_bytree": 0.3}
"""Of trees boosted on: documents are few, and each may only say a little."""
CORPORA, PIECE, NAMESAKE, KNOWN = 0.2, 0.2, 0.3, 0.5
"""What a candidate of a corpus weighs: its conventions are not quite ours; and one of a sentence
that is a document of its own: documents are rather longer; and one of a document in which somebody
is taken to be called like a figure of history: such namesakes are rare, and must not be left; and,
where trees are boosted on, one of a document that networks and trees know: what they say of it is
surer than it should be, but it keeps the trees from forgetting."""


def main(arguments: Sequence[str]) -> int:
    """Collect or fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(required=True)
    collecting = steps.add_parser("collect")
    collecting.add_argument("fold")
    collecting.add_argument("out", type=Path)
    collecting.add_argument("--documents", type=Path, required=True)
    collecting.add_argument("--split", default="train")
    collecting.add_argument("--corpora", type=Path, help="names of corpora's dev files instead")
    collecting.add_argument("--languages", default="")
    collecting.set_defaults(run=collect)
    fitting = steps.add_parser("fit")
    fitting.add_argument("out", type=Path)
    fitting.add_argument("tables", type=Path, nargs="+")
    fitting.set_defaults(run=fit)
    further = steps.add_parser("more")
    further.add_argument("out", type=Path)
    further.add_argument("old", type=Path)
    further.add_argument("tables", type=Path, nargs="+")
    further.add_argument("--known", type=Path, nargs="*", default=[], help="not to be forgotten")
    further.set_defaults(run=more)
    asked = parser.parse_args(arguments)
    asked.run(asked)
    return 0


def collect(asked: argparse.Namespace) -> None:
    """Write evidence and truth of every candidate of a fold."""
    tables, truths, weights, ids, names = [], [], [], [], ()
    wanted = asked.languages.split(",") if asked.languages else None
    for path in sorted(asked.documents.glob(f"*/{asked.split}.txt")):
        language = path.parent.name
        if wanted and language not in wanted:
            continue
        documents = list(parse_marked(path.read_text("utf-8")))
        chosen = [d for d in documents if asked.fold == "all" or fold_of(d.id) == int(asked.fold)]
        pieces = [*_pieces(chosen), *_alone(chosen)]
        parts = [(chosen, 1.0, False), (pieces, PIECE, False), (chosen, NAMESAKE, True)]
        if asked.corpora:
            parts = [(list(_of_corpora(asked.corpora, language)), CORPORA, False)]
        for some, weight, is_namesake in parts:
            for found, table, truth, document in _tables(language, some, is_namesake):
                names = found
                tables.append(table)
                truths.append(truth)
                weights.append(np.full(len(truth), weight, np.float32))
                ids += [document] * len(truth)
        print(language, sum(len(some) for some, *_ in parts), flush=True)
    np.savez_compressed(
        asked.out, names=np.array(names), table=np.concatenate(tables),
        truth=np.concatenate(truths), weight=np.concatenate(weights), document=np.array(ids),
    )  # fmt: skip


def _of_corpora(data: Path, language: str) -> Iterator[MarkedDocument]:
    """Yield stretches of the development files of a language's corpora as marked documents."""
    for corpus in find_corpora(data, language):
        taken = 0
        for text, gold in as_texts(_together(corpus.development())):
            if taken > CORPUS_CHARACTERS:
                break
            taken += len(text)
            mentions = [MarkedMention(Span(a, b), KIND_OF[label]) for a, b, label in gold]
            yield MarkedDocument(corpus.name, "", text, tuple(mentions))


def _pieces(documents: Iterable[MarkedDocument]) -> Iterator[MarkedDocument]:
    """Yield some sentences of documents as documents of their own, a few of them in capitals."""
    chance = Random(0)
    for document in documents:
        inside = [range(m.span.start + 1, m.span.end) for m in document.mentions]
        ends = [m.end() for m in ENDS.finditer(document.text)]
        edges = [0, *(e for e in ends if not any(e in r for r in inside)), len(document.text)]
        for start, end in pairwise(edges):
            text = document.text[start:end].rstrip()
            if len(text) >= SHORTEST and chance.random() < PIECES:
                within = (m for m in document.mentions if start <= m.span.start < end)
                moved = tuple(replace(m, span=m.span.shift(-start)) for m in within)
                piece = replace(document, text=text, mentions=moved)
                yield _in_capitals(piece) if chance.random() < CAPITALS else piece


def _alone(documents: Iterable[MarkedDocument]) -> Iterator[MarkedDocument]:
    """Yield of each document one name with nothing around, in a cell or a line, and in capitals."""
    for document in documents:
        named = [m for m in document.mentions if m.type.partition(".")[0] in KIND_OF.values()]
        if not named:
            continue
        mention = Random(document.id).choice(named)
        text = document.text[mention.span.start : mention.span.end]
        moved = replace(mention, span=mention.span.shift(-mention.span.start))
        alone = replace(document, text=text, mentions=(moved,))
        yield from (alone, _in_capitals(alone))


def _in_capitals(document: MarkedDocument) -> MarkedDocument:
    """Return a document in capitals, but for letters that become two."""
    letters = (c.upper() if len(c.upper()) == 1 else c for c in document.text)
    return replace(document, text="".join(letters))


def _together(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield documents of some twenty sentences: many corpora mark none."""
    gathered: Document = []
    for document in documents:
        gathered += document
        if len(gathered) >= 20:
            yield gathered[:60]
            gathered = []


def _namesakes(document: MarkedDocument, terms: Sequence[Term]) -> list[Term]:
    """Return full names of one person as if they were a figure's; none where figures are named."""
    if any(t.is_figure for t in terms):
        return []
    people: dict[str, list[Span]] = {}
    for mention in document.mentions:
        surface = document.text[mention.span.start : mention.span.end]
        if is_a(mention.type, "person") and " " in surface:
            people.setdefault(mention.entity or "", []).append(mention.span)
    if not people:
        return []
    chosen = Random(document.id).choice(sorted(people))
    return [Term(span, "figure", "person") for span in people[chosen]]


def _tables(
    language: str, documents: Sequence[MarkedDocument], is_namesake: bool = False
) -> Iterator[tuple[tuple[str, ...], Any, Any, str]]:
    pipeline = Pipeline.load(language=language, secret="0123456789abcdef0123456789abcdef")
    inner = pipeline._pack(language)
    find_terms = Nobody.load(load_pack(language)).find
    model = next(d for d in inner.parts.detectors if d.name == "model")
    lexicon = load_lexicon(load_pack(language).where("lexicon"))
    gatherer = Gatherer(language, lexicon.flags, lexicon.ordinary, load_names().flags)
    for document in documents:
        view = TextView.of(document.text, language=language)
        proposed, found = inner.propose(view)
        terms = find_terms(view)
        if is_namesake:
            if not (fake := _namesakes(document, terms)):
                continue
            terms = [*terms, *fake]
        candidates = candidates_of(view.text, proposed, found, terms)
        if not candidates:
            continue
        words = gatherer.words(view, model.word_scores(view), terms)
        names, table = gatherer.over(view, words, candidates, terms)
        truth = np.array([_truth(c, document) for c in candidates], dtype=np.int8)
        yield names, table[truth >= 0], truth[truth >= 0], document.id


def _truth(candidate: Candidate, document: MarkedDocument) -> int:
    touched = [m for m in document.mentions if m.span.intersection(candidate.span)]
    if not touched:
        return CLASSES.index("none")
    if any(m.type == "other" for m in touched):
        return -1  # names of other kinds, which corpora mark and we do not
    exact = [m for m in touched if m.span == candidate.span]
    for mention in exact:
        root = mention.type.partition(".")[0]
        kind = "id" if root in CODES else root
        if kind in CLASSES[2:]:
            return CLASSES.index(kind)
    return CLASSES.index("edges")


@dataclass(frozen=True)
class Tables:
    """Candidates of several files: evidence, what each truly is, its weight, its document."""

    names: tuple[str, ...]
    table: Any
    truth: Any
    weight: Any
    document: Any

    @classmethod
    def load(cls, paths: Sequence[Path], columns: Sequence[str] = ()) -> Tables:
        """Read tables, with the columns asked for; all that the first one has where none are."""
        loaded = [np.load(path) for path in paths]
        names = tuple(columns) or tuple(map(str, loaded[0]["names"]))
        chosen = []
        for part in loaded:
            at = {str(name): n for n, name in enumerate(part["names"])}
            chosen.append(part["table"][:, [at[name] for name in names]])
        truth, weight = (np.concatenate([p[key] for p in loaded]) for key in ("truth", "weight"))
        document = np.concatenate([part["document"] for part in loaded])
        return cls(names, np.concatenate(chosen), truth, weight, document)


def fit(asked: argparse.Namespace) -> None:
    """Learn from tables and write the trees."""
    tables = Tables.load(asked.tables)
    model = _boosted(tables, np.ones(len(tables.truth), bool), ROUNDS)
    _write(asked.out, _as_onnx(model, tables.names))
    print(f"{len(tables.truth)} candidates, {asked.out.stat().st_size} bytes")


def more(asked: argparse.Namespace) -> None:
    """Boost trees on with tables that they have not learned from, and write old and new as one.

    Trees that learned on from one hand's documents alone forgot what these do not have (*Janković,
    Danijela* in lists), so tables of known documents go along.
    """
    import onnx

    old = onnx.load(asked.old)
    prop = next(p for p in old.metadata_props if p.key == "columns")
    known = prop.value.split("\n")
    new = [str(n) for n in np.load(asked.tables[0])["names"] if str(n) not in known]
    tables = Tables.load([*asked.tables, *asked.known], columns := [*known, *new])
    unread = np.arange(len(tables.truth)) < sum(len(np.load(p)["truth"]) for p in asked.tables)
    tables.weight[~unread] *= KNOWN
    before = np.log(np.maximum(_chances(asked.old, tables.table[:, : len(known)]), 1e-9))
    parts = np.array([fold_of(str(name), PARTS) for name in tables.document])
    after = before.copy()
    for part in range(PARTS):
        held = parts == part
        model = _boosted(tables, ~held, MORE_ROUNDS, before, MORE_SETTINGS)
        after[held] += model.predict(tables.table[held], raw_score=True)
    for name, scores in (("before", before), ("after", after)):
        print(f"log loss of documents held out, {name}: {_log_loss(scores, tables, unread):.4f}")
    everything = np.ones(len(tables.truth), bool)
    model = _boosted(tables, everything, MORE_ROUNDS, before, MORE_SETTINGS)
    prop.value = "\n".join(columns)
    old.graph.input[0].type.tensor_type.shape.dim[1].dim_value = len(columns)
    _write(asked.out, _joined(old, _as_onnx(model, columns)))
    print(f"{len(tables.truth)} candidates, {asked.out.stat().st_size} bytes")


def _boosted(
    tables: Tables, rows: Any, rounds: int, before: Any = None, settings: dict[str, Any] = SETTINGS
) -> Any:
    import lightgbm

    data = lightgbm.Dataset(
        tables.table[rows], tables.truth[rows], weight=tables.weight[rows],
        init_score=None if before is None else before[rows], params=settings,
    )  # fmt: skip
    return lightgbm.train(settings, data, num_boost_round=rounds)


def _chances(trees: Path, table: Any) -> Any:
    import onnxruntime

    session = onnxruntime.InferenceSession(trees.read_bytes())
    return session.run(None, {session.get_inputs()[0].name: table})[1]


def _log_loss(scores: Any, tables: Tables, rows: Any) -> float:
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    right = logs[np.arange(len(logs)), tables.truth]
    return float(-np.average(right[rows], weights=tables.weight[rows]))


def _as_onnx(model: Any, columns: Sequence[str]) -> Any:
    from onnxmltools.convert import convert_lightgbm
    from onnxmltools.convert.common.data_types import FloatTensorType

    kind = [("table", FloatTensorType([None, len(columns)]))]
    made = convert_lightgbm(model, initial_types=kind, zipmap=False, target_opset=15)
    made.metadata_props.add(key="columns", value="\n".join(columns))
    return made


def _joined(old: Any, new: Any) -> Any:
    """Return one ensemble of the trees of two over the same columns; raw scores add up.

    The further trees count `SHARE`: at full weight some hands' ways became everybody's.
    """
    mine, further = (
        {a.name: a for a in next(n for n in m.graph.node if "Tree" in n.op_type).attribute}
        for m in (old, new)
    )
    shift = max(mine["nodes_treeids"].ints) + 1
    for name, attribute in further.items():
        if name in ("nodes_treeids", "class_treeids"):
            mine[name].ints.extend(shift + n for n in attribute.ints)
        elif name == "class_weights":
            mine[name].floats.extend(SHARE * weight for weight in attribute.floats)
        elif name.startswith(("nodes_", "class_")):
            for kind in ("ints", "floats", "strings"):
                getattr(mine[name], kind).extend(getattr(attribute, kind))
    return old


def _write(path: Path, model: Any) -> None:
    path.write_bytes(model.SerializeToString())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
