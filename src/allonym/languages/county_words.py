"""Words that say of names that they are counties: *jud. Arad*, *Tolna és Baranya megye*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from allonym.languages.pack import LanguagePack
from allonym.model.span import Span
from allonym.text.capitals import CAPITAL

_REACH, _ROW = 16, 90
"""Signs before a name in which its word stands, and of a row of counties."""
_WORD = rf"{CAPITAL}[\w-]+"
_NAMES = (rf"({_WORD} {_WORD})", rf"({_WORD})")
_NUMBER = re.compile(r"\d\w?,?[ \u00a0]\Z")
"""Of a house or a postcode, behind which a town stands."""


@dataclass(frozen=True)
class CountyWords:
    """Tells whether a name is a county's by the word before or behind it."""

    before: Sequence[str]  # words that one follows: *jud.*, *обл.*
    behind: Sequence[str]  # beginnings of words that follow one: *megy*
    joins: Sequence[str] = ()  # words for *and* and *or*

    def tell(self, text: str, span: Span, known: Callable[[str], object]) -> bool:
        """Tell whether a name stands behind ``jud.`` or before ``megye``, alone or in a row.

        Args:
            text: The document.
            span: Of the name.
            known: Returns something for the name of a county, of which alone a row is.
        """
        if self._led(text[max(0, span.start - _REACH) : span.start]):
            return True
        if self._followed(text, span.end):
            return True
        return self._in_row(text, span, known)

    def _in_row(self, text: str, span: Span, known: Callable[[str], object]) -> bool:
        """Tell whether a name is one of several counties that a word is said of.

        Beside a county stands its town, which may have its name: no row has a name twice, none is
        of two with only a comma between them, none goes on over a number: *Örebro, Örebro län*.
        """
        head = text[max(0, span.start - _ROW) : span.start]
        row = [known(text[slice(*span)])]
        if row[0] is None or _NUMBER.search(head):
            return False
        joints, told = set[str](), False
        for side in (self._back(head, known), self._on(text, span.end, known)):
            for joint, county, said in side:
                if county in row:
                    break
                row.append(county)
                joints.add(joint)
                told |= said
        return told and (len(row) > 2 or joints != {","})

    def _back(
        self, head: str, known: Callable[[str], object]
    ) -> Iterator[tuple[str, object, bool]]:
        """Yield each county before one, what joins it, and whether the word is before it."""
        while last := _first((p.search(head) for p in self._rows[0]), known, 1):
            head = head[: last.start()]
            if _NUMBER.search(head):
                return
            yield last[2], known(last[1]), self._led(head)

    def _on(
        self, text: str, at: int, known: Callable[[str], object]
    ) -> Iterator[tuple[str, object, bool]]:
        """Yield each county behind one, what joins it, and whether the word is behind it."""
        limit = at + _ROW
        while more := _first((p.match(text, at, limit) for p in self._rows[1]), known, 2):
            at = more.end()
            yield more[1], known(more[2]), self._followed(text, at)

    def _led(self, head: str) -> bool:
        return self._patterns[0].search(head) is not None

    def _followed(self, text: str, at: int) -> bool:
        return self._patterns[1].match(text, at) is not None

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        led, after = map(_either, (self.before, self.behind))
        head = re.compile(rf"(?<!\w)(?i:{led})\.?[ \u00a0]?\Z")
        return head, re.compile(rf"[ \u00a0](?i:{after})")

    @cached_property
    def _rows(self) -> Sequence[Sequence[re.Pattern[str]]]:
        """What matches the county before a joint, and the one behind it."""
        joint = rf"(,|,?[ \u00a0](?:{_either(self.joins)}))[ \u00a0]"
        last = [re.compile(rf"(?<!\w){name}{joint}\Z") for name in _NAMES]
        return last, [re.compile(rf"{joint}{name}") for name in _NAMES]


def announcing_of(pack: LanguagePack) -> Sequence[Sequence[str]]:
    """Return the words before a county, those behind one, and those for *and*, of a language.

    Raises:
        PackError: If a file of the pack is not TOML.
    """
    words, joins = pack.toml("address.toml"), pack.toml("patterns.toml").get("joins", ())
    return *(words.get(key, ()) for key in ("county_words", "county_words_behind")), joins


def _first(
    found: Iterable[re.Match[str] | None], known: Callable[[str], object], name: int
) -> re.Match[str] | None:
    return next((m for m in found if m and known(m[name]) is not None), None)


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words)) or "(?!)"
