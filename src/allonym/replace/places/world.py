"""The document's world: what belongs together in it, and what stands for each.

A postcode belongs to a town, and so do the dialling code of a telephone and the letters of a plate.
First it is *gathered* which original town each of them goes with; then a town is *drawn* for each,
once for the document; and each number is *written* with what the town drawn has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from allonym.languages.geography import Town
from allonym.model.entity import Entity, EntityId
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.replace.numbers.registers import code_of
from allonym.replace.people.spelt import Spelt
from allonym.replace.places.codes import Codes
from allonym.replace.places.settlements import Gathered

LOCATED = (
    "postcode", "phone", "plate", "id.national", "id.company", "id.tax", "property", "case_number",
    "gps", "id",
)  # fmt: skip
"""The types that go with a town: of numbers those that hold a county or a court."""

PLOT_WORD = re.compile(r"[^\W\d_]{4,}")
"""A word of the name of a plot that may be a place's."""


@dataclass(frozen=True, slots=True)
class Move:
    """From where to where something goes.

    Attributes:
        new: The town drawn.
        old: The original one, where the table has it.
        code: What a number of a register begins with there.
    """

    new: Town
    old: Town | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """What became of the names of one document, and what follows from it.

    Attributes:
        surrogates: Who and what is called how; addresses of mail follow people and firms.
        moves: The town that a postcode, a telephone or a plate goes with.
        people: How names of all people are spelt in addresses, and what stands for each.
        pets: The same of what they may be called as well: *kasia*, of Katarzyna.
        is_usual: Tells whether a word in small letters is an ordinary one.
        alike: Gives what else somebody of a given name is called: pet names, or the full one.
        words: What stands for the words in the names of plots (*Sollentuna Åsen 1:18*).
        spelt: Gives what may stand for a word of a user name that is nobody's known: names of its
            kind as user names spell them, by length.
        halves: Gives the two names that a long word of a user name is made of: *markopavlisic*.
    """

    surrogates: Mapping[EntityId, Surrogate] = field(
        repr=False, default_factory=lambda: MappingProxyType({})
    )
    moves: Mapping[EntityId, Move] = field(repr=False, default_factory=lambda: MappingProxyType({}))
    people: Spelt = field(repr=False, default_factory=Spelt)
    pets: Spelt = field(repr=False, default_factory=Spelt)
    is_usual: Callable[[str], bool] = field(repr=False, default=lambda _: False)
    alike: Callable[[str], Collection[str]] = field(repr=False, default=lambda _: ())
    words: Mapping[str, str] = field(repr=False, default_factory=lambda: MappingProxyType({}))
    spelt: Callable[[str], Mapping[int, tuple[str, ...]]] = field(repr=False, default=lambda _: {})
    halves: Callable[[str], tuple[str, str]] = field(repr=False, default=lambda w: (w, ""))


def world(
    gathered: Gathered,
    entities: Sequence[Entity],
    surrogates: Mapping[EntityId, Surrogate],
    draw: Callable[[str], Town | None],
    is_usual: Callable[[str], bool],
) -> World:
    """Return the world of a document whose names are drawn.

    Args:
        gathered: The towns of the document.
        entities: All of it.
        surrogates: What stands for the names.
        draw: Returns the town that stands for one of this name.
        is_usual: Tells whether a word in small letters is an ordinary one: *fastigheten*.
    """
    view, geography, codes = gathered.view, gathered.geography, Codes(gathered)
    moves: dict[EntityId, Move] = {}
    words: dict[str, str] = {}
    for entity in entities:
        if is_a(entity.type, "property"):
            texts = (view.surface(m.span) for m in entity.mentions)
            named = [w for text in texts for w in PLOT_WORD.findall(text) if not w.islower()]
            words |= {w: w for w in named if is_usual(w.lower())}
            words |= {w: t.name for w in named if w not in words and (t := draw(w.title()))}
        if not any(is_a(entity.type, kind) for kind in LOCATED) or not geography.towns:
            continue
        if original := codes.original(entity):
            name, old = original
            if new := draw(name):
                number = view.surface(entity.mentions[0].span)
                moves[entity.id] = Move(new, old, code_of(number, new, geography))
    return World(MappingProxyType(dict(surrogates)), MappingProxyType(moves), words=words)
