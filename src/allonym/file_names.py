"""Names of files: the people in a document are often in its name too, small and run together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence, Set
from pathlib import PurePosixPath

from allonym.formats.labels import new_words, renamed
from allonym.languages.lexicon import listed
from allonym.languages.pack import load_pack
from allonym.model.entity import Entity, LemmaPart
from allonym.model.known import KnownPerson
from allonym.model.mention import PartRole
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


def holds(name: str, result: Result, is_found: Callable[[str], bool]) -> bool:
    """Tell whether a file's name holds a word of somebody or something hidden in the file.

    Args:
        name: Path with slashes.
        result: What became of the file's text.
        is_found: Tells whether what was hidden, in any form, is found in a text.
    """
    bare = _bare(name)
    is_said = _shares(name, _hidden_words(result)) or _followed(bare, result) != bare
    return is_said or is_found(bare)


def names(name: str, people: Sequence[KnownPerson]) -> bool:
    """Tell whether a file's name holds a word of the name of somebody who is hidden elsewhere."""
    words = {fold(w) for p in people for w in _WORD.findall(p.name) if len(w) > _SHORT}
    return _shares(name, words)


def without(name: str, result: Result, is_found: Callable[[str], bool]) -> str:
    """Return a file's name without any word that was hidden in the file."""
    folder, slash, base = name.rpartition("/")
    suffix = PurePosixPath(base).suffix
    bare = _followed(_bare(base), result)
    if holds(f"{bare}{suffix}", result, is_found):
        parts = _PARTING.split(bare)
        bare = "_".join(p for p in parts if not holds(p, result, is_found)) or "document"
    return f"{folder}{slash}{bare}{suffix}"


def _followed(text: str, result: Result) -> str:
    """Return a text with words run together, such as *JanNowak*, called as in the file."""
    return renamed(text, new_words(result.view, result.plan))


def _shares(name: str, words: Set[str]) -> bool:
    """Tell whether a file's name, its ending apart, has one of some folded words."""
    return not words.isdisjoint(map(fold, _WORD.findall(_bare(name))))


def _bare(name: str) -> str:
    return name.removesuffix(PurePosixPath(name).suffix)


def _hidden_words(result: Result) -> set[str]:
    """Return the words of what was hidden; of an organisation without those that are words."""
    hidden = {r.entity for r in result.plan if r.method != "keep"}
    is_word = listed(load_pack(result.report.language), "common", "common_rare")
    return {
        fold(word)
        for entity in result.entities
        if entity.id in hidden and entity.type.partition(".")[0] in _NAMED
        for surface in {entity.canonical, *(result.view.surface(m.span) for m in entity.mentions)}
        for word in _WORD.findall(surface)
        if len(word) > _SHORT and not (is_a(entity.type, "org") and is_word(word.lower()))
    }


def known_people(result: Result) -> tuple[KnownPerson, ...]:
    """Return the people hidden in a document, to be looked for and called the same elsewhere."""
    roles = {m.span: [p.role for p in m.parts] for e in result.entities for m in e.mentions}
    hidden: dict[str, Sequence[tuple[PartRole, str]]] = {}
    for replacement in result.plan:
        if replacement.method != "keep" and not replacement.context:
            words, own = replacement.lemma.split(), roles.get(replacement.span, [])
            said = list(zip(own, words, strict=True)) if len(own) == len(words) else []
            hidden[replacement.entity] = max(hidden.get(replacement.entity, []), said, key=len)
    people = (e for e in result.entities if e.id in hidden and _is_named(e))
    return tuple(KnownPerson(e.canonical, surrogate=_called(e, hidden[e.id])) for e in people)


def _called(entity: Entity, said: Sequence[tuple[PartRole, str]]) -> Surrogate | None:
    """Return what somebody is called instead, where word stands for word, in whatever order."""
    left, roles = list(said), [part.role for part in entity.parts]
    if not said or sorted(roles) != sorted(role for role, _ in said):
        return None
    taken = (left.pop(next(n for n, s in enumerate(left) if s[0] == role)) for role in roles)
    return Surrogate(
        entity.id, tuple(LemmaPart(*one) for one in taken), entity.features.get("Gender", "")
    )


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
