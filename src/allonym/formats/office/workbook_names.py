"""Names in workbooks: sheets as they may be called, ranges and tables that people called something.

A sheet is called the same wherever it is referred to.  Its name is unique and has 1 to 31 letters
(ISO/IEC 29500-1, 18.2.19), or Excel repairs the file; what takes the place of a short name may be
longer, or be that of another sheet too.  In formulas, ranges and tables get names that say nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from allonym.formats.mapped import Place
from allonym.formats.markup.escapes import WIDE
from allonym.formats.office.values import load_words
from allonym.model.cover import Cover
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span, spliced
from allonym.model.view import TextView

_MOST, _LONGEST = 31, 255  # letters that Excel allows, and that any program wrote
_FORBIDDEN = re.compile(r"[:*?/\\]")
_LAST_WORD = re.compile(r"(?<=\w)[\W_]+[^\W_]*$")
_BEFORE, _BEHIND = "'#=", ("!", "'!")


def with_sheet_names(
    plan: ReplacementPlan, view: TextView, names: Sequence[str], start: int
) -> ReplacementPlan:
    """Return a plan by which each sheet is called what it may be, in every reference to it.

    The names stand in the view of the whole book from `start` on, one after another.
    """
    taken = {name.casefold(): 1 for name in names}
    new: dict[str, tuple[Replacement, str]] = {}
    for name in names:
        start = view.text.find(name, start)
        own = _touching(plan, Span(start, start + len(name))) if name and start >= 0 else ()
        if own:
            new[name] = own[0], _allowed(_planned(own, name, start), taken)
        start = max(start, 0) + len(name)
    made = [
        replace(new[name][0], span=span, text=new[name][1], context=False, lemma="")
        for name, span, found in ((n, s, _touching(plan, s)) for n, s in _places(view, new))
        if all(span.contains(r.span) for r in found)
        and _planned(found, name, span.start) != new[name][1]
    ]
    covered = Cover(r.span for r in made)
    others = (r for r in plan if not covered.touches(r.span))
    return ReplacementPlan.of((*others, *made)) if made else plan


def _touching(plan: ReplacementPlan, span: Span) -> tuple[Replacement, ...]:
    first = bisect_right(plan.replacements, span.start, key=lambda r: r.span.end)
    last = bisect_left(plan.replacements, span.end, key=lambda r: r.span.start)
    return plan.replacements[first:last]


def _planned(own: Sequence[Replacement], name: str, start: int) -> str:
    return spliced(name, ((r.span.start - start, r.span.end - start, r.text) for r in own))


def _allowed(name: str, taken: dict[str, int]) -> str:
    """Return a name that may be given to a sheet and is not taken, and take it.

    `taken` tells how many sheets each name was wanted for.
    """
    base = _FORBIDDEN.sub("-", name.translate(WIDE).strip("' ").replace("'", "\u2019")) or "x"
    if len(base) > _MOST:
        whole = _LAST_WORD.sub("", base[: _MOST + 1])
        base = whole if 0 < len(whole) <= _MOST else base[:_MOST].rstrip()
    made, key = base, base.casefold()
    while made.casefold() in taken:
        taken[key] += 1
        made = f"{base[: _MOST - len(str(taken[key])) - 1]} {taken[key]}"
    taken[made.casefold()] = 1
    return made


def _places(view: TextView, names: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """Yield where each sheet is meant: its own place, formulas, links; cells speak of none."""
    text = view.text
    called = {spelt: name for name in names for spelt in (name, name.replace("'", "''"))}
    lengths = sorted({len(name) for name in called if len(name) <= _LONGEST}, reverse=True)
    segments = [(s.span, s.anchor) for s in view.segments if isinstance(s.anchor, Place)]
    starts = {span.start for span, place in segments if place.looks or place.escape}
    ends = {span.end for span, _ in segments}
    for start in sorted(starts):
        begin, end = start, 0
        while begin == start or not (end or begin in starts or text[begin - 1] not in _BEFORE):
            known = (begin + n for n in lengths if text[begin : begin + n] in called)
            end = next((e for e in known if e in ends or text.startswith(_BEHIND, e)), 0)
            if end:
                yield called[text[begin:end]], Span(begin, end)
            begin += 1


_PART = re.compile(
    r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'"  # a text, the name of a sheet
    r"|\[[^\[\]]*\]"  # a column of a table; in OpenDocument an address
    r"|<(?:[^<>\"]{0,99}\.)?[A-Z]{1,3}\d{1,7}(?::[^<>\"]{0,99})?>"  # an address in a text's table
    r"|#[A-Z][A-Z/0]*[!?]?"  # an error
    r"|[a-z]+(?:-[a-z]+)+|between\("  # a function of conditions
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
    >>> rename_identifiers("between(1,Nowak)", lambda _: "Name1")
    'between(1,Name1)'
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
