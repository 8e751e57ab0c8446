"""Put a surrogate where a name stood: its case, its number, its capitals.

A name that no table knows may be a citation form as it stands; what it ends in says that it hardly
is one: *As Oy Pitkänrinteessä*, *u Liburniji*.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from allonym.languages.pool import PoolEntry
from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis, Mention, NamePart, in_base
from allonym.model.span import Span
from allonym.ports import MINE, OWNED, POSSESSIVE, Inflected, Morphology
from allonym.replace.candidates import Candidate, Readings, entry_for, form_for, shares

_CITED = {"Number": "Sing", "Gender[noun]": "Masc", "Definite": "Ind"}
"""How possessives are cited: Мариин, not Марииният."""
_TAILS = 3, 2
_ENOUGH, _LED = 8, 3
_SELDOM, _NEXT_TO_NONE = 0.02, 0.004
_UNKNOWN, _NEVER = 0.4, 0.005
_SHARED = ("Case", "Number", "Definite", "Derivation")
Key = tuple[str, ...]
Joint = Mapping[Key, float]
"""The weight of each case, number, definiteness and derivation that all words can share."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A text to stand in a mention, how certain its form is, and its citation form if known.

    What stays (``stays``) says nothing that has to be hidden.
    """

    text: str = field(repr=False)
    certainty: float = 1.0
    lemma: str = field(default="", repr=False)
    stays: bool = False

    @property
    def citation(self) -> str:
        """The citation form; the text itself where none is known."""
        return self.lemma or self.text


def joined(pieces: Sequence[Placed]) -> Placed:
    """Return the pieces as one text, as certain as the least certain of them."""
    certainty = min((piece.certainty for piece in pieces), default=1.0)
    text = "".join(piece.text for piece in pieces)
    return Placed(text, certainty, "".join(piece.citation for piece in pieces))


def joint(parts: Sequence[NamePart]) -> Joint:
    """Return what cases and numbers the words of a mention share; empty when nothing is known.

    Words that are not inflected have no say.
    """
    found: dict[Key, float] = {}
    for part in parts:
        if not part.analyses or part.role == "initial":
            continue
        own: dict[Key, float] = {}
        for reading in part.analyses:
            key = _key(reading.features)
            own[key] = own.get(key, 0.0) + reading.weight
        if not any(map(any, own)):
            continue
        likeliest = max(found, key=found.__getitem__)[0] if found else ""
        found = _shared(found, own) or (own if likeliest in ("", "Nom") else found)
    return found


def each(parts: Sequence[NamePart]) -> list[Joint]:
    """Return for each word what it shares with the others.

    The surname of two behind the given name of one (*Marii Zielińskim*) shares the case alone; the
    first half of one nothing, where the last has the ending for both (*Popa-Ionescului*).
    """
    ends = {p.span.start for p in parts if any("Derivation" in a.features for a in p.analyses)}
    couple = [_of_couple(part, parts) for part in parts]
    shared = joint([part for part, both in zip(parts, couple, strict=True) if not both])
    plural = {(key[0], "Plur", *key[2:]): weight for key, weight in shared.items()}
    own = zip(parts, (plural if both else shared for both in couple), strict=True)
    return [{} if p.role == "family" and p.span.end + 1 in ends else told for p, told in own]


def _of_couple(part: NamePart, parts: Sequence[NamePart]) -> bool:
    two = part.role == "family" and bool(part.analyses) and all(map(_in_plural, part.analyses))
    return two and any(
        p.role == "given" and p.analyses and not any(map(_in_plural, p.analyses)) for p in parts
    )


def _in_plural(reading: Analysis) -> bool:
    return reading.features.get("Number") == "Plur"


def _shared(found: Joint, own: Joint) -> dict[Key, float]:
    """Return what two words share; a possessive agrees in case with a name: ``Novakova Maja``."""
    shared: dict[Key, float] = {}
    for key, weight in own.items():
        for other, before in found.items():
            if key[:-1] == other[:-1]:
                both = key if key == other else (*key[:-1], "")
                shared[both] = max(shared.get(both, 0.0), weight * before)
    return shared


def _key(features: FeatureBundle) -> Key:
    return tuple(features.get(name, "") for name in _SHARED)


def _bundle(key: Key) -> dict[str, str]:
    return {n: v for n, v in zip(_SHARED, key, strict=True) if v}


def only_last(parts: Sequence[NamePart]) -> Sequence[NamePart]:
    """Return the words of a name, all but the last with their citation forms alone."""
    last = max((p.span for p in parts if p.role in ("given", "family")), default=None)
    return [p if p.span == last else replace(p, analyses=in_base(p.analyses)) for p in parts]


def narrowed(readings: Sequence[Analysis], gender: str, allowed: Joint) -> tuple[Analysis, ...]:
    """Return the readings that fit the person's gender and the rest of the name.

    Each weighs what the whole mention gives its case and number.  A word that has none of these
    is foreign to inflection: it takes those of the mention.
    """
    fitting = [r for r in readings if not gender or _fits(r, gender)]
    # of either sex is what the lists have of the other alone: *Kaitsu* is Kaj
    fitting = fitting or [
        r._replace(features={n: v for n, v in r.features.items() if n != "Gender"})
        for r in readings
    ]
    agreed: dict[Key, Analysis] = {}
    for reading in fitting:
        key = _key(reading.features)
        weight = allowed.get(key) or allowed.get((*key[:-1], ""))
        own = (*key, reading.features.get("Gender[noun]", ""))
        if weight and own not in agreed:
            agreed[own] = Analysis(reading.lemma, reading.features, weight)
    if agreed or not allowed or not fitting:
        return tuple(agreed.values()) or tuple(fitting)
    gendered = {"Gender": gender} if gender else {}
    return tuple(
        Analysis(fitting[0].lemma, {**_bundle(key), **gendered}, weight)
        for key, weight in allowed.items()
    )


def _fits(reading: Analysis, gender: str) -> bool:
    features = reading.features
    told = features.get("Gender") or (reading.weight > _NEVER and gender)
    return features.get("Number") == "Plur" or told == gender


def in_form(
    candidate: Candidate,
    readings: Sequence[Analysis],
    gender: str,
    morphology: Morphology | None = None,
) -> Placed:
    """Return the surrogate's form for these readings; its citation form when none is known.

    Args:
        candidate: The surrogate.
        readings: Of the original.
        gender: Of the person.
        morphology: Makes plurals of given names that no pool has: *sunnys number*.
    """
    found = shares(candidate, readings, gender)
    if not found:
        lemma = candidate.entry(gender).lemma
        if morphology and readings and all(map(_in_plural, readings)):
            made = morphology.inflect(lemma, "given", readings[0].features)
            return Placed(made.form, made.certainty, lemma)
        return Placed(lemma, _UNKNOWN, lemma)
    best = max(sorted(found), key=found.__getitem__)
    lemma = _citation(candidate, readings, gender, best)
    return Placed(best, round(min(1.0, found[best]), 3), lemma)


def owning(mentions: Iterable[Readings], morphology: Morphology) -> Callable[[Candidate], bool]:
    """Return what takes surnames that say whose something is if the original does: *Popescului*."""
    best = [max(own, key=lambda r: r.weight).features for own in mentions if own]
    said = [features for features in best if features.get("Derivation") == POSSESSIVE]

    def takes(candidate: Candidate) -> bool:
        lemma = candidate.entry("Masc").lemma
        return all(morphology.inflect(lemma, "family", f).form != lemma for f in said)

    return takes


def owned(candidate: Candidate, part: NamePart, morphology: Morphology) -> Placed | None:
    """Return the surrogate's possessive (``Novakova``), or None where the word is rather a name."""
    found: dict[Inflected, float] = {}
    others = 0.0
    entry = candidate.entry("Masc")
    read = {r.features.get("Derivation") for r in part.analyses}
    kind = next((made for made in (MINE, OWNED) if made in read), POSSESSIVE)
    for reading in part.analyses:
        if reading.features.get("Derivation") != kind:
            others += reading.weight
            continue
        made = morphology.inflect(entry.lemma, part.role, reading.features)
        found[made] = found.get(made, 0.0) + reading.weight
    if sum(found.values()) <= others:
        return None
    best = max(sorted(found, key=lambda made: made.form), key=found.__getitem__)
    share = found[best] / sum(found.values())
    if kind != POSSESSIVE:
        return Placed(best.form, round(share * best.certainty, 3), entry.lemma)
    base = {"Derivation": POSSESSIVE, **_CITED}
    lemma = morphology.inflect(entry.lemma, part.role, base).form
    if lemma == entry.lemma:  # no such form: Мирославов is a surname
        lemma = morphology.inflect(entry.lemma, part.role, {"Derivation": POSSESSIVE}).form
    return Placed(best.form, round(share * best.certainty, 3), lemma)


def as_cited(candidate: Candidate, part: NamePart, gender: str, morphology: Morphology) -> str:
    """Return the lemma that a corpus would give, which may cite *Kowalska* by Kowalski.

    Its lemma is a form of the name too, and becomes that form of the surrogate.

    Args:
        candidate: The surrogate.
        part: A word of a name, with the readings of its lemma; without, nothing is returned.
        gender: Of the person.
        morphology: Makes what is derived from names.
    """
    own = [a for a in part.analyses if a.features.get("Case", "Nom") == "Nom"]
    if not own:
        return ""
    least = _SELDOM * max(a.weight for a in own)  # no woman is called Kowalski, hardly one
    likely = [a for a in own if a.weight > least]
    best = max(likely, key=lambda a: (a.features.get("Gender", gender) == gender, a.weight))
    made = owned(candidate, replace(part, analyses=(best,)), morphology)
    sex = best.features.get("Gender") or gender
    return (made or in_form(candidate, (best,), sex, morphology)).text


def _citation(candidate: Candidate, readings: Sequence[Analysis], gender: str, form: str) -> str:
    """Return the citation form of a form: of the name, or of what is derived from it."""
    features = next(r.features for r in readings if form_for(candidate, r.features, gender) == form)
    derivation = features.get("Derivation")
    if derivation:
        base = {"Derivation": derivation, "Case": "Nom", "Number": "Sing"}
        return form_for(candidate, base, gender) or form
    return entry_for(candidate, features, gender).lemma


def in_case(entry: PoolEntry, allowed: Joint) -> Placed:
    """Return a place's form for the cases of the mention, whatever number the original has."""
    found: dict[str, float] = {}
    for key, weight in allowed.items():
        form = entry.form({n: v for n, v in _bundle(key).items() if n != "Number"})
        if form:
            found[form] = found.get(form, 0.0) + weight
    if not found:
        return Placed(entry.lemma, _UNKNOWN, entry.lemma)
    best = max(sorted(found), key=found.__getitem__)
    return Placed(best, round(found[best] / sum(found.values()), 3), entry.lemma)


def cases_of(readings: Sequence[Analysis]) -> Joint:
    """Return the cases and numbers of one word's readings, with their weights."""
    return joint([NamePart(Span(0, 1), "other", tuple(readings))])


def split_clitic(surface: str, clitics: Sequence[str]) -> tuple[str, str]:
    """Return a word and what hangs on it.

    >>> split_clitic("Smith's", ["'s", "'"]), split_clitic("Smith", ["'s"])
    (('Smith', "'s"), ('Smith', ''))
    """
    plain = surface.lower() if surface.isupper() else surface  # ST BEDE'S
    tail = next((c for c in clitics if plain.endswith(c) and len(surface) > len(c)), "")
    end = len(surface) - len(tail)
    return surface[:end], surface[end:]


def readings_of(mention: Mention) -> tuple[Analysis, ...]:
    """Return the readings of a mention's first word."""
    return mention.parts[0].analyses if mention.parts else ()


def tidy(text: str) -> str:
    """Close the gaps that words left out have made, and drop what joined them: *al-*, *d'*."""
    return re.sub(r"(?<!\S)[-’'](?=[^\W\d_]{2})", "", re.sub(r"[^\S\n]{2,}", " ", text)).strip()


def gender_and_number(features: FeatureBundle) -> tuple[str, str]:
    """Return the UD ``Gender`` of a form, empty if it has none, and its ``Number``."""
    return features.get("Gender", ""), features.get("Number", "Sing")


@dataclass(frozen=True)
class CaseEndings:
    """What forms of names end in, by case."""

    seen: dict[str, Counter[str]] = field(repr=False)  # how often each case ends so

    @classmethod
    def of(cls, entries: Iterable[PoolEntry], shares: Mapping[str, float]) -> CaseEndings:
        """Count the singular forms of names, but of cases that these shares have as next to none.

        *Kotilinna Oy* is no essive, though *linnana* would end so.
        """
        seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for entry in entries:
            for bundle, form in entry.forms():
                case, own = bundle.get("Case", ""), bundle.get("Number", "Sing") == "Sing"
                own = own and shares.get(case, 1.0) > _NEXT_TO_NONE
                if "Derivation" not in bundle and own:
                    for size in _TAILS:
                        seen[form[-size:].casefold()][case] += 1
        return cls(dict(seen))

    def cases(self, word: str, readings: Joint) -> Joint:
        """Return the cases of a word that no table knows, as it is read, if it may end so.

        Args:
            word: As it stands.
            readings: The cases that it is read in.
        """
        tails = (self._seen(word[-size:].casefold()) for size in _TAILS)
        own = next((found for found in tails if found.total() >= _ENOUGH), Counter[str]())
        total = own.total()
        if not total or own[""] or own["Nom"] > _SELDOM * total:
            return readings
        ends: Joint = {(case, "Sing", "", ""): count / total for case, count in own.items()}
        both = {key: ends[key] * readings[key] for key in ends.keys() & readings.keys()}
        return {k: w for k, w in both.items() if k[0] != "Nom"} or ends

    def _seen(self, tail: str) -> Counter[str]:
        """Return the cases of a tail; a short one tells if several letters stand before it."""
        told = len(tail) == max(_TAILS) or self._ends[tail] > _LED
        return self.seen.get(tail, Counter()) if told else Counter()

    @cached_property
    def _ends(self) -> Counter[str]:
        """How many tails end so."""
        return Counter(own[n:] for own in self.seen for n in range(len(own)))
