"""Old formats go by way of LibreOffice, or say that they need it."""

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.formats import legacy
from allonym.formats.contents import texts_of

from .office.samples import convert, letter_docx, needs_libreoffice, workbook


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize(
    ("make", "source", "old", "new"),
    [(letter_docx, "a.docx", "doc", "docx"), (workbook, "a.xlsx", "xls", "xlsx")],
)
def test_an_old_file_becomes_a_new_one(make, source, old, new, tmp_path):
    data = convert(make(), source, old, tmp_path)
    assert data.startswith(b"\xd0\xcf\x11\xe0")
    made = Pipeline.load(language="en", method="tag").run_file(data, f"letter.{old}")
    assert made.name == f"letter.{new}"
    assert made.residue[0].place == "what LibreOffice does not carry over"
    text = "\n".join(text for _, text in texts_of(made.data))
    assert "Nowak" not in text
    assert "[PERSON]" in text


@pytest.mark.slow
@needs_libreoffice
def test_what_libreoffice_cannot_read_is_told():
    with pytest.raises(CorruptDocument, match="LibreOffice cannot"):
        legacy.convert(b"PK\x03\x04 nothing", "docx")


def test_without_libreoffice_the_remedy_is_told(monkeypatch):
    monkeypatch.setattr(legacy.shutil, "which", lambda name: None)
    with pytest.raises(UnsupportedFormat, match=r"install it, or save the file as \.docx"):
        legacy.convert(b"x", "docx")
