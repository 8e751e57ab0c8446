"""The method ``letters``: a noun and a letter, in the case that the name stood in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from allonym.languages.labels import Labels
from allonym.languages.letters import LetterForms, Noun, load_letters
from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.mention import Analysis, Mention, NamePart
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.ports import WIFE, ReplaceContext
from allonym.replace.alternations import Around, load_around
from allonym.replace.inflect import Joint, Placed, joint, split_clitic
from allonym.replace.places.street_cases import readings_of_street
from allonym.replace.rules import NameRules
from allonym.text.fold import fold
from allonym.text.marks import VOWELS
from allonym.text.phrases import preceding

_UNKNOWN = 0.4
_GOVERNED = 0.7
_ONE_OF_TWO = 0.5
_DERIVED = 0.6
_NOT_A_NAME = 0.6
_EVIDENCE = 0.3
_NAMED = ("person", "place", "org", "address")
_SENTENCE_END = re.compile(r"(?:^|[.!?…:]['\"”»)]*\s+|\n\s*)$")
_SHORT = re.compile(r"((?<=[^\w\n])[^\W\d_]|(?<!\w)[^\W\d_]{2,4})\.[^\S\n]+\Z")
"""A word that may be an abbreviation; a letter that heads a line numbers it."""
_DATED = re.compile(r"\d\s[^\W\d_]{1,2}\.\s\Z")
_DATE_LEADS = re.compile(r"(?:\A|[.!?:,(]\s|\n)\s*(?:[^\W\d_]+\s){0,2}\d[^.!?:,\n]*\.\s\Z")
_HOUSE = re.compile(r"\s+\d")
_CLAUSE, _ABBREVIATED = 48, 2
_CASE, _NUMBER, _DERIVATION = 0, 1, 3
_STEM, _TAIL = 2, 5


Analyse = Callable[[str, str], Sequence[Analysis]]


@dataclass(frozen=True, slots=True)
class LettersReplacer:
    """Writes ``person A`` … ``person Z``, ``person AA``, each in its case."""

    labels: Labels  # the nouns of types that have no forms
    forms: LetterForms  # nouns by case, and suffixes by letter
    rules: NameRules  # what hangs on names, and whether only their last word is inflected
    around: Around  # prepositions that follow what they stand before
    analyse: Analyse  # reads a word of a name; the kind is `org` or `place`
    label: str = ""  # stands for every noun if given

    @classmethod
    def load(
        cls, pack: LanguagePack, labels: Labels, analyse: Analyse, label: str = ""
    ) -> LettersReplacer:
        """Return the replacer of a language."""
        return cls(labels, load_letters(pack), NameRules(pack), load_around(pack), analyse, label)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return noun and letter for each mention, capitalised where a sentence begins."""
        counts: dict[str, int] = {}
        made: list[Replacement] = []
        for entity in sorted(entities, key=lambda e: e.mentions[0].span.start):
            noun = self._noun(entity.type)
            citation = noun.forms["Sing"][0]
            counts[citation] = counts.get(citation, 0) + 1
            name = self.forms.name(counts[citation])
            made += (self._one(context, entity, m, noun, name) for m in entity.mentions)
        yield from made
        yield from self.around.repair(context.view, made)

    def _noun(self, type_name: str) -> Noun:
        known = None if self.label else self.forms.noun(type_name)
        return known or Noun({"Sing": (self.label or self.labels.noun(type_name),)})

    def _one(
        self, context: ReplaceContext, entity: Entity, mention: Mention, noun: Noun, name: str
    ) -> Replacement:
        span = mention.span
        before = preceding(context.view.text, span.start)
        absorbed = self.forms.absorbed.get(before.casefold(), "")
        if absorbed:
            placed = self._in(noun, name, {(absorbed, "Sing", "", ""): 1.0})
            span = Span(context.view.text.rindex(before, 0, span.start), span.end)
        else:
            placed = self._placed(context, mention, noun, name, before.casefold())
        says = not absorbed and _says(before, noun.forms["Sing"][0])
        text = name if says else placed.text
        if self._begins_sentence(context.view.text, span.start, _is_named(mention)):
            text = text[:1].upper() + text[1:]
        lemma = self.forms.written(noun, name, self.forms.cases[0]) or name
        return Replacement(span, text, entity.id, "letters", placed.certainty, lemma=lemma)

    def _begins_sentence(self, text: str, start: int, named: bool) -> bool:
        """Tell whether a sentence begins: titles and abbreviations end none, before numbers least.

        The abbreviation of *year* may end one (*umarł w 2020 r.*), but not where the date leads in
        the clause: *W dniu 3 maja 2020 r. osoba A …*.
        """
        before = text[max(0, start - _CLAUSE) : start]
        if not _SENTENCE_END.search(before):
            return False
        if _DATED.search(before):
            return not _DATE_LEADS.search(before)
        short = _SHORT.search(before)
        if not short or not named or short[1].casefold() in self.forms.titles:
            return not short
        return len(short[1]) > _ABBREVIATED or not VOWELS.isdisjoint(fold(short[1]))

    def _placed(
        self, context: ReplaceContext, mention: Mention, noun: Noun, name: str, before: str
    ) -> Placed:
        surface = context.view.surface(mention.span)
        tail = self.forms.case_of_tail(surface)
        if not tail and split_clitic(surface, self.rules.clitics)[1]:
            tail = "Gen"
        if tail:
            return self._in(noun, name, {(tail, "Sing", "", ""): 1.0})
        found = self._known(context, mention)
        governed = self.forms.prepositions.get(before, ())
        if found:
            fitting = {key: weight for key, weight in found.items() if key[_CASE] in governed}
            return self._in(noun, name, fitting or found)
        if self.forms.unmarked:
            placed = self._in(noun, name, {(self.forms.unmarked, "Sing", "", ""): 1.0})
            sure = _UNKNOWN if surface.endswith(self.forms.doubtful) else placed.certainty
            return Placed(placed.text, sure)
        if not governed:
            citation = self.forms.written(noun, name, self.forms.cases[0]) or name
            return Placed(citation, _UNKNOWN if _is_named(mention) else _NOT_A_NAME)
        placed = self._in(noun, name, {(governed[0], "Sing", "", ""): 1.0})
        sure = _GOVERNED if len(governed) == 1 else _ONE_OF_TWO
        return Placed(placed.text, min(placed.certainty, sure))

    def _known(self, context: ReplaceContext, mention: Mention) -> Joint:
        """Return the cases a mention can stand in, as far as its words or a corpus tell."""
        said = context.view.reading(mention.span)
        if said and said.noun and (cases := said.features.get("Case")):
            number = said.features.get("Number", "Sing")
            return {(case, number, "", ""): 1.0 for case in cases.split(",")}
        if is_a(mention.type, "address") and (street := self._street(context, mention)):
            return street
        parts: Sequence[NamePart] = mention.parts
        small = is_a(mention.type, "place") and context.view.text[mention.span.start].islower()
        if parts and (small or parts[-1].derived in ("possessive", "adjective")):
            return {(self.forms.derived, "Sing", "", "Adj"): 1.0}
        if self.rules.last_word:
            borne = [p for p in parts if p.role in ("given", "family")]
            parts = ((is_a(mention.type, "person") and borne) or parts)[-1:]
        elif is_a(mention.type, "org"):
            parts = parts[:1]
        if is_a(mention.type, "org"):
            parts = [self._head(context, p) for p in parts]
        if not self.rules.last_word:
            parts = [p for p in parts if _is_read(context, p)]
        # an uninflected word beside the one that tells most is no harm
        best = max((sum(a.weight for a in part.analyses) for part in parts), default=0.0)
        return joint(parts) if best >= _EVIDENCE else {}

    def _street(self, context: ReplaceContext, mention: Mention) -> Joint:
        """Return the cases that the kind of a street says: *Hämeenkadulla 5*."""
        name = _HOUSE.split(context.view.surface(mention.span), maxsplit=1)[0]
        read = readings_of_street(name, self.rules.street_cases)
        cases = {(r.features.get("Case", ""), "Sing", "", ""): r.weight for r in read}
        return {key: weight for key, weight in cases.items() if key[_CASE]}

    def _head(self, context: ReplaceContext, part: NamePart) -> NamePart:
        """Read the word that has the case of an organisation's name, as what it is by itself.

        The words of a whole name are not read, since its citation form is what is written; a firm
        or a body called after a town has the case of the town.
        """
        word = context.view.surface(part.span)
        for kind in ("org", "place"):
            read = self.analyse(word, kind)
            kinds = [r for r in read if r.lemma.split()[-1].casefold() in self.rules.orgs.lemmas]
            readings = kinds or read  # kouluun is of koulu, a kind, and not of Kouluu
            if readings and readings[0].lemma.casefold() != word.casefold():
                whole = sum(r.weight for r in readings) or 1.0
                sing = (
                    r._replace(weight=r.weight / whole, features={**r.features, "Number": "Sing"})
                    for r in readings
                )
                return replace(part, analyses=tuple(sing))
        return part

    def _in(self, noun: Noun, name: str, found: Joint) -> Placed:
        """Return the likeliest form and its share; several cases may share one."""
        weights: dict[str, float] = {}
        doubt = 1.0
        for key, weight in found.items():
            case = key[_CASE] or "Nom"
            if key[_DERIVATION] not in ("", WIFE):
                case, doubt = self.forms.derived or case, _DERIVED
            text = self.forms.written(noun, name, case, key[_NUMBER] or "Sing")
            if text:
                weights[text] = weights.get(text, 0.0) + weight
        if not weights:
            citation = self.forms.written(noun, name, self.forms.cases[0])
            return Placed(citation or name, _UNKNOWN)
        best = max(sorted(weights), key=weights.__getitem__)
        return Placed(best, round(doubt * weights[best] / sum(found.values()), 3))


def _says(word: str, noun: str) -> bool:
    """Tell whether a word is the noun itself, in whatever case: *kiinteistön 91-2-15-3*."""
    stem = fold(noun)[:-1]
    return len(stem) > _STEM and 0 <= len(word) - len(stem) <= _TAIL and fold(word).startswith(stem)


def _is_named(mention: Mention) -> bool:
    return any(is_a(mention.type, name) for name in _NAMED)


def _is_read(context: ReplaceContext, part: NamePart) -> bool:
    """Tell whether a word was read as more than itself, as one in no list is not."""
    surface = context.view.surface(part.span).casefold()
    return any(a.lemma.casefold() != surface or a.features.get("Gender") for a in part.analyses)
