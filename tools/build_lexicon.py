"""Build a pack's word lists from the lexicon and corpus data.

    python tools/build_lexicon.py pl ../shared/data src/allonym/languages/pl/lexicon

Names come from the registers and lists that ``lexicon/SOURCES.md`` describes, common words from
the lower-case half of the corpora whose licences allow it.  ``endings.tsv`` and ``own.tsv``
(names that the registers lack) are written by hand and left alone.  Running it again gives the
same bytes.
"""

from __future__ import annotations

import csv
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

COUNTRY = {"en": ("GB", "US"), "pl": ("PL",), "sl": ("SI",), "hr": ("HR",), "bg": ("BG",),
           "ro": ("RO",), "sk": ("SK",), "hu": ("HU",), "fi": ("FI",), "sv": ("SE",)}  # fmt: skip
GIVEN = {
    "pl": ("pesel_given_2024H1", "wikidata_females", "wikidata_males"),
    "en": ("ons_gb_females", "ons_gb_males", "ssa_us_females", "ssa_us_males"),
    "sl": ("surs_females", "surs_males"),
    "hu": ("utonev_counts", "wikidata_females", "wikidata_males"),
    "fi": ("dvv2019_men_first", "dvv2019_women_first"),
    "sv": ("scb2020_fornamn-kvinnor", "scb2020_fornamn-man"),
}
FAMILY = {
    "pl": ("pesel_top_nazwiska_meskie", "pesel_top_nazwiska_zenskie", "wikidata_surnames"),
    "en": ("census_us_surnames", "wikidata_gb_surnames"),
    "fi": ("dvv2020_surnames",),
    "sk": ("wikidata_surnames", "wikidata_cz_surnames"),
}
LIMITS = {"given": 15000, "family": 45000, "places": 25000, "common": 30000, "seen": 12000}
FOREIGN = 400
COMMON_CLASS = {"given": 1000, "family": 5000, "places": 1500, "common": 5000}
ORIGIN = {
    "given": "civil registers and statistics offices; Wikidata (CC0): see CARD.md",
    "family": "civil registers and statistics offices; Wikidata (CC0): see CARD.md",
    "places": "GeoNames (CC BY 4.0); countries and world cities: Unicode CLDR (Unicode licence)",
    "calendar": "Unicode CLDR (Unicode licence)",
    "common": "words written small in the training corpora (see CARD.md); Wiktionary via UniMorph",
    "seen": "words that are names in the training corpora of the other languages: see CARD.md",
    "triggers": "compiled for this project (CC0)",
}
DISTRICTS = ("Powiat ", "Okres ")
"""How the postal files call districts, which are no settlements."""
CORPORA_LEFT_OUT = ("conll2003",)
TREEBANKS = {"sk": "sk_snk-source-a1"}
"""Where the corpora are small: a treebank whose common words are listed too (CC BY-SA 4.0)."""
_NAME = re.compile(r"[^\W\d_]{2,}(?:['’ -][^\W\d_]+)*")


def main(arguments: list[str]) -> int:
    """Write the tables of one language."""
    language, data, out = arguments[0], Path(arguments[1]), Path(arguments[2])
    out.mkdir(parents=True, exist_ok=True)
    lexicon = data / "lexicon" / language
    small, capital = case_counts(data / "ner" / language)
    for table, sources, fallback in (
        ("given", GIVEN, ("wikidata_females", "wikidata_males")),
        ("family", FAMILY, ("wikidata_surnames",)),
    ):
        own = rank(counts(lexicon, sources.get(language, fallback)))[: LIMITS[table]]
        if language == "bg":
            names = (cyrillic(name) for name in own)
            own = list(dict.fromkeys(name for name in names if _CYRILLIC.fullmatch(name)))
        foreign = abroad(data / "lexicon", language, sources, fallback)
        _write(out, table, list(dict.fromkeys([*own, *foreign])))
    world = countries(language)
    large, small_towns = by_hand(language)
    listed = list(dict.fromkeys([*world, *large, *places(lexicon, COUNTRY[language])]))
    most = LIMITS["places"] + 10 * FOREIGN
    beside = list(dict.fromkeys([*listed[:most], *small_towns]))
    _write(out, "places", beside, len(world) + len(large), len(beside) - len(listed[:most]))
    calendar = [f"calendar\t{word}" for word in months_and_days(language)]
    lines = [f"# calendar: {ORIGIN['calendar']}", *calendar]
    (out / "calendar.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    common = common_words(small, capital)
    more = treebank_words(data, language, set(common)) if language in TREEBANKS else []
    _write(out, "common", [*common, *more], more=len(more))
    _write_seen(out, seen_abroad(data / "ner", language))
    _write_triggers(data / "lexicon" / "triggers.tsv", language, out)
    return 0


def read(path: Path) -> Iterator[list[str]]:
    """Yield the cells of a compressed table, whatever separates them."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        delimiter = "\t" if ".tsv" in path.name else ";" if "utonev" in path.name else ","
        yield from csv.reader(lines, delimiter=delimiter)


def counts(folder: Path, names: Iterable[str]) -> Counter[str]:
    """Add up the bearers of each name over the files; all-capital lists are title-cased."""
    total: Counter[str] = Counter()
    for pattern in names:
        for path in sorted(folder.glob(f"{pattern}.csv.xz")):
            for row in read(path):
                number = next((c for c in reversed(row[1:]) if c.strip().isdigit()), "")
                name = row[0].strip()
                if number and _NAME.fullmatch(name):
                    total[_title(name) if name.isupper() else name] += int(number)
    return total


def abroad(
    lexicons: Path, language: str, sources: dict[str, tuple[str, ...]], fallback: tuple[str, ...]
) -> list[str]:
    """Return the most frequent names of the other languages that share the script."""
    cyrillic = ("bg",)
    others = [c for c in COUNTRY if c != language and (c in cyrillic) == (language in cyrillic)]
    return [
        name
        for other in others
        for name in rank(counts(lexicons / other, sources.get(other, fallback)))[:FOREIGN]
    ]


def cyrillic(name: str) -> str:
    """Return a Bulgarian name as written in Bulgaria; the lists have it in Latin letters.

    >>> cyrillic("Petar"), cyrillic("Yordanov"), cyrillic("Zhivka"), cyrillic("Maria")
    ('Петър', 'Йорданов', 'Живка', 'Мария')
    """
    folded = name.lower()
    for latin, letter in _LATIN:
        folded = re.sub(latin, letter, folded)
    return folded.capitalize()


_LATIN = (
    ("(?<=[td])ar(?=$|ov|ova)(?<!zhidar)", "ър"), ("angel", "ангел"), ("alch", "ълч"),
    ("sht", "щ"), ("zh", "ж"), ("ts", "ц"), ("ch", "ч"), ("sh", "ш"), ("kh", "х"), ("ph", "ф"),
    ("yu", "ю"), ("ya", "я"), ("(?<=[bvgdzklmnprstfc])yo", "ьо"), ("yo", "йо"), ("ia$", "ия"),
    ("ks|x", "кс"), ("ey(?=$|[bcdfghklmnprstv])", "ей"), ("dj|j", "дж"), ("y$", "и"),
    ("(?<=[aeou])i$", "й"),
    *zip("abcdefghiklmnopqrstuvwyz", "абцдефгхиклмнопкрстуввйз", strict=True),
)  # fmt: skip
"""Latin letters and what they stand for, the longer ones first."""
_CYRILLIC = re.compile("[А-Я][а-я]+(?:-[А-Яа-я]+)?")


def _title(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-"))


def rank(counter: Counter[str]) -> list[str]:
    """Return single words, most frequent first; ties in the order of the alphabet."""
    words = [w for w in counter if " " not in w and not any(c.isdigit() for c in w)]
    return sorted(words, key=lambda w: (-counter[w], w))


def places(folder: Path, countries: Iterable[str]) -> list[str]:
    """Return towns by population, then the other places of the postal file."""
    found: dict[str, None] = {}
    local = {p for c in countries for p in _postal(folder / f"geonames_postal_{c}.csv.xz")}
    towns: list[tuple[int, str]] = []
    for country in countries:
        for row in list(read(folder / f"geonames_cities500_{country}.tsv.xz"))[1:]:
            names = [row[0], *(a for a in row[5].split("|") if a in local)]
            towns += [(int(row[1]), name) for name in names]
    for _, name in sorted(towns, key=lambda t: (-t[0], t[1])):
        found.setdefault(name)
    for name in sorted(n for n in local if not n.startswith(DISTRICTS)):
        found.setdefault(name)
    return list(found)


def by_hand(language: str) -> tuple[list[str], list[str]]:
    """Return the larger and the smaller towns that ``tools/geography_<language>.tsv`` adds."""
    path = Path(__file__).parent / f"geography_{language}.tsv"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    table = [line.split("\t") for line in lines]
    return [r[0] for r in table if int(r[2]) < 2], [r[0] for r in table if int(r[2]) > 1]


def countries(language: str) -> list[str]:
    """Return countries, parts of the world and large foreign cities in the language."""
    from babel import Locale

    locale = Locale(language)
    names = [n for code, n in sorted(locale.territories.items()) if code not in ("ZZ", "QO", "UN")]
    cities = [str(zone.get("city", "")) for _, zone in sorted(locale.time_zones.items())]
    found = [n.split("(")[0].strip() for n in (*names, *cities)]
    return list(dict.fromkeys(n for n in found if n[:1].isupper()))


def months_and_days(language: str) -> list[str]:
    """Return the names of months and days in the language, in all forms CLDR has."""
    from babel import Locale

    locale = Locale(language)
    tables = [locale.months[c]["wide"] for c in ("format", "stand-alone")]
    tables += [locale.days[c]["wide"] for c in ("format", "stand-alone")]
    return sorted({str(name).lower() for table in tables for name in table.values()})


def _postal(path: Path) -> Iterator[str]:
    if not path.is_file():
        return
    for row in list(read(path))[1:]:
        for cell in (row[2], row[3], row[5]):
            for part in cell.replace("/", ",").split(","):
                name = part.split("(")[0].strip().replace("ş", "ș").replace("ţ", "ț")
                if name[:1].isupper() and not name.isupper() and len(name) > 2:
                    yield name


def case_counts(folder: Path) -> tuple[Counter[str], Counter[str]]:
    """Count how often each word is written small, and how often with a capital not at the start."""
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for path in sorted(folder.glob("*.train.iob2.xz")):
        if path.name.startswith(CORPORA_LEFT_OUT):
            continue
        start = True
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                word = line.split("\t")[0].strip()
                if word.isalpha():
                    if word.islower():
                        small[word] += 1
                    elif not start:
                        capital[word.lower()] += 1
                start = "\t" not in line
    return small, capital


def blocks(path: Path) -> list[str]:
    """Return the sentences of a compressed file, parted by empty lines."""
    return lzma.decompress(path.read_bytes()).decode("utf-8").split("\n\n")


def treebank_words(data: Path, language: str, known: set[str]) -> list[str]:
    """Return words that a treebank writes small, but for its sentences in dev and test files."""
    held = {
        tuple(line.split("\t")[0] for line in sentence.splitlines() if "\t" in line)
        for split in ("dev", "test")
        for path in (data / "ner" / language).glob(f"uner_*.{split}.iob2.xz")
        for sentence in blocks(path)
    }
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    treebank = data / "ud" / f"{TREEBANKS[language]}.conllu.xz"
    for block in blocks(treebank):
        rows = [line.split("\t") for line in block.splitlines() if line[:1].isdigit()]
        rows = [row for row in rows if "-" not in row[0]]
        if tuple(row[1] for row in rows) in held:
            continue
        for number, row in enumerate(rows):
            form, tag = row[1], row[3]
            if form.islower() and form.isalpha() and len(form) > 1 and tag != "PROPN":
                small[form] += 1
            elif form[:1].isupper() and number:
                capital[form.lower()] += 1
    words = [w for w, n in small.items() if n > capital[w] and w not in known]
    return sorted(words, key=lambda w: (-small[w], w))


def common_words(small: Counter[str], capital: Counter[str]) -> list[str]:
    """Return words seen small at least twice, and small more often than capital."""
    words = [w for w, n in small.items() if n > 1 and n > capital[w] and len(w) > 1]
    return sorted(words, key=lambda w: (-small[w], w))


def _write(out: Path, table: str, words: list[str], certain: int = 0, more: int = 0) -> None:
    lines = [f"# {table}: {ORIGIN[table]}"]
    most = LIMITS[table] + 10 * FOREIGN + more
    for number, word in enumerate(words[:most]):
        lines.append(f"{word}\t{2 if number < COMMON_CLASS[table] + certain else 1}")
    (out / f"{table}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def seen_abroad(ner: Path, language: str) -> list[tuple[str, str]]:
    """Return words that are names of one kind in the corpora of at least two other languages."""
    others = [c for c in (*COUNTRY, "cs") if c != language and (c == "bg") == (language == "bg")]
    uses: dict[str, Counter[str]] = {}
    where: dict[str, set[str]] = {}
    for path in sorted(p for c in others for p in (ner / c).glob("*.train.iob2.xz")):
        if not path.name.startswith(CORPORA_LEFT_OUT):
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    word, _, tag = line.rstrip("\n").partition("\t")
                    if word.isalpha() and len(word) > 2:
                        kind = tag.split("\t")[0][2:] if word[0].isupper() else "small"
                        uses.setdefault(word.lower(), Counter())[kind] += 1
                        where.setdefault(word.lower(), set()).add(path.parent.name)
    found = []
    for word, kinds in uses.items():
        kind, count = kinds.most_common(1)[0]
        known = len(where[word]) > 1 and count >= 0.7 * kinds.total()
        if known and kind in ("PER", "LOC", "ORG"):
            found.append((count, word, kind))
    return [(word, kind) for _, word, kind in sorted(found, key=lambda f: (-f[0], f[1]))]


def _write_seen(out: Path, found: list[tuple[str, str]]) -> None:
    lines = [f"# seen: {ORIGIN['seen']}", *(f"{w}\t{kind}" for w, kind in found[: LIMITS["seen"]])]
    (out / "seen.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_triggers(source: Path, language: str, out: Path) -> None:
    if (out / "triggers.tsv").exists():
        return
    lines = [f"# triggers: {ORIGIN['triggers']}"]
    for line in source.read_text(encoding="utf-8").splitlines()[1:]:
        lang, category, terms = line.split("\t")
        if lang == language:
            lines += [f"{category}\t{term}" for term in terms.split("|")]
    (out / "triggers.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
