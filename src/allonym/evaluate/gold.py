"""Gold data: documents whose mentions people have marked, from several kinds of files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from allonym.errors import ConfigError, CorruptDocument, PseudonymizationError, UnsupportedFormat
from allonym.evaluate.readers import GoldSpan, Marked, read_brat, read_tab
from allonym.model.types import TYPES, is_known
from allonym.text.columns import SUFFIXES as _COLUMNS
from allonym.text.columns import in_columns, read_lines, read_tagged
from allonym.text.iob2 import TaggedSentence, join_tokens
from allonym.text.markup import MarkedDocument, parse_marked
from allonym.text.suggest import suggest

Progress = Callable[[str, int, int], None]
"""Called with the name of a corpus, the number of a document and how many there are."""

LANGUAGES = frozenset(["bg", "cs", "de", "en", "fi", "hr", "hu", "pl", "ro", "sk", "sl", "sv"])
"""Codes that are recognised in a path."""

BLOCK = 200
"""Sentences to a document where an IOB2 file names no documents."""

_CORE = frozenset({"person", "place", "org"})
_TAGS = {
    "PER": "person", "LOC": "place", "LOCATION": "place", "GPE": "place", "ORG": "org",
    "ORGANIZATION": "org", "ORGANISATION": "org",
}  # fmt: skip
_OUTSIDE = frozenset({"misc", "time"})
_NO_LANGUAGE = "language unknown; give it (-l) or put the file in a folder such as pl/"
_SUFFIXES = (".iob2", ".iob2.xz", ".jsonl", ".txt", ".json", ".ann", *_COLUMNS)


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """One document with its marks."""

    id: str  # as the file names it, else its number
    genre: str  # as the file or the id says; may be empty
    language: str  # ISO 639-1 code
    text: str = field(repr=False)  # what detectors get
    spans: tuple[GoldSpan, ...]  # in text order
    # token boundaries that the file fixes; empty where it fixes none
    tokens: tuple[tuple[int, int], ...] = field(repr=False, default=())
    # types (first part of the name) whose absence means something; None when the whole of personal
    # data is marked
    annotated: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class GoldCorpus:
    """The documents of one file; ``name`` is its name without suffixes."""

    name: str
    language: str
    documents: tuple[GoldDocument, ...] = field(repr=False)


def expand(paths: Iterable[Path]) -> list[Path]:
    """Return the gold files meant: files as they are, folders searched through, sorted.

    In a folder a ``.txt`` counts only if it is called ``.marked.txt`` or ``.conll.txt``, or
    begins with ``===`` or ``-DOCSTART-``.

    Raises:
        ConfigError: If a path does not exist or a folder holds no gold file.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and _is_gold(p))
            if not inside:
                raise ConfigError(f"{path.name}: no gold file in it; give {_wanted()}")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise ConfigError(f"{path.name}: no such file or folder")
    return found


def _is_gold(path: Path) -> bool:
    if path.suffix != ".txt" or path.name.endswith((".marked.txt", ".conll.txt")):
        return path.name.endswith(_SUFFIXES)
    with path.open("rb") as file:
        return file.read(13).removeprefix(b"\xef\xbb\xbf").startswith((b"=== ", b"-DOCSTART-"))


def each_document(
    paths: Iterable[Path], language: str | None, progress: Progress | None = None
) -> Iterator[GoldDocument]:
    """Yield the documents of gold files, telling of each once it has been dealt with.

    Args:
        paths: Files or folders; `read_gold` says which.
        language: ISO 639-1 code of all; None takes it from path, record or document id.
        progress: Called with the corpus, the number of the document and how many there are.

    Raises:
        ConfigError: If a path, a type or a language cannot be understood.
        DocumentError: If a file breaks its format.
    """
    for path in expand(paths):
        corpus = read_gold(path, language)
        for number, document in enumerate(corpus.documents, 1):
            yield document
            if progress:
                progress(corpus.name, number, len(corpus.documents))


def read_gold(path: Path, language: str | None = None) -> GoldCorpus:
    """Read a gold file: IOB2 (``.iob2``, ``.iob2.xz``), marked text (``.txt``), ``.jsonl`` ...

    Besides CoNLL-2003, BTC, WikiGold and UNER under the names they are published by
    (`allonym.text.columns`), ``.json`` (Text Anonymization Benchmark) and ``.ann`` (brat).

    Args:
        path: The file.
        language: ISO 639-1 code; None takes it from the path (``ner/pl/nkjp.test.iob2.xz``,
            ``court.pl.txt``), else from the key ``language`` (JSONL) or the beginning of a
            document's id (marked text, ``=== pl-12``).

    Raises:
        UnsupportedFormat: If the suffix is none of these.
        ConfigError: If the language is not given and the path does not tell.
        DocumentError: If the file cannot be read or breaks its format; file and line are named.
    """
    if ".conllu" in path.suffixes:
        raise UnsupportedFormat(f"{path.name}: a treebank; it judges with --replacements only")
    if not path.name.endswith(_SUFFIXES):
        raise UnsupportedFormat(f"{path.name}: not a gold file; give {_wanted()}")
    code = language or guess_language(path)
    lines = read_lines(path)
    try:
        documents = tuple(_documents(path, lines, code))
    except PseudonymizationError as error:
        raise type(error)(f"{path.name}: {error}") from error
    if not documents:
        raise CorruptDocument(f"{path.name}: holds no document")
    return GoldCorpus(_stem(path), documents[0].language, documents)


def guess_language(path: Path) -> str:
    """Return the language that folder or file name tell, else an empty string.

    >>> guess_language(Path("ner/pl/nkjp.test.iob2.xz")), guess_language(Path("court.sl.txt"))
    ('pl', 'sl')
    """
    folders = path.resolve().parent.parts[-2:]
    pieces = [*path.name.split("."), *reversed(folders), *re.split(r"[._-]", path.name)]
    return next((piece for piece in pieces if piece in LANGUAGES), "")


def gold_type(label: str) -> str:
    """Return the dotted type of a tag or type name.

    Raises:
        ConfigError: If no type is called so; a near name is suggested.

    >>> gold_type("PER"), gold_type("MISC"), gold_type("id.tax")
    ('person', 'misc', 'id.tax')
    """
    name = _TAGS.get(label.upper(), label.lower() if label.isupper() else label)
    if is_known(name) or name in _OUTSIDE:
        return name
    hint = suggest(name, TYPES) or "; use a type of the interface, such as person"
    raise ConfigError(f"unknown entity type{hint}")


def _documents(path: Path, lines: Sequence[str], language: str) -> Iterator[GoldDocument]:
    if path.name.endswith(".jsonl"):
        return _from_jsonl(lines, language)
    if path.name.endswith(".txt") and not in_columns(path.name, lines):
        return _from_marked_file("".join(lines), language)
    if not language:
        raise ConfigError(_NO_LANGUAGE)
    if path.name.endswith(".json"):
        return _from_others(read_tab("".join(lines)), language)
    if path.name.endswith(".ann"):
        return _from_others([read_brat(path, lines, gold_type)], language)
    return _from_iob2(read_tagged(path.name, lines), language)


def _from_others(found: Iterable[Marked], language: str) -> Iterator[GoldDocument]:
    for document in found:
        yield GoldDocument(document.id, "", language, document.text, document.marks)


def _stem(path: Path) -> str:
    name = path.name.removesuffix(".xz")
    for suffix in (".iob2", ".jsonl", ".txt", ".marked"):
        name = name.removesuffix(suffix)
    return name


def _wanted() -> str:
    return (
        "*.iob2, *.iob2.xz, *.conll (columns), *.txt (marked text), *.jsonl, "
        "*.json (TAB) or *.ann (brat)"
    )


# --- IOB2 ---


def _from_iob2(sentences: Sequence[TaggedSentence], language: str) -> Iterator[GoldDocument]:
    labels = {span.label for sentence in sentences for span in sentence.spans}
    types = {label: _iob2_type(label, sentences) for label in labels}
    annotated = _CORE | frozenset(types.values())
    for number, (name, group) in enumerate(_groups(sentences), 1):
        text, spans, tokens = _laid_out(group, types)
        yield GoldDocument(
            name or str(number), _genre(name), language, text, spans, tokens, annotated
        )


def _iob2_type(label: str, sentences: Sequence[TaggedSentence]) -> str:
    try:
        return gold_type(label)
    except ConfigError as error:
        places = (s.line + n for s in sentences for n, t in enumerate(s.tags) if t[2:] == label)
        raise ConfigError(f"line {next(places)}: {error}") from error


def _groups(sentences: Sequence[TaggedSentence]) -> Iterator[tuple[str, list[TaggedSentence]]]:
    for name, group in groupby(sentences, key=lambda s: s.document):
        members = list(group)
        size = len(members) if name else BLOCK
        for start in range(0, len(members), size):
            yield name, members[start : start + size]


def _laid_out(
    sentences: Iterable[TaggedSentence], types: dict[str, str]
) -> tuple[str, tuple[GoldSpan, ...], tuple[tuple[int, int], ...]]:
    lines: list[str] = []
    spans: list[GoldSpan] = []
    tokens: list[tuple[int, int]] = []
    offset = 0
    for sentence in sentences:
        line, places = join_tokens(sentence.tokens, offset)
        for start, end, label in sentence.spans:
            spans.append(GoldSpan(places[start][0], places[end - 1][1], types[label]))
        lines.append(line)
        tokens += places
        offset += len(line) + 1
    return "\n".join(lines), tuple(spans), tuple(tokens)


def _genre(name: str) -> str:
    parts = name.split("__")
    if len(parts) > 2:
        return parts[1]
    match = re.match(r"([a-z]{3,})-", name)
    return match[1] if match else ""


# --- marked text and JSONL ---


def _from_marked_file(text: str, language: str) -> Iterator[GoldDocument]:
    documents = list(parse_marked(text))
    if not text.startswith("=== ") and not any(d.mentions for d in documents):
        raise CorruptDocument("neither '=== id' nor a mark in it; write [[type|surface]]")
    return (_from_marked(d, language or _language_of(d.id)) for d in documents)


def _language_of(name: str) -> str:
    """Return the language that a document's id begins with (``sl-12``)."""
    code = re.split(r"[-_.]", name)[0]
    if code not in LANGUAGES:
        raise ConfigError(_NO_LANGUAGE)
    return code


def _from_marked(document: MarkedDocument, language: str) -> GoldDocument:
    spans = []
    for mention in document.mentions:
        start, end = mention.span.start, mention.span.end
        try:
            spans.append(GoldSpan(start, end, gold_type(mention.type), mention.entity))
        except ConfigError as error:
            line = document.line + document.text.count("\n", 0, start)
            raise ConfigError(f"line {line}, document {document.id}: {error}") from error
    return GoldDocument(document.id, document.genre, language, document.text, tuple(spans))


def _from_jsonl(lines: Sequence[str], language: str) -> Iterator[GoldDocument]:
    documents = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                documents.append(_record(json.loads(line.strip()), number, language))
            except json.JSONDecodeError as error:
                where = f"line {number}, column {error.colno}"
                raise CorruptDocument(f"{where}: not JSON; write one object a line") from None
            except PseudonymizationError as error:
                raise type(error)(f"line {number}: {error}") from error
    seen = _CORE | {span.type.partition(".")[0] for d in documents for span in d.spans}
    return (
        GoldDocument(d.id, d.genre, d.language, d.text, d.spans, annotated=frozenset(seen))
        for d in documents
    )


def _record(record: object, number: int, language: str) -> GoldDocument:
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise CorruptDocument('no "text"; write {"text": …, "spans": [[start, end, type], …]}')
    code = language or str(record.get("language", ""))
    if not code:
        raise ConfigError('language unknown; give it (-l) or add "language" to the record')
    text, marks = record["text"], record.get("spans", [])
    if not isinstance(marks, list):
        raise CorruptDocument('"spans" is not a list')
    spans = sorted(_mark(mark, index, len(text)) for index, mark in enumerate(marks, 1))
    name = str(record.get("id", number))
    return GoldDocument(name, str(record.get("genre", "")), code, text, tuple(spans))


def _mark(mark: object, index: int, length: int) -> GoldSpan:
    match mark:
        case [int(start), int(end), str(label)]:
            entity = ""
        case [int(start), int(end), str(label), str(entity)]:
            pass
        case _:
            raise CorruptDocument(f"span {index}: write [start, end, type] or add an entity id")
    if not 0 <= start < end <= length:
        raise CorruptDocument(f"span {index}: [{start}, {end}) does not lie in {length} characters")
    try:
        return GoldSpan(start, end, gold_type(label), entity)
    except ConfigError as error:
        raise ConfigError(f"span {index}: {error}") from error
