"""Words beside the kind of a body: what it is for stays, the place that it is of moves.

*Godbeno društvo* and *Komisja Rewizyjna* say what a body does, *Ľubovnianska nemocnica* where it
is.  A noun in the place of either would be no name of a body at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.replace.organisations.pieces import FOLLOWS, Kind, Piece
from allonym.replace.rules import NameRules

_OPEN: frozenset[Kind] = frozenset(("name", "usual", "owner", "given"))
_STEM, _ENDING = 4, 4
_LEAST = 4
"""Letters of a word that says what a body is."""


@dataclass(frozen=True, slots=True)
class Described:
    """Reads the adjectives of bodies.

    Attributes:
        rules: What the language says about names.
        forms: Returns a word in small letters, and its citation forms.
        is_owned: Tells whether a name is that of somebody in the document.
    """

    rules: NameRules = field(repr=False)
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    is_owned: Callable[[str], bool] = field(repr=False)

    def read(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, adjectives of a kind or an organ as what they say of it.

        Where nothing tells a body from its like, an adjective that ends as a place's does.
        """
        pieces = self._landscape(pieces)
        organ = any(map(self.is_organ, pieces))
        behind = set(_before_heads(pieces, self._is_head))
        told = any(p.kind in FOLLOWS or self._has_field(p) for p in pieces)
        found = [
            self._judged(piece, first=not n, leads=n in behind, organ=organ, told=told)
            if piece.kind in _OPEN
            else piece
            for n, piece in enumerate(pieces)
        ]
        if organ or self.rules.orgs.place_leads or any(p.kind != "keep" for p in found):
            return found
        of_place = self.rules.orgs.of_place.search
        told = [n for n in behind if pieces[n].kind in _OPEN and of_place(found[n].text.casefold())]
        return [replace(p, kind="adjective") if n in told else p for n, p in enumerate(found)]

    def _landscape(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, a name and the word for a height or a street as one place.

        At the end it is what the name is that of, and stays: *Crosby Beach*.
        """
        out: list[Piece] = []
        for piece in pieces:
            led = len(out) > 1 and out[-1].text == " " and out[-2].kind in (*_OPEN, "town")
            large = piece.text[0].isupper() and led and out[-2].text[0].isupper()
            land = piece.text.casefold() in self.rules.orgs.landscape
            if large and land and piece is not pieces[-1]:
                first = out[-2]
                out[-2:] = [Piece("town", f"{first.text} {piece.text}", first.before)]
            else:
                out.append(piece)
        return out

    def is_organ(self, piece: Piece) -> bool:
        """Tell whether a word is that of a body that is called by what it does alone."""
        known = self.rules.orgs.organs
        return piece.text[:1].isalpha() and not known.isdisjoint(self.forms(piece.text))

    def _has_field(self, piece: Piece) -> bool:
        return not self.rules.orgs.fields.isdisjoint(self.forms(piece.text))

    def _judged(
        self, piece: Piece, *, first: bool, leads: bool, organ: bool, told: bool
    ) -> Piece:
        """Return an adjective as what it is; `told` where something else tells the body."""
        word, orgs = piece.text.casefold(), self.rules.orgs
        if orgs.place_leads and first and leads and piece.kind == "name":
            ends = not orgs.of_place.pattern or orgs.of_place.search(word)
            return replace(piece, kind="town") if ends else piece
        small = not piece.text[0].isupper() and not leads
        if not (leads or organ) or small or self.is_owned(piece.text):
            return piece
        describes = orgs.describing.search(word) is not None
        place = leads and not (describes or orgs.place_leads or not orgs.of_place.search(word))
        begins = word[: max(_STEM, len(word) - _ENDING)]  # *turčianska* nemocnica
        if place and (begins in orgs.place_stems or not (told or piece.kind == "usual")):
            return replace(piece, kind="adjective")
        keeps = describes or place or (organ and piece.kind == "usual")
        return replace(piece, kind="keep") if keeps else piece

    def _is_head(self, piece: Piece) -> bool:
        if piece.kind != "keep" or len(piece.text) < _LEAST or not piece.text.isalpha():
            return False
        return not self.rules.orgs.lemmas.isdisjoint([*self.forms(piece.text)][1:])


def _before_heads(pieces: Sequence[Piece], is_head: Callable[[Piece], bool]) -> Iterator[int]:
    """Yield which pieces stand right before a kind of body, others of the sort between them."""
    words = [n for n, piece in enumerate(pieces) if piece.text[0].isalpha()]
    for left, right in reversed([*pairwise(words)]):
        blank = right - left == 2 and pieces[left + 1].text == " "
        if blank and is_head(pieces[right]):
            yield left
