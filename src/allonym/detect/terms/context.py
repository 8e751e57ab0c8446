"""What stands around an occupation or a disease: who is announced, how far an office reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import PackError
from allonym.text.capitals import CAPITAL

_REACH = 96
_CAPITAL = rf"(?:{CAPITAL}[\w.’'-]*)"
_NO_END = r"(?<![^\W\d_]{4}\.)"
"""Behind a word that may be cut short, and ends no sentence: *St.*, not *Vaasa.*"""
_SPACE = r"(?:[^\S\n]\n?|\n)"
_SPECIALTY = r"[\w-]*(?:l[oó]g|iatr|urg|terap|лог|иатр|ург|терап)[\w-]+"
"""Fields of medicine and learning, which follow a department without a preposition."""
_PARTS = ("institution", "link", "field", "adjective", "behind")
_FIELD = re.compile(r"[^\n;:|]{2,90}")
_FIELD_END = re.compile(r"[.](?:\s|$)|,\s|\s[–—-]\s|\s\(")
_NAME_AFTER = re.compile(rf"{_SPACE}(?:(?:dr|mag|prof|ing)\.{_SPACE})?{_CAPITAL}")
_NAME_BEFORE = re.compile(rf"{_CAPITAL}\s{_CAPITAL},\s(?:[\w-]+\s){{0,2}}$")
_WORDS = re.compile(r"[^\W\d_][\w’'-]*(?:[^\S\n][^\W\d_][\w’'-]*){0,5}")


@dataclass(frozen=True, slots=True)
class Context:
    """The regular expressions of one kind of term, from ``terms.toml``; None matches nothing."""

    # opens a field whose whole value is meant: ``Diagnosis:``
    label: re.Pattern[str] | None = field(default=None, repr=False)
    # announces the term, with up to three words in between: ``works as a``
    before: re.Pattern[str] | None = field(default=None, repr=False)
    # announces it from right behind: ``depresszió miatt``
    behind: re.Pattern[str] | None = field(default=None, repr=False)
    # announces strongly enough for what no list has: ``diagnosed with``
    announce: re.Pattern[str] | None = field(default=None, repr=False)
    # says what somebody is: ``is a``
    copula: re.Pattern[str] | None = field(default=None, repr=False)
    # says that there is only one: ``only``, ``chief``
    unique: re.Pattern[str] | None = field(default=None, repr=False)
    # matches the institution behind a term: ``of the Maribor opera``
    after: re.Pattern[str] | None = field(default=None, repr=False)
    # matches the field behind a term: ``for education``
    domain: re.Pattern[str] | None = field(default=None, repr=False)
    # matches the complement before it, in languages that put it there
    ahead: re.Pattern[str] | None = field(default=None, repr=False)
    # the name that an office stands behind: ``Porvoon kaupunginjohtaja``
    seat_ahead: re.Pattern[str] | None = field(default=None, repr=False)
    # joins an office to a name: ``mayor of Leeds``
    seat: re.Pattern[str] | None = field(default=None, repr=False)
    stop: frozenset[str] = frozenset()  # words that end what was announced
    owned: bool = False  # whether what stands behind a name says so by its form (Hungarian)

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Context:
        """Read one table of ``context``.

        Raises:
            PackError: If an entry is not a regular expression.
        """
        return cls(
            _compiled(table, "label", r"(?<!\w)(?i:{})\s*[:–]\s*"),
            _compiled(table, "before", rf"(?<!\w)(?i:{{}})(?:{_SPACE}[\w-]+){{0,2}}{_SPACE}$"),
            _compiled(table, "behind", rf"{_SPACE}(?i:{{}})(?!\w)"),
            _compiled(table, "announce", rf"(?<!\w)(?i:{{}}){_SPACE}"),
            _compiled(table, "copula", rf"(?<!\w)(?i:{{}})(?:{_SPACE}[\w-]+)?{_SPACE}$"),
            _compiled(table, "unique", rf"(?<!\w)(?i:{{}})(?:{_SPACE}[\w-]+)?{_SPACE}$"),
            *_after(table),
            _ahead(table),
            _compiled(table, "seat_ahead", rf"(?<![\w-])(?={_CAPITAL})(?:{{}}){_SPACE}$"),
            _compiled(table, "seat", rf"{_SPACE}(?:{{}}){_SPACE}{_CAPITAL}"),
            frozenset(table.get("stop", "").split()),
            bool(table.get("owned", False)),
        )

    def announced(self, text: str, start: int, end: int) -> bool:
        """Tell whether a trigger stands right before or right behind."""
        if self.behind and self.behind.match(text, end):
            return True
        return _ends(self.before, text, start) or _ends(self.label, text, start, end=r"\Z")

    def is_said_of(self, text: str, start: int) -> bool:
        """Tell whether a copula right before says that somebody is one."""
        return _ends(self.copula, text, start)

    def is_unique(self, text: str, start: int) -> bool:
        """Tell whether a word right before says that there is only one."""
        return _ends(self.unique, text, start)

    def is_seated(self, text: str, start: int, end: int, *, owned: bool) -> bool:
        """Tell whether a name beside it says where or of what: ``mayor of Leeds``."""
        if self.seat and self.seat.match(text, end):
            return True
        return owned >= self.owned and _ends(self.seat_ahead, text, start)

    def complement(self, text: str, start: int, end: int, *, leads: bool) -> tuple[int, int]:
        """Return the term's extent together with the institution it belongs to.

        Args:
            text: The text.
            start: Where the term begins.
            end: Where it ends.
            leads: Whether a field makes the term unique too: ``minister for education``.
        """
        if self.after and (match := self.after.match(text, end, end + _REACH)):
            return start, _unpointed(text, match.end())
        if leads and self.domain and (match := self.domain.match(text, end, end + _REACH)):
            return start, _unpointed(text, match.end())
        if self.ahead:
            low = max(0, start - _REACH)
            low = max(low, text.rfind("\n", low, start) + 1)
            if match := self.ahead.search(text[low:start]):
                return low + match.start(), end
        return start, end

    def announcements(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield what is announced whether a list has it or not, with the rule that found it."""
        yield from ((start, end, "field") for start, end in self._fields(text))
        yield from ((start, end, "phrase") for start, end in self._phrases(text))

    def _fields(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the values of labelled fields, up to the end of their first phrase."""
        if self.label is None:
            return
        for match in self.label.finditer(text):
            value = _FIELD.match(text, match.end())
            if value and value[0].strip():
                stop = _FIELD_END.search(value[0])
                end = value.start() + (stop.start() if stop else len(value[0]))
                yield value.start(), value.start() + len(text[value.start() : end].rstrip(" .,"))

    def _phrases(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield what a strong trigger announces, up to the next stop word."""
        if self.announce is None:
            return
        for match in self.announce.finditer(text):
            words = _WORDS.match(text, match.end())
            end = self._stopped(words) if words else match.end()
            if end > match.end():
                yield match.end(), end

    def _stopped(self, words: re.Match[str]) -> int:
        end = words.start()
        for word in re.finditer(r"\S+", words[0]):
            if word[0].casefold() in self.stop:
                break
            end = words.start() + word.end()
        return end


def _unpointed(text: str, end: int) -> int:
    """Return the end without a full stop that closes the sentence."""
    return end - 1 if text[end - 1] in ".'’-" else end


def beside_name(text: str, start: int, end: int) -> bool:
    """Tell whether a name stands right behind a term, or before it with a comma."""
    if _NAME_AFTER.match(text, end):
        return True
    return _NAME_BEFORE.search(text, max(0, start - _REACH), start) is not None


def _ends(pattern: re.Pattern[str] | None, text: str, start: int, end: str = "") -> bool:
    if pattern is None:
        return False
    before = text[max(0, start - _REACH) : start]
    if end:
        return any(match.end() == len(before) for match in pattern.finditer(before))
    return pattern.search(before) is not None


def _joined(pattern: str) -> str:
    """Return a pattern in one line; it may be written over several."""
    return re.sub(r"\s*\n\s*", "", pattern.strip())


def _compiled(table: Mapping[str, Any], key: str, form: str) -> re.Pattern[str] | None:
    if not table.get(key):
        return None
    try:
        return re.compile(form.replace("{}", _joined(table[key])))
    except re.error as error:
        raise PackError(f"terms.toml: {key}: not a regular expression: {error.msg}") from error


def _after(table: Mapping[str, Any]) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Complements behind: an institution with what qualifies it; a field after a preposition."""
    if not table.get("institution"):
        return None, None
    parts = {n: _joined(table.get(n, "(?!)")) for n in _PARTS}
    filler = rf"(?:{_SPACE}(?:{parts['adjective']}|{_CAPITAL}{_NO_END}))"
    house = rf"{_SPACE}(?i:{parts['institution']})(?!\w)(?:{_SPACE}{_SPECIALTY})?"
    place = rf"(?:{_SPACE}(?:{parts['link']}))?(?:{filler}){{0,4}}{house}"
    plain = rf"(?:{_SPACE}(?:{parts['adjective']})){{0,3}}{_SPACE}(?!{_CAPITAL})[\w-]{{3,}}"
    goal = rf"(?:(?:{_SPACE}{_CAPITAL}){{1,4}}|{plain})"
    more = rf"(?:{_SPACE}(?:{parts['link']}){goal})?"
    names = rf"(?:{_SPACE}(?:{_CAPITAL}|{parts['behind']})){{0,4}}"
    domain = rf"{_SPACE}(?:{parts['field']}){goal}"
    whole = {"after": f"{place}{more}{names}", "domain": domain}
    return _compiled(whole, "after", "{}"), _compiled(whole, "domain", "{}")


def _ahead(table: Mapping[str, Any]) -> re.Pattern[str] | None:
    """Complements before: the institution in the genitive or as an owner."""
    if not table.get("institution_ahead"):
        return None
    article = _joined(table.get("article", "(?!)"))
    words = rf"{_joined(table.get('adjective', '(?!)'))}|{_CAPITAL}{_NO_END}"
    filler = rf"(?:(?!(?:{article})\s)(?:{words}){_SPACE})"
    inner = rf"(?i:{_joined(table['institution_ahead'])}){_SPACE}"
    whole = rf"(?<![\w-])(?:{filler}){{0,4}}{inner}(?:{filler}){{0,2}}$"
    return _compiled({"ahead": whole}, "ahead", "{}")
