"""Read a name as the document writes it elsewhere: which word is the surname, and how many are.

Alone, *Lind Berg* may be a given name and a surname, and *Krzysztofa Lisa* a woman called Lisa;
beside *Maria Lind Berg* and *Krzysztof Lis* they are not.  What *and* joins stands in one case.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product

from allonym.link.agreement import is_plural
from allonym.link.readings import TURN, Reading
from allonym.link.words import NameWords
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import POSSESSIVE
from allonym.text.capitals import at_head
from allonym.text.fold import plain

_RARE, _CERTAIN, _HARDLY = 0.02, 0.9, 0.001
_WORD = re.compile(r"[ \u00a0]([^\W\d_]+)")
_ASIDE = re.compile(r"\([^()\n]*\)")
Reread = Callable[[Reading, Sequence[PartRole]], Reading]
"""Reads the names of a mention in other roles, one for each given name or surname of it."""


def in_order(
    readings: Sequence[Reading], view: TextView, reread: Reread, is_given: Callable[[str], bool]
) -> list[Reading]:
    """Return the readings, their words in the roles that the rest of the document gives them.

    Args:
        readings: Of a document.
        view: The document.
        reread: Gives other roles.
        is_given: Tells whether a word is a listed given name.
    """
    double = {pair for r in readings for pair in _two_given(r, view) if all(map(is_given, pair))}
    readings = [
        reread(r, ["given", "given"]) if r.full and _surfaces(r, view) in double else r
        for r in readings
    ]
    borne = {name for r in readings if r.full for names in r.family for name in names}
    readings = [_doubled(r, reread, borne, is_given, _surfaces(r, view)) for r in readings]
    tails = {pair for reading in readings for pair in _tails(reading)}
    counts = Counter(key for reading in readings for key in set(_pairs(reading)))
    return [_settled(reading, reread, tails, counts) for reading in readings]


def in_one_case(people: Sequence[Mention], view: TextView, words: NameWords) -> list[Mention]:
    """Return the mentions in text order, those that *and* joins read in the case that is sure.

    In *Oľgu, Petra a Janka* Petra is no woman, since Oľgu is an accusative.  What *and* joins in
    *Kari Aho ja Karin vaimo* is the wife.

    Args:
        people: Of a document, with their parts.
        view: The document.
        words: Those for *and* and of kin.
    """
    made = sorted(people, key=lambda m: m.span)
    between = (view.text[a.span.end : b.span.start] for a, b in pairwise(made))
    signs = [_ASIDE.sub("", gap).strip() for gap in between]
    first = 0
    for number, sign in enumerate([*signs, ""]):
        if sign in (",", *words.joins):
            continue
        whose = bool(made) and _leads_kin(view, made[number], words)
        run = slice(first, number + 1 - whose)
        if not {*signs[run.start : run.stop - 1]} <= {","}:
            made[run] = _of_one_case(made[run])
        first = number + 1
    return made


def _leads_kin(view: TextView, mention: Mention, words: NameWords) -> bool:
    behind = _WORD.match(view.text, mention.span.end)
    return behind is not None and plain(behind[1]) in words.kin


def _of_one_case(run: Sequence[Mention]) -> list[Mention]:
    """Return names in the case that one of them must have and all may have; else as they are.

    Where each may stand in several, those that all share: *Petra i Petru*, *Evo in Majo*.
    """
    shares = [_shares(m.parts[0].analyses) if m.parts else {} for m in run]
    sure = {case for own in shares for case, share in own.items() if share >= _CERTAIN}
    likely = [{case for case, share in own.items() if share >= _RARE} for own in shares]
    fit = {case for case in sure if all(own.get(case, 0) >= _HARDLY for own in shares)}
    shared = set.intersection(*likely) if len(run) > 1 and not sure else set()
    said = fit if len(fit) == 1 else shared
    return [_read_in(m, said) for m in run] if said else list(run)


def _shares(readings: Sequence[Analysis]) -> Mapping[str, float]:
    """Return how likely a word stands in each case."""
    found: dict[str, float] = defaultdict(float)
    for reading in readings:
        found[reading.features.get("Case", "")] += reading.weight
    total = sum(found.values()) or 1.0
    return {case: weight / total for case, weight in found.items() if case}


def _is_owned(reading: Analysis) -> bool:
    return reading.features.get("Derivation") == POSSESSIVE


def _read_in(mention: Mention, cases: Collection[str]) -> Mention:
    """Return a mention with the words that may stand in some cases read so.

    What is somebody's stays theirs, in a case of those if it may: *s Jurićem i Kraljevom*.
    """
    parts = list[NamePart]()
    for part in mention.parts:
        fit = [a for a in part.analyses if a.features.get("Case") in cases]
        hers = () if any(map(_is_owned, fit)) else filter(_is_owned, part.analyses)
        said = {id(a) for a in (*fit, *hers)}
        kept = tuple(a for a in part.analyses if id(a) in said)
        parts.append(replace(part, analyses=kept or part.analyses))
    return replace(mention, parts=tuple(parts))


def called_by_one(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings, those around somebody given to whom they are called by.

    *Hannáék* are Hanna and whoever is with her, if the document has her and no family so named.
    """
    plain_ones = [r for r in readings if not r.household]
    given = {name for r in plain_ones for names in r.given[:1] for name in names}
    families = {name for r in readings for names in r.family for name in names}

    def is_of_one(reading: Reading) -> bool:
        names = {name for own in reading.given[:1] for name in own}
        return bool(names & given) and not reading.family and not names & families

    return [replace(r, household=False) if r.household and is_of_one(r) else r for r in readings]


def told_apart(readings: Sequence[Reading], view: TextView, words: NameWords) -> list[Reading]:
    """Return the readings in text order, of two names that *and* joins each as beside the other.

    *Robert och Robban* are two, whatever one Robert is called by; *met John and John said* is one,
    and so is *Etelka és Etelka lánya*.
    Of *Изабел и Митко Арабаджиеви* both bear the surname, unless one has another elsewhere.

    Args:
        readings: Of a document.
        view: The document.
        words: Those for *and* and of kin.
    """
    made = _titled(readings, view, words)
    whole = {name for r in made if r.full for names in r.given[:1] for name in names}
    apart = list[tuple[frozenset[str], frozenset[str]]]()
    for number, (one, other) in enumerate(pairwise(made)):
        left, right = one.mention.span, other.mention.span
        between = _ASIDE.sub("", view.text[left.end : right.start])
        if between.strip() not in words.joins or "\n" in between:
            continue
        whose = _leads_kin(view, other.mention, words) and one.literal & other.literal
        if _is_first_of(one, other) and whole.isdisjoint(one.given[0]):
            made[number] = replace(one, family=other.family)
        if not whose and _are_two(one, other):
            made[number] = replace(made[number], beside=made[number].beside | {right})
            made[number + 1] = replace(other, beside=frozenset({left}))
            both = product(one.literal, other.literal)  # Ivan Kos i Ivana Kos
            forms = any(a.startswith(b) or b.startswith(a) for a, b in both)
            if not (forms and one.full and other.full):
                apart.append((one.literal - other.literal, other.literal - one.literal))
    return _apart_as_told(made, apart) if apart else made


def _apart_as_told(
    readings: Sequence[Reading], apart: Sequence[tuple[frozenset[str], frozenset[str]]]
) -> list[Reading]:
    """Return the names, each beside all names of whom the document once tells it apart.

    *Надя и Надежда*: then Надя Илиева is not Надежда Илиева.
    """
    others, spans = defaultdict[str, set[str]](set), defaultdict[str, set[Span]](set)
    for own, theirs in chain(apart, ((theirs, own) for own, theirs in apart)):
        for name in own:
            others[name] |= theirs
    for reading in readings:
        for name in reading.literal:
            spans[name].add(reading.mention.span)

    def told(reading: Reading) -> Reading:
        names = {other for name in reading.literal & others.keys() for other in others[name]}
        beside = {span for name in names & spans.keys() for span in spans[name]}
        return replace(reading, beside=reading.beside | beside) if beside else reading

    return list(map(told, readings))


def _titled(readings: Sequence[Reading], view: TextView, words: NameWords) -> list[Reading]:
    """Return the readings in text order, a title at the head of a sentence as no initial.

    *G. Puc*, beside a Ladislav Puc and no Puc whose given name begins so, is Mr Puc.
    """
    letters: defaultdict[str, set[str]] = defaultdict(set)
    for reading in readings:
        for name in chain(*reading.family) if reading.full else ():
            letters[name].update(given[:1] for given in chain(*reading.given))

    def read(reading: Reading) -> Reading:
        own = set().union(*(letters.get(name, ()) for name in chain(*reading.family)))
        title = own and reading.lead in words.honorifics and reading.lead not in own
        if reading.given or not title or not at_head(view.text, reading.mention.span.start):
            return reading
        first, *rest = reading.mention.parts
        parts = (replace(first, role="other"), *rest)
        return replace(reading, lead="", mention=replace(reading.mention, parts=parts))

    return sorted(map(read, readings), key=lambda r: r.mention.span)


def _is_first_of(one: Reading, other: Reading) -> bool:
    """Tell whether a lone given name stands before another with a surname in the plural."""
    alone = one.given and not (one.family or one.lead or one.tail or one.household)
    last = _named(other)[-1:]
    return bool(alone and other.full and last[0].role == "family" and is_plural(last[0]))


def _are_two(one: Reading, other: Reading) -> bool:
    """Tell whether no given name is common to two readings in a case that both may stand in."""
    if not (one.literal and other.literal):
        return False
    cases = _cases(one) & _cases(other)
    return (_said(one, cases) & one.literal).isdisjoint(_said(other, cases) & other.literal)


def _cases(reading: Reading) -> set[str]:
    return {a.features.get("Case", "") for a in _likely(reading)}


def _said(reading: Reading, cases: Collection[str]) -> set[str]:
    own = [a for a in _likely(reading) if a.features.get("Case", "") in cases]
    return {plain(a.lemma) for a in own or _likely(reading)}


def _likely(reading: Reading) -> list[Analysis]:
    return [a for a in _named(reading)[0].analyses if a.weight >= _RARE]


def of_one_role(
    readings: Sequence[Reading],
    view: TextView,
    reread: Reread,
    is_listed: Callable[[str, str], bool],
) -> list[Reading]:
    """Return the readings, a lone word that no list has in the role of the name it is a form of.

    *Davitille* alone may be a surname; beside *Davit* it is his, and *Péterék* are a family but for
    one Péter.

    Args:
        readings: Of a document.
        view: The document.
        reread: Gives other roles.
        is_listed: Tells whether a word is a listed name of a kind.
    """
    words: dict[str, Counter[str]] = {role: Counter() for role in TURN}
    for reading in readings:
        for part in _named(reading):
            words[part.role][plain(view.surface(part.span))] += 1

    def has_base(reading: Reading, surface: str) -> bool:
        (part,) = _named(reading)
        lemmas = {plain(a.lemma) for a in part.analyses} - {surface}
        return any(words[part.role][lemma] for lemma in lemmas)

    def settled(reading: Reading) -> Reading:
        (part,) = _named(reading)
        role, surface = part.role, plain(view.surface(part.span))
        if not (is_listed(surface, role) or has_base(reading, surface)):
            turned = reread(reading, [TURN[role]])
            if has_base(turned, surface):
                return turned
        if reading.household:
            return reading
        own, other = words[role], words[TURN[role]]
        lemmas = {plain(a.lemma) for a in part.analyses}
        if any(is_listed(word, role) for word in (surface, *lemmas)):  # Alexa beside Alex
            both = role == "family" and own[surface] < 2 and is_listed(surface, "given")
            given = reread(reading, ["given"]) if both else reading
            return given if has_base(given, surface) else reading
        elsewhere = any(other[word] for word in {surface, *lemmas})
        here = own[surface] > 1 or any(own[lemma] for lemma in lemmas - {surface})
        return reread(reading, [TURN[role]]) if elsewhere and not here else reading

    return [settled(r) if len(_named(r)) == 1 and not r.full else r for r in readings]


def _doubled(
    reading: Reading,
    reread: Reread,
    borne: set[str],
    is_given: Callable[[str], bool],
    surfaces: Sequence[str],
) -> Reading:
    """Return a name whose middle word is somebody's surname, and no given name, as of two surnames.

    *Sandra Kinkela Brnić* beside *Ljerka Kinkela*.
    """
    roles = [part.role for part in _named(reading)]
    middle = roles.index("family") - 1 if reading.full and "family" in roles else 0
    if middle < 1 or "given" in roles[middle + 1 :] or is_given(surfaces[middle]):
        return reading
    roles[middle] = "family"
    turned = reread(reading, roles)
    return turned if any(not borne.isdisjoint(names) for names in turned.family[:1]) else reading


def _settled(
    reading: Reading,
    reread: Reread,
    tails: set[tuple[str, str]],
    counts: Counter[tuple[str, str]],
) -> Reading:
    named = _named(reading)
    if len(named) != 2 or reading.lead or reading.tail:
        return reading
    if not reading.full:  # Stanisław Beata, who stands elsewhere as Stanisława Beaty
        orders: tuple[tuple[PartRole, PartRole], ...] = ("given", "family"), ("family", "given")
        read = (reread(reading, roles) for roles in orders)
        return next((r for r in read if any(counts[key] for key in _pairs(r))), reading)
    if tails:
        both = reread(reading, ("family", "family"))
        if not tails.isdisjoint(_tails(both)):
            return both
    if max((counts[key] for key in _pairs(reading)), default=0) > 1:
        return reading
    turned = reread(reading, [TURN[part.role] for part in named])
    return turned if any(counts[key] for key in _pairs(turned)) else reading


def _named(reading: Reading) -> list[NamePart]:
    return [part for part in reading.mention.parts if part.role in TURN]


def _two_given(reading: Reading, view: TextView) -> Iterator[tuple[str, str]]:
    """Yield two given names side by side of a longer name: *Mary Ann* of *Mary Ann Field*."""
    words = zip(_named(reading), _surfaces(reading, view), strict=True)
    for (one, first), (other, second) in pairwise(words):
        if reading.full and one.role == other.role == "given":
            yield first, second


def _surfaces(reading: Reading, view: TextView) -> tuple[str, ...]:
    return tuple(plain(view.surface(part.span)) for part in _named(reading))


def _pairs(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield surname and given name, in each reading, where there is one of both."""
    if len(_named(reading)) == 2 and reading.full:
        yield from product(reading.family[0], reading.given[0])


def _tails(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield two surnames one behind the other, in each reading."""
    if len(reading.family) > 1:
        yield from product(reading.family[-2], reading.family[-1])


def turned(reading: Reading) -> Reading:
    """Return what a name says read the other way round: its surname as the given name."""
    parts = [replace(p, role=TURN.get(p.role, p.role)) for p in reading.mention.parts]
    mention = replace(reading.mention, parts=tuple(parts))
    given, family = reading.family, reading.given
    literal = frozenset(given[0])
    return replace(
        reading, mention=mention, given=given, family=family, called=given[0], literal=literal
    )
