"""Entity types: dotted names, their class of identifier, and the labels of each language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeVar

T = TypeVar("T")

IdentifierClass = Literal["direct", "quasi"]

TYPES: dict[str, IdentifierClass] = {
    "person": "direct", "person.given": "direct", "person.family": "direct",
    "person.initials": "direct", "person.judge": "direct",
    "place": "quasi", "place.country": "quasi", "place.region": "quasi",
    "place.settlement": "quasi",
    "address": "direct", "postcode": "quasi",
    "org": "quasi", "org.company": "quasi", "org.court": "quasi", "org.authority": "quasi",
    "org.school": "quasi", "org.hospital": "quasi",
    "date": "quasi", "date.birth": "quasi", "age": "quasi",
    "phone": "direct", "email": "direct", "url": "direct", "ip": "direct", "mac": "direct",
    "iban": "direct", "account": "direct", "card": "direct",
    "id": "direct", "id.national": "direct", "id.health": "direct", "id.tax": "direct",
    "id.company": "quasi", "id.document": "direct",
    "plate": "direct", "property": "direct", "case_number": "direct", "username": "direct",
    "gps": "direct", "occupation": "quasi", "health": "quasi", "other": "quasi",
}  # fmt: skip
"""The contract's types.  A finer type (``person.witness``) may follow any of them."""

FIGURE = "person.figure"
"""Somebody of history or fable, as far as lists know and nobody in the document is called so."""

AMOUNT = "amount"
"""What tables know to be nobody's number: nothing that lies in it is a mention."""

PROGRAM = "program"
"""What programs call things by: nobody's, unless the document calls somebody so elsewhere."""


@lru_cache(maxsize=1 << 12)
def ancestors(name: str) -> tuple[str, ...]:
    """Return the type and its parents, nearest first.

    >>> ancestors("org.company.bank")
    ('org.company.bank', 'org.company', 'org')
    """
    parts = name.split(".")
    return tuple(".".join(parts[:n]) for n in range(len(parts), 0, -1))


def is_known(name: str) -> bool:
    """Tell whether the type is one of the contract's, or finer than one of them."""
    return any(ancestor in TYPES for ancestor in ancestors(name))


def identifier_class(name: str) -> IdentifierClass:
    """Return whether a type points to a person directly or only with other facts.

    An unknown type counts as direct: the careful guess.
    """
    return next((TYPES[a] for a in ancestors(name) if a in TYPES), "direct")


@lru_cache(maxsize=1 << 12)
def is_a(name: str, parent: str) -> bool:
    """Tell whether `name` is `parent` or finer.

    >>> is_a("person.judge", "person"), is_a("personnel", "person")
    (True, False)
    """
    return name == parent or name.startswith(parent + ".")


def longest_match(name: str, table: Mapping[str, T]) -> T | None:
    """Return the entry of the longest dotted prefix of `name`, else that of ``*``."""
    return next((table[a] for a in (*ancestors(name), "*") if a in table), None)
