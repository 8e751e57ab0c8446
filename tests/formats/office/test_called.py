"""What writers call things: a number everywhere, and what programs call them stays.

Each place was found with names that stood nowhere else, in files by LibreOffice.
"""

from lxml import etree

from allonym.formats.markup.events import xml_events
from allonym.formats.markup.reader import read
from allonym.formats.markup.vocabulary import load_vocabularies
from allonym.formats.office.sieve import Sieve
from tests.each import each

SPACES = {
    name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for name in ("office", "text", "table", "form", "draw", "presentation")
} | {"xlink": "http://www.w3.org/1999/xlink", "ooow": "http://openoffice.org/2004/writer"}
DECLARED = " ".join(f'xmlns:{name}="{uri}"' for name, uri in SPACES.items())


def sifted(inside, words="odf"):
    root = etree.fromstring(f"<office:text {DECLARED}>{inside}</office:text>")
    Sieve().sift_tree(root, load_vocabularies()[words])
    return root


@each("place", [
    "text:bookmark text:name", "text:bookmark-start text:name", "text:reference-mark text:name",
    "text:bookmark-ref text:ref-name", "text:section text:name", "draw:frame draw:name",
    "draw:g draw:name", "draw:page draw:name", "draw:layer draw:name", "text:drop-down text:name",
    "text:variable-decl text:name", "text:variable-set text:name", "text:user-field-decl text:name",
    "table:content-validation table:name", "table:table-cell table:content-validation-name",
    "text:table-of-content text:name", "text:user-index-mark text:index-name",
    "office:annotation office:name", "text:database-display text:column-name",
    "presentation:show presentation:name", "presentation:show presentation:pages",
])  # fmt: skip
def test_what_nobody_sees_is_numbered_and_still_there(place):
    element, attribute = place.split()
    (node,) = sifted(f'<{element} {attribute}="nowak_umowa"/>')
    (value,) = node.attrib.values()
    assert value.rstrip("0123456789") in ("Object", "Name")


def test_links_lead_to_what_is_numbered():
    root = sifted(
        '<text:a xlink:href="#nowak_umowa"/><text:a xlink:href="#nowak_umowa|frame"/>'
        '<text:a xlink:href="#Costs|table"/><text:bookmark text:name="nowak_umowa"/>'
    )
    links = [node.get(f"{{{SPACES['xlink']}}}href") for node in root.iter("{*}a")]
    assert links == ["#Object1", "#Object1|frame", "#Costs|table"]


def test_formulas_of_texts_keep_functions_addresses_and_their_prefix():
    """LibreOffice shows *Expression is faulty* where one of the three is gone."""
    root = sifted(
        '<text:variable-decl text:name="Rate"/>'
        '<table:table-cell table:formula="ooow:sum &lt;Costs.A1:B1&gt; mul Rate"/>'
        '<text:hidden-text text:condition="ooow:Rate eq 100"/>'
    )
    written = etree.tostring(root, encoding="unicode")
    assert 'formula="ooow:sum &lt;Costs.A1:B1&gt; mul Name1"' in written
    assert 'condition="ooow:Name1 eq 100"' in written
    assert "xmlns:ooow" in written


def test_an_expression_shows_what_it_showed():
    root = sifted('<text:expression text:formula="ooow:2">abc</text:expression>')
    assert root[0].text == "abc"


def test_fields_of_properties_that_are_gone_become_what_they_show():
    root = sifted(
        '<text:p>by <text:user-defined text:name="Client">us</text:user-defined>.</text:p>'
    )
    assert root[0].text == "by us."


def test_forms_keep_what_makes_their_controls():
    made = "ooo:com.sun.star.form.component.TextField"
    (node,) = sifted(f'<form:text form:control-implementation="{made}"/>')
    assert made in node.attrib.values()


def test_links_to_named_ranges_lead_there():
    root = etree.fromstring(
        '<x><hyperlink location="Range_Nowak"/><definedName name="Range_Nowak"/></x>'
    )
    Sieve().sift_tree(root, load_vocabularies()["xlsx"])
    assert root[0].get("location") == root[1].get("name") == "Name1"


def test_what_is_declared_for_slides_does_not_run_together():
    kinds = ("header-decl", "footer-decl", "date-time-decl")
    inside = "".join(f"<presentation:{k}>Ann Nowak</presentation:{k}>" for k in kinds)
    source = f"<office:text {DECLARED}>{inside}</office:text>"
    reading = read(source, list(xml_events(source)), load_vocabularies()["odf"])
    assert len(reading.blocks) == len(kinds)


def test_data_of_xforms_are_gone():
    """An instance has elements of the writer's own, whose very names may be anybody's."""
    source = f"<office:text {DECLARED}><model><Nowak>x</Nowak></model></office:text>"
    reading = read(source, list(xml_events(source)), load_vocabularies()["odf"])
    assert reading.blocks == ()
    assert len(reading.fixed) == 1


FORMULAS = {
    "odf": (
        ("of:=NOWAKFN([.A1])", "of:=Name1([.A1])"),
        ("of:=ORG.NOWAK.FN(1)", "of:=Name1(1)"),
        ("of:=COM.MICROSOFT.STDEV.S([.A1])", "of:=COM.MICROSOFT.STDEV.S([.A1])"),
        ("of:=Nowak ![.A1]", "of:=Name1 ![.A1]"),
        ("of:=ORG.LIBREOFFICE.WEEKNUM_OOO(1)", "of:=ORG.LIBREOFFICE.WEEKNUM_OOO(1)"),
        ("of:=COM.SUN.STAR.SHEET.ADDIN.ANALYSIS.GETEDATE(1)",
         "of:=COM.SUN.STAR.SHEET.ADDIN.ANALYSIS.GETEDATE(1)"),
    ),
    "xlsx": (
        ("_xlfn.NORM.S.DIST(A1)+_xlfn.VAR.P(B:B)", "_xlfn.NORM.S.DIST(A1)+_xlfn.VAR.P(B:B)"),
        ("_xlfn.T.DIST.2T(1,2)+F.DIST.RT(1,2,3)", "_xlfn.T.DIST.2T(1,2)+F.DIST.RT(1,2,3)"),
        ("_xlfn.LET(_xlpm.nowak,1,_xlpm.nowak*2)", "_xlfn.LET(_xlpm.Name1,1,_xlpm.Name1*2)"),
    ),
}  # fmt: skip


@each(("kind", "formula", "made"), [
    (kind, *row) for kind, rows in FORMULAS.items() for row in rows
])  # fmt: skip
def test_functions_that_come_with_programs_stay_and_others_go(kind, formula, made):
    if kind == "odf":
        (node,) = sifted(f'<table:table-cell table:formula="{formula}"/>')
        assert list(node.attrib.values()) == [made]
    else:
        (node,) = sifted(f"<f>{formula}</f>", kind)
        assert node.text == made


READ_IN = {
    "odf": ("of:=['file:///x'#$Nowak.A1]", "of:=['file:///x'#$Nowak]", "of:=[$Data.A1:$Nowak.B2]",
            "of:=Tab[[#Data];[Nowak]]"),
    "xlsx": ("[1]!'Nowak a'", "Tab[#This Row,Nowak]"),
}  # fmt: skip


@each(("kind", "formula"), [(k, f) for k, all_ in READ_IN.items() for f in all_])
def test_sheets_columns_and_foreign_ranges_in_formulas_are_read(kind, formula):
    source = {
        "odf": f'<table:table-cell {DECLARED} table:formula="{formula}"/>',
        "xlsx": f"<c><f>{formula}</f></c>",
    }[kind]
    reading = read(source, list(xml_events(source)), load_vocabularies()[kind])
    assert any("Nowak" in piece.text for piece in reading.pieces)


@each("place", [
    "text:notes text:condition", "form:listbox form:source-cell-range",
    "form:text form:linked-cell", "table:table table:print-ranges",
])  # fmt: skip
def test_of_what_is_read_in_part_the_rest_says_nothing(place):
    """Where an address or a condition is expected, a writer's name may stand."""
    element, attribute = place.split()
    (node,) = sifted(f'<{element} {attribute}="Nowak"/>')
    assert "Nowak" not in node.attrib.values()
    (node,) = sifted(f'<{element} {attribute}="Sheet1.A1"/>')
    assert attribute.endswith("condition") or "Sheet1.A1" in node.attrib.values()


OF_PROGRAMS = {
    "sifted": ('<font script="Armn"/>', '<font script="Java" typeface="Phagspa"/>'),
    "drawing": (
        '<srgbClr val="ffffff"/>', '<gd name="textAreaLeft" fmla="val 0"/>',
        '<gd name="adj" fmla="val 16667"/>', '<styleLbl name="bgSibTrans2D1"/>',
        '<cxn presId="urn:microsoft.com/office/officeart/2005/8/layout/process1"/>',
        '<rule max="NaN" fact="INF"/>', '<cSld name="Cím és tartalom"/>', '<fld type="TxLink"/>',
        '<cNvPr name="Title Placeholder 1"/>', '<oleObj progId="Excel.Sheet.12"/>',
        '<sp textlink="Sheet1!$A$1"/>', '<cSld name="Title, 2 Content"/>',
        '<theme name="1_Office Theme"/>',
    ),
    "vml": (
        '<f eqn="if lineDrawn pixelLineWidth 0"/>', '<f eqn="sum @10 21600 0"/>',
        '<shape id="_x0000_s1025" type="#_x0000_t202" fillcolor="buttonFace [67]"/>',
        '<font face="Calibri"/>',
    ),
    "odf": (
        '<enhanced-geometry type="round-rectangle" text-areas="3163 3163 18437 18437"/>',
        '<enhanced-geometry type="flowchart-process" glue-points="10800 0 0 10800 ?f6 21600"/>',
        '<equation formula="right-2540"/>', '<equation formula="?f1 *3163/7636"/>',
        '<graphic-properties fit-to-size="shrink-to-fit"/>',
        '<property property-name="DefaultControl"/>',
    ),
    "xlsx-styles": ('<tableStyles defaultPivotStyle="PivotStyleLight16"/>',),
    "docx": (
        '<mathFont val="Cambria Math"/>', '<cnfStyle val="001000000100"/>',
        '<compatSetting name="differentiateMultirowTableHeaders"/>',
        '<lsdException name="Normal (Web)"/>', '<lsdException name="Table 3D effects 1"/>',
    ),
}  # fmt: skip


@each(("words", "said"), [(w, s) for w, all_ in OF_PROGRAMS.items() for s in all_])
def test_what_programs_write_stays(words, said):
    """Some of it must be there: a file without the name of a guide or a script is *damaged*."""
    root = etree.fromstring(f"<x>{said}</x>")
    Sieve().sift_tree(root, load_vocabularies()[words])
    assert etree.tostring(root, encoding="unicode") == f"<x>{said}</x>"


def test_parts_of_a_diagram_are_called_alike_in_its_layout_and_its_data():
    layout = etree.fromstring('<x><layoutNode name="nowak"/><constr forName="nowak"/></x>')
    data = etree.fromstring('<x><prSet presName="nowak"/></x>')
    sieve = Sieve()
    for root in (layout, data):
        sieve.sift_tree(root, load_vocabularies()["drawing"])
    values = {value for root in (layout, data) for node in root for value in node.attrib.values()}
    assert values == {"Object1"}


def test_a_link_to_a_range_that_got_a_number_is_not_read():
    source = '<x><hyperlink location="Name1"/><hyperlink location="Nowak!A1"/></x>'
    reading = read(source, list(xml_events(source)), load_vocabularies()["xlsx"])
    assert [piece.text for piece in reading.pieces if piece.text.strip()] == ["Nowak!A1"]
