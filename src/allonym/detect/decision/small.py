"""Names in small letters: who is written so, and what is no word of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_BOUND = re.compile(r"[_@/\\.][^\W_]")
_SMALL_RULES, _TOLD = frozenset(("capitals", "inflected")), frozenset("-:=<>\"'„“”«»‚‘’")
STEM = 3
"""Letters that the forms of a surname have in common."""


def is_small_person(view: TextView, mention: Mention) -> bool:
    """Tell whether somebody is written in small letters, and not by the leak check alone."""
    found = any(e.detector != "verify" for e in mention.evidence)
    return found and is_a(mention.type, "person") and view.surface(mention.span).islower()


def is_plainly_small(text: str, mention: Mention) -> bool:
    """Tell whether words are small in a sentence, not quoted, behind a label or hung on others."""
    span = mention.span
    before, behind = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 1]
    said = is_a(mention.type, "person") and mention.evidence[0].rule in _SMALL_RULES
    small = said and text[span.start : span.end].islower()
    return small and not _TOLD.intersection(before.strip()) and behind != "-"


def is_called(evidence: Evidence) -> bool:
    """Tell whether two small words of a chat are both a name, whatever else they are."""
    return (evidence.detector, evidence.rule) == ("chat", "full-name")


def called_small(view: TextView, sure: Iterable[Mention]) -> frozenset[str]:
    """Return how the surnames begin that a chat has in small letters: *król*, *adama króla*."""
    said = (m for m in sure if any(e.detector == "chat" for e in m.evidence))
    names = (view.surface(m.span) for m in said if is_small_person(view, m))
    return frozenset(name.rpartition(" ")[2][:STEM] for name in names if " " in name)


def is_no_word(text: str, span: Span) -> bool:
    """Tell whether a stretch has digits or hangs on more by a sign, as in ``kowalski_jan.txt``."""
    digits = any(map(str.isdigit, text[span.start : span.end]))
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    return digits or bool(_BOUND.match(before[::-1]) or _BOUND.match(after))
