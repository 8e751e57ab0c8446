"""Write lexicon/behind.tsv of packs: what stands behind somebody's name, and what behind a word.

    python tools/build_behind.py CORPORA [LANGUAGE...]

CORPORA holds ``ner/<language>/<corpus>.train.iob2.xz`` and ``text/<language>.eltec.txt.xz``.
Learned from the word behind every person there and in ``data/documents/*/train.txt`` (``-o`` left
out, for judging), and behind ordinary nouns: at the head of a sentence, and, written small, such as
are names as well; in novels, which nobody has marked, behind a listed name with a capital inside a
sentence.  A weight is the log odds for a person, of the word, of its endings, of a capital, a
number or a sign; by how much surer the decision has to be that a bearer's name is but a word
(`allonym.detect.decision.leaning`).
"""

from __future__ import annotations

import lzma
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import regex as re

from allonym.detect.decision.behind import keys_of
from allonym.languages.dictionary import COMMON, KNOWN, LEMMA
from allonym.languages.lexicon import NAMES, Lexicon, load_lexicon
from allonym.languages.pack import load_pack
from allonym.text.markup import parse_marked

ROOT = Path(__file__).parents[1]
LANGUAGES = ("bg", "en", "fi", "hr", "hu", "pl", "ro", "sk", "sl", "sv")
NOT_TO_SHIP = ("conll2003",)
WORD = re.compile(r"[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*|[^\p{L}\p{N}\s_]|\n")
ENDS = frozenset('.!?\n:…–-•"“”„')
NOUN = KNOWN | LEMMA
OWN, NEWS, NOVELS, MOST_WORDS = 6.0, 3.0, 1.0, 900_000
"""What our documents, the corpora's newspapers and novels weigh; how much of novels is read."""
SUPPORT, ROUNDS, RATE, DECAY, LEAST = 5, 4, 0.2, 1e-4, 0.1
SCALE = 0.92
"""How much a log odds of what is behind counts beside one of the decision; fitted on the documents
that neither have read (``-o``, dev, test, ordinary, everyday, fresh)."""

Row = tuple[str, bool, float]


def main() -> None:
    """Learn and write the tables of some languages, or of all."""
    for language in sys.argv[2:] or LANGUAGES:
        lexicon = load_lexicon(load_pack(language).where("lexicon"))
        own = [(word, person, OWN) for word, person in _documents(language, lexicon)]
        news = _corpora(Path(sys.argv[1]) / "ner" / language, lexicon)
        novels = _novels(Path(sys.argv[1]) / "text" / f"{language}.eltec.txt.xz", lexicon)
        others = ((rows, weight) for rows, weight in ((news, NEWS), (novels, NOVELS)))
        weights = learned([*own, *((w, p, by) for rows, by in others for w, p in rows)])
        kept = {key: round(SCALE * weight, 2) for key, weight in weights.items()}
        known = (k for k in kept if len(k) < 2 or k[0] == "-" or lexicon.ordinary(k))
        lines = [f"{key}\t{kept[key]}\n" for key in sorted(known) if abs(kept[key]) >= LEAST]
        path = load_pack(language).where("lexicon") / "behind.tsv"
        head = "# what stands behind a person, above zero, or a word: tools/build_behind.py\n"
        path.write_text(head + "".join(lines), encoding="utf-8")
        print(language, len(own), len(lines))


def learned(rows: list[Row]) -> dict[str, float]:
    """Return the weights of a logistic regression, persons and words weighing the same."""
    draw = random.Random(0)
    read = [(tuple(keys_of(word)), person, weight) for word, person, weight in rows]
    count = Counter(key for keys, *_ in read for key in keys)
    read = [(tuple(k for k in ks if count[k] >= SUPPORT), person, w) for ks, person, w in read]
    persons, words = (sum(w for _, p, w in read if p == wanted) for wanted in (True, False))
    weights: dict[str, float] = defaultdict(float)
    moved: dict[str, float] = defaultdict(lambda: 1.0)
    for _ in range(ROUNDS):
        draw.shuffle(read)
        for keys, person, weight in read:
            odds = sum(weights[key] for key in keys)
            off = 1 / (1 + math.exp(-max(-20.0, min(20.0, odds)))) - person
            off *= weight * (1.0 if person else persons / words)
            for key in keys:
                step = off + DECAY * weights[key]
                moved[key] += step * step
                weights[key] -= RATE * step / math.sqrt(moved[key])
    return dict(weights)


def _is_word(word: str, at_head: bool, lexicon: Lexicon) -> bool:
    ordinary = lexicon.ordinary(word.lower())
    if at_head and word[:1].isupper():
        return ordinary & NOUN == NOUN
    small = word.islower() and len(word) > 2
    return bool(small and ordinary and lexicon.flags(word.capitalize()) & NAMES)


def _documents(language: str, lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    path = ROOT / "data" / "documents" / language / "train.txt"
    for document in parse_marked(path.read_text("utf-8")):
        if document.id.startswith(f"{language}-o"):
            continue
        words = [(m[0], m.start(), m.end()) for m in WORD.finditer(document.text)]
        people = {m.span.end for m in document.mentions if m.type.startswith("person")}
        marked = {n for m in document.mentions for n in range(m.span.start, m.span.end)}
        for (before, *_), (word, start, end), (behind, *_) in zip(
            [("\n",), *words], words, [*words[1:], ("\n",)], strict=False
        ):
            if end in people:
                yield behind, True
            elif start not in marked and _is_word(word, before in ENDS, lexicon):
                yield behind, False


def _corpora(folder: Path, lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    for path in sorted(folder.glob("*.train.iob2.xz")):
        if path.name.startswith(NOT_TO_SHIP):
            continue
        with lzma.open(path, "rt", encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t")[:2] for line in file if line[:2] != "# "]
        for before, (word, *tag), (behind, *then) in zip(
            [[""], *rows], rows, [*rows[1:], [""]], strict=False
        ):
            if tag == ["O"]:
                if _is_word(word, before == [""], lexicon):
                    yield behind or "\n", False
            elif tag and tag[0].endswith("PER") and then != ["I-PER"]:
                yield behind or "\n", True


def _novels(path: Path, lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    if not path.exists():
        return
    lines = lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()
    random.Random(1).shuffle(lines)
    read = 0
    for line in lines:
        if line.startswith("#") or read > MOST_WORDS:
            continue
        words = [m[0] for m in WORD.finditer(line)]
        read += len(words)
        for before, word, behind in zip(["\n", *words], words, [*words[1:], "\n"], strict=False):
            inside, large = before not in ENDS, word[:1].isupper() and word[1:].islower()
            if inside and large and lexicon.flags(word) & NAMES and not _is_frequent(word, lexicon):
                yield behind, True
            elif _is_word(word, not inside, lexicon):
                yield behind, False


def _is_frequent(word: str, lexicon: Lexicon) -> bool:
    return bool(lexicon.ordinary(word.lower()) & COMMON)


if __name__ == "__main__":
    main()
