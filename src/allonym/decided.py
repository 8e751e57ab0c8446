"""What a person settled about a document, and what a check of the outcome means for it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType

from allonym.errors import LeakError
from allonym.model.entity import Entity, EntityId
from allonym.model.known import KnownPerson
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Leak, Result
from allonym.model.span import Span, subtract
from allonym.model.surrogate import Surrogate
from allonym.model.types import FIGURE, is_a
from allonym.profile import Profile, Treatment
from allonym.text.fold import fold
from allonym.text.usernames import spellings

LEFT = "left"
"""The disguise of what only looks like something hidden, or was left on purpose."""

_LABEL = re.compile(r"[^\W\d_]{3,}")
_BESIDE = re.compile(r",?\s(?:[^\W\d_]{1,5}\s){0,2}|\s?\(")
"""What stands between somebody and his firm: *A. Saari, Saari Oy*, *A. Rosén från Rosén Ab*."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person settled about a document; nothing is detected, linked or repaired any more."""

    # all that are personal data, kept ones included, in the order of first mention
    entities: tuple[Entity, ...]
    # mentions that nobody has decided about; they are left as they are
    doubtful: tuple[Mention, ...] = ()
    # entities that stay, besides those that the profile keeps
    keep: frozenset[EntityId] = frozenset()
    # what becomes of single entities instead of what the profile says
    treatments: Mapping[EntityId, Treatment] = field(default_factory=lambda: MappingProxyType({}))
    # pseudonyms chosen by hand
    names: Mapping[EntityId, Surrogate] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    # stretches left as they are on purpose: what is found there is listed, not blocking
    left: tuple[Span, ...] = ()
    # entities of whose names nothing stays, since what would says an original
    coined: frozenset[EntityId] = frozenset()


UNDECIDED = Decided(())


def with_owned(
    text: str,
    decided: Decided,
    profile: Profile,
    is_kept: Callable[[Entity, Decided], bool],
    is_allowed: Callable[[Entity], bool],
) -> Decided:
    """Treat mails and user names that say whom a treated person is, wanted types or not.

    A mail says it by its domain too: *info@ashworth.test*.  Firms of those who stay do so too.

    Args:
        text: Of the document.
        decided: What is known of the document.
        profile: Which handles some types only.
        is_kept: Tells whether an entity stays as things are.
        is_allowed: Tells whether the allow-list lets an entity stay.
    """
    decided = _with_firms(text, decided, is_kept)
    if not profile.types:
        return decided
    hidden = {e.id for e in decided.entities if not is_kept(e, decided)}
    rest = [e for e in decided.entities if e.id not in hidden]
    people = (p for e in decided.entities if e.id in hidden for p in e.parts)
    names = frozenset(chain.from_iterable(spellings(part.lemma) for part in people))
    owned = (e for e in rest if e.owner in hidden or _is_hosted(e, names))
    loose = (e for e in owned if not is_left_by_name(e, decided, is_allowed))
    treat = {e.id: profile.listed_treatment(e.type) for e in loose}
    return replace(decided, treatments={**treat, **decided.treatments}) if treat else decided


def _with_firms(text: str, decided: Decided, is_kept: Callable[[Entity, Decided], bool]) -> Decided:
    """Keep firms right behind whom they are called after and who stays: *A. Saari, Saari Oy*."""
    people = [e for e in decided.entities if is_a(e.type, "person")]
    kept = [p for p in people if is_kept(p, decided)]
    if not kept:
        return decided
    theirs = {
        (m.span, name)
        for p in kept
        if p.type != FIGURE
        for name in _surnames(p)
        for m in p.mentions
    }
    others = {name for p in people if p not in kept for name in _surnames(p)}
    stays = {
        firm.id
        for firm in decided.entities
        if is_a(firm.type, "org") and firm.id not in decided.treatments
        for at in (m.span for m in firm.mentions)
        for who, name in theirs
        if name not in others
        and _BESIDE.fullmatch(text, who.end, at.start)
        and name in map(fold, _LABEL.findall(text[at.start : at.end]))
    }
    return replace(decided, keep=decided.keep | stays) if stays else decided


def _surnames(person: Entity) -> Iterator[str]:
    return (fold(part.lemma) for part in person.parts if part.role == "family")


def _is_hosted(entity: Entity, names: Container[str]) -> bool:
    """Tell whether an address is at a domain that is called after somebody."""
    host = entity.canonical.rpartition("@")[2] if is_a(entity.type, "email") else ""
    return any(fold(word) in names for word in _LABEL.findall(host.rpartition(".")[0]))


def is_left_by_name(entity: Entity, decided: Decided, is_allowed: Callable[[Entity], bool]) -> bool:
    """Tell whether somebody wants this very entity to stay, and not all of its type."""
    return entity.id in decided.keep or is_known_to_stay(entity) or is_allowed(entity)


def is_known_to_stay(entity: Entity) -> bool:
    """Tell whether the list of known people has an entity kept."""
    return any(e.rule == "keep" for m in entity.mentions for e in m.evidence)


def with_left(result: Result, left: Sequence[Span]) -> Result:
    """Return the result with leaks at places that were left on purpose listed as such."""
    where = result.map
    places = sorted(left)
    starts = [span.start for span in places]

    def judged(leak: Leak) -> Leak:
        start, end = where.to_original(leak.span.start), where.to_original(leak.span.end)
        at = bisect_right(starts, start) - 1
        if not leak.blocking or start >= end or at < 0 or places[at].end < end:
            return leak
        return replace(leak, blocking=False, disguise=LEFT)

    leaks = tuple(judged(leak) for leak in result.report.leaks)
    return replace(result, report=replace(result.report, leaks=leaks))


def missed_by(result: Result) -> list[Mention]:
    """Return the parts of blocking leaks that nothing replaced, as mentions of the original."""
    blocking = [leak for leak in result.report.leaks if leak.blocking]
    if not blocking:
        return []
    where = result.map
    types: Mapping[str, str] = {e.id: e.type for e in result.entities}
    missed = []
    for leak, over in _with_replacements(result, blocking):
        for rest in subtract(leak.span, [span for span, _ in over]):
            span = Span(where.to_original(rest.start), where.to_original(rest.end))
            evidence = (Evidence("verify", leak.disguise, 1.0),)
            missed.append(Mention(span, types.get(leak.entity, "other"), evidence))
    return missed


def unspread(again: Iterable[Mention], found: Iterable[Mention]) -> list[Mention]:
    """Return forms of the names of people whom only the decision told, new to all finds."""
    known = {m.span for m in found if any(e.detector == "spread" for e in m.evidence)}
    return [m for m in again if m.span not in known]


def refuse_leaks(leaks: Iterable[Leak], profile: Profile) -> None:
    """Refuse a result that says an original somewhere, if a profile is strict.

    Args:
        leaks: What the check found in the result.
        profile: It says what becomes of them.

    Raises:
        LeakError: If so.
    """
    blocking = [leak for leak in leaks if leak.blocking]
    if blocking and profile.output.verify == "strict":
        places = ", ".join(leak.where for leak in blocking[:5])
        more = f" and {len(blocking) - 5} more" if len(blocking) > 5 else ""
        where = f"in the result: {places}{more}"
        raise LeakError(
            f"leak check failed; originals that remain: {len(blocking)} ({where}); "
            'nothing was written; set output.verify = "report" to list them instead'
        )


def telling(result: Result) -> frozenset[EntityId]:
    """Return the entities whose replacements say an original: an institution keeps what it is.

    *The Norcross City Council* stands for one of another town, but where the text has *city
    council* by itself, that is what was to be hidden.
    """
    blocking = [leak for leak in result.report.leaks if leak.blocking]
    return frozenset(
        entity
        for leak, over in _with_replacements(result, blocking)
        for span, entity in over
        if span.overlaps(leak.span)
    )


def _with_replacements(
    result: Result, leaks: Iterable[Leak]
) -> Iterator[tuple[Leak, list[tuple[Span, EntityId]]]]:
    """Yield leaks with the replacements that may touch them: where these stand, and for whom."""
    put = [(r.result_span, r.entity) for r in result.plan if r.result_span]
    starts = [span.start for span, _ in put]
    for leak in leaks:
        first = max(0, bisect_left(starts, leak.span.start) - 1)
        yield leak, put[first : bisect_left(starts, leak.span.end)]


def without_namesakes(leaks: Iterable[Leak], plan: ReplacementPlan) -> tuple[Leak, ...]:
    """Let pass what stands in the recorded pseudonym of somebody else: it is a mere namesake.

    A ledger keeps to what it recorded though the same name, as a real one, may turn up later.
    """
    drawn = [r for r in plan if r.result_span and r.method == "pseudonym" and not r.context]
    starts = [r.result_span.start for r in drawn if r.result_span]

    def stands_in_another(leak: Leak) -> bool:
        at = bisect_left(starts, leak.span.start + 1) - 1
        inside = at >= 0 and (span := drawn[at].result_span) and leak.span.end <= span.end
        return bool(inside) and drawn[at].entity != leak.entity

    return tuple(
        replace(leak, blocking=leak.blocking and not stands_in_another(leak)) for leak in leaks
    )


def by_treatment(
    entities: Sequence[Entity], profile: Profile, chosen: Mapping[EntityId, Treatment]
) -> Iterable[tuple[Treatment, list[Entity]]]:
    """Return the entities by what becomes of them: as decided, else as the profile says."""
    groups: dict[str, tuple[Treatment, list[Entity]]] = {}
    for entity in entities:
        treatment = chosen.get(entity.id) or profile.treatment(entity.type)
        groups.setdefault(treatment.key, (treatment, []))[1].append(entity)
    return groups.values()


def named_before(
    entities: Iterable[Entity], known: Iterable[KnownPerson]
) -> Mapping[EntityId, Surrogate]:
    """Return the names of people who have one already, where this document is a part of another.

    >>> named_before((), ())
    {}
    """
    names = {_words(p.name): p.surrogate for p in known if p.surrogate}
    found = ((e.id, names.get(_words(e.canonical))) for e in entities if names)
    return {number: replace(name, entity=number) for number, name in found if name}


def _words(name: str) -> frozenset[str]:
    return frozenset(name.casefold().split())
