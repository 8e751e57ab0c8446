"""Gold data in the layouts of others: the Text Anonymization Benchmark, brat, and treebanks.

Sources of the layouts: https://github.com/NorskRegnesentral/text-anonymization-benchmark,
https://brat.nlplab.org/standoff.html, https://universaldependencies.org/format.html (CoNLL-U and
CoNLL-U Plus, packed or not).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from allonym.errors import CorruptDocument, DocumentError, PseudonymizationError
from allonym.model.features import FeatureBundle, parse_features
from allonym.model.span import Span
from allonym.text.columns import read_lines

_TAB_TYPES = {
    "PERSON": "person", "CODE": "case_number", "LOC": "place", "ORG": "org", "DEM": "other",
    "DATETIME": "date", "QUANTITY": "other", "MISC": "other",
}  # fmt: skip


# what the benchmark does not count at the edges of a mention: titles, articles, punctuation
_UNCOUNTED = re.compile(
    r"(?:['’]s\b|[^\w\n]|\b(?:mr|mrs|ms|the|a|an|of|in|on|at|by|for|from|to|until|since|no|nr)\b)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class GoldSpan:
    """A mention as people marked it: half-open code points, dotted type, entity if they said so.

    ``identifier`` says ``direct`` or ``quasi`` where the gold does; else the type tells.

    Besides the contract's types there are ``misc`` and ``time``: tags of the corpora that no
    detector is asked for.
    """

    start: int
    end: int
    type: str
    entity: str = ""
    identifier: str = ""


class Marked(NamedTuple):
    """A document as a file has it."""

    id: str
    text: str
    marks: tuple[GoldSpan, ...]


def read_tab(data: str) -> list[Marked]:
    """Read the JSON of the Text Anonymization Benchmark; what needs no mask is left out.

    Of several annotators the first by name counts.  Titles, articles and punctuation at the edges
    of a mention are cut off, since the benchmark's own measure passes over them.

    Raises:
        CorruptDocument: If it is not JSON of that layout; document and mention are named.
    """
    try:
        records = json.loads(data)
    except json.JSONDecodeError as error:
        raise CorruptDocument(f"line {error.lineno}: not JSON; give the benchmark's file") from None
    if not isinstance(records, list):
        raise CorruptDocument("not a list of documents; give the benchmark's file")
    return [_tab_record(record, number) for number, record in enumerate(records, 1)]


def _tab_record(record: Any, number: int) -> Marked:
    try:
        name, text = str(record["doc_id"]), str(record["text"])
        annotators = record["annotations"]
        first = min(annotators)
        mentions = annotators[first]["entity_mentions"]
    except (KeyError, TypeError, ValueError):
        raise CorruptDocument(
            f"document {number}: lacks doc_id, text or annotations; give the benchmark's file"
        ) from None
    if not isinstance(mentions, list):
        raise CorruptDocument(f"document {number}: entity_mentions is no list")
    marks = [
        _tab_mark(m, f"document {number}, mention {n}", text) for n, m in enumerate(mentions, 1)
    ]
    return Marked(name, text, tuple(sorted(mark for mark in marks if mark)))


def _tab_mark(mention: Any, where: str, text: str) -> GoldSpan | None:
    try:
        start, end = int(mention["start_offset"]), int(mention["end_offset"])
        kind, level = str(mention["entity_type"]), str(mention["identifier_type"])
        entity = str(mention.get("entity_id", ""))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise CorruptDocument(
            f"{where}: lacks start_offset, end_offset, entity_type or identifier_type"
        ) from None
    if not 0 <= start < end <= len(text):
        raise CorruptDocument(f"{where}: [{start}, {end}) does not lie in {len(text)} characters")
    if kind not in _TAB_TYPES:
        raise CorruptDocument(f"{where}: unknown type; known: {', '.join(_TAB_TYPES)}")
    if level == "NO_MASK":
        return None
    return GoldSpan(*_counted(text, start, end), _TAB_TYPES[kind], entity, level.lower())


def _counted(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets without what the benchmark does not count; as they are if nothing is left.

    >>> _counted("saw Mr John Poe's", 4, 17)
    (7, 15)
    """
    surface = text[start:end]
    runs = list(_UNCOUNTED.finditer(surface))
    if runs and runs[0].span() == (0, len(surface)):
        return start, end
    head = runs[0].end() if runs and runs[0].start() == 0 else 0
    tail = runs[-1].start() if runs and runs[-1].end() == len(surface) else len(surface)
    return start + head, start + tail


def read_brat(path: Path, lines: Sequence[str], gold_type: Callable[[str], str]) -> Marked:
    """Read a brat file; its text stands beside it under the same name with ``.txt``.

    Each part of a discontinuous mark is a mark; relations, events and notes are passed over.

    Raises:
        DocumentError: If the text cannot be read.
        CorruptDocument: If a mark is malformed or does not say what stands at its offsets.
    """
    try:
        # brat counts characters of the file as it is
        text = path.with_suffix(".txt").read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise DocumentError("its text cannot be read; put the .txt beside the .ann") from None
    marks: list[GoldSpan] = []
    for number, line in enumerate(lines, 1):
        if line.startswith("T"):
            try:
                marks += _brat_marks(line.rstrip("\r\n"), text, gold_type)
            except PseudonymizationError as error:
                raise type(error)(f"line {number}: {error}") from None
    return Marked(path.stem, text, tuple(sorted(marks)))


def _brat_marks(line: str, text: str, gold_type: Callable[[str], str]) -> Iterator[GoldSpan]:
    columns = line.split("\t")
    label, _, places = columns[1].partition(" ") if len(columns) == 3 else ("", "", "")
    try:
        ranges = [tuple(map(int, place.split())) for place in places.split(";")]
        pairs = [(start, end) for start, end in ranges]
    except ValueError:
        raise CorruptDocument("not a mark; write T1, tab, type start end, tab, surface") from None
    for start, end in pairs:
        if not 0 <= start < end <= len(text):
            raise CorruptDocument(f"[{start}, {end}) does not lie in {len(text)} characters")
    surface = " ".join(text[start:end] for start, end in pairs)
    if surface.split() != columns[2].split():
        raise CorruptDocument("the surface is not what stands at its offsets")
    kind = gold_type(label.lower())
    yield from (GoldSpan(start, end, kind) for start, end in pairs)


_COLUMNS = 10


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a treebank."""

    form: str = field(repr=False)  # as written
    lemma: str = field(repr=False)  # its citation form, in the capitals of the treebank
    upos: str  # UD part of speech
    features: FeatureBundle  # UD features
    # number of the word it depends on; 0 for the root, -1 where the file has no trees
    head: int = -1
    relation: str = ""  # UD relation to that word
    spaced: bool = True  # whether a space follows
    entity: str = ""  # IOB2 tag from the column MISC; empty where there is none


Sentence = tuple[Token, ...]


def read_conllu(path: Path) -> list[Sentence]:
    """Read every sentence of a treebank file (``.conllu``, ``.conllup``, either ``.xz``).

    Raises:
        DocumentError: If the file cannot be read.
        CorruptDocument: If a line has other than ten columns; file and line are named.
    """
    lines = enumerate((line.removesuffix("\n") for line in read_lines(path)), 1)
    groups = groupby(lines, key=lambda numbered: bool(numbered[1].strip()))
    found = (tuple(_tokens(path, group)) for filled, group in groups if filled)
    return [sentence for sentence in found if sentence]


def _tokens(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[Token]:
    for number, line in lines:
        if line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) < _COLUMNS:
            raise CorruptDocument(f"{path.name}: line {number}: not ten columns; give CoNLL-U")
        # words inside a contraction are counted once, by the contraction's parts
        if columns[0].isdigit():
            yield _token(path, number, columns)


def _token(path: Path, number: int, columns: list[str]) -> Token:
    _, form, lemma, upos, _, features, head, relation, _, misc, *_ = columns
    notes = dict(part.partition("=")[::2] for part in misc.split("|"))
    try:
        bundle = parse_features(features)
    except ValueError as error:
        raise CorruptDocument(f"{path.name}: line {number}: {error}") from error
    place = int(head) if head.isdigit() else -1
    spaced = notes.get("SpaceAfter") != "No"
    return Token(form, lemma, upos, bundle, place, relation, spaced, notes.get("NER", ""))


Kinds = Callable[[str], frozenset[str]]
"""From a citation form to what word lists call it: ``given``, ``family``, ``place``, ``common``."""

_ENTITIES = {"per": "person", "loc": "place", "org": "org"}
_FLAT = ("flat", "flat:name", "flat:foreign")


@dataclass(frozen=True, slots=True)
class GoldName:
    """One name in a sentence."""

    span: Span  # where it stands in the text of the sentence
    type: str  # ``person``, ``place`` or ``org``
    tokens: tuple[Token, ...] = field(repr=False)  # its words

    @property
    def base(self) -> bool:
        """Tell whether every word stands in its citation form, in the nominative if any case.

        Initials and acronyms have none.
        """
        return all(
            len(t.form) > 2
            and t.form.casefold() == t.lemma.casefold()
            and t.features.get("Case", "Nom") == "Nom"
            for t in self.tokens
        )


def laid_out(sentence: Sentence) -> tuple[str, tuple[Span, ...]]:
    """Return the text of a sentence and where each of its words stands."""
    text, spans = "", []
    for token in sentence:
        spans.append(Span(len(text), len(text) + len(token.form)))
        text += token.form + " " * token.spaced
    return text, tuple(spans)


def names_of(sentence: Sentence, kinds: Kinds) -> tuple[str, list[GoldName]]:
    """Return the text of a sentence and its names whose kind can be told.

    The kind is the treebank's own (``NER`` in MISC) or, where it says nothing, that of the word
    lists if they leave no doubt.  What holds anything but letters and dots is passed over, and so
    is nobody's whom people analysed as inanimate: *po Silvestri*.

    Args:
        sentence: With lemmas and features.
        kinds: What the word lists say of a citation form.
    """
    text, spans = laid_out(sentence)
    found = []
    for start, end in _runs(sentence, kinds):
        tokens = sentence[start:end]
        kind = _kind(tokens, kinds)
        if kind and all(_is_word(t.form) for t in tokens) and all(t.spaced for t in tokens[:-1]):
            found.append(GoldName(Span(spans[start].start, spans[end - 1].end), kind, tokens))
    return text, found


def _is_word(form: str) -> bool:
    return form.replace(".", "").isalpha() and form[0].isupper()


def _runs(sentence: Sentence, kinds: Kinds) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(sentence):
        end = start + 1
        if sentence[start].upos == "PROPN":
            while end < len(sentence) and _continues(sentence, start, end, kinds):
                end += 1
            yield start, end
        start = end


def _continues(sentence: Sentence, start: int, place: int, kinds: Kinds) -> bool:
    """Tell whether a word belongs to the name begun before it; by the tree, if there is one."""
    token, first = sentence[place], sentence[start]
    if token.upos != "PROPN":
        return False
    if token.entity[:1] in ("B", "I"):
        return token.entity[0] == "I"
    if token.head >= 0:
        return token.relation in _FLAT and start <= token.head - 1 < place
    return "given" in kinds(cited(first)) and "place" not in kinds(cited(token))


def cited(token: Token) -> str:
    """Return the citation form of a name with its capital, which some treebanks take away."""
    return token.lemma[:1].upper() + token.lemma[1:]


def _kind(tokens: tuple[Token, ...], kinds: Kinds) -> str:
    listed = [kinds(cited(token)) for token in tokens]
    stays = all("stays" in kind for kind in listed)
    marks = {token.entity[2:] for token in tokens if token.entity[1:2] == "-"}
    if marks or stays:
        kind = _ENTITIES.get(marks.pop(), "") if len(marks) == 1 else ""
        return "" if stays and kind != "person" else kind
    if any(token.features.get("Animacy") == "Inan" for token in tokens):
        listed = [kind - {"given", "family"} for kind in listed]
    if len(tokens) > 1:
        titled = any(kind == {"common"} for kind in listed)
        return "person" if not titled and any("given" in kind for kind in listed) else ""
    only = listed[0] - {"common"}
    if only == {"place"}:
        return "place"
    return "person" if only and "place" not in only else ""
