"""What stands beside the words of an institution: a fire brigade's village, a school's patron.

A name that no table knows is read by its neighbour: *DVD Trenkovo*, *Mukkulan terveysasema*,
*Gymnázium P. O. Hviezdoslava*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from allonym.languages.institutions import Slots
from allonym.replace.organisations.pieces import Kind, Piece

_UNREAD: frozenset[Kind] = frozenset(("name", "owner", "given", "usual"))
_OTHER: frozenset[Kind] = frozenset(("name", "usual", "town"))
_HONOURED: frozenset[Kind] = frozenset(("saint", "patron"))
_ONLY_TOWNS = frozenset(("town",))
_LONGEST = 3
_FULL = 2


@dataclass(frozen=True)
class Institutions:
    """Reads the names of institutions by their words.

    Attributes:
        slots: What stands beside each word.
        forms: Returns a word in small letters, and its citation forms.
        heads_name: Tells whether a word stands as a place does at the head of a name.
        is_owner: Tells whether a name is that of somebody in the document, or a firm's word.
        is_locative: Tells whether a town follows a word wherever it stands.
        is_village: Tells whether a name of several words is that of a place.
        is_part: Tells whether an ordinary word is the second of a place's: *Zabierzów Górny*.
        is_settlement: Tells whether the table of settlements has a name.
        most: Of how many words a place may be at the head of a name.
    """

    slots: Slots = field(repr=False)
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    heads_name: Callable[[str], bool] = field(repr=False)
    is_owner: Callable[[str], bool] = field(repr=False)
    is_locative: Callable[[str], bool] = field(repr=False)
    is_village: Callable[[str], bool] = field(repr=False)
    is_part: Callable[[str], bool] = field(repr=False)
    is_settlement: Callable[[str], bool] = field(repr=False)
    most: int = 1

    def read(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, runs of unknown words as what their neighbour says they are."""
        out: list[Piece] = []
        at = 0
        while at < len(pieces):
            size = _run(pieces, at)
            run, rest = pieces[at : at + size], pieces[at + size : at + size + 2]
            kind = self._kind(run, out[-4:], rest) if run else None
            out += [Piece(kind, "".join(p.text for p in run))] if kind else run or [pieces[at]]
            at += size or 1
        return self._whole_towns(out)

    def _whole_towns(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, a village of two words as one: *w Woli Zarczyckiej*, *Jasna Góra*.

        One of them is read as a town, the other as nothing else, and only a town may stand there.
        What stands before a town is its body's name where no list has both: *Kupina Delnice*.
        """
        out: list[Piece] = []
        for piece in pieces:
            pair = {out[-2].kind, piece.kind} if len(out) > 1 and out[-1].text == " " else set()
            large = piece.text[0].isupper() and len(out) > 1 and out[-2].text[0].isupper()
            part = large and out[-2].kind == "town" and self.is_part(piece.text)
            led = part or self._is_led(out[:-2])
            if large and "town" in pair and not pair - _OTHER and led:
                first = out[-2]
                whole = f"{first.text} {piece.text}"
                apart = piece.kind == "town" and not self.is_village(whole)
                out[-2:] = [*out[-2:], piece] if apart else [Piece("town", whole, first.before)]
            else:
                out.append(piece)
        return out

    def _is_led(self, left: Sequence[Piece]) -> bool:
        """Tell whether what stands in front says that a town follows."""
        word = next((p.text for p in reversed(left) if p.text[0].isalpha()), "")
        led = bool(left) and left[-1].text.isspace()
        return led and (self.is_locative(word) or "town" in self.slots.led_by(self.forms(word)))

    def _kind(
        self, run: Sequence[Piece], left: Sequence[Piece], right: Sequence[Piece]
    ) -> Kind | None:
        words = [p for p in run if p.text[0].isalpha()]
        unread = words and all(p.text[0].isupper() for p in words)
        if not unread or len(words) > _LONGEST or any(self.is_owner(p.text) for p in words):
            return None
        before = self._led_by(left)
        honoured = len(left) > 1 and left[-1].text == " " and left[-2].kind in _HONOURED
        before |= _ONLY_TOWNS if honoured and not right else frozenset()
        behind = self.slots.followed_by(self._neighbour(right))
        heads = len(words) <= self.most and all(self.heads_name(p.text) for p in words)
        behind = behind if heads else frozenset()
        kinds = {p.kind for p in words}
        if "usual" in kinds:  # an ordinary word too: a place where nothing else may stand
            named = kinds != {"usual"} and behind == _ONLY_TOWNS
            listed = "town" in before and all(map(self.is_settlement, (p.text for p in words)))
            return "town" if before == _ONLY_TOWNS or named or listed else None  # OŠ Griže
        if "patron" in before and len(words) >= _FULL:
            return "patron"
        person = kinds != {"name"} and before & {"family", "given"}
        return "town" if "town" in behind or ("town" in before and not person) else None

    def _led_by(self, left: Sequence[Piece]) -> frozenset[str]:
        """Return what may follow the words in front, the last two together if they tell."""
        last = tuple(self._neighbour(left[::-1]))
        first = tuple(self._neighbour(left[-3::-1])) if last and len(left) > _FULL else ()
        both = (f"{a} {b}" for a in first for b in last)
        found, single = self.slots.led_by(both), self.slots.led_by(last)
        return found if found & _ONLY_TOWNS else found | single

    def _neighbour(self, pieces: Sequence[Piece]) -> Iterable[str]:
        """Return the forms of the word next to a run, with nothing but a blank between."""
        apart, beside = (*pieces, Piece("keep", ""), Piece("keep", ""))[:2]
        return self.forms(beside.text) if apart.text.isspace() and beside.text[:1].isalpha() else ()


def _run(pieces: Sequence[Piece], start: int) -> int:
    """Return how many pieces from there on are unread words with blanks between them."""
    size = 0
    for at in range(start, len(pieces)):
        if pieces[at].kind in _UNREAD:
            size = at - start + 1
        elif not ((at - start) % 2 and pieces[at].text.isspace()):
            break
    return size
