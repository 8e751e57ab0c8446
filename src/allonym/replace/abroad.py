"""Names in paragraphs of other languages, each written as its own language writes names.

Who is named in paragraphs of one language only is called by a name of that language.  Everybody
else is called by a name of the document's, which every language inflects in its own way.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.replacement import Replacement
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import ReplaceContext, Replacer

_NAMED = ("person", "place", "org")
_GIVEN: PartRole = "given"
_FAMILY: PartRole = "family"
_JOINTS = re.compile(r"[\s-]+")


def replaced_abroad(
    context: ReplaceContext,
    entities: Sequence[Entity],
    own: Replacer,
    others: Mapping[str, Replacer],
) -> Iterator[Replacement]:
    """Yield the replacements of a document whose paragraphs are in several languages.

    Args:
        context: The document.
        entities: Those to be replaced, of all languages.
        own: The replacer of the document's language.
        others: Those of the other languages, by ISO 639-1 code.
    """
    homes = _homes(entities)
    at_home = [e for e in entities if not homes[e.id]]
    made = list(own.replace(context, [_bare(e) for e in at_home]))
    names = {**_surrogates(at_home, made), **context.names}
    away = {(e.id, code) for e in at_home if e.id in names for code in _languages(e) if code}
    mentions = {e.id: e.mentions for e in at_home}
    yield from (r for r in made if (r.entity, _language(r, mentions[r.entity])) not in away)
    for code, replacer in others.items():
        theirs = ((e, [m for m in e.mentions if m.language == code]) for e in at_home)
        guests = [replace(e, mentions=tuple(own)) for e, own in theirs if (e.id, code) in away]
        group = [*guests, *(e for e in entities if homes[e.id] == code)]
        yield from replacer.replace(replace(context, language=code, names=names), group)


def _homes(entities: Sequence[Entity]) -> dict[EntityId, str]:
    """Return the language that each is named in: its only one, else the document's (empty).

    People of one family are named in one language, and an address goes with its owner.
    """
    families: dict[str, set[str]] = {}
    for entity in entities:
        for name in _family(entity):
            families.setdefault(name, set()).update(_languages(entity))
    homes: dict[EntityId, str] = {}
    for entity in sorted(entities, key=lambda e: e.owner is not None):
        codes = set(_languages(entity)).union(*(families[name] for name in _family(entity)))
        named = any(is_a(entity.type, kind) for kind in (*_NAMED, "address"))
        homes[entity.id] = codes.pop() if named and len(codes) == 1 else ""
        if entity.owner is not None:
            homes[entity.id] = homes.get(entity.owner, "")
    return homes


def _family(entity: Entity) -> Iterable[str]:
    return (p.lemma.casefold() for p in entity.parts if p.role == "family")


def _languages(entity: Entity) -> Iterable[str]:
    return dict.fromkeys(m.language for m in entity.mentions)


def _bare(entity: Entity) -> Entity:
    """Return an entity whose mentions in other languages have no case: its own knows them not."""
    return replace(entity, mentions=tuple(_without_case(m) for m in entity.mentions))


def _without_case(mention: Mention) -> Mention:
    if not mention.language:
        return mention
    parts = tuple(replace(p, analyses=tuple(_lemmas(p))) for p in mention.parts)
    return replace(mention, parts=parts)


def _lemmas(part: NamePart) -> Iterator[Analysis]:
    for reading in part.analyses[:1]:
        gender = reading.features.get("Gender")
        yield Analysis(reading.lemma, {"Gender": gender} if gender else {})


def _surrogates(
    entities: Iterable[Entity], made: Sequence[Replacement]
) -> dict[EntityId, Surrogate]:
    """Return what was drawn for whatever has a name, from its longest mention."""
    longest: dict[EntityId, Replacement] = {}
    for new in made:
        before = longest.get(new.entity)
        if new.lemma and not new.context and (not before or len(new.span) > len(before.span)):
            longest[new.entity] = new
    return {
        e.id: Surrogate(e.id, _parts(e, longest[e.id]), e.features.get("Gender", ""))
        for e in entities
        if e.id in longest and any(is_a(e.type, kind) for kind in _NAMED)
    }


def _parts(entity: Entity, made: Replacement) -> tuple[LemmaPart, ...]:
    """Return the words of a pseudonym with the roles of the words that it stands for."""
    if not is_a(entity.type, "person"):
        return (LemmaPart("other", made.lemma),)
    mention = next(m for m in entity.mentions if m.span == made.span)
    roles: list[PartRole] = [_GIVEN if p.role == "initial" else p.role for p in mention.parts]
    roles = [role for role in roles if role != "other"]
    words = _JOINTS.split(made.lemma)
    if len(roles) != len(words):
        roles = [*(_GIVEN for _ in words[1:]), _FAMILY]
    return tuple(LemmaPart(role, word) for role, word in zip(roles, words, strict=True))


def _language(made: Replacement, mentions: Sequence[Mention]) -> str:
    """Return the language of the mention that a replacement belongs to: the nearest."""
    at = bisect_left(mentions, made.span, key=lambda m: m.span)
    near = mentions[max(0, at - 1) : at + 1]
    return min(near, key=lambda m: abs(m.span.start - made.span.start)).language
