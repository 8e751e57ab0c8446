"""Every stretch that may be a name: found, found in two, found a word too long or too short.

Which of these are names, of which kind and with which edges, is for
`allonym.detect.decision.decide`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from allonym.detect.decision.evidence import Candidate
from allonym.detect.patterns.handles import is_code
from allonym.languages.nobody import Term
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import FIGURE
from allonym.text.capitals import last_word

CLASSES = (
    "none", "edges", "person", "place", "org", "address", "username", "case_number", "account",
    "phone", "id",
)  # fmt: skip
"""What the trees tell apart: no name, a name but not with these edges, and the kinds."""
EDGES, NAMED, PLACE, ORG = map(CLASSES.index, ("edges", "person", "place", "org"))
"""Where the edges and the first of the kinds, a person's, stand among them."""
NONE = [float(name == "none") for name in CLASSES]
"""The chances of what is surely no name."""

_GUESSED = frozenset((*CLASSES[2:], "other"))
PUBLIC = "org.public"
"""What a whole name listed as a public body is, whoever else found it."""
PLAIN, _CLUB = "public", "public.sport"
"""Said besides of a public body whose name is no person's and no place's, as a club's word is."""
FIRM = "public.firm"
"""A firm that everybody knows and that is of one town: an organisation like any other."""
_GUESSERS = frozenset(
    ("model", "gazetteer", "spread", "verify", "chat", "hide", "nobody", "announced")
)
_SURE = ("keep", "user_name")
"""What a user's list says, and how a user name at the head of a chat's lines is written."""
_LISTED = 0.5
_JOINED = ("person", "place", "org", "address")
_NAMED = ("person", "place", "org", "other")
_JOINT = (Evidence("join", "joined"),)
_PARTED = ("person", "place")
_GAP = re.compile(r",?[ \u00a0]|-|[ \u00a0](?:[a-zа-я]{1,3}[ \u00a0-]){1,2}")
_TIED = re.compile(r"[ \u00a0]|-|[ \u00a0](?:[a-zа-я]{1,3}[ \u00a0-]){1,2}")
"""What stands inside a name, found in two."""
_COLUMN = re.compile(r"[ \u00a0]*[\t\n\r]\s*|[ \u00a0]{2,}")
_MARK_STARTS, _MARK_ENDS = re.compile(r"[ \t]{2}|[\t|][ ]?"), re.compile(r"[ \t]{2}|[ ]?[\n\t|]|\Z")
_HOUSED = ("person", "place", "org")
_HOUSE = re.compile(
    r",?[ \u00a0](?:[^\W\d_]{1,3}\.?[ \u00a0]?)?\d{1,4}(?:/\d{1,4})?(?:[ \u00a0]?[^\W\d_])?"
    r"(?![\w/%€$:]|[.,:-]\d|\.\w|[ \u00a0]\d{3}(?!\d))"
)
"""The number of a house, with what may stand before it (*č.*, *nr*) and behind (*7 b*, *12/4*); no
amount, *100 000*."""
_SHORT = re.compile(r"[^\W\d_]{1,4}\.")
"""A word cut short, which alone is no name: *Co. | Mayo*."""
_FORM = re.compile(r"(?<=[ \u00a0])(?:[^\W\d_]{1,2}\.[ \u00a0]?){2,}(?<=\.)(?=[ \u00a0]\S)")
"""A legal form inside what was found: *d.o.o.*, *S. A.*."""
_WORDS = re.compile(r"[^\s,;]*[^\W_][^\s,;]*")
_BEFORE = re.compile(r"(?<![\w.'’-])([^\W\d_]{2,30}+(?:-[^\W\d_]{2,30}+)?)[ \u00a0]\Z")
_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]{2,30}(?:-[^\W\d_]{2,30})?)(?![\w'’-])")
_ITEM = re.compile(
    r"(?:^|[:,;|(]|[-–—•*]|\d[.)])[ \t\u00a0]*((?:[^\W\d_]+[ \u00a0-]){0,2}[^\W\d_]{2,})"
    r"(?=[ \t]*(?:$|[,:;|)])|[ ][-–—][ ])",
    re.MULTILINE,
)
_REACH = 64
_MOST_WORDS = 5


def is_guess(mention: Mention) -> bool:
    """Tell whether a find is open to decision: a name of which nobody is certain."""
    root = mention.type.partition(".")[0]
    guessed = all(e.detector in _GUESSERS and e.rule not in _SURE for e in mention.evidence)
    return root in _GUESSED and guessed and mention.type != FIGURE


def candidates_of(
    text: str,
    settled: Sequence[Mention],
    found: Sequence[Mention],
    terms: Iterable[Term] = (),
    items: Sequence[Mention] | None = None,
) -> list[Candidate]:
    """Return every stretch that somebody takes for a name, in text order.

    Args:
        text: The document.
        settled: What the steps before the decision made of the finds.
        found: All finds, probable or not, as they were found.
        terms: What the lists of names of nobody know; public bodies are names of organisations.
        items: What `items_of` yields of the text, where that is known.
    """
    certain = Cover(m.span for m in settled if not is_guess(m))
    by_span: dict[Span, list[Mention]] = {}
    for mention in (*found, *_public(terms)):
        if is_guess(mention):
            by_span.setdefault(mention.span, []).append(mention)
    kept = {m.span: m for m in settled if is_guess(m)}
    whole = [m for group in by_span.values() for m in group]
    cells = [cell for mention in whole for cell in _cells(text, mention)]
    joined = (
        *_joined(text, whole),
        *(_joined(text, cells) if len(cells) > len(whole) else ()),
        *_tied(text, whole),
    )
    wider = _wider(text, [m for m in (*whole, *joined) if m.type in _NAMED])
    parts = (*_parts(text, whole), *_housed(text, (*whole, *joined)))
    for mention in (*joined, *cells, *parts, *wider, *(items_of(text) if items is None else items)):
        by_span.setdefault(mention.span, [mention])
    nobody = certain.touches, lambda s: _is_mark(text, s), lambda s: _is_syntax(text, s)
    spans = sorted(s for s in {*by_span, *kept} if not any(told(s) for told in nobody))
    return [Candidate(s, tuple(by_span.get(s, ())), kept.get(s)) for s in spans]


def _public(terms: Iterable[Term]) -> Iterator[Mention]:
    for term in terms:
        if term.is_public:
            alike = term.also or (term.kind == _CLUB and len(term.listed) == 1)
            plain = () if alike else (Evidence("nobody", PLAIN, _LISTED),)
            kind = "org" if term.kind == FIRM else PUBLIC
            yield Mention(term.span, kind, (Evidence("nobody", term.kind, _LISTED), *plain))


def _joined(text: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield neighbours of one kind as one: *Kovač, Ana*, *Maria de la Fuente*."""
    for kind in _JOINED:
        named = sorted({m.span for m in found if m.type.partition(".")[0] == kind})
        for left, right in pairwise(_longest(named)):
            if _GAP.fullmatch(text, left.end, right.start):
                yield Mention(Span(left.start, right.end), kind, _JOINT)


def _tied(text: str, found: Iterable[Mention]) -> Iterator[Mention]:
    """Yield names beside each other as one, of whatever kinds: one who is called like a town."""
    kinds = (*_NAMED, "address")
    named = sorted(
        {
            m.span
            for m in found
            if m.type.partition(".")[0] in kinds
            and not any(map(str.isdigit, text[m.span.start : m.span.end]))
        }
    )
    starts = [span.start for span in named]
    for left in named:
        if not (gap := _TIED.match(text, left.end)):
            continue
        for right in named[bisect_left(starts, gap.end()) : bisect_right(starts, gap.end())]:
            if len(text[left.start : right.end].split()) <= _MOST_WORDS:
                yield Mention(Span(left.start, right.end), "person", _JOINT)


def _wider(text: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield names with the word in capitals beside them: *Homok | Lajos*, *Mraz | Žar*."""
    for span in sorted({m.span for m in found}):
        large = text[span.start : span.end].isupper()
        near = last_word(text, max(0, span.start - _REACH), span.start)
        before = _BEFORE.search(text, near, span.start)
        behind = _BEHIND.match(text, span.end)
        for word in filter(None, (before, behind)):
            if word[1][0].isupper() and word[1].isupper() == large:
                start, end = min(word.start(1), span.start), max(word.end(1), span.end)
                yield Mention(Span(start, end), "person", _JOINT)


def items_of(text: str) -> Iterator[Mention]:
    """Yield what is all of a line, of a cell or between commas: *Present: Frost, Plumb*."""
    for item in _ITEM.finditer(text):
        if all(word[0].isupper() for word in item[1].split()):
            yield Mention(Span(*item.span(1)), "person", (Evidence("join", "part"),))


def _cells(text: str, mention: Mention) -> Iterator[Mention]:
    """Yield what stands in one column or line: *Kos A.    Muška J.* may be two people's names."""
    start, kind = mention.span.start, mention.type.partition(".")[0]
    gaps = [m.span() for m in _COLUMN.finditer(text, start, mention.span.end)]
    if not gaps or kind not in _PARTED:
        yield mention
        return
    for gap, following in (*gaps, (mention.span.end, mention.span.end)):
        if start < gap:
            yield Mention(Span(start, gap), kind, (Evidence("join", "part"),))
        start = following


def _is_mark(text: str, span: Span) -> bool:
    """Tell whether a letter stands in a column of its own: the sex, a blood group."""
    lone = len(span) == 1 and _MARK_ENDS.match(text, span.end) is not None
    return lone and _MARK_STARTS.fullmatch(text, max(0, span.start - 2), span.start) is not None


def _is_syntax(text: str, span: Span) -> bool:
    """Tell whether an address is written with it, *tg* in ``tg://send?phone=``, or code is."""
    start, end = span.start, span.end
    scheme = text.startswith("://", end) or text.endswith("://", start, end)
    named = text.startswith("=", end) and not {"?", "&"}.isdisjoint(text[max(0, start - 1) : end])
    return ((scheme or named) and text[start:end].islower()) or is_code(text, span)


def _longest(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield disjoint spans, of those that overlap the first and longest."""
    end = -1
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if span.start >= end:
            yield span
            end = span.end


def _housed(text: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield names with the number of a house behind: *Podgrad 7*, *Klenovec č. 611*."""
    for mention in found:
        house = _HOUSE.match(text, mention.span.end)
        if house and mention.type.partition(".")[0] in _HOUSED:
            evidence = (Evidence("join", "house"),)
            yield Mention(Span(mention.span.start, house.end()), "address", evidence)


def _parts(text: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield names of several words without their first and without their last.

    And a firm without what stands behind its legal form: *Zarja d.o.o. | Vidmarju*.
    """
    for mention in found:
        kind = mention.type.partition(".")[0]
        form = _FORM.search(text, mention.span.start, mention.span.end) if kind == "org" else None
        if form:
            yield replace(mention, span=Span(mention.span.start, form.end()))
        words = [m.span() for m in _WORDS.finditer(text, mention.span.start, mention.span.end)]
        if kind in _PARTED and 1 < len(words) <= _MOST_WORDS:
            for start, end in ((words[1][0], words[-1][1]), (words[0][0], words[-2][1])):
                if not _SHORT.fullmatch(text, start, end):
                    yield Mention(Span(start, end), kind, (Evidence("join", "part"),))
