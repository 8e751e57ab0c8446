"""Endings that hang on a number as it is spoken: *Kauppakatu 7:ään*, *Petőfi utca 5-ben*.

A new number has to be one that the same ending fits; the table ``endings`` of ``address.toml``
lists for each ending the last digits that take it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.languages.pack import available, load_pack

_TRIES = 100
_MARKS = ":\u2010\u2011-"
_HUNDREDS = "00"
"""A hundred is spoken otherwise than ten: no number is made to end so."""


@dataclass(frozen=True, slots=True)
class NumberEndings:
    """The endings of one language."""

    digits: Mapping[str, str]  # for each ending the last digits that take it
    # what makes an ordinal of a number, by what the number ends in
    ordinals: Mapping[str, str] = field(default_factory=dict)
    # what hangs on the letter of a stair or a flat behind a number, as an expression
    lettered: str = ""
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the expression that finds the endings."""
        longest = "|".join(sorted(map(re.escape, self.digits), key=len, reverse=True)) or "(?!)"
        number = rf"(?:(?<=\d)\.?|(?<=\d\.))[{_MARKS}](?:{longest})"
        lettered = self.lettered or "(?!)"
        stair = rf"(?:(?<=\d [A-Z])|(?<=\d[A-Z])):(?:{lettered})"  # Kauppakatu 12 B:hen
        pattern = re.compile(rf"(?:{number}|{stair})(?![^\W_])")
        object.__setattr__(self, "_pattern", pattern)

    @classmethod
    def of(cls, addresses: Mapping[str, Any]) -> NumberEndings:
        """Read ``address.toml``: endings, several in one line parted by blanks, and the rest.

        >>> NumberEndings.of({"endings": {"ssä stä": "145"}}).digits
        {'ssä': '145', 'stä': '145'}
        """
        table = addresses.get("endings", {})
        digits = {ending: d for key, d in table.items() for ending in key.split()}
        return cls(digits, addresses.get("ordinals", {}), addresses.get("lettered_endings", ""))

    def of_number(self, number: str, ending: str) -> str:
        """Return the ending of an ordinal as a number has it; any other as it is.

        >>> NumberEndings({}, {"12": "th", "2": "nd"}).of_number("12", "nd")
        'th'
        """
        ends = [end for end in self.ordinals if number.endswith(end)]
        known = ends and ending in self.ordinals.values()
        return self.ordinals[max(ends, key=len)] if known else ending

    def without(self, text: str) -> str:
        """Return a text without the endings of its numbers.

        >>> NumberEndings.of({"endings": {"ään": "479"}}).without("katu 7:ään")
        'katu 7'
        """
        return self._pattern.sub("", text)

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before each ending, and the ending; the last is empty.

        >>> list(NumberEndings.of({"endings": {"ään": "479"}}).split("katu 7:ään, Turku"))
        [('katu 7', ':ään'), (', Turku', '')]
        """
        cursor = 0
        for match in self._pattern.finditer(text):
            yield text[cursor : match.start()], match[0]
            cursor = match.end()
        yield text[cursor:], ""

    def behind(self, text: str, place: int) -> str:
        """Return the ending that stands at a place of a text, empty where there is none."""
        match = self._pattern.match(text, place)
        return match[0] if match else ""

    def bare_end(self, text: str) -> int:
        """Return where a text ends without what hangs on its last number.

        >>> NumberEndings.of({"endings": {"ään": "479"}}).bare_end("katu 7:ään")
        6
        """
        *_, last = ("",), *self._pattern.finditer(text)
        return last.start() if isinstance(last, re.Match) and last.end() == len(text) else len(text)

    def fitting(self, number: str, endings: Iterable[str]) -> str:
        """Return the last digits that what hangs on a number fits; none where any does.

        >>> NumberEndings.of({"endings": {"es": "12479", "as": "38"}}).fitting("562-367", ["-es"])
        '12479'
        """
        last = number[-1:]
        taken = [self.digits.get(ending.lstrip("." + _MARKS), "") for ending in endings]
        taken = [digits for digits in taken if last.isdigit() and last in digits]
        return "".join(d for d in "0123456789" if taken and all(d in own for own in taken))

    def draw(self, number: str, endings: Collection[str], make: Callable[[str, int], str]) -> str:
        """Return another number of the same shape that endings fit.

        Where only its own last digit does, the number gets one digit more.

        Args:
            number: What is replaced.
            endings: With their marks: what hangs on the number wherever it stands.
            make: Draws a number of a shape, another for each try.
        """
        fitting, shape = self.fitting(number, endings), number
        if fitting and len(number) == 1 and not fitting.replace(number, ""):
            shape = "1" + number
        for attempt in range(_TRIES):
            text = make(shape, attempt)
            fits = not fitting or (text[-1] in fitting and not text.endswith(_HUNDREDS))
            if text != number and fits:
                return text
        return number[::-1]


def load_number_endings(language: str) -> NumberEndings:
    """Return the endings of a language, none for one without a pack."""
    known = language in available()
    return NumberEndings.of(load_pack(language).toml("address.toml") if known else {})
