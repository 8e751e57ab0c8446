"""Read the name of a form, whose fields part it: *Surname: Kobal*, *Given name: Svit*."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from allonym.languages.columns import column_type
from allonym.link.name_order import Reread
from allonym.link.readings import TURN, Reading
from allonym.model.mention import PartRole
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.fold import plain

_KINDS: dict[str, PartRole] = {"person.given": "given", "person.family": "family"}
_LOOK = 80
_FRAME = re.compile(r"\([^)]*\)|[^\w\s().-]+|_+")
"""What stands between a value and the next label beside spaces: rules, colons, brackets."""


@dataclass(frozen=True, slots=True)
class Fields:
    """What the labels of fields say of the names behind them."""

    roles: dict[Span, PartRole] = field(default_factory=dict)  # of the words of a mention
    continued: Collection[Span] = ()  # the mentions that name the person of the mention before


def fields_of(readings: Sequence[Reading], view: TextView) -> Fields:
    """Return what labels say where one of a surname and one of a given name follow each other.

    A label alone says nothing: *name* may lead in a whole one.

    Args:
        readings: Of a document, in its order.
        view: The document.
    """
    roles: dict[Span, PartRole] = {}
    continued: set[Span] = set()
    labels: list[str] = []
    for one, other in pairwise(reading.mention.span for reading in readings):
        gap = view.text[one.end : other.start]
        second = _label(gap) if len(gap) <= _LOOK else ""
        if not _role(second):
            continue
        labels = labels if one in continued else [_lead(view, one)]
        if second in labels or _role(labels[0]) in ("", _role(second)):
            continue
        roles[one] = roles.get(one) or _KINDS[column_type(labels[0])]
        roles[other] = _KINDS[column_type(second)]
        continued.add(other)
        labels.append(second)
    return Fields(roles, continued)


def in_fields(
    readings: Sequence[Reading],
    fields: Fields,
    view: TextView,
    reread: Reread,
    gendered: tuple[str, ...],
) -> list[Reading]:
    """Return the readings, their words in the roles that the labels of fields give them.

    Args:
        readings: Of a document.
        fields: What its labels say.
        view: The document.
        reread: Gives other roles.
        gendered: Endings that no given name has; a patronymic may stand in a field of its own.
    """

    def settled(reading: Reading) -> Reading:
        role = fields.roles.get(reading.mention.span)
        own = [part for part in reading.mention.parts if part.role in TURN]
        if not role or all(part.role == role for part in own):
            return reading
        words = [plain(view.surface(part.span)) for part in own]
        if role == "given" and any(word.endswith(gendered) for word in words if gendered):
            return reading
        return reread(reading, [role] * len(own))

    return [settled(reading) for reading in readings]


def _role(label: str) -> str:
    return _KINDS.get(column_type(label), "")


def _label(text: str) -> str:
    return " ".join(_FRAME.sub(" ", text).split()).casefold()


def _lead(view: TextView, span: Span) -> str:
    """Return the longest label right before a name, or nothing."""
    before = view.text[max(0, span.start - _LOOK) : span.start].rsplit("\n", 1)[-1]
    words = _label(before).split()
    labels = (" ".join(words[at:]) for at in range(len(words)))
    return next((label for label in labels if _role(label)), "")
