"""Reads treebanks: CoNLL-U and CoNLL-U Plus, packed or not, and the names in their sentences.

Source of the format: https://universaldependencies.org/format.html.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from allonym.errors import CorruptDocument
from allonym.model.features import FeatureBundle, parse_features
from allonym.model.span import Span
from allonym.text.columns import read_lines

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
    lists if they leave no doubt.  What holds anything but letters and dots is passed over.

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
    if len(tokens) > 1:
        titled = any(kind == {"common"} for kind in listed)
        return "person" if not titled and any("given" in kind for kind in listed) else ""
    only = listed[0] - {"common"}
    if only == {"place"}:
        return "place"
    return "person" if only and "place" not in only else ""
