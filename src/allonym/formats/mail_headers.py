"""Headers of mail as a reader sees them, and written again (RFC 2047, RFC 6532)."""

from __future__ import annotations

import re
from email.header import Header
from unicodedata import normalize

from allonym.formats.packed import decoded_words

# in quotation marks a stroke says nothing but that the next sign stands (RFC 5322, 3.2.4)
_STRING, _PAIR = re.compile(r'"(?:[^"\\]|\\.)*+"?'), re.compile(r'\\([^"\\])')
_PARTING = re.compile(r"([<>,;\" ])")


def decoded_header(value: object, *, quoted: bool = False) -> str:
    """Return a header's words as a reader sees them; bare UTF-8 is read as such (RFC 6532).

    If `quoted`, the header has strings in quotation marks, as those of addresses.
    """
    words = decoded_words(" ".join(_as_utf8(str(value)).split()))
    if quoted:
        words = _STRING.sub(lambda said: _PAIR.sub(r"\1", said[0]), words)
    return normalize("NFC", words)


def _as_utf8(text: str) -> str:
    """Return a text with the bytes in it that were not ASCII read as UTF-8, else as Latin."""
    raw = text.encode("utf-8", "surrogateescape")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def encoded_header(value: str) -> str:
    """Return a header's value in ASCII: each run of words outside it is encoded by itself."""
    out: list[str] = []
    run: list[str] = []

    def end_run() -> None:
        spaces = run[-1:] if run[-1:] == [" "] else []
        foreign = "".join(run[: len(run) - len(spaces)])
        out.extend([Header(foreign, "utf-8", 10_000).encode() if foreign else "", *spaces])
        run.clear()

    for part in filter(None, _PARTING.split(" ".join(value.split()))):
        if not part.isascii() or (part == " " and run and run[-1] != " "):
            run.append(part)
            continue
        end_run()
        out.append(part)
    end_run()
    return "".join(out)
