"""A pseudonym that a person typed, word by word with roles."""

from __future__ import annotations

from collections.abc import Callable

from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import PartRole
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a


def chosen_name(
    entity: Entity, text: str, gender: str = "", is_given: Callable[[str], bool] = lambda _: False
) -> Surrogate:
    """Return a typed name as a surrogate for an entity.

    The last word of a person's name is the surname, unless all before and it are given names of
    somebody of whom only given names are known; ``Nowak, Jan`` is understood too.

    Args:
        entity: Whose pseudonym it is.
        text: As typed, in the citation form.
        gender: Its gender; that of the entity if not given.
        is_given: Tells whether a word is a given name.

    >>> from allonym.model.entity import EntityId
    >>> person = Entity(EntityId("person#1"), "person", ())
    >>> [(p.role, p.lemma) for p in chosen_name(person, "Jan Nowak").parts]
    [('given', 'Jan'), ('family', 'Nowak')]
    """
    gender = gender or entity.features.get("Gender", "")
    if not is_a(entity.type, "person"):
        return Surrogate(entity.id, (LemmaPart("other", text),), gender)
    before, comma, after = text.partition(",")
    if comma and after.strip():
        text = f"{after.strip()} {before.strip()}"
    words = text.split()
    roles = {p.role for p in entity.parts}
    alone: PartRole = "given" if roles == {"given"} else "family"
    if len(words) == 1:
        only: PartRole = "given" if not roles and is_given(words[0]) else alone
        return Surrogate(entity.id, (LemmaPart(only, words[0]),), gender)
    if alone == "given" and all(map(is_given, words)):
        return Surrogate(entity.id, tuple(LemmaPart("given", w) for w in words), gender)
    given = tuple(LemmaPart("given", w) for w in words[:-1])
    return Surrogate(entity.id, (*given, LemmaPart("family", words[-1])), gender)
