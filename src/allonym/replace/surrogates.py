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
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from math import gcd

from allonym.errors import LedgerError
from allonym.languages.pool import Pool, PoolEntry
from allonym.model.draw import Draw
from allonym.model.features import FeatureBundle, merge
from allonym.model.mention import Analysis
from allonym.ports import Choice, Ledger, Morphology
from allonym.replace.doubts import doubtful, in_plural

_WORD = re.compile(r"\w+")
_HYPHEN, _JOIN = "-", " + "
_ENOUGH = 8
_TRIES = 40

Readings = Sequence[Analysis]
Signature = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A name of the pool in all its genders: Kowalski and Kowalska are one."""

    group: str
    entries: tuple[PoolEntry, ...] = field(repr=False)

    def entry(self, gender: str) -> PoolEntry:
        """Return the name in this gender; the first one where gender makes no difference."""
        return next((e for e in self.entries if e.gender == gender), self.entries[0])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a surrogate must be like.

    Attributes:
        kind: Of the pool.
        key: What the draw hangs on: the citation form, or the person, it stands for.
        lemma: Citation form of the original.
        gender: UD ``Gender``; empty when unknown or without meaning.
        number: UD ``Number`` of the citation form.
        tokens: How many words.
        readings: For each mention the readings it has left.
        accept: A last word on each candidate.
    """

    kind: str
    key: str = field(repr=False)
    lemma: str = field(repr=False)
    gender: str = ""
    number: str = "Sing"
    tokens: int = 1
    readings: tuple[Readings, ...] = field(repr=False, default=())
    accept: Callable[[Candidate], bool] = field(repr=False, default=lambda _: True)

    @property
    def doubtful_gender(self) -> str:
        """The likelier gender of a given name that may be of two; else nothing."""
        return doubtful(self.readings) if self.kind == "given" and not self.gender else ""


class Chooser:
    """Draws the surrogates of one document and remembers them."""

    def __init__(
        self,
        pools: Mapping[str, Pool],
        morphology: Morphology,
        draw: Draw,
        avoid: frozenset[str],
        ledger: Ledger | None = None,
        language: str = "",
    ) -> None:
        self.ledger = ledger
        self._language = language
        self._pools = pools
        self._morphology = morphology
        self._draw = draw
        self._avoid = avoid
        self._chosen: dict[tuple[str, str], Candidate] = {}
        self._owner: dict[tuple[str, str], str] = {}
        self._occurring: dict[Candidate, bool] = {}

    def choose(self, wanted: Wanted) -> Candidate | None:
        """Return the surrogate, the same for the same kind and key; None from an empty pool."""
        known = self._chosen.get((wanted.kind, wanted.key))
        if known is not None:
            return known
        candidate = self._draw_one(wanted)
        if candidate is not None:
            self._chosen[wanted.kind, wanted.key] = candidate
            self._owner.setdefault((wanted.kind, candidate.group), wanted.key)
        return candidate

    def _draw_one(self, wanted: Wanted) -> Candidate | None:
        if self.ledger is None or wanted.kind == "given":
            anyone = _fitting(self._pools[wanted.kind], wanted.gender, "", 0)
            return next(self.ranked(wanted), None) or self._again(wanted, anyone)
        choices = (
            Choice(candidate.entries[0].lemma, self.detail([candidate]))
            for candidate in self.ranked(wanted)
        )
        found = self.settle(wanted.kind, wanted.key, choices)
        return self.named(wanted.kind, found.detail)[0] if found else None

    def settle(self, kind: str, original: str, choices: Iterator[Choice]) -> Choice | None:
        """Return what the ledger has for an original of this language, or the first free choice."""
        if self.ledger is None:
            return next(choices, None)
        return self.ledger.settle(f"{kind}.{self._language}", original, choices)

    def ranked(self, wanted: Wanted) -> Iterator[Candidate]:
        """Yield all that may stand for the original, best first; some more than once."""
        pool = self._pools[wanted.kind]
        key = (wanted.gender, wanted.number, wanted.tokens)
        if not _fitting(pool, *key):
            key = (wanted.gender, "", 0)
        alike, usual = self.alike(wanted), _usual(pool)
        yield from self._of_enough(wanted, [c for c in alike if c in usual])
        yield from self._agreeing(wanted, _usual_fitting(pool, *key))
        if likely := wanted.doubtful_gender:
            yield from self.ranked(replace(wanted, gender=likely))
        yield from self._of_enough(wanted, alike)
        yield from self._agreeing(wanted, _fitting(pool, *key))
        yield from self._free(wanted, _fitting(pool, *key))
        yield from self._free(wanted, _fitting(pool, wanted.gender, "", 0))
        if self.ledger is not None:
            yield from self._compounds(wanted, alike)
            yield from self._compounds(wanted, _fitting(pool, *key))

    def _of_enough(self, wanted: Wanted, alike: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield the names that change as the original does, if there are enough of them."""
        if len(alike) >= _ENOUGH:
            yield from self._free(wanted, alike)

    def _agreeing(self, wanted: Wanted, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield those of some tries whose forms agree over every reading."""
        tries = zip(range(_TRIES), self._free(wanted, candidates), strict=False)
        yield from (c for _, c in tries if agree(c, wanted))

    # -- what a ledger needs -------------------------------------------------------------------

    def detail(self, candidates: Sequence[Candidate | None]) -> str:
        """Return what `named` finds candidates by."""
        return json.dumps([c.group if c else "" for c in candidates], ensure_ascii=False)

    def named(self, kind: str, detail: str) -> list[Candidate | None]:
        """Return the candidates that a ledger recorded.

        Raises:
            LedgerError: If the pool of names has them no more.
        """
        pool = self._pools[kind]
        found = [_named(pool, group) for group in json.loads(detail)]
        if any(c is None and group for c, group in zip(found, json.loads(detail), strict=True)):
            raise LedgerError(
                f"ledger: a recorded name is not in the pool {kind} {self._language} "
                f"{pool.version}; install the version of Allonym that it was recorded with"
            )
        return found

    def _compounds(self, wanted: Wanted, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield pairs of names joined by a hyphen: with a ledger, single ones come to an end."""
        plain = [c for c in candidates if c.entries[0].tokens == 1 and _HYPHEN not in c.group]
        size = len(plain)
        for index in self._order(size * size, "compound", wanted):
            first, second = plain[index // size], plain[index % size]
            if first is not second:
                made = _compound(first, second)
                if wanted.accept(made) and not self.occurs(made):
                    yield made

    def alike(self, wanted: Wanted) -> tuple[Candidate, ...]:
        """Return the names of the original's paradigm: the same edits give the same forms."""
        index = _by_signature(self._pools[wanted.kind])
        found = index.get((wanted.tokens, *self._signature(wanted)), ())
        unsure = in_plural(wanted.readings, wanted.number) or wanted.doubtful_gender
        return tuple(c for c in found if agree(c, wanted)) if unsure else found

    def _signature(self, wanted: Wanted) -> Signature:
        sample = _sample(self._pools[wanted.kind], wanted.gender)
        return tuple(
            signature_of(entry.gender, self._original_forms(wanted, entry)) for entry in sample
        )

    def _original_forms(self, wanted: Wanted, like: PoolEntry) -> list[str]:
        gender = {"Gender": like.gender} if like.gender else {}
        bundles = [b for b in like.bundles if b.get("Number", "Sing") == wanted.number]
        return [
            self._morphology.inflect(wanted.lemma, wanted.kind, merge(b, gender)).form
            for b in bundles
        ]

    def _free(self, wanted: Wanted, candidates: Sequence[Candidate]) -> Iterator[Candidate]:
        for index in self._order(len(candidates), "pseudonym", wanted):
            candidate = candidates[index]
            owner = self._owner.get((wanted.kind, candidate.group), wanted.key)
            if owner == wanted.key and wanted.accept(candidate) and not self.occurs(candidate):
                yield candidate

    def _again(self, wanted: Wanted, candidates: Sequence[Candidate]) -> Candidate | None:
        """Return a candidate though others have it: every single one is taken."""
        order = self._order(len(candidates), "again", wanted)
        free = (c for c in map(candidates.__getitem__, order) if not self.occurs(c))
        return next(free, None)

    def _order(self, size: int, use: str, wanted: Wanted) -> Iterator[int]:
        """Yield every index once, in an order that hangs on the secret and the key alone.

        Two draws give start and stride, so that a name late in the order costs no more than
        one at its beginning, however many names a document has.
        """
        if not size:
            return
        start = self._draw.number(size, use, wanted.kind, wanted.key, "start")
        stride = 1 + self._draw.number(size, use, wanted.kind, wanted.key, "stride")
        while gcd(stride, size) > 1:
            stride += 1
        yield from ((start + step * stride) % size for step in range(size))

    def occurs(self, candidate: Candidate) -> bool:
        """Tell whether some form of a name stands in the document already."""
        if candidate not in self._occurring:
            words = _form_words(candidate)
            self._occurring[candidate] = any(own <= self._avoid for own in words)
        return self._occurring[candidate]


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, without regard to capitals."""
    return frozenset(_WORD.findall(text.casefold()))


def agree(candidate: Candidate, wanted: Wanted) -> bool:
    """Tell whether the candidate has one form for all the readings of each mention."""
    return all(_has_one_form(candidate, readings, wanted.gender) for readings in wanted.readings)


def _has_one_form(candidate: Candidate, readings: Readings, gender: str) -> bool:
    only = ""
    for reading in readings:
        form = form_for(candidate, reading.features, gender)
        if form and only and form != only:
            return False
        only = form or only
    return bool(only)


def shares(candidate: Candidate, readings: Readings, gender: str) -> dict[str, float]:
    """Return the candidate's forms for these readings, each with its share of the weight."""
    found: dict[str, float] = {}
    for reading in readings:
        form = form_for(candidate, reading.features, gender)
        if form:
            found[form] = found.get(form, 0.0) + reading.weight
    total = sum(found.values()) or 1.0
    return {form: weight / total for form, weight in found.items()}


def form_for(candidate: Candidate, features: FeatureBundle, gender: str) -> str | None:
    """Return the candidate's form; the plural of a surname is the masculine's."""
    return entry_for(candidate, features, gender).form(features)


def entry_for(candidate: Candidate, features: FeatureBundle, gender: str) -> PoolEntry:
    """Return the candidate in the gender that these features have for this person."""
    own = features.get("Gender", "")
    return candidate.entry(gender or own if features.get("Number") != "Plur" else own or gender)


def signature_of(gender: str, forms: Sequence[str]) -> Signature:
    """Return how a name changes: the edits from its first form to every other.

    >>> signature_of("Masc", ["Jan", "Jana"]) == signature_of("Masc", ["Roman", "Romana"])
    True
    """
    return (gender, *(_script(forms[0], form) for form in forms[1:]))


def _script(source: str, target: str) -> tuple[str, str]:
    # from the end, where names change: two steps as a rule, not one a letter
    same = len(source)
    while not target.startswith(source[:same]):
        same -= 1
    return source[same:], target[same:]


@cache
def _groups(pool: Pool) -> tuple[Candidate, ...]:
    groups: dict[str, list[PoolEntry]] = {}
    for entry in pool.entries:
        key = entry.group if pool.kind == "family" else f"{entry.lemma}\t{entry.gender}"
        groups.setdefault(key, []).append(entry)
    return tuple(Candidate(key, tuple(entries)) for key, entries in groups.items())


def _named(pool: Pool, group: str) -> Candidate | None:
    """Return a candidate, or a compound of two, by its group."""
    first, join, second = group.partition(_JOIN)
    table = _by_group(pool)
    one, two = table.get(first), table.get(second)
    return _compound(one, two) if join and one and two else None if join else one


@cache
def _by_group(pool: Pool) -> dict[str, Candidate]:
    return {candidate.group: candidate for candidate in _groups(pool)}


@lru_cache(maxsize=1 << 14)
def _compound(first: Candidate, second: Candidate) -> Candidate:
    """Return two names as one: every form of it is made of a form of each."""
    entries = tuple(_joined(entry, second.entry(entry.gender)) for entry in first.entries)
    return Candidate(f"{first.group}{_JOIN}{second.group}", entries)


def _joined(one: PoolEntry, two: PoolEntry) -> PoolEntry:
    pairs = zip(one.row, two.row, strict=False)
    row = tuple(f"{a}{_HYPHEN}{b}" if a and b else "" for a, b in pairs)
    lemma = f"{one.lemma}{_HYPHEN}{two.lemma}"
    return replace(one, lemma=lemma, frequency=1, group=lemma, derived="", row=row)


@cache
def _usual(pool: Pool) -> frozenset[Candidate]:
    """Return the candidates at least as frequent as half of those of the same gender."""
    usual: list[Candidate] = []
    groups = _groups(pool)
    for gender in {c.entries[0].gender for c in groups}:
        peers = [c for c in groups if c.entries[0].gender == gender]
        limit = sorted(c.entries[0].frequency for c in peers)[len(peers) // 2]
        usual += [c for c in peers if c.entries[0].frequency >= limit]
    return frozenset(usual)


@cache
def _fitting(pool: Pool, gender: str, number: str, tokens: int) -> tuple[Candidate, ...]:
    """Return the candidates of this gender, number and length; zero and "" mean any."""
    return tuple(
        candidate
        for candidate in _groups(pool)
        for entry in candidate.entries[:1]
        if (pool.kind == "family" or not gender or entry.gender in ("", gender))
        and number in ("", entry.number)
        and tokens in (0, entry.tokens)
    )


@cache
def _usual_fitting(pool: Pool, gender: str, number: str, tokens: int) -> tuple[Candidate, ...]:
    return tuple(c for c in _fitting(pool, gender, number, tokens) if c in _usual(pool))


@cache
def _sample(pool: Pool, gender: str) -> tuple[PoolEntry, ...]:
    """Return entries with the genders that a candidate for this gender has."""
    groups = _fitting(pool, gender, "", 0)
    return max((c.entries for c in groups), key=len) if groups else ()


@cache
def _by_signature(pool: Pool) -> dict[Signature, tuple[Candidate, ...]]:
    index: dict[Signature, tuple[Candidate, ...]] = {}
    for candidate in _groups(pool):
        signature = tuple(
            signature_of(entry.gender, _citation_number(entry)) for entry in candidate.entries
        )
        key = (candidate.entries[0].tokens, *signature)
        index[key] = (*index.get(key, ()), candidate)
    return index


def _citation_number(entry: PoolEntry) -> list[str]:
    own, pairs = entry.number, zip(entry.bundles, entry.row, strict=False)
    return [form for bundle, form in pairs if bundle.get("Number", "Sing") == own]


@cache
def _form_words(candidate: Candidate) -> tuple[frozenset[str], ...]:
    forms = {form for entry in candidate.entries for _, form in entry.forms()}
    return tuple({words_of(form) for form in sorted(forms)})
