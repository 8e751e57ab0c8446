"""What each town of a document serves as, and what an area must have that stands for its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from allonym.languages.geography import Town
from allonym.replace.places.settlements import Gathered

Roles = Mapping[str, frozenset[str]]
"""By the name of a town that serves others, the names of all that serve as it does."""


def roles_of(
    gathered: Gathered,
    listed: Callable[[str], str],
    having: Iterable[tuple[str, frozenset[str]]],
) -> Roles:
    """Return what the towns in the names of courts, hospitals and regional bodies serve as.

    Args:
        gathered: The towns of the document.
        listed: Returns the name that the table of settlements has for one.
        having: Towns that have what the text names, each with all that have such.
    """
    known = gathered.geography
    roles: dict[str, frozenset[str]] = {}
    for names, alike in (*gathered.serving, *(((town,), towns) for town, towns in having)):
        ruled = (town.name for n in names if (town := known.in_region(n)))  # Clare's is Ennis
        for name in (n for n in map(listed, (*names, *ruled)) if n in alike):
            others = alike - {name}
            roles[name] = (roles.get(name, others) & others) or others
    return roles


def needs_of(
    gathered: Gathered, listed: Callable[[str], str], roles: Roles
) -> Mapping[tuple[str, str], Sequence[tuple[Town, frozenset[str]]]]:
    """Return the towns that the document names in each area, and what each serves as.

    Of words in the names of organisations only cities and what serves others are taken for towns.

    Args:
        gathered: The towns of the document.
        listed: Returns the name that the table of settlements has for one.
        roles: What towns serve as.
    """
    said = dict.fromkeys(listed(named.name) for named in gathered.towns)  # in the text's order
    names = (*said, *(held.name for held in gathered.held))
    towns = {town.name: town for name in names if (town := gathered.named(name))}
    needs: dict[tuple[str, str], list[tuple[Town, frozenset[str]]]] = defaultdict(list)
    for name, town in towns.items():
        if name in said or name in roles or not town.size:
            needs[town.country, town.area].append((town, roles.get(name, frozenset())))
    return needs
