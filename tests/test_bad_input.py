"""Whatever comes in: a right result or one clear sentence, never a traceback, never a loss."""

import pytest

import allonym
from allonym.errors import ConfigError, DocumentError, PseudonymizationError, UnknownLanguage
from allonym.formats.package import Part, write_package
from tests.each import each
from tests.formats.office.samples import letter_docx, workbook
from tests.growth import grows_linearly

pytestmark = pytest.mark.model

ODD = {
    "empty": "",
    "white": " \n\t \r\n",
    "nul": "Jan\x00Kowalski mieszka w Łodzi.\x00",
    "surrogate": "Jan Kowalski \ud800 mieszka w Łodzi \udfff.",
    "right to left": "Jan Kowalski \u202e גר בעיר Łódź \u202c i tyle.",
    "combining": "Jan Kowalski mieszka w Łódź́́.",
    "emoji": "Jan Kowalski 👩‍🔬👨‍👩‍👧 mieszka w Łodzi 🇵🇱.",
    "only signs": "!!! ... ### %%%",
    "one letter": "a",
    "control": "".join(map(chr, range(32))),
}

NEST = b"From: a@b.c\nMIME-Version: 1.0\n" + b"".join(
    b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(900)
)
"""A mail of 900 parts, each in the one before."""


@pytest.mark.slow
@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("language", ["pl", "en", "auto"])
def test_odd_texts_come_through(text, language):
    result = allonym.pseudonymize(text, language=language)
    assert "Kowalski" not in result.text
    where = result.map
    for point in range(len(text) + 1):
        assert 0 <= where.to_result(point) <= len(result.text)


@pytest.mark.slow
@each("text", [t for t in ODD.values() if "Kowalski" not in t])
def test_texts_without_personal_data_stay_as_they_are(text):
    assert allonym.pseudonymize(text, language="pl").text == text


def test_an_unknown_language_names_those_installed():
    with pytest.raises(UnknownLanguage, match=r"'xx'; installed: .*\ben\b.*\bpl\b"):
        allonym.pseudonymize("x", language="xx")


@each(
    ("arguments", "complaint"),
    [
        ({"method": "pseudonim"}, r'unknown method.*did you mean "pseudonym"'),
        ({"types": ["persn"]}, r'unknown entity type.*did you mean "person"'),
        ({"secret": b"short"}, "shorter than 16 bytes"),
        ({"secret": "a secret that is text"}, "must be bytes"),
        ({"profile": "nope"}, "no profile 'nope'"),
        ({"language": "../etc"}, "no language pack"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments, complaint):
    with pytest.raises(ConfigError, match=complaint):
        allonym.pseudonymize("x", **{"language": "pl", **arguments})


def test_a_mail_at_a_domain_called_after_somebody_is_no_way_to_her_though_only_people_are_hidden():
    text = "Pisał Jan Malinowski, biuro@malinowski.pl, ktos@onet.pl, tel. 600 100 200."
    made = allonym.pseudonymize(text, language="pl", types=["person"]).text
    assert "alinowski" not in made
    assert "ktos@onet.pl, tel. 600 100 200." in made


@pytest.mark.slow
def test_thirty_million_characters_in_one_line_finish():
    text = "Jan Kowalski mieszka w Łodzi. " * 10 + "to jest zwykłe zdanie bez nazw, " * 1_000_000
    pipeline = allonym.Pipeline.load(language="pl", types=["person"])
    assert len(text) > 31_000_000
    try:
        result = pipeline.run(text)
    except PseudonymizationError as error:
        pytest.fail(f"refused: {error}")
    assert "Kowalski" not in result.text


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["Jan Kowalski ", "Jan Kowalski, ", "Jan Kowalski\n"])
def test_one_name_over_and_over_costs_what_it_weighs(unit):
    pipeline = allonym.Pipeline.load(language="pl", secret=b"0123456789abcdef0")
    pipeline.run(unit)

    def prepare(size):
        return lambda: pipeline.run(unit * size)

    assert grows_linearly(prepare, 100, tries=3)


@pytest.mark.slow
def test_types_leave_the_mail_of_somebody_who_is_not_asked_for():
    """It says who is hidden only where somebody is."""
    text = "Antero Karhu asuu Turussa: antero.karhu@luukku.com."
    done = {
        kind: allonym.pseudonymize(text, language="fi", method="tag", types=[kind]).text
        for kind in ("place", "person")
    }
    assert done == {
        "place": "Antero Karhu asuu [PAIKKA]: antero.karhu@luukku.com.",
        "person": "[HENKILÖ] asuu Turussa: [SÄHKÖPOSTI].",
    }


@each(
    ("name", "data", "complaint"),
    [
        ("bignum.json", b'{"a": ' + b"1" * 1_000_000 + b"}", "thousands of digits"),
        ("deep.xml", b"<a>" * 100_000, "nested far too deeply"),
        ("nest.eml", NEST, "parts in parts"),
        ("cut.rtf", rb"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\info", "cut off"),
        ("letter.rtf", b"{\\rtf1 \\u" + b"9" * 5000 + b"? Ann}", "damaged"),
        ("wide.xml", b"<a " + b" ".join(b"b%d='c'" % n for n in range(2000)) + b"/>", "1000 attr"),
        ("u7.txt", b"Hans M+APw-ller und J+APw-rgen wohnen hier. " * 20, "UTF-7"),
        ("card.vcf", b"Ann Nowak\n", "neither a business card nor a calendar"),
        ("people.yaml", b"name: Ann Nowak\n", "no format for files ending"),
        ("letter.txt", write_package([Part("a.txt", b"Ann Nowak")]), "give it its own ending"),
        ("letter", b"%PDF-1.7 Ann Nowak", "an archive, a PDF"),
        ("letter.csv", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "or an office file"),
        ("letter.md", b"{\\rtf1 Ann Nowak}", "RTF or an office file"),
        ("letter.json", b"\x1f\x8b\x08\x00", "is no text"),
        ("letter.txt", b"BZh91AY&SY\xbf\x0e", "is no text"),
        ("letter.txt", b"\xfd7zXZ\x00\x00\x04", "is no text"),
        ("letter.txt", b"\x28\xb5\x2f\xfd\x04\x51", "is no text"),
        ("letter.txt", b"Ann Nowak".ljust(257, b"\0") + b"ustar\x0000", "is no text"),
        ("letter.txt", b"SQLite format 3\x00Ann Nowak", "is no text"),
        ("letter.txt", b"\x7fELF\x02\x01Ann Nowak", "is no text"),
        ("letter.csv", b"PAR1\x15\x04Ann Nowak", "is no text"),
        ("letter.txt", b"GIF89a\x01\x00\x01\x00", "is no text"),
        ("letter.txt", b"RIFF\x24\x00\x00\x00WEBP", "is no text"),
        ("letter.txt", b"\xef\xbb\xbf\n{\\rtf1 Ann Nowak}", "is no text"),
        ("letter.rtf", b"%PDF-1.7 Ann Nowak", "not RTF"),
        ("letter.xlsx", letter_docx(), "not an Excel workbook; give it its own ending"),
        ("letter.docx", workbook(), "not a Word document; give it its own ending"),
        ("letter.pptx", workbook(), "no PowerPoint file; give it its own ending"),
        ("letter.odt", workbook(), "not of the kind its ending says"),
    ],
)
def test_files_that_cannot_be_read_are_refused_in_one_sentence(name, data, complaint):
    with pytest.raises(DocumentError, match=complaint) as refused:
        allonym.Pipeline.load(language="en").run_file(data, name)
    assert "\n" not in str(refused.value)
    assert "Nowak" not in str(refused.value)


@pytest.mark.slow
@each(
    "text",
    [
        "%PDF is a format of files.", "GIF89a is a kind of picture.", "RIFF is another one.",
        "PAR1 is a sign.", "BZh9 is one too.", r"{\rtfm} is what they say.",
    ],
)  # fmt: skip
def test_texts_that_begin_as_other_files_do_are_read(text):
    assert allonym.Pipeline.load(language="en").run_file(text.encode(), "a.txt").data
