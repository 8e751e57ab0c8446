"""Numbers of houses, and their names: that of a village (*Hniezdne 214*), and *Curlew Cottage*.

What a house is stays, and it becomes another cottage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.languages.spoken import NumberEndings
from allonym.model.draw import Draw
from allonym.model.entity import Entity
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.replace.numbers.shape import Keyed, shifted
from allonym.text.fold import is_cyrillic

WIDER = "\twider "
"""In the key of an address whose like has no number of this size left: it gets a longer one."""

_ENDING = re.compile(r"(?<=\d)[^\W\d_]{2,4}$")
_NUMBERED = re.compile(r"(?<!\d)[1-9]\d?(?!\d)")
_FLAT = re.compile(r"(?<=\d)/\w+\Z")
_LETTER = re.compile(r"^[^\W\d_]\b")
_LETTERS, _USUAL = ("ABCDEFGHKLMNPRSTWZ", "АБВГДЕЖЗ"), 4
_LONG = 3
_SEVERAL = 2
_HOUSE = re.compile(r"([^\W\d_]+(?:[ -][^\W\d_]+){0,3}) [0-9][\w/ -]*")
_BETWEEN = re.compile(r" [0-9][\w/ -]{0,7}[\s,;(]{1,3}(?:\w{2,4}[.:]? )?")
LONGEST = 20
"""What stands between the name of a house and its postcode, and more than it has signs."""


def named_houses(view: TextView, entities: Sequence[Entity]) -> Iterator[tuple[str, Span]]:
    """Yield the names before the numbers of houses, and where they stand."""
    for mention in (m for e in entities if is_a(e.type, "address") for m in e.mentions):
        if found := _HOUSE.fullmatch(view.text, mention.span.start, mention.span.end):
            yield found[1], Span(*found.span(1))


def house_before(text: str, code: Span, names: Sequence[Span]) -> int | None:
    """Return which of the names of houses is right before a postcode, None where none is."""
    near = (n for n, span in enumerate(names) if _BETWEEN.fullmatch(text, span.end, code.start))
    return next(near, None)


def hung_on(text: str, words: Iterable[str], endings: NumberEndings) -> dict[str, set[str]]:
    """Return what hangs on the numbers behind words for streets, by number: *utca 15-ben*."""
    hung: dict[str, set[str]] = {}
    street = "|".join(map(re.escape, sorted(words))) if endings.digits else "(?!)"
    for found in re.finditer(rf"(?<!\w)(?:{street})\.?[ \u00a0](\d+)", text):
        if ending := endings.behind(text, found.end()):
            hung.setdefault(found[1], set()).add(ending)
    return hung


@dataclass(slots=True)
class AddressKeys:
    """What the addresses of one document are drawn by, each by its words in citation forms."""

    # the key of each, and where in it the first number is
    known: dict[tuple[str, ...], tuple[str, int]] = field(default_factory=dict, repr=False)
    # the same of the first one that begins so, and that has a word or a number
    _begun: dict[tuple[str, ...], tuple[str, int]] = field(default_factory=dict, repr=False)
    _having: dict[str, tuple[str, int]] = field(default_factory=dict, repr=False)

    def add(self, bare: tuple[str, ...], key: str, at: int) -> None:
        """Keep the key of an address; a number alone is that of the house: *number 14*."""
        self.known[bare] = told = self._begun.get(bare, (key, at))
        self._begun.setdefault(bare[:1], told)
        for word in bare:
            self._having.setdefault(word, told)

    def in_street(self, bare: Sequence[str], key: str, at: int) -> tuple[str, int]:
        """Return a key that begins as that of an address in the same street does.

        The houses of *Jókai utca* are those of *Jókai u.*, and *nr. 15* is *15*.

        Args:
            bare: The address in citation forms.
            key: By which it would be drawn.
            at: Where its first number is.
        """
        street = next((word for word in bare if word[:1].isalpha() and len(word) > _LONG), "")
        other, there = self._having.get(street, (key, at))
        led, number = _NUMBERED.search(other), _NUMBERED.search(key)
        if not (led and number and led.start() and number.start()):
            return key, at
        return other[: led.start()] + key[number.start() :], there


@dataclass(frozen=True, slots=True)
class HouseNames:
    """Names the houses of one document; none where ``address.toml`` has no ``houses``."""

    # ``address.toml`` of the pack: ``houses``, what houses are; ``house_plain``, what stands before
    # that and names none; ``house_names`` and ``house_alone`` to draw from
    table: Mapping[str, Sequence[str]] = field(repr=False)
    draw: Draw = field(repr=False)  # of the document
    # words that stand beside the name of a street
    street_words: Collection[str] = field(repr=False)
    # tells whether a name is that of a settlement
    is_known: Callable[[str], bool] = field(repr=False)

    def is_house(self, name: str) -> bool:
        """Tell whether a name of several words says that it is a house's."""
        _, gap, last = name.rpartition(" ")
        return bool(gap) and last.casefold() in self.table.get("houses", ())

    def instead(self, pieces: Sequence[tuple[str, str]], index: int) -> str:
        """Return what a house is called instead that an address begins with; else nothing.

        All of *The Old Rectory* stays.

        Args:
            pieces: Of the address, each a kind and a text.
            index: Of the name.
        """
        text = pieces[index][1]
        behind = next((w.casefold() for _, w in pieces[index + 1 :] if w.strip()), "")
        if index or "houses" not in self.table or behind in self.street_words:
            return ""
        head, gap, last = text.rpartition(" ")
        if last.title() in self.table.get("house_trees", ()) and head.casefold() == "the":
            return head + gap + self._one_of("house_trees", last.title())
        if last.casefold() not in self.table["houses"]:
            other = gap or len(pieces) < _SEVERAL or self.is_known(text)
            return "" if other else self._one_of("house_alone", text)
        if not head:
            return ""
        plain = head.casefold() in self.table["house_plain"]
        return text if plain else self._one_of("house_names", head) + gap + last

    def _one_of(self, names: str, original: str) -> str:
        others = [n for n in self.table[names] if n.casefold() != original.casefold()]
        return others[self.draw.number(len(others), "address", names, original.casefold())]


@dataclass(frozen=True, slots=True)
class HouseNumbers:
    """Draws the numbers of the addresses of one document."""

    draw: Draw = field(repr=False)  # of the document
    endings: NumberEndings  # what hangs on numbers in this language
    # what hangs on which numbers behind words for streets, anywhere in the document
    hung: Mapping[str, Collection[str]] = field(default_factory=dict, repr=False)

    def other(self, original: str, key: str, place: int, hanging: Collection[str] = ()) -> str:
        """Return a number of the same shape: digits for digits, letters for letters.

        A leading zero stays one, and none is made; an ending (``7bis``) stays, that of an ordinal
        follows (``2nd``), and what hangs on the number (``7:ään``) fits the new one.  Numbers 14
        and 16 of a street are as far from each other after as before, whatever
        door or flat stands behind them.

        Args:
            original: The number.
            key: The address in small letters, and what tells tries apart behind a tab.
            place: Where in the address.
            hanging: The endings that it stands with anywhere.
        """
        ending = _ENDING.search(original)
        body = original[: ending.start()] if ending else original
        body += "0" * (WIDER in key)
        hanging = {*hanging, *self.hung.get(original, ())}  # utca 15. fsz. 2. is in utca 15-ben
        name, mark, tried = key.partition("\t")
        part = next(filter(_NUMBERED.search, name.split(",")), name)
        led, _, behind = _NUMBERED.sub("\n", part, count=1).partition("\n")  # Valtakatu 15 B 22
        street = (led.strip() or _LETTER.sub("", behind).strip()) + mark + tried
        step = 1 if hanging else 2  # odd stays odd, unless an ending leaves no such number

        def make(shape: str, attempt: int) -> str:
            labels = key, str(place), str(attempt)
            signs = (self._sign(c, n, labels) for n, c in enumerate(shape))
            floor = ending is not None and len(shape) == 1  # 2nd, not 32nd
            if house := None if floor else _NUMBERED.match(shape):
                chance = Keyed(self.draw, ("house", street, str(place), str(attempt)))
                return shifted(house[0], chance, step=step) + "".join(signs)[house.end() :]
            if len(shape) < _LONG:
                return "".join(signs)
            labels = _FLAT.sub("", name) + mark + tried, *labels[1:]  # 210 and 210/5 are one house
            return self._first(
                shape, labels, (self._sign(c, n, labels) for n, c in enumerate(shape))
            )

        made = self.endings.draw(body, hanging, make)
        return made + self.endings.of_number(made, ending[0] if ending else "")

    def _first(self, shape: str, labels: tuple[str, ...], signs: Iterator[str]) -> str:
        """Return a long number that begins no higher: few streets have a house 743."""
        first, rest = next(signs), "".join(signs)
        if shape[0] in "123456789":
            first = str(1 + self.draw.number(int(shape[0]), "address", *labels, "first"))
        return first + rest

    def _sign(self, sign: str, index: int, labels: tuple[str, ...]) -> str:
        if sign == "0" and index == 0:
            return sign
        if sign.isdigit():
            low = 1 if index == 0 else 0
            return str(low + self.draw.number(10 - low, "address", *labels, str(index)))
        known = _LETTERS[is_cyrillic(sign)]  # few houses have an e, unless the original does
        letters = known[: max(_USUAL, known.find(sign.upper()) + 1)]
        letter = letters[self.draw.number(len(letters), "address", *labels, str(index))]
        return letter if sign.isupper() else letter.lower()
