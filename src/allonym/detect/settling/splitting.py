"""Names that stand side by side: where one ends and the next one, or a place, begins.

Where all words of a name are inflected, names in different cases or numbers are two people:
*Kováčová | Novákovi vrátila knihu*, *kiedy Marek | Kowalskiej oddał*.  Where only the last word is,
a word inside with a case of its own ends a name: *Gergőt | Mónika nővér hívta fel*.  A place in one
of the cases that say where is no part of the name before it: *Kollár Zsuzsa | Nyíregyházáról*,
*Liisa | Saksassa*.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product, starmap

from allonym.languages.pack import LanguagePack, load_forms
from allonym.model.features import WHERE
from allonym.model.mention import Analysis, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import MINE, POSSESSIVE, Morphology

_AT, _INTO = frozenset({"Ine", "Sup"}), frozenset({"Ine", "Ela", "Ill", "Sup"})
"""Those that say where somebody is, which he is in no surname, and those that lead there and away.
"""

_GUESSERS = ("model", "gazetteer")
_DECIDED = (*_GUESSERS, "decision", "join", "spread")
_WORD, _LED = re.compile(r"\S+"), re.compile(r" ([^\W\d_]+) ")
_INSIDE = ("", "Nom", "Gen")
_OBLIQUE = frozenset({"Dat", "Ins"})  # Luka Bartola may be his name
_LISTED = {
    "given": ("given", "given_rare"),
    "family": ("family", "family_ending"),
}
_BOTH = {"Fem", "Masc"}
_TWO = 2
_LIKELY, _SURELY = 0.05, 0.9
_AGREED = 0.02
"""Least chance that two words are in the same case and number."""

Has = Callable[..., bool]
"""Tells whether the word lists say any of some flags of a word: ``has("Anna", "given")``."""


def as_marked(
    text: str, mentions: Iterable[Mention], marks: Iterable[Mention]
) -> Iterator[Mention]:
    """Yield the mentions, people whom a corpus marks side by side each alone.

    Args:
        text: The document.
        mentions: Of anybody and anything.
        marks: What the document was marked with.
    """
    told = sorted(
        (m.span for m in marks if is_a(m.type, "person")), key=lambda s: (s.start, -s.end)
    )
    starts = [span.start for span in told]
    for mention in mentions:
        start, end = mention.span.start, mention.span.end
        inside = told[bisect_left(starts, start) : bisect_left(starts, end)]
        for before, after in pairwise(inside if is_a(mention.type, "person") else ()):
            if before.end < after.start and text[before.end : after.start].isspace():
                yield replace(mention, span=Span(start, before.end))
                start = after.start
        yield mention if start == mention.span.start else replace(mention, span=Span(start, end))


@dataclass(frozen=True, slots=True)
class Parter:
    """Parts guessed names of people."""

    morphology: Morphology  # reads single words
    has: Has  # what the word lists say of a word
    # whether the language has many cases, which the last word of a name alone takes
    many_cases: bool
    surname_first: bool = False  # whether surnames stand before given names
    countries: Collection[str] = ()  # in all their cases, in small letters
    declined: bool = True  # whether all words of a name are inflected
    joined: Collection[str] = ()  # words for *and*
    where: Collection[str] = ()  # words behind which a place may stand

    @classmethod
    def load(
        cls, pack: LanguagePack, morphology: Morphology, has: Has, where: Collection[str] = ()
    ) -> Parter:
        """Return that of a language.

        Args:
            pack: The language.
            morphology: Reads names.
            has: What the word lists say of a word.
            where: Words behind which a place may stand.
        """
        table = pack.toml("morphology.toml").get("morphology", {})
        cases = str(table.get("cases", {}))
        suffixed = "Ine" in cases
        declined = "Dat" in cases and not suffixed
        first = pack.name_order == "family-given"
        countries = load_forms(pack, "countries.tsv") if suffixed else ()
        joined = pack.toml("never.toml").get("joined", ())
        return cls(morphology, has, suffixed, first, countries, declined, joined, where)

    def part(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, guessed people in as many as they are, a place after one as such."""
        if not self.many_cases:
            return list(mentions)
        return [piece for mention in mentions for piece in self._pieces(view, mention)]

    def by_case(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, people whose names never agree in as many as they are."""
        mentions = [piece for m in mentions for piece in self._unjoined(view, m)]
        if self.many_cases:
            apart = chain.from_iterable(self._apart(view, mention) for mention in mentions)
            ways = (self._pieces(view, mention, _DECIDED) for mention in apart)
        else:
            ways = (self._by_case(view, m) if self.declined else iter([m]) for m in mentions)
        return list(chain.from_iterable(ways))

    def _unjoined(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield two people in small letters whom a word joins as two: *emma | o jonas*."""
        name = view.surface(mention.span)
        words = name.split(" ")
        whole = not (name.islower() and is_a(mention.type, "person") and len(words) == _TWO + 1)
        if (
            whole
            or words[1] not in self.joined
            or not all(self.has(w.title(), "given") for w in words[::2])
        ):
            yield mention
            return
        start, end = mention.span
        yield replace(mention, span=Span(start, start + len(words[0])), parts=())
        yield replace(mention, span=Span(end - len(words[2]), end), parts=())

    def _apart(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield a body without the place where it is: *Posiolla | Livon koulun*."""
        body = mention.is_decided and is_a(mention.type, "org")
        halves = self.beside_place(view.surface(mention.span)) if body else None
        start, end = mention.span
        if halves and not halves[1].start and view.text[start + halves[0].start].isupper():
            place = Span(start, start + halves[1].end)
            yield replace(mention, type="place", span=place, parts=())
            yield replace(mention, span=Span(start + halves[0].start, end), parts=())
        else:
            yield mention

    def _by_case(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Part names that never agree: *Kováčová | Novákovi vrátila*, *Zorko | Potočnikovi*."""
        words = view.surface(mention.span).split(" ")
        start = mention.span.start
        if is_a(mention.type, "person") and is_guessed(mention, _DECIDED):
            at, first = start, words[0]
            for word, following in pairwise(words):
                at += len(word) + 1
                led = first != word and self._are_hers(first, following)
                if self._is_whose(word, following) or (
                    self._is_another(word, following) and not led
                ):
                    yield replace(mention, span=Span(start, at - 1))
                    start, first = at, following
        whole = start == mention.span.start
        yield mention if whole else replace(mention, span=Span(start, mention.span.end))

    def _is_another(self, word: str, following: str) -> bool:
        """Tell whether of two names side by side one is a citation form, one in another case.

        A given name in a case before one is of one woman whose surname stays: *Krystynie Skrzypek*.
        """
        both = word, following
        if not all(w.isalpha() and w.istitle() for w in both) or all(map(self._is_name, both)):
            return False
        one, two = self._readings(word), self._readings(following)
        if not (
            (self._is_cited(word, one) and self._is_oblique(following, two))
            or (self._is_cited(following, two) and not one[0] and self._is_oblique(word, one))
        ):
            return False
        return (
            max(
                sum(a.weight * b.weight for a in mine for b in theirs if _agree(a, b))
                for mine, theirs in product(one, two)
            )
            < _AGREED
        )

    def _are_hers(self, given: str, last: str) -> bool:
        """Tell whether a name agrees with a woman whose first one stays: *Jani Kos Brusovi*."""
        both = product(self._readings(given)[0], self._readings(last)[-1])
        return any(
            _agree(one, two) and one.features.get("Gender") == "Fem"
            for one, two in both
            if one.features.get("Case") in _OBLIQUE
        )

    def _is_whose(self, word: str, following: str) -> bool:
        """Tell whether a name says whose the second is: *Janezova | Neža*, but *Novakova Maja*."""
        owner = self.morphology.analyse(word, "given")[0]
        owned = owner.features.get("Derivation") == POSSESSIVE and not self._is_name(word)
        called = self.has(owner.lemma, "given") and not self.has(owner.lemma, "family")
        named = self.morphology.analyse(following, "given")[0].lemma  # Ctiborovej | Viere
        return owned and called and self.has(named, "given", "given_rare")

    def _readings(self, word: str) -> list[list[Analysis]]:
        """Return the readings as a listed given name, and as a surname unless it is one.

        What is surely a given name's form is no surname that only ends as some do: *Milanu*.
        """
        read = {kind: self.morphology.analyse(word, kind) for kind in _LISTED}
        given, family = (
            [r for r in read[kind] if self.has(r.lemma, *flags)] for kind, flags in _LISTED.items()
        )
        if self.has(word, "given"):
            return [given]
        sure = sum(r.weight for r in given if self.has(r.lemma, "given")) > _SURELY
        return [given, [r for r in family if not sure or self.has(r.lemma, "family")]]

    def _is_cited(self, word: str, readings: Iterable[Iterable[Analysis]]) -> bool:
        return any(
            r.features.get("Case") == "Nom" and r.lemma == word and r.weight >= _LIKELY
            for r in chain.from_iterable(readings)
        )

    def _is_oblique(self, word: str, readings: Iterable[Iterable[Analysis]]) -> bool:
        return not self._is_name(word) and any(
            r.features.get("Case") in _OBLIQUE
            and r.features.get("Number") != "Plur"
            and r.weight >= _LIKELY
            for r in chain.from_iterable(readings)
        )

    def may_bear(self, country: str, surname: str) -> bool:
        """Tell whether the name of a country may be what somebody of a surname is called.

        Args:
            country: In whatever case.
            surname: Right behind it: *Indija Novak*, but not *Indijo | Novak*.
        """
        words = (country, "place"), (surname, "family")
        theirs, own = (
            {r.features.get("Case", "Nom") for r in readings if r.weight >= _LIKELY}
            for readings in starmap(self.morphology.analyse, words)
        )
        agree = not theirs.isdisjoint(own) if self.declined else "Nom" in theirs
        return agree and self.has(surname, *_LISTED["family"], "family_rare", "an_family")

    def _pieces(
        self, view: TextView, mention: Mention, guessers: Collection[str] = _GUESSERS
    ) -> Iterator[Mention]:
        words = list(_WORD.finditer(view.text, mention.span.start, mention.span.end))
        guessed = is_guessed(mention, guessers) and is_a(mention.type, "person")
        if len(words) < _TWO or not guessed:
            yield mention
            return
        place = guessers is _GUESSERS and self.ends_in_place(view.surface(mention.span))
        names = words[:-1] if place else words
        first = names[0].start()
        for n, (word, following) in enumerate(pairwise(names)):
            ends = self._ends_name(word[0].title() if names[0][0].islower() else word[0])
            if not ends and not (n and self._is_told(names[n - 1][0], word[0], following[0])):
                continue
            if following[0][:1].isupper():
                yield replace(mention, span=Span(first, word.end()))
                first = following.start()
        yield replace(mention, span=Span(first, names[-1].end()))
        if place:
            yield replace(mention, span=Span(*words[-1].span()), type="place")

    def _ends_name(self, word: str) -> bool:
        """Tell whether a word is a well-known name in a case, and no name as it stands.

        Whoever speaks to somebody names nobody else with her: *Zsófikám | Lilinek*.
        """
        if not word.isalpha() or self._is_name(word):
            return False
        best = (self.morphology.analyse(word, kind)[0] for kind in ("given", "family"))
        closed = (
            a
            for a in best
            if a.features.get("Derivation") == MINE or a.features.get("Case", "") not in _INSIDE
        )
        return any(self.has(a.lemma, "given", "family") for a in closed)

    def _is_told(self, given: str, family: str, following: str) -> bool:
        """Tell whether behind a whole name that stays the form of a given name stands.

        *Ritva Kuusisto | Jasminille*, but *Anna Liisa Jasminille*.
        """
        if self.surname_first or self._is_name(following) or not self.has(given, "given"):
            return False
        best = self.morphology.analyse(following, "given")[0]
        surname = self.has(family, "family") and not self.has(family, "given", "given_rare")
        another = self.has(best.lemma, "given")
        return surname and another and best.features.get("Case", "") not in _INSIDE

    def ends_in_place(self, name: str) -> bool:
        """Tell whether the last word of a name is a place in a case that says where.

        That is a listed one that is no name, or a country; behind a given name alone one in which
        nobody is by a surname, and in any such case where a surname would stand first:
        *Vera | Egerből jött*, *Anna | Grazban él*.

        Args:
            name: Of several words.
        """
        *before, word = name.split()
        if not (self.many_cases and before and word.isalpha() and word.istitle()):
            return False
        best = self.morphology.analyse(word, "place")[0]
        case, lemma = best.features.get("Case"), best.lemma
        if case not in WHERE or self._is_name(word) or self.has(lemma, "given"):
            return False
        listed = self.has(lemma, "place")
        alone = len(before) == 1 and self.has(lemma, "family")
        if word.lower() in self.countries or (listed and not alone):
            return True
        given = ("given", "given_rare") if before[1:] else ("given",)
        called = self.has(before[-1], *given) and not self.has(lemma, "given_rare")
        if not self.surname_first:
            return called and listed and case in _AT
        return called and (listed or (case in _INTO and not self.has(lemma, "family")))

    def beside_place(self, name: str) -> tuple[Span, Span] | None:
        """Return where in a name the name is and where a place before or behind it: two spans.

        No name goes on behind a case that says where, nor a whole one behind a word that does:
        *Turussa | Meyerin telakalla*, *Jane Pye | of Preston*.

        Args:
            name: Of several words.
        """
        first, _, rest = name.partition(" ")
        if rest and self._starts_in_place(first):
            return Span(len(first) + 1, len(name)), Span(0, len(first))
        end = name.rfind(" ")
        if end > 0 and self.ends_in_place(name):
            return Span(0, end), Span(end + 1, len(name))
        led = next((w for w in _LED.finditer(rest) if w[1] in self.where), None)
        if led and self.has(first, "given") and self.has(rest[led.end() :], "place", "place_rare"):
            start = len(first) + 1
            return Span(0, start + led.start()), Span(start + led.end(), len(name))
        return None

    def _starts_in_place(self, first: str) -> bool:
        if not (self.many_cases and first.isalpha() and first.istitle()) or self._is_name(first):
            return False
        best = self.morphology.analyse(first, "place")[0]
        there = best.features.get("Case") in WHERE and self.has(best.lemma, "place")
        return there and not self.has(best.lemma, "given")

    def _is_name(self, word: str) -> bool:
        return self.has(word, "given", "given_rare", "family", "family_rare")


def _agree(one: Analysis, two: Analysis) -> bool:
    genders = {r.features.get("Gender[noun]") or r.features.get("Gender") for r in (one, two)}
    alike = all(one.features.get(key) == two.features.get(key) for key in ("Case", "Number"))
    return alike and not genders >= _BOTH


def is_guessed(mention: Mention, guessers: Collection[str] = _GUESSERS) -> bool:
    """Tell whether only a model or the word lists found a mention."""
    return all(e.detector.partition(".")[0] in guessers for e in mention.evidence)
