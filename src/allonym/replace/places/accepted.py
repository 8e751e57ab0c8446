"""Which streets of the pool may stand for one, by how they are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from allonym.replace.candidates import Candidate
from allonym.text.fold import fold

_VOWELS = frozenset("aeiouyаеиоуъюя")


def is_acronym(name: str, address: str) -> bool:
    """Tell whether capitals are an acronym's (*SNP 124*), and not those of the whole address."""
    plain = address.isupper() and _VOWELS & {*fold(name)}
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


def is_somebodys(candidate: Candidate) -> bool:
    """Tell whether a street is called after one who has a name."""
    return has_none(candidate) and candidate.entries[0].lemma[:1].isupper()


def is_full_name(candidate: Candidate) -> bool:
    """Tell whether a street is called after somebody by all of his name."""
    return is_somebodys(candidate) and " " in candidate.entries[0].lemma
