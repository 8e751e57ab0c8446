"""What is known of a candidate, as numbers: the columns that the decision has learned to weigh.

Everything is computed for all words of a document at once and gathered over the words of each
candidate, so that time grows with the text and not with what was found in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from allonym.detect.decision.words import (
    ANYWHERE,
    HERE,
    LABELS,
    SHAPES,
    TERMS,
    Floats,
    Words,
    range_of,
    words_of,
)
from allonym.languages.lexicon import FLAGS
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.latest import Latest
from allonym.model.mention import Evidence, Mention
from allonym.model.scored import WordScores
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

DETECTORS = ("model", "gazetteer", "spread", "verify", "chat", "known")
KINDS = ("person", "place", "org", "address", "other")
RULES = (
    "full-name", "title", "given", "given-common", "given-rare", "family", "place", "place-rare",
    "unknown", "unknown-first", "speaker", "small", "joined", "part", "house",
)  # fmt: skip
LANGUAGES = ("bg", "en", "fi", "hr", "hu", "pl", "ro", "sk", "sl", "sv")
_EVEN = 0.5
_DOCUMENT = {
    "people": "PER", "old": "old", "new": "new", "figures": "figure", "codes": "CODE",
    "addresses": "ADDR",
}  # fmt: skip
"""Shares of a document's words: lessons of history have other ones than papers of the living."""
_ORDINARY = ("known", "lemma", "frequent", "usual", "word")
_NEAR = ("given", "family", "place", "common", "title", "honorific_m", "honorific_f", "kin",
         "org_word", "legal_form", "street", "label", "court", "medical", "birth", "residence",
         "calendar")  # fmt: skip


_WORD_HEAD = re.compile(r"(?<!\S)\S")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch that may be a name, and all the finds that say so."""

    span: Span  # where
    finds: tuple[Mention, ...]  # what detectors said of exactly this stretch
    settled: Mention | None = None  # what the steps before the decision made of it, if they kept it

    def said_of(self, kind: str) -> list[Evidence]:
        """Return why it was found to be of a kind."""
        own = (self.settled, *self.finds) if self.settled else self.finds
        return [e for m in own if is_a(m.type, kind) for e in m.evidence]

    @property
    def is_borne(self) -> bool:
        """Tell whether it is found because somebody in the document is called so."""
        return any(e.detector == "spread" for e in self.said_of("person"))

    @property
    def is_listed_place(self) -> bool:
        """Tell whether a list of places has it as it stands."""
        return any(e.rule == "place" for e in self.said_of("place"))


@dataclass(frozen=True, slots=True)
class Gatherer:
    """Turns a document and its candidates into a table."""

    language: str  # ISO 639-1 code
    flags: Callable[[str], int]  # the bits that the word lists give a word
    ordinary: Callable[[str], int]  # the bits of the dictionary
    foreign: Callable[[str], int]  # the bits of the names of all languages
    # the columns that are wanted, in order; all there are, sorted, where it is empty
    asked: tuple[str, ...] = ()
    _latest: Latest = field(init=False, repr=False, compare=False, default_factory=Latest)

    def words(self, view: TextView, scores: WordScores, terms: Iterable[Term]) -> Words:
        """Return what is known of the words of a document, whatever the candidates.

        Args:
            view: The document.
            scores: What the network thinks of its words.
            terms: What the lists of names of nobody know.
        """
        return words_of(view.text, scores, terms, self.flags, self.ordinary, self.foreign)

    def over(
        self,
        view: TextView,
        words: Words,
        candidates: Sequence[Candidate],
        terms: Sequence[Term] = (),
    ) -> tuple[tuple[str, ...], Floats]:
        """Return the names of the columns and one line for each candidate.

        Args:
            view: The document.
            words: What is known of them, as `words` returns it.
            candidates: In any order.
            terms: What the lists of names of nobody know.
        """
        ranges = [range_of(words.offsets, c.span) for c in candidates]
        heads = self._latest.made(view, "heads", None, lambda: Heads.of(view.text))
        columns = {**_gathered(words, ranges), **_around(heads, words, ranges, candidates)}
        columns |= _said(candidates) | _listed(candidates, terms) | _beyond(words, ranges)
        columns |= {
            f"language={code}": np.full(len(candidates), float(code == self.language), np.float32)
            for code in LANGUAGES
        }
        names = self.asked or tuple(sorted(columns))
        return names, np.stack([np.asarray(columns[n], np.float32) for n in names], axis=1)


# --- over the words of a candidate ---------------------------------------------------------------


def _gathered(words: Words, ranges: Sequence[tuple[int, int]]) -> dict[str, Floats]:
    pairs = np.array(ranges, dtype=np.int64).reshape(-1)
    firsts, lasts = pairs[::2], pairs[1::2]
    counts = np.maximum(1, lasts - firsts).astype(np.float32)
    found: dict[str, Floats] = {"words": counts}

    def reduced(values: Any, reduce: Any) -> Any:
        padded = np.append(values, values[-1:] * 0)
        return reduce.reduceat(padded, pairs)[::2] if len(pairs) else padded[:0]

    def over(name: str, values: Any, reduce: Any) -> None:
        found[name] = reduced(values, reduce)

    for name in ("O", *LABELS):
        over(f"min {name}", words.columns[name], np.minimum)
        over(f"max {name}", words.columns[name], np.maximum)
        over(f"mean {name}", words.columns[name], np.add)
        found[f"mean {name}"] = found[f"mean {name}"] / counts
    for name in (*SHAPES, *TERMS, "nobody", "also", "small_here", "large_here"):
        over(f"most {name}", words.columns[name], np.maximum)
        over(f"least {name}", words.columns[name], np.minimum)
    anywhere = [f"{name}{how}" for name in ANYWHERE for how in ("", " inflected")]
    here = [f"{name}_here" for name in HERE]
    for name in (*here, *anywhere):
        over(f"least {name}", words.columns[name], np.minimum)
        over(f"most {name}", words.columns[name], np.maximum)
    found |= _bits(words, reduced)
    for where, at in (("first", firsts), ("last", lasts - 1)):
        for bit, name in enumerate(FLAGS[:11]):
            found[f"{where} {name}"] = (words.bits[at] >> bit & 1).astype(np.float32)
    found["first B"] = words.columns["B"][firsts]
    for name in ("line_start", "sentence_start", "old_near"):
        found[name] = words.columns[name][firsts]
    return found


def _bits(words: Words, reduced: Callable[[Any, Any], Any]) -> dict[str, Floats]:
    """Return what the lists and the dictionary say of any and of all words of each candidate."""
    found: dict[str, Floats] = {}
    for source, values, names in (
        ("list", words.bits, FLAGS), ("dictionary", words.ordinary, _ORDINARY)
    ):  # fmt: skip
        some: Any = reduced(values, np.bitwise_or)
        every: Any = reduced(values, np.bitwise_and)
        for bit, name in enumerate(names):
            found[f"any {source} {name}"] = (some >> bit & 1).astype(np.float32)
            found[f"all {source} {name}"] = (every >> bit & 1).astype(np.float32)
    return found


def _around(
    heads: Heads, words: Words, ranges: Sequence[tuple[int, int]], candidates: Sequence[Candidate]
) -> dict[str, Floats]:
    """Return what stands before and after each candidate."""
    total = len(words.offsets)
    before = np.array([a - 1 for a, _ in ranges], dtype=np.int64)
    after = np.array([b if b < total else -1 for _, b in ranges], dtype=np.int64)
    found: dict[str, Floats] = {}
    for where, at in (("before", before), ("after", after)):
        there = (at >= 0).astype(np.float32)
        for name in ("O", "B", "PER", "LOC", "ORG", "ADDR", "CODE", *SHAPES, "line_start",
                     "sentence_start", "nobody"):  # fmt: skip
            found[f"{where} {name}"] = words.columns[name][at] * there
        for name in _NEAR:
            bit = FLAGS.index(name)
            found[f"{where} {name}"] = (words.bits[at] >> bit & 1).astype(np.float32) * there
        found |= {
            f"{where} {name}": (words.ordinary[at] >> bit & 1).astype(np.float32) * there
            for bit, name in enumerate(_ORDINARY)
        }
    further = np.where(before > 0, before - 1, -1)
    for name in ("title", "honorific_m", "honorific_f", "kin", "label", "street", "org_word"):
        bit = FLAGS.index(name)
        found[f"further {name}"] = (words.bits[further] >> bit & 1) * (further >= 0)
    marks = [_marks(heads.text, c.span, heads) for c in candidates]
    names = ("colon_behind", "colon_before", "comma_before", "comma_behind", "dot_behind",
             "quote_before", "bracket_before", "hyphen_before", "hyphen_behind", "ends_line",
             "touches_left", "touches_right", "line_length", "line_capitals", "dot_before",
             "characters", "has_newline", "digits", "letters", "slashes", "hyphens", "dots",
             "underscores", "at_behind", "at_before")  # fmt: skip
    matrix = np.array(marks, np.float32).reshape(len(marks), len(names))
    found |= {name: matrix[:, n] for n, name in enumerate(names)}
    capitals = float(np.mean(words.columns["initial_capital"])) if total else 0.0
    uppers = float(np.mean(words.columns["all_capitals"])) if total else 0.0
    for name, value in (
        ("document_capitals", capitals), ("document_uppers", uppers),
        ("document_words", float(min(total, 2000))),
    ):  # fmt: skip
        found[name] = np.full(len(candidates), value, np.float32)
    for name, column in _DOCUMENT.items():
        share = float(np.sum(words.columns[column] > _EVEN)) / max(1, total)
        found[f"document_{name}"] = np.full(len(candidates), share, np.float32)
    return found


def _beyond(words: Words, ranges: Sequence[tuple[int, int]]) -> dict[str, Floats]:
    """Return what stands after the next word, and in the same place of the lines above and below.

    Lists, tables and rosters say so who is called what.
    """
    total = len(words.offsets)
    after = np.array([b for _, b in ranges], dtype=np.int64) + 1
    then = np.where(after < total, after, -1)
    found: dict[str, Floats] = {
        f"then {name}": words.columns[name][then] * (then >= 0)
        for name in ("PER", "O", "initial_capital", "small", "digit")
    }
    firsts = np.array([a for a, _ in ranges], dtype=np.int64)
    starts = np.flatnonzero(words.columns["line_start"] > _EVEN)
    ends = np.append(starts[1:], total)
    line = np.searchsorted(starts, firsts, side="right") - 1
    place = firsts - starts[line]
    found["place_in_line"] = np.minimum(place, 20).astype(np.float32)
    found["words_in_line"] = np.minimum(ends - starts, 40).astype(np.float32)[line]
    for where, step in (("above", -1), ("below", 1)):
        inside = (line + step >= 0) & (line + step < len(starts))
        other = np.where(inside, line + step, 0)
        at = starts[other] + place
        inside &= at < ends[other]
        at = np.where(inside, at, 0)
        for name in ("PER", "LOC", "ORG", "O", "initial_capital", "digit"):
            found[f"{where} {name}"] = words.columns[name][at] * inside
    return found


@dataclass(frozen=True, slots=True)
class Heads:
    """Where the words of a text begin that begin with a letter, and those with a capital."""

    text: str = field(repr=False)
    letters: Sequence[int]
    capitals: Sequence[int]

    @classmethod
    def of(cls, text: str) -> Heads:
        """Return those of a text."""
        letters = [m.start() for m in _WORD_HEAD.finditer(text) if m[0].isalpha()]
        return cls(text, letters, [at for at in letters if text[at].isupper()])

    def share(self, first: int, last: int) -> float:
        """Return how many of the words with letters between two places have a capital."""
        letters, capitals = (
            bisect_left(own, last) - bisect_left(own, first)
            for own in (self.letters, self.capitals)
        )
        cut = self.text[first:last][:1] if first and not self.text[first - 1].isspace() else ""
        letters, capitals = letters + cut.isalpha(), capitals + (cut.isalpha() and cut.isupper())
        return capitals / max(1, letters)


def _marks(text: str, span: Span, heads: Heads) -> tuple[float, ...]:
    left = text[max(0, span.start - 3) : span.start]
    right = text[span.end : span.end + 3]
    surface = text[span.start : span.end]
    before, behind = left.rstrip(" \t")[-1:], right.lstrip(" \t")[:1]
    first = text.rfind("\n", max(0, span.start - 300), span.start) + 1 or max(0, span.start - 300)
    last = text.find("\n", span.end, span.end + 300)
    last = last if last >= 0 else min(len(text), span.end + 300)
    return (
        behind == ":", before == ":", before == ",", behind == ",", behind == ".",
        before in "\"'„“”«»‚‘’" and bool(before), before in "([{" and bool(before),
        left[-1:] in "-–" and bool(left), right[:1] in "-–" and bool(right),
        not behind or behind == "\n", left[-1:].isalnum(), right[:1].isalnum(),
        float(last - first), heads.share(first, last), before == ".", float(len(span)),
        "\n" in surface, sum(map(str.isdigit, surface)), sum(map(str.isalpha, surface)),
        surface.count("/"), surface.count("-"), surface.count("."), surface.count("_"),
        right[:1] == "@", left[-1:] == "@",
    )  # fmt: skip


# --- what the finders said -----------------------------------------------------------------------


def _said(candidates: Sequence[Candidate]) -> dict[str, Floats]:
    names = (
        *(f"score {d}" for d in DETECTORS), *(f"rule {r}" for r in RULES),
        *(f"found {k}" for k in KINDS), *(f"settled {k}" for k in KINDS), "settled", "finds",
        "settled finer", "settled score",
    )  # fmt: skip
    at = {name: n for n, name in enumerate(names)}
    matrix = np.zeros((len(candidates), len(names)), np.float32)
    for row, candidate in zip(matrix, candidates, strict=True):
        _say(row, at, candidate)
    return {name: matrix[:, n] for name, n in at.items()}


def _listed(candidates: Sequence[Candidate], terms: Sequence[Term]) -> dict[str, Floats]:
    """Return which candidates are a listed term, and which are a part of one."""
    exact = {term.span for term in terms}
    cover = Cover(exact)
    found = [(c.span in exact, c.span not in exact and cover.holds(c.span)) for c in candidates]
    matrix = np.array(found, np.float32).reshape(len(found), 2)
    return {"is a term": matrix[:, 0], "in a term": matrix[:, 1]}


def _say(row: Any, at: Mapping[str, int], candidate: Candidate) -> None:
    row[at["finds"]] = len(candidate.finds)
    for find in candidate.finds:
        _mark(row, at, f"found {find.type.partition('.')[0]}", find.score)
        for evidence in find.evidence:
            _mark(row, at, f"score {evidence.detector}", evidence.score)
            _mark(row, at, f"rule {evidence.rule}", 1.0)
    if candidate.settled:
        row[at["settled"]] = 1.0
        row[at["settled score"]] = candidate.settled.score
        row[at["settled finer"]] = float("." in candidate.settled.type)
        _mark(row, at, f"settled {candidate.settled.type.partition('.')[0]}", 1.0)
        for evidence in candidate.settled.evidence:
            _mark(row, at, f"score {evidence.detector}", evidence.score)


def _mark(row: Any, at: Mapping[str, int], name: str, value: float) -> None:
    if name in at:
        row[at[name]] = max(row[at[name]], value)
