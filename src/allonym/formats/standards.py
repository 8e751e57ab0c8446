"""Names that code and mark-up use: which of them the standards give, and where others stand.

A variable, a class or an element is called by its programmer, now and then after somebody
(``<kowalski-card>``, ``var kowalskiPhone``).  No detector takes such a word for a name; so names
that no standard gives follow those in the text (`allonym.formats.labels`), the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from allonym.formats.base import load_table
from allonym.formats.labels import ESCAPE
from allonym.formats.mapped import KIND, Place
from allonym.formats.office.values import is_font
from allonym.languages.dictionary import load_names
from allonym.languages.lexicon import BIT, Lexicon, listed, load_lexicon
from allonym.languages.pack import LanguagePack, load_pack
from allonym.ports import NamesIn
from allonym.text.capitals import SMALL

_NAME = re.compile(rf"(?:[^\W\d_]|{ESCAPE})(?:[\w\u0300-\u036f-]|{ESCAPE}){{2,}}")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_JOINED = re.compile(r"[.#$\w-]*[a-z][A-Z][$\w-]*")
_KEYWORD = re.compile(r"[A-Za-z]+\d{0,3}(?:[.:_-](?:[A-Za-z]+\d{0,3}|\d{1,3}))*")
_PART = re.compile(r"_20_|[-_.]")
_PREFIX = re.compile(r"\w{1,12}:")
_SHARED = re.compile(
    r"cid:(?:part\d+@mail|gone)|https?://(?:(?:schema\.org|ogp\.me/ns|xmlns\.com/foaf/0\.1|json-schema\.org|gmpg\.org/xfn)"
    r"(?P<path>(?:/[\w./#-]*)?#?)|(?:fonts\.(?:googleapis|gstatic)|ajax\.googleapis"
    r"|cdnjs\.cloudflare|code\.jquery|\w+\.bootstrapcdn)\.com/[\w./?=+:;,@&|-]*)"
)
# where mark-up, code and mails may have a name that a standard gives
_OWN = re.compile(
    r"(?<=<)/?[A-Za-z][\w-]*(?=[\s/>])"
    r"|(?<![^\s;{}>])@[a-z-]+|(?<![\w.@-])[a-z][A-Za-z-]*(?=\s*[(:=;,)\]{}]|\.[A-Za-z]+\()"
    r"|(?<=[\w)\]]\.)[a-z][A-Za-z]*(?=\s*[(=\[])|(?<![\w-])[A-Z][A-Za-z]*(?=\()"
    r"|(?:(?<=\bnew )|(?<=\bclass )|(?<=\bextends ))[A-Z][A-Za-z]*"
    rf"|{KIND.pattern}"
    r"|(?<=font-family:)(?P<font>[^;}<\n]+)"
    r"|^(?P<field>Content-[A-Z][A-Za-z-]{1,20}|MIME-Version|Organization|Keywords|Comments)(?=:)",
    re.M,
)

# a language by its code, its script and its land (RFC 5646, 2.1); the rest may be anybody's
_LANGUAGE = re.compile(
    r"\s*([A-Za-z]{2,3}(?:-(?:Latn|Cyrl|Grek|Arab|Hebr|Hans|Hant|Jpan|Kore))?"
    r"(?:-(?:[A-Za-z]{2}|\d{3}))?)(?=-|\s*\Z)"
)

_CODE = "en"  # in which programmers name things, whatever the language of the page
_GIVEN, _FAMILY = 1, 2  # what the names of all languages say of a word
_LONG = 7  # letters from which on a rare surname is hardly a word that somebody made up
_LED = 4  # letters of a surname behind an initial
_HUMP = re.compile(rf"[A-Z]?{SMALL}{{2,}}|[A-Z]{{3,}}(?!{SMALL})")
_JOINTS = ("", "_", "-", ".")


def language_tag(tag: str) -> str:
    """Return of the name of a language what says nothing else: its code, script and land.

    >>> language_tag("pl-x-kowalski"), language_tag("sr-Cyrl-RS"), language_tag("jan nowak")
    ('pl', 'sr-Cyrl-RS', 'und')
    """
    known = _LANGUAGE.match(tag)
    return known[1] if known else "und"


@cache
def _words() -> frozenset[str]:
    return frozenset(" ".join(load_table("standards.toml").values()).split())


def is_standard(name: str) -> bool:
    """Tell whether a name is made of words of the standards only.

    >>> [is_standard(n) for n in ("max-width", "getElementById", "Math", "kowalski-card")]
    [True, True, True, False]
    """
    short = 2
    return name.isascii() and all(
        len(word) <= short or word.lower() in _words() for word in _WORD.findall(name)
    )


def is_of_programs(word: str) -> bool:
    """Tell whether programmers say a word and nobody is called so.

    The standards give it, or it is an English one; names of any language are left to the detectors.

    >>> [is_of_programs(w) for w in ("viewBox", "Absent", "Kowalski", "Rose", "Ion")]
    [True, True, False, False, False]
    """
    named = load_names().flags(word.lower())
    if is_standard(word):
        return not named & _GIVEN
    return not named & (_GIVEN | _FAMILY) and bool(_english().ordinary(word.lower()))


def is_given(word: str) -> bool:
    """Tell whether a word is a given name in the language of programmers, too."""
    return bool(_english().flags(word.lower()) & BIT["given"])


@cache
def _english() -> Lexicon:
    """Return the word lists of the language in which programmers name things, found once."""
    return load_lexicon(load_pack(_CODE).where("lexicon"))


def is_keyword(value: str) -> bool:
    """Tell whether a value is one of those that a standard lists: its words, joined or counted.

    >>> [is_keyword(v) for v in ("Content-Type", "DCTERMS.title", "navPoint-12", "Content Type")]
    [True, True, True, False]
    """
    return bool(_KEYWORD.fullmatch(value)) and is_standard(value)


def is_called(name: str) -> bool:
    """Tell whether one of the words of a class or an identity is words with capitals, joined.

    >>> [is_called(n) for n in ("Ann-Nowak", "box Nowak", "jp-Dialog-Header", "getName")]
    [True, True, False, False]
    """
    words = map(_PART.split, name.split())
    return any(all(map(str.istitle, parts)) for parts in words)


def is_joined(name: str) -> bool:
    """Tell whether a programmer joined words by a capital in the middle, without a space.

    >>> is_joined("kowalskiForm"), is_joined("Kowalski"), is_joined("van Damme, JanKowalski")
    (True, False, False)
    """
    return bool(_JOINED.fullmatch(name))


def is_shared(value: str) -> bool:
    """Tell whether a value leads to vocabularies or libraries that all pages share, or to a part.

    >>> is_shared("https://schema.org/Person"), is_shared("https://schema.org/Kowalski")
    (True, False)
    >>> is_shared("og: http://ogp.me/ns# foaf: http://xmlns.com/foaf/0.1/"), is_shared("og:")
    (True, False)
    """
    parts = [part for part in value.split() if not _PREFIX.fullmatch(part)]
    found = [_SHARED.fullmatch(part) for part in parts]
    return bool(found) and all(match and is_standard(match["path"] or "") for match in found)


def says_kind(path: Sequence[str], text: str) -> bool:
    """Tell whether a string of JSON names a kind of thing that all share, or where it is told."""
    return is_shared(text) or (path[-1:] == ("@type",) and is_keyword(text))


def names_in(
    source: str, start: int, end: int, read: Iterable[Place] = (), *, selectors: bool = False
) -> Iterator[Place]:
    """Yield the names in a stretch of code or of a tag that no standard gives.

    What is `read`, or written anew, is left out.  With `selectors`, what stands behind a dot or a
    cross is a class or an identity, which no standard gives.
    """
    for place in (*sorted(read, key=lambda p: p.start), Place(end, end)):
        for match in _NAME.finditer(source, start, max(start, min(place.start, end))):
            is_label = selectors and source[match.start() - 1 : match.start()] in (".", "#")
            if is_label or not is_standard(match[0]):
                yield Place(*match.span())
        start = max(start, place.end)


def without_standard(text: str) -> str:
    """Return a text without the names that standards give: *max* and *font* name nobody there."""

    def left(match: re.Match[str]) -> str:
        known = (
            is_font(match[0]) if match["font"] else bool(match["field"]) or is_standard(match[0])
        )
        return "" if known else match[0]

    return _OWN.sub(left, text)


def names_of_people(pack: LanguagePack) -> NamesIn:
    """Return what finds the words of people's names in names that code and mark-up have.

    A word may be one by itself; a given name and a surname that are joined are somebody's though
    the surname be a word, and so is a surname behind the first letter of a given name.
    """
    lists = load_lexicon(pack.where("lexicon"))
    given, family = listed(pack, "given"), listed(pack, "family")
    named, rare = listed(pack, "given", "family"), listed(pack, "family_rare")
    common, code = (listed(p, "common", "common_rare") for p in (pack, load_pack(_CODE)))
    words = [_english().ordinary, lists.ordinary]

    def is_known(word: str) -> bool:
        return is_standard(word) or code(word) or common(word)

    def is_word(word: str) -> bool:
        return any(ordinary(word) for ordinary in words)

    def alone(word: str) -> bool:
        own = lists.spelling(word)
        new = len(word) >= _LONG and rare(word) and not is_word(word)
        is_called = is_known(word) or words[0](word)
        return not is_called and not common(own) and (named(own) or new)

    def led(word: str) -> bool:
        own = lists.spelling(word[1:])
        is_new = not (named(word) or rare(word) or is_word(word) or is_known(word))
        return len(own) >= _LED and is_new and family(own) and alone(word[1:])

    def joined(one: str, other: str) -> bool:
        first, last = lists.spelling(one), lists.spelling(other)
        return given(first) and family(last) and not (is_known(one) or is_standard(other))

    def names(name: str) -> frozenset[str]:
        parts = [(m.start(), m.end(), m[0].lower()) for m in _HUMP.finditer(name)]
        found = {word for _, _, word in parts if alone(word) or led(word)}
        for (_, end, one), (start, _, other) in pairwise(parts):
            if name[end:start] in _JOINTS and (joined(one, other) or joined(other, one)):
                found |= {one, other}
        return frozenset(found)

    return lru_cache(1 << 10)(names)
