"""Search a result for originals, however disguised; linear in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from allonym.languages.lexicon import listed
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity, EntityId
from allonym.model.latest import Latest
from allonym.model.offsets import OffsetMap
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Leak
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import at_head
from allonym.text.fold import fold, is_cyrillic, is_spelling, plain, skeleton
from allonym.text.phrases import Piece, read_pieces
from allonym.verify.forms import LEAST, Bearers, Forms, Wanted, collect_forms, given_names

Collect = Callable[[Sequence[Entity], TextView], Forms]
"""From what is hidden and the document to what is looked for; see `collect_forms`."""

_LOCAL_LENGTH = 64
_LOCAL = re.compile(r"[\w.+-]+\Z")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:[ \u00a0.·_-][^\W\d_]){2,40}(?![^\W_])")
_IRISH = ("O'", "O’")
"""What stands before a surname and is of it."""
_DRAWN = re.compile(r"(?<!\w)[^\W\d_]{2,20}?([^\W\d_])\1{2,20}(?!\w)")
_RUN = re.compile(r"([^\W\d_])\1{2,}")
"""How a chat calls somebody: *ivkaaa*."""
_BREAK = re.compile(r"[-\u2010\u00ad][ \t]*\r?\n")
_BROKEN = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{1,40})[-\u2010\u00ad][ \t]*\r?\n[ \t]*([^\W\d_]{1,40})"
)
_LEAST_INSIDE = 5
_LEAST_USERNAME = 7
_MOST_LISTED = 5
_DATE_DIGITS = 8


def find_leaks(
    result_text: str,
    hidden: Sequence[Entity],
    originals: TextView,
    plan: ReplacementPlan,
    collect: Collect,
    *,
    common_words: Callable[[str], bool] = lambda _: False,
    kept: Sequence[Entity] = (),
) -> tuple[Leak, ...]:
    """Return every occurrence of a hidden entity that can still be found in a result.

    Looked for are all forms of names, in other capitals, without diacritics, in the other script,
    letter-spaced, broken at a line's end, inside addresses and user names, and numbers with other
    separators.  Listed without blocking are: homographs of common words in small letters or at the
    head of a sentence, forms of less than three letters, and surrogates that equal the original of
    someone else.  A given name that a kept person bears is no leak.
    Of what does not block, the first few of each kind and entity are listed; of entities of one
    type that share a form, such as a family its surname, the one whose replacement says it, else
    the first.

    Args:
        result_text: What is about to be written.
        hidden: Entities that were to be hidden.
        originals: The document.
        plan: What was replaced; it turned `originals` into `result_text`.
        collect: Lays out what to look for, as `collect_forms` does.
        common_words: Tells whether a word in small letters is a common word of the language.
        kept: Entities that stay on purpose; where they stand is not searched.
    """
    stay = {r.span for r in plan if r.method == "keep"}  # a court's kind alone
    if stay:
        left = ((e, tuple(m for m in e.mentions if m.span not in stay)) for e in hidden)
        hidden = [e if own == e.mentions else replace(e, mentions=own) for e, own in left if own]
    forms = collect(hidden, originals)
    owners = {e.id: {e.id, e.owner} - {None} for e in hidden}
    places = _Places(originals, result_text, plan, kept)
    search = _Search(result_text, forms, common_words, given_names(kept, originals))
    best: dict[tuple[Span, EntityId], Leak] = {}
    listed: Counter[tuple[EntityId, str]] = Counter()
    for hit in search.hits():
        stands = places.at(hit.span)
        if stands == _KEPT:
            continue
        for entity, disguise, blocking in _read(hit, stands, owners):
            if not blocking:
                listed[entity, disguise] += 1
                if listed[entity, disguise] > _MOST_LISTED:
                    continue
            key = hit.span, entity
            if key not in best or (blocking and not best[key].blocking):
                best[key] = Leak(hit.span, entity, disguise, blocking)
    return tuple(sorted(best.values(), key=lambda k: (k.span, k.entity)))


class _Hit(NamedTuple):
    """What looks like an original; a named tuple, since an ordinary word may be somebody's name."""

    span: Span
    bearers: Bearers
    disguise: str
    blocking: bool = True


def _read(
    hit: _Hit, stands: str, owners: dict[EntityId, set[EntityId | None]]
) -> Iterator[tuple[EntityId, str, bool]]:
    """Judge a hit by where it stands: a surrogate made for someone else may equal a name."""
    there = EntityId(stands)
    own = [e for e in owners.get(there, {there}) if e in hit.bearers] if stands else []
    others = bool(stands) and not own
    for entity in own or [next(iter(hit.bearers))]:
        yield entity, "surrogate" if others else hit.disguise, hit.blocking and not others


# --- where a hit stands --------------------------------------------------------------------------

_KEPT = "kept"


class _Places:
    """Tells what each part of the result is: untouched, kept, or put there for an entity."""

    def __init__(
        self, view: TextView, result: str, plan: ReplacementPlan, kept: Iterable[Entity]
    ) -> None:
        where = OffsetMap.of(view.text, result, plan)
        marks: list[tuple[Span, str]] = []
        for replacement in plan:
            span = replacement.result_span
            if span and not replacement.context:
                keep = replacement.method == "keep"
                marks.append((span, _KEPT if keep else str(replacement.entity)))
        for mention in (m for entity in kept for m in entity.mentions):
            start = where.to_result(mention.span.start)
            end = where.to_result(mention.span.end)
            if start < end:
                marks.append((Span(start, end), _KEPT))
        self._marks = list(_joined(result, sorted(marks)))
        self._starts = [span.start for span, _ in self._marks]

    def at(self, span: Span) -> str:
        """Return `_KEPT`, the entity whose replacement holds the span, or nothing."""
        index = bisect_right(self._starts, span.start) - 1
        if index >= 0 and self._marks[index][0].contains(span):
            return self._marks[index][1]
        return ""


def _joined(text: str, marks: Iterable[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    """Yield the marks, those of one entity that only white space parts as one.

    Where tokens are fixed, a name is replaced token by token.
    """
    last: tuple[Span, str] | None = None
    for span, mark in marks:
        if last and last[1] == mark and not text[last[0].end : span.start].strip():
            last = Span(last[0].start, max(last[0].end, span.end)), mark
            continue
        if last:
            yield last
        last = span, mark
    if last:
        yield last


# --- finding -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Search:
    text: str = field(repr=False)
    forms: Forms = field(repr=False)
    common: Callable[[str], bool]
    kept_given: frozenset[str] = field(repr=False)

    def hits(self) -> Iterator[_Hit]:
        """Yield everything that looks like an original."""
        read = read_pieces(self.text)
        joined, inside = list(self._joined()), list(self._inside_addresses())
        asked = {piece.folded for piece in read}
        asked.update((word for _, word, _ in joined), (word for _, word in inside))
        words = self.forms.among(asked)
        for piece in read:
            if piece.folded in words:
                yield from self._word(piece, words[piece.folded])
        cyrillic, latin = wanted = self.forms.scripts
        if cyrillic or (latin and is_cyrillic(self.text)):
            yield from self._other_script(read, wanted)
        for span, word, disguise in joined:
            yield from (_Hit(span, bearers, disguise) for bearers in words.get(word, {}).values())
        for span, word in inside:
            own = words.get(word, {}).items()
            yield from (_Hit(span, b, "address") for w, b in own if not w.given and not w.made)
        yield from self._phrases(read)

    def _word(self, piece: Piece, known: Mapping[Wanted, Bearers]) -> Iterator[_Hit]:
        word = self.text[piece.start : piece.end]
        for wanted, bearers in known.items():
            if is_spelling(word, wanted.form) and not self._kept_name(piece, wanted):
                irish = self.text.endswith(_IRISH, 0, piece.start)
                span = Span(piece.start - irish * len(_IRISH[0]), piece.end)
                disguise, blocking = self._judge(word, piece.start, wanted)
                yield _Hit(span, bearers, disguise, blocking)

    def _kept_name(self, piece: Piece, wanted: Wanted) -> bool:
        return wanted.given and piece.folded in self.kept_given

    def _judge(self, word: str, start: int, wanted: Wanted) -> tuple[str, bool]:
        if len(word) < LEAST:
            return "short", False
        exact = plain(word) == wanted.form
        owning = self.text.startswith(("'s", "’s"), start + len(word))  # Rose's house
        doubtful = word.islower() or not exact or (at_head(self.text, start) and not owning)
        if doubtful and self.common(plain(word)):
            return "homograph", False
        if wanted.made:
            return "username", self._is_username(word, start)
        if not exact:
            return "folded", True
        if word.islower() or (word.isupper() and len(word) > 1):
            return "capitals", True
        return ("same" if wanted.original else "inflected"), True

    def _is_username(self, word: str, start: int) -> bool:
        """Tell whether a word can only be made of a name: long, or glued to digits or ``@``."""
        around = (
            self.text[max(0, start - 1) : start]
            + self.text[start + len(word) : start + len(word) + 1]
        )
        glued = any(c.isdigit() or c in "@_/\\" for c in around)
        camel = any(c.isupper() for c in word[1:]) and not word.isupper()
        return glued or camel or (word.islower() and len(word) >= _LEAST_USERNAME)

    def _other_script(self, read: Sequence[Piece], wanted: tuple[bool, bool]) -> Iterator[_Hit]:
        skeletons = self.forms.skeletons()
        for piece in read:
            cyrillic = is_cyrillic(piece.folded)
            if not wanted[cyrillic] or piece.folded.isdigit():
                continue
            for own, bearers in skeletons.get(skeleton(piece.folded), {}).items():
                given = self._kept_name(piece, own)
                if is_cyrillic(own.form) != cyrillic and not given:
                    common = self.common(piece.folded)
                    span = Span(piece.start, piece.end)
                    yield _Hit(span, bearers, "transliterated", not common)

    def _joined(self) -> Iterator[tuple[Span, str, str]]:
        """Yield what may be names spelt with gaps, broken at the end of a line, or drawn out."""
        spelt = ((_SPACED, _SPACED, "spaced"), (_BREAK, _BROKEN, "broken"), (_RUN, _DRAWN, "drawn"))
        for pattern, disguise in ((p, name) for sign, p, name in spelt if sign.search(self.text)):
            for match in pattern.finditer(self.text):
                joined = fold(_RUN.sub(r"\1", "".join(filter(str.isalpha, match[0]))))
                yield Span(*match.span()), joined, disguise

    def _inside_addresses(self) -> Iterator[tuple[Span, str]]:
        """Yield what may be surnames inside the words before an ``@``."""
        for start, local in self._local_parts():
            for piece in read_pieces(local):
                span = Span(start + piece.start, start + piece.end)
                yield from ((span, part) for part in _inside(piece.folded))

    def _local_parts(self) -> Iterator[tuple[int, str]]:
        """Yield what stands before each ``@``, with its offset."""
        at = self.text.find("@")
        while at >= 0:
            local = _LOCAL.search(self.text, max(0, at - _LOCAL_LENGTH), at)
            start = local.start() if local else at
            yield start, self.text[start:at]
            at = self.text.find("@", at + 1)

    def _phrases(self, read: Sequence[Piece]) -> Iterator[_Hit]:
        for found in self.forms.phrases.find(self.text, read):
            surface = self.text[found.start : found.end]
            if (
                surface.isdigit()
                and len(surface) < _DATE_DIGITS
                and next(iter(found.value)).startswith("date")
            ):
                continue
            said = all(is_a(t, "org") for t in found.value) and self._is_said(surface, found.start)
            blocking = not (said or (surface.islower() and self.common(plain(surface))))
            for bearers in found.value.values():
                yield _Hit(Span(found.start, found.end), bearers, "separators", blocking)

    def _is_said(self, surface: str, start: int) -> bool:
        """Tell whether usual words begin a sentence, whatever firm is called so: *God vård ges*."""
        first, *rest = surface.split()
        small = bool(rest) and all(map(str.islower, rest)) and at_head(self.text, start)
        return small and all(self.common(plain(word)) for word in (first, *rest))


def _inside(word: str) -> Iterator[str]:
    """Yield the parts of a word that may be a name."""
    for start in range(len(word)):
        for end in range(start + _LEAST_INSIDE, len(word) + 1):
            if end - start < len(word):
                yield word[start:end]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Verifier:
    """Searches results for originals."""

    morphology: Morphology  # gives the forms of names
    # tells whether a word in small letters is a common word of the language
    common_words: Callable[[str], bool]
    _latest: Latest = field(init=False, compare=False, default_factory=Latest)

    @classmethod
    def load(cls, pack: LanguagePack, morphology: Morphology) -> Verifier:
        """Make the check of a language pack.

        Its common words are those of ``lexicon/common.tsv``, and what greets: *Mila Desi,*.
        """
        common = listed(pack, "common", "common_rare")
        greetings = pack.words("names", "greetings")
        return cls(morphology, lambda word: word in greetings or common(word))

    def __call__(
        self,
        result_text: str,
        hidden: Sequence[Entity],
        kept: Sequence[Entity],
        originals: TextView,
        plan: ReplacementPlan,
    ) -> tuple[Leak, ...]:
        """Return what can still be found of `hidden`; see `find_leaks`."""
        return find_leaks(
            result_text, hidden, originals, plan, self._collected,
            common_words=self.common_words, kept=kept,
        )  # fmt: skip

    def _collected(self, hidden: Sequence[Entity], view: TextView) -> Forms:
        """Lay out what to look for once for all results of a document, while it is there."""
        kept = self._latest.of(view)
        if kept.get("hidden") != hidden:
            kept |= {"hidden": [*hidden], "forms": collect_forms(hidden, view, self.morphology)}
        return cast("Forms", kept["forms"])
