"""Towns that a network cuts or joins: *Sp. Nová Ves*, *Gorzów Wlkp.*, *Celje - Koper 3:1*.

Where words of a town are cut short it sees the end of a sentence, initials, or half a town.  The
table of settlements knows better; an initial before a surname is a town's only if the text says its
name in full too, or it stands where a place does and nobody is surely meant.

In tables of results two names with a dash between are one place only if a table has them so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from allonym.languages.geography import Geography, Town
from allonym.model.latest import Latest
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.phrases import preceding

_EVIDENCE = Evidence("patterns", "settlement", 0.8)
_CUT = re.compile(r"(?<!\w)([^\W\d_]+)\.")
_BEFORE = re.compile(r"(?<![\w.-])[^\W\d_a-z][^\W\d_]+[ \u00a0]\Z")
_ENDING, _REACH = 2, 24
"""Letters that an ending takes away, and of the longest word before half a name."""

_DASH = re.compile(r"[ \u00a0][-–—](?:[ \u00a0]|\Z)")


@dataclass(frozen=True)
class WholeNames:
    """Finds towns of which words are cut short, and such as were found by half."""

    geography: Geography = field(repr=False)  # of the language
    # words behind which a place may stand, in small letters
    where: Collection[str] = field(repr=False)
    # tells whether a word is a title or a form of address: *Dr. West*
    is_title: Callable[[str], bool] = field(repr=False)
    _latest: Latest = field(repr=False, compare=False, default_factory=Latest)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such names as one place each; what holds a part of one holds it all.

        Args:
            view: The document.
            mentions: Disjoint, in text order.
        """
        done = list(mentions)
        names, kept = self.geography.abbreviated, self._latest.of(view)
        if "names" not in kept:
            regions = ((Span(*m.span()), None) for m in names.joined.finditer(view.text))
            kept["names"] = [*names.find(view.text), *regions]
        for span, town in chain(kept["names"], self._halves(view, mentions)):
            beside = [m for m in done if m.span.overlaps(span)]
            if not (self._is_town(view, span, town, beside) if town else beside):
                continue
            own = Mention(span, "place", (_EVIDENCE, *(e for m in beside for e in m.evidence)))
            holder = next((m for m in beside if not span.contains(m.span)), own)
            spans = [span, *(m.span for m in beside)]
            whole = Span(min(s.start for s in spans), max(s.end for s in spans))
            parts = holder.parts if whole == holder.span else ()
            done = [m for m in done if m not in beside]
            done.append(replace(holder, span=whole, parts=parts))
        return sorted(done, key=lambda m: m.span)

    def _halves(
        self, view: TextView, mentions: Sequence[Mention]
    ) -> Iterator[tuple[Span, Town | None]]:
        """Yield settlements of which the first word was left out: *Great | Yarmouth*."""
        for start, end in (m.span for m in mentions if is_a(m.type, "place")):
            word = _BEFORE.search(view.text, max(0, start - _REACH), start)
            if word and self.geography.named(view.text[word.start() : end]):
                yield Span(word.start(), end), None

    def _is_town(self, view: TextView, span: Span, town: Town, beside: Sequence[Mention]) -> bool:
        if any(SURE in m.evidence for m in beside if is_a(m.type, "person")):
            return False  # R. Heath beside Rowan Heath
        cut = _CUT.findall(view.text[span.start : span.end + 1])
        if beside and not any(len(word) == 1 or self.is_title(word) for word in cut):
            return True
        stems = (re.escape(word[: max(1, len(word) - _ENDING)]) for word in town.name.split())
        if re.search(r"\w* ".join(stems), view.text):
            return True
        word = preceding(view.text, span.start)
        return word.isdigit() or word.lower() in self.where


def side_by_side(
    view: TextView, mentions: Sequence[Mention], geography: Geography
) -> list[Mention]:
    """Return the mentions, of the places that the decision took for one each by itself.

    Args:
        view: The document.
        mentions: Disjoint, in text order.
        geography: Of the language.
    """
    return [part for m in mentions for part in _parts(view, m, geography)]


def _parts(view: TextView, mention: Mention, geography: Geography) -> Iterator[Mention]:
    surface, start = view.surface(mention.span), mention.span.start
    gaps = [m.span() for m in _DASH.finditer(surface)] if mention.is_decided else []
    if not gaps or not is_a(mention.type, "place") or geography.named(_DASH.sub("-", surface)):
        yield mention
        return
    for gap, following in (*gaps, (len(surface), 0)):
        if start < mention.span.start + gap:
            yield replace(mention, type="place", span=Span(start, mention.span.start + gap))
        start = mention.span.start + following
