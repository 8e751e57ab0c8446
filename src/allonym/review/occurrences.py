"""Other places where the same stands: letter for letter, or in another form."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import Morphology
from allonym.text.fold import fold, is_spelling, pieces
from allonym.text.phrases import Piece, is_bounded, read_pieces

_READINGS = 2
_GAP = 3
_NAMED = {"place": "place", "org": "org"}
_OF_PERSONS = frozenset(("given", "family"))

Choices = Sequence[frozenset[str]]
"""For each word of a name the forms, as written, that may stand there."""


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Where else something stands; no place is in both lists."""

    identical: tuple[Span, ...] = ()
    inflected: tuple[Span, ...] = ()

    @property
    def all(self) -> tuple[Span, ...]:
        """Both, in text order."""
        return tuple(sorted((*self.identical, *self.inflected)))


@dataclass(slots=True)
class TextIndex:
    """The words of one text by their folded form; made once, asked often."""

    text: str = field(repr=False)
    morphology: Morphology = field(repr=False)
    _read: list[Piece] = field(default_factory=list, repr=False)
    _by_form: dict[str, list[int]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._read = read_pieces(self.text)
        for number, piece in enumerate(self._read):
            self._by_form.setdefault(piece.folded, []).append(number)

    def has(self, word: str, kind: str) -> bool:
        """Tell whether a word or a form of it stands in the text, accents and capitals aside.

        Of a double surname one half is enough; a number or the name of a company must stand whole.
        """
        forms = {word, *self.morphology.forms(word, kind)}
        if kind in _OF_PERSONS:
            return any(fold(m[0]) in self._by_form for form in forms for m in pieces(form))
        return any(map(self._stands, forms))

    def _stands(self, form: str) -> bool:
        folded = [fold(m[0]) for m in pieces(form)]
        return any(
            [p.folded for p in self._read[first : first + len(folded)]] == folded
            for first in self._by_form.get(folded[0] if folded else "", ())
        )

    def find(self, span: Span, type_name: str) -> Occurrences:
        """Return the other places of what is at `span`: any form of names, however parted."""
        surface = self.text[span.start : span.end]
        identical = {s for s in self._identical(surface) if not s.overlaps(span)}
        inflected = set(self._inflected(surface, type_name)) - identical
        taken = [span, *identical]
        rest = _apart(sorted(inflected), sorted(taken))
        return Occurrences(tuple(sorted(identical)), tuple(rest))

    def _identical(self, surface: str) -> Iterator[Span]:
        read = read_pieces(surface)
        if not read:
            return
        for number in self._by_form.get(read[0].folded, ()):
            start = self._read[number].start - read[0].start
            end = start + len(surface)
            there = start >= 0 and self.text.startswith(surface, start)
            if there and is_bounded(self.text, start, end):
                yield Span(start, end)

    def _inflected(self, surface: str, type_name: str) -> Iterator[Span]:
        capital = surface[:1].isupper()
        for choices in self._choices(surface, type_name):
            folded = [frozenset(map(fold, words)) for words in choices]
            for first in sorted({n for f in folded[0] for n in self._by_form.get(f, ())}):
                found = self._run(first, folded, choices)
                if found and (not capital or self.text[found.start].isupper()):
                    yield found

    def _run(self, first: int, folded: Choices, choices: Choices) -> Span | None:
        """Return the stretch that begins with this word, if every word is one of the choices."""
        last = first + len(folded) - 1
        if last >= len(self._read):
            return None
        for step, (keys, words) in enumerate(zip(folded, choices, strict=True)):
            piece = self._read[first + step]
            if piece.folded not in keys or not self._spelt(piece, words):
                return None
            if step and not self._near(self._read[first + step - 1], piece):
                return None
        return Span(self._read[first].start, self._read[last].end)

    def _spelt(self, piece: Piece, words: Iterable[str]) -> bool:
        word = self.text[piece.start : piece.end]
        return any(is_spelling(word, form) for form in words if fold(form) == piece.folded)

    def _near(self, left: Piece, right: Piece) -> bool:
        between = self.text[left.end : right.start]
        return len(between) <= _GAP and between.count("\n") < 2

    def _choices(self, surface: str, type_name: str) -> Iterator[Choices]:
        words = [m[0] for m in pieces(surface)]
        if not words:
            return
        if is_a(type_name, "person"):
            yield [self._forms(w, self._kinds(n, len(words))) for n, w in enumerate(words)]
        elif kind := _NAMED.get(type_name.partition(".")[0]):
            for phrase in sorted(self._forms(surface, (kind,))):
                found = [frozenset([m[0]]) for m in pieces(phrase)]
                if found:
                    yield found
        else:
            yield [frozenset([word]) for word in words]

    @staticmethod
    def _kinds(number: int, count: int) -> Sequence[str]:
        if count == 1:
            return ("given", "family")
        return ("given",) if number < count - 1 else ("family",)

    def _forms(self, word: str, kinds: Iterable[str]) -> frozenset[str]:
        found = {word}
        if len(word) < 2 or word.isdigit():
            return frozenset(found)
        for kind in kinds:
            lemmas = dict.fromkeys(a.lemma for a in self.morphology.analyse(word, kind))
            for lemma in list(lemmas)[:_READINGS]:
                found |= self.morphology.forms(lemma, kind)
        return frozenset(found)


def _apart(spans: Iterable[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans that overlap neither `taken`, which is sorted, nor one before them."""
    ends = [t.end for t in taken]
    last = 0
    for span in spans:
        at = bisect_left(ends, span.start + 1)
        if span.start >= last and not (at < len(taken) and taken[at].overlaps(span)):
            last = span.end
            yield span
