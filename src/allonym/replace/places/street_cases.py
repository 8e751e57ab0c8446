"""How streets read that are inflected themselves, the days some are named after, what fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from allonym.languages.pool import PoolEntry
from allonym.model.features import FeatureBundle, format_features
from allonym.model.mention import Analysis
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.replace.candidates import Candidate
from allonym.text.capitals import SMALL
from allonym.text.fold import fold
from allonym.text.marks import VOWELS
from allonym.text.phrases import preceding

_PLAIN = rf"\d{{1,3}}\. {SMALL}{{3,}}|\d{{2,4}}-[^\W\d_]{{4,}}"
_SHORT = 2
_AGREE = ("Gender", "Number", "Case")
_MASCULINE: FeatureBundle = {"Case": "Gen", "Number": "Sing", "Gender": "Masc"}
_FEMININE: FeatureBundle = {"Case": "Gen", "Number": "Sing", "Gender": "Fem"}
_GENDERS, _CERTAIN = (_MASCULINE, _FEMININE), 0.9
_LEAST = 2
"""Letters that stand before the kind of a street."""


def cases_of_kinds(
    entries: Iterable[PoolEntry], kinds: Collection[str]
) -> Mapping[str, tuple[Analysis, ...]]:
    """Return the forms of the kinds of streets, each with how it reads: *kadun*, *katu*.

    Args:
        entries: Streets in all their forms.
        kinds: What streets end in: *katu*.
    """
    found: dict[str, dict[tuple[str, str], Analysis]] = {}
    for entry in entries:
        kind = max((k for k in kinds if entry.lemma.endswith(k)), key=len, default="")
        head = entry.lemma[: len(entry.lemma) - len(kind)]
        for features, form in entry.forms() if kind and head else ():
            if form.startswith(head):
                key = kind, format_features(features)
                found.setdefault(form[len(head) :], {})[key] = Analysis(kind, features)
    return {form: tuple(readings.values()) for form, readings in found.items()}


def readings_of_street(
    surface: str, kinds: Mapping[str, tuple[Analysis, ...]]
) -> tuple[Analysis, ...]:
    """Return how the name of a street reads by its kind; nothing where it ends in none.

    Args:
        surface: The name: *Alajärventien*.
        kinds: What `cases_of_kinds` returns.
    """
    ends = (surface[at:] for at in range(_LEAST, len(surface)))
    end = next((end for end in ends if end.casefold() in kinds), "")
    head = surface[: len(surface) - len(end)]
    return tuple(r._replace(lemma=head + r.lemma) for r in kinds.get(end.casefold(), ()))


def led_adjective(view: TextView, span: Span, words: Collection[str], ends: tuple[str, ...]) -> str:
    """Return the adjective behind *on* that may name a street; empty where none is: *na Zimnej*."""
    word, _, rest = view.surface(span).partition(" ")
    led = preceding(view.text, span.start).casefold() in words
    return word if led and word.endswith(ends) and not rest[:1].isupper() else ""


def as_beside(
    heads: Sequence[Analysis], gender: str, readings: Sequence[Analysis], *, strict: bool
) -> list[Analysis]:
    """Return how an adjective reads, first as what agrees with the word beside it: *Glavni trg*.

    Args:
        heads: How that word reads.
        gender: That streets have where nothing is said.
        readings: Those of the adjective.
        strict: What does not agree with that word is none: *Put Petrića*.
    """
    told = {tuple(map(head.features.get, _AGREE)) for head in heads}
    if told and strict:
        readings = [r for r in readings if tuple(map(r.features.get, _AGREE)) in told]
    return sorted(
        readings,
        key=lambda r: (
            tuple(map(r.features.get, _AGREE)) not in told,
            r.features.get("Number") != "Sing",
            r.features.get("Gender") != gender,
        ),
    )


def days_of_streets(months: Iterable[str], *, number_first: bool) -> re.Pattern[str]:
    """Return an expression for such days: *5. maja*, *3 Maja*, *1000-lecia*; *108. brigade* too.

    Args:
        months: Their names in all forms.
        number_first: Whether the number of a house stands first; one before a month is such then.
    """
    named = "|".join(map(re.escape, sorted({m for m in months if len(m) > _SHORT})))
    if number_first or not named:
        return re.compile(_PLAIN)
    return re.compile(
        rf"{_PLAIN}|\d{{1,2}}(?:-[^\W\d_]{{2}})? (?i:{named})(?: \d{{4}})?(?!\w)"
        rf"|(?i:{named}) \d{{1,2}}\.(?= [^\W\d_]|\Z)"
    )


def is_acronym(name: str, address: str) -> bool:
    """Tell whether capitals are an acronym's (*SNP 124*), and not those of the whole address."""
    plain = address.isupper() and VOWELS & {*fold(name)}
    return len(name) > 1 and name.isupper() and not plain


def ends_alike(name: str, candidate: Candidate) -> bool:
    """Tell whether a street may stand before its word as well: *Jesenského ulica*, no *Mieru*."""
    other = candidate.entries[0].lemma
    return has_none(candidate) and other[-2:] == name[-2:] and " " not in other


def has_adjective(candidate: Candidate) -> bool:
    """Tell whether a street is called by an adjective: *Lipová*."""
    return bool(candidate.entries[0].derived)


def has_none(candidate: Candidate) -> bool:
    """Tell whether a street's name is no adjective."""
    return not candidate.entries[0].derived


def fits(called: Mapping[str, Collection[str]], kind: str, candidate: Candidate) -> bool:
    """Tell whether streets of a kind are called so: *Béke sugárút*, hardly *Temető sugárút*."""
    names = next((own for start, own in called.items() if kind.startswith(start)), None)
    return has_none(candidate) and (names is None or candidate.entries[0].lemma in names)


def stands_alone(candidate: Candidate) -> bool:
    """Tell whether a street may be named without its word: *Lipová 5*, no *Talcev 5*."""
    return candidate.entries[0].lemma[:1].isupper()


def is_somebodys(candidate: Candidate) -> bool:
    """Tell whether a street is called after one who has a name."""
    return has_none(candidate) and candidate.entries[0].lemma[:1].isupper()


def is_full_name(candidate: Candidate) -> bool:
    """Tell whether a street is called after somebody by all of his name."""
    return is_somebodys(candidate) and " " in candidate.entries[0].lemma


def is_declined(lemma: str, morphology: Morphology) -> bool:
    """Tell whether a word is an adjective: it is surely declined in either gender."""
    inflect = morphology.inflect
    return all(inflect(lemma, "common", g).certainty >= _CERTAIN for g in _GENDERS)
