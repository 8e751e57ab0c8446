"""What mails hold in disguise: files and words in letters that say nothing.

Answers of servers quote a mail as it was sent, with its texts in Base64 (RFC 2045, 6.8); old
programs put files into the text itself (uuencode, IEEE Std 1003.1); sealed texts (RFC 9580) are as
unreadable.  Nothing in them can be searched or replaced, so they are taken out; words that are
encoded (RFC 2047) are decoded where they stand, and written so again in headers.
"""

from __future__ import annotations

import re
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from unicodedata import normalize

from allonym.formats.encoding import is_for_no_text
from allonym.formats.markup.addresses import is_packed

_UUENCODED = re.compile(
    r"^begin(?:-base64)? [0-7]{3,4} [^\n]*\n"
    r"(?:(?:(?!end$|====|begin )[ -`a-z]{1,90}\n)*(?:end|====)$\n?"
    r"|(?:M[ -`]{60}\n)++(?:[ -`]{1,61}\n)?)",
    re.M,
)
_SEALED = re.compile(
    r"^-----BEGIN [A-Z0-9 ]{3,60}-----\n(?:(?!-----)[^\n]*\n)*+-----END [^\n]*", re.M
)
_BASE64 = re.compile(
    r"^(?P<line>[A-Za-z0-9+/]{60,76}\n)++(?:[A-Za-z0-9+/]{1,76}={0,2}$)?"
    r"|(?<!\S)[A-Za-z0-9+/]{24,}+={0,2}(?!\S)", re.M
)  # fmt: skip
_ENCODED = re.compile(
    r"=\?[\w.:-]{1,40}(?:\*[\w-]{1,20})?\?[BbQq]\?[!->@-~]{1,400}\?=(?:\s{1,9}(?==\?))?"
)
_WORD_LANGUAGE = re.compile(r"(=\?[\w.:-]{1,40})\*[A-Za-z-]{1,40}(?=\?[BbQq]\?)")
_WORD_ENCODING = re.compile(r"(?<==\?)[^?]{1,90}(?=\?)")
# each word in a line of its own: of a line the standard library copies what is left at each word
_WORD_SPACE = re.compile(r"(?<=\?=) (?==\?[\w.:-]{1,40}\?[BbQq]\?)")
_WORD_CHARSET = re.compile(r"(?<==\?)[\w.:-]{1,40}(?=\?[BbQq]\?)")
_MARK = "[removed]"
# in quotation marks a stroke says nothing but that the next sign stands (RFC 5322, 3.2.4)
_STRING, _PAIR = re.compile(r'"(?:[^"\\]|\\.)*+"?'), re.compile(r'\\([^"\\])')
_PARTING = re.compile(r"([<>,;\" ])")


def unpacked(text: str) -> str:
    r"""Return a text without what is packed in it, and with its encoded words decoded.

    >>> unpacked("Hello\nUGFuaSBBbm5hIEtvd2Fsc2thIHByenlzemxh\nBye =?utf-8?Q?Anna?=\n")
    'Hello\n[removed]\nBye Anna\n'
    """
    text = _SEALED.sub(_MARK, _UUENCODED.sub(f"{_MARK}\n", text))
    # a line that is no Base64 of a text stays as it stands
    text = _BASE64.sub(lambda m: _MARK if m["line"] or is_packed(m[0]) else m[0], text)
    return _ENCODED.sub(lambda match: decoded_words(match[0]), text)


def decoded_words(text: str) -> str:
    """Return a text with its encoded words as a reader sees them (RFC 2047).

    What language a word says it is in (RFC 2231, 5) is passed over, so is an encoding that it isn't
    in.  Behind the last mark that ends a word there is none, and the standard library would look
    for its end from each beginning.
    """
    words, end, rest = _WORD_LANGUAGE.sub(r"\1", text).rpartition("?=")
    if not end:
        return text
    words = _WORD_ENCODING.sub(lambda m: "utf-8" if is_for_no_text(m[0]) else m[0], words)
    words = _WORD_SPACE.sub("\n", words)
    for said in (words, *(_WORD_CHARSET.sub(likely, words) for likely in ("utf-8", "latin-1"))):
        try:
            return str(make_header(decode_header(said + end))) + rest
        except (HeaderParseError, LookupError, UnicodeError, ValueError):
            continue
    return text


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
