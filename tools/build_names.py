"""Build the names of all languages, ``languages/common/names.bin``, for names of many origins.

Usage: python tools/build_names.py [LEXICON]

Takes the given names, surnames and settlements of every pack's lists, by class, and, from LEXICON,
the lists of common names by country (Wikipedia, facts; see the packs' cards).  The file says of a
word in small letters, and without diacritics too, what it is somewhere: `GIVEN`, `FAMILY`, `PLACE`,
and `SEVERAL` where at least three languages list it.
"""

import csv
import io
import lzma
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from allonym.languages.dictionary import as_bytes
from allonym.languages.pack import COMMON, ROOT, available, rows
from allonym.text.fold import strip_marks, to_latin

GIVEN, FAMILY, PLACE, SEVERAL = 1, 2, 4, 8
KINDS = {"given": GIVEN, "family": FAMILY, "places": PLACE}
BY_COUNTRY = {
    "wikipedia_common_forenames_by_country.csv.xz": GIVEN,
    "wikipedia_common_surnames_by_country.csv.xz": FAMILY,
}
MANY = 3
SHORTEST = 3


def listed(lexicon: Path | None) -> Iterator[tuple[str, int, str]]:
    """Yield names, what they are, and where."""
    for language in available():
        for table, kind in KINDS.items():
            for row in rows(ROOT / language / "lexicon" / f"{table}.tsv"):
                yield row[0], kind, language
    for name, kind in BY_COUNTRY.items() if lexicon else ():
        with lzma.open(lexicon / name, "rt", encoding="utf-8-sig") as table:
            text = table.read()
        for row in csv.DictReader(io.StringIO(text)):
            for form in {row["Localized Name"], row["Romanized Name"]}:
                yield form, kind, row["Country"]


def main() -> None:
    """Write the file."""
    flags: dict[str, int] = defaultdict(int)
    where: dict[str, set[str]] = defaultdict(set)
    for name, kind, place in listed(Path(sys.argv[1]) if len(sys.argv) > 1 else None):
        for word in name.replace("-", " ").split():
            for form in {word, strip_marks(word), to_latin(word)}:
                if len(form) >= SHORTEST and form.isalpha() and form[0].isupper():
                    flags[form] |= kind
                    where[form].add(place)
    for form, places in where.items():
        flags[form] |= SEVERAL if len(places) >= MANY else 0
    data = as_bytes(flags)
    (COMMON / "names.bin").write_bytes(data)
    print(len(flags), len(data))


if __name__ == "__main__":
    main()
