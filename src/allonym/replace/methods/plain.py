"""Methods that need no knowledge of the language: remove, initials, mask, hash, tags."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from allonym.languages.labels import Labels
from allonym.model.entity import Entity
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import ReplaceContext, Replacer

_WORD = re.compile(r"\S+")
_STOP = re.compile(r"\.[^\S\n]*")


@dataclass(frozen=True, slots=True)
class RemoveReplacer:
    """Writes ``XXX``, or nothing: then one of the two spaces around goes too."""

    text: str = "XXX"

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the fixed text for each mention."""
        for entity in entities:
            for mention in entity.mentions:
                span = mention.span if self.text else _with_space(context.view, mention.span)
                yield Replacement(span, self.text, entity.id, "remove")


def _with_space(view: TextView, span: Span) -> Span:
    """Widen `span` over one following space where removing it would leave two, or an edge one."""
    text = view.text
    before = text[span.start - 1] if span.start else "\n"
    follows = text[span.end] if span.end < len(text) else ""
    return Span(span.start, span.end + 1) if before in " \n\t" and follows == " " else span


@dataclass(frozen=True, slots=True)
class InitialsReplacer:
    """Writes ``J. S.``; a second person with the same letters becomes ``J. S. 2``."""

    fallback: Replacer  # what makes of an entity whose name has no letters

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the initials of each entity's canonical name for each mention."""
        counts: dict[str, int] = {}
        starts = {mention.span.start for entity in entities for mention in entity.mentions}
        for entity in sorted(entities, key=lambda e: e.mentions[0].span):
            text = initials(_own_name(entity) or context.view.surface(entity.mentions[0].span))
            if not text:
                yield from self.fallback.replace(context, [entity])
                continue
            counts[text] = counts.get(text, 0) + 1
            number = f" {counts[text]}" if counts[text] > 1 else ""
            for mention in entity.mentions:
                label = text + number
                stop = _STOP.match(context.view.text, mention.span.end)
                if stop and stop.end() not in starts:  # *A. N.. J. K. said* are two people
                    label = label.removesuffix(".")
                yield Replacement(mention.span, label, entity.id, "initials")


def _own_name(entity: Entity) -> str:
    """Return the name as the text orders it, less what has no initial: ``Jr.``, ``van der``."""
    beside = {part.lemma for part in entity.parts if part.role == "other"}
    words = [word for word in entity.canonical.split() if word not in beside]
    fullest = max((mention.parts for mention in entity.mentions), key=len)
    if [part.role for part in fullest[:1]] == ["family"]:  # Bognár Szilárd
        family = next((part.lemma for part in entity.parts if part.role == "family"), "")
        at = next((n for n, word in enumerate(words) if word.startswith(family)), 0)
        words = words[at:] + words[:at]
    return " ".join(words)


def initials(name: str) -> str:
    """Return the first letters of the words of a name; empty when a word begins with no letter.

    >>> initials("Anna Maria Nowak-Kowalska"), initials("44051401359")
    ('A. M. N.-K.', '')
    """
    words = [[part[:1] for part in word.split("-") if part] for word in name.split()]
    if not words or not all(letter.isalpha() for word in words for letter in word):
        return ""
    return " ".join("-".join(f"{letter.upper()}." for letter in word) for word in words if word)


@dataclass(frozen=True, slots=True)
class MaskReplacer:
    """Writes as many masking characters as there were letters and digits; separators stay."""

    # how many letters or digits stay readable at the end; all are masked where fewer than twice as
    # many stand there, since a mask must hide
    keep_last: int = 0
    character: str = "*"  # the masking character

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the masked surface of each mention."""
        for entity in entities:
            for mention in entity.mentions:
                text = self._mask(context.view.surface(mention.span))
                yield Replacement(mention.span, text, entity.id, "mask")

    def _mask(self, surface: str) -> str:
        count = sum(c.isalnum() for c in surface)
        open_from = count - self.keep_last if count >= 2 * self.keep_last else count
        out, seen = [], 0
        for character in surface:
            out.append(self.character if character.isalnum() and seen < open_from else character)
            seen += character.isalnum()
        return "".join(out)


@dataclass(frozen=True, slots=True)
class HashReplacer:
    """Writes an HMAC-SHA-256 of the entity under the secret, in base32 (RFC 4648)."""

    length: int = 12  # characters kept; 12 are 60 bits

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the same digest for each mention of an entity."""
        for entity in entities:
            root = entity.type.partition(".")[0]
            canonical = entity.canonical or context.view.surface(entity.mentions[0].span)
            digest = base64.b32encode(context.draw.digest("hash", root, canonical)).decode()
            for mention in entity.mentions:
                yield Replacement(mention.span, digest[: self.length].lower(), entity.id, "hash")


@dataclass(frozen=True, slots=True)
class TagReplacer:
    """Writes ``[PERSON]``."""

    labels: Labels  # the words for types
    per: str = "mention"  # ``mention``, or ``token`` for one label on each word of the mention
    label: str = ""  # stands for every label if given

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return one tag for each mention."""
        for entity in entities:
            for mention in entity.mentions:
                tag = f"[{self.label or self.labels.tag(mention.type)}]"
                text = _per(self.per, context.view.surface(mention.span), tag)
                yield Replacement(mention.span, text, entity.id, "tag")


@dataclass(frozen=True, slots=True)
class IndexReplacer:
    """Writes ``[PERSON1]``: one number for each entity, counted by label in text order."""

    labels: Labels
    per: str = "mention"
    label: str = ""

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the numbered label for each mention."""
        counts: dict[str, int] = {}
        for entity in sorted(entities, key=lambda e: e.mentions[0].span.start):
            label = self.label or self.labels.tag(entity.type)
            counts[label] = counts.get(label, 0) + 1
            tag = f"[{label}{counts[label]}]"
            for mention in entity.mentions:
                text = _per(self.per, context.view.surface(mention.span), tag)
                yield Replacement(mention.span, text, entity.id, "index")


def _per(per: str, surface: str, tag: str) -> str:
    return tag if per == "mention" else _WORD.sub(lambda _: tag, surface)
