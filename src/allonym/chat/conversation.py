"""One conversation: its messages are hidden together, and answers restored from what was hidden.

Answers may arrive in pieces.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from pathlib import Path

from allonym.api import Pipeline
from allonym.identify import lines_in
from allonym.languages.pack import load_pack
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Mention, NamePart
from allonym.model.replacement import Replacement
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology
from allonym.profile import Profile, Treatment, load_profile
from allonym.secrets import fresh_secret

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


def originals_of(result: Result, morphology: Morphology) -> Originals:
    """Return what stands for whom after a run, in whatever form it may be written.

    A surrogate in a case that the source never used is put back in that case, as far as the
    language's morphology knows both names.
    """
    entities = {e.id: e for e in result.entities}
    made = [r for r in result.replacements if not r.context]
    exact = ((r.text, result.view.surface(r.span)) for r in made)
    formed = chain.from_iterable(_forms(entities, r, morphology) for r in made)
    table: dict[str, str] = {}
    for surrogate, original in chain(_with_words_before(result), exact, formed):
        for new, old in ((surrogate, original), (surrogate.upper(), original.upper())):
            if len(new) >= _LEAST and new != old:
                table.setdefault(new, old)
    return Originals(table)


def _forms(
    entities: Mapping[EntityId, Entity], made: Replacement, morphology: Morphology
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
            yield from _pairs(word, part, _KINDS.get(part.role, own), morphology)


def _pairs(
    lemma: str, part: NamePart, kind: str, morphology: Morphology
) -> Iterator[tuple[str, str]]:
    original = part.analyses[0].lemma
    yield lemma, original
    for form in sorted(morphology.forms(lemma, kind)):
        if not form.isalpha():
            continue
        for reading in morphology.analyse(form, kind):
            if reading.lemma == lemma and not part.derived:
                yield form, morphology.inflect(original, kind, reading.features).form
                break


def _with_words_before(result: Result) -> Iterator[tuple[str, str]]:
    """Yield surrogates together with the article or preposition that followed them, as it was."""
    for word, name in pairwise(result.replacements):
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


GAP = "\n\n"
"""What follows each message where they are read together."""

_SCOPE = "conversation"
_SHORT = 600  # characters up to which the language of a conversation is not sure
# types that are told by words, which only a text's own language knows
_WORDED = ("person", "place", "org", "date", "age", "occupation", "health", "other")


@dataclass(frozen=True, slots=True)
class Hidden:
    """Messages as they may leave the house."""

    texts: tuple[str, ...]  # one for each message, in order
    result: Result = field(repr=False)  # of the run over all of them
    originals: Originals = field(repr=False)  # what to put back in answers


def hide_together(
    pipeline: Pipeline,
    texts: Sequence[str],
    *,
    scope: str = _SCOPE,
    language: str = "und",
    orders: Collection[str] = (),
) -> Hidden:
    """Pseudonymize messages as one document, so that people keep their names through all of them.

    Args:
        pipeline: Detects and replaces; its profile should be `numbered`.
        texts: The messages in order.
        scope: Names the conversation, which has its own pseudonyms.
        language: What most of it is in; longer paragraphs in others are read in theirs.
        orders: Those of the messages that are written for the model, often in English, however
            short: *Summarize.*

    Raises:
        LeakError: If an original would have survived.
    """
    pieces = [(piece, anchor) for text in texts for piece, anchor in ((text, "said"), (GAP, None))]
    view = TextView.from_pieces(pieces, language=language)
    view = replace(view, foreign=_in_english(pipeline, view, orders))
    result = pipeline.run(view, given=_of_neighbours(pipeline, view), scope=scope)
    morphology = load_morphology(load_pack(result.report.language))
    places = (segment.span for segment in view.segments)
    hidden = (result.plan.within(next(places)).apply(text) if text else text for text in texts)
    return Hidden(tuple(hidden), result, originals_of(result, morphology))


def _in_english(
    pipeline: Pipeline, view: TextView, orders: Collection[str]
) -> tuple[tuple[Span, str], ...]:
    main = pipeline.language_of(view) if orders else "en"
    return tuple(
        (line.shift(segment.span.start), "en")
        for segment in (view.segments if main != "en" else ())
        if (text := view.surface(segment.span)) in orders
        for line in lines_in(text, "en", main)
    )


def _of_neighbours(pipeline: Pipeline, view: TextView) -> list[Mention]:
    """Return the numbers that packs of similar languages find in a text whose language was guessed.

    A short message may be in either, and a telephone number of the one is none of the other.
    """
    is_guess = pipeline.language == "auto" and view.language != "und"
    if not is_guess or len(view.text) > _SHORT:
        return []
    near = load_pack(view.language).settings.get("close", ())
    return [
        replace(mention, parts=())
        for code in near
        for mention in pipeline.detect(replace(view, language=code))
        if not any(is_a(mention.type, name) for name in _WORDED)
    ]


def numbered(profile: Profile) -> Profile:
    """Return a profile for a text that grows.

    It numbers what it tags, else two could not be told apart again, and writes names with their
    marks: whether people type theirs is not known at the first message, which stays as it was.
    """
    return replace(profile, treat={n: _numbered(t) for n, t in profile.treat.items()})


def _numbered(treatment: Treatment) -> Treatment:
    if treatment.method == "pseudonym":
        return replace(treatment, options={**treatment.options, "marks": "always"})
    return Treatment("index", treatment.options) if treatment.method == "tag" else treatment


@dataclass
class ChatFilter:
    """One conversation; make it with `ChatFilter.load`.

    People keep their surrogate through all messages of the conversation, which is why everything
    said before is read again with each new message.
    """

    pipeline: Pipeline = field(repr=False)  # detects and replaces
    originals: Originals = field(default_factory=Originals, repr=False)  # what was hidden so far
    _said: list[str] = field(default_factory=list, repr=False)

    @classmethod
    def load(
        cls, *, language: str, profile: str | Path | Profile = "chat", secret: bytes | None = None
    ) -> ChatFilter:
        """Begin a conversation.

        Args:
            language: ISO 639-1 code; restoring needs to know it.
            profile: Where it says ``tag``, every entity gets a number, else two could not be
                told apart on the way back.
            secret: At least 16 bytes; a fresh one if none is given.

        Raises:
            ConfigError: If an argument is not understood.
        """
        chosen = profile if isinstance(profile, Profile) else load_profile(profile)
        pipeline = Pipeline.load(
            language=language, profile=numbered(chosen), secret=secret or fresh_secret()
        )
        return cls(pipeline)

    def hide(self, message: str) -> str:
        """Return a message as it may leave the house.

        Raises:
            LeakError: If an original would have survived.
        """
        hidden = hide_together(self.pipeline, [*self._said, message])
        self._said.append(message)
        self.originals = Originals({**hidden.originals.table, **self.originals.table})
        return hidden.texts[-1]

    def restore(self, answer: str) -> str:
        """Return an answer with the originals back, each in the case of its surrogate."""
        return self.originals.restore(answer)

    def stream(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield an answer that arrives in pieces with the originals back."""
        return restore_pieces(self.originals, pieces)

    def listen(self) -> Stream:
        """Return a stream to be fed by hand, for programs that call back for every piece."""
        return Stream(self.originals)
