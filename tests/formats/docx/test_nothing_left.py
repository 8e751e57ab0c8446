"""A Word file with personal data in every place that is known comes out with none."""

import pytest

from allonym import Pipeline
from allonym.formats.contents import texts_of
from allonym.formats.docx.document import DocxFormat
from allonym.formats.package import Part, read_package, write_package
from allonym.model.replacement import ReplacementPlan
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each, quickly

from .nasty import OFFICE, WORD, nasty

DATA, SECRETS = nasty()


@pytest.fixture(scope="module")
def written():
    made = Pipeline.load(language="en", method="tag").run_file(DATA, "nasty.docx")
    return "\n".join(text for _, text in texts_of(made.data)).casefold()


@each("place", SECRETS)
def test_nothing_is_left_in(place, written):
    secret = SECRETS[place]
    before = "\n".join(text for _, text in texts_of(DATA))
    assert secret in before or place == "split over runs"
    assert secret not in written
    assert secret.partition("@")[0] not in written


def test_there_are_many_places():
    assert len(SECRETS) >= 60


READ = (
    "body", "split over runs", "header", "footer", "footnote", "endnote", "comment", "text box",
    "building block", "table cell", "inserted text", "hidden text", "equation", "content control",
    "text of a link", "shown by a field", "shown by a simple field", "text in a smart tag",
    "alternative text", "title of a drawing", "tooltip", "tooltip of a drawing", "word art",
    "target of a link", "title of a chart", "label of a chart",
    "label of a list", "entry of a form field", "caption of a table", "description of a table",
)  # fmt: skip


@each("place", READ)
def test_what_a_reader_sees_is_read(place):
    assert DocxFormat().open(DATA).view.text.count(SECRETS[place]) == 1


@pytest.mark.parametrize("place", ["deleted text", "moved text", "deleted row"])
def test_deleted_text_is_read_where_changes_are_kept(place):
    kept = DocxFormat(Documents(tracked="keep")).open(DATA)
    assert SECRETS[place] in kept.view.text
    assert SECRETS[place] not in DocxFormat().open(DATA).view.text


@pytest.mark.parametrize("settings", quickly(
    [Documents(), Documents(tracked="keep"), Documents(comments="remove")], Documents(),
))  # fmt: skip
def test_the_laws_hold(settings):
    check_format(DocxFormat(settings), DATA)


def test_kept_changes_and_comments_name_nobody():
    pipeline = Pipeline.load(language="en", method="tag")
    form = DocxFormat(Documents(tracked="keep"))
    document = form.open(DATA)
    data = document.rewrite(pipeline.run(document.view).plan)
    text = "\n".join(text for _, text in texts_of(data))
    assert "Author 1" in text
    assert "2024-05-01" not in text
    assert not [place for place, secret in SECRETS.items() if secret in text]


def test_comments_can_be_removed():
    made = DocxFormat(Documents(comments="remove")).open(DATA)
    assert SECRETS["comment"] not in made.view.text
    assert not any("comment" in part.name for part in made.parts)
    assert not any(b"commentReference" in part.data for part in made.parts)


def test_residue_tells_places_and_counts_but_no_content():
    residue = DocxFormat().open(DATA).residue
    places = {r.place for r in residue}
    assert {"properties", "thumbnail", "macros", "embedded objects", "tracked changes"} <= places
    assert all(r.count > 0 for r in residue)
    assert not any(secret in r.place for r in residue for secret in SECRETS.values())


def test_names_of_kinds_and_namespaces_say_nothing():
    """What a part is, what leads to it and an unused namespace are words of their writer too."""
    parts = []
    for part in read_package(DATA):
        data = part.data.replace(f"{OFFICE}/header".encode(), b"http://zqtype.test/header")
        data = data.replace(f"{WORD}.header+xml".encode(), b"application/zqkind")
        if part.name == "word/document.xml":
            data = data.replace(b"<w:document ", b"<w:document xmlns:zqword='urn:zqword' ")
        parts.append(Part(part.name, data))
    written = DocxFormat().open(write_package(parts)).rewrite(ReplacementPlan.of([]))
    texts = dict(texts_of(written))
    assert not [place for place, text in texts.items() if "zq" in text]
    assert SECRETS["header"] in "".join(texts.values())
