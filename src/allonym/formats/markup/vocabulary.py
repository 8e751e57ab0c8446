"""What the elements and attributes of a kind of XML or HTML mean to a reader."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from allonym.formats.base import load_table
from allonym.formats.standards import is_called
from allonym.languages.columns import field_type, is_amount

_SCHEMA = ("xmlns", "xml:", "xsi:", "xlink:type", "type", "role", "version", "encoding", "lang")
_NUMBERS = ("phone", "postcode", "gps", "id", "iban")
# digits as people group those of a phone, nothing else beside them
_GROUPS = re.compile(
    r"\s*(?=(?:\D*\d){9})(?:\(?0\d{1,4}\)?(?:[ ./-]{1,2}\d{2,4}){2,4}|\d{3}(?:[ .-]\d{3}){2}\d?)\s*"
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What elements and attributes mean; ``vocabularies.toml`` explains each key.

    Names are local names.  An attribute may be named with its element: ``meta@content``.
    """

    flows: bool = False
    mixed: bool = False
    blocks: frozenset[str] = frozenset()
    detached: frozenset[str] = frozenset()
    spaces: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    remove: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    characters: Mapping[str, str] = field(default_factory=dict)
    entities: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    wide: frozenset[str] = frozenset()
    separators: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[str, str] = field(default_factory=dict)
    code: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    drop: frozenset[str] = frozenset()
    extensions: frozenset[str] = frozenset()
    unwrap: frozenset[str] = frozenset()
    formulas: frozenset[str] = frozenset()
    brackets: bool = False
    namespaces: bool = False
    like: str = ""
    outside: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    labels: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    strip: frozenset[str] = frozenset()
    drawn: frozenset[str] = frozenset()
    tags: bool = False
    headed: bool = False
    edges: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, int] = field(default_factory=dict)
    joins: Mapping[str, str] = field(default_factory=dict)
    holder: str = ""
    settled: frozenset[str] = frozenset()

    def character(self, path: Sequence[str]) -> str:
        """Return the character that the last element of a path stands for, if it does."""
        name, inside = path[-1], "/".join(path[-2:])
        return self.characters.get(name) or self.characters.get(inside, "")

    def announced(self, name: str, text: str) -> str:
        """Return what the name of an element or an attribute announces of a text, or nothing.

        As headings of columns do they tell numbers: *naslov* is an address and a title.
        """
        said = field_type((name.rpartition(":")[2],), text)
        told = said.startswith(_NUMBERS) and not (said == "phone" and is_amount(text))
        return said if told else ""

    def is_field(self, element: str) -> bool:
        """Tell whether an element holds a text of its own, so that two of them share no word."""
        return element in self.fields or element in self.entities

    def reads(self, element: str, attribute: str) -> bool:
        """Tell whether an attribute's value is read."""
        if attribute.startswith("xmlns"):
            return self.namespaces
        local = attribute.rpartition(":")[2]
        if not self.attributes.isdisjoint((attribute, local, f"{element}@{local}")):
            return True
        if attribute.startswith(("data-", "on")) and f"{attribute[:2]}*" in self.attributes:
            return True
        known = attribute.startswith(_SCHEMA) or local in self.codes
        return "*" in self.attributes and not known

    def speaks(self, attribute: str, value: str) -> bool:
        """Tell whether an attribute that is not known to be read holds words all the same.

        Capital letters do, and what the pattern finds.  What a name is replaced by must be judged
        as the name was, so neither accents nor the length of a word may matter.
        """
        pattern = self.others.get(attribute) or self.others.get("*", "")
        if not pattern or attribute.startswith("xmlns"):
            return False
        if attribute in self.labels:
            capital = is_called(value)
        else:
            capital = pattern == self.others.get("*") and value != value.lower()
        in_groups = attribute not in self.drawn and _GROUPS.fullmatch(value)
        return capital or bool(in_groups or re.search(pattern, value))

    def value(self, element: str, attribute: str) -> str | None:
        """Return what an attribute is set to whatever it says, if it is."""
        if attribute.startswith("xmlns"):
            return None
        local = attribute.rpartition(":")[2]
        found = self.values.get(f"{element}@{local}")
        return self.values.get(local) if found is None else found


@cache
def load_vocabularies() -> Mapping[str, Vocabulary]:
    """Return the vocabularies by name, read once."""
    data = load_table("markup/vocabularies.toml")
    return {
        name: Vocabulary(**{key: _meant(value) for key, value in {**like, **table}.items()})
        for name, table in data.items()
        for like in [data.get(table.get("like"), {})]
    }


def _meant(value: Any) -> Any:
    """Return a list as a set, and a table with each of several names in one key by itself."""
    if isinstance(value, dict):
        return {name: meaning for names, meaning in value.items() for name in names.split()}
    return frozenset(value) if isinstance(value, list) else value
