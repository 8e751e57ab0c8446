"""The copy of a Word file that a browser shows: every block can be found in it, nothing is lost."""

import io
import re
import zipfile

import pytest
from lxml import etree

from allonym.formats.docx import names as n
from allonym.formats.docx.document import DocxFormat
from allonym.formats.docx.names import w
from allonym.formats.docx.preview import block_kinds, preview_copy
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.profile import Documents
from tests.formats.docx.nasty import WORD, nasty, p, part, word

MATH_TEXT = f"{{{n.MATH_NS}}}t"


def roots(data):
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        names = [name for name in package.namelist() if name.endswith(".xml")]
        return [etree.fromstring(package.read(name)) for name in names]


def shown(data):
    """Return what stands behind each bookmark, up to the next one or the paragraph's end."""
    found = {}
    for root in roots(data):
        for mark in root.iter(w("bookmarkStart")):
            if not mark.get(w("name"), "").startswith("ps-"):
                continue
            texts = []
            for node in mark.itersiblings():
                if node.tag == w("bookmarkStart") and node.get(w("name"), "").startswith("ps-"):
                    break
                texts += [c.text or "" for c in node.iter(n.TEXT, n.DELETED_TEXT, MATH_TEXT)]
            number = int(mark.get(w("name"))[3:])
            assert number not in found
            found[number] = "".join(texts)
    return found


def simple(text):
    """Return the letters and digits of a text: tabs, breaks and symbols are elements in Word."""
    return re.sub(r"[\W_]+", "", text)


def everything():
    made = nasty()
    return made[0] if isinstance(made, tuple) else made


def test_every_paragraph_of_a_nasty_file_is_found_behind_its_bookmark():
    data = everything()
    document = DocxFormat().open(data)
    behind, view = shown(preview_copy(data, Documents())), document.view
    kinds = block_kinds(document)
    assert len(kinds) == len(view.blocks)
    for number, (block, kind) in enumerate(zip(view.blocks, kinds, strict=True)):
        if number in behind:
            assert simple(view.surface(block)) in simple(behind[number])
        else:
            assert kind == "other"


def test_nothing_is_left_that_a_browser_would_leave_out():
    copied = preview_copy(everything(), Documents())
    gone = (w("fldSimple"), w("smartTag"), w("sdt"), w("noBreakHyphen"), n.ALTERNATE)
    for root in roots(copied):
        assert not [node.tag for node in root.iter(*gone)]


def test_a_text_box_in_two_versions_is_shown_in_the_older_one():
    box = (
        "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wps:txbx><w:txbxContent>"
        f"{p('Box text')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        f"<v:shape><v:textbox><w:txbxContent>{p('Box text')}</w:txbxContent></v:textbox></v:shape>"
        "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    data = word(f"<w:p>{box}<w:r><w:t>Around</w:t></w:r></w:p>")
    assert [DocxFormat().open(data).view.surface(b) for b in DocxFormat().open(data).view.blocks] \
        == ["Around", "Box text"]  # fmt: skip
    plan = ReplacementPlan.of([Replacement(Span(7, 10), "Bag", EntityId("x"), "tag")])
    for made, expected in ((None, "Box text"), (plan, "Bag text")):
        behind = shown(preview_copy(data, Documents(), made))
        assert behind[1] == expected
        assert "Around" in behind[0]


NEW_BOX = """<w:drawing><wp:anchor><wp:extent cx="2400000" cy="900000"/><wps:txbx>BOX</wps:txbx>
</wp:anchor></w:drawing>"""
OLD_BOX = """<w:pict><v:rect style="position:absolute;width:189pt;height:71pt"><v:textbox>BOX
</v:textbox></v:rect></w:pict>"""


@pytest.mark.parametrize("drawn", [NEW_BOX, OLD_BOX])
def test_a_text_box_is_drawn_as_a_table_before_its_paragraph(drawn):
    # browsers lay shapes over the text around, and the old one is mostly missing
    drawn = drawn.replace("BOX", f"<w:txbxContent>{p('Ann')}{p('Lee')}</w:txbxContent>")
    copied = preview_copy(word(f"<w:p><w:r>{drawn}</w:r><w:r><w:t>Around</w:t></w:r></w:p>"),
                          Documents())  # fmt: skip
    (body,) = (root for root in roots(copied) if root.tag == w("document"))
    table, around = body.find(f".//{w('tbl')}"), body[0][-1]
    assert table.getparent() is around.getparent()
    assert [simple("".join(x.itertext())) for x in table.iter(w("p"))] == ["Ann", "Lee"]
    assert table.find(f".//{w('tblW')}").get(w("w")) in ("3779", "3780")
    assert not list(body.iter(w("drawing"), w("pict")))
    assert set(shown(copied)) == {0, 1, 2}


def test_fields_and_hyphens_become_plain_text():
    body = (
        "<w:p><w:fldSimple w:instr='AUTHOR'><w:r><w:t>Ann</w:t></w:r></w:fldSimple>"
        "<w:r><w:t>Lee</w:t><w:noBreakHyphen/><w:t>Fox</w:t></w:r></w:p>"
    )
    behind = shown(preview_copy(word(body), Documents()))
    assert behind[0] == "AnnLee\u2011Fox"


def test_the_result_has_the_numbers_of_the_original_even_where_nothing_is_left():
    data = word(p("Ann Lee") + p("Bob"))
    plan = ReplacementPlan.of([Replacement(Span(0, 7), "", EntityId("x"), "remove")])
    assert shown(preview_copy(data, Documents(), plan)) == {0: "", 1: "Bob"}


@pytest.mark.parametrize("kind", ["header", "footer"])
def test_kinds_of_blocks(kind):
    cell = f"<w:tbl><w:tr><w:tc>{p('In a cell')}</w:tc></w:tr></w:tbl>"
    story = (kind, f"{WORD}.{kind}+xml", part(f"w:{'hdr' if kind == 'header' else 'ftr'}", p("S")))
    document = DocxFormat().open(word(p("Plain") + cell, one=story))
    assert block_kinds(document) == ("paragraph", "cell", kind)
