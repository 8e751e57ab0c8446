"""From surrogates back to originals, in running text that may arrive in pieces."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import NamePart
from allonym.model.replacement import Replacement
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import Morphology

_KINDS: Mapping[str, str] = {"given": "given", "family": "family"}
_LEAST = 3  # characters of the shortest surrogate that is put back: ``28`` stands for too much else


@dataclass(frozen=True, slots=True)
class Originals:
    """What stands for whom; it may be sent to other processes, where no language is known."""

    # each surrogate, in each form, with its original in that form
    table: Mapping[str, str] = field(default_factory=dict, repr=False)
    _keys: list[str] = field(init=False, repr=False)
    _lengths: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_keys", sorted(self.table))
        object.__setattr__(self, "_lengths", sorted({len(k) for k in self.table}, reverse=True))

    def in_json(self) -> Originals:
        """Return the same for text that is the source of JSON, escaped or not."""
        found = {
            json.dumps(key, ensure_ascii=ascii_only)[1:-1]: json.dumps(
                original, ensure_ascii=ascii_only
            )[1:-1]
            for ascii_only in (True, False)
            for key, original in self.table.items()
        }
        return Originals(found)

    def restore(self, text: str) -> str:
        """Return a whole text with the originals back."""
        stream = Stream(self)
        return stream.feed(text) + stream.close()

    def match(self, text: str, at: int, *, ended: bool) -> tuple[int, str] | None:
        """Return length and original of the longest surrogate that stands at an offset."""
        for length in self._lengths:
            end = at + length
            if end > len(text) or (end == len(text) and not ended):
                continue
            original = self.table.get(text[at:end])
            if original is not None and (end == len(text) or not text[end - 1 : end + 1].isalnum()):
                return length, original
        return None

    def may_become(self, text: str, at: int) -> bool:
        """Tell whether the end of a text, from an offset on, may still become a surrogate."""
        if not self._lengths or len(text) - at > self._lengths[0]:
            return False
        tail = text[at:]
        found = bisect_left(self._keys, tail)
        return found < len(self._keys) and self._keys[found].startswith(tail)


class Restorer:
    """Learns what stands for whom, in whatever form it may be written.

    A surrogate in a case that the source never used is put back in that case, as far as the
    language's morphology knows both names.
    """

    def __init__(self, morphology: Morphology) -> None:
        """Start with nothing to put back."""
        self._morphology = morphology
        self._table: dict[str, str] = {}
        self.originals = Originals()

    def learn(self, result: Result, since: int = 0) -> None:
        """Take in what a run replaced.

        Only what stands at the offset `since` of the original or behind it.
        """
        entities = {e.id: e for e in result.entities}
        own = [r for r in result.replacements if r.span.start >= since]
        made = [r for r in own if not r.context]
        exact = ((r.text, result.view.surface(r.span)) for r in made)
        formed = chain.from_iterable(self._forms(entities, r) for r in made)
        for surrogate, original in [*_with_words_before(result, own), *exact, *formed]:
            self._add(surrogate, original)
            if surrogate.upper() != surrogate:
                self._add(surrogate.upper(), original.upper())
        self.originals = Originals(dict(self._table))

    def _add(self, surrogate: str, original: str) -> None:
        if len(surrogate) >= _LEAST and surrogate != original:
            self._table.setdefault(surrogate, original)

    def _forms(
        self, entities: Mapping[EntityId, Entity], made: Replacement
    ) -> Iterator[tuple[str, str]]:
        """Yield every form of each word of a surrogate with the form of the original."""
        entity = entities.get(made.entity)
        if entity is None or not any(is_a(entity.type, t) for t in ("person", "place", "org")):
            return
        mention = next((m for m in entity.mentions if m.span == made.span), None)
        words = re.findall(r"[^\W\d_][\w'’]*", made.lemma)
        if mention is None or len(words) != len(mention.parts):
            return
        own = "place" if is_a(mention.type, "place") else "org"
        for word, part in zip(words, mention.parts, strict=True):
            if part.analyses and part.role != "initial":
                kind = _KINDS.get(part.role, own)
                yield from self._pairs(word, part, kind)

    def _pairs(self, lemma: str, part: NamePart, kind: str) -> Iterator[tuple[str, str]]:
        original = part.analyses[0].lemma
        yield lemma, original
        for form in sorted(self._morphology.forms(lemma, kind)):
            if not form.isalpha():
                continue
            for reading in self._morphology.analyse(form, kind):
                if reading.lemma == lemma and not part.derived:
                    yield form, self._morphology.inflect(original, kind, reading.features).form
                    break


def _with_words_before(result: Result, made: Sequence[Replacement]) -> Iterator[tuple[str, str]]:
    """Yield surrogates together with the article or preposition that followed them, as it was."""
    for word, name in pairwise(made):
        gap = Span(word.span.end, name.span.start) if word.span.end < name.span.start else None
        between = result.view.surface(gap) if gap else ""
        if word.context and not name.context and between.isspace():
            whole = result.view.surface(Span(word.span.start, name.span.end))
            yield f"{word.text}{between}{name.text}", whole


@dataclass
class Stream:
    """One answer that arrives in pieces."""

    originals: Originals = field(repr=False)  # what to put back
    _held: str = field(default="", repr=False)
    _before: str = field(default="", repr=False)

    def feed(self, piece: str) -> str:
        """Take in a piece and return what can be said of the answer so far.

        Only the end that may still become a surrogate is held back.
        """
        return self._advance(self._held + piece, ended=False)

    def close(self) -> str:
        """Return what was held back."""
        return self._advance(self._held, ended=True)

    def _advance(self, text: str, *, ended: bool) -> str:
        out: list[str] = []
        at = 0
        while at < len(text):
            before = text[at - 1] if at else self._before
            if not before.isalnum():
                if not ended and self.originals.may_become(text, at):
                    break
                if found := self.originals.match(text, at, ended=ended):
                    out.append(found[1])
                    at += found[0]
                    continue
            out.append(text[at])
            at += 1
        self._before = text[at - 1] if at else self._before
        self._held = text[at:]
        return "".join(out)


def restore_pieces(originals: Originals, pieces: Iterable[str]) -> Iterator[str]:
    """Yield an answer with the originals back, piece by piece; empty pieces are left out."""
    stream = Stream(originals)
    for piece in pieces:
        if ready := stream.feed(piece):
            yield ready
    if rest := stream.close():
        yield rest
