"""Adjectives made from places: *a pásztói lakás*, *muhoslainen naapuri*, *Espoolainen mies*.

A model learnt from news knows *budapesti*, hardly the adjective of a village.  The lists know the
village, and the language how its adjective ends (``morphology.relational``).  What is a word of
the dictionary as well is left to the model, but beside what says of what kind a body is (*krakowski
szpital*) and where the text names the town: who reads *zagrebački* knows which [MJESTO] is meant.
What is called after a town and known everywhere names no place: *kranjska klobasa*.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial
from itertools import chain

from allonym.detect.decision.candidates import PUBLIC
from allonym.detect.refining.values import is_guess
from allonym.detect.settling.splitting import Has
from allonym.languages.analogy import load_analogy
from allonym.languages.geography import load_geography
from allonym.languages.inhabitants import load_homes, load_inhabitants
from allonym.languages.nobody import Nobody, Term
from allonym.languages.pack import LanguagePack, rows
from allonym.model.cover import Cover
from allonym.model.latest import Latest
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import is_large, opens

_SIGN = re.compile(r"[^\W_]")
_WORD = re.compile(r"(?<![\w.@/-])[^\W\d_]{4,40}(?![\w@-])")
_FOLLOWING = re.compile(r"(?:,?[ \n][^\W\d_]+){1,4}")
_LEADING = re.compile(r"(?:[^\W\d_]+,?[ \n]){1,4}\Z")
_NEAR = 80
_INHABITANTS = "people"
_SCORE = 0.6
_HEAD, _LONG = 2, 6
"""Letters that an adjective begins with as its place does, be it one of so many letters; that of a
longer one has one more in common with it."""

_GRAM = 4
"""Letters at the beginning of a village by which it is sought in a text."""

_LETTERS, _KEPT = 3, 1 << 10
"""Of the ending that any form of such an adjective has: Finnish ``-lai`` of ``-laisten``."""

_Holds = Callable[[str], bool]
_Here = Callable[[str], frozenset[str]]
Adjectives = Callable[[str], Mapping[str, str]]
"""From a word of a document to the adjectives of places that it may be; see `_adjectives`."""


@dataclass(frozen=True)
class Demonyms:
    """Finds such adjectives."""

    morphology: Morphology  # reads common words
    has: Has  # what the word lists say of a word
    endings: tuple[str, ...]  # which such adjectives have
    places: Callable[[], Sequence[str]]  # gives the listed places
    derive: Callable[[str], Sequence[str]]  # gives the adjectives of a place
    # tells whether a place is so large that dictionaries have its adjective too
    is_town: Callable[[str], bool] = lambda _: False
    # tells whether a word in small letters is in the dictionary
    is_word: Callable[[str], bool] = lambda _: False
    # adjectives of towns that say something else more often: *lenti*, below
    words: frozenset[str] = frozenset()
    # citation forms of what is called after towns and known everywhere
    things: frozenset[str] = frozenset()
    bodies: frozenset[str] = frozenset()  # those of kinds of bodies
    terms: Callable[[TextView], Sequence[Term]] = lambda _: ()  # finds names of nobody
    # gives the words for who is from a town, in all forms
    people: Callable[[str], Collection[str]] = lambda _: ()
    people_ends: tuple[str, ...] = ()  # what such words end in
    # gives the words for who is from a town, whatever the text names
    homes: Callable[[], Collection[str]] = tuple
    # gives what may be the adjectives of a place, where that is told faster than which are
    possible: Callable[[str], Sequence[str]] | None = None
    small: bool = False  # whether such words have a capital only where a sentence begins

    @classmethod
    def of(
        cls, pack: LanguagePack, morphology: Morphology, has: Has, is_word: Callable[[str], bool]
    ) -> Demonyms | None:
        """Return what finds them; None where the language makes none by an ending."""
        table = pack.toml("morphology.toml").get("morphology", {})
        folder, ends = pack.path("lexicon"), tuple(table.get("relational", ()))
        if not (folder and (ends or load_homes(pack))):
            return None
        wide = re.compile(
            pack.toml("kinds.toml").get("place.region", {}).get("surface", "(?!)"), re.X
        )

        def places() -> list[str]:
            countries = {row[0] for row in rows(pack.path("countries.tsv"))}
            listed = (row[0] for row in rows(folder / "places.tsv"))
            short = (name for name in geography.short if len(name) >= _GRAM and name.isalpha())
            return [p for p in (*listed, *short) if p not in countries and not wide.search(p)]

        analogy, geography = load_analogy(pack), load_geography(pack)
        inhabitants = load_inhabitants(pack)

        @lru_cache(_KEPT)
        def people(place: str) -> frozenset[str]:
            made = adjectives(place) or (place.casefold(),)
            return frozenset(word for own in made for _, word in inhabitants.read(own))

        def adjectives(place: str) -> tuple[str, ...]:
            made = morphology.derivations(place, "place")
            return made or tuple(filter(None, [analogy.adjective(place)]))

        may = getattr(morphology, "may_derive", None)
        possible = (lambda name: (*may(name, "place"), analogy.adjective(name))) if may else None
        never = pack.toml("never.toml")
        words, things = (frozenset(never.get(key, ())) for key in ("adjectives", "things"))
        bodies = frozenset(pack.toml("orgs.toml").get("keep", ()))
        return cls(
            morphology, has, ends, places, adjectives, geography.is_large, is_word, words, things,
            bodies, Nobody.load(pack).find, people, inhabitants.ends,
            partial(load_homes, pack), possible,
            pack.toml("address.toml").get("inhabitants", {}).get("small", False),
        )  # fmt: skip

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and such adjectives that none of them is."""
        kept = self._latest.of(view)
        if "adjectives" not in kept:
            named = _holder(view.text)
            here = cache(partial(self._here, named=named))
            kept["adjectives"] = cache(partial(self._adjectives, named=named, here=here))
            words = _WORD.finditer(view.text)
            kept["words"] = [word for word in words if self._is_marked(word[0].lower())]
        adjectives = kept["adjectives"]
        people = self._inhabitants(view, mentions)
        guesses = [own for m in mentions for own in self._called(view.text, m, people)]
        told = [part for m in guesses for part in self._parted(view.text, m, adjectives)]
        taken = Cover(m.span for m in told)
        towns = cache(partial(self._towns, view, mentions))
        found = [
            _place(word)
            for word in kept["words"]
            if not taken.touches(Span(word.start(), word.start() + 1))
            and self._is_demonym(view.text, word, adjectives, towns)
        ]
        return sorted([*told, *found], key=lambda m: m.span) if found else told

    def _towns(self, view: TextView, mentions: Sequence[Mention]) -> frozenset[str]:
        """Return the places that a text names, in their citation forms."""
        found = {view.surface(m.span) for m in mentions if is_a(m.type, "place")}
        return frozenset(r.lemma for p in found for r in self.morphology.analyse(p, "place")[:2])

    def _inhabitants(self, view: TextView, mentions: Sequence[Mention]) -> frozenset[str]:
        """Return which words that look so are for who is from the places that a text names.

        Those inside the names of organisations too.
        """
        alike = {word for m in mentions if (word := self._alike(view.text, m))}
        if not alike:
            return frozenset()
        found = (view.surface(m.span) for m in mentions if is_a(m.type, "place"))
        within = (view.surface(m.span).split() for m in mentions if is_a(m.type, "org"))
        inside = (w.title() for w in chain.from_iterable(within) if self.has(w.title(), "place"))
        places = {*found, *inside}
        lemmas = {r.lemma for p in places for r in self.morphology.analyse(p, "place")[:2]}
        homes = self.homes()
        theirs = {w for w in alike if w in homes or any(w in self.people(p) for p in lemmas)}
        forms = (self.morphology.forms(p, "place") for p in (lemmas if theirs else ()))
        borne = tuple(self._borne(view, mentions)) if theirs else ()
        theirs = {word for word in theirs if not word.startswith(borne)}
        return frozenset(theirs).difference(map(str.lower, chain.from_iterable(forms)))  # Žalec

    def _borne(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[str]:
        """Yield how words begin that are forms of a surname here: *Oravcovi* is Ján Oravec."""
        people = (view.surface(m.span).split() for m in mentions if is_a(m.type, "person"))
        for name in {word for words in people for word in words[1:] if word[0].isupper()}:
            lemma = self.morphology.analyse(name, "family")[0].lemma
            yield from (
                f[:-1].lower() for f in self.morphology.forms(lemma, "family") if f != lemma
            )

    def _alike(self, text: str, mention: Mention) -> str:
        """Return the word, in small letters, that a guess begins with and ends as one for those."""
        word = _WORD.match(text, mention.span.start, mention.span.end)
        if word is None or not is_guess(mention):
            return ""
        named = text[word.end() : mention.span.end][1:2].isupper()  # Moldovean Dan
        if self.small and (named or is_large(text, Span(*word.span()))):
            return ""  # prin Vidrean Cosmin
        low, least = word[0].lower(), _LETTERS if is_a(mention.type, "person") else 0
        if not low.endswith(self.people_ends):
            return ""
        ends = (end for end in self.people_ends if low.endswith(end))  # Софийка is somebody
        return low if any(len(end) >= least for end in ends) else ""

    def _called(self, text: str, mention: Mention, people: Collection[str]) -> Iterator[Mention]:
        """Yield a guess without who is but from a place: *Splićani*, *Trnavčan* Peter.

        A listed name stays somebody, and what is more than that word no person.
        """
        start, end = mention.span.start, mention.span.end
        word = _WORD.match(text, start, end) if people else None
        one = is_a(mention.type, "person")
        told = word and self._alike(text, mention) in people
        if not (word and told) or (self._is_name(word[0]) if one else word.end() < end):
            yield mention
        elif rest := _SIGN.search(text, word.end(), end):
            yield replace(mention, span=Span(rest.start(), end))

    def _parted(self, text: str, mention: Mention, adjectives: Adjectives) -> Iterator[Mention]:
        """Yield the adjective that leads a name, then the name: *siófoki*, Extra Kft.

        At the head of a sentence also that of somebody: *Reisjärveläinen*, Pihlaja.
        """
        start, end = mention.span.start, mention.span.end
        body = is_a(mention.type, "org") and mention.type != PUBLIC and text[start].islower()
        leads = body or is_a(mention.type, "person")
        led = _WORD.match(text, start, end) if leads else None
        rest = text[led.end() + 1 : end] if led else ""
        named_so = led and rest[:1].isupper() and bool(adjectives(led[0]))
        if led and (  # darłowska, parafia św. Gertrudy
            named_so or (rest.lower() != rest and self._is_demonym(text, led, adjectives))
        ):
            yield _place(led)
            mention = replace(mention, span=Span(led.end() + 1, end))
        yield mention

    def _is_demonym(
        self,
        text: str,
        word: re.Match[str],
        adjectives: Adjectives,
        towns: Callable[[], Collection[str]] = frozenset,
    ) -> bool:
        opened = word[0].istitle() and not self._is_name(word[0])
        opened = opened and opens(text, Span(*word.span()))
        found = adjectives(word[0].lower() if opened else word[0])
        if not found or (described := self._described(text, word)) == "thing":
            return False
        if opened and any(a.endswith(self._long) and a not in self.words for a in found):
            return True
        plain = any(self._is_plain(a, p) for a, p in found.items()) or described == "body"
        if plain and not (opened and not self._long):
            return True
        return any(a not in self.words and p in towns() for a, p in found.items())

    def _is_name(self, word: str) -> bool:
        return self.has(word, "given", "given_rare", "family", "family_rare")

    def _adjectives(self, word: str, named: _Holds, here: _Here) -> Mapping[str, str]:
        """Return the adjectives of places that a word may be, each with its place.

        That of a village counts where the text names it: too many are like those of things
        (*gudački* and Gudci), which no dictionary has all; not so behind a telling ending.
        """
        if not (word.islower() and self._is_marked(word)):
            return {}
        lemmas = (word,) if word.endswith(self.endings) else self._lemmas(word)
        own = ((lemma, self._place_of(lemma, named, here)) for lemma in lemmas)
        return {lemma: place for lemma, place in own if place}

    def _place_of(self, adjective: str, named: _Holds, here: _Here) -> str:
        """Return the place that has this adjective; empty where the last of them does not count."""
        head = adjective[: _HEAD + 1]
        if adjective not in here(head):
            return ""
        alike = (
            (place, town)
            for place, town in reversed(self._listed(head))
            if adjective in self._possible(place) and adjective in self._derived(place)
        )
        last, town = next(alike, ("", False))
        rest = chain([(last, town)], alike)
        if not last or not any(self._counts(place, town, named) for place, town in rest):
            return ""
        common = not town and self.has(last.lower(), "common", "common_rare")
        told = adjective.endswith(self._telling) or named(last[:-1])
        return last if town or (told and not common) else ""

    def _here(self, head: str, named: _Holds) -> frozenset[str]:
        """Return what may be adjectives of places that begin so: of towns, of villages named."""
        alike = (place for place, town in self._listed(head) if self._counts(place, town, named))
        return frozenset(chain.from_iterable(map(self._possible, alike)))

    def _counts(self, place: str, town: bool, named: _Holds) -> bool:
        """Tell whether a place is a town, a village that a text names, or of a telling ending."""
        return town or bool(self._telling) or named(place[:-1])

    def _described(self, text: str, word: re.Match[str]) -> str:
        """Return what an adjective describes: a ``thing``, else a kind of ``body``, or neither.

        That stands next to it but for others like it: *gyulai, csabai kolbász*.
        """
        start = max(0, word.start() - _NEAR)
        terms = self.terms(TextView(text[start : word.end() + _NEAR]))
        called = (t for t in terms if not (t.is_public or t.kind == _INHABITANTS))
        if any(t.span.contains(Span(*word.span()).shift(-start)) for t in called):
            return "thing"
        behind = _FOLLOWING.match(text, word.end())
        before = _LEADING.search(text, start, word.start())
        sides = (behind[0].split() if behind else [], before[0].split()[::-1] if before else [])
        found = {*map(self._nearest, sides)}
        return next((kind for kind in ("thing", "body") if kind in found), "")

    def _nearest(self, words: Sequence[str]) -> str:
        for word in (w.strip(",").casefold() for w in words):
            lemmas = self._lemmas(word)
            if not self.things.isdisjoint(lemmas):
                return "thing"
            if len(word) > _LETTERS and not self.bodies.isdisjoint(lemmas):
                return "body"
            if len(word) > _HEAD and not any(lemma.endswith(self.endings) for lemma in lemmas):
                break
        return ""

    def _lemmas(self, word: str) -> frozenset[str]:
        readings = self.morphology.analyse(word, "common")
        return frozenset((word, *(reading.lemma.casefold() for reading in readings)))

    @cached_property
    def _long(self) -> tuple[str, ...]:
        """The endings that tell such adjectives whatever dictionaries have: *Espoolainen mies*."""
        return tuple(ending for ending in self.endings if len(ending) > _LETTERS)

    @cached_property
    def _telling(self) -> tuple[str, ...]:
        """The endings so long that hardly a word has them by chance: *nurmolainen*."""
        return tuple(ending for ending in self.endings if len(ending) >= _LONG)

    @cached_property
    def _is_marked(self) -> Callable[[str], object]:
        """Return what finds the letters that all forms of such adjectives have in a word."""
        sizes = (max(1, min(_LETTERS, len(ending) - 1)) for ending in self.endings)
        marks = {end[:size] for end, size in zip(self.endings, sizes, strict=True)}
        return re.compile("|".join(map(re.escape, marks)) or "(?!)").search

    @cached_property
    def _latest(self) -> Latest:
        return Latest()

    @cached_property
    def _listed(self) -> Callable[[str], Sequence[tuple[str, bool]]]:
        """Return what gives the places that begin with these letters, and which are towns."""
        by_head: dict[str, list[str]] = defaultdict(list)
        for place in self.places():
            by_head[place[:_HEAD].lower()].append(place)

        def listed(head: str) -> Sequence[tuple[str, bool]]:
            places = by_head.get(head[:_HEAD], ())
            alike = (p for p in places if len(p) <= _LONG or p.lower().startswith(head))
            return [(place, self.is_town(place)) for place in alike]

        return cache(listed)

    @cached_property
    def _possible(self) -> Callable[[str], Sequence[str]]:
        return cache(self.possible) if self.possible else self._derived

    @cached_property
    def _derived(self) -> Callable[[str], Sequence[str]]:
        return cache(self.derive)

    def _is_plain(self, adjective: str, place: str) -> bool:
        """Tell whether an adjective is no word of the dictionary.

        A small one has the adjectives of towns too; those in everyday use are left to the model.
        """
        usual = self.has(adjective, "common") if self.is_town(place) else self.is_word(adjective)
        return not (usual or adjective in self.words)


def _holder(text: str) -> _Holds:
    """Return what tells whether a text holds something, which most things asked for are not."""
    begun: dict[str, list[int]] = defaultdict(list)
    for at, sign in enumerate(text):
        if sign.isupper():
            begun[text[at : at + _GRAM]].append(at)

    def holds(part: str) -> bool:
        if len(part) < _GRAM or not part[0].isupper():
            return part in text
        return any(text.startswith(part, at) for at in begun.get(part[:_GRAM], ()))

    return cache(holds)


def _place(word: re.Match[str]) -> Mention:
    return Mention(Span(*word.span()), "place", (Evidence("gazetteer", "adjective", _SCORE),))
