"""What the words of a document say about one another: forms of names that stand in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from allonym.model.mention import PartRole
from allonym.text.fold import fold, plain

Forms = Callable[[str, str], frozenset[str]]

_LEAST = 3


class Attested:
    """Knows of which other words of the same document a word is a form.

    A form is guessed at its base form from its ending; making the forms of a base form is the
    surer way.  So where a name also stands as it is, that is what its other forms are read as:
    *Vlčkovi* beside *Vlček* is not from *Vlčko*.

    Args:
        words: Words of the names of a document, each with its role.
        forms: Every form of a name (`Morphology.forms`).

    >>> found = Attested([("Vlček", "family"), ("VLČKOVI", "family")], lambda w, _: {w, "Vlčkovi"})
    >>> found.bases("VLČKOVI", "family"), found.bases("Vlček", "family")
    (('vlček',), ())
    """

    def __init__(self, words: Iterable[tuple[str, PartRole]], forms: Forms) -> None:
        self._count = Counter((plain(word), role) for word, role in words)
        self._exact: dict[tuple[str, PartRole], dict[str, None]] = {}
        self._folded: dict[tuple[str, PartRole], dict[str, None]] = {}
        for base, role in self._count:
            for form in forms(base[:1].upper() + base[1:], role) if len(base) >= _LEAST else ():
                self._exact.setdefault((plain(form), role), {})[base] = None
                self._folded.setdefault((fold(form), role), {})[base] = None

    def bases(self, word: str, role: PartRole) -> tuple[str, ...]:
        """Return the other words that `word` may be a form of, in small letters.

        What is written without its diacritics, or with them against the rest of the document, is
        taken for the same word only where it stands alone: Kos and Koš, each twice, are two.
        """
        key = plain(word)
        found = [base for base in self._exact.get((key, role), ()) if base != key]
        if not found and self._count[key, role] == 1:
            found = [base for base in self._folded.get((fold(word), role), ()) if base != key]
        return tuple(found)


NOTHING = Attested((), lambda _word, _role: frozenset())
"""For a document of which nothing is known."""
