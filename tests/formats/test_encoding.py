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
        assert data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] == b"\0\0\xfe\xff"
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
