"""What mentions refer to: the key of all consistency."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NewType

from allonym.model.features import NO_FEATURES, FeatureBundle
from allonym.model.mention import Mention, PartRole

EntityId = NewType("EntityId", str)
"""Assigned by the linker, ``type#number``; never a surface."""


@dataclass(frozen=True, slots=True)
class LemmaPart:
    """One word of an entity's canonical name, in its citation form."""

    role: PartRole
    lemma: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Entity:
    """The person, place or identifier that one or more mentions refer to.

    Attributes:
        id: Unique in the document.
        type: The most specific type its mentions agree on.
        mentions: In text order; every mention belongs to exactly one entity.
        canonical: The citation form, the same for every inflected mention.
        parts: The citation form word by word, for people: given names, then family names.  Of an
            address: the name that it is made of, where its owner's is another.
        features: What is known of the whole, ``Gender`` above all.
        owner: The person that an e-mail address, a user name or a number belongs to.
        couple: Another person known to share the family name.
    """

    id: EntityId
    type: str
    mentions: tuple[Mention, ...]
    canonical: str = field(repr=False, default="")
    parts: tuple[LemmaPart, ...] = field(repr=False, default=())
    features: FeatureBundle = field(default_factory=lambda: NO_FEATURES)
    owner: EntityId | None = None
    couple: EntityId | None = None
