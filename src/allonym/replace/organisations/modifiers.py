"""Words beside the kind of a body: what it is for stays, the place that it is of moves.

*Godbeno društvo* and *Komisja Rewizyjna* say what a body does, *Ľubovnianska nemocnica* where it
is.  A noun in the place of either would be no name of a body at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.languages.institutions import Slots
from allonym.ports import Morphology
from allonym.replace.organisations.pieces import FOLLOWS, OPEN, Kind, Piece
from allonym.replace.rules import NameRules

_OTHER: frozenset[Kind] = frozenset(("name", "usual", "town"))
_HONOURED: frozenset[Kind] = frozenset(("saint", "patron"))
_ONLY_TOWNS = frozenset(("town",))
_LONGEST, _READINGS = 3, 12
_FULL = 2
_STEM, _ENDING = 4, 4
_SHARED = 3
"""Letters that a town and its adjective share: *Brzeg*, *brzeski*."""
_LEAST = 4
"""Letters of a word that says what a body is."""


@dataclass(frozen=True, slots=True)
class Described:
    """Reads the adjectives of bodies."""

    rules: NameRules = field(repr=False)  # what the language says about names
    morphology: Morphology = field(repr=False)  # reads the cases of ordinary words
    # returns a word in small letters, and its citation forms
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    # tells whether a name is a surname, that of somebody in the document or listed
    is_owned: Callable[[str], bool] = field(repr=False)
    # tells whether a word is a name: of a firm, a town, somebody
    is_listed: Callable[[str], bool] = field(repr=False)

    def read(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, adjectives of a kind or an organ as what they say of it.

        Where nothing tells a body from its like, an adjective that ends as a place's does.
        """
        pieces = self._purposes(self._landscape(pieces))
        organ = any(map(self.is_organ, pieces))
        behind = set(_before_heads(pieces, self._is_head))
        told = any(p.kind in FOLLOWS or self._has_field(p) for p in pieces)
        found = [
            self._judged(piece, leads=n in behind, organ=organ, told=told)
            if piece.kind in OPEN
            else piece
            for n, piece in enumerate(pieces)
        ]
        found = self._led(found, behind)
        is_named = any(p.kind != "keep" or self._has_field(p) for p in found)
        if organ or is_named or self.rules.orgs.place_leads:
            return found
        of_place = self.rules.orgs.of_place.search
        named = [n for n in behind if pieces[n].kind in OPEN and of_place(found[n].text.casefold())]
        return [replace(p, kind="adjective") if n in named else p for n, p in enumerate(found)]

    def beside(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces, an adjective of the town beside it as that: *Brzeskie … w Brzegu*."""
        towns = {p.text[:_SHARED].casefold(): p.text for p in pieces if p.kind == "town"}
        alike = (towns.get(p.text[:_SHARED].casefold(), "") for p in pieces)
        return [
            replace(p, kind="adjective", before=town) if town and self._is_relational(p) else p
            for p, town in zip(pieces, alike, strict=True)
        ]

    def _is_relational(self, piece: Piece) -> bool:
        """Tell whether a word is an adjective that may be a town's."""
        ends = self.rules.relational
        large = piece.kind in ("adjective", "name", "usual", "owner") and piece.text[0].isupper()
        return bool(ends and large) and any(f.endswith(ends) for f in [*self.forms(piece.text)][1:])

    def _landscape(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, a name and the word for a height or a street as one place.

        At the end it is what the name is that of, and stays: *Crosby Beach*.
        """
        out: list[Piece] = []
        for n, piece in enumerate(pieces):
            led = len(out) > 1 and out[-1].text == " " and out[-2].kind in (*OPEN, "town")
            large = piece.text[0].isupper() and led and out[-2].text[0].isupper()
            land = piece.text.casefold() in self.rules.orgs.landscape
            of = self.rules.orgs.is_locative("".join(p.text for p in pieces[n + 2 : n + 3]))
            if large and land and not of and piece is not pieces[-1]:  # but *County Court of*
                first = out[-2]
                out[-2:] = [Piece("town", f"{first.text} {piece.text}", first.before)]
            else:
                out.append(piece)
        return out

    def _purposes(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces, what a body is for as what stays: *Clubul de Tenis Zenit*."""
        orgs, out = self.rules.orgs, list(pieces)
        words = [n for n, piece in enumerate(pieces) if piece.text[0].isalpha()]
        for head, tie, own in zip(words, words[1:], words[2:], strict=False):
            led = out[head].kind == "keep" and pieces[tie].text.casefold() in orgs.purpose
            usual = own != words[-1] and orgs.is_usual(pieces[own].text.casefold())
            usual |= out[own].kind == "name" and any(map(self.is_organ, pieces[:tie]))
            if led and usual and out[own].kind in OPEN:
                out[own] = replace(out[own], kind="keep")
        return out

    def is_plain(self, words: Sequence[Piece]) -> bool:
        """Tell whether words say nothing but what an organ is: *Komisja Rewizyjna*."""
        if words and all(p.text.casefold() in self.rules.orgs.kinds_only for p in words):
            return True
        kept = bool(words) and all(p.kind == "keep" for p in words)
        large = [p for p in words if not p.text.islower()]  # ZŠ s MŠ, SKB banki
        national = bool(large) and all(p.text in self.rules.orgs.public for p in large)
        return kept and (national or any(map(self.is_organ, words)))

    def is_said(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether words say what a body does and nothing else: *Towarzystwo Historyczne*.

        What is written with a capital is a name in the nominative: *Klub Zlata ribica*.
        """
        words = [p for p in pieces if p.text[0].isalpha()]
        if not (any(map(self._is_called_so, words)) and all(map(self._describes, words))):
            return False
        return not self.rules.orgs.legal_forms.parted("".join(p.text for p in pieces))[1]

    def _is_called_so(self, piece: Piece) -> bool:
        plain, said = piece.text.casefold(), self.rules.orgs.said
        inside = bool(self.rules.orgs.ends) or self.rules.orgs.place_leads
        return plain.startswith(said) or (inside and any(body in plain for body in said))

    def _describes(self, piece: Piece) -> bool:
        """Tell whether a word is no name: an adjective, a genitive, one that is written small."""
        word, orgs = piece.text.casefold(), self.rules.orgs
        if piece.kind == "keep":
            return True
        if piece.kind != "usual":
            return False
        if piece.text.islower():
            return True
        ends = orgs.describing.search(word) or orgs.saying.search(word)
        said = bool(ends) or self._is_dependent(word)
        return said and not self.is_listed(piece.text)  # Kerekes Klub

    def _is_dependent(self, word: str) -> bool:
        """Tell whether an ordinary word is a genitive rather than a nominative: *Miłośników*.

        A genitive of one may look like a nominative of many: *Departament Sprawiedliwości*.
        """
        read = self.morphology.analyse(word, "common")[:_READINGS]
        named = {f.get("Number", "") for r in read if (f := r.features).get("Case") == "Nom"}
        owned = {f.get("Number", "") for r in read if (f := r.features).get("Case") == "Gen"}
        return bool(owned) and (not named or ("Sing" in owned and named == {"Plur"}))

    def is_organ(self, piece: Piece) -> bool:
        """Tell whether a word is that of a body that is called by what it does alone."""
        known = self.rules.orgs.organs
        return piece.text[:1].isalpha() and not known.isdisjoint(self.forms(piece.text))

    def _has_field(self, piece: Piece) -> bool:
        return not self.rules.orgs.fields.isdisjoint(self.forms(piece.text))

    def _led(self, pieces: list[Piece], behind: Collection[int]) -> list[Piece]:
        """Return the pieces, the first as a place where that leads the names of bodies.

        What only an ending tells may lead other words: *Őrségi Szarvas Vadásztársaság*, of which
        the second is a town as little as it is one elsewhere.
        """
        if not (behind and self.rules.orgs.place_leads):
            return pieces
        first, ends = pieces[0], self.rules.orgs.of_place
        if first.kind != "name" or self.is_owned(first.text):
            return pieces
        told = bool(ends.pattern and ends.search(first.text.casefold()))
        if not (0 in behind or told) or (ends.pattern and not told):
            return pieces
        usual = self.rules.orgs.is_usual
        return [
            replace(first, kind="town"),
            *(
                replace(p, kind="keep") if p.kind == "town" and usual(p.text.casefold()) else p
                for p in pieces[1:]
            ),
        ]

    def _judged(self, piece: Piece, *, leads: bool, organ: bool, told: bool) -> Piece:
        """Return an adjective as what it is; `told` where something else tells it."""
        word, orgs = piece.text.casefold(), self.rules.orgs
        small = not piece.text[0].isupper() and not leads
        if not (leads or organ) or small or self.is_owned(piece.text):
            return piece
        describes = orgs.describing.search(word) is not None
        place = leads and not (describes or orgs.place_leads or not orgs.of_place.search(word))
        begins = word[: max(_STEM, len(word) - _ENDING)]  # *turčianska* nemocnica
        if place and (orgs.begins_place(begins) or not (told or piece.kind == "usual")):
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


@dataclass(frozen=True)
class Institutions:
    """Reads the names of institutions by their words."""

    slots: Slots = field(repr=False)  # what stands beside each word
    # returns a word in small letters, and its citation forms
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    # tells whether a word stands as a place does at the head of a name
    heads_name: Callable[[str], bool] = field(repr=False)
    # tells whether a name is that of somebody in the document, or a firm's word
    is_owner: Callable[[str], bool] = field(repr=False)
    # tells whether a town follows a word wherever it stands
    is_locative: Callable[[str], bool] = field(repr=False)
    # tells whether a name of several words is that of a place
    is_village: Callable[[str], bool] = field(repr=False)
    # tells whether an ordinary word is the second of a place's: *Zabierzów Górny*
    is_part: Callable[[str], bool] = field(repr=False)
    # tells whether the table of settlements has a name
    is_settlement: Callable[[str], bool] = field(repr=False)
    most: int = 1  # of how many words a place may be at the head of a name

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
        if pieces[at].kind in OPEN:
            size = at - start + 1
        elif not ((at - start) % 2 and pieces[at].text.isspace()):
            break
    return size
