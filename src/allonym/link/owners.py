"""Find whose name an e-mail address or a user name is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from allonym.model.entity import EntityId, LemmaPart
from allonym.text.fold import fold, is_cyrillic, pieces, to_latin
from allonym.text.usernames import user_names

_LEAST = 3


class Owners:
    """Looks up the local part of an address among the names of a document's people.

    >>> parts = (LemmaPart("given", "Łucja"), LemmaPart("family", "Żak"))
    >>> owners = Owners([(EntityId("person#1"), parts)])
    >>> [owners.of(a) for a in ("lucja.zak77@ex.pl", "lzak@ex.pl", "zakl", "biuro@ex.pl")]
    ['person#1', 'person#1', 'person#1', None]
    """

    def __init__(self, people: Iterable[tuple[EntityId, Sequence[LemmaPart]]]) -> None:
        self._strong: dict[str, set[EntityId]] = {}
        self._weak: dict[str, set[EntityId]] = {}
        for number, parts in people:
            given = _names(parts, "given")
            family = _names(parts, "family")
            for name in user_names(given, family):
                self._strong.setdefault(name, set()).add(number)
            for name in (*given, *family):
                self._weak.setdefault(name, set()).add(number)

    def of(self, address: str) -> EntityId | None:
        """Return the one person whose name `address` is made of, or None."""
        local = address.rpartition("@")[0] or address
        words = [word for m in pieces(local) if not (word := fold(m[0])).isdigit()]
        whole = self._strong.get("".join(words), set())
        if not whole:
            whole = self._weak.get("".join(words), set())
        if not whole:
            hits = [self._weak[word] for word in words if word in self._weak]
            whole = set.intersection(*hits) if hits else set()
        return next(iter(whole)) if len(whole) == 1 else None


def _names(parts: Sequence[LemmaPart], role: str) -> list[str]:
    lemmas = [p.lemma for p in parts if p.role == role or (role == "given" and p.role == "initial")]
    latin = (to_latin(lemma) if is_cyrillic(lemma) else lemma for lemma in lemmas)
    return [name for lemma in latin if (name := "".join(fold(m[0]) for m in pieces(lemma)))]
