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
from allonym.evaluate.gold import Progress, guess_language
from allonym.evaluate.judges import Judge, judges_of
from allonym.evaluate.judging import CATEGORIES, Judged, Kit, judge_sentence
from allonym.evaluate.metrics import Share, Sums, plain
from allonym.evaluate.readers import Kinds, read_conllu
from allonym.evaluate.report import Cell, percent, table
from allonym.languages.abroad import load_abroad
from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import LanguagePack, load_forms, load_pack
from allonym.model.features import format_features

_KINDS = ("given", "family", "place", "common")
_STAYS = frozenset({"stays"})
_NONE = Share()
_DRAWS = 100  # how many surrogates are tried until one is known to a judge


@dataclass(frozen=True, slots=True)
class Figures(Sums):
    """The figures of one category."""

    strict: Share = _NONE  # right in every respect, of the judged
    soft: Share = _NONE  # right for the sentence, of the judged
    not_judged: int = 0  # words or names that no judge knew enough about


@dataclass(frozen=True, slots=True)
class ReplacementReport:
    """What evaluating the replacements of one language gave."""

    language: str  # ISO 639-1 code
    files: tuple[str, ...]  # names of the gold files
    # `CATEGORIES` to figures; a full name counts there and word by word
    by_category: Mapping[str, Figures]
    by_case: Mapping[str, Figures]  # the same words by the case of the original
    bases: Share  # names in their citation form for which the linker took another one
    judges: tuple[str, ...]  # who judged
    missing: tuple[str, ...] = ()  # a sentence for each judge that is not installed
    # what was not right, for those who want to look
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
    """Return what the word lists of a pack say of a word (`allonym.evaluate.readers.Kinds`).

    What is replaced nowhere is of the kind ``stays``: *Europe*, *the Vatican*, countries.
    """
    lexicon, staying = load_lexicon(pack.where("lexicon")), load_abroad(pack).staying
    staying |= load_forms(pack, "countries.tsv")

    def kinds(word: str) -> frozenset[str]:
        if word.casefold() in staying:
            return _STAYS
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


_HEAD = ["names", "strict", "95 %", "soft", "95 %", "judged", "not judged"]


def render_replacements(reports: Sequence[ReplacementReport]) -> str:
    """Return the reports as aligned plain text, figures in per cent."""
    return "\n\n".join(_one(report) for report in reports) + "\n"


def _one(report: ReplacementReport) -> str:
    lines = [f"{report.language}: {', '.join(report.files)}; judges: {', '.join(report.judges)}"]
    lines += [f"  {sentence}" for sentence in report.missing]
    rows = [[name, *cells(figures)] for name, figures in rows_of(report)]
    lines.append(table(_HEAD, rows))
    cases = [[name, *cells(figures)] for name, figures in sorted(report.by_case.items())]
    if len(cases) > 1:
        lines.append(table(["case", *_HEAD[1:]], cases))
    bases = report.bases
    said = "none occur"
    if bases.interval:
        said = f"{percent(bases.ratio)} %, {'-'.join(map(percent, bases.interval))}"
    lines.append(f"base forms changed: {bases.part} of {bases.whole} ({said})")
    return "\n".join(lines)


def rows_of(report: ReplacementReport) -> list[tuple[str, Figures]]:
    """Return the figures of each category that occurs, and of all words."""
    found = [(n, report.by_category[n]) for n in CATEGORIES if n in report.by_category]
    return [*found, ("all words", report.total)]


def cells(figures: Figures) -> list[Cell]:
    """Return the cells of one row; "not judged" where no source could tell.

    >>> cells(Figures(not_judged=3))
    ['not judged', None, 'not judged', None, 0, 3]
    """
    shares = (figures.strict, figures.soft)
    pairs = [cell for s in shares for cell in (s.ratio if s.whole else "not judged", s.interval)]
    return [*pairs, figures.strict.whole, figures.not_judged]


def render_wrong(reports: Sequence[ReplacementReport]) -> str:
    """Return what was judged wrong: sentence, original, form, and the features wanted."""
    lines = []
    for report in reports:
        for word in report.wrong:
            mark = "soft" if word.soft else "wrong"
            features = format_features(word.wanted)
            lines.append(
                f"{report.language} {word.where[0]}: {word.original} > {word.form}"
                f" ({word.lemma}), {word.category}, {features}: {mark}"
            )
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def replacements_as_dict(reports: Sequence[ReplacementReport]) -> dict[str, object]:
    """Return the reports as plain values for JSON, by language; no text of the treebanks."""
    return {report.language: plain(_figures_of(report)) for report in reports}


def _figures_of(report: ReplacementReport) -> dict[str, object]:
    return {
        "files": report.files,
        "judges": report.judges,
        "missing": report.missing,
        "categories": dict(rows_of(report)),
        "cases": dict(sorted(report.by_case.items())),
        "bases_changed": report.bases,
    }
