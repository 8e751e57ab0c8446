"""Find whose name an e-mail address or a user name is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from allonym.model.entity import EntityId, LemmaPart
from allonym.text.fold import fold, pieces, plain
from allonym.text.usernames import shortened, spellings, user_names


class Owners:
    """Looks up the local part of an address among the names of a document's people.

    >>> parts = (LemmaPart("given", "Łucja"), LemmaPart("family", "Żak"))
    >>> owners = Owners([(EntityId("person#1"), parts)])
    >>> [owners.of(a) for a in ("lucja.zak77@ex.pl", "lzak@ex.pl", "zakl", "biuro@ex.pl")]
    ['person#1', 'person#1', 'person#1', None]
    """

    def __init__(
        self,
        people: Iterable[tuple[EntityId, Sequence[LemmaPart]]],
        full: Callable[[str], Sequence[str]] = lambda _: (),
        pets: Callable[[str], Sequence[str]] = lambda _: (),
    ) -> None:
        """Index the people.

        Args:
            people: With their names.
            full: Gives what a pet name in small letters is short for: *georgeta.coman* is Geta's.
            pets: Gives what is short for a name: *kasiasikora* is Katarzyna's.
        """
        self._strong: dict[str, set[EntityId]] = {}
        self._weak: dict[str, set[EntityId]] = {}
        self._formal: dict[str, set[EntityId]] = {}
        for number, parts in people:
            given = _names(parts, "given")
            family = _names(parts, "family")
            for name in _all_user_names(given, family):
                self._strong.setdefault(name, set()).add(number)
            both = ["".join(names[0] for names in given)] if len(given) > 1 else []
            called = (x for p in parts if p.role == "given" for x in full(plain(p.lemma)))
            short = [x for p in parts if p.role == "given" for x in pets(plain(p.lemma))]
            pairs = product(
                (n for x in short for n in spellings(x)), (n for f in family for n in f)
            )
            both += ["".join(order) for pair in pairs for order in (pair, pair[::-1])]
            formal = (name for x in called for name in spellings(x))
            for name in formal:
                self._formal.setdefault(name, set()).add(number)
            for name in (*both, *(n for names in (*given, *family) for n in names)):
                self._weak.setdefault(name, set()).add(number)

    def of(self, address: str) -> EntityId | None:
        """Return the one person whose name `address` is made of, or None."""
        local = address.replace("%40", "@").rpartition("@")[0] or address
        words = [word for m in pieces(local) if not (word := fold(m[0])).isdigit()]
        whole = self._strong.get("".join(words), set())
        if not whole:
            word = "".join(words)
            whole = self._weak.get(word) or self._formal.get(word, set())
        if not whole:
            tables = self._strong, self._weak, self._formal
            asked = (next(filter(None, (t.get(w) for t in tables)), None) for w in words)
            hits = [found for found in asked if found]  # anahorvat-cvijece
            whole = (set.intersection(*hits) or hits[0]) if hits else set()  # kasia, of Kasia alone
        if not whole and len(words) == 1:
            whole = self._weak.get(words[0][1:], set()) | self._weak.get(words[0][:-1], set())
        return next(iter(whole)) if len(whole) == 1 else None


def _names(parts: Sequence[LemmaPart], role: str) -> list[tuple[str, ...]]:
    lemmas = [p.lemma for p in parts if p.role == role or (role == "given" and p.role == "initial")]
    return [found for lemma in lemmas if (found := spellings(lemma))]


def _all_user_names(
    given: Sequence[tuple[str, ...]], family: Sequence[tuple[str, ...]]
) -> Iterator[str]:
    """Yield the user names, the first given name and the first surname in each spelling."""
    more, others = [names[0] for names in given[1:]], [names[0] for names in family[1:]]
    firsts, lasts = given[0] if given else (), family[0] if family else ()
    for first, last in product(firsts, lasts):
        yield from user_names([first, *more], [last, *others])
        yield from shortened(first, last)
