"""Replacements word by word join up to the whole replacement."""

from hypothesis import given
from hypothesis import strategies as st

from allonym.formats.words import word_by_word

PHRASES = st.text(alphabet="ab \n\u00a0", min_size=1, max_size=20)


@given(PHRASES, PHRASES)
def test_the_edits_turn_the_surface_into_the_text(surface, text):
    out, cursor = "", 0
    for span, made in word_by_word(surface, text):
        out += surface[cursor : span.start] + made
        cursor = span.end
    assert out + surface[cursor:] == text
