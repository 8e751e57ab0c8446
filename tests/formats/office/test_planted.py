"""Of more than a thousand words in as many places of files, each is read, or it is not written."""

import pytest

from allonym import Pipeline
from allonym.errors import DocumentError
from allonym.files.opening import open_document
from allonym.formats.contents import texts_of
from allonym.formats.package import read_package
from allonym.model.replacement import ReplacementPlan
from allonym.ports import Compound, Member
from tests.each import each, quickly

from .planted import PLANTED, planted
from .samples import convert, needs_libreoffice

KEPT = {"epub": {"css ns", "speak"}}
"""Words of code: they follow the names in the text (docs/formats/html.md)."""


def rewritten(data, name):
    """Return a file with nothing replaced, and all that is read of it and of the files in it."""
    document = open_document(data, name)
    read, inside = document.view.text, {}
    for member in document.members if isinstance(document, Compound) else ():
        try:
            made, more = rewritten(member.data, member.name)
        except DocumentError:
            continue
        inside[member.name] = Member(member.name, made)
        read += more
    if isinstance(document, Compound):
        document = document.with_members(inside)
    return document.rewrite(ReplacementPlan.of([])), read


@each("kind", PLANTED)
def test_each_word_is_read_or_gone(kind):
    data, where = planted(kind)
    written, read = rewritten(data, f"a.{kind}")
    everywhere = [text for _, text in texts_of(written)]
    if written.startswith(b"PK"):
        everywhere += [part.name + part.data.decode("latin-1") for part in read_package(written)]
    left = "\n".join(everywhere)
    hidden = {place for word, place in where.items() if word in left and word not in read}
    assert hidden == KEPT.get(kind, set())
    assert len(where) > 60


@pytest.mark.parametrize("kind", quickly(["docx", "xlsx", "pptx", "ods"], "xlsx"))
def test_a_full_name_is_found_in_each_place(kind):
    data, where = planted(kind, "Jan {}")
    made = Pipeline.load(language="pl", secret=b"0123456789abcdef0").run_file(data, f"a.{kind}")
    left = "\n".join(text for _, text in texts_of(made.data))
    assert [place for word, place in where.items() if word in left] == []


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize("kind", ["docx", "odt", "ods", "odp", "xlsx", "pptx"])
def test_files_with_words_in_each_place_open_before_and_after(kind, tmp_path):
    data, _ = planted(kind)
    made, _ = rewritten(data, f"a.{kind}")
    for number, file in enumerate((data, made)):
        assert convert(file, f"a{number}.{kind}", "pdf", tmp_path).startswith(b"%PDF")
