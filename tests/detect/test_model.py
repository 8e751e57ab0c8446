"""The model detector: windows, offsets and labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from allonym.detect.names.model import ModelDetector
from allonym.languages.nobody import Nobody, Row
from allonym.model.scored import ScoredSpan
from allonym.model.span import Span
from allonym.model.view import TextView


class Finder:
    """Finds given words with given labels and scores."""

    def __init__(self, words: dict[str, tuple[str, float]]) -> None:
        self.words = words
        self.calls: list[list[str]] = []

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        self.calls.append(list(texts))
        return [self._spans(text, floor) for text in texts]

    def _spans(self, text: str, floor: float) -> list[ScoredSpan]:
        return [
            ScoredSpan(Span(*m.span()), *self.words[m.group()])
            for m in re.finditer("|".join(self.words), text)
            if self.words[m.group()][1] >= floor
        ]


def found(view: TextView, words: dict[str, tuple[str, float]], **options: float) -> list[object]:
    detector = ModelDetector(Finder(words), **options)  # type: ignore[arg-type]
    return [(view.surface(m.span), m.type, round(m.score, 3)) for m in detector.detect(view)]


def test_labels_become_types_and_misc_is_dropped() -> None:
    view = TextView.of("Anna w Nysie o Alfie i Biblii")
    words = {"Anna": ("PER", 0.9), "Nysie": ("LOC", 0.8), "Alfie": ("ORG", 0.7), "Bib": ("MISC", 1)}
    expected = [("Anna", "person", 0.9), ("Nysie", "place", 0.8), ("Alfie", "org", 0.7)]
    assert found(view, words) == expected


def test_offsets_are_those_of_the_view_across_windows() -> None:
    text = "Ala ma kota.\n" * 50 + "Jan"
    detector = ModelDetector(Finder({"Jan": ("PER", 0.9)}), window=40, batch=100)
    (mention,) = detector.detect(TextView.of(text))
    assert text[mention.span.start : mention.span.end] == "Jan"


def test_memory_is_bounded_by_batches() -> None:
    finder = Finder({"x": ("PER", 0.9)})
    list(ModelDetector(finder, window=100, batch=300).detect(TextView.of("word " * 2000)))
    assert max(sum(map(len, call)) for call in finder.calls) <= 300


def test_blocks_are_not_crossed() -> None:
    finder = Finder({"Ann": ("PER", 0.9)})
    view = TextView("Ann Ann", blocks=(Span(0, 3), Span(4, 7)))
    assert len(list(ModelDetector(finder).detect(view))) == 2
    assert finder.calls == [["Ann", "Ann"]]


def test_given_tokens_are_not_cut() -> None:
    view = TextView("Anna-Maria", tokens=(Span(0, 10),))
    assert found(view, {"Anna": ("PER", 0.9)}) == [("Anna-Maria", "person", 0.9)]


def test_an_address_ends_with_the_number_of_its_column() -> None:
    """Not with the first of the spaces behind it: a find without a last word stops a whole run."""
    for column in ("Hill Road 3", "Hill Road 3 B", "Hill Road 3b"):
        view = TextView.of(f"{column}      16 h")
        assert found(view, {f"{column}      16": ("ADDR", 0.9)}) == [(column, "address", 0.9)]


def test_empty_text_gives_nothing() -> None:
    assert found(TextView.of(""), {"a": ("PER", 0.9)}) == []


def test_rows_of_things_are_read_without_capitals() -> None:
    things = Nobody([Row(f"{name} syndrome", "eponym") for name in ("Conn", "Reye", "Down")])
    for text, read in (
        ("Conn syndrome, Reye syndrome and Down syndrome. May Rose", "xxxx syndrome, xxxx "),
        ("Conn syndrome, Reye syndrome. Down syndrome", "Conn syndrome, Reye "),
    ):
        finder = Finder({"Rose": ("PER", 0.9)})
        list(ModelDetector(finder, terms=things.find).detect(TextView.of(text)))
        assert finder.calls[0][0].startswith(read)
        assert len(finder.calls[0][0]) == len(text)


def test_what_stands_beside_rows_of_things_is_read_twice() -> None:
    class Doubting(Finder):
        def _spans(self, text: str, floor: float) -> list[ScoredSpan]:
            sure = "Volvo" in text  # who is found only where the row has its capitals
            return [s for s in super()._spans(text, floor) if sure]

    things = Nobody([Row(name, "brand") for name in ("Volvo", "Scania", "Saab")])
    engine = Doubting({"Linnea": ("PER", 0.9), "Saab": ("PER", 0.9)})
    view = TextView.of("Linnea: Volvo, Scania, Saab")
    mentions = [*ModelDetector(engine, terms=things.find).detect(view)]
    assert [view.surface(m.span) for m in mentions] == ["Linnea"]
