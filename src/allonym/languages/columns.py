"""What the heading of a column says of the cells below it, in all languages at once.

*nazwisko*, *telefon*, *date of birth*: under such a heading *Lis* is a person and nine digits are a
phone number.  A heading says it, yet a cell must look like it too: *brak danych* names nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import regex as re

from allonym.languages.pack import available, load_pack
from allonym.text.fold import fold, with_commas

_LONGEST = 40
_PARTED = re.compile(r"(?<=\p{Ll})(?=\p{Lu})|_+")
_TAIL, _BETWEEN = " \t\n:*.#", " \t\n,;:/–-"
_SIGNS = re.compile(r"[:*.#]|(?<=\pL)-(?=\pL)")
_NAME = re.compile(r"[^\W\d_][^\d@;|<>/()]{0,60}")
_NOBODY = frozenset(["-", "–", "—", "n/a", "x", "?", "brak", "n.a.", "none"])
_DIGITS: Mapping[str, int] = {
    "phone": 5, "id": 5, "iban": 8, "account": 5, "postcode": 3, "date": 4, "gps": 4
}  # fmt: skip
_MOST_WORDS = 5
# what is said of things too
_VAGUE = ("person", "address", "place", "phone")
_TOTAL, _AMOUNT, _IDENTIFIER, _MARK = "total", "amount", "identifier", "mark"
_MEASURED, _USUAL = "measured", "usual"
"""What is no heading by itself: words before sums and means, of amounts, of one's numbers, behind
a heading of how a cell is to be filled in, and headings of what was measured and what is usual."""
_NO_HEADINGS = (_TOTAL, _AMOUNT, _IDENTIFIER, _MARK, _MEASURED, _USUAL)
_FORMAT = re.compile(r"(?:(?<!\pL)(\pL)\1*+(?!\pL)|[^\pL]++)*+")  # *dd.mm.yyyy*, a star
_PLATE = re.compile(r"(?!.*\d[-–/.]\d)(?=.*\pL)(?=.*\d)[\pL\d .,;·•–-]{3,20}")
_BRITISH = re.compile(r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}")
_NAMED = re.compile(r"(?<![\p{L}\d'’])(?:\p{Lu}\. ?)?\p{Lu}[\p{Ll}'’]\p{L}+(?![\p{L}\d])")
_WORD = re.compile(r"\p{L}{3,}+")
_CAPITALS = re.compile(rf"{_NAMED.pattern}|(?<![\p{{L}}\d])\p{{Lu}}{{3,}}(?![\p{{L}}\d])")
_IN_FULL = re.compile(rf"{_NAMED.pattern}(?:[ -]{_NAMED.pattern})+")
# a word alone beside the number of a paper or an account may be a part of it
_NAMES = dict.fromkeys(("id", "iban", "account"), _IN_FULL) | {
    "phone": _CAPITALS, "postcode": _NAMED, "date": _NAMED,
}  # fmt: skip
# a day without the word of its month
_IN_NUMBERS = re.compile(r"\d[ ./-]{1,2}(?:\d{1,2}|[IVX]{1,4})[ ./-]{1,2}\d")
_NUMBER = re.compile(r"[-+]?(?!0\d)(?:\d{1,8}|\d{1,2}(?:[ .,\u00a0\u202f']\d{3}){1,2})")


def column_type(heading: str) -> str:
    """Return the type that a heading or the name of a field announces, or nothing.

    >>> column_type("Nazwisko:"), column_type("Date of birth"), column_type("Amount")
    ('person.family', 'date.birth', '')
    >>> column_type("dateOfBirth"), column_type("phone_number")
    ('date.birth', 'phone')
    >>> column_type("Tel.č."), column_type("Datum rodenja (dd.mm.gggg.)")
    ('phone', 'date.birth')
    """
    bare = _plain(_PARTED.sub(" ", heading))
    kind = _headings().get(bare, "") if len(bare) <= _LONGEST else ""
    if kind or not bare.endswith(")"):
        return kind
    outer, _, inner = (part.strip() for part in bare[:-1].rpartition("("))
    kind = _headings().get(outer, "")
    # *Name (product)* may be what is sold, *Full name (of the buyer)* is somebody's
    is_vague = " " not in outer and kind.partition(".")[0] in _VAGUE
    return "" if is_vague and not _adds_nothing(inner, kind) else kind


def _adds_nothing(note: str, kind: str) -> bool:
    """Tell whether what is bracketed behind a heading says how to fill a cell in, or it again."""
    is_same = _headings().get(note, "").partition(".")[0] == kind.partition(".")[0]
    return is_same or fold(note) in _marks() or bool(_FORMAT.fullmatch(note))


@cache
def _marks() -> frozenset[str]:
    return frozenset(fold(_plain(word)) for word in _said(_MARK))


def _plain(heading: str) -> str:
    """Return a heading as all spell it: small, abbreviations without their dots."""
    return " ".join(_SIGNS.sub(" ", with_commas(heading.casefold())).split())


def field_type(path: Sequence[str], text: str) -> str:
    """Return the type that the name of a field announces for a text in it, or nothing.

    A field called *name* or *author* says nothing: things are in it as often as people.

    >>> field_type(("client", "pesel"), "12345678901"), field_type(("name",), "Orders")
    ('id.national', '')
    """
    kind = column_type(own_name(path))
    return kind if kind not in ("", "person") and fits(text, kind) else ""


def own_name(path: Sequence[str]) -> str:
    """Return what a field is called, not what a program calls a value in it: ``$date``, ``_``."""
    return next((name for name in reversed(path) if name[:1] not in "$#@" and name != "_"), "")


@cache
def _headings() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for code in sorted(available(), key=lambda c: c != "en"):
        for kind, words in load_pack(code).toml("columns.toml").items():
            for word in words if kind not in _NO_HEADINGS else ():
                found.setdefault(_plain(word), kind)
    # typed without marks; one with marks is no other word without them: *lön* is no *lon*
    return {fold(word): kind for word, kind in found.items()} | found


def is_total(cell: str) -> bool:
    """Tell whether a cell is what rows of totals begin with.

    >>> is_total("Razem:"), is_total("Grand total"), is_total("Lis")
    (True, True, False)
    """
    return " ".join(cell.casefold().split()).strip(_TAIL) in _said(_TOTAL)


def is_measured(headings: Iterable[str]) -> bool:
    """Tell whether a table is one of measurements, by what heads two of its columns.

    >>> is_measured(["Result", "Reference", "Units"]), is_measured(["Unit", "Reference"])
    (True, False)
    """
    return len(_said(_MEASURED).intersection(map(_plain, headings))) > 1


def is_usual(heading: str) -> bool:
    """Tell whether a heading may be that of what is usual, in a table of measurements.

    >>> is_usual("Reference"), is_usual("Phone")
    (True, False)
    """
    return _plain(heading) in _said(_USUAL)


def counts(heading: str) -> bool:
    """Tell whether a heading announces amounts, counts or measures, which are nobody's.

    >>> counts("Kwota netto"), counts("Unit price (EUR)"), counts("VAT number")
    (True, True, False)
    """
    words = [w.strip(_TAIL + ",") for w in heading.casefold().partition("(")[0].split()]
    is_amount = not _said(_AMOUNT).isdisjoint((*words[:1], *words[-1:]))
    is_someones = any(map(column_type, (heading, *words)))
    is_someones = is_someones or not _said(_IDENTIFIER).isdisjoint(words)
    return is_amount and not is_someones and len(heading) <= _LONGEST


def is_amount(cell: str) -> bool:
    """Tell whether a cell may be an amount or a count: whole, and of eight digits at most.

    >>> is_amount("1 250 000"), is_amount("8541208"), is_amount("601234567"), is_amount("0123")
    (True, True, False, False)
    """
    return bool(_NUMBER.fullmatch(cell.strip()))


@cache
def _said(kind: str) -> frozenset[str]:
    read = (load_pack(code).toml("columns.toml").get(kind, ()) for code in available())
    return frozenset(word for words in read for word in words)


def fits(cell: str, kind: str) -> bool:
    """Tell whether a cell may be what the heading of its column announces.

    >>> fits("Lis", "person.family"), fits("601234567", "phone"), fits("see below", "phone")
    (True, True, False)
    """
    text = cell.strip()
    root = kind.partition(".")[0]
    if not text or text.casefold() in _NOBODY or len(text) > 2 * _LONGEST:
        return False
    if root in ("person", "place"):
        return (
            bool(_NAME.fullmatch(text)) and len(text.split()) <= _MOST_WORDS
            and (text[0].isupper() or (not text[0].isascii() and not text.islower()))
        )  # fmt: skip
    if root == "email":
        return "@" in text and " " not in text
    if root in ("address", "username"):
        return any(map(str.isalpha, text))
    # an IBAN is known by itself, the number of an entry or of a paper is no plate
    is_iban = root == "account" and text[0].isalpha()
    if is_iban or (root == "plate" and not _PLATE.fullmatch(text)):
        return False
    is_british = root == "postcode" and bool(_BRITISH.fullmatch(text))
    return is_british or sum(map(str.isdigit, text)) >= _DIGITS.get(root, 1)


def numbers_in(cell: str, kind: str) -> list[tuple[int, int]]:
    """Return where in a cell the numbers or days stand that its heading announces.

    Who is named beside them is somebody by herself: *601 234 567 (Ann Fox)*.  A cell of another
    kind is all what its heading says.

    Args:
        cell: What stands in it.
        kind: What its heading announces, as `column_type` tells.

    >>> numbers_in("601 234 567 (Ann Fox)", "phone"), numbers_in("7 March 1958", "date.birth")
    ([(0, 11)], [(0, 12)])
    """
    root, whole = kind.partition(".")[0], [(0, len(cell))]
    names = _names_in(cell, root)
    edges = [0, *(at for span in names for at in span), len(cell)]
    found: list[tuple[int, int]] = []
    for start, end in zip(edges[::2], edges[1::2], strict=True) if names else ():
        part = cell[start:end].rstrip(_BETWEEN + "([").lstrip(_BETWEEN + ".)]")
        digits = sum(map(str.isdigit, part))
        is_short = digits < _DIGITS.get(root, 1)
        if digits and is_short and (root == "date" or part[0].isdigit()):
            # an extension, or a day parted by a month that no list knows
            return whole
        if not is_short:
            first = cell.index(part, start)
            found.append((first, first + len(part)))
    return found or whole


def _names_in(cell: str, root: str) -> list[tuple[int, int]]:
    """Return where words stand that may be names beside a number or a day of a kind."""
    words = [word.span() for word in _NAMES[root].finditer(cell)] if root in _NAMES else []
    if root != "date" or _IN_NUMBERS.search(cell):
        return words
    has_month = any(map(_is_of_days, _WORD.findall(cell)))
    return [span for span in words if has_month and not _is_of_days(cell[slice(*span)])]


@cache
def _days() -> frozenset[str]:
    tables = (load_pack(code).toml("dates.toml") for code in available())
    words = (
        row for table in tables for key in ("months", "weekdays") for row in table[key].values()
    )
    return frozenset(fold(word.casefold())[:3] for row in words for word in row if word)


def _is_of_days(word: str) -> bool:
    """Tell whether a word may be a month or a day of the week, in any case."""
    return fold(word.casefold())[:3] in _days()
