"""Pools of languages whose names take suffixes; a part of tools/build_pool.py.

Where the names come from, and which of them were dropped or added by eye, says
``tools/pools/<lang>.toml``; forms are made by the rules of the pack.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter
from collections.abc import Callable, Iterator

from allonym.languages.pack import load_pack
from allonym.model.features import parse_features
from allonym.morphology.suffixes import load_rules
from pool_rows import GENDERS, Build, Row, rank

BASE = "Case=Nom|Number=Sing"


def records(build: Build, source: str) -> Iterator[list[str]]:
    """Yield the records of one source, whatever stands between the cells."""
    name, _, delimiter = source.partition(":")
    path = build.data / "lexicon" / build.lang / f"{name}.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from csv.reader(lines, delimiter=delimiter or ",")


def gathered(build: Build, kind: str) -> Counter[str]:
    """Return the names of a kind with their counts, those dropped by eye left out."""
    settings = build.settings
    counts: Counter[str] = Counter()
    for source in settings["sources"].get(kind, ()):
        for row in records(build, source["file"]):
            if all(row[n] == value for n, value in source.get("where", [])):
                cells = (row[n] for n in source.get("count", [1]) if n < len(row))
                total = sum(int(cell) for cell in cells if cell.strip().isdigit())
                name = row[0].capitalize() if row[0].isupper() else row[0]
                counts[name] = max(counts[name], round(total * source.get("factor", 1)))
    for name in settings["extra"].get(kind, "").split():
        counts[name] = max(counts[name], settings["limits"]["extra"][kind])
    good, unlike = re.compile(settings["letters"]), unlikely(build, kind)
    drop = build.dropped(kind.partition("_")[0]) | build.dropped(kind)
    extra = set(settings["extra"].get(kind, "").split())
    keep = (n for n in counts if n in extra or (n not in drop and not unlike(n)))
    return Counter({n: counts[n] for n in keep if good.fullmatch(n)})


def unlikely(build: Build, kind: str) -> Callable[[str], object]:
    """Return what tells names that end or begin in a way this language's own do not."""
    pattern = build.settings["drop"].get(f"{kind}_pattern")
    return re.compile(pattern).search if pattern else lambda _: None


def forms(build: Build, lemma: str, kind: str) -> tuple[str, ...]:
    """Return the forms in the order of the bundles; nothing when one of them is unsure."""
    rules = load_rules(load_pack(build.lang))
    names = [cell.name for cell in rules.cells(kind)]
    object.__setattr__(build, "bundles", (BASE, *names))
    made = [build.morphology.inflect(lemma, kind, parse_features(name)) for name in names]
    if any(form.certainty < 0.9 and form.form != lemma for form in made):
        return ()
    return (lemma, *(form.form if form.certainty >= 0.9 else "" for form in made))


def given(build: Build) -> Iterator[Row]:
    counts = {gender: gathered(build, f"given_{gender}") for gender in GENDERS}
    limits = build.settings["limits"]
    for gender, other in (GENDERS, GENDERS[::-1]):
        taken = 0
        for name, count in counts[gender].most_common():
            made = forms(build, name, "given")
            sure = count > 20 * counts[other][name] and count >= limits["given_least"]
            if sure and made and taken < limits["given"]:
                taken += 1
                frequency = standing(build, "given", taken, count)
                yield Row(name, gender, frequency, wife_only(build, made, gender))


def standing(build: Build, kind: str, place: int, count: int) -> int:
    """Return the class of frequency; the less usual half of the names is in the lowest."""
    return max(2, rank(count)) if place <= build.settings["limits"][f"{kind}_usual"] else 1


def wife_only(build: Build, made: tuple[str, ...], gender: str) -> tuple[str, ...]:
    """Leave out the forms that name a man's wife where the name is a woman's."""
    if gender == "Masc":
        return made
    return tuple(
        "" if "Derivation=Wife" in b else f for b, f in zip(build.bundles, made, strict=True)
    )


def family(build: Build) -> Iterator[Row]:
    given_names = set(gathered(build, "given_Masc")) | set(gathered(build, "given_Fem"))
    if build.settings["limits"].get("family_given", False):
        given_names = set()
    taken, limits = 0, build.settings["limits"]
    for name, count in gathered(build, "family").most_common():
        made = forms(build, name, "family") if count >= limits["family_least"] else ()
        if made and name not in given_names and taken < limits["family"]:
            taken += 1
            yield Row(name, "", standing(build, "family", taken, count), made, name)


def place(build: Build) -> Iterator[Row]:
    adjective = getattr(build.morphology, "derivations", lambda *_: ())
    known = {row[2] for row in records(build, build.settings["sources"]["postal"])}
    taken = 0
    for name, count in gathered(build, "place").most_common():
        made = forms(build, name, "place") if name in known else ()
        if made and taken < build.settings["limits"]["place"]:
            taken += 1
            derived = next(iter(adjective(name, "place")), "")
            yield Row(name, "", rank(count), made, name, derived)


def street(build: Build) -> Iterator[Row]:
    streets = build.settings["streets"]
    for name in streets["names"].split("\n"):
        if name:
            made = forms(build, name, "org") if streets.get("inflected") else same(build, name)
            if made:
                yield Row(name, "", 5, made)


def same(build: Build, name: str) -> tuple[str, ...]:
    """Return a name that stays as it is before the word that is inflected."""
    object.__setattr__(build, "bundles", (BASE,))
    return (name,)


MAKERS = {"given": given, "family": family, "place": place, "street": street}
