"""Pages of the web and OpenDocument as the review page draws them, with an anchor at each block."""

import io
import re
import zipfile

import pytest
from lxml import html

from allonym.files.opening import open_document
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.review.work import page_of

NS = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"),
        ("draw", "drawing"), ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"),
    )
)  # fmt: skip
STYLES = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-styles {NS}><office:automatic-styles><style:page-layout style:name="L">
<style:page-layout-properties fo:page-width="15cm" fo:margin-left="1cm"/></style:page-layout>
</office:automatic-styles><office:master-styles><style:master-page style:name="Standard"
style:page-layout-name="L"><style:header><text:p>Head of Ann</text:p></style:header>
</style:master-page></office:master-styles></office:document-styles>"""
CONTENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content {NS}><office:automatic-styles>
<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/>
</style:style><style:style style:name="R" style:family="paragraph" style:parent-style-name="S">
<style:paragraph-properties fo:text-align="end"/></style:style>
<text:list-style style:name="N"><text:list-level-style-number text:level="1"/></text:list-style>
</office:automatic-styles><office:body><office:text><text:h text:outline-level="2">Ruling</text:h>
<text:p text:style-name="R">Dear <text:span text:style-name="B">Ann</text:span><text:s
text:c="2"/>Lee,
<draw:frame svg:width="4cm"><draw:text-box><text:p>Box of Bob</text:p></draw:text-box>
</draw:frame>
<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note on Cid</text:p>
</text:note-body></text:note></text:p><text:list text:style-name="N"><text:list-item>
<text:p>First</text:p></text:list-item></text:list><table:table><table:table-column/>
<table:table-row><table:table-cell
table:number-columns-spanned="2"><text:p>In a cell</text:p></table:table-cell>
<table:covered-table-cell/></table:table-row></table:table></office:text></office:body>
</office:document-content>"""
WEB = """<!DOCTYPE html><html><head><title>Ann Lee</title>
<style>p { color: red }</style></head><body>
Bare text of Ann <p style="display:none">Hidden Lee</p><ul><li>One<li>Two &amp;
more</ul></body></html>"""


def odt(content: str = CONTENT) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
        archive.writestr("styles.xml", STYLES)
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return packed.getvalue()


def opened(data: bytes, name: str, plan: ReplacementPlan | None = None):
    document = open_document(data, name)
    return document, html.document_fromstring(page_of(document, name, plan))


def behind(page, number: int) -> str:
    """Return the text of the element that holds a block's anchor."""
    (anchor,) = page.xpath(f"//span[@id='ps-{number}']")
    holder = next(a for a in anchor.iterancestors() if a.tag in ("p", "h2", "li", "body", "td"))
    return " ".join(holder.text_content().split())


@pytest.mark.parametrize(("data", "name"), [(odt(), "a.odt"), (WEB.encode(), "a.html")])
def test_every_block_that_is_seen_has_its_anchor_where_it_begins(data, name):
    document, page = opened(data, name)
    anchors = {int(a[3:]) for a in page.xpath("//body//span/@id")}
    for number, block in enumerate(document.view.blocks):
        words = " ".join(document.view.surface(block).split())
        if number in anchors:
            assert words.split()[0] in behind(page, number)
        else:
            assert words in ("", "Ann Lee")  # a title is no part of a page


def test_an_odt_keeps_its_shape():
    _, page = opened(odt(), "a.odt")
    (section,) = page.xpath("//article[@class='pages']/section")
    assert "width:15cm" in section.get("data-style")
    assert "padding-left:1cm" in section.get("data-style")
    assert page.xpath("//h2[contains(., 'Ruling')]")
    assert page.xpath("//span[@data-style='font-weight:bold'][contains(., 'Ann')]")
    assert page.xpath("//p[contains(@data-style, 'text-align:right')]")
    assert page.xpath("//ol/li/p[contains(., 'First')]")
    assert page.xpath("//td[@colspan='2'][contains(., 'In a cell')]")
    assert page.xpath("//div[@class='box'][@data-style='width:4cm'][contains(., 'Box of Bob')]")
    words = " ".join(section.text_content().split())
    assert words.index("Head of Ann") < words.index("Ruling") < words.index("Box of Bob")
    assert words.index("Box of Bob") < words.index("Dear Ann") < words.index("Note on Cid")


@pytest.mark.parametrize(("data", "name"), [(odt(), "a.odt"), (WEB.encode(), "a.html")])
def test_the_result_has_the_same_anchors(data, name):
    document, page = opened(data, name)
    text = document.view.text
    spans = [Span(m.start(), m.end()) for m in re.finditer("Ann", text)]
    plan = ReplacementPlan.of([Replacement(s, "Eva", EntityId("x"), "tag") for s in spans])
    _, made = opened(data, name, plan)
    assert made.xpath("//body//span/@id") == page.xpath("//body//span/@id")
    assert "Ann" not in made.text_content()
    assert "Eva" in made.text_content()


def test_a_page_brings_no_style_attribute_that_the_policy_would_refuse():
    _, page = opened(WEB.encode(), "a.html")
    assert not page.xpath("//body//@style")
    assert page.xpath("//p/@data-style") == ["display:none"]
    assert not page.xpath("//style")
    assert page.xpath("string(//template[@data-css])") == "p { color: red }"
