"""Speakers: who writes in a chat or speaks in a record stands before a colon, as cited.

*Mare:* is no genitive, whoever is called *Mara*; what has been a label once is the same name
wherever it stands alone; and who has another label is somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from allonym.link.cues import is_label
from allonym.model.mention import Analysis, Mention, NamePart
from allonym.model.view import TextView
from allonym.text.fold import fold, pieces

_INITIALS = 3


def as_speakers(view: TextView, mentions: Iterable[Mention]) -> list[Mention]:
    """Return the mentions of people, lone labels and what is written like one as they are cited.

    Args:
        view: The document.
        mentions: With their parts.
    """
    read = list(mentions)
    cited: dict[str, tuple[Analysis, ...]] = {}
    for mention in (m for m in read if len(m.parts) == 1 and is_label(view, m.span)):
        if found := _cited(mention.parts[0]):
            cited.setdefault(_key(mention, view), found)
    if not cited:
        return read
    pairs = ((m, cited.get(_key(m, view))) for m in read)
    return [replace(m, parts=(replace(m.parts[0], analyses=a),)) if a else m for m, a in pairs]


def label_of(view: TextView, mention: Mention) -> frozenset[str]:
    """Return the words of a name that labels what somebody says; none where it is no label.

    Initials may be those of who has another label: *Sorin Popa*, *S. P.*
    """
    if not is_label(view, mention.span):
        return frozenset()
    words = [word[0] for word in pieces(view.surface(mention.span))]
    return frozenset(fold(w) for w in words if len(w) > _INITIALS or (len(w) > 1 and w.istitle()))


def _key(mention: Mention, view: TextView) -> str:
    return view.surface(mention.span).casefold() if len(mention.parts) == 1 else ""


def _cited(part: NamePart) -> tuple[Analysis, ...]:
    """Return the readings of a word as one person in the nominative."""
    features = ((a, a.features) for a in part.analyses)
    return tuple(
        a for a, f in features if f.get("Case", "Nom") == "Nom" and f.get("Number") != "Plur"
    )
