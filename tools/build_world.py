"""Write ``languages/<code>/world.tsv``: places abroad and of nature, in all their forms.

``tools/world.tsv`` says what each language calls them, ``tools/within.tsv`` what lies in towns at
home; forms come from the pack's own morphology, and ``tools/world_mended.tsv`` adds what it lacks.

    cd tools && python build_world.py pl en

What a table has already stays as it is, since much was mended there: only new names are added.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from allonym.languages.geography import load_geography
from allonym.languages.pack import load_pack
from allonym.morphology.load import load_morphology
from build_countries import ROOT, WHOLE, agreeing, forms_of, missed

HOMES = {
    "SI": "sl", "HR": "hr", "BG": "bg", "RO": "ro", "SK": "sk", "PL": "pl", "HU": "hu", "FI": "fi",
    "SE": "sv",
}  # fmt: skip
HEAD = (
    "# Made by tools/build_world.py from tools/world.tsv; not by hand. Own work (CC0); capitals: "
    "Unicode CLDR (Unicode Licence v3)."
)
OWN = "only"
"""Stands for the English name of what few languages need to name."""
CODE = 2
"""Letters of the code of a country; what is longer is a town."""


def names(code: str, at_home: frozenset[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, country, name and what it is called at home (*Oradea* of Nagyvárad).

    The country's own cities are left out.
    """
    lines = (Path(__file__).parent / "world.tsv").read_text("utf-8").splitlines()
    for line in lines:
        if line[:1] in ("#", ""):
            continue
        kind, country, usual, *others = line.split("\t")
        said = {c: n for cell in others for c, n in _cell(cell)}
        name = said.get(code, "" if usual == OWN else usual)
        if name not in ("", OWN) and not (_is_city(kind) and country in at_home):
            home = said.get(HOMES.get(country, ""), usual) if _is_city(kind) else name
            yield kind, country, name, name if home == OWN else home


def within(code: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield what lies in each town at home: what it is, the town, and its name twice."""
    lines = (Path(__file__).parent / "within.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line.startswith(f"{code}\t"))
    yield from ((kind, town, n, n) for _, kind, town, own in rows for n in own.split(", "))


def _is_city(kind: str) -> bool:
    return kind.partition(".")[0] == "city"


def _cell(cell: str) -> Iterator[tuple[str, str]]:
    codes, _, name = cell.partition(" ")
    yield from ((code, name) for code in codes.split(","))


def mended(code: str, lines: list[str]) -> Iterator[str]:
    """Yield the lines with the forms that ``tools/world_mended.tsv`` adds, then its own rows."""
    table = (Path(__file__).parent / "world_mended.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in table if line.startswith(f"{code}\t"))
    more = {tuple(row[1:4]): row[4:] for row in rows}
    keys = [tuple(line.split("\t")[:3]) for line in lines]
    for key, line in zip(keys, lines, strict=True):
        yield "\t".join([line, *more.get(key, ())])
    yield from ("\t".join([*key, *forms]) for key, forms in more.items() if key not in keys)


def build(code: str) -> None:
    """Write the table of one language."""
    pack = load_pack(code)
    morphology = load_morphology(pack)
    at_home = frozenset(town.state for town in load_geography(pack).towns)
    lines = [HEAD]
    known = {said.split("/")[0] for _, _, said, _ in names(code, at_home)}
    for kind, country, said, home in dict.fromkeys([*names(code, at_home), *within(code)]):
        name, *by_hand = said.split("/")
        spelled = {name} if home in known or home == said else {name, home.split("/")[0]}
        agreed = agreeing(code, name)
        spelled -= {name} if agreed else set()
        made = (agreed, *(forms_of(n, morphology, {}, whole=code in WHOLE) for n in spelled))
        forms = {*chain.from_iterable(made), *by_hand}
        first, _, last = name.rpartition(" ")
        if first and not agreed and _is_city(kind):  # Buenos Airesa
            forms |= {f"{first} {form}" for form in forms_of(last, morphology, {})}
        forms |= missed(code, name) if kind != "region" and not agreed else set()
        if len(country) > CODE:  # no adjectives of quarters: they describe too much
            forms = {form for form in forms if not form.islower()}
        lines.append("\t".join([kind, country, name, *sorted(forms - {name})]))
    lines = [*mended(code, lines)]
    path = ROOT / code / "world.tsv"
    if path.exists():  # much was mended there: what it has stays, and only new names are added
        own = path.read_text("utf-8").splitlines()
        keys = {tuple(line.split("\t")[:3]) for line in own}
        lines = [*own, *(line for line in lines if tuple(line.split("\t")[:3]) not in keys)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{code}: {len(lines) - 1} places")


if __name__ == "__main__":
    for language in sys.argv[1:]:
        build(language)
