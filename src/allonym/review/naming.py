"""A pseudonym that a person typed, word by word with roles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import PartRole
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import Morphology
from allonym.review.occurrences import TextIndex

_LEAST = 3
_SURE = 0.75


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


def name_warnings(
    chosen: Surrogate,
    entity: Entity,
    certainty: float,
    index: TextIndex,
    morphology: Morphology,
) -> list[dict[str, Any]]:
    """Return what speaks against a typed name, each with a code and a sentence.

    Args:
        chosen: The name.
        entity: Whose pseudonym it is to be.
        certainty: The least certain of its forms in the document.
        index: The words of the document.
        morphology: Of the language.
    """
    found = []
    words = [p.lemma for p in chosen.parts]
    if any(len(word) >= _LEAST and index.has(word) for word in words):
        found.append({"code": "in-document", "detail": "the name occurs in the document"})
    if is_a(entity.type, "person") and not _fits_gender(chosen, entity, morphology):
        found.append({"code": "gender", "detail": "the name is usually that of another gender"})
    if certainty < _SURE:
        found.append({"code": "uncertain", "detail": "some of the forms are only guessed"})
    return found


def _fits_gender(chosen: Surrogate, entity: Entity, morphology: Morphology) -> bool:
    """Tell whether some reading of the given name as a citation form has the wanted gender."""
    wanted = chosen.gender or entity.features.get("Gender", "")
    given = next((p.lemma for p in chosen.parts if p.role == "given"), "")
    if not wanted or not given:
        return True
    genders = {
        a.features.get("Gender", "")
        for a in morphology.analyse(given, "given")
        if a.lemma.casefold() == given.casefold()
    }
    return not genders or bool(genders & {"", wanted})
