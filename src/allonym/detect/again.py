"""Places that were recognised once are recognised in all their forms everywhere in the document.

The sister of ``spread``, for places: *Starostka Slovenskej Vsi* beside *v Slovenskej Vsi*.  A
single word must be no common one and surely a place; words together need neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from allonym.detect.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.fold import plain

_LEAST = 4
_READINGS = 2
_SURE = 0.9
_TOGETHER = 0.6
_SHARE = 0.9
_NAME = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,3}")


def spread_places(
    view: TextView,
    mentions: Sequence[Mention],
    morphology: Morphology,
    *,
    common: Callable[[str], bool] = lambda _: False,
) -> list[Mention]:
    """Find the other occurrences of places that some mention recognised.

    Args:
        view: The document.
        mentions: What the detectors found, overlapping as they may.
        morphology: Gives the forms of names.
        common: Tells whether a word in small letters is a common word of the language.

    Returns:
        New mentions in text order, where no mention lies yet.
    """
    scores: dict[str, float] = {}
    for mention in mentions:
        surface = view.surface(mention.span)
        if _teaches(mention, surface, common):
            for form in _forms(surface, morphology):
                scores[form] = max(scores.get(form, 0.0), mention.score)
    if not scores:
        return []
    covered = Cover(m.span for m in mentions)
    return [m for m in _found(view.text, scores) if not covered.touches(m.span)]


def _teaches(mention: Mention, surface: str, common: Callable[[str], bool]) -> bool:
    if not is_a(mention.type, "place") or not surface[:1].isupper():
        return False
    if not _NAME.fullmatch(surface) or len(surface) < _LEAST:
        return False
    if " " in surface:
        return mention.score >= _TOGETHER and surface.rpartition(" ")[2][:1].isupper()
    return mention.score >= _SURE and not common(plain(surface))


def _forms(surface: str, morphology: Morphology) -> set[str]:
    lemmas = dict.fromkeys(a.lemma for a in morphology.analyse(surface, "place"))
    forms = (morphology.forms(lemma, "place") for lemma in list(lemmas)[:_READINGS])
    found = {surface}.union(*forms)
    return {form for form in found if form[:1].isupper() and len(form) >= _LEAST}


def _found(text: str, scores: dict[str, float]) -> Iterator[Mention]:
    longest = sorted(scores, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
    for match in pattern.finditer(text):
        score = round(_SHARE * scores[match[0]], 4)
        yield Mention(Span(*match.span()), "place", (Evidence("spread", "place", score),))
