"""Detection by a trained model, window by window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import zip_longest
from typing import TypeAlias

import numpy as np

from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.latest import Latest
from allonym.model.mention import Evidence, Mention
from allonym.model.scored import ScoredSpan, WordScores
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Engine
from allonym.text.tokenize import snap, tokenize, view_windows

_Read: TypeAlias = tuple[list[ScoredSpan], WordScores]
"""What an engine finds in a text, and what it thinks of each word."""

TYPE_OF = {
    "PER": "person", "LOC": "place", "ORG": "org", "ADDR": "address", "CODE": "id", "ANY": "other",
}  # fmt: skip
"""What an engine's labels mean here; a label that is not named is dropped."""

FLOOR = 0.2
"""Least score of a mention."""

_BETWEEN = 100  # what the blank places behind a window cost, in characters of text

_HOUSED = re.compile(r"\d(?:[ ]?[^\W\d_])?(?=\t|[ ]{2})")
"""The number of a house at the end of a column: *Björnvägen 3 B      16 h*."""

_CLITIC = 2
"""Letters of a small word before a hyphen at most: *m-a*, *l-am*."""
_THINGS = frozenset(("brand", "eponym", "event", "feast", "medical", "medicine"))
_ROW, _BESIDE, _WORD = 3, re.compile(r"[^\n.]{1,24}"), re.compile(r"[^\W\d_]+")
_OPENING, _CLOSING = frozenset('„“”"«»(['), frozenset('”“"»«)]')


@dataclass(frozen=True, slots=True, eq=False)
class ModelDetector:
    """Finds persons, places and organisations with an engine.

    Blocks are cut into windows at line or sentence ends and handed on a batch at a time, so memory
    does not grow with the text.  Spans down to `FLOOR` are returned, for review to see.
    """

    engine: Engine = field(repr=False)  # what runs the model
    _: KW_ONLY
    window: int = 4000  # characters the engine sees at once; more is slower to begin, not better
    # about how many are handed to it in one call: what fits into a processor's cache is read faster
    batch: int = 6000
    # what the lists of names of nobody know in a document
    terms: Callable[[TextView], Sequence[Term]] = field(default=lambda _: (), repr=False)
    name: str = "model"  # what evidence and profiles call the detector
    _latest: Latest = field(init=False, repr=False, compare=False, default_factory=Latest)

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield the mentions of a view in order of windows, scores being probabilities."""
        read: list[tuple[int, WordScores]] = []
        rows = _rows(view.text, self.terms(view))
        text, hidden = _without(view.text, rows), Cover(rows)
        for batch in self._batches(view):
            texts = [text[span.start : span.end] for span in batch]
            plain = [view.text[span.start : span.end] for span in batch] if rows else texts
            read_once = self._read(texts)
            again = [p for p, t in zip(plain, texts, strict=True) if p != t]
            bare = dict(zip(again, self._read(again), strict=True)) if again else {}
            for window, own, once in zip(batch, plain, read_once, strict=True):
                twice = bare.get(own) and _both(window.start, once, bare[own], hidden.touches)
                found, words = twice or once
                read.append((window.start, words))
                yield from self._mentions(view, window, found)
        self._latest.of(view)["scores"] = joined_scores(read)

    def word_scores(self, view: TextView) -> WordScores:
        """Return what the engine thinks of each word of a view.

        What it thought of the view that this thread gave it last is handed out without asking
        again, once.
        """
        if "scores" not in self._latest.of(view):
            for _ in self.detect(view):
                pass
        found: WordScores = self._latest.of(view).pop("scores")
        return found

    def _read(self, texts: Sequence[str]) -> list[_Read]:
        read = getattr(self.engine, "read", None)
        if read is not None:
            each = list(dict.fromkeys(texts))  # cells of a table say the same again and again
            found: dict[str, _Read]
            found = dict(zip(each, read(each, floor=FLOOR), strict=True))
            return [found[text] for text in texts]
        tagged = self.engine.tag(texts, floor=FLOOR)
        return [
            (spans, scores_of_spans(text, spans)) for text, spans in zip(texts, tagged, strict=True)
        ]

    def _batches(self, view: TextView) -> Iterator[list[Span]]:
        batch: list[Span] = []
        size = 0
        for window in view_windows(view, self.window):
            more = len(window) + _BETWEEN
            if batch and size + more > self.batch:
                yield batch
                batch, size = [], 0
            batch.append(window)
            size += more
        if batch:
            yield batch

    def _mentions(
        self, view: TextView, window: Span, found: Sequence[ScoredSpan]
    ) -> Iterator[Mention]:
        for scored in found:
            span = scored.span.shift(window.start)
            span = snap(span, view.tokens) if view.tokens else without_quotes(view.text, span)
            entity_type = TYPE_OF.get(scored.label)
            if entity_type == "address" and not view.tokens:
                housed = _HOUSED.search(view.text, *span)
                span = Span(span.start, housed.end()) if housed else span
            if entity_type is not None:
                yield Mention(span, entity_type, (Evidence(self.name, scored.label, scored.score),))


def without_quotes(text: str, span: Span) -> Span:
    """Return a span without a quotation mark or a bracket whose other half lies outside.

    Nor with the space that some put inside quotation marks, a comma at the end, or the beginning of
    a small word that a hyphen goes on with.

    >>> text = 'the "Red Lion" inn'
    >>> without_quotes(text, Span(5, 14)), without_quotes(text, Span(4, 18))
    (Span(start=5, end=13), Span(start=4, end=18))
    >>> without_quotes("of Naftogaz “ said", Span(3, 13))
    Span(start=3, end=11)
    >>> without_quotes("Ioana m-a sunat", Span(0, 7))
    Span(start=0, end=5)
    """
    start, end = span.start, span.end
    if end - start > 1 and text[end - 1] in _CLOSING and _OPENING.isdisjoint(text[start : end - 1]):
        end -= 1
    if end - start > 1 and text[start] in _OPENING and _CLOSING.isdisjoint(text[start + 1 : end]):
        start += 1
    kept = _cut_off(text, Span(start, end))
    ends = len(kept.rstrip().rstrip(",;").rstrip()) or len(kept)
    return Span(start + len(kept) - len(kept.lstrip()), start + ends)


def _cut_off(text: str, span: Span) -> str:
    """Return what a span has of the text, no small word of which a hyphen cuts the rest off."""
    head, _, last = text[span.start : span.end].rpartition(" ")
    cut = head and len(last) <= _CLITIC and last.islower() and text.startswith("-", span.end)
    return head if cut else text[span.start : span.end]


def _rows(text: str, terms: Iterable[Term]) -> list[Span]:
    """Return what stands in rows and is nobody's name.

    Behind *Wilson's disease, Addison's disease, Graves' disease* Anna Hart is read as one more.
    """
    things = [t.span for t in terms if t.kind in _THINGS and not t.also and len(t.span) > _ROW]
    told, row = list[Span](), list[Span]()
    for thing, behind in zip_longest(things, things[1:]):
        row.append(thing)
        if behind is None or not _BESIDE.fullmatch(text, thing.end, behind.start):
            told += row if len(row) >= _ROW else ()
            row = []
    return told


def _without(text: str, rows: Iterable[Span]) -> str:
    """Return a text of the same length in which rows have no capitals."""
    made, at = list[str](), 0
    for start, end in rows:
        made += text[at:start], _WORD.sub(_unread, text[max(at, start) : end])
        at = max(at, end)
    return "".join((*made, text[at:]))


def _both(start: int, read: _Read, plain: _Read, hidden: Callable[[Span], bool]) -> _Read:
    """Return what either reading of a window with rows of things finds outside them.

    Args:
        start: Where the window begins in the document.
        read: What is found where rows have no capitals.
        plain: What is found in the window as it is.
        hidden: Tells whether a stretch of the document is in such a row.
    """
    (found, words), (also, others) = read, plain
    also = [s for s in also if not hidden(s.span.shift(start))]
    best = {(s.span, s.label): s for s in sorted((*found, *also), key=lambda s: s.score)}
    chances = words.probabilities.copy()
    at = {offsets: i for i, offsets in enumerate(others.offsets)}
    for row, offsets in enumerate(words.offsets):
        other = at.get(offsets)
        if other is not None and not hidden(Span(*offsets).shift(start)):
            chances[row] = min(
                chances[row], others.probabilities[other], key=lambda row: float(row[0])
            )
    return sorted(best.values(), key=lambda s: s.span), WordScores(
        words.offsets, words.types, chances
    )


def _unread(word: re.Match[str]) -> str:
    return word[0] if word[0].islower() else "x" * len(word[0])


def joined_scores(read: Sequence[tuple[int, WordScores]]) -> WordScores:
    """Return the words of several stretches as those of the whole, each stretch with its start."""
    if not read:
        return WordScores((), (), np.zeros((0, 2), dtype=np.float32))
    offsets = [(a + start, b + start) for start, words in read for a, b in words.offsets]
    rows = np.concatenate([words.probabilities for _, words in read])
    return WordScores(offsets, read[0][1].types, rows)


def scores_of_spans(text: str, spans: Sequence[ScoredSpan]) -> WordScores:
    """Return words' classes for an engine that only says spans."""
    types = ("PER", "LOC", "ORG", "MISC")
    offsets = tokenize(text)
    rows = np.zeros((len(offsets), len(types) + 2), dtype=np.float32)
    rows[:, 0] = 1.0
    ordered = sorted((s for s in spans if s.label in types), key=lambda s: s.span)
    at = 0
    for scored in ordered:
        while at < len(offsets) and offsets[at][1] <= scored.span.start:
            at += 1
        inside = at
        while inside < len(offsets) and offsets[inside][0] < scored.span.end:
            rows[inside, types.index(scored.label) + 1] = scored.score
            rows[inside, 0] = 1.0 - scored.score
            rows[inside, -1] = scored.score * (inside == at)
            inside += 1
    return WordScores(offsets, types, rows)
