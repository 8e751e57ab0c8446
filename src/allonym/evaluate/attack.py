"""Attacking the outputs of gold documents, and how much of their text has stayed.

An output is searched for the words of what people marked in the original.  This shares nothing with
the leak check, which it judges: here only the text before and after is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from allonym.errors import needs
from allonym.evaluate.align import Cover, class_of, personal
from allonym.evaluate.gold import GoldDocument
from allonym.evaluate.metrics import Share, Sums
from allonym.evaluate.readers import GoldSpan
from allonym.evaluate.report import Cell, percent, table
from allonym.model.result import Result
from allonym.text.tokenize import tokenize

_NONE = Share()
_GAP = "|"  # no word: parts what does not stand side by side


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of the original, what stands there now, and why."""

    start: int  # in the original, code points
    end: int  # behind it
    type: str  # dotted type
    text: str = field(repr=False)  # what stands there in the output
    kept: bool = False  # left as it was on purpose


def changes_of(result: Result) -> list[Change]:
    """Return what became of each mention, those that were kept among them."""
    types = {m.span: m.type for entity in result.entities for m in entity.mentions}
    changes = [
        Change(r.span.start, r.span.end, types.get(r.span, "other"), r.text, r.method == "keep")
        for r in result.replacements
    ]
    for r in result.replacements:
        types.pop(r.span, None)
    return changes + [Change(s.start, s.end, k, "", kept=True) for s, k in types.items()]


@dataclass(frozen=True, slots=True)
class AttackFigures(Sums):
    """What searching the outputs gave."""

    # marked mentions searched for, by class
    originals: Mapping[str, int] = field(default_factory=dict)
    # of them found in text that was not replaced, by class and level
    left: Mapping[tuple[str, str], int] = field(default_factory=dict)
    # found only in what was put in: chance, or a surrogate too near its original
    surrogates: Mapping[str, int] = field(default_factory=dict)
    characters: Share = _NONE  # characters outside replacements
    tokens: Share = _NONE  # tokens that no replacement touches
    changed: Mapping[str, int] = field(default_factory=dict)  # characters replaced, by class
    needless: Share = _NONE  # replaced characters that nobody marked, of all that nobody marked


def attack_document(
    document: GoldDocument, output: str, changes: Sequence[Change]
) -> AttackFigures:
    """Search one output for the originals of its document.

    Raises:
        MissingExtra: If the library for fuzzy search is not installed.
    """
    kept = Cover(document.text, [c for c in changes if c.kept])
    replaced = [c for c in changes if not c.kept]
    marked = [s for s in document.spans if personal(document, s.type)]
    sought = [s for s in marked if not kept.touches(s.start, s.end)]
    unmarked = list(words(_blanked(document.text, marked)))
    meant = [document.text[c.start : c.end] for c in changes if c.kept]
    pieces = frozenset(word for change in replaced for word in words(change.text))
    # what stands outside all marks, or was kept on purpose, is no find, nor is a word near it
    allowed = [*unmarked, _GAP, *(word for surface in meant for word in (*words(surface), _GAP))]
    innocent = frozenset(allowed)
    whole = Words.of(" ".join(word for word in words(output) if word not in innocent))
    left = Words.of(" ".join(word for word in words(output) if word not in pieces | innocent))
    line = [_GAP if word in pieces else word for word in words(output)]
    found: Counter[tuple[str, str]] = Counter()
    chance: Counter[str] = Counter()
    for span in sought:
        surface = document.text[span.start : span.end]
        telltale = telling(surface, innocent)
        if level := level_of(telltale, left):
            found[class_of(span.type), level] += 1
        elif not telltale and stands_in(surface, line) and not stands_in(surface, allowed):
            found[class_of(span.type), "exact"] += 1
        elif level_of(telltale, whole):
            chance[class_of(span.type)] += 1
    originals = Counter(class_of(s.type) for s in sought)
    return _with_utility(AttackFigures(originals, found, chance), document, marked, replaced)


def _with_utility(
    figures: AttackFigures,
    document: GoldDocument,
    marked: Sequence[GoldSpan],
    replaced: Sequence[Change],
) -> AttackFigures:
    text = document.text
    cover, gold = bytearray(len(text)), bytearray(len(text))
    changed: Counter[str] = Counter()
    for change in replaced:
        cover[change.start : change.end] = b"\1" * (change.end - change.start)
        changed[class_of(change.type)] += change.end - change.start
    for span in marked:
        gold[span.start : span.end] = b"\1" * (span.end - span.start)
    tokens = document.tokens or tokenize(text)
    same = sum(not any(cover[start:end]) for start, end in tokens)
    free = gold.count(0)
    needless = sum(1 for hidden, meant in zip(cover, gold, strict=True) if hidden and not meant)
    return figures + AttackFigures(
        characters=Share(cover.count(0), len(text)),
        tokens=Share(same, len(tokens)),
        changed=changed,
        needless=Share(needless, free),
    )


def _blanked(text: str, spans: Sequence[GoldSpan]) -> str:
    letters = list(text)
    for span in spans:
        letters[span.start : span.end] = " " * (span.end - span.start)
    return "".join(letters)


def render_attack(figures: AttackFigures) -> str:
    """Return the figures as text: what was found, and what of the text has stayed."""
    names = sorted(figures.originals)
    rows = [_row(figures, [name], name) for name in names] + [_row(figures, names, "all")]
    head = ["originals of", "sought", *LEVELS, "found %", "in surrogates only"]
    characters, tokens = percent(figures.characters.ratio), percent(figures.tokens.ratio)
    parts = ", ".join(
        f"{name} {percent(count / figures.characters.whole)}"
        for name, count in sorted(figures.changed.items())
    )
    return (
        "Originals found in the output, at the first level that finds them\n"
        f"{table(head, rows)}\n\n"
        f"Text that stayed: {characters} % of characters, {tokens} % of tokens\n"
        f"replaced, % of characters: {parts or 'nothing'}\n"
        f"replaced though nobody marked it: {percent(figures.needless.ratio)} % of the rest\n"
    )


def _row(figures: AttackFigures, names: Sequence[str], title: str) -> list[Cell]:
    sought = sum(figures.originals.get(name, 0) for name in names)
    levels = [sum(figures.left.get((name, lv), 0) for name in names) for lv in LEVELS]
    chance = sum(figures.surrogates.get(name, 0) for name in names)
    return [title, sought, *levels, sum(levels) / sought if sought else None, chance]


def attack_as_dict(figures: AttackFigures) -> dict[str, object]:
    """Return the figures as plain values for JSON."""
    return {
        "originals": dict(figures.originals),
        "found": [
            {"class": name, "level": level, "count": count}
            for (name, level), count in sorted(figures.left.items())
        ],
        "in_surrogates_only": dict(figures.surrogates),
        "characters_unchanged": figures.characters.ratio,
        "tokens_unchanged": figures.tokens.ratio,
        "characters_replaced": dict(figures.changed),
        "needlessly_replaced": figures.needless.ratio,
    }


LEVELS = ("exact", "no diacritics", "transliterated", "inflected", "fuzzy")
"""Ways of searching, each more forgiving; an original counts at the first that finds it."""

_WORD = re.compile(r"\w+")
_LEAST = 4
_CYRILLIC = dict(zip("абвгдезийклмнопрстуфхъь", "abvgdeziyklmnoprstufhay", strict=True)) | {
    "ж": "zh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ю": "yu", "я": "ya"
}  # fmt: skip
_PLAIN = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae"})


@dataclass(frozen=True, slots=True)
class Words:
    """The words of an output, ready to be searched at every level."""

    exact: frozenset[str] = field(repr=False)
    plain: frozenset[str] = field(repr=False)
    latin: frozenset[str] = field(repr=False)
    stems: frozenset[str] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Words:
        """Fold the words of a text."""
        exact = frozenset(words(text))
        latin = frozenset(map(transliterated, exact))
        return cls(exact, frozenset(map(plain, exact)), latin, _stems(latin))


def words(text: str) -> Iterator[str]:
    """Yield the words of a text, capitals folded."""
    return (match[0].casefold() for match in _WORD.finditer(text))


def plain(word: str) -> str:
    """Return a word without diacritics.

    >>> plain("žółć")
    'zolc'
    """
    parts = unicodedata.normalize("NFD", word.translate(_PLAIN))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def transliterated(word: str) -> str:
    """Return a word in plain Latin letters (Bulgarian by the law on transliteration of 2009).

    >>> transliterated("щърков")
    'shtarkov'
    """
    return plain("".join(_CYRILLIC.get(letter, letter) for letter in word))


def telling(surface: str, elsewhere: frozenset[str]) -> list[str]:
    """Return the words of an original that disclose it.

    Finding words that stand `elsewhere` in its text, outside all marks, says nothing.
    """
    return [
        word
        for word in words(surface)
        if len(word) >= _LEAST and word not in elsewhere
    ]  # fmt: skip


def stands_in(surface: str, text: Iterable[str]) -> bool:
    """Tell whether all words of an original stand side by side among those of a text.

    For originals too short to be searched word by word.

    >>> stands_in("Bo Ek", ["said", "bo", "ek"]), stands_in("Bo Ek", ["bo", "said", "ek"])
    (True, False)
    """
    return f" {' '.join(words(surface))} " in f" {' '.join(text)} "


def level_of(surface: Iterable[str], output: Words) -> str:
    """Return the first level at which one of the words is found; empty where none is.

    Raises:
        MissingExtra: If the library for fuzzy search is not installed.
    """
    checks: dict[str, Callable[[str], bool]] = {
        "exact": lambda word: word in output.exact,
        "no diacritics": lambda word: plain(word) in output.plain,
        "transliterated": lambda word: transliterated(word) in output.latin,
        "inflected": lambda word: bool(_stems([transliterated(word)]) & output.stems),
        "fuzzy": lambda word: _fuzzy(transliterated(word), output.latin),
    }
    asked = list(surface)
    return next((name for name in LEVELS if any(map(checks[name], asked))), "")


def _stems(found: Iterable[str]) -> frozenset[str]:
    """Cut one to three letters off: an attacker has no paradigms, but knows endings change."""
    return frozenset(
        f"{word[:-cut] if cut else word}"
        for word in found
        if word.isalpha()
        for cut in range(4)
        if len(word) - cut >= 5
    )


def _fuzzy(word: str, output: frozenset[str]) -> bool:
    with needs("fuzzy search needs", "evaluate"):
        from rapidfuzz import fuzz, process
    if len(word) < 6:
        return False
    return process.extractOne(word, output, scorer=fuzz.ratio, score_cutoff=86) is not None
