"""Say less: the year of a date, the ten years of an age, the region of a town, the broader group.

What has no ladder becomes a tag, and that is no guess: certainty 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from allonym.dates.ages import read_age
from allonym.errors import UnknownLanguage
from allonym.languages.pack import LanguagePack, load_pack
from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import ReplaceContext, Replacer
from allonym.replace.alternations import Around, load_around
from allonym.replace.inflect import readings_of
from allonym.replace.methods.broader import Broader, Groups
from allonym.replace.time.style import readers

OLDEST = 90
_REACH = 24
_NUMBER = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Ladders:
    """What a word is a kind of, by type: ``place``, ``occupation``, ``health``; keys in lower case.

    Read from the pack's ``generalise.toml`` where there is one: a table for each type.
    """

    groups: Mapping[str, Mapping[str, str]] = field(repr=False, default_factory=dict)

    @classmethod
    def load(cls, language: str) -> Ladders:
        """Read a pack's tables; empty where it has none."""
        try:
            tables = load_pack(language).toml("generalise.toml")
        except UnknownLanguage:
            return cls()
        rows = {
            k: v for k, v in tables.items() if isinstance(v, dict) and k not in ("labels", "places")
        }
        return cls({k: {w.lower(): g for w, g in v.items()} for k, v in rows.items()})

    def broader(self, type_name: str, word: str) -> str | None:
        """Return the group that `word` belongs to, or None."""
        table = next((t for k, t in self.groups.items() if is_a(type_name, k)), {})
        return table.get(" ".join(word.lower().split()))


@dataclass(frozen=True, slots=True)
class GeneraliseReplacer:
    """Writes the next rung of a type's ladder."""

    fallback: Replacer  # writes the tag of what has no ladder
    ladders: Ladders = field(default_factory=Ladders)  # groups of words
    dates: Literal["year", "decade"] = "year"  # dates become their ``year`` or their ``decade``
    band: int = 10  # width of the bands of age; from ninety on, all are ``90+``
    terms: Broader | None = None  # names of the groups of occupations and diseases
    # words before a mention that follow what replaces it
    around: Around = field(default_factory=Around)

    @classmethod
    def load(
        cls, pack: LanguagePack, fallback: Replacer, *, groups: Groups = "near", **options: Any
    ) -> GeneraliseReplacer:
        """Make the replacer of a language pack; its lists are read when they are needed.

        Args:
            pack: The language.
            fallback: Writes the tag of what has no ladder.
            groups: ``near`` for the next group of an occupation, ``broad`` for the widest.
            options: Further attributes.
        """
        made = cls(fallback, Ladders.load(pack.code), **options)
        return replace(made, terms=Broader(pack, groups), around=load_around(pack))

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return the broader text for each mention; a tag where there is none."""
        made: list[Replacement] = []
        for entity in entities:
            for mention in entity.mentions:
                text, certainty = self._said(context, entity, mention)
                if text and text != context.view.surface(mention.span):
                    change = Replacement(mention.span, text, entity.id, "generalise", certainty)
                    made.append(change)
                else:
                    bare = replace(entity, mentions=(mention,))
                    yield from self.fallback.replace(context, [bare])
        yield from made
        yield from self.around.repair(context.view, made)

    def _said(
        self, context: ReplaceContext, entity: Entity, mention: Mention
    ) -> tuple[str | None, float]:
        """Return the broader text and its certainty: by a table of words, else by the lists."""
        text = self._broader(context, entity, mention)
        if text is not None or self.terms is None:
            return text, 1.0
        start = mention.span.start
        before = context.view.text[max(0, start - _REACH) : start]
        if is_a(mention.type, "place"):
            readings = readings_of(mention)
            if any(part.derived for part in mention.parts):
                return None, 1.0
            lemma = entity.canonical or context.view.surface(mention.span)
            named = self.terms.region(lemma, [r.features for r in readings], before)
        else:
            kind = mention.type.partition(".")[0]
            named = self.terms.name(kind, context.view.surface(mention.span), before)
        return named or (None, 1.0)

    def _broader(self, context: ReplaceContext, entity: Entity, mention: Mention) -> str | None:
        surface = context.view.surface(mention.span)
        if is_a(mention.type, "date"):
            return self._year(surface, mention, context.language)
        if is_a(mention.type, "age"):
            return age_band(surface, self.band)
        found = self.ladders.broader(mention.type, entity.canonical or surface)
        return found or self.ladders.broader(mention.type, surface)

    def _year(self, surface: str, mention: Mention, language: str) -> str | None:
        reading = next(filter(None, (r.read(surface) for r in readers(mention, language))), None)
        year = reading.end.year if reading else None
        if year is None:
            return None
        if self.dates == "year" and str(year) not in (surface, surface.partition("-")[0]):
            return str(year)
        return f"{year // 10 * 10}–{year // 10 * 10 + 9}"


def age_band(surface: str, width: int = 10) -> str | None:
    """Return an age as a band, its words kept; None where it has no number.

    >>> age_band("34-letni"), age_band("lat 68"), age_band("aged 93")
    ('30–39-letni', 'lat 60–69', 'aged 90+')
    """
    age = read_age(surface)
    if age is None:
        return None
    low = age // width * width
    band = f"{OLDEST}+" if age >= OLDEST else f"{low}–{low + width - 1}"
    return _NUMBER.sub(band, surface, count=1)
