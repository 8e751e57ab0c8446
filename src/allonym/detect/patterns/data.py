"""Patterns as data: read ``patterns.toml`` of every language, expand, and weaken for the pre-scan.

The keys of a ``[[pattern]]`` are explained with `PatternSpec`; ``docs/reference/identifiers.md`` is
made from the same files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from allonym.detect.patterns.loose import loosen, loosen_words
from allonym.errors import PackError
from allonym.identifiers.schemes import SCHEMES, Scheme
from allonym.languages.pack import common_path, data_files, read_toml
from allonym.model.types import is_known
from allonym.text.fold import strip_marks

Alone = Literal["certain", "likely", "own", "listed", "never"]

SPACE = r"[ \u00a0\u2007\u2009\u202f]"
DASH = r"[-\u2010-\u2013\u2212]"
SEPARATOR = r"[ \u00a0\u2007\u2009\u202f\t./\u2010-\u2013\u2212-]"
MACROS = {
    "{SP}": SPACE,
    "{DASH}": DASH,
    "{SD}": r"[ \u00a0\u2007\u2009\u202f\u2010-\u2013-]",
    "{LETTER}": r"[A-Za-z]",
    "{ROMAN}": r"[IVXLC]{1,7}",
    "{W}": r"\p{Lu}[\p{L}\p{M}'’-]*",
    "{NO}": r"(?!(?:1[5-9]|20)\d\d(?![\d/]))\d{1,4}",
    "{PARCEL}": (  # a further one: no share (1/2, 12/96 части), no file, measure, count or year
        r"(?!(?:\d{1,6}/)?(?:19|20)\d\d(?:/\d\d)?(?![\d/]))"
        r"(?<!(?:podiel\p{L}*|udzia\p{L}+|dijel\p{L}*|dio|delež\p{L}*|cot\p{L})[ ])(?:"
        r"\d{2,6}/\d{1,5}(?!/|[ ]?(?:m|ha)(?!\p{L})|[ ](?:podiel|udzia|dije|del|cot|głos|hlas|glas"
        r"|częś|čas[tť]|z cel|cel|ide|solast|suvlas|ид|част|part|păr))"
        r"|(?<![,;])(?:(?<!\p{Ll}{2}[ ])|(?<=[ ](?:oraz|lub|alebo|ili|in|ter|ali|și|sau|или)[ ]))"
        r"\d{1,6}(?=[,;)\n]|$|[.](?:$|\s)|[ ](?:[wvuaiви][ ]|[(]|oraz|k[.]|obr)))"
    ),
    "{NUM}": r"\d{1,4}(?:[ ]?[a-zA-Zа-яА-Я](?![\p{L}\p{N}]))?",
}
"""What patterns may abbreviate."""

LEFT = r"(?<![\p{L}\p{N}_])(?<!\p{N}[.,/:\u2010-\u2013-])"
RIGHT = r"(?![\p{L}\p{N}_])(?![.,/:\u2010-\u2013-]\p{N})"


KEY = r"[\"'][ ]?[:=]|="
"""What stands behind a key of JSON and the like, where capitals do not matter."""


@dataclass(frozen=True, slots=True)
class PatternSpec:
    """One pattern as its file states it."""

    name: str  # country and scheme, such as ``pl.pesel``; unique
    type: str  # entity type
    title: str  # what people call it
    # what the value looks like. A group ``v`` marks the value where the expression also names what
    # stands around it
    regex: str
    country: str = ""  # ISO 3166 code, ``EU``, or empty for everywhere
    value: str = ""  # what it looks like when announced; `regex` where empty
    # how many digits the value may have; when announced, they may be grouped anyhow
    digits: tuple[int, ...] = ()
    check: str = ""  # name of a scheme whose check the value must pass
    triggers: tuple[str, ...] = ()  # expressions that announce the value, in any capitals
    # the same, in these capitals only, but for keys: ``"nip": "…"``, ``nip=…``
    exact: tuple[str, ...] = ()
    several: bool = False  # behind a comma or *and* stands a further value: *ABC 123 and XYZ 41*
    # what an unannounced valid value is: ``certain`` anywhere, ``likely`` in its own country and
    # listed elsewhere, ``own`` in its own country only, ``listed``, ``never``
    alone: Alone = "never"
    # score of an unannounced valid value, where it differs from what `alone` means
    score: float = 0.0
    near: float = 0.0  # score of the unannounced form with a wrong check; 0 does not report it
    # strings one of which must stand near; spares asking for the form everywhere
    needs: tuple[str, ...] = ()
    # a simpler expression, in RE2's syntax, that matches near every value; for forms made of words
    hint: str = ""
    open: bool = False  # the expression sets its own edges
    ignorecase: bool = False  # capitals do not matter
    # name of a further test of the surface: ``ip``, ``phone``, ``place``, ``postcode``
    validate: str = ""
    example: str = ""  # invented
    source: str = ""  # where the form is written down

    @property
    def scheme(self) -> Scheme | None:
        """What the value is checked by, if anything."""
        return SCHEMES[self.check] if self.check else None

    @property
    def announced(self) -> bool:
        """Tell whether words may announce it."""
        return bool(self.triggers or self.exact)

    @property
    def trigger(self) -> str:
        """Return one expression for all its triggers, with diacritics or without."""
        loose = f"(?i:{'|'.join(map(loosen, self.triggers))})" if self.triggers else ""
        keys = f"{self.keys}(?={KEY})" if self.exact else ""
        return "(?:" + "|".join(filter(None, (loose, *map(loosen, self.exact), keys))) + ")"

    @property
    def keys(self) -> str:
        """Return one expression for its exact triggers in any capitals; empty where it has none."""
        return f"(?i:{'|'.join(map(loosen, self.exact))})" if self.exact else ""


@dataclass(frozen=True, slots=True, eq=False)
class PatternFile:
    """The contents of one ``patterns.toml``; read once, so that each is the same object."""

    language: str
    patterns: tuple[PatternSpec, ...]
    settings: Mapping[str, Any]


def load_patterns(languages: Iterable[str] | None = None) -> tuple[PatternFile, ...]:
    """Read the common patterns and those of `languages` (None: of all there are).

    Raises:
        PackError: If a file is not TOML, or a pattern has an unknown key, type, check or name.
    """
    found = data_files("patterns.toml")
    chosen = found if languages is None else {c: p for c, p in found.items() if c in set(languages)}
    files = tuple(_read(path) for path in (common_path("patterns.toml"), *chosen.values()))
    names = Counter(spec.name for file in files for spec in file.patterns)
    if twice := sorted(name for name, times in names.items() if times > 1):
        raise PackError(f"patterns: name {twice[0]!r} is given twice")
    return files


@cache
def _read(path: Path) -> PatternFile:
    place = f"{path.parent.name}/{path.name}"
    data = dict(read_toml(path))
    country = data.get("country", "")
    patterns = tuple(_spec(entry, country, place) for entry in data.pop("pattern", ()))
    return PatternFile(path.parent.name, patterns, data)


def _spec(entry: Mapping[str, Any], country: str, place: str) -> PatternSpec:
    name = entry.get("name", "?")
    for key in entry:
        if key not in PatternSpec.__dataclass_fields__:
            raise PackError(f"{place}: pattern {name!r}: unknown key {key!r}")
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    values["value"] = expand(values.get("value", ""))
    for key in ("regex", "hint"):
        values[key] = loosen_words(expand(values.get(key, "")))
    for key in ("triggers", "exact"):
        values[key] = tuple(expand(v) for v in values.get(key, ()))
    try:
        spec = PatternSpec(**{"country": country, **values})
    except TypeError as error:
        raise PackError(f"{place}: pattern {name!r}: {error}") from error
    return _checked(spec, place)


def _checked(spec: PatternSpec, place: str) -> PatternSpec:
    if not is_known(spec.type):
        raise PackError(f"{place}: pattern {spec.name!r}: unknown type {spec.type!r}")
    if spec.check and spec.check not in SCHEMES:
        raise PackError(f"{place}: pattern {spec.name!r}: unknown check {spec.check!r}")
    if spec.alone not in get_args(Alone):
        raise PackError(f"{place}: pattern {spec.name!r}: unknown alone {spec.alone!r}")
    return spec


def expand(expression: str) -> str:
    """Write out the macros of an expression."""
    for name, text in MACROS.items():
        expression = expression.replace(name, text)
    return expression


def weaken(expression: str) -> str:
    r"""Return an expression for RE2 that matches wherever `expression` does, and more.

    Look-arounds and word boundaries go, possessive and atomic parts become plain, long counts
    have no upper end.

    >>> weaken(r"(?<!\d)(?P<v>\d{2}+)(?>a(?!b))\b")
    '(?:\\d{2})(?:a)'
    """
    out: list[str] = []
    position = 0
    while special := _SPECIAL.search(expression, position):
        step, text = _weaker(expression, special.start())
        out += expression[position : special.start()], text
        position = special.start() + step
    return "".join((*out, expression[position:]))


_SPECIAL = re.compile(r"[\\\[({+]")
_LOOKING, _OPENING = re.compile(r"\(\?<?[=!]"), re.compile(r"\(\?(?:>|P<\w+>)|\((?!\?)")
_COUNTED = re.compile(r"\{(\d+),(\d+)\}")
_COARSENED = re.compile(r"(\[\^?\]?(?:[^\]\\]|\\.)*\])|(\\p\{\w+\})|\\.", re.DOTALL)
"""A class in brackets, one without, or a sign that is escaped."""
_COARSE = {"L": "A-Za-z", "Lu": "A-Z", "Ll": "a-z", "M": "", "N": "0-9"}


def coarse(expression: str) -> str:
    r"""Return an expression for RE2 in which every letter beyond ASCII is like every other.

    It matches wherever `expression` does, and more; classes of Unicode make RE2 slow to compile.

    >>> print(coarse(r"[^\p{L}\p{N}]\p{Lu}[\p{L}’]"))
    [^A-Za-z0-9][A-Z\x{80}-\x{10ffff}][A-Za-z\x{80}-\x{10ffff}’]
    """
    return _COARSENED.sub(
        lambda m: _coarse_class(m[1] or f"[{m[2]}]") if m.lastindex else m[0], expression
    )


def _coarse_class(text: str) -> str:
    """Widen a class: what is excluded shrinks to ASCII, what is included takes in all beyond."""
    beyond = "" if text.startswith("[^") else r"\x{80}-\x{10ffff}"
    return re.sub(r"\\p\{(\w+)\}", lambda m: _COARSE[m[1]] + beyond, text)


_SHORTEST = 3
"""Shorter triggers mean something else without diacritics."""


@cache
def plain_triggers(files: tuple[PatternFile, ...]) -> frozenset[str]:
    """Return the triggers that are plain words, and other words that announce, in small letters."""
    own = [t for f in files for s in f.patterns for t in (*s.triggers, *s.exact)]
    own += [word for f in files for word in f.settings.get("announcers", ())]
    words = {t.lower() for t in own if not set(t) & set("([|?*+\\")}
    return frozenset(words | {strip_marks(word) for word in words if len(word) > _SHORTEST})


_QUANTIFIED = re.compile(r"(?<!\\)(?:[*+?]|\{\d+(?:,\d*)?\})$")


def _weaker(expression: str, at: int) -> tuple[int, str]:
    if expression[at] == "\\":
        return _escape(expression, at)
    if expression[at] == "[":
        return _class(expression, at)
    if _LOOKING.match(expression, at):
        return _group_length(expression, at), ""
    opening = _OPENING.match(expression, at)
    if opening:
        return len(opening[0]), "(?:"
    counted = _COUNTED.match(expression, at)
    if counted and int(counted[2]) - int(counted[1]) > 6:
        return len(counted[0]), f"{{{counted[1]},}}"
    possessive = expression[at] == "+" and _QUANTIFIED.search(expression, max(0, at - 8), at)
    return 1, "" if possessive else expression[at]


def _escape(expression: str, at: int) -> tuple[int, str]:
    pair = expression[at : at + 2]
    if pair == r"\u":
        return 6, "\\x{" + expression[at + 2 : at + 6] + "}"
    if pair[1].isdigit():
        return 2, "(?s:.{0,4})"
    return (2, "") if pair in (r"\b", r"\B") else (2, pair)


def _class(expression: str, at: int) -> tuple[int, str]:
    end = at + 2 if expression[at + 1] in "^]" else at + 1
    while expression[end] != "]":
        end += 2 if expression[end] == "\\" else 1
    text = expression[at : end + 1]
    return len(text), re.sub(r"\\u([0-9a-fA-F]{4})", r"\\x{\1}", text)


def _group_length(expression: str, at: int) -> int:
    depth, position = 0, at
    while True:
        character = expression[position]
        if character == "\\":
            position += 2
            continue
        if character == "[":
            position += _class(expression, position)[0]
            continue
        depth += (character == "(") - (character == ")")
        position += 1
        if depth == 0:
            return position - at
