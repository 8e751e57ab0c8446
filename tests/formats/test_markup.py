"""HTML and XML: what a reader sees is read, what stands around stays character for character."""

import base64
import html
import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import etree

from allonym import Pipeline
from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.files.outside import reads_alike
from allonym.formats.contents import texts_of
from allonym.formats.markup.document import HtmlFormat, XmlFormat
from allonym.formats.markup.events import html_events, xml_events
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Report, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each
from tests.growth import grows_linearly
from tests.model.test_replacement import make

PAGE = """<!DOCTYPE html><html lang=en>
<head><meta charset="utf-8"><title>Letter of Ann Nowak</title>
<meta name="author" content="Ann Nowak"><style>p{color:red}</style></head>
<body><!-- draft by Ann Nowak --><p title='For "John" &amp; Ann'>Dear <b>Jo</b>hn&nbsp;Smith,<br>
call <a href="mailto:ann.nowak@corp.test">An<i>n</i>
Nowak</a> &lt;soon&gt;. <p>Yours<td>x<script>var a="<p>";</script></body></html>"""
TEI = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="a.css"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Letter</title>
<author>Ann Nowak</author></titleStmt></fileDesc></teiHeader><text><body>
<p>On <date when="1999-05-03">3 May 1999</date> <persName key="ann"><forename>Ann</forename>
<surname>Nowak</surname></persName> met <![CDATA[Smith & sons]]> in Leeds.<lb/><note>Ill.</note></p>
</body></text></TEI>"""
CDA = """<ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>
<id root="2.16" extension="84050312344"/><patient>
<name><given>Anna</given><family>Nowak</family></name>
<birthTime value="19840503"/></patient></patientRole></recordTarget>
<component><section><text><paragraph>Anna Nowak <content>was</content> ill.</paragraph></text>
</section></component></ClinicalDocument>"""
TMX = """<tmx version="1.4"><header creationid="anowak"/><body><tu changeid="anowak">
<tuv xml:lang="en"><seg>Ask <bpt i="1">&lt;b&gt;</bpt>Ann<ept i="1">&lt;/b&gt;</ept> Nowak.</seg>
</tuv></tu></body>
</tmx>"""
SAMPLES = {
    "html": (HtmlFormat(), PAGE),
    "tei": (XmlFormat(), TEI),
    "cda": (XmlFormat(), CDA),
    "tmx": (XmlFormat(), TMX),
    "any": (XmlFormat(), '<r><p n="Ann &amp; co">Ann <b>No</b>wak</p><q>Eve</q><q>Joe</q></r>'),
}


def text(form, source):
    return form.open(source.encode()).view.text


PACKED = base64.b64encode("Jan Łaski, Łódź!".encode()).decode().rstrip("=")


@each("name", SAMPLES)
def test_a_format_keeps_the_laws(name):
    form, source = SAMPLES[name]
    check_format(form, source.encode(), removes=name == "html")


@each("name", sorted(set(SAMPLES) - {"tmx"}))
def test_the_empty_plan_changes_no_byte(name):
    form, source = SAMPLES[name]
    assert form.open(source.encode()).rewrite(ReplacementPlan()) == source.encode()


def test_html_reads_text_attributes_and_comments_but_no_code():
    found = text(HtmlFormat(), PAGE)
    assert "Dear John\xa0Smith,\n call Ann Nowak <soon>." in found
    assert 'For "John" & Ann' in found
    assert "mailto:ann.nowak@corp.test" in found
    assert "draft by Ann Nowak" in found
    assert text(HtmlFormat(), "<!--&#74;an &amp; Ann-->").strip() == "Jan & Ann"
    assert "color" not in found
    assert "var a" not in found


def test_html_keeps_each_word_where_its_tag_is():
    source = "<p>Dear <b>Ann</b> <i>Nowak</i></p>"
    document = HtmlFormat().open(source.encode())
    at = document.view.text.index("Ann")
    plan = ReplacementPlan.of([make(Span(at, at + 9), "Eve <Smith>")])
    assert document.rewrite(plan) == b"<p>Dear <b>Eve</b> <i>&lt;Smith&gt;</i></p>"


def test_html_parts_paragraphs_and_cells():
    found = text(HtmlFormat(), "<table><tr><td>Ann<td>Nowak</table><ul><li>Eve<li>Smith</ul>")
    assert [line for line in found.split("\n") if line] == ["Ann", "Nowak", "Eve", "Smith"]


@each("encoding", ["iso-8859-2", "windows-1250", "utf-8", "utf-16"])
def test_a_declared_encoding_is_read_and_kept(encoding):
    source = f'<html><meta charset="{encoding}"><p>Łódź</p></html>'
    document = HtmlFormat().open(source.encode(encoding))
    assert "Łódź" in document.view.text
    at = document.view.text.index("Łódź")
    written = document.rewrite(ReplacementPlan.of([make(Span(at, at + 4), "Ж")]))
    read = written.decode(encoding)
    assert "<p>Ж</p>" in read or "<p>&#1046;</p>" in read


def test_xml_takes_what_elements_say():
    document = XmlFormat().open(TEI.encode())
    said = {(document.view.surface(m.span).replace("\n", " "), m.type) for m in document.given}
    assert ("Ann Nowak", "person") in said
    assert ("Ann", "person.given") in said
    assert ("3 May 1999", "date") in said


def test_a_corpus_in_tei_keeps_its_codes_and_its_people_their_identity():
    """A key or a tag is no name; whoever refers to a person by a name refers to the new one."""
    source = (
        "<TEI><person xml:id='NowakAnn' n='1'/><u who='#NowakAnn' ana='mte:Npfsn'>"
        "<persName key='p1' cert='high' ref='#NowakAnn'><w msd='Npfsn' lemma='Ann'>Ann</w> "
        "<w pos='Npfsn'>Nowak</w></persName> <date when='1999-05-03'>3 May 1999</date></u></TEI>"
    )
    document = XmlFormat().open(source.encode())
    text = document.view.text
    assert not any(code in text for code in ("Np", "high"))
    assert {document.view.surface(m.span) for m in document.given if m.type == "person"} == {
        "Ann Nowak"
    }
    assert "\nAnn Nowak\n" in text
    assert "1999-05-03" in {document.view.surface(m.span) for m in document.given}
    at = text.index("Ann Nowak")
    plan = [make(Span(at, at + 3), "Eva"), make(Span(at + 4, at + 9), "Lis")]
    made = document.rewrite(ReplacementPlan.of(plan)).decode()
    assert "xml:id='LisEva' n='1'" in made
    assert "who='#LisEva' ana='mte:Npfsn'" in made
    assert "key='p1' cert='high' ref='#LisEva'" in made


def test_tmx_reads_around_codes_and_empties_the_makers():
    document = XmlFormat().open(TMX.encode())
    assert "Ask Ann Nowak." in document.view.text
    written = document.rewrite(ReplacementPlan()).decode()
    assert "anowak" not in written
    assert 'creationid=""' in written
    assert "&lt;b&gt;" in written


def test_paths_limit_what_is_read():
    form = XmlFormat(Documents(paths=("patient/name", "id/@extension")))
    found = text(form, CDA).split()
    assert found == ["Anna", "Nowak", "84050312344"]


@each(
    ("source", "complaint"),
    [
        ("<a><b></a>", "not well-formed XML at line 1"),
        ('<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a k="&x;"/>', "entities unfold"),
        ('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', "declares entities"),
        ("", "not well-formed"),
        ("<a>" * 100_000, "nested far too deeply"),
    ],
)
def test_xml_that_cannot_be_trusted_is_refused(source, complaint):
    with pytest.raises(CorruptDocument, match=complaint):
        XmlFormat().open(source.encode())


@pytest.mark.parametrize("root", ["chunkList", "cesAna"])
def test_a_corpus_of_annotated_words_is_refused(root):
    """Its tags (``prep:loc:nwok``) would be read as text and replaced."""
    source = f"<{root}><tok><orth>w</orth><ctag>prep:loc:nwok</ctag></tok></{root}>"
    with pytest.raises(UnsupportedFormat, match="convert the corpus to CoNLL-U"):
        XmlFormat().open(source.encode())


def test_an_entity_bomb_is_refused_before_it_goes_off():
    lines = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    with pytest.raises(CorruptDocument):
        XmlFormat().open(f'<!DOCTYPE a [<!ENTITY e0 "x">{lines}]><a>&e11;</a>'.encode())


@given(st.text(alphabet="<>/!-'\"=&;#ab \n[]?", max_size=80))
def test_html_survives_anything_and_changes_nothing(source):
    """But for what stands in a closing tag behind its name, which is taken out."""
    behind = re.findall(r"</[ab][^\s/>]*(?=[\s/])([^>]*)", source)
    assume(not any(found.strip() for found in behind))
    document = HtmlFormat().open(source.encode())
    assert document.rewrite(ReplacementPlan()) == source.encode()
    for event in html_events(source):
        assert 0 <= event.start <= event.end <= len(source)


def test_xml_events_cover_the_source_in_order():
    ends = [event.end for event in xml_events(TEI)]
    assert ends == sorted(ends)


def test_a_page_goes_through_the_pipeline():
    made = Pipeline.load(language="en").run_file(PAGE.encode(), "letter.html")
    written = made.data.decode()
    for gone in ("Nowak", "nowak", "Smith"):
        assert gone not in written
    assert "<script>var a=" in written
    assert "&lt;soon&gt;" in written


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["<p>Ann <b>Nowak</b></p>", "<", "<a ", "&amp", "<!--", '<a b="'])
def test_html_is_linear(unit):
    def run(size):
        data = (unit * size).encode()
        return lambda: HtmlFormat().open(data)

    assert grows_linearly(run, 400)


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["<p>Ann <b>Nowak</b></p>", "<a b='c'/>", "<!-- x -->", "&amp;"])
def test_xml_is_linear(unit):
    def run(size):
        data = f"<r>{unit * size}</r>".encode()
        return lambda: XmlFormat().open(data)

    assert grows_linearly(run, 400)


def test_data_in_a_page_is_read():
    page = (
        '<script type="application/ld+json">{"@type": "Person", "familyName": "Lis",'
        ' "name": "Jan \\u0141aski"}</script><script>// by Anna\nlet a = "Ewa \\x4bot";</script>'
        "<style>/* by Ola */ p::after{content:'Iga'}</style><p style=\"font-family:'Ida'\">x"
        '<a href="mailto:jan%20k%C3%B3s@x.pl" onclick="show(\'Ala\')">y</a>'
    )
    document = HtmlFormat().open(page.encode())
    for found in (
        "Lis",
        "Jan Łaski",
        "by Anna",
        "Ewa Kot",
        "by Ola",
        "Iga",
        "Ida",
        "jan kós",
        "Ala",
    ):
        assert found in document.view.text
    assert "let a" not in document.view.text
    assert [(document.view.surface(m.span), m.type) for m in document.given] == [
        ("Lis", "person.family"), ("Jan Łaski", "person"),
    ]  # fmt: skip
    at = document.view.text.index("Ewa Kot")
    made = document.rewrite(ReplacementPlan.of([make(Span(at, at + 7), 'A"</script>')]))
    assert 'let a = "A\\"<\\/script>";' in made.decode()


def test_files_in_addresses_are_cleaned_or_gone():
    page = (
        "<img src='data:text/plain,Ann%20Nowak'><a href=' java&#x73;cript:ann()'>x</a>"
        "<style>p{background:url(data:image/svg+xml;base64,QW5u)}</style>"
    )
    assert HtmlFormat().open(page.encode()).rewrite(ReplacementPlan.of([])).decode() == (
        "<img src='data:,'><a href='#'>x</a><style>p{background:url(data:,)}</style>"
    )


@each(
    "page",
    [
        "<a name='Jan Łaski'>x</a>", "<font face='Jan Łaski'>x</font>", "<x-y owner='Jan Łaski'>",
        "<td sdnum='1033;0;&quot;Jan Łaski &quot;0'>", "<p id=Łaski>", "<p class='jan_laski'>",
        "<!DOCTYPE html SYSTEM 'Jan Łaski'>", "<?pi Jan Łaski?>", "<form name=jan.laski>",
        "<style>@import url(Jan Łaski.css)</style>", "<style>p{--x: Jan Łaski}</style>",
        "<style>p{font-family: Jan Łaski}</style>",
        "<svg><text>x</text><text>Jan Łaski</text></svg>",
        '<script type="application/json">{"Jan Łaski": 1}</script>',
    ],
)  # fmt: skip
def test_what_else_holds_words_is_read(page):
    found = text(HtmlFormat(), f"<p>x</p>{page}").lower()
    assert "łaski" in found or "jan_laski" in found or "jan.laski" in found


@each(
    "page",
    [
        "<script>x = /Jan Łaski/i</script>", "<script>x = decodeURI('Jan%20%C5%81aski')</script>",
        "<style>@import url(//x.pl/Jan%20%C5%81aski.css)</style>",
        "<script>x = `${list.map(i => `<b>${i} Jan Łaski</b>`)}`</script>",
        '<p data-props=\'{"n": "Jan \\u0141aski"}\'>x</p>',
        '<p onclick="show(&quot;Jan \\u0141aski&quot;)">x</p>',
    ],
)  # fmt: skip
def test_code_holds_words_in_other_letters_and_without_quotes(page):
    assert "Jan Łaski" in text(HtmlFormat(), page)


@each(
    "page",
    [
        f"<script>x = atob('{PACKED}')</script>", f"<p data-x='{PACKED}'>x</p>",
        f"<p data-x='eyJh{PACKED}.{PACKED}.abc'>x</p>", f"<a href='{PACKED}'>x</a>",
        "<style>p{background:url(data:image/svg+xml;utf8,<svg a='b'>Jan Łaski</svg>)}</style>",
        '<style>p{background:url("data:image/svg+xml,<svg a=\'b\'>Jan Łaski</svg>")}</style>',
        "<p>x</p Jan Łaski>", "<p>x</p\nJan='Łaski'",
        f"<img srcset='a.png 1x, data:image/png;base64,{PACKED} 2x'>",
    ],
)  # fmt: skip
def test_texts_in_disguise_are_taken_out(page):
    written = HtmlFormat().open(f"<p>y</p>{page}".encode()).rewrite(ReplacementPlan.of([])).decode()
    assert "Łaski" not in written
    assert PACKED not in written


@each(
    "page",
    [
        "<!DOCTYPE html>",
        ("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' "
        "'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'>"),
        "<p class='main-nav' lang='pl-PL'>", "<svg viewBox='0 0 24 24' d='M10 3L4 9z'>",
        "<link rel='stylesheet' href='http://purl.org/dc/elements/1.1/'>", "<a href='#'>",
        "<style>p{font-family:'Liberation Sans'} q{font-family: Georgia}</style>",
    ],
)  # fmt: skip
def test_what_says_nothing_is_not_read(page):
    assert text(HtmlFormat(), f"{page}").strip() == ""


def test_paths_lead_nowhere_and_spaces_end_no_address():
    page = "<a href='file:///C:/Users/ann/a.doc'>x</a><a href='http://x.pl/Ann%20N%C3%B3'>y</a>"
    document = HtmlFormat().open(page.encode())
    assert "http://x.pl/Ann%20Nó" in document.view.text
    assert b"href='#'" in document.rewrite(ReplacementPlan.of([]))


def test_instructions_and_declarations_of_xml_are_read():
    source = "<?xml version='1.0'?><?by Ann?><!DOCTYPE r [<!-- Eve -->]><r/>"
    found = text(XmlFormat(), source)
    assert "by Ann" in found
    assert "Eve" in found
    assert "version" not in found


def test_declarations_are_read_where_a_person_writes_and_their_names_follow():
    """``#PCDATA`` was taken for a person, and the file refused since it was no XML any more."""
    source = (
        "<!DOCTYPE a [<!ELEMENT a (#PCDATA | kowalski)*><!ELEMENT kowalski EMPTY>"
        '<!ATTLIST a who CDATA "Jan Kowalski">]><a><![CDATA[Jan Kowalski]]><kowalski/></a>'
    )
    assert text(XmlFormat(), source).split() == ["Jan", "Kowalski"] * 2
    made = Pipeline.load(language="pl").run_file(source.encode(), "a.xml").data.decode()
    assert "kowalski" not in made.lower()
    assert "(#PCDATA | " in made
    etree.fromstring(made)


@each(
    "page",
    [
        '<script type="text/template"><p title="Ewa">Anna</p></script>',
        '<script type="text/plain">Anna met Ewa</script>',
        "<style>.Anna{} #Ewa_X{--Jan_Kot: 1}</style>",
        "<style>@keyframes Anna-Kot{} a{view-transition-name: Ewa_Kot}</style>",
    ],
)
def test_templates_and_classes_of_style_sheets_are_read(page):
    document = HtmlFormat().open(page.encode())
    for name in ("Anna", "Ewa"):
        at = document.view.text.index(name)
        page = page.replace(name, "Eve")
        made = document.rewrite(ReplacementPlan.of([make(Span(at, at + len(name)), "Eve")]))
        assert name not in made.decode()


def test_colours_and_running_code_are_no_text():
    page = "<style>.a{color:#FFAA00}</style><script type='module'>let Anna = 1</script>"
    assert HtmlFormat().open(page.encode()).view.text.strip() == ""


def test_a_page_with_entities_that_its_document_type_names_goes_through() -> None:
    page = (
        '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
        '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Ann&nbsp;Smith &mdash; ok</p>'
        "</body></html>"
    )
    found = " ".join(text for _, text in texts_of(page.encode(), "page.html", 0))
    assert "Smith" in found
    assert "ok" in found


@each(
    "page",
    [
        "<time datetime='1958-03-07'>x</time>", "<p id='born-7.3.1958'>x</p>",
        "<p owner='jan nowak'>x</p>",
        "<p id='84071512341'>x</p>", "<p class='pnr-840715-1234'>x</p>",
        "<script>var pesel = 84071512341</script>", "<a onclick='call(601234567)'>x</a>",
        '<script type="application/json">{"telefon": 601234567}</script>',
        "<script type='text/jsx'><b>Jan Nowak</b></script>",
    ],
)  # fmt: skip
def test_days_numbers_and_small_words_are_read(page):
    found = text(HtmlFormat(), f"<p>y</p>{page}")
    assert any(word in found for word in ("1958-03-07", "7.3.1958", "owak", "84071512341",
                                          "601234567", "840715-1234"))  # fmt: skip


def test_a_number_in_code_goes_on_being_one_or_becomes_a_string():
    page = "<script>call(601234567, {n: 84071512341})</script>"
    document = HtmlFormat().open(page.encode())
    at, other = document.view.text.index("6"), document.view.text.index("8407")
    plan = ReplacementPlan.of(
        [make(Span(at, at + 9), "[PHONE]"), make(Span(other, other + 11), "84071512358")]
    )
    assert b'call("[PHONE]", {n: 84071512358})' in document.rewrite(plan)


def test_labels_follow_the_names_in_the_text():
    page = (
        "<style>.kowalski, #kowalski {color: red}</style><a href='#kowalski'>1</a>"
        "<h2 id='kowalski' class='author-kowalski main-nav'>Kowalski</h2>"
    )
    document = HtmlFormat().open(page.encode())
    at = document.view.text.index("Kowalski")
    made = document.rewrite(ReplacementPlan.of([make(Span(at, at + 8), "Żak")])).decode()
    assert "owalski" not in made
    assert "<a href='#zak'>" in made
    assert "id='zak' class='author-zak main-nav'" in made
    assert ".zak, #zak {" in made


def test_labels_are_read_as_what_their_references_say():
    page = (
        "<a href='b.html#kowal&#115;ki'>1</a><a href='b.html#ko%77alski'>2</a>"
        "<h2 id='kowal&#115;ki'>Kowalski</h2>"
    )
    document = HtmlFormat().open(page.encode())
    at = document.view.text.index("Kowalski")
    made = document.rewrite(ReplacementPlan.of([make(Span(at, at + 8), "Żak")])).decode()
    assert made.startswith("<a href='b.html#zak'>1</a><a href='b.html#zak'>2</a><h2 id='zak'>")


@each("name", ["Aria Jones", "Max Weber", "Alan Font", "Peter Small"])
def test_who_is_called_as_mark_up_is_keeps_no_page_back(name):
    page = (
        "<!DOCTYPE html><style>p{max-width:5em;font:x}</style><main aria-label='x'><input max='5'>"
        f"<p>The meeting was opened by {name} on Monday.</p><small>x</small></main>"
    )
    assert name.encode() not in Pipeline.load(language="en").run_file(page.encode(), "a.html").data


def test_what_is_no_longer_read_once_it_is_replaced_keeps_no_page_back():
    """An identity is read for its capitals; what takes its place may have none."""
    page = "<p>Peter Smith came.</p>" + "".join(
        f"<p id='{name}()'>x</p>" for name in ("getName", "getDefault", "hasDefault", "isId")
    )
    assert Pipeline.load(language="en").run_file(page.encode(), "a.html").data


def test_only_what_is_read_for_its_look_may_go_missing():
    document = HtmlFormat().open(b"<p id='Get Name()'>x</p><p>Ann Lee came.</p>")
    text = document.view.text
    label, name = text.index("Get Name"), text.index("Ann Lee")
    plan = ReplacementPlan.of(
        [make(Span(name, name + 7), "Eva Roe"), make(Span(label, label + 8), "zak")]
    )
    said = Result(document.view, plan.apply(text), (), plan, Report("en", "default", {}, {}))
    assert reads_alike(TextView.of("x\nEva Roe came."), said)
    assert not reads_alike(TextView.of("x\nzak()"), said)


def test_an_address_in_a_style_sheet_is_what_stands_in_the_brackets():
    assert "url" not in text(HtmlFormat(), "<style>p{background:url(img/Jan.png)}</style>")


def test_numbers_behind_cells_are_gone():
    page = (
        '<table><tr><td sdval="21251" sdnum="1033;0;DD.MM.YYYY">07.03.1958</td>'
        '<td x:num="21251">7.3.1958</td></tr></table>'
    )
    assert b"21251" not in HtmlFormat().open(page.encode()).rewrite(ReplacementPlan.of([]))


def test_json_in_an_attribute_goes_on_being_json():
    page = """<p data-props='{"n": "\\u0141aski", "m": 1}'>x</p>"""
    document = HtmlFormat().open(page.encode())
    at = document.view.text.index("Łaski")
    written = document.rewrite(ReplacementPlan.of([make(Span(at, at + 5), 'Żak "ml."')])).decode()
    value = html.unescape(written.partition("'")[2].partition("'")[0])
    assert json.loads(value) == {"n": 'Żak "ml."', "m": 1}


def test_the_map_of_a_picture_is_called_as_the_picture_says():
    page = '<p>Anna Kotowa</p><img usemap="#AnnaKotowa"><map name="AnnaKotowa"></map>'
    document = HtmlFormat().open(page.encode())
    made = document.rewrite(ReplacementPlan.of([make(Span(1, 12), "Eve Fox")])).decode()
    assert made == '<p>Eve Fox</p><img usemap="#EveFox"><map name="EveFox"></map>'


@each("number", ["6" * 5000, "0" * 5000 + "6" * 9])
def test_numbers_of_letters_that_no_letter_has_are_read_as_browsers_do(number):
    """Python reads no number of thousands of digits: the run ended in an error of its own."""
    page = f"<p title='&#{number};' href='&#{number};'>Ann&#{number}; a &#{'0' * 5000}65;b</p>"
    assert "\ufffd a Ab" in HtmlFormat().open(page.encode()).view.text
