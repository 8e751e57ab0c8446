"""The method ``masked``: what a masked language model expects instead, if it passes for the same.

After the replacers that CURLICAT published for Slovenian, Croatian and Polish: each word of a
mention is masked in turn, and the first of forty proposals counts that has the part of speech, the
entity label and the number of tokens of the word it replaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from allonym.model.entity import Entity, EntityId
from allonym.model.features import compatible
from allonym.model.mention import Analysis, Mention, NamePart
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import Engine, Morphology, ReplaceContext, Replacer
from allonym.replace.candidates import words_of
from allonym.replace.inflect import each, narrowed
from allonym.text.tokenize import tokenize

_CANDIDATES = 40
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_REACH = 200
_FLOOR = 0.3
_KINDS = {"person": ("given", "family"), "place": ("place",), "org": ("org",)}
_FEATURES = ("Case", "Number", "Gender")


class Filler(Protocol):
    """A masked language model, as `allonym.engines.transformers.FillMask` is one."""

    def fill(self, before: str, after: str, top: int) -> list[str]:
        """Return words for the gap between two texts, the likeliest first."""
        ...


@dataclass(frozen=True)
class Judge:
    """Tells whether a word may stand for another in its place."""

    morphology: Morphology  # reads both words
    engine: Engine  # labels the text with either
    is_common: Callable[[str], bool]  # tells common words from names

    def accepts(
        self,
        before: str,
        original: str,
        candidate: str,
        after: str,
        type_: str,
        part: NamePart | None = None,
    ) -> bool:
        """Tell whether tokens, part of speech and entity label of a word stay what they are.

        Args:
            before: The text before it.
            original: The word.
            candidate: What is to stand there.
            after: The text after it.
            type_: Entity type of the mention.
            part: How the linker reads the word, which knows the words around it.
        """
        return (
            len(tokenize(candidate)) == len(tokenize(original))
            and self._same_part_of_speech(original, candidate, type_, part)
            and self.label(before, candidate, after) == self.label(before, original, after)
        )

    def _same_part_of_speech(
        self, original: str, candidate: str, type_: str, part: NamePart | None
    ) -> bool:
        """Compare capitals, whether it is a common word, and the readings as a name."""
        if not candidate.isalpha() or original[:1].isupper() != candidate[:1].isupper():
            return False
        if self.is_common(original.lower()) != self.is_common(candidate.lower()):
            return False
        if part is not None and part.analyses and part.role in ("given", "family"):
            return self._in_form(candidate, part.role, part.analyses)
        kinds = next((k for name, k in _KINDS.items() if is_a(type_, name)), ("common",))
        return any(self._agree(original, candidate, kind, part) for kind in kinds)

    def _agree(self, original: str, candidate: str, kind: str, part: NamePart | None) -> bool:
        own = part.analyses if part and part.analyses else self.morphology.analyse(original, kind)
        return self._in_form(candidate, kind, own)

    def _in_form(self, candidate: str, kind: str, own: Sequence[Analysis]) -> bool:
        """Tell whether the likeliest reading of a word is one that the original may have."""
        most = max((a.weight for a in own), default=0.0)
        likely = [a for a in own if a.weight >= most / 2]
        found = self.morphology.analyse(candidate, kind)[:1]
        return any(_fits(a, wanted) for a in found for wanted in likely)

    def label(self, before: str, word: str, after: str) -> str:
        """Return the entity label that the engine gives a word in its place; empty for none."""
        before, after = before[-_REACH:], after[:_REACH]
        here = Span(len(before), len(before) + len(word))
        spans = self.engine.tag([before + word + after], floor=_FLOOR)[0]
        over = [s for s in spans if s.span.start <= here.start and here.end <= s.span.end]
        return max(over, key=lambda s: s.score).label if over else ""


def _fits(reading: Analysis, wanted: Analysis) -> bool:
    """Tell whether case, number and gender agree; an unknown case is none that is inflected."""
    case, asked = (a.features.get("Case", "") for a in (reading, wanted))
    bare = ({n: a.features[n] for n in _FEATURES if n in a.features} for a in (reading, wanted))
    return compatible(*bare) and (case == asked or not (case and asked))


def _told(parts: Sequence[NamePart], gender: str) -> list[NamePart]:
    """Return the words of a name with the readings that its bearer and the other words leave.

    Of *Sreo je Ivana* he is a man's, whoever Ivana is elsewhere.
    """
    return [
        replace(part, analyses=narrowed(part.analyses, gender, shared))
        for part, shared in zip(parts, each(parts), strict=True)
    ]


@dataclass(slots=True)
class _Taken:
    """What was chosen in this document: by whom, and for which word."""

    chosen: dict[tuple[EntityId, str], str] = field(default_factory=dict)
    owner: dict[str, tuple[EntityId, str]] = field(default_factory=dict)

    def free(self, candidate: str, key: tuple[EntityId, str]) -> bool:
        return self.owner.get(candidate.casefold(), key) == key

    def take(self, candidate: str, key: tuple[EntityId, str]) -> None:
        self.chosen[key] = candidate
        self.owner[candidate.casefold()] = key


@dataclass(frozen=True, slots=True)
class MaskedReplacer:
    """Writes what a masked language model proposes, word by word.

    A mention of which one word finds nothing that passes becomes a tag as a whole.
    """

    filler: Filler  # the masked language model
    judge: Judge  # accepts or refuses its proposals
    fallback: Replacer  # writes the tag
    candidates: int = _CANDIDATES  # how many proposals a word is tried with

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return accepted words, or a tag, for each mention; the same word always alike."""
        avoid = words_of(context.view.text).union(
            *(words_of(entity.canonical) for entity in context.entities)
        )
        taken = _Taken()
        for entity in entities:
            for mention in entity.mentions:
                text = self._text(context, entity, mention, avoid, taken)
                if text:
                    yield Replacement(mention.span, text, entity.id, "masked")
                    continue
                bare = Entity(entity.id, entity.type, (mention,), entity.canonical)
                yield from self.fallback.replace(context, [bare])

    def _text(
        self,
        context: ReplaceContext,
        entity: Entity,
        mention: Mention,
        avoid: frozenset[str],
        taken: _Taken,
    ) -> str:
        """Return the mention with every word replaced; empty where one finds nothing."""
        whole, start, end = context.view.text, mention.span.start, mention.span.end
        done, cursor = "", start
        parts = _told(mention.parts, entity.features.get("Gender", ""))
        for match in _WORD.finditer(whole, start, end):
            done += whole[cursor : match.start()]
            before, after = whole[:start] + done, whole[match.end() :]
            key = (entity.id, match[0].casefold())
            part = next((p for p in parts if p.span.start == match.start()), None)
            proposals = self._proposals(before, after, taken.chosen.get(key), avoid)
            word = next(
                (
                    w
                    for w in proposals
                    if taken.free(w, key)
                    and self.judge.accepts(before, match[0], w, after, mention.type, part)
                ),
                "",
            )
            if not word:
                return ""
            taken.take(word, key)
            done, cursor = done + word, match.end()
        return done + whole[cursor:end] if done else ""

    def _proposals(
        self, before: str, after: str, known: str | None, avoid: frozenset[str]
    ) -> Iterator[str]:
        if known:
            yield known
        for word in self.filler.fill(before, after, self.candidates)[: self.candidates]:
            if word and not words_of(word) & avoid:
                yield word
