"""Every byte survives where nothing is replaced."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import CorruptDocument
from allonym.files.opening import open_document
from allonym.formats.encoding import Encoding, decode
from tests.each import crossed, each

POLISH = "Zażółć gęślą jaźń, pan Władysław Żółkiewski mieszka w Łodzi przy ulicy Kościuszki.\r\n"


@given(st.binary(max_size=200))
def test_any_bytes_come_back(data):
    try:
        text, encoding = decode(data)
    except CorruptDocument:
        marked = data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] == b"\0\0\xfe\xff"
        assert marked or data.isascii() or any(map(data.count, b"\x40\x15\x25\x5e\x6b"))
    else:
        assert encoding.encode(text) == data


@each("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1250", "iso8859_2"])
def test_common_encodings_are_read(codec):
    data = (POLISH * 5).encode(codec)
    text, encoding = decode(data)
    assert "Żółkiewski" in text
    assert encoding.encode(text) == data


def test_a_single_bad_byte_is_kept_in_place():
    data = "Zażółć ".encode() * 300 + b"\xff" + " gęślą".encode()
    text, encoding = decode(data)
    assert encoding.encode(text.replace("gęślą", "jaźń")) == data.replace(
        "gęślą".encode(), "jaźń".encode()
    )


def test_a_letter_the_encoding_lacks_loses_its_stroke():
    _, encoding = decode(
        "Señor Muñoz está aquí, señora también, mañana será otro día".encode("cp1252")
    )
    assert encoding.encode("Łódź").decode("cp1252") in ("Lódz", "Lodz", "£ódŸ", "Łódź")


def test_a_false_byte_order_mark_is_one_sentence():
    with pytest.raises(CorruptDocument, match="byte order mark says utf-16-le"):
        decode(b"\xff\xfea")


@each(
    ("data", "name"),
    [
        ("Spotkałem Jana Żaka w Łodzi i wróciłem".encode("utf-7"), "UTF-7"),
        (b"pani +AMU-wi+AQU-tek i pan +AUE-o+AVs, +ACI-Jan+ACI- oraz +AGEAYg-", "UTF-7"),
        ("Dear Ann Nowak, we met in Leeds on Monday, yours, John".encode("cp037"), "EBCDIC"),
        ("Jan Kowalski lives.".encode("cp500"), "EBCDIC"),
    ],
)
def test_encodings_that_would_hide_every_name_are_refused(data, name):
    with pytest.raises(CorruptDocument, match=name):
        decode(data)


@each(
    "text",
    [
        "a +1- b +22- c",
        "C++ and +x- or +abcd-",
        "tel. +48 601 234 567, +48601234567, +ACI",
        "@@@@ a@b.c @@@@",
        "@\x80@\x8000" + 9 * "\x80" + "Á\U00010001\U00012701",
    ],
)
def test_signs_of_sums_are_no_encoding(text):
    assert decode(text.encode())[0] == text


@each(
    ("name", "text"),
    crossed(
        ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"],
        "Spotkałem Jana Kowalskiego",
        "Вчера Иван Стоянов пристигна",
    ),
)
def test_wide_letters_need_no_byte_order_mark(name, text):
    """Cyrillic letters have no zero bytes in UTF-16; read as UTF-8 nothing is found in them."""
    assert decode(text.encode(name)) == (text, Encoding(name))


def test_letters_apart_from_their_marks_are_read_together_and_written_apart():
    """macOS writes so; no list has *Szűcs* in that form."""
    apart = normalize("NFD", "Tegnap Szűcs István érkezett.")
    text, encoding = decode(apart.encode())
    assert text == "Tegnap Szűcs István érkezett."
    assert encoding.encode(text) == apart.encode()


@pytest.mark.parametrize("code", ["cp037", "cp500", "cp273"])
def test_tables_in_ebcdic_have_no_spaces(code):
    with pytest.raises(CorruptDocument, match="EBCDIC"):
        decode("imie;nazwisko\nJan;Kowalski\nPiotr;Nowak\n".encode(code))


@pytest.mark.parametrize("name", ["punycode", "undefined", "unicode_escape"])
def test_what_only_programs_call_an_encoding_is_none(name):
    """The first takes quadratic time, the second raised an error of its own."""
    page = f'<?xml version="1.0" encoding="{name}"?><p>Ann-Nowak</p>'
    assert "Ann-Nowak" in open_document(page.encode(), "a.html").view.text
    mail = f"Subject: =?{name}?Q?Ann-Nowak?=\nContent-Type: text/plain; charset={name}\n\nEve-Lis\n"
    text = open_document(mail.encode(), "a.eml").view.text
    assert "Ann-Nowak" in text
    assert "Eve-Lis" in text
