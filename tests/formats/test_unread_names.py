"""Names where no reader looks: in code, in tags, in Base64.  They follow the text or are gone."""

import base64
import re

import pytest

from allonym import Pipeline
from allonym.errors import CorruptDocument
from allonym.formats.json_files import JsonFormat
from allonym.formats.markup.document import HtmlFormat, XmlFormat
from allonym.model.replacement import ReplacementPlan
from tests.each import each

PACKED = base64.b64encode(b"written by Jan Nowak").decode()
PERSON = "The letter was written by Jan Kowalski in Leeds."


@pytest.mark.slow
@each(
    "page",
    [
        "<script>var kowalski = 1; show(kowalski)</script>", "<script>$jan_kowalski.x()</script>",
        "<script>let janKowalskiPhone = 1, KOWALSKI_ID = 2</script>",
        "<script>x = {kowalski: 1, b: y.kowalski}; kowalski1958 = jankowalski + jkowalski</script>",
        "<script>return /Kowalski/</script>", "<script>var \\u006bowalski = 1</script>",
        '<script type="importmap">{"imports": {"kowalski": "./k.js"}}</script>',
        '<script type="application/json">{"kowalski": {"kowalskiId": 1}}</script>',
        "<kowalski-card>x</kowalski-card>", "<p kowalski data-kowalski=1>",
        "<p :kowalski='1' @kowalski.b='x' v-kowalski>x</p>", "<p owner='kowalski' by=kowalski></p>",
        "<style>[data-owner=kowalski]{} kowalski-card{} .\\6bowalski{}</style>",
        "<style>@keyframes kowalski{} p{animation:kowalski 1s;counter-reset:kowalski}</style>",
        "<style>@layer kowalski{p{grid-area:kowalski;kowalski:1}}</style>",
        "Mail <jan.kowalski@leeds.example> or </jan.kowalski@leeds.example> or <p@kowalski>.",
        "<p title='&amp;#75;owalski'>&amp;#x4b;owalski</p>",
    ],
)  # fmt: skip
def test_names_in_code_follow_the_names_in_the_text(page):
    """A programmer names things after people; no detector reads that, and no page is refused."""
    made = Pipeline.load(language="en").run_file(f"<p>{PERSON}</p>{page}".encode(), "a.html").data
    assert not re.search(r"owalski", made.decode(), re.I)


@each(
    "page",
    [
        '<a href="/u/wisniewski">x</a>', '<img src="kowalczyk.jpg">', '<p id="kowalczyk">x</p>',
        "<script>f('wisniewski')</script>", "<script>var kowalczyk = 1</script>",
        '<form name="kowalczyk"></form>', "<style>.kowalczyk{color:red}</style>",
    ],
)  # fmt: skip
def test_surnames_in_small_letters_go_though_the_text_names_nobody(page):
    pipeline = Pipeline.load(language="pl")
    made = pipeline.run_file(f"<p>Dzień dobry.</p>{page}".encode(), "a.html").data
    assert not re.search("wisniewski|kowalczyk", made.decode())
    mail = f"From: a@b.test\nContent-Type: text/html\n\n<p>Hi</p>{page}".encode()
    assert not re.search(b"wisniewski|kowalczyk", pipeline.run_file(mail, "a.eml").data)


def test_rare_surnames_are_told_by_their_length_and_by_what_the_dictionaries_lack():
    page = (
        '<p class="pawelkiewicz spectrum"><a href="/u/pawelkiewicz">x</a></p>'
        "<script>var pawelkiewiczBox = 1, boxOfPawelkiewicz = 2</script>"
    )
    made = Pipeline.load(language="pl").run_file(page.encode(), "a.html").data.decode()
    assert "pawelk" not in made.lower()
    assert "spectrum" in made


def test_words_of_code_are_no_surnames():
    code = '<p id="banner" class="slick winter-sale">x</p><img src="css/main.css"><a href="/blog/">'
    made = Pipeline.load(language="pl").run_file(f"<p>Dom.</p>{code}".encode(), "a.html").data
    assert code in made.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    ['<script>n = "Kowal" + "ski"; p = [601, 234]; m = /[K]owalski/</script>',
     "<p onkowalski=1>x</p>", '<svg><path d="M601 234"/></svg>'],
)  # fmt: skip
def test_what_no_reader_sees_as_a_name_stays(code):
    made = Pipeline.load(language="pl").run_file(f"<p>Dom.</p>{code}".encode(), "a.html").data
    assert code in made.decode()
    assert "nI laT" in HtmlFormat().open(b'<p dir="rtl">nI laT</p>').view.text


def test_names_that_standards_give_stay_whoever_is_called_so():
    code = (
        "<style>mark{max-width:1em;color:red} .max-mark{a:b}</style><script>class Page extends Map"
        "{} mark.appendChild(new Option(Math.max(1, 2)));const max=1</script><mark max=1>x</mark>"
    )
    page = f"<p>The letter was written by Max Page.</p>{code}"
    made = Pipeline.load(language="en").run_file(page.encode(), "a.html").data.decode()
    assert "Max Page" not in made
    assert made.endswith(code.partition(".max-mark")[2])
    assert "mark{max-width:1em;color:red}" in made


@pytest.mark.slow
def test_names_of_elements_and_fields_follow_in_xml_and_json():
    data = f"<r xmlns:kowalski='urn:kowalski'><kowalski:a by='x'>{PERSON}</kowalski:a></r>"
    made = Pipeline.load(language="en").run_file(data.encode(), "a.xml").data.decode()
    assert "owalski" not in made
    XmlFormat().open(made.encode())
    data = f'{{"kowalski": {{"text": "{PERSON}"}}}}'
    assert b"owalski" not in Pipeline.load(language="en").run_file(data.encode(), "a.json").data


def test_what_is_packed_whole_in_a_text_a_value_or_a_field_is_taken_out():
    pdf = base64.b64encode(b"%PDF-1.4 \xff Jan Nowak " * 9).decode()
    page = f"<p title='{PACKED}'>x</p><!-- {PACKED} --><input value='{PACKED}'><pre>{pdf}</pre>"
    made = HtmlFormat().open(page.encode()).rewrite(ReplacementPlan.of([])).decode()
    assert PACKED not in made
    assert pdf not in made
    xml = f"<r><doc>\n{pdf[:76]}\n{pdf[76:]}\n</doc></r>"
    assert pdf[:76].encode() not in XmlFormat().open(xml.encode()).rewrite(ReplacementPlan.of([]))
    report = f"<ClinicalDocument><text representation='B64'>{pdf}</text></ClinicalDocument>"
    assert pdf.encode() not in XmlFormat().open(report.encode()).rewrite(ReplacementPlan.of([]))
    escaped = pdf.replace("/", "\\/")
    field = f'{{"a": "{escaped}", "b": "{PACKED}"}}'
    assert (
        JsonFormat().open(field.encode()).rewrite(ReplacementPlan.of([])) == b'{"a": "", "b": ""}'
    )


def test_what_programmers_join_is_a_name_and_what_people_write_is_read():
    page = f"<p>{PERSON}</p><form id='kowalskiForm' name='formKowalski'></form>"
    page += "<style>.kowalskiForm{a:b}</style><script>get('kowalskiForm')</script>"
    made = Pipeline.load(language="en").run_file(page.encode(), "a.html").data.decode()
    assert "owalski" not in made
    name = re.search(r"id='(\w+)Form'", made)[1]
    assert f".{name}Form{{" in made
    assert f"get('{name}Form')" in made


def test_an_element_with_more_attributes_than_any_program_writes_is_refused():
    page = "<p " + " ".join(f"b{n}='Jan Kowalski'" for n in range(2000)) + ">x</p>"
    with pytest.raises(CorruptDocument, match=r"over 1000 attributes; save it as \.txt"):
        HtmlFormat().open(page.encode())


@pytest.mark.slow
def test_a_page_as_word_writes_it_goes_through():
    page = (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><link rel=File-List "
        "href='kowalski_files/filelist.xml'><style><!-- p.MsoNormal{mso-style-parent:''; "
        'font-family:"Calibri",sans-serif;mso-style-link:"Kowalski Char"} --></style>'
        f"<p class=MsoNormal>{PERSON}<o:p>&nbsp;</o:p></p><a href='#_msocom_1'>[JK1]</a></html>"
    )
    made = Pipeline.load(language="en").run_file(page.encode(), "a.html").data.decode()
    assert "owalski" not in made
    assert "mso-style-parent:''; font-family:\"Calibri\"" in made


def test_what_libreoffice_writes_of_styles_and_sections_is_read_or_gone():
    page = (
        "<style>.Jan_20_Nowak{} .p601234567{}</style><p class='Jan_20_Nowak'>x</p>"
        "<div href='docs/b.odt&#255;&#255;Jan Nowak'>x</div>"
    )
    document = HtmlFormat().open(page.encode())
    assert document.view.text.count("Jan Nowak") == 2
    assert "601234567" in document.view.text
    assert b"href='#'" in document.rewrite(ReplacementPlan.of([]))


@each(
    "place",
    [
        "<script>var jan_wojcik=1</script>", "<p class='janWojcik'>x</p>", "<p id=jwojcik>x</p>",
        "<style>.jan-wojcik{}</style>", "<jan-wojcik>x</jan-wojcik>",
        "<a href='/u/wojcik.jan'>x</a>",
    ],
)  # fmt: skip
def test_names_without_their_marks_go_joined_or_behind_an_initial(place):
    """*Wójcik* is usual, *Wojcik* is rare: typed so, it had stayed in code."""
    page = f"<p>Dzień dobry.</p>{place}".encode()
    assert b"ojcik" not in Pipeline.load(language="pl").run_file(page, "a.html").data


@pytest.mark.parametrize("text", ['{"a": "jan_wojcik"}', '{"jan_wojcik": 1}', '{"a": "janWojcik"}'])
def test_values_of_json_that_are_no_sentence_are_read_so(text):
    assert b"ojcik" not in Pipeline.load(language="pl").run_file(text.encode(), "a.json").data


def test_a_surname_that_is_a_word_goes_beside_a_given_name_only():
    page = "<p>Dom.</p><p class='jan-krol krol-box winter-sale'>x</p>"
    made = Pipeline.load(language="pl").run_file(page.encode(), "a.html").data.decode()
    assert "jan-" not in made
    assert "winter-sale" in made


def test_digits_in_groups_and_mail_addresses_are_read_in_any_attribute():
    page = "<p owner='601-234-567' by='+48 601 234 567' to='jan@a.pl'>x</p><path d='M601-234-567'/>"
    text = HtmlFormat().open(page.encode()).view.text
    assert text.split() == ["x", "601-234-567", "+48", "601", "234", "567", "jan@a.pl"]


@each("value", ["602 102 898", "(022) 555 12 34", "06 30 123 4567", "070-174 06 05"])
def test_digits_that_people_group_are_read_in_attributes_but_of_drawings(value):
    """*tel* of an element of one's own was no attribute that is read; places in drawings are."""
    page = f"<x-card tel='{value}'>x</x-card><set from='100 200 300'/>"
    assert HtmlFormat().open(page.encode()).view.text.split() == ["x", *value.split()]


@each("value", ["20 30 40 50", "2.10.12.14", "192.168.10.12", "1024 768 32", "100 200 300 400"])
def test_other_digits_in_groups_are_measures(value):
    page = f"<x-card box='{value}'>x</x-card>"
    assert HtmlFormat().open(page.encode()).view.text.split() == ["x"]


@each("path", ["M448 256c0 106-86 192-192 192S64 362 64 256 150 64 256 64z", "M601 234 567 100"])
def test_drawings_stay_as_they_are(path):
    """A capital said that the path of an icon is read, and its numbers became other ones."""
    page = f"<p>Anna Nowak</p><svg><path d='{path}'/></svg>".encode()
    made = Pipeline.load(language="pl", secret=b"x" * 16).run_file(page, "a.html").data.decode()
    assert path in made
    assert "Nowak" not in made


@each(
    "name",
    ["jackson-databind", "marta-dropdown", "grace-postgres", "leo-datatables", "eva-iconset"],
)  # fmt: skip
def test_what_programs_are_called_beside_a_given_name_is_no_surname(name):
    """Taken for surnames of no list, half the names of packages and parts went."""
    page = f"<p>Dom.</p><p class='{name}'>x</p>".encode()
    made = Pipeline.load(language="pl").run_file(page, "a.html").data.decode()
    assert name.partition("-")[2] in made


@each("name", ["typeCode", "encodingType", "roleType", "roleId", "versionLabel", "typeName"])
def test_kinds_and_codes_that_are_given_names_stay(name):
    page = f"<r><a {name}='Will'>x</a></r>".encode()
    assert Pipeline.load(language="en").run_file(page, "a.xml").data == page
