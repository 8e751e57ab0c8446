"""Character references (``&#321;``, ``&amp;``) as a browser reads them."""

from __future__ import annotations

import html
import re

# no character has so high a number, and Python reads none of thousands of digits
_TOO_HIGH, _NOUGHTS = re.compile(r"&#0*+[0-9]{8,}+;?"), re.compile(r"(?<=&#)0++(?=[0-9])")


def unescape(text: str) -> str:
    r"""Return a text with its references resolved; one that no character has is the mark of that.

    >>> unescape("&#321;&oacute;d&#378;"), unescape("&#" + "6" * 5000 + ";") == "\ufffd"
    ('Łódź', True)
    """
    if "&#" in text:
        text = _NOUGHTS.sub("", _TOO_HIGH.sub("\ufffd", text))
    return html.unescape(text)
