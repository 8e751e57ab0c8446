"""Words that stand in Word files whatever they are about: built-in styles, fonts, values.

The last search of a written file would else find the country in the font *Georgia*, and the name
*Black* in a colour.  Only whole values are meant: *Heading 1*, not *Heading by Novak*.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

_TECHNICAL = re.compile(
    r"https?://schemas\.(?:openxmlformats|microsoft)\.(?:org|com)/[\w./-]*"
    r"|http://(?:www\.w3\.org|purl\.org)/[\w./-]*|urn:schemas-microsoft-com:[\w:.]*"
    r"|application/(?:vnd\.(?:openxmlformats|ms-)[\w.-]*)?[\w.+-]*|image/[a-z-]+"
    r"|(?:/?word/)?(?:_rels/)?[A-Za-z]+\d*\.(?:xml|rels|png|jpe?g|gif|bmp|xlsx|bin)(?:\.rels)?"
    r"|[a-z]{2,3}-[A-Z]{2}|(?:Object|Author|Block|Sequence|Style|Sheet|_?b|rId)[ ]?\d+x?"
)
_LONGEST = 120


@cache
def _words() -> tuple[re.Pattern[str], frozenset[str]]:
    """Return the pattern of names of styles, and the values and fonts."""
    found = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    styles = "|".join(sorted(found["styles"].split(), key=len, reverse=True))
    fonts = found["fonts"].strip().split("\n")
    return re.compile(rf"(?:(?:{styles})(?:[ -]?\d)?[ -]?)+"), frozenset(
        (*found["values"].split(), *fonts)
    )


def is_own(line: str) -> bool:
    """Tell whether a whole value is a word of the format.

    >>> is_own("Heading 1 Char"), is_own("Georgia"), is_own("Heading by Georgia")
    (True, True, False)
    """
    if len(line) > _LONGEST:
        return False
    styles, others = _words()
    return line in others or bool(styles.fullmatch(line) or _TECHNICAL.fullmatch(line))
