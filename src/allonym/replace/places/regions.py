"""Counties, states and other regions: they go where their towns go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from allonym.languages.geography import Town
from allonym.model.mention import Analysis, Mention
from allonym.model.span import Span
from allonym.ports import Morphology
from allonym.replace.chosen import declined
from allonym.replace.inflect import Placed, cases_of, in_case
from allonym.replace.places.areas import Areas
from allonym.replace.places.settlements import Gathered, Named
from allonym.replace.rules import NameRules
from allonym.text.capitals import like

_BASE = {"Case": "Nom", "Number": "Sing", "Gender": "Neut"}
_LED = 12
"""How far before a county its word may stand."""
_CODE = 3
"""Letters of what is short for a region at most."""


@dataclass(frozen=True, slots=True)
class Regions:
    """Names the regions of one document."""

    gathered: Gathered  # the towns of the document
    areas: Areas  # where they move to
    morphology: Morphology  # reads and inflects names
    rules: NameRules  # what the language says about names
    listed: Callable[[str], str]  # returns the name that the table of settlements has for one
    town: Callable[[str], Town | None]  # returns the town that stands for one of this name
    adjective: Callable[[str], str]  # returns the adjective of a town; nothing where none is known
    # what regions are called before their word, by the name of the table: *Hallands*
    counties: Mapping[str, str]

    def is_region(self, lemma: str) -> bool:
        """Tell whether a name is a region's, and that of no settlement."""
        known = self.gathered.geography
        return known.is_region(lemma, self.gathered.home) or (
            known.named(self.listed(lemma)) is None and self.named(lemma) is not None
        )

    def is_told(self, lemma: str, mentions: Sequence[Mention]) -> bool:
        """Tell whether a name is a region's, by itself or by the word beside each mention."""
        return self.is_region(lemma) or all(map(self.is_county, mentions))

    def is_county(self, mention: Mention) -> bool:
        """Tell whether a word says of a name that towns have too that it is a county's."""
        view, known = self.gathered.view, self.gathered.geography
        named = self.named(view.surface(mention.span))
        return named is not None and known.is_announced(view.text, mention.span)

    def named(self, surface: str) -> Town | None:
        """Return the largest town of a region that is named, in whatever case; None if none is."""
        known = self.gathered.geography.by_region
        small = not surface[:1].isupper()
        if small and len(surface) <= _CODE:  # moving to cornwall, but not ok
            return None
        lead, bare, _ = self._parted(surface)
        if county := self.county_of(surface):
            return county
        told = (name for name, before in self.counties.items() if before == bare)
        exact = self.gathered.geography.in_region(next(told, bare))
        if exact or self.rules.regions:
            return exact
        surface = surface.removeprefix(lead)
        word = surface.capitalize() if small else surface
        lemmas = (r.lemma.casefold() for r in self.morphology.analyse(word, "place")[:2])
        described = None if small else self._adjectival(surface)
        return next((known[n] for n in lemmas if n in known), described and described[0])

    def _adjectival(self, surface: str) -> tuple[Town, Analysis] | None:
        """Return the region whose name is an adjective, and how it stands: *Mazowiecka Izba*."""
        known = self.gathered.geography.by_region
        for read in self.morphology.analyse(surface.lower(), "common")[:2]:
            if read.lemma.endswith(self.rules.relational):
                name = self.morphology.inflect(read.lemma, "common", _BASE).form
                if name in known and known[name].region.islower():
                    return known[name], read
        return None

    def described(self, surface: str) -> Placed | None:
        """Return what stands for an adjective with its word: *Košickom kraji*, *Плевенска област*.

        Where the table has no such adjective, that of the region's largest town is meant.
        """
        word, gap, tail = surface.partition(" ")
        known, every = self.gathered.geography, self.morphology.analyse(word.lower(), "common")
        reads = [r for r in every[:4] if r.lemma.endswith(self.rules.relational)]
        if not (word[:1].isupper() and reads):
            return None
        if tail and not known.is_announced(surface, Span(0, len(word))):
            return None
        of_town = known.named(self.rules.town_of_adjective(word, self.morphology))
        read = next((r for r in reads if r.lemma in known.by_region), None)
        old = known.by_region[read.lemma] if read else of_town
        new = known.by_region.get(self.areas.instead(old).casefold()) if old else None
        named = (new.region if read else self.adjective(new.name)) if new else ""
        if new is None or not named:
            return None
        features = (read or reads[0]).features
        made = self.morphology.inflect(named.casefold(), "common", features)
        return Placed(like(word, made.form) + gap + tail, made.certainty, new.region)

    def of_mention(self, mention: Mention) -> Placed | None:
        """Return what stands for a region, that of the town drawn where one is right before it."""
        view, known = self.gathered.view, self.gathered.geography
        surface = view.surface(mention.span)
        lead, head, word = self._parted(surface)
        told = lead or word or known.is_announced(view.text, mention.span)
        before = view.text[max(0, mention.span.start - _LED) : mention.span.start].casefold()
        led = word or any(w in before for w in known.announcing[1])  # County of, not State of
        if told and led and (county := self._as_county(head, word)):
            return county
        placed = self.instead(lead + head, self.gathered.town_before(mention.span))
        name = self.counties.get(placed.lemma) if placed and told else None
        text = like(head, name) if name else placed.text if placed else ""
        return placed and replace(placed, text=lead + text + word)

    def county(self, name: str, word: str) -> Town | None:
        """Return the largest town of a county of a state, *Lincoln*; None if none is so called.

        Of several states' it is the one that has a town of the text, then that of a state named.
        Where its word is not behind it, the text has to be of that country: *County Durham*.
        """
        known, text = self.gathered.geography, self.gathered.view.text
        full = [f"{name} {each}".casefold() for each in known.announcing[1]]
        where = {self.gathered.home} - {""} or (known.smallest if word else {})
        alike = (town for part in full for town in self.gathered.of_part.get(part, ()))
        towns = [town for town in alike if town.country in where]
        here = {named.town for named in self.gathered.towns}
        first = next((town for town in towns if town in here), None)
        told = (town for town in towns if known.full.get(town.region, "\0") in text)
        return first or next(told, None) or next(iter(towns), None)

    def county_of(self, surface: str) -> Town | None:
        """Return the largest town of a county that is named with its word; None for other names."""
        _, head, word = self._parted(surface)
        return self.county(head, word) if word else None

    def _as_county(self, head: str, word: str) -> Placed | None:
        """Return what stands for a county, with its word where that is behind it."""
        old = self.county(head, word)
        name = self._county_instead(old) if old else ""
        return Placed(like(head, name) + word, lemma=name) if name else None

    def _county_instead(self, old: Town) -> str:
        """Return the county of the town that stands for one, or another of where its area goes."""
        known, word = self.gathered.geography, old.part.rpartition(" ")[2]
        drawn = next((self.town(n.name) for n in self.gathered.towns if n.town == old), None)
        there = old.country, self.areas.instead(old)
        every = dict.fromkeys(t.part for t in known.towns if (t.country, t.area) == there)
        others = [part for part in every if part and part != old.part]
        parts = [part for part in others if part.endswith(f" {word}")] or others  # or parishes
        first = self.areas.draw.number(len(parts), "county", old.part) if parts else 0
        found = drawn.part if drawn and drawn.part.endswith(word) else ""
        return (found or "".join(parts[first : first + 1])).rpartition(" ")[0]

    def _parted(self, surface: str) -> tuple[str, str, str]:
        """Cut the word before or behind a region off: *Województwo* mazowieckie, Hallands *län*."""
        known, (lead, gap, rest) = self.gathered.geography, surface.partition(" ")
        if rest and known.is_announced(surface, Span(len(lead + gap), len(surface))):
            return lead + gap, rest, ""
        head, gap, word = surface.rpartition(" ")
        told = head and known.is_announced(surface, Span(0, len(head)))
        return ("", head, gap + word) if told else ("", surface, "")

    def instead(self, surface: str, beside: Named | None = None) -> Placed | None:
        """Return the region of the town that stands for one of this region, in the same case.

        Args:
            surface: The region; a word before it is left out.
            beside: The original town that it is said of, if any; it may be in no table.
        """
        lead, head, word = self._parted(surface)
        old, surface = self.named(surface), surface.removeprefix(lead)
        if old is None:
            return None
        if word and (county := self._as_county(head, word)):
            return county
        there = beside and (beside.town is None or beside.town.area == old.area)
        drawn = self.town(beside.name) if beside and there else None
        regions = self.gathered.geography.by_region
        area = self.areas.tie(old, [self.areas.instead(old)]) if old.area else ""
        new = drawn or regions.get(area.casefold(), old)
        brief = self.gathered.geography.brief
        short = (
            s for s, region in brief.items() if region == new.region and len(s) <= len(surface)
        )
        if surface in brief and (shorter := next(short, "")):
            return Placed(shorter)
        if len(surface) > 2 and new.region in self.rules.regions:
            return Placed(like(surface, self.rules.regions[new.region]))
        if new.region.islower() and (told := self._adjectival(surface)):
            bases = (r.lemma for r in self.morphology.analyse(new.region, "common"))
            base = next((b for b in bases if b.endswith(self.rules.relational)), new.region)
            form = self.morphology.inflect(base, "common", told[1].features)
            return Placed(like(surface, form.form), form.certainty, new.region)
        made = declined(
            new.region, "place", "", self.rules.pools, self.morphology,
            whole=self.rules.last_word,
        )  # fmt: skip
        readings = self.morphology.analyse(surface, "place")
        own = [r for r in readings if r.lemma.casefold() == old.region.casefold()]
        cases = cases_of(own or readings)  # Pohjois-Karjalaan, not of *Karjalaa
        placed = in_case(made.candidate.entries[0], cases) if cases else Placed(new.region)
        return Placed(like(surface, placed.text), placed.certainty, new.region)
