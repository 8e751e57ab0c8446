"""Values that stand in office files whatever they are about: what schemas, programs and fonts say.

What people wrote is text; all else in an office file is a number, a measure, a word of the schema
or the name of a font, a built-in style or a thing that the program counted.  These are known by
their shape or by ``values.toml``, so whatever is neither read nor one of them need not be there:
`allonym.formats.office.sieve` takes it out, and the last search of a written file passes over
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from allonym.formats.base import load_table

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_UNITS = "cm|mm|in|inch|pt|pc|px|em|ex|deg|grad|rad|dxa|twip|fd|char|rel|ms|s|%"
_TOKEN = re.compile(
    rf"{_NUMBER}(?:{_UNITS})?"
    r"|#[0-9A-Fa-f]{3,8}|#?(?=[0-9A-Fa-f]*\d)[0-9A-Fa-f]{3,128}|[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8}"
    r"|\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?"
    r"|\$?[A-Z]{1,3}\$?\d{1,7}|\$[A-Z]{1,3}|\$\d{1,7}"
    r"|[a-z]{2,3}(?:[-_][A-Z][a-z]{3})?[-_][A-Z]{2}|SHA-?\d{1,3}(?:-\d+)?"
    r"|PT?\d+[HMSD][\dHMSD.]*|x?Size\d+|[a-z]{1,2}|[a-z]{1,3}\d{1,3}[a-z]{0,4}|rId\d+|Id\d+"
    r"|_x0000_[a-z]{1,2}\d{0,6}(?:_[a-z]\d+)?|_xlnm|\+m[jn]-[a-z]{2}|[0-9a-f]{6}|mso-spt\d{1,3}"
    r"|[A-Z]{1,2}\d{0,6}|datetime\d{0,2}|control\d+|id\d+|ftn\d+|edn\d+|cmAuthor\d+"
)
_SEPARATORS = re.compile(
    r"[\s,;:|()=*/?$%<>&!@\[\]{}\"'.]+|(?<![\w])[-+]+|[-+]+(?![\w])|\+(?=\d)|(?<=[a-z])-(?=\d{3})"
    r"|(?<=\d)[-+]#?(?=[a-z])|#(?=ppt_)"
)
_DATE_PART = "(?:d{1,4}|M{1,5}|y{1,4}|h{1,2}|H{1,2}|m{1,2}|s{1,2}|A{1,4}|am/pm|AM/PM)"
_DATE_FORMAT = re.compile(rf"{_DATE_PART}(?:[ \u00a0./,:'-]+{_DATE_PART})*[.']?")
_TECHNICAL = re.compile(
    r"https?://schemas\.(?:openxmlformats|microsoft)\.(?:org|com)/[\w./-]*"
    r"|http://(?:www\.w3\.org/(?:\d{4}|ns|TR|XML|Math)|purl\.(?:org/dc|oclc\.org/ooxml)"
    r"|openoffice\.org|docs\.oasis-open\.org)/[\w./#-]*|urn:(?:schemas-microsoft-com|oasis:names|org:documentfoundation):[\w:.-]*"
    r"|(?:application|audio|image|text|video)/[\w.+-]{1,100}"
    r"|urn:microsoft\.com/office/officeart/\d{4}/[\w/#]{1,60}"
    r"|(?:Excel|Word|PowerPoint)\.(?:Sheet|Chart|Document|Show|Slide)(?:\w{0,6}MacroEnabled)?\.\d{1,2}"
    r"|(?:dcterms|xsd?|vt):\w{1,20}|(?:ooo:)?com\.sun\.star[:.][\w.:-]{1,60}"
    r"|(?:ooxml|flowchart|fontwork)-[\w-]{1,40}|_xlnm\.\w{1,30}"
)
_NUMBERED = re.compile(
    r"(?:(?:\.\.|[a-zA-Z]{1,2}|OEBPS|OPS|EPUB|[Tt]ext|[Ss]tyles?|[Ii]mages?|media|folder\d+)/)*"
    r"(?:part\d+|(?:image|section|page)\d{1,6})\.[a-z\d]{1,11}(?:#(?:id\d{1,4}\Z)?|\Z)|id\d{1,4}\Z"
)
_DATE = re.compile(
    r"(?<!\d)(?:(?:1[89]|20)\d\d([-./])[01]?\d\1[0-3]?\d|[0-3]?\d([-./])[01]?\d\2(?:1[89]|20)\d\d)(?!\d)"
)
# a word with its letters apart
_SPELLED = re.compile(r"(?<![^\W_])(?:[^\W\d_]{1,2}[^\w]+){4,}[^\W\d_]{1,2}(?![^\W_])")
_BYTES, _WORDS = re.compile(r"(?:[0-9A-Fa-f]{2}[ :,]?){8,}"), re.compile(r"(?:[^\W\d_]|[ .-]){6,}")
_HEX = re.compile(
    r"\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?|\b(?=\d*[A-F])[0-9A-F]{20}\b"
)
# more digits than measures have: somebody's number, or a phone's
_OF_SOMEBODY = re.compile(r"(?<![.\d])\d{9}|\+\d{7}")
_MEASURE = re.compile(rf"(?<![\d.])-?\d{{1,6}}(?:\.\d{{1,16}})?(?:{_UNITS})(?!\w)")
_LAID_OUT = re.compile(r"z-index:-?\d+;?|(?<![\d.])\d{1,6}\.\d+(?![\d.])")
_SHAPES = {
    "measures": re.compile(rf"-?\d{{1,8}}(?:\.\d+)?(?:{_UNITS})?"),
    "far": re.compile(_NUMBER),
    "rows": re.compile(
        r"(?a)(?!.*(?<![A-Za-z])(?!(?:log)?(?:width|height)\b|right\b|bottom\b)[A-Za-z]{5})"
        r"(?!.*(?<![.\d])\d{9})[-+\w.,\s*/?$:;()@]*"
    ),
    "marks": re.compile(r"[0-9A-F]{8}|[01]{12}|[0-9A-F]{20}"),
}
# a document or a car, though a cell may be called so
_NUMBERED_CARD = re.compile(r"(?<!\w)(?![0-9A-F]{6}\b)[A-Z]{1,3} ?\d{5,}(?!\w)")
# identities that the schemas begin with or give (ISO/IEC 29500-1, 19.7)
_COUNT_GIVEN = re.compile(r"2147[45]\d{5}|4294967295")
_NUMBER_IN_NAME = re.compile(r"\d(?:[ ./()-]{0,2}\d){7}")
_SHORTEST_NUMBER = 7
_LONG_RUN = re.compile(r"[^\W\d_]{3}")
_CURRENCY = re.compile(r"\[\$(?:[^\]\[\w]|\w){0,4}(?:-[\w,]{1,16})?\]")
_FORMAT_WORDS = re.compile(
    r"General|Standard|Red|Blue|Green|Black|White|Yellow|Cyan|Magenta|Color ?\d+|AM/PM|A/P"
    r"|am/pm|a/p|\[[hmsdHMS<>=\d.$-]+\]", re.I
)  # fmt: skip
_FORMAT = re.compile(r"(?:[-+0#?.,;:%/()$€£¥ \u00a0\u202f@*\[\]_dmyhsaeEgGbB!'`|]|\\.|_.)*", re.I)
_ESCAPED = re.compile(r"\\(.)")
_COUNT = re.compile(r"\A\d{1,2}_|[ _-]?\(?\d{1,4}\)?(?:_\d{1,4})?\Z")
# what programs call styles, variables and shapes: a few letters and a count
_COUNTED = re.compile(r"_?[A-Za-z]{1,4}\d{0,4}|N\d{1,6}(?:P\d{1,2})?|#?_x0000_[a-z]{1,2}\d{1,5}")
_STYLE_WORD = re.compile(r"[ -]+|(?<=[a-z\d%])(?=[A-Z])|(?<=[A-Za-z])(?=\d)")
_ODF_ESCAPE = re.compile(r"_([0-9a-f]{2,4})_")
_NAME_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_CALL = re.compile(r"([A-Z][A-Z0-9.]*)\(")
_LONGEST, _LONGEST_COUNT = 4000, 5
# letters that none of our languages is written in, as in East Asian names of fonts
_OTHER_SCRIPTS = re.compile(r"[^A-Za-z\u00aa-\u052f\u1e00-\u1fff]*[\u0590-\u1dff\u3000-\uffef]"
                            r"[^A-Za-z\u00aa-\u052f\u1e00-\u1fff]*")  # fmt: skip
# fonts of a theme, by kind and script (ISO/IEC 29500-1, 20.1.4.1.17)
_OF_THEMES = ("+mj-lt", "+mj-ea", "+mj-cs", "+mn-lt", "+mn-ea", "+mn-cs")
MADE = "1980-01-01T00:00:00"
"""When each file was made, as we write it (``texts`` of the vocabularies); a birth may be then."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of ``values.toml``."""

    schema: frozenset[str]  # values that the schemas of the formats list, by themselves
    fonts: frozenset[str]  # names of fonts
    named: frozenset[str]  # words by which programs name what they count: *Table*, *Obraz*
    styles: frozenset[str]  # words that names of built-in styles are made of
    functions: frozenset[str]  # names of the functions of formulas, each part between dots
    # how long numbers look in attributes, and elements in angles, that measure
    measures: Mapping[str, re.Pattern[str]]
    cells: frozenset[str]  # attributes that hold cells
    free: frozenset[str]  # attributes and elements that a writer may fill as they like
    names: frozenset[str]  # what names of elements, attributes and namespaces are put together from
    addresses: frozenset[str]  # what addresses of schemas, kinds of files and shapes are made of
    # folders, members and endings of what programs put into packages
    paths: tuple[tuple[str, ...], ...]


@cache
def load_words() -> Words:
    """Return the words, read once."""
    found = load_table("office/values.toml")
    schemas, names = f"{found['schema']} {found['more']}", frozenset(found["names"].split())
    parts = map(str.lower, _NAME_PART.findall(schemas))
    return Words(
        frozenset(schemas.split()),
        frozenset(line.strip() for line in found["fonts"].strip().split("\n")),
        frozenset(line.strip() for line in found["named"].strip().split("\n")),
        frozenset(found["styles"].split()),
        frozenset(found["functions"].split()),
        {place: shape for key, shape in _SHAPES.items() for place in found[key].split()},
        frozenset(found["cells"].split()),
        frozenset(found["free"].split()),
        names,
        names.union(found["addresses"].split(), parts),
        tuple(tuple(found[key].split()) for key in ("folders", "members", "endings")),
    )


def is_font(name: str) -> bool:
    """Tell whether a value names fonts that are known, or none.

    >>> is_font("'Liberation Sans'"), is_font("Kowalski Sans")
    (True, False)
    """
    known = load_words().fonts
    names = [part.strip(" '\"") for part in name.split(";" if ";" in name else ",")]
    return all(
        not part or part in known or part.rstrip("0123456789 ") in known
        or part in _OF_THEMES or bool(_OTHER_SCRIPTS.fullmatch(part))
        for part in names
    )  # fmt: skip


def is_program_name(name: str) -> bool:
    """Tell whether a program gave something this name by counting.

    >>> is_program_name("Picture 2"), is_program_name("Tabela1"), is_program_name("Nowak 2")
    (True, True, False)
    """
    return _COUNT.sub("", name) in load_words().named


def is_built_in_style(name: str) -> bool:
    """Tell whether a style comes with the program.

    >>> is_built_in_style("Heading 1 Char"), is_built_in_style("Heading by Georgia")
    (True, False)
    >>> is_built_in_style("601 234 567"), is_built_in_style("Roman Black")
    (False, False)
    """
    words = [word for word in _STYLE_WORD.split(name) if word]
    known = load_words().styles
    return not holds_number(name) and all(
        word in known or (word.isdigit() and len(word) < _LONGEST_COUNT) for word in words
    )


def is_format(code: str) -> bool:
    """Tell whether the code of a number format holds no word outside its quotation marks.

    >>> is_format('#,##0.00 "zł";[Red]-0'), is_format("0 Nowak")
    (True, False)
    """
    bare = _CURRENCY.sub("", re.sub(r'"[^"]*"', "", code))
    if sum(c.isalpha() for c in "".join(_ESCAPED.findall(bare))) > 2:
        return False
    return bool(_FORMAT.fullmatch(_FORMAT_WORDS.sub("", bare)))


def is_count(name: str) -> bool:
    """Tell whether an identity says nothing: a short number, or one that schemas give.

    >>> is_count("1026"), is_count("2147483648"), is_count("601234567")
    (True, True, False)
    """
    return bool(_COUNT_GIVEN.fullmatch(name)) or says_nothing(name)


def is_of_schemas(name: str) -> bool:
    """Tell whether schemas may call an element, an attribute, a prefix or a namespace so.

    >>> is_of_schemas("numFmtId"), is_of_schemas("text-areas"), is_of_schemas("janKowalski")
    (True, True, False)
    >>> is_of_schemas("http://schemas.microsoft.com/office/word"), is_of_schemas("n601234567")
    (True, False)
    """
    return _is_made_of(name, load_words().names)


def _is_made_of(name: str, known: frozenset[str]) -> bool:
    is_known = all(part.lower() in known for part in _NAME_PART.findall(name))
    return is_known and not _NUMBER_IN_NAME.search(name.replace("_", "-"))


def is_schema(value: str) -> bool:
    """Tell whether a value is the address of a schema or the name of a kind of file.

    >>> is_schema("http://www.w3.org/1999/xhtml"), is_schema("http://www.w3.org/1999/kowalski")
    (True, False)
    """
    return bool(_TECHNICAL.fullmatch(value)) and _is_made_of(value, load_words().addresses)


def holds_number(name: str) -> bool:
    """Tell whether a name has a number in it that is long enough to be somebody's.

    >>> holds_number("Style 601-234-567"), holds_number("Heading 1"), holds_number("7.3.1958")
    (True, False, True)
    """
    return bool(_NUMBER_IN_NAME.search(name) or _DATE.search(name))


@cache
def _path() -> re.Pattern[str]:
    """Return how programs write where a part of a package lies."""
    folders, members, endings = ("|".join(words) for words in load_words().paths)
    return re.compile(
        rf"(?:\.\.?/|/)*(?:(?:{folders}|Object \d{{1,4}})/)*(?:\[Content_Types\]|mimetype"
        rf"|Object \d{{1,4}}|[0-9A-Fa-f]{{16,64}}|modernComment_[0-9A-F_]{{1,40}}"
        rf"|(?:{members})?\d{{0,6}})(?:\.(?:{endings}))*/?"
    )


def is_part_name(value: str) -> bool:
    """Tell whether a value leads to a part of the package under a name that a program gave it.

    >>> is_part_name("Pictures/10000201000001F4000001F4B2A1C3D4.png"), is_part_name("601234567")
    (True, False)
    """
    return "/" in value and "." in value and bool(_path().fullmatch(value))


def numbered_part(address: str) -> int:
    """Return how long the beginning of an address is that leads to a part we gave a number.

    >>> numbered_part("../folder1001/part3.xhtml#Nowak"), numbered_part("nowak.xhtml#a")
    (26, 0)
    """
    match = _NUMBERED.match(address)
    return match.end() if match else 0


def is_technical(value: str) -> bool:
    """Tell whether a value of an attribute or an element says nothing about people.

    >>> [is_technical(v) for v in ("0.5cm", "ctr", "A1:C3", "wipe(left)", "Kowalski")]
    [True, True, True, True, False]
    """
    value = value.strip()
    if value in load_words().schema or not any(map(str.isalnum, value)):
        return True
    if len(value) > _LONGEST:
        return False
    if is_schema(value) or _DATE_FORMAT.fullmatch(value) or is_part_name(value):
        return True
    said = bool(_SPELLED.search(value)) or _is_packed(value)
    if any(map(str.isdigit, value)):
        plain = _HEX.sub("", value)
        said = said or bool(_DATE.search(plain) or _OF_SOMEBODY.search(plain))
        if not said and value.isascii() and not _LONG_RUN.search(value):
            return True
    known = _path().fullmatch(value) or all(map(_is_token, _SEPARATORS.split(value)))
    return bool(known and not said)


def _is_packed(value: str) -> bool:
    """Tell whether numbers in base 16 are letters: ``4B6F77616C736B69``."""
    numbers = (bytes.fromhex(re.sub("[ :,]", "", found)) for found in _BYTES.findall(value))
    return any(_WORDS.fullmatch(n.replace(b"\0", b"").decode("utf-8", "replace")) for n in numbers)


def says_nothing(value: str, *places: str) -> bool:
    """Tell whether a value tells nothing of people where it stands.

    Digits in groups may be a phone; a number of nine may be one too, but for a few places in which
    programs count or measure so far.  `places` are how it is called, by itself or with its element;
    an element in angles.

    >>> says_nothing("601234567", "name"), says_nothing("601 234 567", "name")
    (False, False)
    >>> says_nothing("601234567", "ext@cx"), says_nothing("601 234 567", "ext@cx")
    (True, False)
    >>> says_nothing("ABC123456", "val"), says_nothing("A1:D20000", "ref")
    (False, True)
    >>> says_nothing("LJ 012-KV", "name"), says_nothing("f12", "name")
    (False, True)
    """
    if not load_words().free.isdisjoint(places) and any(map(str.isdigit, value)):
        counted = _COUNTED.fullmatch(value) or is_part_name(value)
        return bool(counted) or is_program_name(value.strip()) or value in load_words().schema
    if len(value) > _SHORTEST_NUMBER and any(map(str.isdigit, value)):
        shapes = filter(None, map(load_words().measures.get, places))
        if any(shape.fullmatch(value) for shape in shapes):
            return True
        bare = _LAID_OUT.sub("", value)
        if _NUMBER_IN_NAME.search(_HEX.sub("", bare)) and not is_part_name(value):
            return False
        value = bare
    is_card = load_words().cells.isdisjoint(places) and _NUMBERED_CARD.search(value)
    return not is_card and (is_technical(value) or is_program_name(value.strip()))


def _is_token(part: str) -> bool:
    part = part.lstrip("+-")
    return not part or part in load_words().schema or bool(_TOKEN.fullmatch(part))


def is_own(line: str) -> bool:
    """Tell whether a whole line of a written file is of its format's making.

    A long row of digits isn't: a schema has no such value, while a number of somebody's has.

    >>> is_own("Georgia"), is_own("theme/theme1.xml"), is_own("601234567")
    (True, True, False)
    >>> is_own("width:141.75pt;height:56.7pt;mso-position-vertical-relative:page")
    True
    """
    line = _ODF_ESCAPE.sub(lambda e: chr(int(e[1], 16)), line)
    if sum(c.isdigit() for c in _MEASURE.sub("", line)) > 6 and not is_schema(line):
        return False
    return (
        _is_formula(line) or is_technical(line) or is_font(line) or is_program_name(line)
        or is_built_in_style(line)
    )  # fmt: skip


def _is_formula(line: str) -> bool:
    """Tell whether a line is an address or a formula over sheets that a program named."""
    if len(line) > _LONGEST:
        return False
    known = load_words().functions
    bare = _CALL.sub(lambda call: "(" if known.issuperset(call[1].split(".")) else call[0], line)
    return all(_is_token(part) or is_program_name(part) for part in _SEPARATORS.split(bare))


def names_of(table: Mapping[str, str], element: str, attribute: str) -> str:
    """Return what kind of name an attribute holds, by ``element@attribute`` or alone."""
    found = table.get(f"{element}@{attribute}") or table.get(attribute, "")
    return found or (table.get("*style-name", "") if attribute.endswith("style-name") else "")
