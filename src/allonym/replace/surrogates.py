"""Choose surrogates: the same secret and the same name always lead to the same candidates.

A name is drawn from the names of its own paradigm (the same edits give the same cases, so that
whichever case the original is in, the surrogate is right); where those are too few, from all, the
first whose forms agree over every reading of every mention.  A candidate that occurs in the
document, or that was given to another name of it, is passed over; nobody else's draw changes.

Where a ledger is kept, it is asked first, and a candidate that it has given to another is passed
over too; when every name of the pool is taken, two of them are joined by a hyphen.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, islice, tee

from allonym.errors import LedgerError
from allonym.languages.pool import Pool, PoolEntry
from allonym.model.draw import Draw
from allonym.model.features import merge
from allonym.ports import Choice, Ledger, Morphology
from allonym.replace.candidates import (
    HYPHEN,
    Candidate,
    Names,
    Signature,
    Wanted,
    agreeing,
    by_lemma,
    by_signature,
    compound,
    enough_of,
    filtered,
    fitting,
    form_words,
    forms,
    groups_of,
    heads,
    named,
    sample_of,
    says_most_of,
    share,
    signature_of,
    some_agree,
    totals,
    usual,
    weighed,
)
from allonym.replace.chosen import Outside
from allonym.replace.people.doubts import in_plural
from allonym.replace.people.eras import Weigh

_ENOUGH, _TRIES = 8, 40
_COUNTED = ("given", "family")
"""Kinds whose names are drawn as often as they are borne."""
_SOME, _PART = 3, 6
_FEWER, _SAMPLE = 2, 40
"""How many names are some; of how many parts what changes alike must be one."""
_OUTSIDE = ("place", "org")
"""Kinds whose names need not be in the pool: the morphology declines them."""

_Free = Callable[[str], Candidate | None]
"""From a name to what stands for the original, if it may; asked once of each for one draw."""


@dataclass(frozen=True, repr=False, eq=False)
class Chooser:
    """Draws the surrogates of one document and remembers them."""

    pools: Mapping[str, Pool]
    morphology: Morphology
    draw: Draw
    avoid: frozenset[str]  # the words of the document
    outside: Outside
    ledger: Ledger | None = None
    language: str = ""
    _chosen: dict[tuple[str, str], Candidate] = field(init=False, default_factory=dict)
    _owner: dict[tuple[str, str], str] = field(init=False, default_factory=dict)
    _occurring: dict[Candidate, bool] = field(init=False, default_factory=dict)
    _left: dict[tuple[str, Names], Sequence[int]] = field(init=False, default_factory=dict)

    @cached_property
    def _ordered(self) -> Sequence[str]:
        return [*sorted(self.avoid), ""]

    def chance(self, below: int, *labels: str) -> int:
        """Return a number below one, the same for the same labels."""
        return self.draw.number(below, *labels)

    def choose(self, wanted: Wanted) -> Candidate | None:
        """Return the surrogate, the same for the same kind and key.

        None comes from an empty pool, or where only some names will do and all are taken.
        """
        if known := self.chosen(wanted.kind, wanted.key):
            return known
        if (candidate := self._draw_one(wanted)) is not None:
            self._chosen[wanted.kind, wanted.key] = candidate
            self._owner.setdefault((wanted.kind, candidate.group), wanted.key)
        return candidate

    def chosen(self, kind: str, key: str) -> Candidate | None:
        """Return what was chosen already."""
        return self._chosen.get((kind, key))

    def _draw_one(self, wanted: Wanted) -> Candidate | None:
        if wanted.only:
            return next(self._among(wanted), None)
        if self.ledger is None or wanted.kind == "given":
            return next(self.ranked(wanted), None) or self._again(wanted)
        choices = (Choice(c.entries[0].lemma, self.detail([c])) for c in self.ranked(wanted))
        found = self.settle(wanted.kind, wanted.key, choices)
        return self.named(wanted.kind, found.detail)[0] if found else None

    def recorded(self, kind: str, original: str) -> Candidate | None:
        """Return what a ledger has for an original; None without a ledger, or where it has none."""
        found = self.settle(kind, original, iter(()))
        return self.named(kind, found.detail)[0] if found else None

    def settle(self, kind: str, original: str, choices: Iterator[Choice]) -> Choice | None:
        """Return what the ledger has for an original of this language, or the first free choice."""
        if self.ledger is None:
            return next(choices, None)
        return self.ledger.settle(f"{kind}.{self.language}", original, choices)

    def ranked(self, wanted: Wanted) -> Iterator[Candidate]:
        """Yield all that may stand for the original, best first; some more than once."""
        yield from self._among(wanted)
        pool = self.pools[wanted.kind]
        key = (wanted.gender, wanted.number, wanted.tokens)
        if not fitting(pool, *key):
            key = (wanted.gender, "", 0)
        alike, known = self.alike(wanted), usual(pool).__contains__
        if wanted.weigh:
            yield from self._weighed(wanted, wanted.weigh, alike, fitting(pool, *key))
            wanted = replace(wanted, weigh=None)
        yield from self._of_enough(wanted, filtered(known, alike))
        yield from self._agreeing(wanted, filtered(known, fitting(pool, *key)))
        if likely := wanted.doubtful_gender:
            yield from self.ranked(replace(wanted, gender=likely))
        yield from self._of_enough(wanted, alike)
        yield from self._agreeing(wanted, fitting(pool, *key))
        yield from self._free(wanted, fitting(pool, *key))
        yield from self._free(wanted, fitting(pool, wanted.gender, "", 0))
        if self.ledger is not None:
            yield from self._compounds(wanted, alike)
            yield from self._compounds(wanted, fitting(pool, *key))

    def _weighed(
        self, wanted: Wanted, weigh: Weigh, alike: Names, fit: Names
    ) -> Iterator[Candidate]:
        """Yield what weighs something: of what changes as the original does if that is enough.

        What hardly changes says least of its case, *lui Carmen*, *Lars cykel*: its like go first.
        """
        own, every = weighed(weigh, alike), weighed(weigh, fit)
        stiff = own and every and _FEWER * forms(own[0]) <= max(map(forms, every[:_SAMPLE]))
        many = len(own) >= _ENOUGH
        if stiff or (many and _PART * own.sums[-1] >= every.sums[-1]):
            yield from self._free(wanted, own)
        yield from self._agreeing(wanted, every)

    def _among(self, wanted: Wanted) -> Iterator[Candidate]:
        """Yield the names asked for, ring by ring: those that change as the original does first."""
        either = wanted, replace(wanted, gender="")
        tried = [(own, cache(partial(self._free_name, own))) for own in either]
        for own, free in tried if wanted.first else ():
            yield from filter(agreeing(own), self._free_of(own, wanted.first, free))
            yield from self._free_of(own, wanted.first, free)
        alike = self.alike(wanted) if wanted.among else ()
        bundles = (b for e in self.pools[wanted.kind].entries[:1] for b in e.bundles)
        told = any("Case" in r.features for own in wanted.readings for r in own)
        told = told or not wanted.readings or not any("Case" in b for b in bundles)
        if told and wanted.kind in _OUTSIDE:  # in two cases that hardly a name has one form for
            told = _TRIES * share(agreeing(wanted), groups_of(self.pools[wanted.kind])) >= 1
        near, rings = frozenset(chain(*wanted.agreeing)), iter(wanted.among)
        likely = partial(enough_of, near, tried[0][1], _SOME)
        ahead = tuple(islice(rings, wanted.ahead))
        lying = frozenset(chain(*ahead)).__contains__
        others = (tuple(filter(lying, ring)) for ring in wanted.agreeing)
        first = tried if wanted.loose else tried[:1]  # moj stari Split is no Rijeka
        for ring in chain(likely(chain(ahead, others)), ahead):
            yield from self._of_rings(first, [ring], alike, told=told)
        for ring in () if wanted.loose else ahead:  # Varna is Burgas before it lies inland
            yield from self._of_rings(tried, [ring], alike, told=told)
        rings, again = tee(rings)
        every = chain(likely(chain(again if near else (), wanted.agreeing)), rings)
        yield from self._of_rings(tried[: 1 + wanted.loose], every, alike, told=told)

    def _of_rings(
        self,
        tried: Sequence[tuple[Wanted, _Free]],
        rings: Iterable[Sequence[str]],
        alike: Sequence[Candidate],
        *,
        told: bool,
    ) -> Iterator[Candidate]:
        """Yield the names of some rings: all that agree, then those that do not.

        Args:
            tried: What they are to be like and which are free; and without a gender, where one
                of another goes before the next ring.
            rings: The names, the likest first.
            alike: What changes as the original does.
            told: Whether the readings of the mentions tell their cases.
        """
        wanted = tried[0][0]
        rings, again = tee(rings)
        same_too = len(alike) >= _SOME and wanted.kind != "given"
        for names in rings if told or same_too else ():
            near = frozenset(names if same_too else ())
            same = Names(c for c in alike if c.entries[0].lemma in near)
            yield from self._free(wanted, same) if len(same) >= _SOME else ()
            for own, free in self._genders(names, tried) if told else ():
                yield from filter(agreeing(own), islice(self._free_of(own, names, free), _TRIES))
        for names in again:
            for own, free in self._genders(names, tried):
                yield from self._free_of(own, names, free)

    def _genders(
        self, names: Sequence[str], tried: Sequence[tuple[Wanted, _Free]]
    ) -> Sequence[tuple[Wanted, _Free]]:
        """Return with which genders a ring is tried: with one that few of it have it tells them."""
        (wanted, free), *either = tried
        if not wanted.loose:
            return tried
        some = islice(self._free_of(wanted, names, free), _SOME)
        return tried if len(list(some)) >= _SOME else either

    def _free_of(self, wanted: Wanted, names: Sequence[str], free: _Free) -> Iterator[Candidate]:
        order = self._order(len(names), "among", wanted)
        yield from filter(None, map(free, map(names.__getitem__, order)))

    def _free_name(self, wanted: Wanted, name: str) -> Candidate | None:
        """Return a name that agrees with what stands beside the original, if it is free."""
        apart = wanted.pooled and name not in by_lemma(self.pools[wanted.kind])
        if apart or not self._is_like(wanted, name):
            return None
        candidate = self.of_name(wanted.kind, name)
        return candidate if self._is_free(wanted, candidate) else None

    def _is_like(self, wanted: Wanted, name: str) -> bool:
        """Tell whether verbs and adjectives beside the original agree with a name too."""
        if wanted.kind == "family" or not wanted.gender:
            return True
        if own := by_lemma(self.pools[wanted.kind]).get(name):
            entry = own.entries[0]
            return (entry.gender, entry.number) == (wanted.gender, wanted.number)
        declined = wanted.number == "Sing"  # in no other is what no pool has
        return declined and self.outside.gender(wanted.kind, name) == wanted.gender

    def of_name(self, kind: str, name: str) -> Candidate:
        """Return a name of the pool, else one that the morphology declines."""
        own = by_lemma(self.pools[kind]).get(name)
        return own or self.outside.candidate(kind, name)

    def declines(self, kind: str, name: str) -> bool:
        """Tell whether a name has cases, if names of the language have."""
        entry = self.of_name(kind, name).entries[0]
        return len(set(filter(None, entry.row))) > 1 or not any("Case" in b for b in entry.bundles)

    def _of_enough(self, wanted: Wanted, alike: Names) -> Iterator[Candidate]:
        """Yield the names that change as the original does, if there are enough of them."""
        if len(alike) >= _ENOUGH:
            yield from self._free(wanted, alike)

    def _agreeing(self, wanted: Wanted, fit: Names) -> Iterator[Candidate]:
        """Yield those of some tries whose forms agree over every reading, if any name's do."""
        pool = self.pools[wanted.kind]
        own = map(partial(self._original_forms, wanted), sample_of(pool, wanted.gender)[:1])
        if agrees := some_agree(wanted, fit, pool, own):
            yield from filter(agrees, islice(self._free(wanted, fit), 8 * _TRIES))

    # -- what a ledger needs -------------------------------------------------------------------

    def detail(self, candidates: Sequence[Candidate | None]) -> str:
        """Return what `named` finds candidates by."""
        return json.dumps([c.group if c else "" for c in candidates], ensure_ascii=False)

    def named(self, kind: str, detail: str) -> list[Candidate | None]:
        """Return the candidates that a ledger recorded.

        Raises:
            LedgerError: If the pool of names has them no more.
        """
        pool = self.pools[kind]
        found = [named(pool, group) for group in json.loads(detail)]
        if kind in _OUTSIDE and found == [None]:
            return [self.outside.candidate(kind, json.loads(detail)[0].partition("\t")[0])]
        if any(c is None and group for c, group in zip(found, json.loads(detail), strict=True)):
            raise LedgerError(
                f"ledger: a recorded name is not in the pool {kind} {self.language} "
                f"{pool.version}; install the version of Allonym that it was recorded with"
            )
        return found

    def _compounds(self, wanted: Wanted, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield pairs of names joined by a hyphen: with a ledger, single ones come to an end."""
        plain = [c for c in candidates if c.entries[0].tokens == 1 and HYPHEN not in c.group]
        size = len(plain)
        for index in self._order(size * size, "compound", wanted):
            first, second = plain[index // size], plain[index % size]
            if first is not second:
                made = compound(first, second)
                if wanted.accept(made) and not self.occurs(made):
                    yield made

    def alike(self, wanted: Wanted) -> Names:
        """Return the names of the original's paradigm: the same edits give the same forms."""
        index = by_signature(self.pools[wanted.kind])
        found = index.get((wanted.tokens, *self._signature(wanted)), Names())
        unsure = in_plural(wanted.readings, wanted.number) or wanted.doubtful_gender
        return filtered(agreeing(wanted), found) if unsure and found else found

    def _signature(self, wanted: Wanted) -> Signature:
        sample = sample_of(self.pools[wanted.kind], wanted.gender)
        return tuple(
            signature_of(entry.gender, self._original_forms(wanted, entry)) for entry in sample
        )

    def _original_forms(self, wanted: Wanted, like: PoolEntry) -> list[str]:
        gender = {"Gender": like.gender} if like.gender else {}
        bundles = [b for b in like.bundles if b.get("Number", "Sing") == wanted.number]
        return [
            self.morphology.inflect(wanted.lemma, wanted.kind, merge(b, gender)).form
            for b in bundles
        ]

    def _free(self, wanted: Wanted, candidates: Names) -> Iterator[Candidate]:
        if not self._known_left(wanted, candidates):
            return
        often = self._by_frequency(candidates, wanted) if wanted.kind in _COUNTED else iter(())
        for index in chain(often, self._in_order(wanted, candidates)):
            if self._is_free(wanted, candidates[index]):
                yield candidates[index]

    def _known_left(self, wanted: Wanted, candidates: Names) -> Sequence[int]:
        """Return the indexes but of those that others were seen to have."""
        own = self.chosen(wanted.kind, wanted.key)  # which is still free for itself
        every = range(len(candidates))
        return every if own else self._left.get((wanted.kind, candidates), every)

    def _in_order(self, wanted: Wanted, candidates: Names) -> Iterator[int]:
        """Yield the indexes in their order; after some, only those of names that nobody has."""
        order = self.draw.walk(len(candidates), "pseudonym", wanted.kind, wanted.key)
        every = iter(order)
        yield from islice(every, _TRIES)
        if self.chosen(wanted.kind, wanted.key):
            yield from every
            return
        left = self._known_left(wanted, candidates)
        left = [n for n in left if (wanted.kind, candidates[n].group) not in self._owner]
        self._left[wanted.kind, candidates] = [n for n in left if not self.occurs(candidates[n])]
        yield from order.among(self._left[wanted.kind, candidates], _TRIES)

    def _is_free(self, wanted: Wanted, candidate: Candidate) -> bool:
        owner = self._owner.get((wanted.kind, candidate.group), wanted.key)
        fits = owner == wanted.key and wanted.accept(candidate) and not self.occurs(candidate)
        if not fits or (wanted.kind in _COUNTED and HYPHEN in candidate.group):
            return False  # names of people come part by part; a double one would make two of one
        return not any(says_most_of(candidate, own) for own in (wanted.lemma, *wanted.beside))

    def _again(self, wanted: Wanted) -> Candidate | None:
        """Return a candidate though others have it: every single one is taken."""
        candidates = fitting(self.pools[wanted.kind], wanted.gender, "", 0)
        every = map(candidates.__getitem__, self._order(len(candidates), "again", wanted))
        return next((c for c in every if not self.occurs(c)), None)

    def _by_frequency(self, candidates: Names, wanted: Wanted) -> Iterator[int]:
        """Yield some indexes, each as often at the beginning as the name is in life.

        The classes of the pool are powers of four; a name that was missed hides among the others.
        """
        sums = totals(candidates)
        drawn: set[int] = set()
        for attempt in range(_TRIES if sums else 0):
            labels = ("frequency", wanted.kind, wanted.key, str(attempt))
            index = bisect_right(sums, self.draw.number(sums[-1], *labels))
            if index not in drawn:
                drawn.add(index)
                yield index

    def _order(self, size: int, use: str, wanted: Wanted) -> Iterator[int]:
        """Yield every index once, in an order that hangs on the secret and the key alone."""
        return iter(self.draw.walk(size, use, wanted.kind, wanted.key))

    def occurs(self, candidate: Candidate) -> bool:
        """Tell whether some form of a name stands in the document already."""
        if candidate not in self._occurring:
            last = len(self._ordered) - 1
            begun = ((bisect_left(self._ordered, h, hi=last), h) for h in heads(candidate))
            likely = any(self._ordered[at].startswith(head) for at, head in begun)
            words = form_words(candidate) if likely else ()
            self._occurring[candidate] = any(map(self.avoid.issuperset, words))
        return self._occurring[candidate]
