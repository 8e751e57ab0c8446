"""Which role each word of a name has: what form and neighbours fix, then where it is cut."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from allonym.link.roles import NameWeights, Turns, by_capitals, with_own_name
from allonym.link.split import Word, units_of
from allonym.link.words import NICKNAME, NameWords
from allonym.model.mention import FORMER, Analysis, PartRole
from allonym.ports import POSSESSIVE, WIFE
from allonym.text.fold import plain

LISTED_THERE, INSIDE = "list", "inside"
"""What is said of a name besides cues: it begins an item of a list, or stands inside a sentence."""
_CLEAR, _RATHER, _LISTED, _DOUBT = 2, 0.5, 3, 0.2
_OTHER: PartRole = "other"
_FAMILY: PartRole = "family"
_GIVEN: PartRole = "given"


class RoleReader:
    """Tells given names, surnames and other words of a name from each other.

    Args:
        words: The language's word data.
        weights: How far words lean to one or the other.
        turns: What turns an order round.
        analyse: Reads a word of a kind.
    """

    def __init__(
        self,
        words: NameWords,
        weights: NameWeights,
        turns: Turns,
        analyse: Callable[[str, str], Sequence[Analysis]],
    ) -> None:
        self._words, self._weights, self._turns, self._analyse = words, weights, turns, analyse

    def roles(self, words: Sequence[Word], before: Collection[str]) -> list[PartRole]:
        """Return the role of each word.

        Args:
            words: Of a name.
            before: What the words before the name say of whom it names: ``title``, ``kin``.
        """
        fixed = [self._fixed_role(words, index) for index in range(len(words))]
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
        kin = kin and not (listed and word.text.istitle())  # Bror Lind
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
            roles = self._turns.turned(texts, roles, in_list=LISTED_THERE in before)
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
        """Decide what a name of one word, or of words tied by hyphens, is."""
        text = unit[0].text
        listed = any(self._weights.of(w.text, _GIVEN) for w in unit)
        lean = self._weights.lean(unit)
        if initials[0]:
            return _GIVEN if listed and self._fits_initial(lean, ahead=initials[1]) else _FAMILY
        several = not listed and self._weights.is_plural(unit[0])
        household = several or "household" in before or self._is_wife(text, _FAMILY)
        if household or self._is_formal(text, lean, before):
            return _FAMILY
        if self._is_familiar(unit, listed, lean, before):
            return _GIVEN
        if listed and abs(lean) < _RATHER:
            return self._listed_as(text)
        formed = listed and INSIDE in before and self._is_formed(text)
        plainly = not {FORMER, NICKNAME}.intersection(before)  # наричан Кокала
        ends_so = plainly and all(self._weights.ends_as_given(w.text) for w in unit)
        return _GIVEN if formed or ((listed or ends_so) and lean >= 0) else _FAMILY

    def _fits_initial(self, lean: float, *, ahead: bool) -> bool:
        """Tell whether a listed given name is one beside an initial, which may stand ahead."""
        if ahead and self._words.family_first:
            return lean > -_CLEAR
        return lean >= (_CLEAR if ahead else -1)

    def _is_formal(self, text: str, lean: float, before: Collection[str]) -> bool:
        """Tell whether a title, an honorific or *née* before a lone word makes it a surname."""
        others = set(before) - {LISTED_THERE, INSIDE, FORMER, NICKNAME}
        honorific = "honorific" in before
        tells = honorific and self._words.after_honorific == _FAMILY
        tells = tells and not (lean >= _LISTED and self._turns.is_given(text))
        called = "kin" in before and self._turns.is_given(text, pet=True)  # Uncle Ray, titled so
        titled = honorific or (others - {"address", "kin"} == {"title"} and not called)
        rather = lean > 0 or (lean == 0 and honorific)  # potrdilo dr. Kosa, gospo Pavlo
        rather &= lean >= _CLEAR or not self._words.is_listed(text.lower(), "common")  # dr Varg
        if tells or (titled and not (rather and self._turns.is_given(text, pet=True))):
            return True
        is_family, is_given = (self._words.is_listed(text, kind) for kind in (_FAMILY, _GIVEN))
        return FORMER in before and (is_family or not is_given)

    def _is_familiar(
        self, unit: Sequence[Word], listed: bool, lean: float, before: Collection[str]
    ) -> bool:
        """Tell whether a word of kin or of address before a lone word makes it a given name."""
        least = 0 if "kin" in before else 1 - _LISTED
        if "kin" not in before and "address" not in before:
            return False
        # леля Ласка: kin are called by what no list has, or ends so, rather than by surname
        theirs = "kin" in before and self._weights.of(unit[0].text, _FAMILY) < _CLEAR
        theirs = theirs or all(self._words.ending_lean(word.text) > 0 for word in unit)
        return listed or theirs or lean >= least

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
