"""Which word of a name is which: where its given names end and its surnames begin.

What its words lean to says so first; order, agreement and sex beside that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from allonym.link.agreement import is_plural
from allonym.link.split import Word
from allonym.link.words import NameWords
from allonym.model.mention import Analysis, NamePart, PartRole
from allonym.ports import POSSESSIVE
from allonym.text.fold import plain

_USUAL, _ONE_KIND, _FIXED = 0.75, -1.5, -3.5
_CLEAR, _DOUBT = 2, 0.1
_FAMILY: PartRole = "family"
_GIVEN: PartRole = "given"


def with_own_name(
    leans: Sequence[float], husband: int, *, turned: bool = False, fixed: bool = False
) -> list[PartRole]:
    """Cut a name, and a wife's own name behind her husband's for itself.

    Args:
        leans: Of each word, how much more speaks for a given name than for a surname.
        husband: How many words the husband's name has; 0 for none.
        turned: Whether surnames usually stand first.
        fixed: Whether the order is as good as certain.

    >>> with_own_name([-3, 3, 0, 3], 2, turned=True)   # Balogh Béláné Rézműves Ilona
    ['family', 'given', 'family', 'given']
    """
    own = leans[husband:]
    before = best_split(leans[:husband], turned=turned, fixed=fixed) if husband else []
    if husband and len(own) == 1:
        return [*before, _GIVEN if own[0] > 0 else _FAMILY]
    return [*before, *best_split(own, turned=turned, fixed=fixed)]


def best_split(
    leans: Sequence[float], *, turned: bool = False, fixed: bool = False, doubt: float = _DOUBT
) -> list[PartRole]:
    """Cut the words of a name where it fits best.

    Where the order is `fixed`, a surname is never first, and rarely missing.  A given name that
    stands between two surnames is that of a list with patronymics.

    Args:
        leans: Of each word, how much more speaks for a given name than for a surname.
        turned: Whether surnames usually stand first.
        fixed: Whether the order is as good as certain.
        doubt: What speaks for one more of what stands first.

    >>> best_split([3, -3]), best_split([-3, 3]), best_split([-3, 3, -3])
    (['given', 'family'], ['family', 'given'], ['family', 'given', 'family'])
    """
    if turned:
        roles = best_split([-lean for lean in leans], doubt=-_DOUBT)
        return [_FAMILY if role == _GIVEN else _GIVEN for role in roles]
    count = len(leans)
    if count == 3 and leans[0] <= -_CLEAR < _CLEAR <= leans[1] and leans[2] <= -_CLEAR:
        return [_FAMILY, _GIVEN, _FAMILY]
    best: tuple[float, list[PartRole]] = (-1e9, [])
    for cut in range(1, count + 1):
        whole = _FIXED if fixed else _ONE_KIND
        normal = sum(leans[:cut]) - sum(leans[cut:]) + (_USUAL if cut < count else whole)
        normal += doubt * cut  # a doubtful middle word is rather a second given name
        other = sum(leans[cut:]) - sum(leans[:cut]) - 0.25 * (cut - 1)
        roles = [_GIVEN] * cut + [_FAMILY] * (count - cut)
        reverse = [_FAMILY] * cut + [_GIVEN] * (count - cut)
        options = [(normal, roles)] + ([(other, reverse)] if cut < count and not fixed else [])
        best = max([best, *options], key=lambda option: option[0])
    return best[1]


def by_capitals(texts: Sequence[str]) -> list[PartRole]:
    """Return the roles of the words of a name of which only the surname is in capitals.

    Args:
        texts: The words of a name; the result is empty where capitals do not tell.

    >>> by_capitals(["MANEA", "Gheorghe"]), by_capitals(["Jean", "Claude", "DUPONT"])
    (['family', 'given'], ['given', 'given', 'family'])
    >>> by_capitals(["ANA", "LIND"]), by_capitals(["J", "Lind"])
    ([], [])
    """
    upper = [len(text) > 1 and text.isupper() for text in texts]
    ends = upper[:1] != upper[-1:] and sum(a != b for a, b in pairwise(upper)) == 1
    named = all(u or (len(t) > 1 and t[:1].isupper()) for u, t in zip(upper, texts, strict=True))
    return [_FAMILY if u else _GIVEN for u in upper] if ends and named else []


_LIKELIER = 8.0
_NEVER = 1e9
_LISTED, _COMMON = 3, 2
_BY_LEMMA, _DOUBLE = 2, 3

Texts = tuple[str, ...]
Agree = Callable[[Texts, tuple[PartRole, ...]], float]
"""How likely the likeliest reading is that all words of a name share in these roles."""


class NameWeights:
    """Weighs words.

    Args:
        words: The language's word data.
        analyse: Reads a word as a kind of name, the likeliest reading first.
    """

    def __init__(self, words: NameWords, analyse: Callable[[str, str], Sequence[Analysis]]) -> None:
        self._words = words
        self._analyse = analyse
        # how much speaks for a kind of name
        self.of: Callable[[str, str], int] = lru_cache(1 << 16)(self._weigh)

    def is_plural(self, word: Word) -> bool:
        """Tell whether a word is a surname of several: *Majewscy, Stanisław Ćwiek*."""
        return is_plural(NamePart(word.span, "family", tuple(self._analyse(word.text, "family"))))

    def lean(self, unit: Sequence[Word]) -> float:
        """Return how much more speaks for given than for family name."""
        return _DOUBLE if self.is_double(unit) else sum(self.lean_of(word.text) for word in unit)

    def is_double(self, unit: Sequence[Word]) -> bool:
        """Tell whether words that hyphens tie are a listed given name: *Ros-Marie*, *Maj-Lis*."""
        whole = "-".join(word.text for word in unit)
        return len(unit) > 1 and self._words.is_listed(whole, _GIVEN)

    def lean_of(self, text: str) -> float:
        """Return it of one word."""
        listed = self.of(text, _GIVEN) - self.of(text, "family")
        return listed + self._words.borne(text, self._analyse(text, _GIVEN)[0].lemma)

    def _weigh(self, text: str, kind: str) -> int:
        """Return how much speaks for a kind of name; a possessive counts as what it is made of."""
        weigh = self._words.given_weight if kind == _GIVEN else self._words.family_weight
        first = self._analyse(text, kind)[0]
        owned = first.features.get("Derivation") == POSSESSIVE
        several = kind == _GIVEN and first.features.get("Number") == "Plur" and first.lemma != text
        called = self._words.family_first and self._words.borne(first.lemma) > 0  # Katáék
        rather = self._words.family_weight(first.lemma) >= max(1, weigh(first.lemma) + called)
        if several and rather and not owned:
            return 0  # the Carters; but *unas lads*, Hannáék, and *Mirkine deti*
        by_list = max(weigh(text), weigh(first.lemma) if owned else 0)
        by_lemma = weigh(first.lemma) if first.lemma != text else 0
        one = not owned and first.features.get("Number") != "Plur"
        sure = by_list and not (one and by_lemma and not self._words.is_listed(text, kind))
        return by_list if sure else min(_BY_LEMMA, by_lemma)  # no ending: *Johanssons*

    def start_given(self, units: Sequence[Sequence[Word]]) -> bool:
        """Tell whether the first of some words is a given name, or no listed surname at least."""
        first = (unit[0].text for unit in units[:1])
        return any(self.of(text, _GIVEN) > 0 or self.of(text, "family") < _LISTED for text in first)

    def ends_as_given(self, text: str) -> bool:
        """Tell whether a word that no list has as a surname ends as given names alone: *Сияна*."""
        both = [self._analyse(text, kind) for kind in (_GIVEN, "family")]
        read = [a for readings in both for a in readings]
        if any("Derivation" in a.features for a in read):
            return False
        unlisted = not any(map(self._words.family_weight, {text, *(a.lemma for a in read)}))
        bases = (readings[0].lemma for readings in both)  # *Mrvovi* is Mrv's, or Mrva's; *Lehockej*
        ends = map(self._words.ending_lean, (text, *bases))
        return unlisted and min(ends) >= self._words.called_so


class Turns:
    """Turns round what was cut the wrong way.

    Args:
        words: The language's word data.
        weights: How much speaks for a word as either kind of name.
        analyse: Reads a word as a kind of name, the likeliest reading first.
        agree: How likely words agree in roles.
    """

    def __init__(
        self,
        words: NameWords,
        weights: NameWeights,
        analyse: Callable[[str, str], Sequence[Analysis]],
        agree: Agree,
    ) -> None:
        self._words, self._weights = words, weights
        self._analyse, self._agree_as = analyse, agree

    def turned(
        self, texts: Sequence[str], roles: list[PartRole], *, in_list: bool
    ) -> list[PartRole]:
        """Return the roles of words, each a name of its own, as they rather are.

        Args:
            texts: The words.
            roles: Given names and surnames, as the weights have them.
            in_list: Whether the name begins a line, where surnames often stand first.
        """
        usual = [] if in_list else [self._given_first]
        turns = self._middle, self._agreeing, *usual, self._listed_given, self._two_given
        for turn in turns:
            roles = turn(texts, roles)
        return roles

    def is_given(self, text: str, *, pet: bool = False) -> bool:
        """Tell whether a word is a form of a listed given name, or of a pet name if these count."""
        lemmas = {text, *(a.lemma for a in self._analyse(text, "given")[:3])}
        known = (pet and plain(w) in self._words.nicknames for w in lemmas)
        return any(self._words.is_listed(w, "given") for w in lemmas) or any(known)

    def _middle(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Read what stands behind a given name and is a common one too as a middle name."""
        after = next((n for n, role in enumerate(roles) if role == _FAMILY), 0)
        free = self._words.given_first and 0 < after < len(roles) - 1
        if not free or self._weights.of(texts[after], _GIVEN) < _COMMON:
            return roles
        return [*roles[:after], _GIVEN, *roles[after + 1 :]]

    def _agreeing(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Turn two words round that agree far rather so in case and gender: ``Jerzego Lisa``.

        Of two given names the last is a surname where only that agrees: *Marko Sreda*.
        """
        if len(texts) != 2 or self._words.last_word or roles == [_FAMILY, _FAMILY]:
            return roles
        last = texts[1]
        own = self._words.is_listed(last, _GIVEN) or plain(last) in self._words.nicknames
        if roles == [_GIVEN, _GIVEN] and self._is_surname(texts):
            return [_GIVEN, _FAMILY]
        if roles == [_GIVEN, _GIVEN] and self.is_given(texts[0]) and not own:
            both = self._agree_as(tuple(texts), (_GIVEN, _GIVEN))
            one = self._agree_as(tuple(texts), (_GIVEN, _FAMILY))
            return [_GIVEN, _FAMILY] if one > _LIKELIER * both else roles
        back = roles[::-1]
        if back == roles or not self._weights.of(texts[back.index(_GIVEN)], "given"):
            return roles
        words = tuple(texts)
        turned, straight = self._agree_as(words, tuple(back)), self._agree_as(words, tuple(roles))
        usual = back[0] == _GIVEN and not self._words.family_first
        return back if turned and turned > (_LIKELIER if usual else _NEVER) * straight else roles

    def _is_surname(self, texts: Sequence[str]) -> bool:
        """Tell whether the last of two given names is none: *Jelka Breza*, *Хюсеин Реджеб*.

        The list has no sex of the one; of the other, nobody has two where most go by one; and no
        man has a woman's where surnames hardly stand first: *Tomasz Julia*, but *Jan Maria*.
        """
        first, last = (self._words.genders.get(plain(text), "") for text in texts)
        if not self._words.free_order and [*map(self._sex, texts)] == ["Masc", "Fem"]:
            return True
        pet = plain(texts[1]) in self._words.nicknames or self._words.abroad(texts[1])
        return bool(first) and (last == "Masc" if self._words.one_given else not (last or pet))

    def _sex(self, text: str) -> str:
        """Return the sex of a listed given name that is no name of the other sex, in any form."""
        read = self._analyse(text, _GIVEN)[0]
        own = self._words.is_listed(read.lemma, _GIVEN) and plain(read.lemma)
        if not own or own in self._words.shared or own in self._words.of_both:
            return ""
        return self._words.genders.get(own, read.features.get("Gender", ""))

    def _given_first(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Read two listed given names in the usual order: ``Tomasz Róża``, ``Piotra Anny``.

        So is one that is a surname too before what can be but a surname: ``Matko Dobelšek``; this
        alone is sure where surnames stand first as often.
        """
        words = self._words
        if roles != [_FAMILY, _GIVEN] or words.family_first:
            return roles
        first = self._analyse(texts[0], _GIVEN)[0].lemma
        known = not words.free_order and words.given_weight(first) >= _LISTED
        known = known and self.is_given(texts[1])
        only = words.given_weight(texts[0]) and not self._weights.of(texts[1], _GIVEN)
        only = only and words.ending_lean(texts[1]) <= 0
        return [_GIVEN, _FAMILY] if (known or only) and not texts[0].isupper() else roles

    def _listed_given(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Turn two words round where only the one taken for a surname is a listed given name."""
        free = len(texts) == 2 and roles == [_GIVEN, _FAMILY]
        if not free or (self._words.given_weight(texts[0]) and not self._words.family_first):
            return roles
        given, family = self.is_given(texts[0], pet=True), self.is_given(texts[1])
        if self._words.family_first and self._is_surname_first(texts, given=given, family=family):
            return [_FAMILY, _GIVEN]
        leans = not self._words.free_order and self._weights.lean_of(texts[1]) < 0
        borne = self._words.given_first or leans
        named = [self._words.is_listed(text, _FAMILY) for text in texts]
        more = self._words.family_weight(texts[1]) - self._words.given_weight(texts[1])
        read = self._analyse(texts[0], _FAMILY) if self._words.last_word else ()
        owned = any(a.features.get("Case") == "Gen" for a in read)
        rather = more > 0 or (more == 0 and not owned)  # Lissnilses Anders
        usual = borne and rather and named == [False, True]  # Calypso Cole, not Lissnilses Karin
        return [_FAMILY, _GIVEN] if family and not (given or usual) else roles

    def _is_surname_first(self, texts: Sequence[str], *, given: bool, family: bool) -> bool:
        """Tell whether the first word is no given name or but a pet name: *Gyuris Zsolt*."""
        pet, sure = plain(texts[0]) in self._words.nicknames, self._weights.lean_of(texts[1]) > 0
        named = [plain(text) in self._words.genders for text in texts]
        return family and (not given or (pet and sure and named == [False, True]))

    def _two_given(self, texts: Sequence[str], roles: list[PartRole]) -> list[PartRole]:
        """Read two usual given names of one sex as such, no surname last: *Carl Johan*."""
        words = self._words
        straight = words.last_word and not words.family_first
        if not straight or roles != [_GIVEN, _FAMILY]:
            return roles
        last = self._analyse(texts[1], _GIVEN)[0].lemma
        sexes = [words.genders.get(plain(text), "") for text in (texts[0], last)]
        usual = words.given_weight(last) >= _LISTED and words.family_weight(last) <= 1
        return [_GIVEN, _GIVEN] if usual and sexes[0] and sexes[0] == sexes[1] else roles
