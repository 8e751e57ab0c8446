"""People known before a document is read: a patient, the parties, the judges."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from allonym.model.surrogate import Surrogate


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """One person of the list handed over with ``--known``.

    Attributes:
        name: Full name in its citation form.
        aliases: Other names, nicknames, maiden names.
        ids: Identifiers that are this person's, as written.
        birth: Date of birth, if known.
        role: Free word such as ``patient`` or ``judge``; becomes the finer type.
        action: Hide all mentions, or keep them.
        surrogate: What the person is called already, in a document that this one is a part of.
    """

    name: str = field(repr=False)
    aliases: tuple[str, ...] = field(repr=False, default=())
    ids: tuple[str, ...] = field(repr=False, default=())
    birth: date | None = field(repr=False, default=None)
    role: str = ""
    action: Literal["hide", "keep"] = "hide"
    surrogate: Surrogate | None = field(repr=False, default=None)
