"""Names in formulas: ranges and tables that people called something are called something else."""

from __future__ import annotations

import re
from collections.abc import Callable

from allonym.formats.office.values import load_words

_PART = re.compile(
    r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'"  # a text, the name of a sheet
    r"|\[[^\[\]]*\]"  # a column of a table; in OpenDocument an address
    r"|<(?:[^<>\"]{0,99}\.)?[A-Z]{1,3}\d{1,7}(?::[^<>\"]{0,99})?>"  # an address in a text's table
    r"|#[A-Z][A-Z/0]*[!?]?"  # an error
    r"|[a-z]+(?:-[a-z]+)+"  # a function of conditions
    r"|(?P<name>[^\W\d][\w.\\]*)(?P<next>\s*[(!:]|\$?)"
    r"|\d[\w.]*"
)
# a sheet of another file, by its path on a machine
_OUTSIDE = re.compile(r"'(?:file:|[A-Za-z]:[\\/]|\.{0,2}[\\/])[^']*'#")
# functions that come with LibreOffice, as OpenDocument calls them
_ADDED = re.compile(r"COM\.SUN\.STAR\.SHEET\.ADDIN\.(?:ANALYSIS|\w+FUNCTIONS)\.GET\w+")
_PARAMETER = "_xlpm."  # what Excel writes before a name that a formula gives to a value of its own
_CELL = re.compile(r"\$?[A-Za-z]{1,3}\$?\d{1,7}|R\d*C\d*")
_KEPT = re.compile(
    r"TRUE|FALSE|of|ooow|oooc|msoxl|_xlfn|_xlws|_xll|AND|OR|[A-Z]{1,3}|and|or|not|duplicate|unique"
)


def rename_identifiers(formula: str, new: Callable[[str], str], *, odf: bool = False) -> str:
    """Return a formula with the names in it given anew.

    Functions of programs, cells, truth values, texts and sheets stay; texts and sheets are read as
    text.  A function that somebody wrote is gone with the macros.  In OpenFormula (`odf`),
    addresses stand in brackets.

    >>> rename_identifiers('SUM(Nowak_2024)+VAT_1[Kwota]*A1&"x"', lambda name: "Name1")
    'SUM(Name1)+Name1[Kwota]*A1&"x"'
    >>> rename_identifiers("NowakTax(A1)+_xlfn.XLOOKUP(A1,B:B,C:C)", lambda name: "Name1")
    'Name1(A1)+_xlfn.XLOOKUP(A1,B:B,C:C)'
    >>> rename_identifiers("STDEV.S(A1)+LET(_xlpm.tax,2,_xlpm.tax*3)", lambda _: "Name1")
    'STDEV.S(A1)+LET(_xlpm.Name1,2,_xlpm.Name1*3)'
    >>> rename_identifiers("['file:///home/ann/x.ods'#$Sheet1.A1]", str, odf=True)
    "['file:///x'#$Sheet1.A1]"
    >>> rename_identifiers("cell-content-is-in-list(Nowak) and cell-content()>1", lambda _: "Name1")
    'cell-content-is-in-list(Name1) and cell-content()>1'
    >>> rename_identifiers("ooow:sum <Costs.B2:B4> mul Rate", lambda _: "Name1", odf=True)
    'ooow:sum <Costs.B2:B4> mul Name1'
    """
    of_text = formula.startswith("ooow:")

    def renamed(match: re.Match[str]) -> str:
        name, follows = match["name"], match["next"] or ""
        if name is None or (follows.strip() == "!" and not odf):
            return match[0]
        if follows.strip() == "(":
            return match[0] if _is_function(name) else new(name) + follows
        if _CELL.fullmatch(name) or _KEPT.fullmatch(name) or (odf and follows.strip() == ":"):
            return match[0]
        if of_text and name.islower() and name.upper() in load_words().functions:
            return match[0]
        own = name.removeprefix(_PARAMETER)
        return name[: -len(own)] + new(own) + follows

    return _PART.sub(renamed, _OUTSIDE.sub("'file:///x'#", formula))


def _is_function(name: str) -> bool:
    """Tell whether a program brings a function of this name; what is new to it has a prefix."""
    parts = [part for part in name.split(".") if not part.startswith("_xl")]
    return bool(_ADDED.fullmatch(name)) or load_words().functions.issuperset(map(str.upper, parts))
