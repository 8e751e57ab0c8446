"""Read the words of a name: role, readings that agree, gender."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise

from allonym.link.agreement import (
    AGREEING,
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
)
from allonym.link.annotated import as_annotated
from allonym.link.cues import Leads, begins_item, in_citation, of_birth
from allonym.link.given import GivenNames
from allonym.link.roles import NameWeights, Turns, before_former, by_capitals, with_own_name
from allonym.link.split import Word, pieces_of, split_words, units_of
from allonym.link.words import NICKNAME, NameWords
from allonym.model.latest import Latest
from allonym.model.mention import FORMER, Analysis, Mention, NamePart, PartRole, in_base
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE, WIFE, Morphology
from allonym.text.fold import plain

_MOST_WORDS = 8
_CLEAR, _RATHER, _LISTED, _PLAUSIBLE, _DOUBT = 2, 0.5, 3, 0.3, 0.2
_LISTED_THERE, _INSIDE = "list", "inside"
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
        self._turns = Turns(words, self._weights, self._analyse, agree_as)
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
        ahead |= {_LISTED_THERE} if begins_item(view, mention.span) else set()
        ahead |= {_INSIDE} if in_citation(view, mention.span) == 1.0 else set()
        roles: list[PartRole] = [_OTHER] * len(words)
        if is_a(mention.type, "person"):
            roles = self._roles(words, ahead)
            one, two = (self._analyse(words[0].text, role) for role in (_GIVEN, _FAMILY))
            other = roles == [_GIVEN] and self._given.is_other(one, two, cue)
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
        own = before_former([w.text for w in words], self._words.former)
        rows = enumerate(zip(words, roles, readings, strict=True))
        return tuple(NamePart(w.span, r, a, FORMER if n >= own else "") for n, (w, r, a) in rows)

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
            readings = as_annotated(readings, text, said, self._words.tags)
        return replace(part, role=role, analyses=readings)

    def _obeyed(
        self, view: TextView, word: Word, kind: str, agreed: tuple[Analysis, ...]
    ) -> tuple[Analysis, ...]:
        """Return what the source says of a word, if it is annotated, else what was agreed on."""
        said = view.reading(word.span)
        if said is None or not kind:
            return agreed
        own = self._given.sexed(self._analyse(word.text, kind), kind)
        return as_annotated(own, word.text, said, self._words.tags)

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

    def _roles(self, words: Sequence[Word], before: Collection[str]) -> list[PartRole]:
        fixed = [self._fixed_role(words, index) for index in range(len(words))]
        own = before_former([w.text for w in words], self._words.former)
        if own < len(words):
            led_in = (_OTHER if w.text.islower() else _FAMILY for w in words[own:])
            return [*self._roles(words[:own], before), *led_in]
        self._after_particle(words, fixed)
        free = [index for index, role in enumerate(fixed) if role is None]
        initials = [index for index, role in enumerate(fixed) if role == "initial"]
        ahead = not initials or not free or initials[0] < free[0]
        split = self._split([words[i] for i in free], (bool(initials), ahead), before)
        if initials and len(free) == 2 and free[0] < initials[0] < free[1]:  # Зоица Х. Стефчова
            first, last = (self._weights.lean_of(words[i].text) for i in free)
            split = [_GIVEN, _FAMILY] if first >= 0 > last else split
        for index, role in zip(free, split, strict=True):
            fixed[index] = role
        return [role or "other" for role in fixed]

    def _after_particle(self, words: Sequence[Word], roles: list[PartRole | None]) -> None:
        """Make what follows ``van`` a family name, if something stands before it, or one word."""
        others = ((n, w.text) for n, w in enumerate(words) if roles[n] == "other")
        particles = [n for n, text in others if {text, plain(text)} & self._words.particles]
        if particles and (particles[0] > 0 or len(words) == len(particles) + 1):
            for index in range(particles[0] + 1, len(words)):
                roles[index] = roles[index] or "family"
            roles[0] = roles[0] or (None if None in roles[1:] else "given")

    def _is_particle(self, text: str) -> bool:
        return not {text, text.islower() and plain(text)}.isdisjoint(self._words.particles)

    def _fixed_role(self, words: Sequence[Word], index: int) -> PartRole | None:
        word = words[index]
        key = plain(word.text)
        generation = bool(index) and key in self._words.generation
        lead = index < len(words) - 1 and not word.hyphened
        title = len(key) > 1 and (key in self._words.titles or key in self._words.honorifics)
        if lead and title and (word.dotted or word.text.islower()):
            return "other"
        listed = len(word.text) > 1 and self._words.is_listed(word.text, _GIVEN)
        whole = listed and index == len(words) - 1  # със Стоян. Филип Стоян. Петров
        short = word.dotted and word.text.istitle() and key in self._words.short and not whole
        letter = short or (word.initial and not listed)
        closes = generation and index == len(words) - 1 and len(key) > 1
        if letter and not (closes or self._is_particle(word.text)):
            return "initial"
        pet = word.dashed and key in self._words.nicknames  # Stjepan Jelić – Braco
        if pet or (word.quoted and index < len(words) - 1):
            return "given"
        if word.title or generation:
            return "other"
        first = not index and key not in self._words.nicknames  # Mr. Van Slyke, Van der Berg
        first = first and (len(words) == 2 or any(self._is_particle(w.text) for w in words[1:2]))
        led = key in self._words.particles and (first or 0 < index < len(words) - 1)
        if led or (len(words) > 1 and self._is_particle(word.text)):
            return "other"
        kin = index == 0 and lead and key in self._words.kin and not words[1].hyphened
        return "other" if kin and self._words.given_weight(words[1].text) else None

    def _split(
        self, words: Sequence[Word], initials: tuple[bool, bool], before: Collection[str]
    ) -> list[PartRole]:
        """Decide where given names end and family names begin, or the other way round."""
        units, roles = units_of(words), list[PartRole]()
        texts = [unit[0].text for unit in units]
        comma = next((n for n, unit in enumerate(units) if unit[0].after_comma), 0)
        if comma or (roles := by_capitals(texts)):
            roles = [_FAMILY] * comma + [_GIVEN] * (len(units) - comma) if comma else roles
            leans = map(self._weights.lean, units)  # DIMOV Ivan Petrov; Паскова, Нора Леонидова
            pairs = zip(pairwise([_FAMILY, *roles]), leans, strict=True)
            roles = [_FAMILY if a == b == _GIVEN and n <= -_CLEAR else b for (a, b), n in pairs]
        elif "given" in before:
            roles = [_GIVEN] * len(units)
        elif len(units) == 1:
            roles = [self._lone(units[0], initials, before)]
        elif all(initials) and self._is_family(units):
            roles = [_FAMILY] * len(units)
        else:
            roles = with_own_name(
                [self._lean(units, n) for n in range(len(units))],
                self._wife(texts),
                turned=self._words.family_first,
                fixed=self._words.given_first and self._weights.start_given(units),
            )
            roles = self._turns.turned(texts, roles, in_list=_LISTED_THERE in before)
        return [role for unit, role in zip(units, roles, strict=True) for _ in unit]

    def _lean(self, units: Sequence[Sequence[Word]], index: int) -> float:
        """Return how far a word is rather a given name: no *Živko Vidov*, no *Айше Мехмед*.

        Lists of given names lack less: what none has in the middle is rather a surname.
        """
        lean = self._weights.lean(units[index])
        first = self._analyse(units[index][0].text, _GIVEN)[0]
        owned = "" if self._words.last_word else first.features.get("Derivation")  # Nagy Péter-féle
        last = index == len(units) - 1 or self._words.is_listed(units[index][0].text, _FAMILY)
        if owned == POSSESSIVE and last and len(units) > 1:  # MARTINOV EMA
            return -_CLEAR
        ahead = self._words.family_first
        plural = first.features.get("Number") == "Plur" and index  # Molnár Dávidék
        if ahead and last and plural and self._words.is_listed(first.lemma, _GIVEN):
            return _CLEAR
        if 0 < index < len(units) - 1 and not (lean or ahead or self._words.given_first):
            lean = self._words.ending_lean(units[index][-1].text) - _DOUBT
        beside = units[index + 1 : index + 2] if ahead else units[:1]  # Ferenczné | Pál Sára
        sexes = [self._words.genders.get(plain(unit[0].text)) for unit in (units[index], *beside)]
        mans = last and sexes == ["Masc", "Fem"]  # and no woman's: Ioana Marin Radu
        return -_CLEAR if (index and owned == POSSESSIVE) or mans else lean

    def _is_family(self, units: Sequence[Sequence[Word]]) -> bool:
        """Tell whether the words behind an initial are all of a surname, the last word or not."""
        more = len(units) > 1 and self._words.family_first  # H. Kiss Tamás
        return not more and all(self._weights.lean(unit) < _CLEAR for unit in units[:-1])

    def _wife(self, texts: Sequence[str]) -> int:
        """Return how many words a husband's name has, behind which the wife's own stands."""
        if len(texts) > 2 and self._is_wife(texts[0], _FAMILY):  # Takácsné Vég Judit
            return 1
        return next((n for n, t in enumerate(texts[:-1], 1) if self._is_wife(t) and n > 1), 0)

    def _is_wife(self, text: str, kind: str = _GIVEN) -> bool:
        """Tell whether a word is a husband's name, behind which the wife's own stands."""
        best = self._analyse(text, kind)[0]
        listed = kind == _GIVEN or self._words.is_listed(best.lemma, kind)
        return listed and best.features.get("Derivation") == WIFE

    def _lone(
        self, unit: Sequence[Word], initials: tuple[bool, bool], before: Collection[str]
    ) -> PartRole:
        given = sum(self._weights.of(w.text, "given") for w in unit)
        lean = self._weights.lean(unit)
        if initials[0] and initials[1] and self._words.family_first:
            return "given" if given and lean > -_CLEAR else "family"
        if initials[0]:
            return "given" if given and lean >= (2 if initials[1] else -1) else "family"
        others = set(before) - {_LISTED_THERE, _INSIDE, FORMER, NICKNAME}
        titled = "honorific" in before or others - {"address", "kin"} == {"title"}  # Dr Hanrahan
        honoured = "honorific" in before and self._words.after_honorific == "family"
        honoured &= not (lean >= _LISTED and self._turns.is_given(unit[0].text))
        rather = lean > 0 or (lean == 0 and "honorific" in before)  # potrdilo dr. Kosa, gospo Pavlo
        honoured |= titled and not (rather and self._turns.is_given(unit[0].text, pet=True))
        family, own = (self._words.is_listed(unit[0].text, k) for k in (_FAMILY, _GIVEN))
        honoured |= FORMER in before and (family or not own)
        several = not given and self._weights.is_plural(unit[0])
        if honoured or several or "household" in before or self._is_wife(unit[0].text, _FAMILY):
            return _FAMILY
        called = [n for kind, n in (("kin", 0), ("address", 1 - _LISTED)) if kind in others]
        # леля Ласка: kin are called by what no list has, or ends so, rather than by surname
        theirs = "kin" in before and self._weights.of(unit[0].text, _FAMILY) < _CLEAR
        theirs = theirs or all(self._words.ending_lean(word.text) > 0 for word in unit)
        if called and (given or theirs or lean >= called[0]):
            return "given"
        if given and abs(lean) < _RATHER:
            return self._listed_as(unit[0].text)
        formed = given and _INSIDE in before and self._is_formed(unit[0].text)
        plain = not {FORMER, NICKNAME}.intersection(before)  # наричан Кокала
        given = given or (plain and all(self._weights.ends_as_given(w.text) for w in unit))
        return "given" if formed or (given and lean >= 0) else "family"

    def _is_formed(self, text: str) -> bool:
        """Tell whether a word is a given name in another case, as a surname as cited: *Janke*."""
        given, family = (self._analyse(text, kind)[0] for kind in (_GIVEN, _FAMILY))
        cases = [a.features.get("Case", "Nom") for a in (given, family)]
        alone = given.features.get("Number") == "Sing" and "Derivation" not in given.features
        formed = alone and cases[0] not in ("Nom", "Voc") and cases[1] == "Nom"
        return formed and self._turns.is_given(given.lemma, pet=True)

    def _listed_as(self, text: str) -> PartRole:
        """Decide by the citation forms where both are as likely: ``Linnan`` is from ``Linna``."""
        lemmas = ((kind, self._analyse(text, kind)[0].lemma) for kind in (_GIVEN, _FAMILY))
        given, family = (self._words.is_listed(lemma, kind) for kind, lemma in lemmas)
        return _FAMILY if family and not given else _GIVEN

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
            return last_inflected(of_undeclined(readings))
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
