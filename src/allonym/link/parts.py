"""Read the words of a name: role, readings that agree, gender."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from allonym.link.agreement import OF, gendered, last_inflected, narrowed, obey, signatures
from allonym.link.split import LETTER, Word, split_words, units_of
from allonym.link.words import NO_CUE, Cue, NameWords
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE, Morphology
from allonym.text.fold import plain

_BEFORE = re.compile(rf"({LETTER})(\.?)[ \t\u00a0]*\n?[ \t\u00a0]*$")
_LABEL = re.compile(rf"(?<![/\w] )(?<![/\w])({LETTER})[ \t]*:[ \t]*$")
_LOOK_BACK = 40
_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]{2,24})")
_SUFFIX = 6
_WORDS_BACK = 4
_MOST_WORDS = 8
_LONGEST_SHORT = 5
_CLEAR = 2
_BY_LEMMA = 2
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
        self._analyse = lru_cache(1 << 16)(lambda text, kind: tuple(morphology.analyse(text, kind)))
        self._agreed = lru_cache(1 << 16)(self._agree)
        self._agree_as = lru_cache(1 << 16)(self._can_agree)

    def read(self, view: TextView, mention: Mention) -> Mention:
        """Return the mention with its parts."""
        words = split_words(view, mention.span)
        if not words or len(words) > _MOST_WORDS:
            return mention
        cue, ahead = self._cue(view, mention.span)
        roles: list[PartRole]
        if is_a(mention.type, "person"):
            roles = self._roles(words, ahead)
            kinds = [_kind(role) for role in roles]
        else:
            roles = [_OTHER] * len(words)
            kinds = [mention.type.partition(".")[0]] * len(words)
        readings = self._agreed(tuple(w.text for w in words), tuple(kinds), _frozen(cue))
        parts = [NamePart(w.span, r, a) for w, r, a in zip(words, roles, readings, strict=True)]
        return replace(mention, parts=tuple(parts))

    def lemmas(self, text: str, kind: str, most: int = 4) -> tuple[str, ...]:
        """Return the likeliest citation forms of a word or a whole name, in small letters."""
        readings = self._analyse(text, kind)
        return tuple(dict.fromkeys(plain(a.lemma) for a in readings))[:most]

    def reread(self, part: NamePart, text: str, role: PartRole) -> NamePart:
        """Return a word of a name read in another role."""
        readings = self._by_gender(self._analyse(text, _kind(role)), _kind(role))
        return replace(part, role=role, analyses=readings)

    # -- roles ---------------------------------------------------------------------------------

    def _roles(self, words: Sequence[Word], before: Collection[str]) -> list[PartRole]:
        fixed = [self._fixed_role(words, index) for index in range(len(words))]
        self._after_particle(words, fixed)
        free = [index for index, role in enumerate(fixed) if role is None]
        initials = [index for index, role in enumerate(fixed) if role == "initial"]
        ahead = not initials or not free or initials[0] < free[0]
        split = self._split([words[i] for i in free], (bool(initials), ahead), before)
        for index, role in zip(free, split, strict=True):
            fixed[index] = role
        return [role or "other" for role in fixed]

    def _after_particle(self, words: Sequence[Word], roles: list[PartRole | None]) -> None:
        """Make what follows ``van`` a family name, if something stands before it."""
        particles = [
            n for n, w in enumerate(words) if roles[n] == "other" and self._is_particle(w.text)
        ]
        if particles and particles[0] > 0:
            for index in range(particles[0] + 1, len(words)):
                roles[index] = roles[index] or "family"
            if None not in roles[1:]:
                roles[0] = roles[0] or "given"

    def _is_particle(self, text: str) -> bool:
        return text.islower() and plain(text) in self._words.particles

    def _fixed_role(self, words: Sequence[Word], index: int) -> PartRole | None:
        word = words[index]
        key = plain(word.text)
        if word.initial or (word.dotted and word.text.istitle() and key in self._words.short):
            return "initial"
        if index and key in self._words.generation:
            return "other"
        if len(words) > 1 and self._is_particle(word.text):
            return "other"
        lead = index < len(words) - 1 and not word.hyphened
        title = key in self._words.titles or key in self._words.honorifics
        return "other" if lead and title and (word.dotted or word.text.islower()) else None

    def _split(
        self, words: Sequence[Word], initials: tuple[bool, bool], before: Collection[str]
    ) -> list[PartRole]:
        """Decide where given names end and family names begin, or the other way round."""
        units = units_of(words)
        roles: list[PartRole]
        comma = next((n for n, unit in enumerate(units) if unit[0].after_comma), 0)
        if comma:
            roles = [_FAMILY] * comma + [_GIVEN] * (len(units) - comma)
        elif "given" in before:
            roles = [_GIVEN] * len(units)
        elif all(initials) and all(self._lean(unit) < _CLEAR for unit in units[:-1]):
            lone = self._lone(units[0], initials, before) if len(units) == 1 else _FAMILY
            roles = [lone] * len(units)
        elif len(units) == 1:
            roles = [self._lone(units[0], initials, before)]
        else:
            leans = [self._lean(unit) for unit in units]
            roles = self._best_split(
                leans,
                turned=self._words.family_first,
                fixed=self._words.given_first and self._starts_given(units),
            )
            roles = self._agreeing([unit[0].text for unit in units], roles)
            roles = self._of_one_gender([unit[0].text for unit in units], roles)
            roles = self._listed_given([unit[0].text for unit in units], roles)
        return [role for unit, role in zip(units, roles, strict=True) for _ in unit]

    def _starts_given(self, units: Sequence[Sequence[Word]]) -> bool:
        return bool(units) and self._weight(units[0][0].text, "given") > 0

    def _agreeing(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Turn two words round that agree in case and gender only so: ``Jerzego Lisa``."""
        if len(texts) != 2 or self._words.last_word or roles[0] == roles[1]:
            return roles
        back = roles[::-1]
        words = tuple(texts)
        turned = self._agree_as(words, tuple(back)) and not self._agree_as(words, tuple(roles))
        return back if turned else roles

    def _listed_given(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Turn two words round where only the one taken for a surname is a listed given name."""
        if len(texts) != 2 or roles != [_GIVEN, _FAMILY] or self._words.feminine:
            return roles
        given, family = (self._is_given(text) for text in texts)
        return [_FAMILY, _GIVEN] if family and not given else roles

    def _is_given(self, text: str) -> bool:
        """Tell whether a word is a form of a listed given name."""
        lemmas = {text, *(a.lemma for a in self._analyse(text, "given")[:3])}
        known = (plain(w) in self._words.nicknames for w in lemmas)
        return any(self._words.is_listed(w, "given") for w in lemmas) or any(known)

    def _of_one_gender(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Read the man's among listed given names of women as the surname: ``Matei Ioana``.

        A surname that is a man's given name stands first or last.
        """
        genders = [self._words.genders.get(plain(text), "") for text in texts]
        if set(genders) != {"Masc", "Fem"} or genders.count("Masc") != 1 or self._words.feminine:
            return roles
        place = genders.index("Masc")
        if place not in (0, len(texts) - 1):
            return roles
        return [_FAMILY if n == place else _GIVEN for n in range(len(texts))]

    def _can_agree(self, texts: tuple[str, ...], roles: tuple[PartRole, ...]) -> bool:
        kinds = [_kind(role) for role in roles]
        read = [self._by_gender(self._analyse(t, k), k) for t, k in zip(texts, kinds, strict=True)]
        return bool(signatures(read, ("Case", "Gender", "Number")))

    def _lean(self, unit: Sequence[Word]) -> int:
        """Return how much more speaks for given than for family name."""
        return sum(self._weight(w.text, "given") - self._weight(w.text, "family") for w in unit)

    def _weight(self, text: str, kind: str) -> int:
        """Return how much speaks for a kind of name; a possessive counts as what it is made of."""
        weigh = self._words.given_weight if kind == "given" else self._words.family_weight
        first = self._analyse(text, kind)[0]
        owned = first.features.get("Derivation") == POSSESSIVE
        by_list = max(weigh(text), weigh(first.lemma) if owned else 0)
        return by_list or min(_BY_LEMMA, weigh(first.lemma) if first.lemma != text else 0)

    def _lone(
        self, unit: Sequence[Word], initials: tuple[bool, bool], before: Collection[str]
    ) -> PartRole:
        given = sum(self._weight(w.text, "given") for w in unit)
        lean = self._lean(unit)
        if initials[0] and initials[1] and self._words.family_first:
            return "given" if given and lean > -_CLEAR else "family"
        if initials[0]:
            least = 2 if initials[1] else 0
            return "given" if given and lean >= least else "family"
        if "honorific" in before and self._words.after_honorific == "family":
            return "family"
        if "kin" in before and (given or lean >= 0):
            return "given"
        if given and lean == 0:
            return self._listed_as(unit[0].text)
        return "given" if given and lean > 0 else "family"

    def _listed_as(self, text: str) -> PartRole:
        """Decide by the citation forms where both are as likely: ``Linnan`` is from ``Linna``."""
        likely = {kind: self._analyse(text, kind)[0].lemma for kind in ("given", "family")}
        listed = {kind: self._words.is_listed(lemma, kind) for kind, lemma in likely.items()}
        return "family" if listed["family"] and not listed["given"] else "given"

    @staticmethod
    def _best_split(
        leans: Sequence[int], *, turned: bool = False, fixed: bool = False
    ) -> list[PartRole]:
        """Cut the units where it fits best; `turned` where surnames usually stand first.

        Where the order is `fixed`, a surname is never first, and rarely missing.
        """
        if turned:
            roles = PartReader._best_split([-lean for lean in leans])
            return [_FAMILY if role == _GIVEN else _GIVEN for role in roles]
        count = len(leans)
        best: tuple[float, list[PartRole]] = (-1e9, [])
        for cut in range(1, count + 1):
            normal = (
                sum(leans[:cut])
                - sum(leans[cut:])
                + (0.75 if cut < count else -3.5 if fixed else -1.5)
            )
            normal += 0.1 * cut  # a doubtful middle word is rather a second given name
            other = sum(leans[cut:]) - sum(leans[:cut]) - 0.25 * (cut - 1)
            roles = [_GIVEN] * cut + [_FAMILY] * (count - cut)
            reverse = [_FAMILY] * cut + [_GIVEN] * (count - cut)
            options = [(normal, roles)] + ([(other, reverse)] if cut < count and not fixed else [])
            best = max([best, *options], key=lambda option: option[0])
        return best[1]

    # -- what stands before --------------------------------------------------------------------

    def _cue(self, view: TextView, span: Span) -> tuple[Cue, set[str]]:
        """Join what titles, honorifics, kin words and a preposition before the name say."""
        block = view.block_at(span.start)
        before = view.text[max(block.start, span.start - _LOOK_BACK) : span.start]
        cue: dict[str, frozenset[str]] = {}
        kinds: set[str] = set()
        for _ in range(_WORDS_BACK):
            match = _BEFORE.search(before)
            if not match:
                break
            word = plain(match[1])
            if match[2] and (len(word) > _LONGEST_SHORT or word in self._words.kin):
                break  # the end of a sentence, and no short form
            found, last = self._before(word)
            kinds |= self._words.kinds(word)
            found = {**found, **OF} if found and word in self._words.kin else found
            _narrow(cue, found)
            if last:
                break
            before = before[: match.start()]
        label = _LABEL.search(view.text[max(block.start, span.start - _LOOK_BACK) : span.start])
        if label and plain(label[1]) in self._words.given_labels:
            kinds.add("given")
        if self._words.family_first:
            _narrow(cue, self._behind(view.text[span.end : min(block.end, span.end + _LOOK_BACK)]))
        return cue, kinds

    def _behind(self, text: str) -> Cue:
        """Return what a title behind the name says of its gender: *Szigeti doktornőnél*."""
        match = _BEHIND.match(text)
        word = plain(match[1]) if match else ""
        for table in (self._words.titles, self._words.honorifics):
            for length in range(len(word), max(1, len(word) - _SUFFIX), -1):
                cue = table.get(word[:length], NO_CUE)
                if "Gender" in cue:
                    return {"Gender": cue["Gender"]}
        return NO_CUE

    def _before(self, word: str) -> tuple[Cue, bool]:
        for table in (self._words.titles, self._words.honorifics, self._words.kin):
            if word in table:
                return table[word], False
        return self._words.prepositions.get(word, NO_CUE), True

    # -- agreement -----------------------------------------------------------------------------

    def _agree(
        self, texts: tuple[str, ...], kinds: tuple[str, ...], cue: frozenset[tuple[str, str]]
    ) -> list[tuple[Analysis, ...]]:
        readings = [self._analyse(t, k) if k else () for t, k in zip(texts, kinds, strict=True)]
        readings = [self._by_gender(r, k) for r, k in zip(readings, kinds, strict=True)]
        readings = [gendered(r, cue, k) for r, k in zip(readings, kinds, strict=True)]
        readings = obey(readings, cue)
        if self._words.last_word and set(kinds) & {_GIVEN, _FAMILY}:
            return last_inflected(readings)
        return narrowed(readings)

    def _by_gender(self, readings: tuple[Analysis, ...], kind: str) -> tuple[Analysis, ...]:
        if kind != "given":
            return readings
        return tuple(self._with_gender(reading) for reading in readings)

    def _with_gender(self, reading: Analysis) -> Analysis:
        gender = self._words.genders.get(plain(reading.lemma))
        if not gender or "Gender" in reading.features:
            return reading
        return replace(reading, features={**reading.features, "Gender": gender})


def _kind(role: PartRole) -> str:
    return role if role in ("given", "family") else ""


def _narrow(cue: dict[str, frozenset[str]], other: Cue) -> None:
    for name, values in other.items():
        cue[name] = (cue[name] & values or cue[name]) if name in cue else values


def _frozen(cue: Cue) -> frozenset[tuple[str, str]]:
    return frozenset((name, value) for name, values in cue.items() for value in values)
