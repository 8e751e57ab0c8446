"""Obey what an annotated source says of a word: its lemma, case, number and gender.

A corpus that was tagged by hand or by a parser knows more of a form than its ending tells:
*Kruharju* may be of *Kruhar* or of *Kruharj*.  What the source says goes before every guess.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product

from allonym.languages.tags import TagSet
from allonym.link.agreement import weight
from allonym.model.features import FeatureBundle, compatible, merge
from allonym.model.mention import Analysis
from allonym.model.view import TokenReading
from allonym.ports import POSSESSIVE
from allonym.text.fold import plain

_OBEYED = ("Case", "Number", "Gender")
_AGREEING = "Gender[noun]"
_NUMBERS = ("Sing", "Plur", "Dual")


def as_annotated(
    own: Sequence[Analysis],
    surface: str,
    said: TokenReading,
    tags: TagSet,
    cites: Callable[[str], Collection[str]] = lambda _: (),
) -> tuple[Analysis, ...]:
    """Return the readings of a word that its source allows; what it says itself where none is.

    Args:
        own: Readings by the morphology.
        surface: The word.
        said: What the source says of it.
        tags: The tag set of the language.
        cites: Gives the names that a lemma is rather a form of than one: *Novákovci* of Novák.
    """
    small = said.lemma.islower() and surface[:1].isupper()  # some corpora write all lemmas so
    lemma = said.lemma.capitalize() if small else said.lemma
    options = [_only(bundle, own) for bundle in _bundles(said, tags)]
    cited = [a for a in own if lemma and a.lemma in cites(lemma)]
    alike = cited or [a for a in own if _same_lemma(a, lemma)]
    nouns = [
        Analysis(a.lemma, merge(a.features, features), a.weight)
        for features in options
        for a in alike
        if "Derivation" not in a.features and compatible(_plain(a), features)
    ]
    owned = [a for a in alike if "Derivation" in a.features]
    fitting = [a for a in owned if any(compatible(_plain(a), f) for f in options)]
    if said.noun and fitting and weight(fitting) > weight(nouns):
        return tuple(fitting)
    if not said.noun and owned:
        return tuple(fitting or owned)
    if not nouns and any(f.get("Number") == _NUMBERS[-1] for f in options):
        nouns = [a for a in alike if a not in owned]  # spelt as another case: dva Brgleza
    if not nouns:  # of several, though cited and tagged as one: Kovácsék
        nouns = [a for a in alike if a not in owned and any(_but_number(a, f) for f in options)]
    if nouns or not (lemma or any(options)):
        return _sure(nouns) if nouns else tuple(own)
    first = lemma or next((a.lemma for a in own), surface)
    return tuple(Analysis(first, features, 1.0 / len(options)) for features in options)


def _same_lemma(reading: Analysis, lemma: str) -> bool:
    """Tell whether a reading is of this lemma; that of a possessive may be the possessive."""
    if not lemma or plain(reading.lemma) == plain(lemma):
        return True
    owned = reading.features.get("Derivation") == POSSESSIVE
    return owned and plain(lemma).startswith(plain(reading.lemma)[:-1])


def _but_number(reading: Analysis, said: FeatureBundle) -> bool:
    """Tell whether a form of several people is what a source says of it but for the number."""
    plain_said = {name: value for name, value in said.items() if name != "Number"}
    several = reading.features.get("Number") == "Plur"
    return several and "Case" in said and compatible(_plain(reading), plain_said)


def _sure(readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return readings with all the weight there is: that others were likelier is no doubt left."""
    total = weight(readings)
    return (
        tuple(a._replace(weight=a.weight / total) for a in readings) if total else tuple(readings)
    )


def _plain(reading: Analysis) -> FeatureBundle:
    """Return case, number and gender; what is derived from a name agrees with another gender."""
    own = {name: reading.features[name] for name in _OBEYED if name in reading.features}
    if "Derivation" in reading.features:
        own.pop("Gender", None)
        if gender := reading.features.get(_AGREEING):
            own["Gender"] = gender
    return own


def _only(bundle: FeatureBundle, own: Sequence[Analysis]) -> FeatureBundle:
    """Leave out what no reading of the morphology would name, such as animacy."""
    named = {name for a in own for name in a.features} | set(_OBEYED)
    number = bundle.get("Number", "Sing") in _NUMBERS
    return {n: v for n, v in bundle.items() if n in named and (number or n != "Number")}


def _bundles(said: TokenReading, tags: TagSet) -> Iterator[FeatureBundle]:
    """Yield what tag and features say together; one bundle for each of several values."""
    by_tag = tags.features(said.tag) if "=" not in said.tag else None
    joined = merge(by_tag or {}, said.features)
    values = ([(name, value) for value in text.split(",")] for name, text in joined.items())
    yield from (dict(pairs) for pairs in product(*values))
