"""Pictures keep their picture and lose what it tells of its making."""

import io
import struct
import zlib

import pytest
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

from allonym.formats.contents import texts_of
from allonym.formats.office.pictures import EMPTY_PICTURE, clean_picture
from tests.each import each

PNG = b"\x89PNG\r\n\x1a\n"


def picture(kind):
    image = Image.effect_noise((40, 30), 50).convert("RGB")
    stream = io.BytesIO()
    if kind == "PNG":
        info = PngInfo()
        info.add_text("Author", "Ann Nowak")
        info.add_itxt("Title", "Ann Nowak", zip=True)
        image.save(stream, kind, pnginfo=info)
    elif kind == "JPEG":
        exif = Image.Exif()
        exif[0x013B] = "Ann Nowak"
        image.save(stream, kind, exif=exif, comment=b"by Ann Nowak")
    elif kind == "GIF":
        image.save(stream, kind, comment=b"by Ann Nowak")
    else:
        image.save(stream, kind)
        stream.write(b"Ann Nowak")
        stream.seek(6)
        stream.write(b"Jane")  # bytes that no program reads
    return stream.getvalue()


@each("kind", ["PNG", "JPEG", "GIF", "BMP"])
def test_metadata_goes_and_the_picture_stays(kind):
    data = picture(kind)
    stripped = clean_picture(data)
    assert b"Ann Nowak" in data or kind == "PNG"
    assert b"Ann Nowak" not in stripped
    assert b"Jane" not in stripped
    before, after = (Image.open(io.BytesIO(d)).convert("RGB") for d in (data, stripped))
    assert before.tobytes() == after.tobytes()
    assert not after.info.keys() & {"Author", "Title", "exif", "comment"}
    assert clean_picture(stripped) == stripped


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP"])
def test_a_clean_picture_has_nothing_that_can_be_read(kind):
    """Its kind (``GIF89a``) and its pixels are nobody's name."""
    assert list(texts_of(clean_picture(picture(kind)))) == []


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def between(data, at, more):
    return data[:at] + more + data[at:]


def bitmap(kind):
    """Return a bitmap in which a name lies where no point is."""
    stream = io.BytesIO()
    Image.effect_noise((40, 30), 50).convert(kind).save(stream, "BMP")
    data = bytearray(stream.getvalue())
    (first,) = struct.unpack_from("<I", data, 10)
    data[first:first] = b"by Ann Nowak"
    data += b"by Ann Nowak"
    struct.pack_into("<I", data, 2, len(data))
    struct.pack_into("<I", data, 10, first + 12)
    return bytes(data)


HIDDEN = {
    "long chunk of a PNG": lambda: between(picture("PNG"), 33, chunk(b"gAMA", b"by Ann Nowak")),
    "long delay of a GIF": lambda: between(
        picture("GIF"), 13 + 768, b"!\xf9\x04\0\0\0\0\x0cby Ann Nowak\0"
    ),
    "long loop of a GIF": lambda: between(
        picture("GIF"), 13 + 768, b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\x0cby Ann Nowak\0"
    ),
    "gap in a bitmap": lambda: bitmap("RGB"),
    "gap in a bitmap of greys": lambda: bitmap("L"),
}


@each("place", HIDDEN)
def test_where_a_kind_of_picture_needs_numbers_no_words_stay(place):
    data = HIDDEN[place]()
    cleaned = clean_picture(data)
    assert b"Ann Nowak" in data
    assert b"Ann Nowak" not in cleaned
    before, after = (Image.open(io.BytesIO(d)).convert("RGB") for d in (data, cleaned))
    assert before.tobytes() == after.tobytes()
    assert clean_picture(cleaned) == cleaned


def test_segments_that_no_jpeg_needs_go():
    cleaned = clean_picture(between(picture("JPEG"), 2, b"\xff\xf0\0\x0eby Ann Nowak"))
    assert b"Ann Nowak" not in cleaned
    assert Image.open(io.BytesIO(cleaned)).convert("RGB").size == (40, 30)


def test_a_bitmap_does_not_say_where_its_profile_lies():
    """That of its version 5 may be the path of a file, with the name of who is at home there."""
    stream = io.BytesIO()
    Image.new("RGB", (2, 2), "red").save(stream, "BMP")
    data = stream.getvalue()
    path = b"C:\\Users\\Ann Nowak\\screen.icm\0"
    head = struct.pack("<I", 124) + data[18:54] + bytes(16) + b"KNIL" + bytes(52)
    head += struct.pack("<III", 124 + 16, len(path), 0)
    made = b"BM" + struct.pack("<III", 138 + 16 + len(path), 0, 138) + head + data[54:] + path
    cleaned = clean_picture(made)
    assert b"Ann Nowak" not in cleaned
    assert Image.open(io.BytesIO(cleaned)).getpixel((0, 0)) == (255, 0, 0)


def test_the_empty_picture_is_one():
    assert Image.open(io.BytesIO(EMPTY_PICTURE)).size == (1, 1)
    assert clean_picture(EMPTY_PICTURE) == EMPTY_PICTURE


@each("data", [b"", b"\xff\xd8\xff", PNG, PNG + b"xx", PNG + b"\0\0\xff\0tEXt1234", b"<svg/>"])
def test_what_cannot_be_cleaned_is_not_taken_over(data):
    cleaned = clean_picture(data)
    assert cleaned is None or len(cleaned) <= len(data)


def test_colours_of_a_profile_stay_and_its_texts_go():
    """A screen's profile is called after whoever measured it, or after the machine."""
    plain = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    (count,) = struct.unpack_from(">I", plain, 128)
    tags = [struct.unpack_from(">4sII", plain, 132 + 12 * n) for n in range(count)]
    at = next(start for kind, start, _ in tags if kind == b"desc")
    named = plain[: at + 8] + b"Ann Nowak" + plain[at + 17 :]
    stream = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(stream, "JPEG", icc_profile=named)
    assert b"Ann Nowak" in stream.getvalue()
    cleaned = clean_picture(stream.getvalue())
    assert b"Ann Nowak" not in cleaned
    kept = Image.open(io.BytesIO(cleaned)).info["icc_profile"]
    assert len(kept) == len(plain)
    _, start, size = next(tag for tag in tags if tag[0] == b"rXYZ")
    assert kept[start : start + size] == plain[start : start + size]
