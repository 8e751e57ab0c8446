"""Fields: codes that Word works out again, such as page numbers, are kept without their texts.

Any other field is replaced by what it shows: a code can name a person (``AUTHOR``), a file
(``INCLUDETEXT``), an address or a record, and working it out would bring the name back.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from allonym.formats.base import load_table
from allonym.formats.docx import names as n
from allonym.formats.docx.names import CODE, w
from allonym.formats.office.values import holds_number
from allonym.formats.xml import remove, unwrap

_REFERRING = frozenset(("REF", "PAGEREF", "NOTEREF"))
_KEPT = frozenset(load_table("docx/rules.toml")["fields"].split())
# switches behind which a field says what it needs; a symbol in a font of letters is a letter
_NAMED = (("HYPERLINK", "\\l"), ("SYMBOL", "\\f"))
_TOKEN = re.compile(r'"[^"]*"|\\.|[^\s"\\]+')
_HARMLESS = re.compile(
    r"""[\d.,;:#\-–]+|MERGEFORMAT|CHARFORMAT|(?i:arabic|roman|alphabetic|ordinal|upper|lower|caps)
    |(?i:firstcap|cardtext|ordtext|hex)|heading\ \d|[A-Z]\d?|Symbol|Wingdings(?:\ [23])?|Webdings
    """,
    re.X,
)

_OURS = re.compile(r"_?b\d+|Sequence\d+")  # what we call bookmarks and labels


def is_clean(line: str) -> bool:
    r"""Tell whether a line is the code of a field as it stays, which says nothing of anybody.

    >>> is_clean(" PAGE "), is_clean(' REF b1 \\h '), is_clean("Page"), is_clean("PAGE Novak")
    (True, True, False, False)
    """
    keyword, *rest = _TOKEN.findall(line) or [""]
    values = (token.strip('"') for token in rest if token[0] != "\\")
    return keyword in _KEPT and all(_HARMLESS.fullmatch(v) or _OURS.fullmatch(v) for v in values)


@dataclass(slots=True)
class _Field:
    begin: Any
    marks: list[Any] = field(default_factory=list)
    codes: list[Any] = field(default_factory=list)
    coding: bool = True


def clean_code(code: str, bookmarks: dict[str, str], labels: dict[str, str]) -> str:
    r"""Return a field's code without a text of its own; nothing if the field isn't kept.

    Bookmarks and labels (of figures, of tables) are old names and new ones, which grow.

    >>> clean_code(' TOC \\o "1-3" \\t "Novak style,1" ', {}, {})
    ' TOC \\o "1-3" '
    >>> clean_code(" REF Novak \\h ", {"Novak": "b1"}, {})
    ' REF b1 \\h '
    >>> clean_code(' MERGEFIELD "Name" ', {}, {})
    ''
    """
    tokens = _TOKEN.findall(code)
    keyword = tokens[0].upper() if tokens else ""
    if keyword not in _KEPT:
        return ""
    out, switch = [keyword], ""
    named = False
    for token in tokens[1:]:
        if token.startswith("\\"):
            switch = token
            out.append(token)
            continue
        value = token.strip('"')
        made = _argument(keyword, switch, value, bookmarks, labels)
        if made:
            named = named or (keyword, switch) in _NAMED or (not switch and keyword != "SYMBOL")
            out.append(f'"{made}"' if token.startswith('"') else made)
        elif switch and out[-1] == switch:
            out.pop()
        switch = ""
    needs_name = keyword in _REFERRING or keyword in ("HYPERLINK", "SEQ", "STYLEREF", "SYMBOL")
    if (needs_name and not named) or (keyword == "HYPERLINK" and out[1:2] != ["\\l"]):
        return ""
    made = f" {' '.join(out)} "
    return "" if holds_number(made) else made


def _argument(
    keyword: str, switch: str, value: str, bookmarks: dict[str, str], labels: dict[str, str]
) -> str:
    refers = keyword in _REFERRING or switch in ("\\l", "\\b")
    if (refers and not _HARMLESS.fullmatch(value)) or (refers and value in bookmarks):
        return new_bookmark(value, bookmarks)
    if (keyword == "SEQ" and not switch) or (keyword == "TOC" and switch in ("\\c", "\\a")):
        return labels.setdefault(value, f"Sequence{len(labels) + 1}")
    return value if _HARMLESS.fullmatch(value) else ""


def new_bookmark(name: str, bookmarks: dict[str, str]) -> str:
    """Return what a bookmark is called from now on; `bookmarks` grows."""
    hidden = "_" if name.startswith("_") else ""
    return bookmarks.setdefault(name, f"{hidden}b{len(bookmarks) + 1}")


def clean_fields(
    root: Any, bookmarks: dict[str, str], labels: dict[str, str], found: Counter[str]
) -> None:
    """Clean the codes of every field of a part, and replace most fields by what they show."""
    for node in list(root.iter("{*}fldSimple")):
        code = clean_code(node.get(w("instr"), ""), bookmarks, labels)
        found["field codes"] += 1
        if code:
            node.set(w("instr"), code)
        else:
            unwrap(node)
    if next(root.iter(n.FIELD_MARK, CODE, n.DELETED_CODE), None) is not None:
        _clean_complex(root, bookmarks, labels, found)


def _clean_complex(
    root: Any, bookmarks: dict[str, str], labels: dict[str, str], found: Counter[str]
) -> None:
    open_fields: list[_Field] = []
    gone: list[Any] = []
    tags = (n.FIELD_MARK, CODE, n.DELETED_CODE, n.TEXT, n.DELETED_TEXT, *n.CHARACTERS)
    for node in list(root.iter(*tags)):
        kind = node.get(n.FIELD_MARK_TYPE) if node.tag == n.FIELD_MARK else None
        if kind == "begin":
            open_fields.append(_Field(node))
        elif kind is not None or node.tag in (CODE, n.DELETED_CODE):
            if not open_fields:
                gone.append(node)
            elif kind is None:
                open_fields[-1].codes.append(node)
            else:
                open_fields[-1].marks.append(node)
                open_fields[-1].coding = False
        elif any(f.coding for f in open_fields) and node.getparent().tag != n.TAB_STOPS:
            gone.append(node)
        if kind == "end" and open_fields:
            done = open_fields.pop()
            nested = any(f.coding for f in open_fields)
            gone += _finish(done, nested, bookmarks, labels)
            found["field codes"] += 1
    for left in open_fields:
        gone += [left.begin, *left.marks, *left.codes]
    for node in gone:
        remove(node)


def _finish(
    done: _Field, nested: bool, bookmarks: dict[str, str], labels: dict[str, str]
) -> list[Any]:
    """Clean one field; return what is to be removed of it."""
    code = "".join(node.text or "" for node in done.codes)
    made = "" if nested else clean_code(code, bookmarks, labels)
    if not made:
        return [done.begin, *done.marks, *done.codes]
    done.codes[0].text = made
    done.codes[0].set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    _clean_form(done.begin)
    return done.codes[1:]


def _clean_form(begin: Any) -> None:
    """Leave of a form field what it needs to be shown."""
    for form in begin.findall(w("ffData")):
        for node in list(form):
            if node.tag not in (w("enabled"), w("checkBox"), w("ddList"), w("textInput")):
                remove(node)
            elif node.tag == w("textInput"):
                for child in list(node):
                    remove(child)
