"""Pictures keep their picture and lose what it tells of its making."""

import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from allonym.formats.pictures import strip_picture


def picture(kind):
    image = Image.effect_noise((40, 30), 50).convert("RGB")
    stream = io.BytesIO()
    if kind == "PNG":
        info = PngInfo()
        info.add_text("Author", "Ann Nowak")
        info.add_itxt("Title", "Ann Nowak", zip=True)
        image.save(stream, kind, pnginfo=info)
    else:
        exif = Image.Exif()
        exif[0x013B] = "Ann Nowak"
        image.save(stream, kind, exif=exif, comment=b"by Ann Nowak")
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_metadata_goes_and_the_picture_stays(kind):
    data = picture(kind)
    stripped = strip_picture(data)
    assert b"Ann Nowak" not in stripped
    before, after = (Image.open(io.BytesIO(d)) for d in (data, stripped))
    assert before.tobytes() == after.tobytes()
    assert not after.info.keys() & {"Author", "Title", "exif", "comment"}
    assert strip_picture(stripped) == stripped


PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", PNG, PNG + b"xx", PNG + b"\0\0\xff\0tEXt1234"]
)
def test_truncated_pictures_are_survived(data):
    assert len(strip_picture(data)) <= len(data)
