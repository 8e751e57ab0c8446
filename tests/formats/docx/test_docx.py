"""What a Word document reads as, how it is rewritten, and what is refused."""

import io
import random
import re
import zipfile
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym import Pipeline
from allonym.errors import CorruptDocument, DocumentError, UnrewritableContent
from allonym.formats.docx.document import DocxFormat
from allonym.formats.office.pictures import clean_picture
from allonym.formats.package import Part, read_package, write_package
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.profile import Documents
from allonym.testing import check_format
from tests.each import each
from tests.growth import grows_linearly

from .nasty import WORD, field, jpeg, nasty, p, package, part, png, word


def r(inside, properties=""):
    return f"<w:r><w:rPr>{properties}</w:rPr>{inside}</w:r>"


def t(text):
    return f'<w:t xml:space="preserve">{text}</w:t>'


def para(*runs):
    return f"<w:p>{''.join(runs)}</w:p>"


def read(body, **others):
    return DocxFormat().open(word(body, **others)).view.text


def rewritten(body, *changes):
    """Return what the main part becomes when each of `changes` (old, new) is made."""
    document = DocxFormat().open(word(body))
    text = document.view.text
    plan = ReplacementPlan.of(
        Replacement(Span(text.index(a), text.index(a) + len(a)), b, EntityId("e1"), "tag")
        for a, b in changes
    )
    data = document.rewrite(plan)
    assert DocxFormat().open(data).view.text == plan.apply(text)
    main = {m.name: m.data for m in read_package(data)}["word/document.xml"].decode()
    return main.partition("<w:body>")[2].partition("</w:body>")[0]


WHO = 'w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z"'


@each(("body", "text"), [
    (p("one") + p("two"), "one\ntwo\n"),
    (para(r(t("a") + "<w:tab/>" + t("b") + "<w:br/>" + t("c"))), "a\tb\nc\n"),
    (para(r(t("x") + "<w:noBreakHyphen/>" + t("y"))), "x\u2011y\n"),
    (para(r(t("No") + "<w:softHyphen/>" + t("vak"))), "Novak\n"),
    (para(r('<w:sym w:font="Symbol" w:char="F0B7"/>' + t("x"))), "\ufffcx\n"),
    (para(r(t("No")), r(t("vak"), "<w:b/>")), "Novak\n"),
    (para('<w:pPr><w:framePr w:dropCap="drop"/></w:pPr>', r(t("N"))) + p("ovak came"),
     "Novak came\n"),
    (para("<m:oMath><m:r><m:t>Ana Novak</m:t></m:r><m:d><m:e><m:r><m:t>Jan Lah</m:t></m:r></m:e>"
          "</m:d></m:oMath>"), "Ana Novak\nJan Lah\n\n"),
    (para(r(t("Novak")), r(t("12"), "<w:vanish/>"), r(t("je"))), "Novak 12 je\n"),
    (para(r(t("Novak")), r(t("12"), '<w:vanish w:val="0"/>')), "Novak12\n"),
    ("<w:tbl><w:tr><w:tc>" + p("a") + "</w:tc><w:tc>" + p("b") + "</w:tc></w:tr></w:tbl>",
     "a\nb\n"),
    (para(r(t("see")), field(" PAGE ", "7")[5:-6], r(t("on"))), "see 7 on\n"),
    (para(r(t("Dear ")), field(' MERGEFIELD "N" ', "Ana")[5:-6], r(t("!"))), "Dear Ana!\n"),
    (para(f"<w:ins {WHO}>", r(t("new")), "</w:ins>", f"<w:del {WHO}>",
          r("<w:delText>old</w:delText>"), "</w:del>"), "new\n"),
    (f"<w:p><w:pPr><w:rPr><w:del {WHO}/></w:rPr></w:pPr>{r(t('No'))}</w:p>" + p("vak"),
     "Novak\n"),
    (para(f"<w:moveTo {WHO}>", r(t("here")), "</w:moveTo>"), "here\n"),
    (para(r("<w:ruby><w:rt>" + r(t("Jan Lah")) + "</w:rt><w:rubyBase>" + r(t("Ana Novak"))
            + "</w:rubyBase></w:ruby>"), r(t(" came"))), "Ana Novak came\nJan Lah\n"),
])  # fmt: skip
def test_reads_as(body, text):
    assert read(body) == text


@each("body", [
    para(r(t("a ")), r(t("Jane ") + "<w:tab/>", "<w:b/>"), r(t("Doe x"), "<w:i/>")),
    para(r(t("Novak")), r(t("12"), "<w:vanish/>"), r(t("je"))),
    p("one") + field(" PAGE ", "7") + p("two"),
    para(r(t("No") + "<w:softHyphen/>" + t("vak") + "<w:br/>" + t("je"))),
])  # fmt: skip
def test_the_laws_hold(body):
    check_format(DocxFormat(), word(body))


def test_the_first_run_takes_the_replacement_with_its_formatting():
    body = para(r(t("by Ja"), "<w:b/>"), r("<w:tab/>"), r(t("ne Doe."), "<w:i/>"))
    made = rewritten(body, ("Ja\tne Doe", "Eva Fox"))
    assert "by Eva Fox" in made
    assert made.index("<w:b/>") < made.index("Eva Fox") < made.index("<w:i/>")
    assert "<w:tab/>" not in made


def test_what_is_no_text_stays_where_it_is():
    body = para(
        r(t("Ja")), '<w:bookmarkStart w:id="1" w:name="x"/>', r("<w:lastRenderedPageBreak/>"),
        r(t("ne")), '<w:bookmarkEnd w:id="1"/>',
    )  # fmt: skip
    made = rewritten(body, ("Jane", "Eva"))
    assert made.count("<w:lastRenderedPageBreak/>") == made.count("<w:bookmarkEnd ") == 1


def test_spaces_at_the_edge_of_a_run_are_kept():
    assert 'xml:space="preserve">by </w:t>' in rewritten(para(r("<w:t>by Ana</w:t>")), ("Ana", ""))


def test_both_drawings_of_a_text_box_are_rewritten_and_read_once():
    box = "<w:txbxContent>" + p("Jane Doe") + "</w:txbxContent>"
    body = para(r(
        f"<mc:AlternateContent><mc:Choice Requires='wps'><w:drawing>{box}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent>"
    ))  # fmt: skip
    assert read(body) == "\nJane Doe\n"
    assert rewritten(body, ("Jane Doe", "Eva Fox")).count("Eva Fox") == 2


def test_a_second_drawing_that_says_something_else_is_dropped():
    body = para(r(
        "<mc:AlternateContent><mc:Choice Requires='x'><w:t>a</w:t></mc:Choice><mc:Fallback>"
        "<w:t>b</w:t></mc:Fallback></mc:AlternateContent>"
    ))  # fmt: skip
    assert read(body) == "a\n"
    assert "Fallback" not in rewritten(body, ("a", "c"))


@each("body", [
    "<w:p><w:t>Ana</w:t></w:p>", "<w:r><w:t>Ana</w:t></w:r>", "<w:tbl><w:t>Ana</w:t></w:tbl>",
    "<w:p><w:pPr><w:t>Ana</w:t></w:pPr></w:p>",
    "<w:p><w:r><w:strange><w:t>Ana</w:t></w:strange></w:r></w:p>",
])  # fmt: skip
def test_text_out_of_place_is_read_too(body):
    assert read(body).strip() == "Ana"
    assert "Eva" in rewritten(body, ("Ana", "Eva"))


def test_bookmarks_and_what_refers_to_them_agree():
    body = (
        '<w:p><w:bookmarkStart w:id="1" w:name="Novak"/></w:p>'
        + field(" REF Novak \\h ", "x") + '<w:p><w:hyperlink w:anchor="Novak">' + r(t("y"))
        + "</w:hyperlink></w:p>"
    )  # fmt: skip
    made = rewritten(body)
    assert 'w:name="b1"' in made
    assert "REF b1 \\h" in made
    assert 'w:anchor="b1"' in made


def test_a_table_of_contents_stays_one():
    assert 'TOC \\o "1-3" \\h' in rewritten(field(' TOC \\o "1-3" \\h ', "Contents"))


def test_virtual_text_cannot_be_rewritten():
    document = DocxFormat().open(word(p("a")))
    with pytest.raises(UnrewritableContent):
        document.rewrite(ReplacementPlan.of([Replacement(Span(1, 2), "x", EntityId("e"), "tag")]))


def test_comments_in_the_source_part_no_words_and_break_nothing():
    control = "<w:sdt><w:sdtPr><!-- Ana --><w:alias w:val='x'/></w:sdtPr></w:sdt>"
    assert read(control + p("No<!-- Ana -->vak")) == "Novak\n"


def test_characters_that_xml_forbids_are_left_out():
    document = DocxFormat().open(word(p("Ana")))
    plan = ReplacementPlan.of([Replacement(Span(0, 3), "E\0v\ud800a", EntityId("e"), "tag")])
    assert DocxFormat().open(document.rewrite(plan)).view.text == "Eva\n"


# --- files with macros, embedded documents ---


@pytest.mark.parametrize(("kind", "suffix"), [
    ("application/vnd.ms-word.document.macroEnabled.main+xml", ".docx"),
    ("application/vnd.ms-word.template.macroEnabledTemplate.main+xml", ".dotx"),
    (f"{WORD}.template.main+xml", ""),
])  # fmt: skip
def test_macros_are_dropped_and_the_ending_tells(kind, suffix):
    data = package(part("w:document", f"<w:body>{p('x')}</w:body>"), [], [], [], main_type=kind)
    document = DocxFormat().open(data)
    assert document.suffix == suffix
    assert b"macroEnabled" not in document.rewrite(ReplacementPlan())


def embedded():
    sheet = ("embeddings/Novak.docx", word(p("joe@corp.test")))
    body = para(r('<w:object><o:OLEObject r:id="sheet"/></w:object>')) + p("x")
    return word(body, sheet=("package", "application/x", sheet))


def test_embedded_documents_are_treated_as_documents():
    from allonym import Pipeline

    made = Pipeline.load(language="en", method="tag").run_file(embedded(), "a.docx")
    inner = DocxFormat().open(made.data).members[0]
    assert inner.name == "word/embeddings/Microsoft_Excel_Sheet1001.docx"
    assert DocxFormat().open(inner.data).view.text == "[E-MAIL]\n"


def test_an_embedded_document_that_was_not_treated_is_emptied():
    written = DocxFormat().open(embedded()).rewrite(ReplacementPlan())
    assert DocxFormat().open(written).members == ()
    assert [m.data for m in read_package(written) if m.name.endswith(".docx")] == [b""]


# --- pictures ---


@pytest.mark.parametrize("picture", [png("Ana Novak"), jpeg("Ana Novak")])
def test_pictures_lose_their_metadata(picture):
    clean = clean_picture(picture)
    assert b"Novak" in picture
    assert b"Novak" not in clean
    assert clean_picture(clean) == clean


@each("picture", [b"\1\0\0\0EMF", b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\nx"])
def test_pictures_that_cannot_be_cleaned_are_emptied(picture):
    assert clean_picture(picture) is None


def test_a_picture_that_cannot_be_cleaned_is_declared_as_what_it_became():
    vector = ("image", "image/x-emf", ("media/b.emf", b"\1\0\0\0EMF"))
    written = DocxFormat().open(word(p("x"), vector=vector)).rewrite(ReplacementPlan())
    types = {m.name: m.data for m in read_package(written)}["[Content_Types].xml"].decode()
    assert re.findall(r'PartName="/word/media/[^"]*emf" ContentType="([^"]*)"', types) == [
        "image/png"
    ]


# --- what is refused ---


def without(name):
    return write_package([m for m in read_package(word(p("x"))) if m.name != name])


def with_main(data):
    members = read_package(word(p("x")))
    return write_package(
        [Part(m.name, data) if m.name == "word/document.xml" else m for m in members]
    )


@each(("data", "message"), [
    (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "password"),
    (b"", "unpacked"),
    (b"PK\x03\x04 nothing", "unpacked"),
    (word(p("x"))[:-40], "unpacked"),
    (without("[Content_Types].xml"), "list of its parts"),
    (without("_rels/.rels"), "main part"),
    (without("word/document.xml"), "main part"),
    (with_main(b"<!DOCTYPE x><x/>"), "document type"),
    (with_main(b"<!--" + b" " * 5000 + b"--><!DOCTYPE x><x/>"), "document type"),
    (with_main(b"<w:document"), "well-formed"),
    (with_main(b"<a>" * 5000 + b"</a>" * 5000), "nested far too deeply"),
    (package(b"<x/>", [], [], [], main_type="application/xml"), "not a Word"),
])  # fmt: skip
def test_what_is_no_word_document_is_refused_in_one_sentence(data, message):
    with pytest.raises(CorruptDocument, match=message):
        DocxFormat().open(data)


def members_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(i, archive.read(i)) for i in archive.namelist()]


NASTY = nasty()[0]


def only_refused(data):
    try:
        DocxFormat(Documents(tracked="keep")).open(data).rewrite(ReplacementPlan())
        DocxFormat().open(data).rewrite(ReplacementPlan())
    except DocumentError:
        pass


@given(st.integers(0), st.binary(min_size=1, max_size=8))
def test_damaged_packages_are_refused_or_read(at, noise):
    at %= len(NASTY)
    only_refused(NASTY[:at] + noise + NASTY[at + len(noise) :])
    only_refused(NASTY[:at])


@given(st.randoms(use_true_random=False))
@pytest.mark.slow
def test_damaged_parts_are_refused_or_read(chance: random.Random):
    made = []
    for name, whole in members_of(NASTY):
        data = whole
        if chance.random() < 0.1:
            continue
        if chance.random() < 0.3 and data:
            at, to = sorted(chance.choices(range(len(data)), k=2))
            data = data[:at] + data[to:] if chance.random() < 0.5 else data[:at] * 2
        if chance.random() < 0.3:
            tags = (
                b"w:p",
                b"w:r",
                b"w:t",
                b"w:fldChar",
                b"w:del",
                b"mc:Choice",
                b"w:tc",
                b"v:shape",
            )
            data = data.replace(chance.choice(tags), chance.choice(tags))
        made.append(Part(name, data))
    only_refused(write_package(made))


@pytest.mark.slow
def test_time_grows_with_length():
    def job(size):
        body = para(*[r(t("Ana Novak je ")) for _ in range(20)]) * size
        data = word(body)

        def run():
            document = DocxFormat().open(data)
            plan = ReplacementPlan.of(
                Replacement(Span(i, i + 3), "Eva", EntityId("e"), "tag")
                for i in range(0, len(document.view.text) - 10, 13 * 20 + 1)
            )
            document.rewrite(plan)

        return run

    assert grows_linearly(job, 40)


def test_numbers_in_labels_styles_and_fields_are_read_or_gone():
    number = "84071512341"
    level = f"<w:lvl><w:numFmt w:val='decimal'/><w:lvlText w:val='{number}/%1'/></w:lvl>"
    style = f"<w:style w:customStyle='1' w:styleId='a'><w:name w:val='{number}'/></w:style>"
    body = p("x") + field(f" STYLEREF {number} ", "y") + field(f" TOC \\t {number} ", "z")
    body += field(" PAGE 840 715 12341 ", "v") + f"<w:p><w:r>{number}<w:t>w</w:t></w:r></w:p>"
    document = DocxFormat().open(word(
        body,
        numbering=("numbering", f"{WORD}.numbering+xml",
                   part("w:numbering", f"<w:abstractNum>{level}</w:abstractNum>")),
        styles=("styles", f"{WORD}.styles+xml", part("w:styles", style)),
    ))  # fmt: skip
    assert document.view.text.count(number) == 1
    written = read_package(document.rewrite(ReplacementPlan.of([])))
    assert [m.name for m in written if number.encode() in m.data] == ["word/numbering1.xml"]
    assert not any(b"840 715" in m.data for m in written)


def test_a_large_initial_stays_one_letter():
    body = para('<w:pPr><w:framePr w:dropCap="drop"/></w:pPr>', r(t("N"))) + p("ovak came")
    made = rewritten(body, ("Novak", "Zupan"))
    assert re.findall("<w:t[^>]*>([^<]*)</w:t>", made) == ["Z", "upan came"]


def test_an_address_of_the_web_is_read_to_its_end():
    """A space would end it, and the second half of a name would stay."""
    link = "https://a.test/?q=%C4%8Crt%20Novak"
    body = para('<w:hyperlink r:id="h1">', r(t("x")), "</w:hyperlink>")
    data = word(body, h1=("hyperlink", "external", link))
    document = DocxFormat().open(data)
    assert "https://a.test/?q=Črt%20Novak" in document.view.text
    parts = {m.name: m.data for m in read_package(document.rewrite(ReplacementPlan.of([])))}
    assert link.encode() in parts["word/_rels/document.xml.rels"]


def test_letters_apart_from_their_marks_are_read_together():
    assert read(p(normalize("NFD", "Črt Žagar"))) == "Črt Žagar\n"


def test_texts_of_every_part_are_read():
    """A layout of a diagram has samples of text, which Word writes where a writer saved them."""
    drawing = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    sample = (
        f"<dgm:layoutDef xmlns:dgm='urn:d' {drawing}><a:p><a:r><a:t>Ana Novak</a:t></a:r></a:p>"
    )
    layout = ("diagramLayout", "application/xml", f"{sample}</dgm:layoutDef>".encode())
    assert "Ana Novak" in read(p("x"), layout=layout)


def deleted(text):
    return f'<w:del w:id="1" w:author="A">{r(f"<w:delText>{text}</w:delText>")}</w:del>'


@each(("body", "read"), [
    (r(t("Jan Kowa")) + deleted("lew") + r(t("lski")), "Jan Kowalski\n"),
    (r(t("601 23")) + deleted("9") + r(t("4 567")), "601 234 567\n"),
    (r(t("Chrzan")) + deleted("o") + deleted("w") + deleted("i") + r(t("cki")), "Chrzancki\n"),
    (r(t("Ko")) + deleted("wal ") + deleted("czyk") + r(t(" ma")), "Ko ma\n"),
    (r(t("Ko") + "<w:tab/>") + deleted("wal"), "Ko\t\nwal\n"),
    (r(t("Jan ")) + deleted("Nowak") + f"<w:ins>{r(t('Lis'))}</w:ins>", "Jan Lis\nNowak\n"),
])  # fmt: skip
def test_kept_deletions_cut_no_word(body, read):
    """What is deleted inside a name would part it, and be part of a name by itself."""
    kept = DocxFormat(Documents(tracked="keep")).open(word(para(body)))
    assert kept.view.text == read


@pytest.mark.parametrize(("symbol", "read"), [
    ('w:font="Times New Roman" w:char="F073"', "Kowalski\n"),
    ('w:font="Arial" w:char="0142"', "Kowalłki\n"),
    ('w:font="Wingdings" w:char="F073"', "Kowal\ufffcki\n"),
])  # fmt: skip
def test_symbols_in_fonts_of_letters_are_letters(symbol, read):
    body = para(r(t("Kowal") + f"<w:sym {symbol}/>" + t("ki")))
    assert DocxFormat().open(word(body)).view.text == read


def test_whoever_is_called_as_a_field_is_hidden_and_page_numbers_stay():
    """A letter with numbered pages was refused where somebody's name is Page."""
    body = p("Mark Page signed.") + para(r(t("Sheet ")), field(" PAGE ", "7")[5:-6], r(t("of")))
    made = Pipeline.load(language="en", method="tag").run_file(word(body), "a.docx").data
    main = {m.name: m.data for m in read_package(made)}["word/document.xml"].decode()
    assert "> PAGE <" in main
    assert "Page" not in main
