"""Where the towns of an area move together: neighbours stay neighbours, a county stays theirs."""

from __future__ import annotations

from dataclasses import dataclass, field

from allonym.languages.geography import Geography, Town
from allonym.model.draw import Draw


@dataclass(frozen=True, slots=True)
class Areas:
    """Draws the area that stands for another, the same throughout a scope.

    Attributes:
        geography: Of the language.
        draw: Of the document.
        moved: Where the first town of each area lies now, by country and area.
    """

    geography: Geography
    draw: Draw
    moved: dict[tuple[str, str], str] = field(repr=False, default_factory=dict)

    def follow(self, old: Town | None, new: Town | None) -> None:
        """Take down where a town of an area went, so that others of the area go there too."""
        if old and new and old.area and new.area:
            self.moved.setdefault((old.country, old.area), new.area)

    def instead(self, town: Town) -> str:
        """Return the area that stands for that of a town; empty where the table has no other.

        It has towns of every class that the old one has, as far as some area does: what was near a
        city stays near one.
        """
        if found := self.moved.get((town.country, town.area)):
            return found
        known = self.geography.areas.get(town.country, {})
        others = [area for area in known if area != town.area]
        least = self.geography.largest.get((town.country, town.area), 0)
        others = [area for area in others if min(known[area]) <= least] or others
        cities = self.geography.with_cities(town.country)
        if town.area in cities:  # a city becomes a city, and what is near it stays so
            others = [area for area in others if area in cities] or others
        if not town.area or not others:
            return ""
        return others[self.draw.number(len(others), "area", town.country, town.area)]
