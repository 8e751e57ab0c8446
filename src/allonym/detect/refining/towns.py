"""Towns that a network cuts or joins: *Sp. Nová Ves*, *Gorzów Wlkp.*, *Celje - Koper 3:1*.

Where words of a town are cut short it sees the end of a sentence, initials, or half a town.  The
table of settlements knows better; an initial before a surname is a town's only if the text says its
name in full too, or it stands where a place does and nobody is surely meant.

In tables of results a village's houses have numbers alone; a city has streets, so that what stands
behind the names of several is a sum, a score or an amount (*Koper 45, Celje 38*), unless somebody's
name stands before.  Two names with a dash between are one place only if a table has them so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from allonym.languages.abroad import Abroad, country_of
from allonym.languages.geography import Geography, Town
from allonym.model.latest import Latest
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL, SMALL
from allonym.text.phrases import preceding

_EVIDENCE = Evidence("patterns", "settlement", 0.8)
_CUT = re.compile(r"(?<!\w)([^\W\d_]+)\.")
_BEFORE = re.compile(rf"(?<![\w.-]){CAPITAL}[^\W\d_]+[ \u00a0]\Z")
_TIED = re.compile(rf"-({CAPITAL}[^\W\d_]+)(?![\w-])")
_ENDING, _REACH = 2, 24
"""Letters that an ending takes away, and of the longest word before half a name."""
_DASH = re.compile(r"[ \u00a0][-–—](?:[ \u00a0]|\Z)")
_WHERE = re.compile(rf" ({SMALL}+) (?={CAPITAL})")
_HOUSE = re.compile(r"([^\d,]+)[ \u00a0]\d+")
_AMOUNT = re.compile(r"[ \u00a0]\d+(?!\w|[:./-]\d)")
_WHOSE = re.compile(r"(?:,[ \u00a0]|[ \u00a0][-–—,(][ \u00a0]?|[:;][ \u00a0]?)\Z")
"""What stands between somebody and where he lives: *Ana Novak, Celje 12*."""
_VILLAGE, _SEVERAL = "village", 2


@dataclass(frozen=True)
class WholeNames:
    """Finds towns of which words are cut short, and such as were found by half."""

    geography: Geography = field(repr=False)  # of the language
    abroad: Abroad = field(repr=False)
    # words behind which a place may stand, in small letters
    where: Collection[str] = field(repr=False)
    # tells whether a word is a title or a form of address: *Dr. West*
    is_title: Callable[[str], bool] = field(repr=False)
    # tells whether a word in small letters is an ordinary one
    is_ordinary: Callable[[str], bool] = field(repr=False)
    _latest: Latest = field(repr=False, compare=False, default_factory=Latest)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such names as one place each; what holds a part holds all of one."""
        done = list(mentions)
        names, kept = self.geography.abbreviated, self._latest.of(view)
        if "names" not in kept:
            joined = (r.finditer(view.text) for r in (names.joined, self.abroad.joined))
            known = ((Span(*m.span()), None) for m in chain(*joined))
            kept["names"] = [*names.find(view.text), *known]
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
        """Yield settlements of which half was left out: *Great | Yarmouth*, *Iłowa | -Osady*."""
        starts = {m.span.start for m in mentions}
        for start, end in (m.span for m in mentions if is_a(m.type, "place")):
            tied = _TIED.match(view.text, end)
            if tied and tied.start(1) not in starts:
                yield Span(start, tied.end()), None
            word = _BEFORE.search(view.text, max(0, start - _REACH), start)
            if word and self.geography.named(view.text[word.start() : end]):
                yield Span(word.start(), end), None

    def _is_town(self, view: TextView, span: Span, town: Town, beside: Sequence[Mention]) -> bool:
        if any(SURE in m.evidence for m in beside if is_a(m.type, "person")):
            return False  # R. Heath beside Rowan Heath
        cut = _CUT.findall(view.text[span.start : span.end + 1])
        whole = any(m.span.end == span.end - 1 for m in beside)
        full = len(town.name.rpartition(" ")[2])
        if whole and cut and full - len(cut[-1]) < _ENDING and self.is_ordinary(cut[-1].lower()):
            return False  # Manor Farm. is no Many Farms
        if beside and not any(len(word) == 1 or self.is_title(word) for word in cut):
            return True
        stems = (re.escape(word[: max(1, len(word) - _ENDING)]) for word in town.name.split())
        if re.search(r"\w* ".join(stems), view.text):
            return True
        word = preceding(view.text, span.start)
        return word.isdigit() or word.lower() in self.where


@dataclass(frozen=True, slots=True)
class Cities:
    """Parts what the decision took for one name."""

    geography: Geography = field(repr=False)  # of the language
    abroad: Abroad = field(repr=False)
    # words behind which a place may stand, in small letters
    where: Collection[str] = field(default=(), repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, each city as a place of its own."""
        ends = {m.span.end for m in mentions if is_a(m.type, "person")}
        found = ((m, self._counted(view, m)) for m in mentions)
        counted = {m.span: name for m, name in found if name and not _whose(view, m, ends)}
        places = (m for m in mentions if is_a(m.type, "place"))
        others = sum(_AMOUNT.match(view.text, m.span.end) is not None for m in places)
        several = counted if len(counted) + others >= _SEVERAL else {}
        named = (
            replace(m, type="place", span=several[m.span])
            if m.span in several
            else self._whole(view, m)
            for m in mentions
        )
        return [part for m in named for part in self._parts(view, m)]

    def _whole(self, view: TextView, mention: Mention) -> Mention:
        """Return a city abroad of several words as one, what was taken for somebody."""
        guessed = mention.is_decided and mention.type == "person"
        surface = view.surface(mention.span)
        if not guessed or SURE in mention.evidence or surface.isalpha():
            return mention
        feature = self.abroad.named(surface)
        return replace(mention, type="place") if feature and feature.main == "city" else mention

    def _counted(self, view: TextView, mention: Mention) -> Span | None:
        """Return the name of a city with a number behind."""
        guessed = mention.type == "address" and mention.is_decided
        house = _HOUSE.fullmatch(view.surface(mention.span)) if guessed else None
        start = mention.span.start
        return Span(start, start + house.end(1)) if house and self._is_city(house[1]) else None

    def _parts(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield cities with a dash between one by one."""
        surface, start = view.surface(mention.span), mention.span.start
        sure = SURE in mention.evidence  # Anna - Mari
        guessed = mention.is_decided and is_a(mention.type, "place")
        apart = mention.is_decided and not sure and _DASH.search(surface)
        if apart and self._are_apart(surface, mention.type):
            gaps = [m.span() for m in _DASH.finditer(surface)]
            for gap, following in (*gaps, (len(surface), 0)):
                if start < mention.span.start + gap:
                    yield replace(mention, type="place", span=Span(start, mention.span.start + gap))
                start = mention.span.start + following
        elif lies := self._lies(surface) if guessed and not sure else None:
            yield replace(mention, span=Span(start, start + lies.start()), parts=())
            yield replace(mention, span=Span(start + lies.end(), mention.span.end), parts=())
        else:
            yield mention

    def _lies(self, surface: str) -> re.Match[str] | None:
        """Return the word that says where what no city is lies: *Vârful Omu | din | Bucegi*."""
        gap = _WHERE.search(surface)
        if not gap or gap[1] not in self.where or self.geography.named(surface):
            return None
        thing = self.abroad.named(surface[: gap.start()].rpartition(" ")[2])
        own = thing is not None and thing.main != "city" and not self.abroad.named(surface)
        return gap if own else None

    def _are_apart(self, surface: str, kind: str) -> bool:
        """Tell whether names with a dash between are cities, or places of which no table knows."""
        one = self.geography.named(_DASH.sub("-", surface))
        cities = all(map(self._is_city, filter(None, _DASH.split(surface))))
        return not one and (is_a(kind, "place") or (is_a(kind, "person") and cities))

    def _is_city(self, name: str) -> bool:
        town, feature = self.geography.named(name), self.abroad.named(name)
        if town and town.kind != _VILLAGE and self.geography.is_large(name):
            return True
        known = (feature and feature.main == "city") or country_of(name, listed=town is not None)
        return bool(known)


def _whose(view: TextView, mention: Mention, ends: Collection[int]) -> bool:
    """Tell whether somebody's name stands right before."""
    start = mention.span.start
    gap = _WHOSE.search(view.text, max(0, start - 3), start)
    return gap is not None and gap.start() in ends
