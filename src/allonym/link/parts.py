"""Read the words of a name: role, readings that agree, gender."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from allonym.link.agreement import (
    as_said,
    gendered,
    joint_weight,
    last_inflected,
    leading,
    narrowed,
    obey,
    of_couple,
    of_either,
    of_undeclined,
    unpossessed,
    weight,
)
from allonym.link.annotated import as_annotated
from allonym.link.cues import Leads, begins_item, in_citation, of_birth
from allonym.link.given import GivenNames
from allonym.link.roles import NameWeights, Turns
from allonym.link.split import Word, pieces_of, split_words, units_of
from allonym.link.word_roles import INSIDE, LISTED_THERE, RoleReader
from allonym.link.words import NameWords
from allonym.model.features import AGREEING
from allonym.model.latest import Latest
from allonym.model.mention import FORMER, Analysis, Mention, NamePart, PartRole, in_base
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.fold import plain

_MOST_WORDS = 8
_CLEAR, _PLAUSIBLE = 2, 0.3
_OTHER: PartRole = "other"
_FAMILY: PartRole = "family"
_GIVEN: PartRole = "given"


class PartReader:
    """Fills `Mention.parts` from the lexicon, the morphology and the words before a name.

    Args:
        morphology: Reads single words.
        words: The language's word data.
    """

    def __init__(self, morphology: Morphology, words: NameWords) -> None:
        self._words = words
        self._leads = Leads(words)
        self._given = GivenNames(words)
        known, analyse = self._given.known, morphology.analyse
        self._analyse = lru_cache(1 << 16)(lambda t, kind: known(t, kind, tuple(analyse(t, kind))))
        self._weights = NameWeights(words, self._analyse)
        self._latest = Latest()
        # what a word may be in a role
        self.readings: Callable[[str, PartRole], tuple[Analysis, ...]] = lru_cache(1 << 16)(
            lambda text, role: self._given.sexed(self._analyse(text, _kind(role)), _kind(role))
        )
        self._agreed = lru_cache(1 << 16)(self._agree)
        agree_as = lru_cache(1 << 16)(
            lambda texts, roles: joint_weight(list(map(self.readings, texts, roles)), AGREEING)
        )
        turns = Turns(words, self._weights, self._analyse, agree_as)
        self._roles = RoleReader(words, self._weights, turns, self._analyse)
        self._read_as = lru_cache(1 << 16)(lambda *said: narrowed(list(map(self.readings, *said))))

    def read(self, view: TextView, mention: Mention) -> Mention:
        """Return the mention with its parts; what is linked again is not read again."""
        make, place = partial(self._read, view, mention), mention.span
        parts = self._latest.made(view, place, mention.type, make)
        return replace(mention, parts=parts) if parts else mention

    def _read(self, view: TextView, mention: Mention) -> tuple[NamePart, ...]:
        words = self._suffixed(split_words(view, mention.span))
        if not 0 < len(words) <= _MOST_WORDS:
            return ()
        cue, ahead = self._leads.cue(view, mention.span)
        ahead |= {LISTED_THERE} if begins_item(view, mention.span) else set()
        ahead |= {INSIDE} if in_citation(view, mention.span) == 1.0 else set()
        roles: list[PartRole] = [_OTHER] * len(words)
        if is_a(mention.type, "person"):
            roles = self._roles.roles(words, ahead)
            one, two = (self._analyse(words[0].text, role) for role in (_GIVEN, _FAMILY))
            styled = "honorific" in ahead
            other = roles == [_GIVEN] and self._given.is_other(one, two, cue, styled=styled)
            roles = [_FAMILY] if other else roles
            kinds = list(map(_kind, roles))
        else:
            kinds = [mention.type.partition(".")[0]] * len(words)
            cue = {} if "title" in ahead else cue  # primátor Trnavy
        given = [w.text for w, kind in zip(words, kinds, strict=True) if kind == _GIVEN]
        told = "honorific" not in ahead and not ahead.isdisjoint({"title", "kin"})
        whole = self.readings(given[0], _GIVEN) if given and told and len(words) > 1 else ()
        said = self._given.said(cue, whole)
        readings = self._agreed(tuple(w.text for w in words), tuple(kinds), said)
        born = roles == [_FAMILY] and FORMER in ahead and view.text.count(words[0].text) == 1
        readings = [of_birth(words[0].text, readings[0])] if born else readings
        if set(roles) == {_GIVEN} and not cue:
            readings = leading(readings, in_citation(view, mention.span))
        if roles == [_GIVEN] and (kin := self._leads.kin_behind(view, mention.span)) is not None:
            readings = [self._given.owning(readings[0], kin)]
        double = {w for unit in units_of(words) if self._weights.is_double(unit) for w in unit}
        readings = [self._obeyed(view, *each) for each in zip(words, kinds, readings, strict=True)]
        readings = [in_base(r) if w in double else r for w, r in zip(words, readings, strict=True)]
        rows = zip(words, roles, readings, strict=True)
        return tuple(NamePart(w.span, role, own) for w, role, own in rows)

    def _suffixed(self, words: list[Word]) -> list[Word]:
        """Return the words, the last two as one where a hyphen joins but a suffix: *Anett-tel*."""
        hung = words[-1:] if self._words.last_word else []
        if not any(word.hyphened and word.text.islower() for word in hung):
            return words
        name, tail = words[-2:]
        if self._analyse(text := f"{name.text}-{tail.text}", _GIVEN)[0].lemma != name.text:
            return words
        return [*words[:-2], replace(name, span=Span(name.span.start, tail.span.end), text=text)]

    def lemmas(self, text: str, kind: str, most: int = 4) -> tuple[str, ...]:
        """Return the likeliest citation forms of a word or a whole name, in small letters."""
        return tuple(dict.fromkeys(plain(a.lemma) for a in self._analyse(text, kind)))[:most]

    def is_base(self, word: str, kind: str) -> bool:
        """Tell whether the likeliest reading of a word is that of a citation form."""
        return all(a.features.get("Case", "Nom") == "Nom" for a in self._analyse(word, kind)[:1])

    def reread(self, part: NamePart, view: TextView, role: PartRole) -> NamePart:
        """Return a word of a name read in another role."""
        text = view.surface(part.span)
        readings = self.readings(text, role)
        said = view.reading(part.span)
        if said:
            cites = partial(self._cites, kind=role)
            readings = as_annotated(readings, text, said, self._words.tags, cites)
        return replace(part, role=role, analyses=readings)

    def _obeyed(
        self, view: TextView, word: Word, kind: str, agreed: tuple[Analysis, ...]
    ) -> tuple[Analysis, ...]:
        """Return what the source says of a word, if it is annotated, else what was agreed on."""
        said = view.reading(word.span)
        if said is None or not kind:
            return agreed
        own = self._given.sexed(self._analyse(word.text, kind), kind)
        cites = partial(self._cites, kind=kind)
        return as_annotated(own, word.text, said, self._words.tags, cites)

    def _cites(self, lemma: str, kind: str) -> frozenset[str]:
        """Return the names that a corpus rather cites so: Novák by *Novákovci*."""
        read = [a for a in self._analyse(lemma, kind) if a.features.get("Case", "Nom") == "Nom"]
        others = [a for a in read if a.lemma != lemma]
        rather = 2 * weight(others) > weight(read)
        return frozenset(a.lemma for a in others) if rather else frozenset()

    def turned(
        self, parts: Sequence[NamePart], roles: Sequence[PartRole], view: TextView
    ) -> tuple[NamePart, ...]:
        """Return the words of a name, its given names and surnames in other roles, agreeing."""
        named = [part for part in parts if part.role in (_GIVEN, _FAMILY)]
        if any(view.reading(part.span) for part in named):
            new = [self.reread(part, view, role) for part, role in zip(named, roles, strict=True)]
            agreed = narrowed([part.analyses for part in new])
        else:
            agreed = self._read_as(tuple(view.surface(p.span) for p in named), tuple(roles))
        made = {
            part.span: replace(part, role=role, analyses=readings)
            for part, role, readings in zip(named, roles, agreed, strict=True)
        }
        return tuple(made.get(part.span, part) for part in parts)

    def _agree(
        self, texts: tuple[str, ...], kinds: tuple[str, ...], cue: frozenset[tuple[str, str]]
    ) -> list[tuple[Analysis, ...]]:
        readings = [self._analyse(t, k) if k else () for t, k in zip(texts, kinds, strict=True)]
        if set(kinds) == {"place"} and len(texts) > 1:
            whole = (a for mark in " -" for a in self._analyse(mark.join(texts), "place"))
            readings = pieces_of(whole, len(texts), self._words.is_listed) or readings
        sexed = zip(map(self._given.sexed, readings, kinds), kinds, strict=True)
        hers = [self._hers(r) if k == _FAMILY else r for r, k in sexed]
        readings = [gendered(r, cue, k) for r, k in zip(hers, kinds, strict=True)]
        readings = [
            as_said(r, cue) if k == _GIVEN and r and not self._given.is_sure(t, r) else r
            for t, k, r in zip(texts, kinds, readings, strict=True)
        ]
        readings = obey(readings, cue, last=self._words.last_word, named="org" not in kinds)
        if kinds == (_GIVEN, _FAMILY):
            given, family = readings = unpossessed(readings)
            known = tuple(a for a in family if self._words.is_listed(a.lemma, _FAMILY))
            several = family[0].features.get("Number") == "Plur"  # Žofia Jurgovci
            if (known or several) and (both := of_couple([given, known or family])):
                return narrowed(both)
            if women := tuple(a for a in known if several and self._words.is_gendered(a.lemma)):
                return narrowed([given, women])  # Táňa Žiakové
            readings = readings if cue else self._given.unless_cited(texts[1], readings, known)
        if self._words.last_word and set(kinds) & {_GIVEN, _FAMILY}:
            owned = kinds[:2] == (_FAMILY, _GIVEN) and not self._words.family_first
            owned = owned and not self._words.is_listed(texts[0], _FAMILY)
            readings = of_undeclined(readings)
            farm = tuple(a for a in readings[0] if owned and a.features.get("Case") == "Gen")
            others = last_inflected(readings)
            return [farm, *others[1:]] if farm else others  # Lissdaniels Anders
        if kinds == (_GIVEN, _FAMILY) and not joint_weight(readings, AGREEING):
            readings = self._unagreed(texts, readings)
        usual = kinds[0] == _GIVEN and self._words.is_listed(texts[0], _GIVEN)
        return narrowed(of_undeclined(readings, given=usual))

    def _hers(self, readings: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
        """Return the readings of a surname without men who have a woman's: *Lindqvistová*."""
        mans = (a for a in readings if a.features.get("Gender") == "Masc")
        never = [a for a in mans if self._words.is_womens(a.lemma)]
        return tuple(a for a in readings if a not in never) or readings

    def _unagreed(
        self, texts: tuple[str, ...], readings: list[tuple[Analysis, ...]]
    ) -> list[tuple[Analysis, ...]]:
        """Return what two words may be besides that share no reading as a given name and surname.

        Where no list has the given name it may be read as any other name (*Johanna Goethego*);
        where it stands in its citation form, the surname may too: *Tomasz Róża*, *Eva Zimmermann*.
        A surname that is written for one sex says of which the given name is: *Саша Иванов*.
        """
        given, family = readings
        known = self._words.given_weight(given[0].lemma) >= _CLEAR
        base = [a for a in given if a.features.get("Case") == "Nom" and a.weight > _PLAUSIBLE]
        if known and base and plain(texts[1]).endswith(self._words.gendered):
            return [of_either(given), family]
        if known and base:
            own = Analysis(texts[1], {**base[0].features}, sum(a.weight for a in family))
            return [given, (own, *family)]
        other = [self._analyse(texts[0], _FAMILY), family]
        turned = (base or not known) and joint_weight(other, AGREEING)
        return other if turned else readings


def _kind(role: PartRole) -> str:
    return role if role in ("given", "family") else ""
