"""Every byte survives where nothing is replaced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from allonym.errors import CorruptDocument
from allonym.formats.encoding import decode

POLISH = "Zażółć gęślą jaźń, pan Władysław Żółkiewski mieszka w Łodzi przy ulicy Kościuszki.\r\n"


@given(st.binary(max_size=200))
def test_any_bytes_come_back(data):
    try:
        text, encoding = decode(data)
    except CorruptDocument:
        marked = data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] == b"\0\0\xfe\xff"
        assert marked or data.isascii() or data.count(0x40) > 1
    else:
        assert encoding.encode(text) == data


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1250", "iso8859_2"])
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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
