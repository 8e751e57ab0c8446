"""Names of files: the people in a document are often in its name too, small and run together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence, Set
from pathlib import PurePosixPath

from allonym.model.entity import Entity, LemmaPart
from allonym.model.known import KnownPerson
from allonym.model.result import Result
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.text.fold import fold

_PARTING = re.compile(r"[\s_.+-]+")

_WORD = re.compile(r"[^\W_]+")
_SHORT = 2
_NAMED = ("person", "email", "username", "phone", "id", "case_number", "org", "iban", "account")

Rewrite = Callable[[str, Sequence[KnownPerson]], str]
"""From a text and people known to be in it to the text without them."""


def rename(name: str, people: Sequence[KnownPerson], rewrite: Rewrite) -> str:
    """Return a file's name without the people that were hidden in the file.

    Each folder and the name are treated as a text of words; what parts the words stays where the
    new name has as many, else they are parted by an underscore.

    Args:
        name: Path with slashes.
        people: Who was hidden.
        rewrite: Pseudonymizes a text, knowing people.
    """
    path = PurePosixPath(name)
    folders = [_renamed(part, rewrite, people) for part in path.parts[:-1]]
    suffix = path.suffix
    stem = _renamed(path.name.removesuffix(suffix), rewrite, people)
    return str(PurePosixPath(*folders, f"{stem}{suffix}"))


def holds(name: str, result: Result) -> bool:
    """Tell whether a file's name holds a word of somebody or something hidden in the file.

    Args:
        name: Path with slashes.
        result: What became of the file's text.
    """
    return _shares(name, _hidden_words(result))


def names(name: str, people: Sequence[KnownPerson]) -> bool:
    """Tell whether a file's name holds a word of the name of somebody who is hidden elsewhere."""
    words = {fold(w) for p in people for w in _WORD.findall(p.name) if len(w) > _SHORT}
    return _shares(name, words)


def without(name: str, result: Result) -> str:
    """Return a file's name without any word that was hidden in the file."""
    words = _hidden_words(result)
    folder, slash, base = name.rpartition("/")
    left = [p for p in _PARTING.split(_bare(base)) if not _among(p, words)]
    return f"{folder}{slash}{'_'.join(left) or 'document'}{PurePosixPath(base).suffix}"


def _shares(name: str, words: Set[str]) -> bool:
    """Tell whether a file's name, its ending apart, has one of some folded words."""
    return _among(_bare(name), words)


def _among(text: str, words: Set[str]) -> bool:
    return not words.isdisjoint(map(fold, _WORD.findall(text)))


def _bare(name: str) -> str:
    return name.removesuffix(PurePosixPath(name).suffix)


def _hidden_words(result: Result) -> set[str]:
    hidden = {r.entity for r in result.plan if r.method != "keep"}
    return {
        fold(word)
        for entity in result.entities
        if entity.id in hidden and entity.type.partition(".")[0] in _NAMED
        for surface in {entity.canonical, *(result.view.surface(m.span) for m in entity.mentions)}
        for word in _WORD.findall(surface)
        if len(word) > _SHORT
    }


def known_people(result: Result) -> tuple[KnownPerson, ...]:
    """Return the people hidden in a document, to be looked for and called the same elsewhere."""
    hidden: dict[str, str] = {}
    for replacement in result.plan:
        if replacement.method != "keep" and not replacement.context:
            longest = max(hidden.get(replacement.entity, ""), replacement.lemma, key=_size)
            hidden[replacement.entity] = longest
    people = (e for e in result.entities if e.id in hidden and _is_named(e))
    return tuple(KnownPerson(e.canonical, surrogate=_called(e, hidden[e.id])) for e in people)


def _size(name: str) -> int:
    return name.count(" ") if name else -1


def _called(entity: Entity, name: str) -> Surrogate | None:
    """Return what somebody is called instead, where word stands for word."""
    words = name.split()
    if len(words) != len(entity.parts):
        return None
    parts = (LemmaPart(p.role, w) for p, w in zip(entity.parts, words, strict=True))
    return Surrogate(entity.id, tuple(parts), entity.features.get("Gender", ""))


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
