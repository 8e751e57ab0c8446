"""Marked text goes there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import CorruptDocument
from allonym.model.span import Span
from allonym.text.markup import MarkedMention, parse_marked, parse_marks, render_marks

plain = st.text(alphabet=st.sampled_from("ab Ž[]|#;\n𝒜"), max_size=30).filter(
    lambda t: "[[" not in t and "]]" not in t and not t.startswith("]") and not t.endswith("[")
)


@given(plain, st.data())
def test_render_and_parse_are_inverse(text, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pairs = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    mentions = tuple(
        MarkedMention(Span(a, b), "person", str(n), {"Case": "Gen"})
        for n, (a, b) in enumerate(pairs)
        if not any(c in text[a:b] + text[b : b + 1] for c in "[]")
    )
    again, found = parse_marks(render_marks(text, mentions))
    assert again == text
    assert [(m.span, m.type, m.entity, dict(m.features)) for m in found] == [
        (m.span, m.type, m.entity, dict(m.features)) for m in mentions
    ]


def test_documents_are_split_at_their_heads():
    documents = list(parse_marked("=== a letter\nAna\n=== b\n[[person|Bo]]\n"))
    assert [(d.id, d.genre, d.text, len(d.mentions)) for d in documents] == [
        ("a", "letter", "Ana", 0),
        ("b", "", "Bo", 1),
    ]


def test_a_genre_may_have_several_words():
    (document,) = parse_marked("=== a-1 land register (excerpt)  \r\nAna\n")
    assert (document.genre, document.text) == ("land register (excerpt)", "Ana")


def test_a_file_without_heads_is_one_document():
    assert [d.text for d in parse_marked("[[person|Bo]] ist hier")] == ["Bo ist hier"]


@pytest.mark.parametrize("broken", ["[[person Ana]]", "[[person|]]", "a [[person|x"])
def test_broken_marks_are_refused(broken):
    with pytest.raises(CorruptDocument):
        parse_marks(broken)
