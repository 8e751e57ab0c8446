"""A document as a reader sees it, without the characters nobody sees, and the way back.

A space of no width, a joiner or a soft hyphen inside a name hides it from whoever compares letters
and from no reader.  So what detects, links, replaces and checks is given the text without them, and
what it says is told in the offsets of the document.  So is what a reader reads past: the hyphen and
the line's end inside a broken word, a footnote's raised number behind one.  A space of no width
between a small and a capital letter is read as the space it stands for; so is a control character,
which no text has on purpose.  Letters written apart from their marks (Unicode, UAX 15) are read
together, and without marks that no letter has, as a stroke through each or a key around.  Letters
of other styles (bold ones for mathematics, as in posts, or wide ones) are read as the letters they
are.  Names typed without their diacritics, or in Latin letters, are read as they are spelt, and
what stands for them is typed so too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import normalize

from allonym.decided import Decided
from allonym.model.entity import Entity
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.offsets import OffsetMap
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Leak, Result
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.parts import Brought, Elsewhere
from allonym.text.fold import Spelling, as_typed, is_cyrillic, strip_marks, to_latin

_UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069"
    "\u20e3\ufe00-\ufe0f\ufeff"
)
_CONTROL = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_WORD = r"(?<=[^\W\d_]{3})"
_HIDDEN = re.compile(
    rf"[-\u2010\u00ad][ \t]*\r?\n[ \t]*(?=[^\W\d_])|{_WORD}[¹²³⁰⁴-⁹]+|[{_UNSEEN}{_CONTROL}]"
)
_IS_CONTROL = re.compile(f"[{_CONTROL}]")
_WHOLE = re.compile(r"[^\W\d_]{2}")  # more than an initial
_STYLED = re.compile(
    "[\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c\u212d\u212f-\u2134\u24b6-\u24e9"
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff]"
)
_GAP = "\u200b"
_MARK, _APART = re.compile(r"[\u0300-\u036f]"), re.compile(r"[^\W\d_][\u0300-\u036f]+")
# what stands behind a letter or a digit and belongs to it, as in *sh* the second letter
_MARKS = re.compile("[\u0300-\u036f\ufe00-\ufe0f\u20e3A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is seen of a document."""

    origin: TextView  # the document
    view: TextView  # the document without hidden characters; itself where it has none
    # where each character of `view` stands in `origin`; empty where both are one
    places: tuple[int, ...] = field(repr=False, default=())
    bare: bool = False  # whether the document is typed without diacritics, or in other letters

    @classmethod
    def of(cls, view: TextView, spelt: Callable[[str], Spelling] = as_typed) -> Shown:
        """Return what is seen of a document; all of it where its tokens are fixed.

        Args:
            view: The document.
            spelt: Spells the names of a text that is typed without diacritics, or in other letters.

        >>> shown = Shown.of(TextView.of("J\u200ban Kowal\u00adski"))
        >>> shown.view.text, shown.outward(Span(4, 12))
        ('Jan Kowalski', Span(start=5, end=14))
        """
        if _STYLED.search(view.text):
            text = _STYLED.sub(lambda found: normalize("NFKC", found[0]), view.text)
            return cls._through(view, text, range(len(text)), spelt)
        if _MARK.search(view.text) and _APART.search(view.text):
            text = _APART.sub(lambda found: normalize("NFC", found[0])[0], view.text)
            return cls._through(view, text, tuple(_places(view.text)), spelt)
        if view.tokens:
            return cls(view, view)
        found = (m for m in _HIDDEN.finditer(view.text) if _is_hidden(view, m))
        hidden = {n for match in found for n in range(*match.span())}
        gaps = {n for n in hidden if _IS_CONTROL.match(view.text, n) or _parts(view.text, n)}
        read = [n for n in range(len(view.text)) if n not in hidden or n in gaps] if hidden else ()
        typed = "".join(" " if n in gaps else view.text[n] for n in read) or view.text
        text, at = spelt(typed)
        if text == view.text:
            return cls(view, view)
        places = tuple(read[n] for n in at) if read else tuple(at)
        blocks = _inward(view.blocks, places)
        seen = replace(TextView.of(text, language=view.language), blocks=tuple(blocks))
        return cls(view, seen, places, text != typed)

    @classmethod
    def _through(
        cls, view: TextView, text: str, places: Sequence[int], spelt: Callable[[str], Spelling]
    ) -> Shown:
        """Return what is seen of a document whose letters, which stand at `places`, are others."""
        rest = cls.of(_together(view, text, places), spelt)
        through = tuple(places[n] for n in rest.places) if rest.places else tuple(places)
        return cls(view, rest.view, through, rest.bare)

    # -- into what is seen ---------------------------------------------------------------------

    def decided(self, decided: Decided) -> Decided:
        """Return what was decided on in the offsets of `view`."""
        if self.origin is self.view:
            return decided
        entities = tuple(self._entity(entity, self._in) for entity in decided.entities)
        doubtful = tuple(self._mention(m, self._in) for m in decided.doubtful)
        left = tuple(self._in(span) for span in decided.left)
        return replace(decided, entities=entities, doubtful=doubtful, left=left)

    def brought(self, brought: Brought) -> Brought:
        """Return what is known beforehand in the offsets of `view`."""
        if self.origin is self.view:
            return brought
        elsewhere: Elsewhere = tuple((self._in(span), code) for span, code in brought.elsewhere)
        return Brought(tuple(self.mentions(brought.mentions)), elsewhere)

    def known(
        self, known: Sequence[KnownPerson], spelt: Callable[[str], Spelling]
    ) -> Sequence[KnownPerson]:
        """Return people known beforehand who are called as `view` spells them too.

        Args:
            known: The people.
            spelt: Spells a name in the letters that `view` is in.
        """
        names = [name for person in known for name in (person.name, *person.aliases)]
        if not (self.bare and names):
            return known
        own = {n: line for n in names if is_cyrillic(line := spelt(n)[0])}
        called = ((p, [own[n] for n in (p.name, *p.aliases) if n in own]) for p in known)
        return tuple(replace(p, aliases=(*p.aliases, *spelled)) for p, spelled in called)

    def mentions(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Return mentions of `origin` as mentions of `view`."""
        if self.origin is self.view:
            return list(mentions)
        return [self._mention(m, self._in) for m in mentions]

    # -- and back ------------------------------------------------------------------------------

    def outward(self, span: Span) -> Span:
        """Return where a stretch of `view` stands in `origin`."""
        if self.origin is self.view:
            return span
        end = self.places[span.end - 1] + 1
        marks = _MARKS.match(self.origin.text, end, *self.places[span.end : span.end + 1])
        return Span(self.places[span.start], marks.end() if marks else end)

    def found(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Return mentions of `view` as mentions of `origin`."""
        if self.origin is self.view:
            return list(mentions)
        return [self._mention(mention, self.outward) for mention in mentions]

    def entities(self, entities: Iterable[Entity]) -> tuple[Entity, ...]:
        """Return entities of `view` as entities of `origin`."""
        if self.origin is self.view:
            return tuple(entities)
        return tuple(self._entity(entity, self.outward) for entity in entities)

    def result(self, result: Result) -> Result:
        """Return the outcome of `view` as that of `origin`."""
        if self.origin is self.view:
            return result
        plan = ReplacementPlan.of(
            replace(r, span=span, text=self._typed(r, span))
            for r, span in ((r, self.outward(r.span)) for r in result.plan)
        )
        text = plan.apply(self.origin.text)
        leaks = tuple(self._leaks(result, plan, text))
        report = replace(
            result.report,
            uncertain=tuple((self.outward(s), c) for s, c in result.report.uncertain),
            doubtful=tuple(self.found(result.report.doubtful)),
            leaks=leaks,
        )
        return Result(self.origin, text, self.entities(result.entities), plan, report)

    def _typed(self, made: Replacement, span: Span) -> str:
        """Return what stands for a stretch as its writer types; a tag keeps its letters."""
        if not self.bare or is_cyrillic(self.origin.surface(span)):
            return made.text
        if made.method != "pseudonym" or not is_cyrillic(made.text):
            return strip_marks(made.text)
        latin = to_latin(made.text)
        return latin.upper() if made.text.isupper() and _WHOLE.search(made.text) else latin

    def _leaks(self, result: Result, plan: ReplacementPlan, text: str) -> Iterator[Leak]:
        seen, there = result.map, OffsetMap.of(self.origin.text, text, plan)
        for leak in result.report.leaks:
            start = seen.to_original(leak.span.start)
            end = max(seen.to_original(leak.span.end), start + 1)
            span = self.outward(Span(start, min(end, len(self.places))))
            first, last = there.to_result(span.start), there.to_result(span.end)
            yield replace(leak, span=Span(first, max(last, first + 1)))

    def _in(self, span: Span) -> Span:
        start = bisect_left(self.places, span.start)
        return Span(start, max(bisect_left(self.places, span.end), start + 1))

    @staticmethod
    def _mention(mention: Mention, moved: Callable[[Span], Span]) -> Mention:
        parts = tuple(replace(part, span=moved(part.span)) for part in mention.parts)
        return replace(mention, span=moved(mention.span), parts=parts)

    def _entity(self, entity: Entity, moved: Callable[[Span], Span]) -> Entity:
        return replace(entity, mentions=tuple(self._mention(m, moved) for m in entity.mentions))


def _together(view: TextView, text: str, places: Sequence[int]) -> TextView:
    """Return a document with other letters, which stand at `places`."""
    blocks, tokens = (tuple(_inward(spans, places)) for spans in (view.blocks, view.tokens))
    seen = TextView.of(text, language=view.language)
    return replace(seen, blocks=blocks, tokens=tokens, readings=view.readings)


def _places(text: str) -> Iterator[int]:
    """Yield where the letters of a text stand, and its other characters but their marks."""
    at = 0
    for found in _APART.finditer(text):
        yield from range(at, found.start() + 1)
        at = found.end()
    yield from range(at, len(text))


def _parts(text: str, at: int) -> bool:
    """Tell whether a space of no width parts two words: *Jan* and *Kowalski*."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return text[at] == _GAP and before.islower() and after.isupper()


def _is_hidden(view: TextView, match: re.Match[str]) -> bool:
    """Tell whether a reader reads past it: a line's end only inside a word of one paragraph."""
    if "\n" not in match[0]:
        return True
    start, end = match.span()
    word = view.text[start - 2 : start].isalpha() and view.text[end : end + 2].islower()
    return word and not any(start < block.start <= end for block in view.blocks)


def _inward(spans: Iterable[Span], places: Sequence[int]) -> Iterator[Span]:
    for span in spans:
        start, end = bisect_left(places, span.start), bisect_left(places, span.end)
        if start < end:
            yield Span(start, end)
