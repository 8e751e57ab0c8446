"""Which judges a language has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from allonym.evaluate.conllu import Sentence
from allonym.evaluate.judges.endings import GenitiveJudge
from allonym.evaluate.judges.hunspell import HunspellJudge
from allonym.evaluate.judges.judge import Judge, JudgeMissing
from allonym.evaluate.judges.treebank import TreebankJudge
from allonym.evaluate.judges.voikko import VoikkoJudge

_OWN: dict[str, tuple[Callable[[], Judge], ...]] = {
    "fi": (VoikkoJudge,),
    "hu": (partial(HunspellJudge, "hu_HU"),),
    "sk": (partial(HunspellJudge, "sk_SK"),),
    "sv": (partial(GenitiveJudge, "s", "sxz"),),
}


def judges_of(
    language: str, attested: Iterable[Sentence]
) -> tuple[tuple[Judge, ...], tuple[str, ...]]:
    """Return the judges of a language, treebanks first, and a sentence for each missing one.

    Args:
        language: ISO 639-1 code.
        attested: Sentences whose forms judge.
    """
    judges: list[Judge] = [TreebankJudge(attested)]
    missing: list[str] = []
    for make in _OWN.get(language, ()):
        try:
            judges.append(make())
        except JudgeMissing as error:
            missing.append(str(error))
    return tuple(judges), tuple(missing)
