"""Names that a network cuts in two: *Sp. Nová Ves*, *Gorzów Wlkp.*, *Jász-Nagykun-Szolnok*.

Where words of a town are cut short it sees the end of a sentence, initials, or half a town.  The
table of settlements knows better; an initial before a surname is a town's only if the text says its
name in full too, or nobody was found there and it stands where a place does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain

from allonym.languages.geography import Geography, Town
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.phrases import preceding

_EVIDENCE = Evidence("patterns", "settlement", 0.8)
_INITIAL = re.compile(r"(?<!\w)[^\W\d_]\.")
_BEFORE = re.compile(r"(?<![\w.-])[^\W\d_a-z][^\W\d_]+[ \u00a0]\Z")
_ENDING, _REACH = 2, 24
"""Letters that an ending takes away, and of the longest word before half a name."""


def with_whole_names(
    view: TextView, mentions: Sequence[Mention], geography: Geography, where: Collection[str]
) -> list[Mention]:
    """Return the mentions, such names as one place each; what holds a part of one holds it all.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        geography: Of the language.
        where: Words behind which a place may stand, in small letters.
    """
    done = list(mentions)
    names = geography.abbreviated
    regions = ((Span(*m.span()), None) for m in names.joined.finditer(view.text))
    places = [m.span for m in mentions if is_a(m.type, "place")]
    before = ((_BEFORE.search(view.text, max(0, s.start - _REACH), s.start), s.end) for s in places)
    wider = (Span(word.start(), end) for word, end in before if word)
    halves = ((s, None) for s in wider if geography.named(view.surface(s)))  # Great Yarmouth
    for span, town in chain(names.find(view.text), regions, halves):
        beside = [m for m in done if m.span.overlaps(span)]
        if not (_is_town(view, span, town, beside, where) if town else beside):
            continue
        own = Mention(span, "place", (_EVIDENCE, *(e for m in beside for e in m.evidence)))
        holder = next((m for m in beside if not span.contains(m.span)), own)
        spans = [span, *(m.span for m in beside)]
        whole = Span(min(s.start for s in spans), max(s.end for s in spans))
        done = [m for m in done if m not in beside]
        done.append(replace(holder, span=whole, parts=holder.parts if whole == holder.span else ()))
    return sorted(done, key=lambda m: m.span)


def _is_town(
    view: TextView, span: Span, town: Town, beside: Iterable[Mention], where: Collection[str]
) -> bool:
    people = [m for m in beside if is_a(m.type, "person")]
    if not _INITIAL.match(view.text, span.start):
        return not any(SURE in m.evidence for m in people)
    stems = (re.escape(word[: max(1, len(word) - _ENDING)]) for word in town.name.split())
    if re.search(r"\w* ".join(stems), view.text):
        return True
    word = preceding(view.text, span.start)
    return not people and (word.isdigit() or word.lower() in where)
