"""Which part of a package is read, kept, cleaned or left out; see ``rules.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Literal

from allonym.formats.base import load_table

Action = Literal[
    "read", "page", "style", "sift", "keep", "remove", "write", "picture", "member", "relations"
]

TABLE = "office/rules.toml"


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of the parts whose name a pattern fits."""

    match: str  # pattern of names, ``*`` for anything
    do: Action  # what becomes of them
    use: str = ""  # the vocabulary they are read by, or the text that is written instead
    place: str = ""  # what reports call them


@cache
def load_rules() -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules of each kind of package, first match wins."""
    data = load_table(TABLE)
    return {kind: tuple(Rule(**row) for row in table["part"]) for kind, table in data.items()}


def rule_for(name: str, kind: str) -> Rule:
    """Return what becomes of a part; one that no rule knows is left out."""
    for rule in load_rules()[kind]:
        if any(fnmatchcase(name, pattern) for pattern in rule.match.split()):
            return rule
    return Rule(name, "remove", place="unknown parts")
