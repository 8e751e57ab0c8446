"""How many names are replaced in the right case, number and gender, judged from outside.

The names of a treebank are given to linker and replacer as if they had been found; what each word
becomes is judged against the features that people gave the original.  A surrogate no judge knows
is drawn again, under another secret, up to a limit; what stays unjudged is counted, not guessed.

Strict and soft after the evaluation of CLARIN-PL's Anonymizer: *strict* wants case, number, gender
and capitals of the original; *soft* forgives a slip that keeps the grammar of the sentence, here a
place or organisation of another number or gender than the original, whose case is right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allonym.errors import ConfigError
from allonym.evaluate.conllu import read_conllu
from allonym.evaluate.gold import Progress, guess_language
from allonym.evaluate.gold_names import Kinds
from allonym.evaluate.judges.choose import judges_of
from allonym.evaluate.judges.judge import Judge
from allonym.evaluate.judging import Judged, Kit, judge_sentence
from allonym.evaluate.metrics import Share, Sums
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import LanguagePack, load_pack

_KINDS = ("given", "family", "place", "common")
_NONE = Share()
_DRAWS = 100
"""How many surrogates are tried until one is known to a judge."""


@dataclass(frozen=True, slots=True)
class Figures(Sums):
    """The figures of one category.

    Attributes:
        strict: Right in every respect, of the judged.
        soft: Right for the sentence, of the judged.
        not_judged: Words or names that no judge knew enough about.
    """

    strict: Share = _NONE
    soft: Share = _NONE
    not_judged: int = 0


@dataclass(frozen=True, slots=True)
class ReplacementReport:
    """What evaluating the replacements of one language gave.

    Attributes:
        language: ISO 639-1 code.
        files: Names of the gold files.
        by_category: `CATEGORIES` to figures; a full name counts there and word by word.
        by_case: The same words by the case of the original.
        bases: Names in their citation form for which the linker took another one.
        judges: Who judged.
        missing: A sentence for each judge that is not installed.
        wrong: What was not right, for those who want to look.
    """

    language: str
    files: tuple[str, ...]
    by_category: Mapping[str, Figures]
    by_case: Mapping[str, Figures]
    bases: Share
    judges: tuple[str, ...]
    missing: tuple[str, ...] = ()
    wrong: tuple[Judged, ...] = field(repr=False, default=())

    @property
    def total(self) -> Figures:
        """All words together."""
        return sum(self.by_case.values(), Figures())


def evaluate_treebanks(
    gold: Sequence[Path],
    language: str | None = None,
    attested: Sequence[Path] = (),
    progress: Progress | None = None,
) -> list[ReplacementReport]:
    """Evaluate the replacements of every language that the treebanks are of.

    Args:
        gold: CoNLL-U files.
        language: ISO 639-1 code of all of them; None takes it from each file's name.
        attested: Further treebanks whose forms may judge; those of `gold` always do.
        progress: Called after each sentence with file, sentences done and how many there are.

    Raises:
        ConfigError: If a file's language is unknown.
        DocumentError: If a file cannot be read or is no CoNLL-U.
    """
    reports = []
    for code, paths in _by_language(gold, language).items():
        others = [p for p in attested if (language or guess_language(p)) == code]
        sentences = (s for path in dict.fromkeys((*paths, *others)) for s in read_conllu(path))
        reports.append(_report(paths, load_pack(code), *judges_of(code, sentences), progress))
    return reports


def _by_language(paths: Iterable[Path], language: str | None) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for path in paths:
        code = language or guess_language(path)
        if not code:
            raise ConfigError(f"{path.name}: language unknown; give it (-l)")
        groups.setdefault(code, []).append(path)
    return groups


def _report(
    paths: Sequence[Path], pack: LanguagePack, judges: tuple[Judge, ...],
    missing: tuple[str, ...], progress: Progress | None,
) -> ReplacementReport:  # fmt: skip
    """Replace the names of treebanks of one language and have each word judged.

    A form is right if a judge says so, wrong if one knows the name and none does.
    """
    kit = Kit.load(pack, judges, _DRAWS)
    kinds = listed_kinds(pack)
    found: list[Judged] = []
    bases = Share()
    for path in paths:
        sentences = read_conllu(path)
        for number, sentence in enumerate(sentences, 1):
            judged, base = judge_sentence(kit, sentence, kinds, number)
            found += judged
            bases += base
            if progress:
                progress(path.name, number, len(sentences))
    files = tuple(path.name.removesuffix(".xz") for path in paths)
    words = [j for j in found if j.category != "full names"]
    return ReplacementReport(
        pack.code, files, _grouped(found, lambda j: j.category),
        _grouped(words, lambda j: j.wanted.get("Case", "-")), bases,
        tuple(judge.name for judge in judges), missing,
        tuple(j for j in words if j.strict is False),
    )  # fmt: skip


def listed_kinds(pack: LanguagePack) -> Kinds:
    """Return what the word lists of a pack say of a word (`allonym.evaluate.gold_names.Kinds`)."""
    lexicon = load_lexicon(pack.where("lexicon"))

    def kinds(word: str) -> frozenset[str]:
        flags = lexicon.flags(word)
        return frozenset(kind for kind in _KINDS if flags & BIT[kind])

    return kinds


def _grouped(found: Iterable[Judged], key: Callable[[Judged], str]) -> dict[str, Figures]:
    groups: dict[str, Figures] = defaultdict(Figures)
    for judged in found:
        groups[key(judged)] += _figures(judged)
    return dict(groups)


def _figures(judged: Judged) -> Figures:
    if judged.strict is None:
        return Figures(not_judged=1)
    return Figures(Share(judged.strict, 1), Share(bool(judged.soft), 1))
