"""The names of a pool as candidates, and what there is of each kind of them.

Pools hold entries, one a gender; here those of one name are one candidate, found by what they are
like: gender, number, length, frequency, and the edits that make their forms; and what is wanted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import accumulate, compress, islice
from typing import TYPE_CHECKING, TypeVar

from allonym.languages.pool import Pool, PoolEntry
from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis
from allonym.ports import Morphology
from allonym.replace.people.doubts import doubtful
from allonym.text.fold import fold, is_cyrillic, is_near, to_latin

if TYPE_CHECKING:
    from allonym.replace.people.eras import Weigh

_TELLING, _LONG = 3, 5
_KEPT, _COMMONER = 256, 4
"""What is kept of what was asked, and what a class of frequency counts."""
_WORD = re.compile(r"\w+")
HYPHEN, _JOIN = "-", " + "

Readings = Sequence[Analysis]
Said = frozenset[tuple[tuple[str, str], ...]]
"""Features that a form hangs on, of each reading of a mention."""

_TOLD = ("Gender", "Number", "Case", "Definite", "Derivation")
Signature = tuple[object, ...]
_K = TypeVar("_K")


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A name of the pool in all its genders: Kowalski and Kowalska are one."""

    group: str
    entries: tuple[PoolEntry, ...] = field(repr=False)

    def entry(self, gender: str) -> PoolEntry:
        """Return the name in this gender; the first one where gender makes no difference."""
        return next((e for e in self.entries if e.gender == gender), self.entries[0])


class Names(tuple[Candidate, ...]):
    """Names, of which what is known is kept by which object they are: they are thousands."""

    sums: Sequence[int] = ()  # how readily each or one before it is drawn, if that was weighed
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def keeps_case(town: PoolEntry, case: str, morphology: Morphology) -> bool:
    """Tell whether one is in a town in this case: *Debrecenben*, but *Miskolcon*.

    What a column of a corpus says of the case stays true then.
    """
    readings = morphology.analyse(town.form({"Case": case}) or "", "place")
    return any(r.features.get("Case") == case for r in readings)


def begins(candidate: Candidate, letter: str) -> bool:
    """Tell whether a name begins with this small letter."""
    return candidate.group[:1].casefold() == letter


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, without regard to capitals."""
    folded = text.casefold()
    return frozenset([folded] if folded.isalpha() else _WORD.findall(folded))


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
def groups_of(pool: Pool) -> Names:
    """Return the names of a pool, each with its genders."""
    groups: dict[str, list[PoolEntry]] = {}
    for entry in pool.entries:
        key = entry.group if pool.kind == "family" else f"{entry.lemma}\t{entry.gender}"
        groups.setdefault(key, []).append(entry)
    return Names(Candidate(key, tuple(entries)) for key, entries in groups.items())


def named(pool: Pool, group: str) -> Candidate | None:
    """Return a candidate, or a compound of two, by its group."""
    first, join, second = group.partition(_JOIN)
    table = _by_group(pool)
    one, two = table.get(first), table.get(second)
    return compound(one, two) if join and one and two else None if join else one


@cache
def _by_group(pool: Pool) -> dict[str, Candidate]:
    return {candidate.group: candidate for candidate in groups_of(pool)}


@cache
def by_lemma(pool: Pool) -> dict[str, Candidate]:
    """Return the names of a pool by their citation forms."""
    return {candidate.entries[0].lemma: candidate for candidate in reversed(groups_of(pool))}


@lru_cache(maxsize=1 << 14)
def compound(first: Candidate, second: Candidate) -> Candidate:
    """Return two names as one: every form of it is made of a form of each."""
    entries = tuple(_joined(entry, second.entry(entry.gender)) for entry in first.entries)
    return Candidate(f"{first.group}{_JOIN}{second.group}", entries)


def _joined(one: PoolEntry, two: PoolEntry) -> PoolEntry:
    pairs = zip(one.row, two.row, strict=False)
    row = tuple(f"{a}{HYPHEN}{b}" if a and b else "" for a, b in pairs)
    lemma = f"{one.lemma}{HYPHEN}{two.lemma}"
    return replace(one, lemma=lemma, frequency=1, group=lemma, derived="", row=row)


@cache
def usual(pool: Pool) -> frozenset[Candidate]:
    """Return the candidates at least as frequent as half of those of the same gender."""
    usual: list[Candidate] = []
    groups = groups_of(pool)
    for gender in {c.entries[0].gender for c in groups}:
        peers = [c for c in groups if c.entries[0].gender == gender]
        limit = sorted(c.entries[0].frequency for c in peers)[len(peers) // 2]
        usual += [c for c in peers if c.entries[0].frequency >= limit]
    return frozenset(usual)


@cache
def fitting(pool: Pool, gender: str, number: str, tokens: int) -> Names:
    """Return the candidates of this gender, number and length; zero and "" mean any."""
    return Names(
        candidate
        for candidate in groups_of(pool)
        for entry in candidate.entries[:1]
        if (pool.kind == "family" or not gender or entry.gender in ("", gender))
        and number in ("", entry.number)
        and tokens in (0, entry.tokens)
    )


@cache
def sample_of(pool: Pool, gender: str) -> tuple[PoolEntry, ...]:
    """Return entries with the genders that a candidate for this gender has."""
    groups = fitting(pool, gender, "", 0)
    return max((c.entries for c in groups), key=len) if groups else ()


@cache
def by_signature(pool: Pool) -> dict[Signature, Names]:
    """Return the names of a pool by their length and the edits that make their forms."""

    def signature(candidate: Candidate) -> Signature:
        own = (signature_of(e.gender, _citation_number(e)) for e in candidate.entries)
        return candidate.entries[0].tokens, *own

    return _by(signature, groups_of(pool))


@lru_cache(maxsize=_KEPT)
def _by(key: Callable[[Candidate], _K], candidates: Names) -> dict[_K, Names]:
    found: dict[_K, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        found[key(candidate)].append(candidate)
    return {key: Names(own) for key, own in found.items()}


def _citation_number(entry: PoolEntry) -> list[str]:
    own, pairs = entry.number, zip(entry.bundles, entry.row, strict=False)
    return [form for bundle, form in pairs if bundle.get("Number", "Sing") == own]


@lru_cache(maxsize=1 << 14)
def form_words(candidate: Candidate) -> tuple[frozenset[str], ...]:
    """Return the words of each form of a name, in Latin letters too."""
    forms = {form for entry in candidate.entries for _, form in entry.forms()}
    forms |= set(map(to_latin, filter(is_cyrillic, forms)))
    return tuple({words_of(form) for form in sorted(forms)})


@lru_cache(maxsize=1 << 14)
def heads(candidate: Candidate) -> frozenset[str]:
    """Return how the first words of all forms of a name begin, in Latin letters too."""
    every = [form for entry in candidate.entries for form in entry.row if form]
    first, last = min(every, default=""), max(every, default="")
    same = first[: len(first) - len(_script(first, last)[0])].casefold()
    found = (_WORD.match(text) for text in (same, to_latin(same)))
    return frozenset(match[0] if match else "" for match in found)


def says_most_of(candidate: Candidate, original: str) -> bool:
    """Tell whether one name holds the other, or all of it but a letter: it would look unchanged.

    So *Anna* does *Ann*, and *Vizjak* *Bizjak*.
    """
    short, long = sorted((fold(candidate.entries[0].lemma), fold(original)), key=len)
    near = len(short) >= _LONG and is_near(short, long)
    return near or (len(short) >= _TELLING and short in long)


@lru_cache(maxsize=1 << 12)
def forms(candidate: Candidate) -> int:
    """Return in how many forms a name stands."""
    return len({form for entry in candidate.entries for _, form in entry.forms()})


@lru_cache(maxsize=_KEPT)
def filtered(test: Callable[[Candidate], object], candidates: Names) -> Names:
    """Return the names that pass a test, which is asked once."""
    return Names(filter(test, candidates))


@lru_cache(maxsize=_KEPT)
def totals(candidates: Names) -> Sequence[int]:
    """Return how often each name or one before it is borne, or what they weigh."""
    borne = (int(_COMMONER ** c.entries[0].frequency) for c in candidates)
    return candidates.sums or list(accumulate(borne))


@lru_cache(maxsize=_KEPT)
def weighed(weigh: Weigh, candidates: Names) -> Names:
    """Return the names that weigh something."""
    weights = weigh.over(candidates)
    found = Names(compress(candidates, weights))
    found.sums = list(accumulate(filter(None, weights)))
    return found


def anyone(_: Candidate) -> bool:
    """Accept every candidate."""
    return True


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a surrogate must be like."""

    kind: str  # of the pool
    # what the draw hangs on: the citation form, or the person, it stands for
    key: str = field(repr=False)
    lemma: str = field(repr=False)  # citation form of the original
    gender: str = ""  # UD ``Gender``; empty when unknown or without meaning
    number: str = "Sing"  # UD ``Number`` of the citation form
    tokens: int = 1  # how many words
    # for each mention the readings it has left
    readings: tuple[Readings, ...] = field(repr=False, default=())
    # a last word on each candidate
    accept: Callable[[Candidate], bool] = field(repr=False, default=anyone)
    # names that go before all others, whether in the pool or not; then more of them; they are gone
    # through once
    among: Iterable[tuple[str, ...]] = field(repr=False, default=())
    # names that go before even those, of whatever gender if need be
    first: tuple[str, ...] = field(repr=False, default=())
    # citation forms of the other surnames of whoever has this one
    beside: tuple[str, ...] = field(repr=False, default=())
    # how readily a candidate is drawn before all others of the pool; None: as often as it is borne
    weigh: Weigh | None = field(repr=False, default=None)
    only: bool = False  # whether none but those `among` which it is drawn will do
    # how many of the first rings go one before the other though no form of theirs agrees
    ahead: int = 0
    # whether nothing beside the original agrees with it: a ring goes before its gender
    loose: bool = False
    # those that yet go before names of other gender or number, whatever their ring
    agreeing: Sequence[tuple[str, ...]] = field(repr=False, default=())
    pooled: bool = False  # whether none but names of the pool will do, which alone have adjectives

    @property
    def doubtful_gender(self) -> str:
        """The likelier gender of a given name that may be of two; else nothing."""
        return doubtful(self.readings) if self.kind == "given" and not self.gender else ""


def agreeing(wanted: Wanted) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate has one form for all the readings of each mention."""
    told = (
        frozenset(tuple((n, r.features[n]) for n in _TOLD if n in r.features) for r in own)
        for own in wanted.readings
    )
    return _agreeing(frozenset(told), wanted.gender)


@lru_cache(maxsize=1 << 12)
def _agreeing(mentions: frozenset[Said], gender: str) -> Callable[[Candidate], bool]:
    known: dict[object, bool] = {}

    def agrees(candidate: Candidate) -> bool:
        shape = _shape(candidate)
        if shape not in known:
            forms = ({form_for(candidate, dict(f), gender) for f in said} for said in mentions)
            known[shape] = all(len(own - {None, ""}) == 1 for own in forms)
        return known[shape]

    return agrees


@lru_cache(maxsize=1 << 14)
def _shape(candidate: Candidate) -> object:
    """Tell which forms of a name are the same, and what it is: whether it agrees hangs on it."""
    seen: dict[str, int] = {"": -1}
    row = (form for entry in candidate.entries for form in entry.row)
    same = tuple(seen.setdefault(form, number) for number, form in enumerate(row))
    kinds = ((entry.gender, entry.number) for entry in candidate.entries)
    # the bundles are those of a pool, which stays
    return _one_object((id(candidate.entries[0].bundles), same, *kinds))


@cache
def _one_object(_: Signature) -> object:
    """Return the same object for the same shape: to compare shapes themselves takes long."""
    return object()


def some_agree(
    wanted: Wanted, fit: Names, pool: Pool, own: Iterable[Sequence[str]]
) -> Callable[[Candidate], bool] | None:
    """Return what tells which names agree, if any of those that fit do.

    What has one form agrees with all: no reason to draw it for a given name that has more, *dosarul
    Ilenei* would be *dosarul Carmen*.

    Args:
        wanted: What a name must be like.
        fit: Those that are.
        pool: Where they are from.
        own: The forms of the original, as a name of the pool has them.
    """
    agrees = agreeing(wanted)
    found = filter(agrees, fit) if share(agrees, groups_of(pool)) else iter(())
    changes = wanted.kind == "given" and any(len({*row}) > 1 for row in own)
    return agrees if any(not changes or forms(c) > 1 for c in found) else None


def share(test: Callable[[Candidate], bool], candidates: Names) -> float:
    """Return what share of some names passes a test that hangs on which of their forms agree."""
    found = (len(own) for own in _by(_shape, candidates).values() if test(own[0]))
    return sum(found) / max(1, len(candidates))


def enough_of(
    near: Collection[str],
    free: Callable[[str], object],
    few: int,
    rings: Iterable[tuple[str, ...]],
) -> Iterator[tuple[str, ...]]:
    """Yield what of some rings is near, where so few of that at least are free."""
    for own in (tuple(filter(near.__contains__, ring)) for ring in (rings if near else ())):
        if len(own) >= few and len([*islice(filter(free, own), few)]) == few:
            yield own
