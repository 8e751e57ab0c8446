from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.each import each

from allonym.errors import CorruptDocument
from allonym.text.iob2 import (
    TaggedSentence,
    TokenSpan,
    join_tokens,
    read_iob2,
    tags_to_spans,
    write_iob2,
)


def spans_to_tags(length: int, spans: list[TokenSpan]) -> list[str]:
    """Write labelled ranges of tokens as tags; the inverse of `tags_to_spans`."""
    tags = ["O"] * length
    for start, end, label in spans:
        tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
    return tags


LABELS = st.sampled_from(["PER", "LOC", "ORG", "MISC"])


@st.composite
def labelled(draw: st.DrawFn) -> tuple[int, list[TokenSpan]]:
    pieces = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), LABELS), max_size=8))
    spans, at = [], 0
    for gap, size, label in pieces:
        spans.append(TokenSpan(at + gap, at + gap + size, label))
        at += gap + size
    return at + draw(st.integers(0, 3)), spans


@given(labelled())
def test_tags_and_spans_are_inverse(case: tuple[int, list[TokenSpan]]) -> None:
    length, spans = case
    assert tags_to_spans(spans_to_tags(length, spans)) == spans


@given(st.lists(st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]), max_size=12))
def test_lenient_reading_settles_in_one_round(tags: list[str]) -> None:
    spans = tags_to_spans(tags)
    strict = spans_to_tags(len(tags), spans)
    assert tags_to_spans(strict) == spans
    assert [t == "O" for t in strict] == [t == "O" for t in tags]


@each(
    ("tags", "spans"),
    [
        (["O", "I-PER", "I-PER"], [(1, 3, "PER")]),
        (["B-PER", "I-LOC"], [(0, 1, "PER"), (1, 2, "LOC")]),
        (["B-PER", "B-PER"], [(0, 1, "PER"), (1, 2, "PER")]),
        (["B-a-b"], [(0, 1, "a-b")]),
        ([], []),
    ],
)
def test_tags_to_spans(tags: list[str], spans: list[tuple[int, int, str]]) -> None:
    assert tags_to_spans(tags) == spans


@each("tag", ["S-PER", "B", "B-", "PER", "", "o"])
def test_tags_of_other_schemes_are_refused(tag: str) -> None:
    with pytest.raises(CorruptDocument, match="not an IOB2 tag"):
        tags_to_spans([tag])


def test_read_documents_sentences_and_third_column() -> None:
    lines = ["# doc a", "Ana\tB-PER\tB-given", "Kos\tI-PER", "", "", "# doc b", "x\tO\tO"]
    first, second = read_iob2(lines)
    assert (first.tokens, first.tags, first.finer) == (
        ("Ana", "Kos"), ("B-PER", "I-PER"), ("B-given", "O"),
    )  # fmt: skip
    assert (first.document, first.line) == ("a", 2)
    assert (second.document, second.line) == ("b", 7)


def test_hashtag_is_a_token_and_doc_line_needs_no_blank_line() -> None:
    sentences = list(read_iob2(["#sport\tO", "# doc x\tO", "# doc b", "y\tO"]))
    assert [s.tokens for s in sentences] == [("#sport", "# doc x"), ("y",)]


@each("line", ["Ana", "\tB-PER", "Ana B-PER", "Ana\tX"])
def test_broken_line_is_named_but_not_quoted(line: str) -> None:
    with pytest.raises(CorruptDocument, match="line 3") as caught:
        list(read_iob2(["a\tO", "", line]))
    assert "Ana" not in str(caught.value)


TOKEN = st.text(
    st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=6
)


@given(st.lists(st.tuples(st.sampled_from(["", "d1", "d2"]), st.lists(TOKEN, min_size=1))))
def test_file_round_trip(groups: list[tuple[str, list[str]]]) -> None:
    groups.sort(key=lambda g: g[0])
    sentences = [
        TaggedSentence(tuple(tokens), ("O",) * len(tokens), ("O",) * len(tokens), name)
        for name, tokens in groups
    ]
    back = list(read_iob2(write_iob2(sentences)))
    assert [(s.document, s.tokens, s.tags) for s in back] == [
        (s.document, s.tokens, s.tags) for s in sentences
    ]


@given(st.lists(TOKEN, min_size=1), st.integers(0, 5))
def test_join_tokens_places_every_token(tokens: list[str], offset: int) -> None:
    text, places = join_tokens(tokens, offset)
    assert [text[a - offset : b - offset] for a, b in places] == tokens


def test_repr_hides_tokens() -> None:
    assert "Canary" not in repr(TaggedSentence(("Canary",), ("O",)))
