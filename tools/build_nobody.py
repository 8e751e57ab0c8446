"""Make ``nobody.tsv`` and ``public.tsv`` of the packs from what was compiled for this project.

Usage: python tools/build_nobody.py DATA [CODE ...]
       python tools/build_nobody.py shared [CODE ...]

DATA holds ``knowledge/<code>/{nobody,public,feasts}.tsv``.  Feasts and their other names become
terms, without the preposition before them and without dates.  A term that the lists of names have
is marked ``person`` or ``place``, so that whoever finds it weighs the two.

``tools/nobody/<code>.tsv`` has what was added since by hand, with its marks: ``nobody``, term,
class, mark; or ``public``, name, short forms, kind, mark.  They replace what was compiled.
What a table has already stays as it is, since much was mended there: only new terms are added.

``shared`` adds to the tables as they are what is international: the terms of ``shared.tsv`` there,
and the makes, medicines and figures that several packs list and none knows as a name besides.
What is somebody's or some place's name in any country is marked so.
"""

import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import regex as re

from allonym.languages.analogy import town_adjectives
from allonym.languages.dictionary import KNOWN, load_dictionary, load_names
from allonym.languages.lexicon import with_commas
from allonym.languages.pack import ROOT, load_pack, rows
from allonym.morphology.load import load_morphology

ORIGIN = "compiled for this project (CC0)"
HEADS = {
    "nobody": f"# names of nobody: term, class, what else it may name; {ORIGIN}",
    "public": f"# public bodies: name, short forms, kind, what else the name is; {ORIGIN}",
}
FEAST = frozenset(["sv.", "św.", "sf.", "ziua", "den", "deň", "dan", "ден", "nap", "dag", "day"])
"""Short words that begin the names of feasts themselves."""
PEOPLE = """Abigél Anna Barbora Birgitta Ignat Juha Johanni Jozefa Jura Józefa Karl Kata Katarína
    Martina Ondrej Silvia Tapani Tomas Viktoria Zofka Žofia Магдалена"""
"""Names of days that are, alone, first of all names of people."""
INITIALS = re.compile(r"[^\W\d_]\. ?[^\W\d_]\.|\p{Lu}{2}")
"""Two letters, with dots or without: whoever is asked in an interview may be called so."""
DIGIT = re.compile(r"\d")
ADDED = Path(__file__).parent / "nobody"
INTERNATIONAL = frozenset({"brand", "eponym", "figure", "medicine"})
"""Classes whose terms are the same in several languages."""
SEVERAL = 3
"""In how many packs a term stands that is taken over by the others."""
PERSON, PLACE = 3, 4
"""The bits of `load_names` for people's names and for places."""


class Names:
    """Which terms are names of people or places too."""

    def __init__(self, code: str) -> None:
        self._known = load_dictionary(ROOT / code).flags
        lexicon = ROOT / code / "lexicon"
        self._analyse = load_morphology(load_pack(code)).analyse
        self._person: dict[str, bool] = {}
        for table in ("family", "given"):
            for word, kind, *_ in rows(lexicon / f"{table}.tsv"):
                common = kind == "2" or table == "given"
                self._person[fold(word)] = common or self._person.get(fold(word), False)
        listed = (row[0] for row in rows(lexicon / "places.tsv"))
        adjectives = town_adjectives(load_pack(code))  # a Soproni is a beer, soproni of Sopron
        self._place = {*map(fold, listed), *map(fold, adjectives)}

    def also(self, term: str) -> str:
        """Return ``person``, ``place`` or nothing; a rare surname that is a word is no person."""
        key = fold(term)
        if key in self._person and (self._person[key] or not self._known(term) & KNOWN):
            return "person"
        return "place" if key in self._place else ""

    def formed(self, term: str) -> str:
        """Return ``person`` for a form of a given name: *Juraja* is a day, and him."""
        if " " in term or not term[:1].isupper():
            return ""
        best = self._analyse(term, "given")[0]
        own = best.lemma == term or "Derivation" in best.features
        return "" if own else self.also(best.lemma)


def fold(term: str) -> str:
    return with_commas(term.casefold())


def feasts(path: Path) -> Iterator[str]:
    """Yield the names of feasts, without prepositions and dates."""
    lines = list(rows(path))
    names = [form for row in lines for form in [row[0], *row[1].split("|")] if form]
    first = Counter(name.split()[0] for name in names if " " in name)
    small = {w for w, times in first.items() if times > 2 and len(w) < 5 and w.islower()} - FEAST
    for name in names:
        words = name.split()
        while len(words) > 1 and words[0] in small:
            words = words[1:]
        if not DIGIT.search(name) and len("".join(words)) > 3:
            yield " ".join(words)


def nobody(folder: Path, names: Names) -> Iterator[tuple[str, ...]]:
    """Yield the lines of ``nobody.tsv``, each term once."""
    seen: set[str] = set()
    terms = [
        (row[0].strip(), row[1])
        for row in rows(folder / "nobody.tsv")
        if row[1] != "feast" or not DIGIT.search(row[0])
    ]
    for term, kind in [*terms, *((name, "feast") for name in feasts(folder / "feasts.tsv"))]:
        if term not in seen | set(PEOPLE.split()) and sum(map(str.isalnum, term)) > 1:
            seen.add(term)
            also = "person" if INITIALS.fullmatch(term) else names.also(term)
            also = also or (names.formed(term) if kind == "feast" else "")
            yield (term, kind, also) if also else (term, kind)


def public(folder: Path, names: Names) -> Iterator[tuple[str, ...]]:
    """Yield the lines of ``public.tsv``; a short form that is a name too has a line of its own."""
    for name, short, kind, *_ in rows(folder / "public.tsv"):
        forms = dict.fromkeys(form for form in short.split("|") if len(form) > 1)
        plain = "|".join(form for form in forms if not names.also(form))
        also = names.also(name)
        yield (name, plain, kind, also) if also else (name, plain, kind)
        yield from ((form, "", kind, names.also(form)) for form in forms if names.also(form))


def with_added(
    lines: Iterable[tuple[str, ...]], code: str, table: str
) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a table; of a term that was added by hand to either, those added.

    Lines that the table has go before those that are compiled.
    """
    added, path = [*rows(ADDED / f"{code}.tsv")], ROOT / code / f"{table}.tsv"
    own = [tuple(row) for row in rows(path)] if path.exists() else []
    terms, listed = {row[1] for row in added}, {line[0] for line in own}
    new = (line for line in lines if line[0] not in listed)
    yield from (line for line in (*own, *new) if line[0] not in terms)
    yield from (tuple(row[1:]) for row in added if row[0] == table)


def international() -> dict[str, str]:
    """Return what names nobody in whatever language, with its class."""
    packs: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for path in sorted(ROOT.glob("*/nobody.tsv")):
        for term, kind, *also in rows(path):
            packs[term].append((kind, "".join(also)))
    found = {
        term: known[0][0]
        for term, known in packs.items()
        if len(known) >= SEVERAL and len(set(known)) == 1 and not known[0][1]
    }
    found |= {term: kind for term, kind, *_ in rows(ADDED / "shared.tsv")}
    return {term: kind for term, kind in found.items() if kind in INTERNATIONAL}


def with_shared(code: str, shared: dict[str, str]) -> None:
    """Add to the table of a pack what names nobody in whatever language, and move no other line."""
    path, names = ROOT / code / "nobody.tsv", Names(code)
    head, *lines = path.read_text("utf-8").splitlines()
    known = {fold(line.split("\t")[0]) for line in lines}
    known |= {fold(form) for row in rows(ROOT / code / "public.tsv") for form in row[:1]}
    before = len(lines)
    for term, kind in shared.items():
        own = names.also(term)
        bits = load_names().flags(term) if " " not in term else 0
        also = own or ("person" if bits & PERSON else "place" if bits & PLACE else "")
        if fold(term) not in known and own != "person":  # somebody's before a make's
            line = "\t".join(filter(None, (term, kind, also)))
            lines.insert(bisect_left(lines, fold(term), key=fold), line)
    path.write_text("\n".join([head, *lines, ""]), "utf-8")
    print(code, len(lines) - before, "shared", flush=True)


def main(data: Path, codes: list[str]) -> None:
    codes = codes or sorted(p.parent.name for p in ROOT.glob("*/pack.toml"))
    if data.name == "shared":
        shared = international()
        for code in codes:
            with_shared(code, shared)
        return
    for code in codes:
        folder, names = data / "knowledge" / code, Names(code)
        for table, lines in (("nobody", nobody(folder, names)), ("public", public(folder, names))):
            body = sorted(
                set(with_added(lines, code, table)), key=lambda line: (fold(line[0]), line)
            )
            text = "\n".join([HEADS[table], *("\t".join(line) for line in body), ""])
            (ROOT / code / f"{table}.tsv").write_text(text, "utf-8")
            marked = Counter(line[-1] for line in body if line[-1] in ("person", "place"))
            print(code, table, len(body), dict(marked), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
