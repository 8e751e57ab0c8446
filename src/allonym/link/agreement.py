"""Narrow the readings of a name: by the words before it, and by one another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod

from allonym.link.words import Cue
from allonym.model.features import AGREEING, FeatureBundle
from allonym.model.mention import Analysis, NamePart, in_base
from allonym.ports import MINE, POSSESSIVE
from allonym.text.fold import fold

OF: Cue = {"Kin": frozenset({"Gen"})}
"""The name after a word of kin may be of whom they are kin: ``brata Petry``."""
_KIN = "Kin", "Gen"
_LEAST, _HARDLY = 0.3, 50.0
_COUPLE = 8.0
_PLURAL, _SELDOM = 0.6, 0.02
_HOUSE = (None, POSSESSIVE, MINE)
_UNDECLINED = 50.0
_BASE = ("", "Nom")
_VOWELS = frozenset("aeiouаеиоу")
_AGREEMENT = (AGREEING, ("Case", "Number"), ("Case",))


def gendered(
    readings: tuple[Analysis, ...], cue: frozenset[tuple[str, str]], kind: str
) -> tuple[Analysis, ...]:
    """Give readings without gender the one that the words before the name have."""
    genders = [value for name, value in cue if name == "Gender"]
    if len(genders) != 1 or kind not in ("given", "family"):
        return readings
    of = _KIN in cue
    return tuple(
        a
        if "Gender" in a.features or (of and a.features.get("Case") == "Gen")
        else a._replace(features={**a.features, "Gender": genders[0]})
        for a in readings
    )


def obey(
    readings: list[tuple[Analysis, ...]],
    cue: frozenset[tuple[str, str]],
    *,
    last: bool = False,
    named: bool = True,
) -> list[tuple[Analysis, ...]]:
    """Keep what the words beside allow; where they allow nothing, what the gender allows.

    After a word of kin the name is rather theirs (*hči Petra*) than of whom they are kin, unless
    hardly any reading is.  Where the `last` word alone is inflected, the case is asked of it.  A
    preposition alone is obeyed by what people and places are called (`named`) even if it seldom is.
    """
    if not cue:
        return readings
    if last and len(readings) > 1:
        case = frozenset(pair for pair in cue if pair[0] == "Case")
        return [*obey(readings[:-1], cue - case), *obey(readings[-1:], case)]
    asked = {name for name, _ in cue}
    if _KIN in cue:
        kept = _kept(readings, cue - {_KIN}, asked)
        pairs = [pair for pair in zip(kept, readings, strict=True) if pair[1]]
        if all(weight(new) >= _LEAST * weight(old) for new, old in pairs):
            return kept
    for names in (asked, {"Gender"}):
        kept = of_undeclined(_kept(readings, cue, names))  # Pana | Edwarda Pado
        if all(new for new, old in zip(kept, readings, strict=True) if old):
            unlikely = _is_unlikely(kept, readings, cue)
            hardly = _HARDLY**2 if named and asked == {"Case"} else _HARDLY  # za Teo Kralj
            called = ("Case", "Voc") in cue and "Gender" in asked  # gospođo Željko Perić
            apart = not called and _apart(kept, readings, hardly)
            return readings if unlikely or apart else _in_case(kept, cue)
    return readings


def _in_case(
    readings: list[tuple[Analysis, ...]], cue: frozenset[tuple[str, str]]
) -> list[tuple[Analysis, ...]]:
    """Return a name that lists have as it stands in the case asked for: *farára Onderka*."""
    cases = sorted(value for name, value in cue if name == "Case")
    cited = all(a.features.get("Case") == "Nom" for own in readings for a in own)
    titled = {"Case", "Gender"} <= {name for name, _ in cue} and _KIN not in cue
    if not cited or not titled or "Nom" in cases:
        return readings
    return [
        tuple(a._replace(features={**a.features, "Case": case}) for case in cases for a in own)
        for own in readings
    ]


def _is_unlikely(
    kept: list[tuple[Analysis, ...]],
    readings: list[tuple[Analysis, ...]],
    cue: frozenset[tuple[str, str]],
) -> bool:
    """Tell whether a lone name is hardly ever what is asked for: *vnuka Jaka in Miha* are two."""
    best = max(readings[0], key=lambda a: a.weight) if readings[0] else None
    sexes = {a.features.get("Gender") for a in kept[0]}
    own = best.features if best and best not in kept[0] else None
    whose = own is not None and own.get("Case") == "Gen" and ("Case", "Nom") in cue
    same = own is not None and (whose or own.get("Gender") in sexes)  # Zástupca | Balážovej firmy
    return len(readings) == 1 and same and weight(kept[0]) < _SELDOM * weight(readings[0])


def _apart(
    kept: list[tuple[Analysis, ...]], readings: list[tuple[Analysis, ...]], hardly: float
) -> bool:
    """Tell whether words of a name hardly agree if read so: *zástupkyňa otca Petra Zbojníková*."""
    if len(readings) < 2:
        return False
    return joint_weight(kept, _AGREEMENT[0]) * hardly < joint_weight(readings, _AGREEMENT[0])


def as_said(
    readings: tuple[Analysis, ...], cue: frozenset[tuple[str, str]]
) -> tuple[Analysis, ...]:
    """Give a name the gender that the words before it say: *supruga Anett*, *wife Jean*."""
    genders = [value for name, value in cue if name == "Gender"]
    base = tuple(a for a in readings if a.features.get("Case", "Nom") == "Nom")
    likely = (a.features.get("Gender") for a in readings if a.weight >= _SELDOM)
    seldom = weight(base) < _LEAST * weight(readings)
    if len(genders) != 1 or seldom or not set(genders).isdisjoint(likely):
        return readings
    return tuple(a._replace(features={**a.features, "Gender": genders[0]}) for a in base)


def _kept(
    readings: list[tuple[Analysis, ...]], cue: frozenset[tuple[str, str]], names: set[str]
) -> list[tuple[Analysis, ...]]:
    return [tuple(a for a in r if _allowed(a.features, cue, names)) for r in readings]


def weight(readings: Iterable[Analysis]) -> float:
    """Return how much readings weigh together."""
    return sum(reading.weight for reading in readings)


def _allowed(features: FeatureBundle, cue: frozenset[tuple[str, str]], names: set[str]) -> bool:
    if features.get("Case") == "Gen" and _KIN in cue:
        return True
    asked = {name for name, _ in cue} & names
    return all((name, features[name]) in cue for name in asked if name in features)


def narrowed(
    readings: list[tuple[Analysis, ...]], agreement: Iterable[tuple[str, ...]] = _AGREEMENT
) -> list[tuple[Analysis, ...]]:
    """Keep readings that some reading of every other word agrees with."""
    filled = [r for r in readings if r]
    if len(filled) < 2:
        return readings
    for names in agreement:
        shared = signatures(filled, names)
        if shared:
            kept = [_fitting(r, shared, names) for r in readings]
            best = [_likeliest(r, names) for r in kept]
            others = ([b for b in best[:n] + best[n + 1 :] if b] for n in range(len(kept)))
            return [_weighed(r, own, names) for r, own in zip(kept, others, strict=True)]
    return readings


def _weighed(
    readings: tuple[Analysis, ...], others: Sequence[_Weights], names: tuple[str, ...]
) -> tuple[Analysis, ...]:
    """Return the readings of one word, each with what the other words say of it besides.

    *Dominika* is a woman more often than a man in the genitive; *Dominika Wrony* hardly is one.
    """
    values = [_values(a, names) for a in readings]
    support = {own: prod(_support(own, other) for other in others) for own in set(values)}
    joint = [a.weight * support[own] for a, own in zip(readings, values, strict=True)]
    total = sum(joint) or 1.0
    raised = (a._replace(weight=w / total) for a, w in zip(readings, joint, strict=True))
    return tuple(raised) if any(joint) else readings


def _likeliest(readings: Iterable[Analysis], names: tuple[str, ...]) -> _Weights:
    """Return the weight of the likeliest reading with each value of these features."""
    best: dict[_Signature, float] = {}
    for reading in readings:
        own = _values(reading, names)
        best[own] = max(best.get(own, 0.0), reading.weight)
    return best


def _support(own: _Signature, others: _Weights) -> float:
    return max((w for o, w in others.items() if _joined(own, o) is not None), default=0.0)


def joint_weight(readings: list[tuple[Analysis, ...]], names: tuple[str, ...]) -> float:
    """Return how likely the likeliest reading is that all words share."""
    best: dict[_Signature, float] = {("",) * len(names): 1.0}
    for options in readings:
        found: dict[_Signature, float] = {}
        likeliest = _likeliest(options, names)
        for (known, weight), (own, likely) in product(best.items(), likeliest.items()):
            both = _joined(known, own)
            if both is not None:
                found[both] = max(found.get(both, 0.0), weight * likely)
        best = found
    return max(best.values(), default=0.0)


def leading(readings: list[tuple[Analysis, ...]], factor: float) -> list[tuple[Analysis, ...]]:
    """Return the readings of a name that stands in the nominative so much rather than elsewhere.

    *Iva* is the genitive of *Ivo* now and then, but hardly who writes the message.
    """
    filled = [r for r in readings if r]
    if factor == 1.0 or not all(any(_case(a) == "Nom" for a in r) for r in filled):
        return readings
    return [tuple(_likelier(r, factor)) for r in readings]


def _likelier(readings: tuple[Analysis, ...], factor: float) -> Iterator[Analysis]:
    one = [_case(a) == "Nom" and a.features.get("Number") != "Plur" for a in readings]
    raised = [a.weight * (factor if n else 1.0) for a, n in zip(readings, one, strict=True)]
    total = sum(raised) or 1.0
    ranked = sorted(zip(readings, raised, strict=True), key=lambda pair: -pair[1])
    yield from (a._replace(weight=weight / total) for a, weight in ranked)


def of_couple(readings: list[tuple[Analysis, ...]]) -> list[tuple[Analysis, ...]]:
    """Read a surname in the plural behind the given name of one of a couple.

    *państwu Janowi i Marii Zielińskim*: both bear it, so it says nothing of her sex, and is no
    plural of women alone: *Zdzisława Łaty* is a man.  Nothing where what the two words share as the
    name of one person is not far less likely.
    """
    given, family = readings
    one = [a for a in given if _case(a) and a.features.get("Number") != "Plur"]
    plural = [a for a in family if _case(a) and a.features.get("Number") == "Plur"]
    both = [a for a in plural if a.features.get("Gender") != "Fem"]
    agreed = [
        tuple(a for a in own if any(_case(a) == _case(b) for b in other))
        for own, other in ((one, both), (both, one))
    ]
    likeliest = joint_weight(agreed, ("Case",)) if all(agreed) else 0.0
    return agreed if likeliest > _COUPLE * joint_weight(readings, _AGREEMENT[0]) else []


def unpossessed(readings: list[tuple[Analysis, ...]]) -> list[tuple[Analysis, ...]]:
    """Hardly read the given name of a whole name as a possessive.

    Adjectives are made of one name, whole ones stand in the genitive: *Nikolini Rukavini* is
    Nikolina in the dative, and nothing of a Nikola's.
    """
    given, *rest = readings
    raised = [a.weight * (_SELDOM if _owned(a) else 1.0) for a in given]
    total = sum(raised)
    if not total or not any(map(_owned, given)):
        return readings
    return [tuple(a._replace(weight=w / total) for a, w in zip(given, raised, strict=True)), *rest]


def _owned(reading: Analysis) -> bool:
    return reading.features.get("Derivation") == POSSESSIVE


def of_undeclined(
    readings: list[tuple[Analysis, ...]], *, given: bool = False
) -> list[tuple[Analysis, ...]]:
    """Leave a word open that is not inflected where the others hardly stand in the nominative.

    *Dobromiły Śliwa*, *Silvie Hlinkovej-Uhrin*: her surname stays as it is.  So does a man's behind
    his given name where nothing else agrees: *Janezu Strniša*.  *Maja Kollár* is cited as she is,
    whosever that surname is rather.  A man's given name before it (`given`) that ends in a
    consonant is always declined: *Rudolf Repa*.
    """
    rigid = [bool(r) and all(_case(a) in _BASE for a in r) for r in readings]
    first = readings[0] if given and rigid[0] else ()
    mans = (a for a in first if a.features.get("Gender") == "Masc")
    if first and len([a for a in mans if fold(a.lemma[-1:]) not in _VOWELS]) == len(first):
        return readings
    agreement = _AGREEMENT[any(rigid)]
    if not any(rigid):
        rigid = [n > 0 and _in_base(r) >= _LEAST for n, r in enumerate(readings)]
    rest = [() if is_rigid else r for r, is_rigid in zip(readings, rigid, strict=True)]
    if not any(rigid) or not any(rest):
        return readings
    pairs = list(zip(readings, rigid, strict=True))
    hers = any(fixed and all(a.features.get("Gender") == "Fem" for a in r) for r, fixed in pairs)
    other = "Masc" if hers else "?"  # Jozefa Kováčová is no Jozef's
    oblique = [
        [a for a in r if _case(a) not in _BASE and a.features.get("Gender") != other]
        for r in rest
        if r
    ]
    others = joint_weight(list(map(tuple, oblique)), _AGREEMENT[0])
    if others < _UNDECLINED * joint_weight([r for r in readings if r], agreement):
        return readings
    told = any("Gender" in a.features for own in oblique for a in own)
    lost = [("Case", "Gender") if told and n else ("Case",) for n in range(len(readings))]
    return [
        _without(bare, [a for a in own if _case(a) in _BASE]) if is_rigid else own
        for own, is_rigid, bare in zip(readings, rigid, lost, strict=True)
    ]


def _in_base(readings: tuple[Analysis, ...]) -> float:
    """Return the weight of the readings in which a word that ends in a vowel stands as cited.

    Others are always declined for a man: *Nevija Orbanić* is a woman.
    """
    return weight(a for a in readings if _case(a) in _BASE and fold(a.lemma[-1:]) in _VOWELS)


def _case(reading: Analysis) -> str:
    return reading.features.get("Case", "")


def last_inflected(readings: list[tuple[Analysis, ...]]) -> list[tuple[Analysis, ...]]:
    """Keep the citation forms of all words but the last; only gender must agree."""
    last = max((n for n, r in enumerate(readings) if r), default=0)
    kept = [r if n == last else in_base(r) for n, r in enumerate(readings)]
    return narrowed(kept, (("Gender",),))


_Signature = tuple[str, ...]
_Weights = Mapping[_Signature, float]


def _values(reading: Analysis, names: tuple[str, ...]) -> _Signature:
    return tuple([reading.features.get(name, "") for name in names])


def signatures(readings: list[tuple[Analysis, ...]], names: tuple[str, ...]) -> set[_Signature]:
    """Return every value of the features that all words can share; ``""`` is unknown."""
    found: set[_Signature] = {("",) * len(names)}
    for options in readings:
        own = {_values(a, names) for a in options}
        found = {both for a in found for b in own if (both := _joined(a, b)) is not None}
    return found


@lru_cache(1 << 14)
def _joined(one: _Signature, other: _Signature) -> _Signature | None:
    """Return what two say together; None where they contradict each other."""
    if one == other:
        return one
    for x, y in zip(one, other, strict=True):
        if x != y and x and y:
            return None
    return tuple([x or y for x, y in zip(one, other, strict=True)])


def _fitting(
    readings: tuple[Analysis, ...], shared: set[_Signature], names: tuple[str, ...]
) -> tuple[Analysis, ...]:
    """Return the readings that agree with one of the values."""
    values = [_values(a, names) for a in readings]
    fits = {v: any(_joined(v, other) is not None for other in shared) for v in set(values)}
    return tuple(a for a, own in zip(readings, values, strict=True) if fits[own])


def of_either(readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return the readings without gender."""
    return _without(("Gender",), readings)


def _without(names: Collection[str], readings: Iterable[Analysis]) -> tuple[Analysis, ...]:
    return tuple(
        a._replace(features={n: v for n, v in a.features.items() if n not in names})
        for a in readings
    )


def is_plural(part: NamePart) -> bool:
    """Tell whether a surname is read in the plural, as a family is spoken of.

    What several things of hers are is no family: *Tovšakova* is rather she.
    """
    plural = weight(
        a
        for a in part.analyses
        if a.features.get("Number") == "Plur"
        and a.features.get("Derivation") in _HOUSE
        and not _is_several_hers(a.features)
    )
    return plural >= _PLURAL * weight(part.analyses) > 0


def _is_several_hers(features: FeatureBundle) -> bool:
    """Tell whether a word speaks of several things, which only some of its cases show."""
    things = features.get("Gender[noun]", "Masc") != "Masc"
    return things and features.get("Case") in ("Nom", "Acc")


def is_of_two(part: NamePart) -> bool:
    """Tell whether a surname is that of a couple, and so says nothing of the sex of one."""
    own = [a.features for a in part.analyses if part.role == "family"]
    return bool(own) and all("Case" in f and f.get("Number") == "Plur" for f in own)
