"""What firms are called: words of the language, not coined ones; a part of tools/build_pool.py.

The words are those that ``tools/pools/<lang>.toml`` names under ``orgs``, else those that
``knowledge/<lang>/institutions.tsv`` of the data lists (CC0), as far as the morphology declines
them, but for names of people and settlements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from allonym.languages.geography import load_geography
from allonym.languages.nobody import read_tables
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from pool_rows import Build, Row

_LETTERS = re.compile(r"[^\W\d_]{3,}")
_HARD = {
    "sl": re.compile(r".*[eo][ckl]$"), "hr": re.compile(r".*(a[ckl]|ce|ije)$"),
    "fi": re.compile(
        r"(?i).*(?:tuuli|tuli|hauki|louhi|susi|sydän|kaari|siipi|kärki|väki|polku|joutsen|ahven|askel"
        r"|taimen|siika|delta|säde|taivas|kirkas|kunnas|tuohi|saarni|tulet|naperot|nalle|kurre|plus"
        r"|fenix|footlight)$"
    ),
    "hu": re.compile(r"(?i).*(?:fény|ok|ek|híd|madár|bogár|tölgy)$"),
    "sk": re.compile(r".*(e[ckl]|o[kl]|i[aá]|á|sko|ičko)$"), "pl": re.compile(r".*[eę][cklń]$"),
}  # fmt: skip
"""Endings whose words lose a vowel or change otherwise than the tables of firms know."""
_NURSERY = re.compile(r"(?i).*(?:ček|ica|ček|ček|ník|ko|iczka|ek|eczka|uszek|atko)$")


def org(build: Build) -> Iterator[Row]:
    """Yield the words with their forms."""
    chosen = build.settings.get("orgs", {}).get("names", "").split()
    if chosen:  # the same for every case; where names have cases they are the morphology's
        yield from (Row(word, "", 5, (word, "")) for word in sorted(chosen))
        return
    pack = load_pack(build.lang)
    people = set(load_pool(pack, "given").by_lemma)
    people |= set(load_pool(pack, "family").by_lemma) if build.lang != "en" else set()
    towns = {town.name for town in load_geography(pack).towns}
    public = {row.term.casefold() for row in read_tables(pack) if row.kind.startswith("public.")}
    bundles = load_pool(pack, "org").entries[0].bundles
    columns = ("|".join(f"{name}={value}" for name, value in b.items()) for b in bundles)
    object.__setattr__(build, "bundles", tuple(columns))
    lines = (build.data / "knowledge" / build.lang / "institutions.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in lines.splitlines() if line.startswith("word\t"))
    hard = _HARD.get(build.lang, re.compile("(?!)"))
    more = build.settings.get("firms", "").split()
    for word in sorted({*more, *(row[1] for row in rows)}):
        bad = hard.fullmatch(word) or (
            build.lang in ("sl", "hr", "sk", "pl") and _NURSERY.fullmatch(word)
        )
        taken = word in people or word in towns or word.casefold() in public
        if bad or taken or not _LETTERS.fullmatch(word):
            continue
        made = [
            build.morphology.inflect(word, "org", b)
            if b.get("Number") != "Plur" and "Derivation" not in b
            else None
            for b in bundles
        ]
        forms = tuple(m.form if m else "" for m in made)
        flat = len({f for f in forms if f}) == 1 and len(bundles) > 1
        if min(m.certainty for m in made if m) >= 0.9 and (not flat or word[-1] in "eiouy"):
            yield Row(word, build.settings.get("org_gender", ""), 5, forms)
