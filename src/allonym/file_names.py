"""Names of files: the people in a document are often in its name too, small and run together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePosixPath

from allonym.model.entity import Entity
from allonym.model.known import KnownPerson
from allonym.model.result import Result
from allonym.model.types import is_a

_PARTING = re.compile(r"[\s_.+-]+")

Rewrite = Callable[[str, Sequence[KnownPerson]], str]
"""From a text and people known to be in it to the text without them."""


def rename(name: str, result: Result, rewrite: Rewrite) -> str:
    """Return a file's name without the people that were hidden in the file.

    Each folder and the name are treated as a text of words; what parts the words stays where the
    new name has as many, else they are parted by an underscore.

    Args:
        name: Path with slashes.
        result: What became of the file's text.
        rewrite: Pseudonymizes a text, knowing people.
    """
    people = known_people(result)
    path = PurePosixPath(name)
    folders = [_renamed(part, rewrite, people) for part in path.parts[:-1]]
    suffix = path.suffix
    stem = _renamed(path.name.removesuffix(suffix), rewrite, people)
    return str(PurePosixPath(*folders, f"{stem}{suffix}"))


def known_people(result: Result) -> tuple[KnownPerson, ...]:
    """Return the people hidden in a document, to be looked for elsewhere."""
    hidden = {replacement.entity for replacement in result.plan if replacement.method != "keep"}
    people = (e for e in result.entities if e.id in hidden and _is_named(e))
    return tuple(KnownPerson(entity.canonical) for entity in people)


def _is_named(entity: Entity) -> bool:
    return is_a(entity.type, "person") and len(entity.canonical) > 2


def _renamed(part: str, rewrite: Rewrite, people: Sequence[KnownPerson]) -> str:
    gaps, words = _PARTING.findall(part), _PARTING.split(part)
    if not any(word.isalpha() for word in words):
        return part
    new = rewrite(" ".join(words), people).split(" ")
    if len(new) != len(words):
        return "_".join(new)
    return "".join(w + g for w, g in zip(new, [*gaps, ""], strict=True))


def unique(name: str, taken: Collection[str]) -> str:
    """Return a name that no other file has, with a number where it must be.

    >>> unique("a/b.txt", {"a/b.txt"})
    'a/b-2.txt'
    """
    path, number, found = PurePosixPath(name), 2, name
    while found in taken:
        found = str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        number += 1
    return found
