"""What finders say of a firm that a pattern finds: where it begins, and that it is no address.

*Tuuli Aho | Asianajotoimisto Pohjantähti Oy*: the form of a firm takes all words in capitals, and a
person among them would lose a part of his name only.  *t/a The | Copper Kettle* is no address,
there or elsewhere, though it looks like the name of a house; in *IV | Harjakatot Harju Oy* the
number is that of a list.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from allonym.detect.names.announced import either
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.text.capitals import CAPITAL, at_head

_BARE = re.compile(r"(?:[^\W\d_]{1,4}\.? )?(?P<name>\w.*\w)\W*")
"""A name with an article or a number before it, and a comma behind."""
_NONE: Mapping[str, Any] = {}
_WORD = re.compile(r"[^\W\d_]+ ")
_NUMBER = re.compile(r"(?:[IVX]{2,4}\.?|[IVX]\.) ")


def as_firms(
    mentions: Iterable[Mention],
    text: str,
    orgs: Mapping[str, Any] = _NONE,
    parted: Callable[[str], tuple[str, str]] = lambda name: (name, ""),
) -> list[Mention]:
    """Return the mentions, firms of patterns as what others say of them, others as those firms.

    A firm begins where one finds a person inside and one an organisation right behind that, and
    behind a word that joins somebody with both names to it, *Tuuli Aho ja Rakennus Salo Oy*; what a
    network takes for one organisation and is several firms is the first of them, a firm and
    what a word joins to it are two, and what it takes for an address and is called as such a firm
    is that firm.

    Args:
        mentions: As they were found.
        text: The document.
        orgs: ``orgs.toml`` of a pack; ``joins`` stand between the names of a list, ``relatives``
            are of one firm with its owner: *Tuuli Aho ja Pojat Oy*.
        parted: Parts a name and the legal form behind it.
    """
    found = list(mentions)
    if not any(map(_is_form, found)):
        return found
    starts = {m.span.start for m in found if is_a(m.type, "org")}
    people = sorted({m.span for m in found if is_a(m.type, "person")})
    cut = [_behind(people, starts, m, text) if _is_form(m) else m for m in found]
    joins, relatives = orgs.get("joins", ()), orgs.get("relatives", ())
    words = either(w for w in joins if w.isalpha())
    kin = rf"(?:\w+ )?(?i:{either(relatives)})\b"  # His Sons Ltd
    beside = re.compile(rf" (?:{words}) (?!{kin})(?={CAPITAL})")
    whole = partial(_is_whole, people, text, parted)
    cut = [_beside(people, m, text, beside, whole) if is_a(m.type, "org") else m for m in cut]
    forms = sorted({m.span for m in cut if _is_form(m)})
    names = {text[span.start : span.end].rstrip(".") for span in forms}
    joint = re.compile(rf",? (?:{either(joins)})(?:\Z| (?={CAPITAL}))")
    pieces = ((m, span) for m in cut for span in _parts(forms, m, text, joint))
    return [_called(m if s == m.span else replace(m, span=s), names, text) for m, s in pieces]


def _behind(people: Sequence[Span], starts: set[int], firm: Mention, text: str) -> Mention:
    """Return a firm from where another finds one, right behind a person inside."""
    for person in people[bisect_left(people, firm.span.start, key=lambda p: p.start) :]:
        start = person.end + 1
        if start >= firm.span.end:
            break
        if start in starts and text[person.end].isspace():
            return replace(firm, span=Span(start, firm.span.end))
    return firm


def _beside(
    people: Sequence[Span],
    firm: Mention,
    text: str,
    beside: re.Pattern[str],
    is_whole: Callable[[Span], bool],
) -> Mention:
    """Return a firm without somebody named in full before it: *Tuuli Aho ja | Rakennus Salo Oy*.

    At the head of a sentence a word may lead the name in: *Toimitusjohtaja Tuuli Aho ja …*.
    """
    start = firm.span.start
    for person in people[bisect_left(people, start, key=lambda p: p.start) :]:
        if person.start >= firm.span.end:
            break
        led = _WORD.fullmatch(text, start, person.start) and at_head(text, start)
        opens = person.start == start or led
        joint = beside.match(text, person.end, firm.span.end) if opens else None
        rest = Span(joint.end(), firm.span.end) if joint else None
        if rest and " " in text[person.start : person.end] and is_whole(rest):
            return replace(firm, span=rest)
    return firm


def _is_whole(
    people: Sequence[Span], text: str, parted: Callable[[str], tuple[str, str]], span: Span
) -> bool:
    """Tell whether a firm has a name of its own, and is no partner: not *… ja | Veljet Oy*.

    A lone word before the legal form, or somebody in full, may be of one firm with who is before.
    """
    name, form = parted(text[span.start : span.end])
    named = people[bisect_left(people, span.start, key=lambda p: p.start) :]
    within = takewhile(lambda p: p.start < span.end, named)
    partner = any(p.start == span.start or " " in text[p.start : p.end] for p in within)
    return bool(form) and " " in name.strip() and not partner


def _parts(
    firms: Sequence[Span], mention: Mention, text: str, joint: re.Pattern[str]
) -> list[Span]:
    """Return the first of several firms that are one organisation, a firm and what is beside it."""
    span = mention.span
    if not is_a(mention.type, "org") or _is_form(mention):
        return [span]
    at = bisect_right(firms, span.start, key=lambda s: s.end)
    several = [s for s in firms[at : at + 2] if s.start < span.end]
    if len(several) > 1:
        return several[:1]
    behind = joint.match(text, several[0].end, span.end) if several else None
    if behind is None:
        return [span]
    firm = Span(min(span.start, several[0].start), several[0].end)
    return [firm, Span(behind.end(), span.end)] if behind.end() < span.end else [firm]


def _called(mention: Mention, names: set[str], text: str) -> Mention:
    """Return what is only guessed to be an address, or a firm and its number, as that firm."""
    numbered = is_a(mention.type, "org") and _NUMBER.match(text, mention.span.start)
    guessed = all(e.detector == "model" for e in mention.evidence)
    guessed = guessed and (mention.type == "address" or bool(numbered))
    match = _BARE.fullmatch(text, mention.span.start, mention.span.end) if guessed else None
    if match is None or match["name"] not in names:
        return mention
    return replace(mention, type="org", span=Span(*match.span("name")))


def _is_form(mention: Mention) -> bool:
    patterns = all(e.detector == "patterns" for e in mention.evidence)
    return patterns and is_a(mention.type, "org.company")
