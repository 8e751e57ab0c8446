"""All measurements in order, each tolerant of the others' failing."""

from __future__ import annotations

import os
import platform
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from allonym._version import __version__
from allonym.bench import probe
from allonym.errors import ConfigError, PseudonymizationError, UnknownLanguage
from allonym.text.tables import table_of
from allonym.text.tokenize import tokenize

Progress = Callable[[str, int, int], None]
"""Told the step that begins, the steps done and how many there are."""

LENGTHS = (1, 2, 4, 8)
"""Multiples of the base length in the table of time against length."""


@dataclass(frozen=True, slots=True)
class Timing:
    """So many characters and words in so many seconds."""

    characters: int
    words: int
    seconds: float

    @property
    def characters_per_second(self) -> float:
        """Characters a second; 0 where the time was too short to tell."""
        return self.characters / self.seconds if self.seconds else 0.0

    @property
    def words_per_second(self) -> float:
        """Words (tokens that begin with a letter or digit) a second."""
        return self.words / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Stage:
    """Seconds a part of the pipeline took on the long text."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What was measured; None and empty where a step failed, which `problems` then names."""

    language: str  # ISO 639-1 code
    profile: str  # name of the profile
    version: str = __version__  # of the package
    machine: str = ""  # Python, system, processor and cores
    text: str = ""  # ``given`` or ``built-in sample``
    import_seconds: float | None = None  # ``import allonym``
    help_seconds: float | None = None  # ``allonym --help``, interpreter included
    # from starting the interpreter to the first sentence's result
    first_seconds: float | None = None
    first_steps: tuple[float, ...] = ()  # of these: import, load, run
    first_memory: float | None = None  # peak memory after the first sentence, MB
    whole: Timing | None = None  # the whole pipeline on the longest text
    memory: float | None = None  # peak memory after it, MB
    stages: tuple[Stage, ...] = ()  # parts of the pipeline on the base text, slowest first
    patterns: Timing | None = None  # the pattern scan alone on the longest text
    scaling: tuple[Timing, ...] = ()  # time against length
    problems: tuple[str, ...] = ()  # steps that could not be measured, and why


@dataclass(frozen=True, slots=True)
class _Setting:
    language: str
    profile: str
    first: str = field(repr=False)
    warm: str = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)

    def job(self, name: str, **more: object) -> dict[str, object]:
        return {"job": name, "language": self.language, "profile": self.profile,
                "warm": self.warm, **more}  # fmt: skip


def bench(
    language: str,
    text: str | None = None,
    *,
    profile: str = "default",
    characters: int = 50_000,
    progress: Progress | None = None,
) -> BenchReport:
    """Measure start-up, memory, speed and growth, each in a fresh process.

    A step that fails is named in ``problems`` and the others go on.

    Args:
        language: ISO 639-1 code.
        text: To measure on, its lines shuffled and repeated as far as needed; None takes built-in
            sentences.
        profile: Name or file of a profile.
        characters: Base length; the longest text is eight times as long.
        progress: Told of each step.

    Raises:
        ConfigError: If the text is blank or `characters` is not positive.
        UnknownLanguage: If no text is given and there is no sample in the language.
    """
    setting = _setting(language, profile, text, characters)
    report = BenchReport(
        language, profile, machine=machine(), text="given" if text else "built-in sample"
    )
    for done, (name, step) in enumerate(_STEPS.items()):
        if progress:
            progress(name, done, len(_STEPS))
        try:
            report = step(setting, report)
        except PseudonymizationError as error:
            report = replace(report, problems=(*report.problems, f"{name}: {error}"))
    if progress:
        progress("done", len(_STEPS), len(_STEPS))
    return report


def _setting(language: str, profile: str, text: str | None, characters: int) -> _Setting:
    if characters < 1 or (text is not None and not text.strip()):
        raise ConfigError("nothing to measure on; give a text with words in it")
    longest = characters * LENGTHS[-1]
    made = lengthened(text, longest) if text else of_length(sentences(language), longest)
    first = next(line for line in made.splitlines() if line.strip())[:200]
    texts = tuple(made[: characters * n] for n in LENGTHS)
    return _Setting(language, profile, first, made[-characters:], texts)


def machine() -> str:
    """Return Python, system, processor and cores."""
    system = f"{platform.system()} {platform.machine()}"
    return f"Python {platform.python_version()}, {system}, {os.cpu_count()} cores"


def _first(setting: _Setting, report: BenchReport) -> BenchReport:
    arguments = [setting.language, setting.profile]
    seconds, output = probe.run_code(probe.FIRST, arguments=arguments, stdin=setting.first)
    answer = probe.answer(output)
    return replace(
        report,
        first_seconds=seconds,
        first_steps=tuple(answer["steps"]),
        first_memory=answer["memory"],
    )


def _speed(setting: _Setting, report: BenchReport) -> BenchReport:
    answer = probe.run_job(setting.job("run", texts=setting.texts))
    scaling = tuple(
        Timing(len(text), count_words(text), seconds)
        for text, seconds in zip(setting.texts, answer["seconds"], strict=True)
    )
    return replace(report, scaling=scaling, whole=scaling[-1], memory=answer["memory"])


def _stages(setting: _Setting, report: BenchReport) -> BenchReport:
    answer = probe.run_job(setting.job("stages", text=setting.texts[0]))
    stages = sorted((Stage(*pair) for pair in answer["stages"]), key=lambda stage: -stage.seconds)
    return replace(report, stages=tuple(stages))


def _patterns(setting: _Setting, report: BenchReport) -> BenchReport:
    text = setting.texts[-1]
    seconds = probe.run_job(setting.job("patterns", text=text))["seconds"]
    if seconds is None:
        return report
    return replace(report, patterns=Timing(len(text), count_words(text), seconds))


def count_words(text: str) -> int:
    """Return how many tokens begin with a letter or a digit.

    >>> count_words("Ana, 12 let.")
    3
    """
    return sum(text[start].isalnum() for start, _ in tokenize(text))


Step = Callable[[_Setting, BenchReport], BenchReport]

_STEPS: dict[str, Step] = {
    "import": lambda _, report: replace(report, import_seconds=probe.import_seconds()),
    "help": lambda _, report: replace(report, help_seconds=probe.help_seconds()),
    "first sentence": _first,
    "long text": _speed,
    "stages": _stages,
    "patterns": _patterns,
}


_SENTENCES_TO_A_PARAGRAPH = 6


def sentences(language: str) -> list[str]:
    """Return the built-in sentences of a language.

    Raises:
        UnknownLanguage: If there are none.
    """
    samples: Mapping[str, list[str]] = table_of("allonym.bench", "samples.toml")
    if language not in samples:
        raise UnknownLanguage(
            f"no sample text for {language!r}; give a file, or one of {', '.join(sorted(samples))}"
        )
    return samples[language]


def of_length(pieces: list[str], length: int, seed: int = 0) -> str:
    """Return shuffled rounds of `pieces`, in paragraphs, cut to `length` characters.

    Repeated sentences flatter whatever remembers words it has seen; a real text of the length
    measured needs no rounds.

    Raises:
        ValueError: If every piece is empty.
    """
    pieces = [piece for piece in pieces if piece.strip()]
    if not pieces:
        raise ValueError("nothing to make a text of")
    rng = random.Random(seed)  # noqa: S311
    out: list[str] = []
    size = 0
    while size < length:
        for piece in rng.sample(pieces, len(pieces)):
            end = "\n\n" if len(out) % _SENTENCES_TO_A_PARAGRAPH == 5 else " "
            out.append(piece + end)
            size += len(out[-1])
    return "".join(out)[:length]


def lengthened(text: str, length: int) -> str:
    """Return the first `length` characters of `text`, its lines shuffled and repeated if short."""
    return text[:length] if len(text) >= length else of_length(text.splitlines(), length)
