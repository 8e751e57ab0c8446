"""Settlements, and the adjectives made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Analysis, Mention, NamePart
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.replace.addresses import Addresses
from allonym.replace.chosen import Declined, declined
from allonym.replace.counterparts import Counterparts
from allonym.replace.inflect import Joint, Placed, cases_of, in_case, joint, split_clitic
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Candidate, Chooser, Wanted, words_of
from allonym.text.capitals import like

_UNSURE = 0.4
_CLEAR = 0.6


@dataclass(frozen=True, slots=True)
class _Place:
    """The citation form of a place and what is known of it."""

    lemma: str = field(repr=False)
    gender: str = ""
    number: str = "Sing"


class Places:
    """Names the places of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Reads what the linker left unread, and inflects adjectives.
        rules: What the language says about names.
        draw: Draws what is in no pool: cities abroad, numbers of houses.

    Attributes:
        addresses: Of the document; a street without a number is one too.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        draw: Draw,
    ) -> None:
        self._view = view
        self._chooser = chooser
        self._morphology = morphology
        self._rules = rules
        self._draw = draw
        self.addresses = Addresses(view, chooser, morphology, rules, draw, self.settlement)
        self._counterparts = Counterparts(view, chooser, rules, draw)

    # -- settlements ---------------------------------------------------------------------------

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of a place and the text for each mention."""
        surface = self._view.surface(entity.mentions[0].span)
        place = self._place(entity.canonical or surface, entity.mentions)
        city = self._counterparts.city(place.lemma) or self._counterparts.city(surface)
        if city:
            made = declined(city, "place", "", self._rules.pools, self._morphology)
            abroad = Surrogate(entity.id, (LemmaPart("other", city),))
            return abroad, [(m, self._in_its_case(m, made)) for m in entity.mentions]
        adjectives = {mention.span for mention in entity.mentions if self._adjectival(mention)}
        candidate = self._settlement(place, derived=bool(adjectives))
        if candidate is None:
            return Surrogate(entity.id), [(m, Placed("N.", 0.0)) for m in entity.mentions]
        texts = [
            (
                m,
                self._adjective(m, candidate)
                if m.span in adjectives
                else self._named(m, candidate),
            )
            for m in entity.mentions
        ]
        entry = candidate.entries[0]
        parts = (LemmaPart("other", entry.lemma),)
        return Surrogate(entity.id, parts, entry.gender), texts

    def chosen(
        self, entity: Entity, surrogate: Surrogate
    ) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the texts for a name that a person chose; an address stands as it was typed."""
        text = surrogate.text
        if is_a(entity.type, "address"):
            return surrogate, [(m, Placed(text, lemma=text)) for m in entity.mentions]
        kind = "place" if is_a(entity.type, "place") else "org"
        made = declined(text, kind, surrogate.gender, self._rules.pools, self._morphology)
        return surrogate, [(m, self._in_its_case(m, made)) for m in entity.mentions]

    def _in_its_case(self, mention: Mention, made: Declined) -> Placed:
        placed = self._noun(mention, made.candidate)
        return replace(placed, certainty=min(placed.certainty, made.certainty))

    def settlement(self, surface: str) -> Placed:
        """Return the surrogate of a place named inside something else, in the same case."""
        readings = tuple(self._morphology.analyse(surface, "place"))
        candidate = self._settlement(self._place(readings[0].lemma))
        if candidate is None:
            return Placed("N.", 0.0)
        placed = in_case(candidate.entries[0], cases_of(readings))
        return Placed(like(surface, placed.text), placed.certainty, placed.lemma)

    def _place(self, lemma: str, mentions: Sequence[Mention] = ()) -> _Place:
        """Return a place with the gender and number that its mentions bear out, else the likeliest.

        ``Atene`` alone may be a singular, ``v Atenah`` tells that it is none.
        """
        own = [
            r
            for r in self._morphology.analyse(lemma, "place")
            if r.lemma.casefold() == lemma.casefold() and r.features.get("Case", "Nom") == "Nom"
        ]
        if not own:
            return _Place(lemma)
        seen = {_kind_of(r) for m in mentions if len(m.parts) == 1 for r in m.parts[0].analyses[:1]}
        best = next((r for r in own if _kind_of(r) in seen), own[0])
        gender, number = _kind_of(best)
        return _Place(best.lemma, gender, number)

    def _settlement(self, place: _Place, *, derived: bool = False) -> Candidate | None:
        lemma, words = place.lemma, len(place.lemma.split())
        own = words_of(lemma) if words > 1 else frozenset()

        def accept(candidate: Candidate) -> bool:
            shared = own & words_of(candidate.entries[0].lemma)
            return not shared and (not derived or bool(candidate.entries[0].derived))

        wanted = Wanted("place", lemma, lemma, place.gender, place.number, words, accept=accept)
        return self._chooser.choose(wanted)

    def _adjectival(self, mention: Mention) -> bool:
        surface = self._view.surface(mention.span)
        return self._relational(surface) or any(p.derived == "adjective" for p in mention.parts)

    def _relational(self, surface: str) -> bool:
        """Tell whether small letters hold an adjective made from a place, not a place."""
        head, _, word = surface.rpartition(" ")
        if not surface.islower() or not all(map(self._generic, head.split())):
            return False
        lemmas = {reading.lemma for reading in self._morphology.analyse(word, "common")}
        return any(lemma.endswith(self._rules.relational) for lemma in lemmas)

    def _generic(self, word: str) -> bool:
        lemmas = {reading.lemma for reading in self._morphology.analyse(word, "common")}
        return bool(lemmas & self._rules.org_lemmas)

    def _named(self, mention: Mention, candidate: Candidate) -> Placed:
        county = self._counterparts.county(mention)
        return Placed(county, lemma=county) if county else self._noun(mention, candidate)

    def _noun(self, mention: Mention, candidate: Candidate) -> Placed:
        bare, tail = split_clitic(self._view.surface(mention.span), self._rules.clitics)
        several = bare.split()
        whole = len(mention.parts) > 1 and self._rules.whole_places
        whole = whole or any(map(str.islower, several[1:]))  # Hliník nad Hronom
        allowed = {} if whole else self._agreed(bare, mention.parts)
        if not allowed:
            allowed = cases_of(self._morphology.analyse(bare, "place"))
        placed = in_case(candidate.entries[0], allowed)
        return Placed(like(bare, placed.text) + tail, placed.certainty, placed.lemma)

    def _agreed(self, name: str, parts: Sequence[NamePart]) -> Joint:
        """Return the cases that the words share.

        Where the last word clearly stands in another, those before it are not inflected
        (``v Slovenj Gradcu``), and it alone counts.
        """
        allowed = joint(parts)
        before, _, last = name.rpartition(" ")
        plain = len(parts) > 1 and not any(map(str.islower, before.split()))
        readings = self._morphology.analyse(last, "place") if plain else ()
        best = max(readings, key=lambda r: r.weight, default=None)
        if best is None or best.weight < _CLEAR or not best.features.get("Case"):
            return allowed
        shared = {key[0] for key in allowed}
        return allowed if best.features["Case"] in shared else cases_of([best])

    def _adjective(self, mention: Mention, candidate: Candidate) -> Placed:
        head, gap, word = self._view.surface(mention.span).rpartition(" ")
        if not all(map(self._generic, head.split())):
            head, gap = "", ""
        lemma = candidate.entries[0].derived
        readings = self._morphology.analyse(word.lower(), "common")
        if not lemma:
            return Placed(candidate.entries[0].lemma, _UNSURE)
        inflected = self._morphology.inflect(lemma, "common", readings[0].features)
        text = head + gap + like(word, inflected.form)
        return Placed(text, inflected.certainty, head + gap + lemma)


def _kind_of(reading: Analysis) -> tuple[str, str]:
    return reading.features.get("Gender", ""), reading.features.get("Number", "Sing")
