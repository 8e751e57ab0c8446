"""Waters and hills that say what they are: *River Teme*, *sjön Väsman*, *Fürdő-patak*.

The word stays, and the name becomes another of the table's that such a word goes with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from allonym.languages.pack import LanguagePack
from allonym.model.span import Span

_REACH = 24
"""Signs before a name in which its word stands."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a name says that it is.

    Attributes:
        kind: As the table of the world has it.
        kept: What of the name stays before the rest: *River*.
        ends: What the name ends in.
    """

    kind: str
    kept: str = ""
    ends: str = ""


@dataclass(frozen=True, slots=True)
class _Words:
    """How a kind of water or hill is told."""

    inside: re.Pattern[str]
    before: re.Pattern[str]
    ends: tuple[str, ...]


def head_of(pack: LanguagePack, text: str, span: Span) -> Head | None:
    """Return what the word before a name, or its first one, says that it is; None for others."""
    before, name = text[max(0, span.start - _REACH) : span.start], text[span.start : span.end]
    for kind, words in _load(pack).items():
        if inside := words.inside.match(name):
            return Head(kind, kept=inside[0])
        if words.before.search(before):
            return Head(kind)
    return None


def ending_of(pack: LanguagePack, forms: Sequence[str]) -> Head | None:
    """Return what the end of a name says that it is; None for others.

    Args:
        pack: Of the language.
        forms: The name as it stands in the text, and its likely citation forms.
    """
    ends = ((kind, end) for kind, words in _load(pack).items() for end in words.ends)
    found = (
        Head(kind, ends=end)
        for kind, end in ends
        if any(f.casefold().endswith(end) and len(f) > len(end) for f in forms)
    )
    return next(found, None)


@cache
def _load(pack: LanguagePack) -> Mapping[str, _Words]:
    table: Mapping[str, Mapping[str, Sequence[str]]] = pack.toml("address.toml").get("nature", {})
    return {kind: _words(own) for kind, own in table.items()}


def _words(own: Mapping[str, Sequence[str]]) -> _Words:
    led = "|".join(map(re.escape, own.get("before", ()))) or "(?!)"
    return _Words(
        re.compile(rf"(?i:(?:the )?(?:{led})[ \u00a0])(?=[^\W\d_a-z])"),
        re.compile(rf"(?<!\w)(?i:{led})[ \u00a0]\Z"),
        tuple(own.get("ends", ())),
    )
