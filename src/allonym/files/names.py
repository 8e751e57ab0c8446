"""Names of files: the people in a document are often in its name too, small and run together."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from allonym.formats.labels import new_words, paired, renamed
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
_LABEL = re.compile(r"\[([^\[\]]+)\]")
_SHORT, _LONG = 2, 6
PEOPLE = ("person", "email", "username", "phone", "id", "iban", "account")
_NAMED = (*PEOPLE, "case_number", "org")

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


@dataclass(frozen=True, slots=True)
class Hidden:
    """What was hidden in a file's text, and its name must not hold."""

    words: Set[str] = field(repr=False)  # of what was hidden, folded
    # what stands in names of files for words of names and for numbers
    instead: Mapping[str, str] = field(repr=False)
    # tells whether what was hidden, in any form, is found in a text
    is_found: Callable[[str], bool] = field(repr=False)

    @classmethod
    def of(cls, result: Result, is_found: Callable[[str], bool]) -> Hidden:
        """Return that of a file's text."""
        return cls(_hidden_words(result), new_names([result]), is_found)

    def is_in(self, name: str) -> bool:
        """Tell whether a file's name, a path with slashes, holds a word of it."""
        is_said = _shares(name, self.words) or followed(name, self.instead) != name
        return is_said or self.is_found(_bare(name))

    def cut_from(self, name: str) -> str:
        """Return a file's name without any word of it."""
        suffix = PurePosixPath(name).suffix
        return "/".join(map(self._cut, _bare(name).split("/"))) + suffix

    def _cut(self, part: str) -> str:
        if not self.is_in(f"{part}.txt"):
            return part
        kept = (word for word in _PARTING.split(part) if not self.is_in(f"{word}.txt"))
        return "_".join(kept) or "document"


def names(name: str, people: Sequence[KnownPerson]) -> bool:
    """Tell whether a file's name holds a word of the name of somebody who is hidden elsewhere."""
    words = {fold(w) for p in people for w in _WORD.findall(p.name) if len(w) > _SHORT}
    return _shares(name, words)


def new_names(results: Iterable[Result], types: Collection[str] = _NAMED) -> dict[str, str]:
    """Return what stands in names of files for words of names and for numbers hidden in texts.

    Args:
        results: What became of the texts.
        types: Of what the names and numbers are.
    """
    made: dict[str, str] = {}
    for result in results:
        named = {e.id: e for e in result.entities if e.type.partition(".")[0] in types}
        plan = [r for r in result.plan if r.entity in named and r.method != "keep"]
        made |= new_words(result.view, plan)
        for replacement in plan:
            known, lemma = named[replacement.entity].canonical, replacement.lemma
            if len(known.split()) == len(lemma.split()):
                made.update(i for i in paired(known, lemma).items() if i[0] not in made)
            old = _unparted(result.view.surface(replacement.span))
            if sum(map(str.isdigit, old)) >= _LONG:
                made[old] = _unparted(replacement.text)
    return made


def followed(name: str, words: Mapping[str, str]) -> str:
    """Return a file's name with words and numbers in it called as in the texts they are from.

    >>> followed("sprawa/novakova-601234567.txt", {"novakova": "lah", "601234567": "602813606"})
    'sprawa/lah-602813606.txt'
    """
    bare = renamed(_bare(name), words)
    bare = _WORD.sub(lambda m: words.get(fold(m[0]), m[0]) if m[0][-1].isdigit() else m[0], bare)
    return bare + PurePosixPath(name).suffix


def among(old: str, new: str, words: Mapping[str, str]) -> str:
    """Return what a file in an archive is called where others in it hide somebody.

    `words` stand for words and numbers hidden in any file of the archive; a folder that holds one
    is called so for all files in it.
    """
    came, path = PurePosixPath(old).parent, PurePosixPath(followed(new, words))
    folder = PurePosixPath(followed(f"{came}/x", words)).parent
    return str((PurePosixPath(new).parent if folder == came else folder) / path.name)


def _unparted(value: str) -> str:
    return fold("".join(_WORD.findall(value)))


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
    return tuple(
        KnownPerson(e.canonical, surrogate=_called(e, hidden[e.id]))
        for e in result.entities
        if e.id in hidden and is_a(e.type, "person") and len(e.canonical) > 2
    )


def _called(entity: Entity, said: Sequence[tuple[PartRole, str]]) -> Surrogate | None:
    """Return what somebody is called instead, where word stands for word, in whatever order."""
    left, roles = list(said), [part.role for part in entity.parts]
    if not said or sorted(roles) != sorted(role for role, _ in said):
        return None
    taken = (left.pop(next(n for n, s in enumerate(left) if s[0] == role)) for role in roles)
    return Surrogate(
        entity.id, tuple(LemmaPart(*one) for one in taken), entity.features.get("Gender", "")
    )


def _renamed(part: str, rewrite: Rewrite, people: Sequence[KnownPerson]) -> str:
    """Return a part of a path renamed; signs that mean something to a shell are in none."""
    gaps, words = _PARTING.findall(part), _PARTING.split(part)
    if not any(word.isalpha() for word in words):
        return part
    plain = _LABEL.sub(lambda m: m[1].lower(), rewrite(" ".join(words), people))
    new = plain.replace("*", "x").split(" ")
    if len(new) != len(words):
        return "_".join(new)
    return "".join(w + g for w, g in zip(new, [*gaps, ""], strict=True)).rstrip(".")


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
