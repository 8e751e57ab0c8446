"""Places of office files and books that need more than the law of what is read."""

import datetime as dt
import io
import posixpath
import re
import zipfile
from dataclasses import replace

import openpyxl
import pytest
from docx import Document
from lxml import etree
from odf.opendocument import OpenDocumentText
from odf.text import P, PageNumber, VariableSet
from PIL import Image
from pptx import Presentation

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.files.opening import open_document
from allonym.formats.contents import texts_of
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.office.sieve import Sieve
from allonym.formats.package import Part, read_package, write_package
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.ports import Member
from tests.each import each

from .ordinary import content, docx, ods, odt, pptx, xlsx
from .samples import saved

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="O/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="b"><metadata '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="b">urn:uuid:1</dc:identifier>'
    "<dc:title>Life of Ann Nowak</dc:title><dc:creator>Ann Nowak</dc:creator></metadata><manifest>"
    '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="f" href="f.ttf" media-type="font/ttf"/></manifest><spine><itemref idref="a"/>'
    "</spine></package>"
)
PAGE = (
    '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Ann Nowak</title>'
    "</head><body><p>I met Ann Nowak. Ann Nowak came late.</p></body></html>"
)


def book(*more):
    parts = [("mimetype", "application/epub+zip"), ("META-INF/container.xml", CONTAINER),
             ("O/c.opf", PACKAGE), ("O/a.xhtml", PAGE), ("O/s.css", "/* by Ann Nowak */"),
             ("O/f.ttf", "Ann Nowak"), *more]  # fmt: skip
    return write_package(Part(name, data.encode(), name == "mimetype") for name, data in parts)


def test_addresses_in_a_style_sheet_hold_no_classes():
    """The ending of a new one became a class with a number, and the book was refused."""
    data = book(("O/b.css", "@namespace n url(http://nowak.example.com/a); .nowak { color: red }"))
    parts = read_package(open_document(data, "a.epub").rewrite(ReplacementPlan.of([])))
    (style,) = (part.data for part in parts if b"@namespace" in part.data)
    assert style == b"@namespace n url(http://nowak.example.com/a); .id2 { color: red }"


def test_a_book_comes_back_without_the_person():
    made = Pipeline.load(language="en", method="tag").run_file(book(), "life.epub")
    assert "Nowak" not in "".join(text for _, text in texts_of(made.data))
    parts = {part.name: part.data for part in read_package(made.data)}
    assert not any(name.endswith(".ttf") for name in parts)
    assert b"f.ttf" not in parts["O/part1.opf"]
    assert b"I met [PERSON]." in parts["O/part2.xhtml"]


def test_a_book_whose_parts_and_entries_bear_the_name_is_whole_without_it():
    """Programs that make books name parts and entries after title and author."""
    name, shown = "Ann%20Nowak%20-%20Life", "Ann Nowak - Life"
    more = ('<meta name="calibre:author_link_map" content="{&quot;Ann Nowak&quot;: 1}"/>'
            '<meta name="cover" content="nowak_cover"/><meta refines="#ann-nowak" '
            'property="file-as">Nowak, Ann</meta></metadata>')  # fmt: skip
    package = PACKAGE.replace("</metadata>", more).replace(
        "<dc:creator", '<dc:creator id="ann-nowak"'
    )
    package = package.replace('id="a" href="a.xhtml"', f'id="nowak1" href="{name}_000.xhtml"')
    package = package.replace("</manifest>", f'<item id="nowak_cover" href="i/{name}.png" '
                              'media-type="image/png"/></manifest>')  # fmt: skip
    package = package.replace('idref="a"', 'idref="nowak1"')
    page = PAGE.replace(
        "</body>", f'<img src="i/{name}.png"/><a href="{name}_000.xhtml#x">1</a></body>'
    )
    parts = [("mimetype", "application/epub+zip"),
             ("META-INF/container.xml", CONTAINER.replace("O/c", f"O/{shown}")),
             (f"O/{shown}.opf", package), (f"O/{shown}_000.xhtml", page),
             ("O/s.css", f'a {{ background: url("i/{shown}.png") }}')]  # fmt: skip
    picture = io.BytesIO()
    Image.new("RGB", (2, 2)).save(picture, "PNG")
    packed = [Part(n, data.encode(), n == "mimetype") for n, data in parts]
    data = write_package([*packed, Part(f"O/i/{shown}.png", picture.getvalue())])
    made = read_package(Pipeline.load(language="en", method="tag").run_file(data, "a.epub").data)
    names = {part.name for part in made}
    assert not any(b"owak" in part.data or "owak" in part.name for part in made)
    texts = {part.name: part.data.decode() for part in made if not part.name.endswith(".png")}
    (opf,) = (n for n in names if n.endswith(".opf"))
    assert f'full-path="{opf}"' in texts["META-INF/container.xml"]
    for owner, text in texts.items():
        for found in re.findall(r'(?:href|src)="([^":#]+)|url\("([^"]+)', text):
            assert (
                posixpath.normpath(posixpath.join(posixpath.dirname(owner), "".join(found)))
                in names
            )
    tree = etree.fromstring(texts[opf].encode())
    entries = {item.get("id") for item in tree.iter("{*}item")}
    assert {item.get("idref") for item in tree.iter("{*}itemref")} <= entries
    assert tree.find(".//{*}meta[@name='cover']").get("content") in entries
    assert (
        tree.find(".//{*}meta[@refines]").get("refines")
        == f"#{tree.find('.//{*}creator').get('id')}"
    )


def test_remarks_around_a_book_are_read_and_its_kinds_and_identities_numbered():
    parts = {part.name: part.data for part in read_package(book())}
    parts["META-INF/container.xml"] += b"<!-- Zqcontainer -->"
    old = b'<item id="a" '
    parts["O/c.opf"] = parts["O/c.opf"].replace(old, old + b'properties="Zqproperty" ')
    parts["O/c.opf"] = parts["O/c.opf"].replace(b"urn:uuid:1<", b"Zqidentifier<")
    data = write_package(Part(name, data) for name, data in parts.items())
    document = open_document(data, "life.epub")
    assert "Zqcontainer" in document.view.text
    written = "".join(text for _, text in texts_of(document.rewrite(ReplacementPlan.of([]))))
    assert "Zqproperty" not in written
    assert "Zqidentifier" not in written


NAMESPACES = " ".join((
    'xmlns="http://www.w3.org/1999/xhtml"', 'xmlns:epub="http://www.idpf.org/2007/ops"',
    'xmlns:ev="http://www.w3.org/2001/xml-events"', 'xmlns:opf="http://www.idpf.org/2007/opf"',
    'xmlns:ssml="http://www.w3.org/2001/10/synthesis"',
))  # fmt: skip
NAMES = {
    "identity": '<p id="wieczorek">x</p>', "class": '<p class="wieczorek">x</p>',
    "headers": '<table><tr><td headers="wieczorek">x</td></tr></table>',
    "kind of a place": '<p epub:type="wieczorek">x</p>', "role": '<p role="wieczorek">x</p>',
    "relation": '<a rel="wieczorek" href="a.xhtml">x</a>',
    "file to save": '<a download="wieczorek.pdf" href="a.xhtml">x</a>',
    "element": "<wieczorek-card>x</wieczorek-card>",
    "namespace": '<p xmlns:w="urn:wieczorek">x</p>',
    "address of a form": '<form action="/wieczorek"/>', "object": '<object data="wieczorek.swf"/>',
    "poster": '<video poster="wieczorek.png"/>', "quotation": '<q cite="wieczorek">x</q>',
    "picture of a style": '<p style="background: url(wieczorek.png)">x</p>',
    "picture in marks": '<p style="background: url(&quot;wieczorek a.png&quot;)">x</p>',
    "font": "<p style=\"font-family: 'wieczorek sans', serif\">x</p>",
    "font in references": '<p style="font-family: &quot;wieczorek sans&quot;, serif">x</p>',
    "font with its size": "<p style=\"font: 12px 'wieczorek'\">x</p>",
    "shape": '<svg><a id="wieczorek"/><path fill="url(#wieczorek)"/></svg>',
    "style of a page": "<style>.wieczorek { font-family: wieczorek }</style>",
    "input": '<input name="wieczorek"/>', "anchor": '<a name="wieczorek"/>',
    "percent signs": '<a href="a.xhtml#wieczo%72ek">x</a>',
    "trigger": '<epub:trigger action="show" ref="wieczorek" ev:observer="wieczorek"/>',
    "case of a switch": '<epub:case required-namespace="http://wieczorek.example/">x</epub:case>',
    "how it sounds": '<p ssml:ph="wieczorek" ssml:alphabet="wieczorek">x</p>',
    "prefix": '<p prefix="wieczorek: http://wieczorek.example/">x</p>',
    "authority": '<p opf:authority="wieczorek" opf:term="wieczorek" opf:event="wieczorek">x</p>',
}  # fmt: skip
STYLES = ('@import "wieczorek.css";', "@import url('wieczorek.css');", ".wieczorek, #wieczorek { }",
          '@font-face { font-family: "wieczorek"; src: url(wieczorek.ttf) }',
          "@media print { .wieczorek { background: url(wieczorek.png) } }")  # fmt: skip
CONTENTS = ('<navPoint id="wieczorek" class="wieczorek"/>', '<content src="a.xhtml#wieczorek"/>',
            '<pageTarget value="wieczorek"/>', '<meta name="a" scheme="wieczorek"/>',
            '<audio src="wieczorek.mp3"/>')  # fmt: skip


@each("place", [*NAMES.values(), *STYLES, *CONTENTS])
def test_names_of_places_in_a_book_are_numbered(place):
    """Nobody in the text is called so, and no detector takes such a word for a name."""
    body = f"<html {NAMESPACES}><body>{place}</body></html>"
    style = "" if place not in STYLES else place
    contents = f"<ncx>{place}</ncx>" if place in CONTENTS else "<ncx/>"
    page = body if place in NAMES.values() else "<html/>"
    data = book(("O/b.xhtml", page), ("O/more.css", style), ("O/t.ncx", contents))
    document = open_document(data, "a.epub")
    written = document.rewrite(ReplacementPlan.of([]))
    assert "wieczo" not in "".join(text for _, text in texts_of(written)).lower()
    again = open_document(written, "a.epub")
    assert again.view.text == document.view.text
    assert again.rewrite(ReplacementPlan.of([])) == written
    assert read_package(written)[0].name == "mimetype"


def test_what_a_standard_names_stays_in_a_book_and_ways_lead_on():
    page = (f'<html {NAMESPACES}><head><link rel="stylesheet" href="s.css"/></head>'
            '<body epub:type="bodymatter chapter"><p id="wieczorek" class="wieczorek id7" '
            'role="doc-footnote" style="font-family: Georgia">'
            '<a href="#wieczorek" epub:type="noteref">1</a><a href="a.xhtml#wieczorek">2</a>'
            '<a href="https://example.com/#x">3</a></p></body></html>')  # fmt: skip
    layout = '<meta property="rendition:layout">pre-paginated</meta></metadata>'
    parts = {part.name: part.data for part in read_package(book(("O/b.xhtml", page)))}
    parts["O/c.opf"] = parts["O/c.opf"].replace(b"</metadata>", layout.encode())
    parts["O/s.css"] = b".wieczorek { color: #facade; margin: .5em } #wieczorek { color: red }"
    data = write_package(Part(name, data) for name, data in parts.items())
    written = open_document(data, "a.epub").rewrite(ReplacementPlan.of([]))
    made = {part.name: part.data.decode() for part in read_package(written)}
    (name,) = (n for n, text in made.items() if "bodymatter" in text)
    identity, kind = re.findall(r'<p id="(id\d+)" class="(id\d+) id7"', made[name])[0]
    assert identity == kind != "id7"
    for kept in ('"bodymatter chapter"', '"doc-footnote"', "Georgia", '"noteref"', f'"#{identity}"',
                 f'.xhtml#{identity}"', "https://example.com/#x", 'rel="stylesheet"'):  # fmt: skip
        assert kept in made[name]
    style = f".{identity} {{ color: #facade; margin: .5em }} #{identity} {{ color: red }}"
    assert style in made.values()
    assert any('property="rendition:layout">pre-paginated' in text for text in made.values())


def test_links_of_a_part_that_is_gone_go_with_it():
    extra = [
        Part("xl/externalLinks/externalLink1.xml", b"<a/>"),
        Part("xl/externalLinks/_rels/externalLink1.xml.rels",
             b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
             b'<Relationship Id="rId1" Type="x" Target="../home/ann_nowak/a.xlsx" '
             b'TargetMode="External"/></Relationships>'),
    ]  # fmt: skip
    data = write_package([*read_package(xlsx(content("pl", 1), 0)), *extra])
    written = open_document(data, "a.xlsx").rewrite(ReplacementPlan.of([]))
    assert not any("nowak" in text or "externalLink" in text for _, text in texts_of(written))


def test_paths_to_files_become_nothing():
    link = b'<text:a xlink:href="../../home/ann_nowak/a.odt" xmlns:xlink="http://www.w3.org/1999/xlink">x</text:a>'
    parts = [
        Part(p.name, p.data.replace(b"</text:h>", link + b"</text:h>"), p.stored)
        for p in read_package(odt(content("pl", 1), 0))
    ]
    document = open_document(write_package(parts), "a.odt")
    written = document.rewrite(ReplacementPlan.of([]))
    assert not any("nowak" in text for _, text in texts_of(written))
    assert open_document(written, "a.odt").view.text == document.view.text


@each(
    ("tag", "stays"),
    [("pl-x-kowalski", "pl"), ("sr-Cyrl-RS", "sr-Cyrl-RS"), ("sl-rozaj", "sl"),
     ("Jan Nowak", "und")],
)  # fmt: skip
def test_of_a_language_its_code_script_and_land_stay(tag, stays):
    page = f'<html lang="{tag}" xml:lang="{tag}"><p><a hreflang="{tag}" href="#">x</a></p></html>'
    document = open_document(page.encode(), "a.html")
    assert document.view.text.strip() == "x"
    assert document.rewrite(ReplacementPlan.of([])) == page.replace(tag, stays).encode()
    package = next(p for p in read_package(book()) if p.name.endswith(".opf"))
    told = package.data.replace(b"</metadata>", f"<language>{tag}</language></metadata>".encode())
    parts = [replace(p, data=told) if p.name == package.name else p for p in read_package(book())]
    document = open_document(write_package(parts), "a.epub")
    assert tag not in document.view.text
    written = (p.data for p in read_package(document.rewrite(ReplacementPlan.of([]))))
    assert any(f"<language>{stays}</language>".encode() in data for data in written)


def test_a_book_whose_pages_are_locked_is_refused():
    locked = (
        "META-INF/encryption.xml",
        '<e xmlns="urn:x"><CipherReference xmlns="urn:y" URI="O/a.xhtml"/></e>',
    )
    with pytest.raises(CorruptDocument, match="protected"):
        open_document(book(locked), "life.epub")


def test_dates_without_a_format_are_read_where_a_heading_says_so():
    sheets = openpyxl.Workbook()
    sheets.active.append(["Date of birth", "Amount", "Day"])
    sheets.active.append([21251, 21251, "=DATE(1958,3,7)"])
    stream = io.BytesIO()
    sheets.save(stream)
    document = open_document(stream.getvalue(), "a.xlsx")
    found = [i for i in range(len(document.view.text)) if document.view.text[i:].startswith("1958")]
    assert len(found) == 2
    plan = ReplacementPlan.of(
        Replacement(Span(at, at + 10), "1960-02-03", "date#1", "pseudonym") for at in found
    )
    again = openpyxl.load_workbook(io.BytesIO(document.rewrite(plan))).active
    assert [cell.value for cell in again[2]] == [21949, 21251, "=DATE(1960,2,3)"]


CONDITION = '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1">'
NAMED = '<table:named-expressions><table:named-expression table:name="Name1" '
WRITTEN_OUT = {
    "a.xlsx": (
        "xl/worksheets/sheet1.xml", "</sheetData>", ",",
        f"</sheetData>{CONDITION}<formula>{{}}</formula></cfRule></conditionalFormatting>",
    ),
    "b.xlsx": (
        "xl/workbook.xml", "<definedNames", ",",
        '<definedNames><definedName name="Name1">{}</definedName></definedNames><x',
    ),
    "a.ods": (
        "content.xml", "</table:table-row>", ";",
        '<table:table-cell table:formula="of:={}"/></table:table-row>',
    ),
    "b.ods": (
        "content.xml", "</table:table>", ";",
        f'</table:table>{NAMED}table:expression="of:={{}}"/></table:named-expressions>',
    ),
}  # fmt: skip


@each("name", WRITTEN_OUT)
def test_days_that_formulas_write_out_are_read_wherever_they_stand(name):
    part, old, mark, new = WRITTEN_OUT[name]
    formula = f"YEAR(TODAY())-YEAR(DATE(1958{mark}3{mark}7))+DATE(1958{mark}13{mark}7)"
    made = (xlsx if name.endswith("xlsx") else ods)(content("pl", 1), 0)
    data = write_package(
        Part(p.name, p.data.replace(old.encode(), new.format(formula).encode(), 1) if p.name == part
             else p.data, p.stored) for p in read_package(made)
    )  # fmt: skip
    document = open_document(data, name)
    at = document.view.text.index("1958-03-07")
    plan = ReplacementPlan.of([Replacement(Span(at, at + 10), "1960-02-03", "date#1", "x")])
    (written,) = (p.data.decode() for p in read_package(document.rewrite(plan)) if p.name == part)
    assert formula.replace(f"1958{mark}3{mark}7", f"1960{mark}2{mark}3") in written


@pytest.mark.parametrize("kind", ["pptx", "odt"])
def test_parts_that_a_writer_named_are_numbered(kind):
    make, old = {"pptx": (pptx, "ppt/slides/slide1.xml"), "odt": (odt, "")}[kind]
    parts = read_package(make(content("pl", 1), 0))
    if old:
        parts = [
            Part(p.name.replace("slide1.xml", "kowalski.xml") if "slides/" in p.name else p.name,
                 p.data.replace(b"slides/slide1.xml", b"slides/kowalski.xml"), p.stored)
            for p in parts
        ]  # fmt: skip
    else:
        parts = [*parts, Part("Pictures/kowalski.png", b"\x89PNG\r\n\x1a\n")]
    data = open_document(write_package(parts), f"a.{kind}").rewrite(ReplacementPlan.of([]))
    assert not any("kowalski" in text for _, text in texts_of(data))
    assert open_document(data, f"a.{kind}").view.text


def test_drawings_keep_the_formulas_of_their_outlines():
    formula = "if(?f0 ,logwidth/8,-(atan2(?f1 ,xstretch)))"
    shape = (
        '<draw:custom-shape xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">'
        '<draw:enhanced-geometry><draw:equation draw:name="f0" '
        f'draw:formula="{formula}"/></draw:enhanced-geometry></draw:custom-shape>'
    )
    parts = [
        Part(p.name, p.data.replace(b"</text:h>", b"</text:h>" + shape.encode()), p.stored)
        for p in read_package(odt(content("pl", 1), 0))
    ]
    document = open_document(write_package(parts), "a.odt")
    assert "logwidth" not in document.view.text
    written = {p.name: p.data for p in read_package(document.rewrite(ReplacementPlan.of([])))}
    assert formula.encode() in written["content.xml"]


def test_charts_of_workbooks_are_read_and_formats_in_them_lose_their_words():
    parts = []
    for part in read_package(xlsx(content("pl", 3), 2)):
        data = part.data
        if part.name.startswith("xl/charts/"):
            axis = b"<c:numFmt formatCode='\"Ann Nowak\" 0' sourceLinked='0'/>"
            cache = b"<c:strCache><c:pt idx='0'><c:v>Eve Novak</c:v></c:pt></c:strCache>"
            assert b"</valAx>" in data or b"</c:valAx>" in data
            prefix = b"c:" if b"</c:valAx>" in data else b""
            axis, cache = (x.replace(b"c:", prefix) for x in (axis, cache))
            data = data.replace(b"</" + prefix + b"valAx>", axis + b"</" + prefix + b"valAx>")
            data = data.replace(b"</" + prefix + b"ser>", cache + b"</" + prefix + b"ser>")
        parts.append(Part(part.name, data, part.stored))
    document = open_document(write_package(parts), "a.xlsx")
    assert "Eve Novak" in document.view.text
    written = document.rewrite(ReplacementPlan.of([]))
    assert not any("Ann Nowak" in text for _, text in texts_of(written))


def marked(data, name, old, new):
    """Return a package in one part of which something is written differently."""
    assert any(part.name == name and old in part.data for part in read_package(data))
    return write_package(
        Part(p.name, p.data.replace(old, new) if p.name == name else p.data, p.stored)
        for p in read_package(data)
    )


BESIDE = [
    ("pptx", "ppt/theme/theme1.xml"), ("pptx", "[Content_Types].xml"),
    ("odt", "META-INF/manifest.xml"), ("xlsx", "xl/styles.xml"),
]  # fmt: skip


@each(("kind", "name"), BESIDE)
def test_what_stands_beside_the_root_of_a_part_is_not_written(kind, name):
    data = {"pptx": pptx, "odt": odt, "xlsx": xlsx}[kind](content("pl", 1), 0)
    part = next(p for p in read_package(data) if p.name == name)
    noted = part.data + b"<!-- Zqbehind --><?note Zqbehind?>"
    noted = noted.replace(b"?>", b"?><!-- Zqbefore -->", 1)
    data = marked(data, name, part.data, noted)
    written = open_document(data, f"a.{kind}").rewrite(ReplacementPlan.of([]))
    assert not any("Zq" in text for _, text in texts_of(written))


def test_lists_of_parts_hold_nothing_but_parts():
    data = pptx(content("pl", 1), 0)
    entry = b'<Default Extension="zqnowak" ContentType="application/x-zqnowak"/>'
    alien = b'<Default z:by="Zqnowak" xmlns:z="urn:zqnowak" Extension="xml" '
    data = marked(data, "[Content_Types].xml", b"</Types>", entry + b"</Types>")
    data = marked(data, "[Content_Types].xml", b'<Default Extension="xml" ', alien)
    written = open_document(data, "a.pptx").rewrite(ReplacementPlan.of([]))
    assert not any("nowak" in text for _, text in texts_of(written))
    assert open_document(written, "a.pptx").view.text


def test_lists_of_parts_as_openoffice_wrote_them_are_read():
    data, name = odt(content("pl", 1), 0), "META-INF/manifest.xml"
    kind = (
        b'?><!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "M.dtd">'
    )
    data = marked(data, name, b"?>", kind)
    space = b' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
    data = marked(data, name, space, b"")
    written = open_document(data, "a.odt").rewrite(ReplacementPlan.of([]))
    assert b"DOCTYPE" not in next(p.data for p in read_package(written) if p.name == name)


def test_numbers_that_programs_give_pictures_are_nobodys():
    picture = "Pictures/10000201000001F4000001F4B2A1C3D4.png"
    drawn = (
        '<draw:image xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{picture}"/></text:h>'
    )
    data = marked(odt(content("pl", 1), 0), "content.xml", b"</text:h>", drawn.encode())
    data = write_package([*read_package(data), Part(picture, b"\x89PNG\r\n\x1a\n")])
    document = open_document(data, "a.odt")
    assert "10000201" not in document.view.text
    assert any(picture in text for _, text in texts_of(document.rewrite(ReplacementPlan.of([]))))


@each("number", ["601 234 567", "84071512341", "PL61109010140000", "1958-03-07"])
def test_names_of_styles_hold_nobodys_number(number):
    data = xlsx(content("pl", 1), 0)
    data = marked(data, "xl/styles.xml", b'name="Normal"', f'name="{number}"'.encode())
    written = open_document(data, "a.xlsx").rewrite(ReplacementPlan.of([]))
    assert not any(number in text for _, text in texts_of(written))


def test_headers_of_sheets_are_words_between_codes():
    sheets = openpyxl.Workbook()
    sheets.active["A1"] = "Roman Nowak"
    sheets.active.oddFooter.center.text = "Page &P of &N, Ann Nowak"
    sheets.active.oddHeader.center.text = "&A"
    stream = io.BytesIO()
    sheets.save(stream)
    fonts = {"Times New Roman,Regular": "", "Zqfont,Bold": "", "Arial,Zqstyle": ""}
    old = b"<oddFooter>&amp;C"
    new = old + b"".join(f'&amp;"{font}"&amp;12&amp;K00FF00'.encode() for font in fonts)
    data = marked(stream.getvalue(), "xl/worksheets/sheet1.xml", old, new)
    document = open_document(data, "a.xlsx")
    assert "12" not in document.view.text
    assert ", Ann Nowak" in document.view.text
    written = document.rewrite(ReplacementPlan.of([]))
    assert not any("Zq" in text for _, text in texts_of(written))
    made = Pipeline.load(language="en", method="tag").run_file(data, "a.xlsx")
    assert any("Times New Roman" in text for _, text in texts_of(made.data))


@pytest.mark.parametrize("kind", ["xlsx", "odt"])
def test_who_was_born_when_files_are_said_to_be_made_may_be_in_one(kind):
    told = content("en", 1)
    row = replace(told.rows[0], born=dt.date(1980, 1, 1))
    make = {"xlsx": xlsx, "odt": odt}[kind]
    data = make(replace(told, rows=[row, *told.rows[1:]]), 1)
    made = Pipeline.load(language="en", method="tag").run_file(data, f"a.{kind}")
    assert "1980-01-01" not in made.result.text


SHEET = (
    b'<row r="90"><c r="A90"><f>IF(B2=84071512341,Table1[Ann Nowak],1)</f><v>1</v></c></row>'
    b"</sheetData><autoFilter ref='A1:B9'><filterColumn colId='0'><filters><dateGroupItem "
    b"year='1958' month='3' day='7' dateTimeGrouping='day'/></filters></filterColumn></autoFilter>"
)
NAME = b"</sheets><definedNames><definedName name='Phone'>601234567</definedName></definedNames>"
FORMULAS = {
    "xl/worksheets/sheet1.xml": (b"</sheetData>", SHEET), "xl/workbook.xml": (b"</sheets>", NAME),
}  # fmt: skip


def test_numbers_and_columns_in_formulas_are_read_and_days_of_filters_go():
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])
    stream = io.BytesIO()
    book.save(stream)
    data = stream.getvalue()
    for name, (old, new) in FORMULAS.items():
        data = marked(data, name, old, new)
    document = open_document(data, "a.xlsx")
    text = document.view.text
    for word in ("84071512341", "Ann Nowak", "601234567"):
        assert word in text
    plan = ReplacementPlan.of(
        Replacement(Span(at, at + len(old)), new, "x#1", "pseudonym")
        for old, new in (("84071512341", "85091578405"), ("601234567", "[PHONE]"))
        if (at := text.index(old)) >= 0
    )
    written = "".join(part.data.decode() for part in read_package(document.rewrite(plan))
                      if part.name.endswith(".xml"))  # fmt: skip
    assert "IF(B2=85091578405,Table1[Ann Nowak],1)" in written
    assert "&quot;\uff3bPHONE\uff3d&quot;" in written
    assert "1958" not in written


def test_words_around_a_book_and_sounds_of_it_are_read_or_gone():
    parts = {part.name: part.data for part in read_package(book())}
    noted = b"<x-metadata><output>Zqoutput</output></x-metadata></metadata>"
    parts["O/c.opf"] = parts["O/c.opf"].replace(b"</metadata>", noted)
    pair = b'<par><text src="a.xhtml#x"/><audio src="Zqsound.mp3"/></par>'
    parts["O/s.smil"] = b"<smil><body>" + pair + b"</body></smil>"
    entry = b'<item id="s" href="s.smil" media-type="application/smil+xml"/></manifest>'
    parts["O/c.opf"] = parts["O/c.opf"].replace(b"</manifest>", entry)
    data = write_package(Part(name, data) for name, data in parts.items())
    document = open_document(data, "life.epub")
    assert "Zqoutput" in document.view.text
    assert "part" not in document.view.text
    written = document.rewrite(ReplacementPlan.of([]))
    assert not any("Zqsound" in text for _, text in texts_of(written))


def test_text_behind_an_element_where_none_may_stand_is_not_written():
    data = marked(pptx(content("pl", 1), 0), "ppt/slides/slide1.xml", b"</a:p>", b"</a:p>Zqbehind")
    written = open_document(data, "a.pptx").rewrite(ReplacementPlan.of([]))
    assert not any("Zqbehind" in text for _, text in texts_of(written))


TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"


@pytest.mark.parametrize(
    "condition",
    [
        "of:cell-content-is-in-list(Range_Nowak)", "of:is-true-formula(Range_Nowak>1)",
        "of:cell-content-is-decimal-number() and cell-content()>Range_Nowak",
    ],
)  # fmt: skip
def test_ranges_are_called_in_conditions_as_where_they_are_defined(condition):
    """A list of what a cell may hold names a range of the writer's own."""
    root = etree.fromstring(
        f'<t:x xmlns:t="{TABLE}"><t:named-range t:name="Range_Nowak"/>'
        f'<t:content-validation t:condition="{condition.replace(">", "&gt;")}"/></t:x>'
    )
    Sieve().sift_tree(root, load_vocabularies()["odf"])
    (name,) = (node.get(f"{{{TABLE}}}name") for node in root.iter("{*}named-range"))
    (made,) = (node.get(f"{{{TABLE}}}condition") for node in root.iter("{*}content-validation"))
    assert "Nowak" not in name
    assert made == condition.replace("Range_Nowak", name)


def test_charts_call_ranges_as_the_workbook_does():
    root = etree.fromstring("<c><f>Sheet1!Range_Nowak</f><f>Sheet1!$A$1:$B$2</f></c>")
    Sieve().sift_tree(root, load_vocabularies()["drawing"])
    assert [node.text for node in root] == ["Sheet1!Name1", "Sheet1!$A$1:$B$2"]


@each("value", ["LJ 012-KV", "EA123456", "nov123ak", "601 23"])
def test_what_writers_call_things_holds_no_number_that_no_program_gave(value):
    root = etree.fromstring(f'<t:x xmlns:t="{TABLE}"><t:show t:name="{value}" t:ref="A1"/></t:x>')
    Sieve().sift_tree(root, load_vocabularies()["odf"])
    assert value not in etree.tostring(root, encoding="unicode")
    assert 'ref="A1"' in etree.tostring(root, encoding="unicode")


@pytest.mark.parametrize("place", [
    '<style>p { background: url("data:text/plain,Ann%20Nowak") }</style>',
    '<script type="application/json">{"a": "\\u0041nn Nowak"}</script>',
    '<p type="Ann Nowak" media="Ann Nowak" scheme="Ann Nowak">x</p>',
])  # fmt: skip
def test_code_and_listed_values_in_a_book_are_read_as_in_a_page(place):
    """Pages of books are XML, in which a script is a text like any other."""
    page = f"<html {NAMESPACES}><body>{place}</body></html>"
    head = '<!DOCTYPE html PUBLIC "-//Ann Nowak//DTD//EN" "Ann Nowak.dtd">'
    data = book(("O/b.xhtml", head + page))
    made = Pipeline.load(language="en", method="tag").run_file(data, "a.epub")
    assert "Nowak" not in "".join(text for _, text in texts_of(made.data))


def test_addresses_and_identities_of_others_stay_in_a_book_as_they_are_written():
    """What a name is replaced by must read again as it was written; one by chance goes."""
    identity = b"urn:isbn:978-83-01-00000-1"
    parts = {part.name: part.data for part in read_package(book())}
    parts["O/c.opf"] = parts["O/c.opf"].replace(b"urn:uuid:1", identity)
    parts["O/s.css"] = b'@namespace a "http://example.net/x"; a[href$=".example"] { color: red }'
    data = write_package(Part(name, data) for name, data in parts.items())
    made = read_package(open_document(data, "a.epub").rewrite(ReplacementPlan.of([])))
    assert parts["O/s.css"] in [part.data for part in made]
    assert any(identity in part.data for part in made)
    parts["O/c.opf"] = parts["O/c.opf"].replace(identity, b"cb7e695a-20db-4bb8-abb6-c4f93f6ae2a7")
    data = write_package(Part(name, data) for name, data in parts.items())
    for document in (data, open_document(data, "a.epub").rewrite(ReplacementPlan.of([]))):
        assert "cb7e" not in open_document(document, "a.epub").view.text


def rewritten(data, name, *changes):
    """Return a file with each word of its text changed, as the same kind of file."""
    document = open_document(data, name)
    text = document.view.text
    plan = ReplacementPlan.of(
        Replacement(Span(at, at + len(old)), new, EntityId("e1"), "tag")
        for old, new in changes
        for at in (m.start() for m in re.finditer(re.escape(old), text))
    )
    return document.rewrite(plan)


def test_formulas_call_sheets_with_apostrophes_as_they_are_called():
    book = openpyxl.Workbook()
    book.active.title = "Ann O'Nowak"
    book.active["A1"] = "='Ann O''Nowak'!B1+Costs!B1"
    book.create_sheet("Costs")
    stream = io.BytesIO()
    book.save(stream)
    changes = (("Ann O'Nowak", "Eve D'Arc"), ("Costs", "Ida's"))
    again = openpyxl.load_workbook(io.BytesIO(rewritten(stream.getvalue(), "a.xlsx", *changes)))
    assert again.sheetnames == ["Eve D'Arc", "Ida's"]
    assert again.active["A1"].value == "='Eve D''Arc'!B1+'Ida''s'!B1"


def test_functions_that_somebody_wrote_are_called_something_else():
    book = openpyxl.Workbook()
    book.active["A1"] = "=NowakTax(B1)+_xlfn.XLOOKUP(B1,B:B,C:C)"
    stream = io.BytesIO()
    book.save(stream)
    written = open_document(stream.getvalue(), "a.xlsx").rewrite(ReplacementPlan.of([]))
    again = openpyxl.load_workbook(io.BytesIO(written))
    assert again.active["A1"].value == "=Name1(B1)+_xlfn.XLOOKUP(B1,B:B,C:C)"


def test_texts_that_lie_on_a_chart_are_read():
    space = "http://schemas.openxmlformats.org/drawingml/2006"
    shapes = (
        f'<c:userShapes xmlns:c="{space}/chart" xmlns:a="{space}/main"><a:p><a:r><a:t>Ann Nowak'
        "</a:t></a:r></a:p></c:userShapes>"
    )
    parts = [*read_package(xlsx(content("pl", 3), 2)),
             Part("xl/drawings/drawing9.xml", shapes.encode())]  # fmt: skip
    rels = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        b'<Relationship Id="r1" Type="chartUserShapes" Target="../drawings/drawing9.xml"/>'
        b"</Relationships>"
    )
    parts.append(Part("xl/charts/_rels/chart1.xml.rels", rels))
    document = open_document(write_package(parts), "a.xlsx")
    assert "Ann Nowak" in document.view.text
    open_document(document.rewrite(ReplacementPlan.of([])), "a.xlsx")


def test_parts_of_formulas_on_slides_do_not_run_together():
    formula = (
        b'<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>'
        b"Ann Nowak</m:t></m:r><m:d><m:e><m:r><m:t>Eve Lis</m:t></m:r></m:e></m:d></m:oMath></a:p>"
    )
    name = "ppt/slides/slide1.xml"
    data = marked(pptx(content("pl", 1), 0), name, b"</a:p>", formula)
    assert "Nowak\n\nEve Lis" in open_document(data, "a.pptx").view.text


def test_kinds_of_media_are_known_by_list():
    sound = b'<Default Extension="png" ContentType="audio/ann-nowak"/></Types>'
    data = marked(xlsx(content("pl", 1), 0), "[Content_Types].xml", b"</Types>", sound)
    parts = [*read_package(data), Part("xl/media/image1.png", b"\x89PNG\r\n\x1a\n")]
    written = open_document(write_package(parts), "a.xlsx").rewrite(ReplacementPlan.of([]))
    assert not any("nowak" in text for _, text in texts_of(written))


def test_a_style_that_is_called_anew_is_not_called_as_another():
    """The first style that somebody makes in Word is *Style1* if they give it no name."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    styles = "".join(f'<w:style w:styleId="{name}"/>' for name in ("Nowak", "Style1", "Style2"))
    root = etree.fromstring(f'<w:styles xmlns:w="{word}">{styles}</w:styles>')
    Sieve().sift_tree(root, load_vocabularies()["docx"])
    called = [style.get(f"{{{word}}}styleId") for style in root]
    assert called[1:] == ["Style1", "Style2"]
    assert called[0] not in ("Nowak", "Style1", "Style2")


def moved(data):
    """Return a package whose parts all lie elsewhere, under names that say nothing."""
    parts = read_package(data)
    new = {
        part.name: f"odd/p{number}{posixpath.splitext(part.name)[1]}"
        for number, part in enumerate(parts)
        if not part.name.endswith((".rels", "[Content_Types].xml"))
    }
    made = []
    for part in parts:
        name, data = part.name, part.data
        if name == "[Content_Types].xml":
            for old, to in new.items():
                data = data.replace(f'"/{old}"'.encode(), f'"/{to}"'.encode())
        if name.endswith(".rels"):
            owner = posixpath.join(name.rpartition("_rels/")[0], posixpath.basename(name)[:-5])
            root = etree.fromstring(data)
            for link in root:
                path = posixpath.join("/", posixpath.dirname(owner), link.get("Target"))
                link.set("Target", "/" + new[posixpath.normpath(path)[1:]])
            data = etree.tostring(root)
            to = new.get(owner, "")
            name = posixpath.join(posixpath.dirname(to), "_rels", f"{posixpath.basename(to)}.rels")
        made.append(Part(new.get(part.name, name), data))
    return write_package(made)


OPENED = {
    "a.xlsx": lambda stream: openpyxl.load_workbook(stream).sheetnames,
    "a.pptx": lambda stream: Presentation(stream).slides, "a.docx": lambda s: Document(s).tables,
}  # fmt: skip


@pytest.mark.parametrize(("make", "name"), [(xlsx, "a.xlsx"), (pptx, "a.pptx"), (docx, "a.docx")])
def test_parts_are_known_by_what_leads_to_them_wherever_they_lie(make, name):
    data = make(content("pl", 1), 1)
    plain, elsewhere = (open_document(d, name) for d in (data, moved(data)))
    assert sorted(elsewhere.view.text.split("\n")) == sorted(plain.view.text.split("\n"))
    written = elsewhere.rewrite(ReplacementPlan.of([]))
    assert not any(part.name.startswith("odd/") for part in read_package(written))
    assert len(OPENED[name](io.BytesIO(written)))


MACROS = [("xlsx", "sheet"), ("xltx", "template"), ("pptx", "presentation"), ("potx", "template"),
          ("ppsx", "slideshow")]  # fmt: skip


@each(("ending", "kind"), MACROS)
def test_files_with_macros_become_plain_ones_by_name_too(ending, kind):
    """Excel and PowerPoint open no file whose ending speaks of macros that it has not."""
    make, program, usual, family = (
        (xlsx, b"ms-excel", b"sheet", b"spreadsheetml")
        if ending.startswith("xl")
        else (pptx, b"ms-powerpoint", b"presentation", b"presentationml")
    )
    plain = b"application/vnd.openxmlformats-officedocument." + family + b".%s.main+xml"
    old = b"application/vnd." + program + b"." + kind.encode() + b".macroEnabled.main+xml"
    data = marked(make(content("en", 1), 0), "[Content_Types].xml", plain % usual, old)
    document = open_document(data, f"a.{ending[:-1]}m")
    assert document.suffix == f".{ending}"
    made = {p.name: p.data for p in read_package(document.rewrite(ReplacementPlan.of([])))}
    types = made["[Content_Types].xml"]
    assert plain % kind.encode() in types
    assert b"macro" not in types


def test_an_embedded_file_that_became_another_kind_is_left_out():
    data = xlsx(content("en", 1), 0)
    entry = b'<Default Extension="pdf" ContentType="application/pdf"/></Types>'
    data = marked(data, "[Content_Types].xml", b"</Types>", entry)
    document = open_document(
        write_package([*read_package(data), Part("xl/embeddings/a.pdf", b"%PDF")]), "a.xlsx"
    )
    (member,) = document.members
    made = document.with_members({member.name: Member("a.txt", b"Zqtext")})
    assert not any("Zqtext" in text for _, text in texts_of(made.rewrite(ReplacementPlan.of([]))))


def test_numbers_and_words_of_books_are_no_user_names():
    """Pandoc calls places *ch001_xhtml* and *navPoint-1*; a page called so names nobody."""
    page = (
        f'<html {NAMESPACES}><head><title>ch001.xhtml</title></head><body class="titlepage">'
        '<h1 id="nowak-1" class="sourceCode nowak">Ann Nowak</h1></body></html>'
    )
    contents = (
        f'<html {NAMESPACES}><body><ol><li id="toc-li-1"><a href="text/ch001.xhtml#nowak-1">Title '
        "Page</a></li></ol></body></html>"
    )
    data = book(("O/text/ch001.xhtml", page), ("O/nav.xhtml", contents))
    view = open_document(data, "a.epub").view.text
    assert not re.search(r"(?<!urn:)id\d|part\d|toc|sourceCode|titlepage", view)
    for method in ("tag", "pseudonym"):
        made = Pipeline.load(language="pl", method=method).run_file(data, "a.epub").data
        pages = "".join(part.data.decode() for part in read_package(made))
        assert "owak" not in pages
        assert re.search(r'href="text/part\d\.xhtml#id\d', pages)
        assert 'id="toc-li-1"' in pages


HIDING = """<style:style style:name="W" style:family="text"><style:text-properties
fo:color="#ffffff" fo:font-size="1pt"/></style:style><style:style style:name="H"
style:family="text"><style:text-properties text:display="none"/></style:style>"""


def test_text_that_opendocument_hides_is_read():
    """White, of one point, hidden, in a sheet or a section that is not shown: text all the same."""
    parts = {part.name: part for part in read_package(odt(content("pl", 1), 1))}
    said = "Ktoś, pan {} Drabilowski, był tu. "
    body = (
        f'<text:p><text:span text:style-name="W">{said.format("Marek")}</text:span>'
        f'<text:span text:style-name="H">{said.format("Piotr")}</text:span></text:p>'
        f'<text:section text:name="S" text:display="none"><text:p>{said.format("Jan")}</text:p>'
        "</text:section>"
    )
    data = parts["content.xml"].data.decode()
    data = data.replace("</office:text>", f"{body}</office:text>")
    data = data.replace("</office:automatic-styles>", f"{HIDING}</office:automatic-styles>")
    stream = io.BytesIO(write_package([
        replace(part, data=data.encode()) if name == "content.xml" else part
        for name, part in parts.items()
    ]))  # fmt: skip
    with zipfile.ZipFile(stream, "a") as archive:
        archive.comment = b"written by Piotr Drabilowski"
    made = Pipeline.load(language="pl").run_file(stream.getvalue(), "a.odt").data
    left = "\n".join(text for _, text in texts_of(made)) + made.decode("latin-1")
    assert "Drabilowsk" not in left
    assert "był tu" in left


def test_a_variable_that_is_a_text_says_it_once():
    """LibreOffice writes its text as a formula, too, of which the number was left."""
    document = OpenDocumentText()
    paragraph = P(parent=document.text, text="Dear all, ")
    said = "Ann Nowak, tel. 07700 900123"
    VariableSet(parent=paragraph, name="v", valuetype="string", stringvalue=said,
                formula=f"ooow:{said}", text=said)  # fmt: skip
    made = Pipeline.load(language="en").run_file(saved(document), "a.odt").data
    assert b"Nowak" not in made
    content = zipfile.ZipFile(io.BytesIO(made)).read("content.xml").decode()
    assert "900123" not in content
    assert "formula" not in content


def test_who_is_called_like_a_word_of_layout_refuses_no_file():
    """Measures of a text box came to more digits than schemas have."""
    style = "width:141.75pt;height:56.7pt;margin-top:-68.1pt;mso-position-vertical-relative:page"
    document = Document()
    document.add_paragraph("Tegnap Larry Page és Page úr is eljött.")
    document.element.body.insert(0, etree.fromstring(
        '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
        f'xmlns:v="urn:schemas-microsoft-com:vml"><w:r><w:pict><v:rect style="{style}"/></w:pict>'
        "</w:r></w:p>"
    ))  # fmt: skip
    made = Pipeline.load(language="hu").run_file(saved(document), "a.docx")
    assert not {"Page", "Larry"} & set(made.result.text.replace(".", " ").split())


def test_what_libreoffice_writes_where_nobody_wrote_is_nobodys():
    """Below each sheet it writes *Page 1*, which was a surname in languages without that word."""
    book = openpyxl.Workbook()
    book.active["A1"] = "Obecni: Larry Page i Anna Zielińska."
    book.active.oddFooter.center.text = "Page &P"
    pipeline = Pipeline.load(language="pl")
    made = openpyxl.load_workbook(io.BytesIO(pipeline.run_file(saved(book), "a.xlsx").data)).active
    assert made.oddFooter.center.text == "Page &P"
    assert "Page" not in made["A1"].value
    document = OpenDocumentText()
    for text in ("Unknown Author", "Err:502", "<footer>"):
        P(parent=document.text, text=text)
    page = P(parent=document.text, text="Page ")
    PageNumber(parent=page, text="1")
    P(parent=document.text, text="Spotkałem Annę Zielińską.")
    result = pipeline.run_file(saved(document), "a.odt").result
    assert {result.view.surface(r.span) for r in result.plan} == {"Annę Zielińską"}
