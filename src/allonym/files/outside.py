"""The last search: every corner of a written file is looked through for what was hidden.

A format that read a place replaced what is there.  What is found elsewhere goes where the format
can write it anew; for the rest a file is refused.  Its text must read as planned.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Protocol
from unicodedata import normalize

from allonym.errors import LeakError
from allonym.formats.base import spoken
from allonym.formats.contents import texts_of
from allonym.formats.labels import new_words, renamed
from allonym.formats.mapped import Place
from allonym.formats.office.values import MADE
from allonym.model.cover import Cover
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.result import Leak, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import SourceDocument, Worded
from allonym.profile import Profile

_GAP = "\n\n"
_LONGEST_FONT = 80
_PARTING = re.compile(r"[\s|]+")  # words and, in tables of RTF, boxes
# what LibreOffice writes below each sheet, in all languages
_FOOTER = re.compile(r"Page (?:&P|\d{1,4}$|$)", re.M)
_BY_NUMBER = re.compile(r"\\u([0-9a-fA-F]{4})")


class Runner(Protocol):
    """Treats each text of a file in the same way."""

    @property
    def profile(self) -> Profile:
        """What to do."""

    def run_view(
        self,
        view: TextView,
        given: Sequence[Mention],
        scope: str,
        people: Sequence[KnownPerson] = (),
    ) -> Result:
        """Pseudonymize a text that agrees with the text of `scope`, looking for `people` too."""

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        """Return what can be found in any text of that which was hidden in a result."""


Found = tuple[Leak, str]
"""What was found, and how it is written there."""


def _was_judged(surface: str, texts: Sequence[Result]) -> bool:
    """Tell whether a run of letters or digits stands in a text that was checked."""
    before, after = (r"\d" if c.isdigit() else r"[^\W\d_]" for c in (surface[0], surface[-1]))
    word = re.compile(rf"(?<!{before}){re.escape(surface)}(?!{after})")
    return any(word.search(checked.text) for checked in texts)


def _is_call(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word in capitals is a function of formulas, in front of its values."""
    word = text[span.start : span.end + 1]
    return word.endswith("(") and word.isupper() and is_own(word)


def _is_font(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word is of a font's name in the code of a header: ``&"Times New Roman"``."""
    start, end = text.rfind('&"', 0, span.start) + 2, text.find('"', span.start)
    font = text[start:end].partition(",")[0] if 1 < start < span.start + 1 < end else ""
    return bool(font) and len(font) < _LONGEST_FONT and '"' not in font and is_own(font)


def _is_mark(text: str, span: Span, is_own: Callable[[str], bool]) -> bool:
    """Tell whether a word is of the format's making although its line is not."""
    made = text.startswith(MADE, span.start) or _FOOTER.match(text, span.start)
    return bool(made) or _is_call(text, span, is_own) or _is_font(text, span, is_own)


def _goes_on(text: str, start: int) -> bool:
    """Tell whether a word begins further in front, with a letter by number, or within such one."""
    near = _BY_NUMBER.finditer(text, max(0, start - 6), start + 5)
    small = text[start : start + 1].islower()  # am\u00e9rica, but \u00e9Rica
    before = (n for n in near if n.start() < start)
    return any(n.end() > start or (small and chr(int(n[1], 16)).isalpha()) for n in before)


def _line_at(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return text[start : end if end >= 0 else len(text)]


def found_outside(
    runner: Runner,
    written: bytes,
    result: Result,
    texts: Sequence[Result],
    document: SourceDocument,
) -> list[Found]:
    """Return what of the hidden is left in a written file outside its text.

    A word that stands in the same spelling in a text that was checked before has been judged
    there; a line that the format writes whatever a document is about tells nothing; and a mere
    guess (``other``) is listed without blocking, for words such as *Footnote* name styles too.

    Args:
        runner: Searches.
        written: The new file.
        result: What became of its text.
        texts: The same with those of the files in it.
        document: The file; it may know words of its format.
    """
    read = list(texts_of(written))
    everything = _GAP.join(text for _, text in read)
    starts = list(accumulate((len(text) + len(_GAP) for _, text in read), initial=0))
    guesses = {e.id for e in result.entities if e.type == "other"}
    is_own = document.is_own if isinstance(document, Worded) else lambda _: False
    was_judged = cache(lambda surface: _was_judged(surface, texts))
    return [
        (replace(
            leak,
            place=read[bisect_right(starts, leak.span.start) - 1][0],
            blocking=leak.entity not in guesses,
        ), surface)
        for leak in runner.search(everything, result)
        if leak.blocking
        and not is_own(_line_at(everything, leak.span.start))
        and not _is_mark(everything, leak.span, is_own)
        and not _goes_on(everything, leak.span.start)
        and not was_judged(surface := everything[leak.span.start : leak.span.end])
    ]  # fmt: skip


def stand_ins(found: Iterable[Found], result: Result) -> Mapping[str, str]:
    """Return what takes the place of each surface: as in the text, or what says nothing."""
    words = new_words(result.view, result.plan)
    numbers: dict[tuple[str, str], str] = {}
    for put in result.plan:
        old, new = _digits(result.view.surface(put.span)), _digits(put.text)
        if len(old) == len(new):
            numbers.setdefault((put.entity, old), new)
    made: dict[str, str] = {}
    for leak, surface in found:
        old = _digits(surface)
        new = numbers.get((leak.entity, old), "1" * len(old))
        said = renamed(surface, words)
        if said == surface:
            said = _with_digits(surface, new) if 2 * len(old) > len(surface) else "x"
        made[surface] = said
    return made


def _with_digits(text: str, digits: str) -> str:
    """Return a text with other digits, as many as it has."""
    rest = iter(digits)
    return "".join(next(rest) if c.isdecimal() else c for c in text)


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def noted(result: Result, found: Sequence[Found], *, is_strict: bool) -> Result:
    """Return a result with what was found outside its text.

    Raises:
        LeakError: If something is found that blocks and no leak is let through.
    """
    leaks = tuple(leak for leak, _ in found)
    blocking = [leak for leak in leaks if leak.blocking]
    if blocking and is_strict:
        places = ", ".join(sorted({spoken(leak.place or "") for leak in blocking})[:5])
        raise LeakError(
            f"leak check failed; originals left outside the text: {len(blocking)} ({places}); "
            'nothing was written; take them out there, or set output.verify = "report" in the '
            "profile to write the file and list them"
        )
    return replace(result, report=replace(result.report, leaks=(*result.report.leaks, *leaks)))


def reads_alike(reread: TextView, result: Result) -> bool:
    """Tell whether a file reads as planned but for what need not be the same.

    A paragraph of which nothing is left parts no words any more; a file's encoding may lack a
    letter, for which the nearest one stands, as wide brackets do in formulas.  What is read for the
    look of it, such as its capitals, need not look so any more once it is replaced, and something
    else may instead, once it follows a name of the text: of such values only those that nobody
    touched must still be there.

    Args:
        reread: What the written file reads as.
        result: What it should read as, and of which document.
    """
    touched, where = Cover(r.span for r in result.plan), result.map.to_original
    by_looks, seen = _looks(result.view), _looks(reread)
    planned = [
        (line, touched.touches(Span(where(start), where(start + len(line)))), where(start))
        for start, line in _lines(result.text)
    ]
    values = {line for line, is_touched, at in planned if by_looks(at) and not is_touched}
    if not values.issubset(line for _, line in _lines(reread.text)):
        return False
    texts = "".join(line for start, line in _lines(reread.text) if not seen(start))
    return _is_alike(texts, "".join(line for line, _, at in planned if not by_looks(at)))


def _looks(view: TextView) -> Callable[[int], bool]:
    """Return what tells whether a place in a text is one that is read for its looks."""
    places = ((s.span, s.anchor) for s in view.segments)
    cover = Cover(span for span, place in places if isinstance(place, Place) and place.looks)
    return lambda at: cover.touches(Span(at, at + 1))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that hold more than spaces, and where their first letter is."""
    for match in re.finditer(r"[^\n]*\S", text):
        line = match[0].lstrip()
        yield match.end() - len(line), line


def _is_alike(reread: str, planned: str) -> bool:
    # where one letter alone is taken apart from its mark, a new text may be so throughout
    reread, planned = (_PARTING.sub("", normalize("NFC", text)) for text in (reread, planned))
    return len(reread) == len(planned) and all(
        a == b or ord(max(a, b)) > 127 for a, b in zip(reread, planned, strict=True)
    )
