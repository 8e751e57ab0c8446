"""Build the dictionaries of ordinary words: a pack's ``lexicon/words.bin`` and ``forms.bin``.

Usage: python tools/build_dictionary.py DATA [CODE ...]

DATA is the folder with running text (``text/<code>.*.txt.xz``), tagged corpora
(``ner/<code>/*.iob2.xz``) and documents (``documents/<code>/train.txt``).  Needs simplemma 2
(MIT) and wordfreq 3 (data CC BY-SA 4.0), which Allonym itself does not.

Both know forms without saying how they are written: wordfreq folds capitals.  How often a form is
written small inside a sentence is counted in DATA, and its frequency is lowered by that share.
A form is taken up if simplemma knows it in small letters, or if it was seen so; not if it is seen
with a capital nearly always, nor if the pack lists it as a name and it was never seen small.  What
is frequent goes first, then what DATA has, then lemmas, then short forms, `SIZE` in all.  The
larger list has `LARGER_SIZE` of simplemma's forms, listed names too, of frequent lemmas first.
Ordinary words of ``own.tsv`` that the list lacks, slang most of them, come behind it.
"""

import lzma
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import wordfreq
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from allonym.languages.dictionary import COMMON, FILE, KNOWN, LARGER, LEMMA, SEEN, as_bytes, folded
from allonym.languages.pack import ROOT, rows
from allonym.text.markup import parse_marked

SIZE, LARGER_SIZE = 96_000, 400_000
SIMPLEMMA = {"hr": "hbs"}
WORDFREQ = {"hr": "sh"}
LEFT_OUT = ("conll2003",)
"""Corpora for research only."""

WORD = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*")
ENDS = frozenset(".!?:;\u2026\"'\u201c\u201d\u201e\u00bb\u00ab\u2013\u2014-*#|/([")
ONLY_NAME = 0.05
"""A form written small less often than this share is a name."""
LISTED = 3
"""So often a listed name counts as seen with a capital before DATA is looked at."""


def sentences(data: Path, code: str) -> Iterator[str]:
    """Yield lines of running text."""
    for path in sorted(data.glob(f"text/{code}.*.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            yield from (line for line in file if not line.startswith("# doc"))
    for path in sorted(data.glob(f"ner/{code}/*.train.iob2.xz")):
        if not path.name.startswith(LEFT_OUT):
            yield from tagged(path)
    path = data / "documents" / code / "train.txt"
    if path.is_file():
        for document in parse_marked(path.read_text("utf-8")):
            yield from document.text.splitlines()


def tagged(path: Path) -> Iterator[str]:
    """Yield the sentences of a tagged corpus."""
    words: list[str] = []
    with lzma.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            if "\t" in line:
                words.append(line.split("\t")[0])
            elif words:
                yield " ".join(words)
                words = []
    yield " ".join(words)


def casing(lines: Iterator[str]) -> tuple[Counter[str], Counter[str]]:
    """Count words written small, and words with one capital inside sentences."""
    small: Counter[str] = Counter()
    tall: Counter[str] = Counter()
    for line in lines:
        for match in WORD.finditer(line):
            word = match[0]
            if word.islower():
                small[folded(word)] += 1
            elif word[0].isupper() and word[1:].islower():
                before = line[: match.start()].rstrip()
                if before and before[-1] not in ENDS:
                    tall[folded(word)] += 1
    return small, tall


def frequencies(code: str) -> dict[str, float]:
    """Return the Zipf frequency of each form of wordfreq."""
    name = WORDFREQ.get(code, code)
    large = name in wordfreq.available_languages("large")
    table = wordfreq.get_frequency_dict(name, "large" if large else "small")
    return {folded(w): wordfreq.freq_to_zipf(f) for w, f in table.items() if WORD.fullmatch(w)}


def lemmas(code: str) -> Iterator[tuple[str, str]]:
    """Yield simplemma's forms in small letters with their lemmas, as they are written there."""
    table = DefaultDictionaryFactory(1).get_dictionary(SIMPLEMMA.get(code, code))
    for form, lemma in table.items():
        if form.islower() and lemma[:1].islower() and WORD.fullmatch(form):
            yield form, lemma


def forms(code: str) -> dict[str, bool]:
    """Return simplemma's forms in small letters, and whether each is its own lemma."""
    out: dict[str, bool] = {}
    for form, lemma in lemmas(code):
        out[folded(form)] = out.get(folded(form), False) or form == lemma
    return out


def share_small(times: int, seen: int) -> float:
    """Return how large a part of a form is written small; all of one that was hardly seen."""
    return (times + 0.1) / (seen + 0.2) if seen >= LISTED else 1.0


def larger(
    code: str, small: Counter[str], tall: Counter[str], zipf: dict[str, float]
) -> dict[str, int]:
    """Return the forms of the larger list, those of frequent lemmas first; see `dictionary`."""
    ranked: dict[str, tuple[float, int]] = {}
    for form, lemma in ((folded(form), folded(lemma)) for form, lemma in lemmas(code)):
        share = share_small(small[form], small[form] + tall[form])
        if len(form) > 1 and share >= ONLY_NAME:
            worth = max(zipf.get(form, 0.0), zipf.get(lemma, 0.0) - 1, float(form == lemma))
            ranked[form] = max(ranked.get(form, (0.0, 0)), (worth, -len(form)))
    chosen = sorted(ranked, key=lambda form: (*ranked[form], form), reverse=True)
    return dict.fromkeys(chosen[:LARGER_SIZE], KNOWN)


def listed(code: str) -> set[str]:
    """Return the single words on the pack's lists of names."""
    tables = ("given", "family", "places")
    lexicon = ROOT / code / "lexicon"
    return {folded(row[0]) for table in tables for row in rows(lexicon / f"{table}.tsv")}


def dictionary(
    code: str, small: Counter[str], tall: Counter[str], zipf: dict[str, float]
) -> dict[str, int]:
    """Return the forms of a language with their flags, the most important first.

    Args:
        code: ISO 639-1 code of the language.
        small: How often DATA writes each form small.
        tall: How often with one capital inside a sentence.
        zipf: What `frequencies` returns.
    """
    common = {folded(row[0]) for row in rows(ROOT / code / "lexicon" / "common.tsv")}
    small = small + Counter(common)
    known, names = forms(code), listed(code)
    ranked: list[tuple[tuple[int, float, int, str], int]] = []
    for word in known.keys() | zipf.keys():
        times = small[word]
        seen = times + tall[word] + LISTED * (word in names)
        share = share_small(times, seen)
        if share < ONLY_NAME or (word not in known and not times) or len(word) < 2:
            continue
        frequency = zipf.get(word, 0.0) + math.log10(share)
        flags = (word in known) * KNOWN | known.get(word, False) * LEMMA
        flags |= (frequency >= 3.5) * COMMON | (frequency >= 2.0) * SEEN
        step = 0 if flags & SEEN else 1 if times else 2 if flags & LEMMA else 3
        worth = (step, -max(frequency, math.log10(times) if times else 0.0), len(word), word)
        if flags:
            ranked.append((worth, flags))
    return {worth[-1]: flags for worth, flags in sorted(ranked)[:SIZE]}


def spoken(code: str) -> dict[str, int]:
    """Return the ordinary words that the pack lists by hand and that are no names: slang."""
    hand = [*rows(ROOT / code / "lexicon" / "own.tsv")]
    names = listed(code) | {folded(w) for kind, ws in hand if kind != "common" for w in ws.split()}
    words = (folded(w) for kind, ws in hand if kind == "common" for w in ws.split())
    return {word: KNOWN | COMMON | SEEN for word in words if word not in names}


def main(data: Path, codes: list[str]) -> None:
    for code in codes or sorted(p.parent.name for p in ROOT.glob("*/pack.toml")):
        counted = (*casing(sentences(data, code)), frequencies(code))
        words = dictionary(code, *counted)
        words |= {word: flags for word, flags in spoken(code).items() if word not in words}
        (ROOT / code / LARGER).write_bytes(as_bytes(larger(code, *counted)))
        path = ROOT / code / FILE
        path.write_bytes(as_bytes(words))
        counts = [sum(bool(flags & bit) for flags in words.values()) for bit in (1, 2, 4, 8)]
        print(
            code, len(words), "known lemma common seen:", *counts, path.stat().st_size, flush=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
