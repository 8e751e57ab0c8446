"""RTF: text in, text out."""

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.rtf import RtfFormat
from allonym.model.replacement import ReplacementPlan

LETTER = (
    rb"{\rtf1\ansi\ansicpg1250{\info{\author Ann Nowak}}{\fonttbl{\f0 Arial;}}"
    rb"\pard Dear {\b Ann} Nowak,\par write to ann.nowak@corp.test. \'a3\'f3d\'9f \u378?\par}"
)


def test_text_is_read_with_its_letters():
    text = RtfFormat().open(LETTER).view.text
    assert text.split() == ["Dear", "Ann", "Nowak,", "write", "to", "ann.nowak@corp.test.",
                            "Łódź", "ź"]  # fmt: skip


def test_the_result_is_text():
    made = Pipeline.load(language="en", method="tag").run_file(LETTER, "letter.rtf")
    assert made.name == "letter.txt"
    assert "Dear [PERSON],\nwrite to [E-MAIL]." in made.data.decode()
    assert "owak" not in made.data.decode()
    assert [(item.place, item.fate) for item in made.residue] == [("all but the text", "removed")]


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00rtf"])
def test_what_is_no_rtf_is_refused(data):
    with pytest.raises(CorruptDocument, match="not RTF"):
        RtfFormat().open(data)


@pytest.mark.parametrize("size", [6, 30, 60, 100, 130, len(LETTER) - 1])
def test_what_is_cut_off_is_refused(size):
    """Cut in its head it was an empty text, and done."""
    with pytest.raises(CorruptDocument, match="cut off"):
        RtfFormat().open(LETTER[:size])


def test_braces_that_are_letters_or_bytes_close_no_group():
    assert RtfFormat().open(rb"{\rtf1 a \{ b}").view.text == "a { b"
    assert "Ann" in RtfFormat().open(b"{\\rtf1 {\\pict\\bin2 {{} Ann}").view.text


def test_signs_in_two_halves_are_one():
    """LibreOffice writes faces so; the result could not be written, and the error told the text."""
    data = rb"{\rtf1 Ann \u-10179?\u-8704? Nowak \u-10179? a}"
    document = RtfFormat().open(data)
    assert document.view.text == "Ann \U0001f600 Nowak \ufffd a"
    assert document.rewrite(ReplacementPlan.of([])).decode() == document.view.text
