"""Words around a mention that must follow its replacement: w/we, z/ze, a/an.

What alternates is data (``around.toml``); languages differ in nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from allonym.errors import PackError
from allonym.languages.pack import LanguagePack
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import SMALL, like

_BEFORE = re.compile(r"(?<![\w/])(\w+)([^\S\n]+|[^\S\n]*\n[^\S\n]*)(?:[„\"“”'«»‚‘(]*)\Z")
_INSIDE = re.compile(rf"(?<= )({SMALL}{{1,3}})( )")
"""A short word in small letters inside a name."""
_REACH = 24
_QUOTED = 400


@dataclass(frozen=True, slots=True)
class Alternation:
    """A word with two forms, and when the other one is right."""

    usual: str
    other: str
    condition: re.Pattern[str] = field(repr=False)
    inside: bool = True  # in names too; *na Koroškem* follows a land that is replaced alone

    def before(self, text: str) -> str:
        """Return the form that stands before `text`."""
        return self.other if self.condition.match(text) else self.usual


@dataclass(frozen=True, slots=True)
class Ending:
    """A short mark after a name, the names that take it, and what others add to it."""

    names: re.Pattern[str] = field(repr=False)
    mark: re.Pattern[str] = field(repr=False)
    quoted: re.Pattern[str] = field(repr=False)
    adds: str


@dataclass(frozen=True, slots=True)
class Around:
    """The alternations of one language."""

    alternations: tuple[Alternation, ...] = ()
    endings: tuple[Ending, ...] = ()

    def repair(self, view: TextView, replacements: Iterable[Replacement]) -> Iterator[Replacement]:
        """Yield a change for each word that no longer fits what now follows it.

        Args:
            view: The document.
            replacements: What is put into it; words they cover are left alone.
        """
        ordered = sorted(replacements, key=lambda r: r.span)
        covered = 0
        for replacement in ordered:
            change = self._change(view, replacement) if replacement.text else None
            if change and change.span.start >= covered:
                yield change
            covered = max(covered, replacement.span.end)
            yield from self._after(view, replacement)

    def within(self, name: str) -> str:
        """Return a name of several words, its own alternating words fit: *súd vo Zvolene*."""

        def fit(match: re.Match[str]) -> str:
            own = (a for a in self.alternations if a.inside and match[1] in (a.usual, a.other))
            return next((a.before(name[match.end() :]) + match[2] for a in own), match[0])

        return _INSIDE.sub(fit, name) if self.alternations else name

    def _after(self, view: TextView, replacement: Replacement) -> Iterator[Replacement]:
        """Yield the mark after a name made full where only the original took the short one."""
        end = replacement.span.end
        before = view.text[max(0, end - _QUOTED) : end]
        for ending in self.endings:
            found = ending.mark.match(view.text, end)
            if not found or not ending.names.search(before) or ending.quoted.search(before):
                continue
            if replacement.text and not ending.names.search(replacement.text):
                adds = ending.adds.upper() if replacement.text.isupper() else ending.adds
                span, text = Span(*found.span()), found[0] + adds
                yield Replacement(
                    span, text, replacement.entity, replacement.method, 1.0, context=True
                )

    def _change(self, view: TextView, replacement: Replacement) -> Replacement | None:
        start = replacement.span.start
        block = view.block_at(start) if view.text else None
        left = max(block.start if block else 0, start - _REACH)
        match = _BEFORE.search(view.text[left:start])
        if not match:
            return None
        word = match[1].casefold()
        found = next((a for a in self.alternations if word in (a.usual, a.other)), None)
        if not found or found.before(view.surface(replacement.span)) != word:
            return None  # że, typed without its mark; or whoever writes does not alternate
        if (right := found.before(replacement.text)) == word:
            return None
        loud = replacement.text.isupper() and not any(map(str.isdigit, replacement.text))
        shouted = loud and len(match[1]) == 1 and match[1].isupper()
        text = like(replacement.text if shouted else match[1], right)  # A 29-es: Az 5-ös
        span = Span(left + match.start(1), left + match.end(1))
        return Replacement(span, text, replacement.entity, replacement.method, 1.0, context=True)


@cache
def load_around(pack: LanguagePack) -> Around:
    """Return the alternations of a pack; none where it has no ``around.toml``.

    Raises:
        PackError: If an entry lacks a key or its expression is wrong.
    """
    table = pack.toml("around.toml")
    rows, ends = table.get("alternation", ()), table.get("ending", ())
    try:
        return Around(tuple(map(_alternation, rows)), tuple(map(_ending, ends)))
    except re.error as error:
        raise PackError(f"{pack.code}/around.toml: {error}") from error


def _alternation(entry: Mapping[str, object]) -> Alternation:
    forms, other = entry.get("forms"), entry.get("other")
    if not isinstance(forms, list) or len(forms) != 2 or not isinstance(other, str):
        raise PackError("around.toml: an alternation needs forms = [usual, other] and other")
    inside = bool(entry.get("inside", True))
    return Alternation(str(forms[0]), str(forms[1]), re.compile(other), inside)


def _ending(entry: Mapping[str, object]) -> Ending:
    values = [entry.get(key) for key in ("names", "mark", "quoted", "adds")]
    if not all(isinstance(value, str) for value in values):
        raise PackError("around.toml: an ending needs names, mark, quoted and adds")
    names, mark, quoted, adds = map(str, values)
    return Ending(re.compile(names), re.compile(mark), re.compile(quoted), adds)
