"""Detector of everything that has a shape: numbers, addresses, e-mail, plates, case files.

::

    text ──windows──▶ RE2 set ──which patterns──▶ exact expressions ──checks, triggers──▶ mentions
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

import regex

from allonym.detect.patterns.columns import is_heading, said, told
from allonym.detect.patterns.data import (
    LEFT,
    RIGHT,
    PatternFile,
    PatternSpec,
    coarse,
    expand,
    load_patterns,
    weaken,
)
from allonym.detect.patterns.handles import HandleFinder
from allonym.detect.patterns.loose import loosen_words
from allonym.detect.patterns.phones import PhonePlan
from allonym.detect.patterns.rules import Rules
from allonym.detect.patterns.runs import word_ends
from allonym.detect.patterns.scan import Probe, Scanner
from allonym.detect.patterns.tidy import Candidate, firms_apart, tidy
from allonym.detect.patterns.triggers import FAR, Announced, hint
from allonym.identifiers.checks import IBAN_LENGTHS, ip
from allonym.identifiers.schemes import SCHEMES
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.occurring import quick_test

_EDGE = r"(?:^|[^\pL\pN_])"


@dataclass(frozen=True)
class PatternDetector:
    """Finds mentions by shape, check digit and the words before them.

    Build it with `load`.  Patterns are compiled when the first text needs them.
    """

    # the patterns in use; detectors of the same ones share them
    compiled: Compiled = field(repr=False)
    name: str = "patterns"  # what evidence calls this detector
    # finds user names that nothing announces
    handles: HandleFinder | None = field(repr=False, default=None)
    # tells whether what a label announces as a place may be one by its words
    is_place: Callable[[str], bool] = field(repr=False, default=lambda _: True)

    @classmethod
    def load(
        cls, document_language: str, languages: Iterable[str] | None = None
    ) -> PatternDetector:
        """Return a detector for documents in one language that knows the numbers of all.

        Args:
            document_language: ISO 639-1 code; ``und`` has no home country.
            languages: Whose patterns to use; None means every one installed.

        Raises:
            PackError: If a pattern file is wrong; the message names file and pattern.
        """
        files = load_patterns(languages)
        homes = {f.language: tuple(f.settings.get("countries", ())) for f in files}
        return cls(_compiled(files, homes.get(document_language, ())))

    def knowing(self, handles: HandleFinder, is_place: Callable[[str], bool]) -> PatternDetector:
        """Return the detector with what a language's words tell; see the attributes."""
        return replace(self, handles=handles, is_place=is_place)

    def detect(self, view: TextView) -> Iterable[Mention]:
        """Return the mentions of a view in text order; none crosses the edge of a block."""
        found = tidy(self._candidates(view.text))
        return [
            Mention(Span(c.start, c.end), c.type, (Evidence(self.name, c.rule, c.score),))
            for c in found
            if not view.blocks or view.block_at(c.start) == view.block_at(c.end - 1)
        ]

    def _candidates(self, text: str) -> Iterator[Candidate]:
        for start, end, hits in self.compiled.scanner.hits(text):
            for finder in map(self.compiled.finders.__getitem__, hits):
                for found in finder.find(text, start, end):
                    word = text[found.start : found.end]
                    fits = finder.spec.validate != "place" or self.is_place(word)
                    if fits and not self._heads_columns(finder, text, found.start):
                        yield found
        yield from self._columns(text)
        yield from self.handles.candidates(text) if self.handles else ()

    def _heads_columns(self, finder: AnnouncedFinder | BareFinder, text: str, at: int) -> bool:
        """Tell whether what a label announces is another heading in a row of them."""
        if isinstance(finder, AnnouncedFinder) or not finder.labelled:
            return False

        def known(cell: str) -> bool:
            announced = self.compiled.scanner.announced(f"{cell}: x123")
            return bool(announced) or finder.labels(f"{cell}: X")

        return is_heading(text, at, known)

    def _columns(self, text: str) -> Iterator[Candidate]:
        """Yield what heads of columns announce."""
        chosen: dict[str, list[AnnouncedFinder | BareFinder]] = {}

        def known(head: str) -> bool:
            line, shared = f"{head}: x123", self.compiled
            chosen[head] = [shared.finders[n] for n in shared.scanner.announced(line)]
            chosen[head] += [f for f in shared.labelled if f.labels(line)]
            return bool(chosen[head])

        for start, end, kind in told(text):
            yield Candidate(start, end, kind, 1.0, "heading", 0)
        for cell in said(text, known):
            for finder in chosen[cell.head]:
                for found in finder.find(cell.text, 0, len(cell.text)):
                    if found.start >= cell.first:
                        start, end = found.start + cell.shift, found.end + cell.shift
                        yield replace(found, start=start, end=end)


@dataclass(frozen=True)
class Compiled:
    """Patterns of some files for documents of some countries, compiled when first needed."""

    files: tuple[PatternFile, ...] = field(repr=False)  # the pattern files in use
    # where the document is at home: bare numbers of these schemes are believed
    countries: tuple[str, ...]

    @property
    def patterns(self) -> tuple[PatternSpec, ...]:
        """Every pattern in use."""
        return tuple(spec for file in self.files for spec in file.patterns)

    @cached_property
    def finders(self) -> tuple[AnnouncedFinder | BareFinder, ...]:
        """What looks for each pattern, by the number of its probe."""
        return tuple(finder for _, finder in self._entries)

    @cached_property
    def labelled(self) -> tuple[BareFinder, ...]:
        """Those of the forms that begin with a label."""
        return tuple(f for f in self.finders if isinstance(f, BareFinder) and f.labelled)

    @cached_property
    def scanner(self) -> Scanner:
        """What tells which patterns may hit where."""
        literals: list[str] = []
        endings: list[str] = []
        for file in self.files:
            literals += file.settings.get("literals", ())
            endings += file.settings.get("endings", ())
        return Scanner(
            lambda: [probe for probe, _ in self._entries], tuple(literals), tuple(endings)
        )

    @cached_property
    def rules(self) -> Rules:
        """What all its patterns share."""
        plan, words = PhonePlan(self.countries), self._words
        units, tails = f"{words('units')}|{words('currencies')}", self._address_tail
        return Rules(self.countries, plan, words("negative"), units, tails, words("currencies"))

    @cached_property
    def _entries(self) -> tuple[tuple[Probe, AnnouncedFinder | BareFinder], ...]:
        rules = self.rules
        entries: list[tuple[Probe, AnnouncedFinder | BareFinder]] = []
        for rank, spec in enumerate(self.patterns):
            if spec.announced:
                probe = Probe(hint(spec), kind="words")
                entries.append((probe, AnnouncedFinder(spec, rank, rules)))
            if rules.bare_score(spec):
                entries.append((_probe(spec), BareFinder(spec, rank, rules)))
        return tuple(entries)

    @cached_property
    def _address_tail(self) -> str:
        # Polish "kl. 17" is a staircase, Swedish "kl. 17" is five o'clock.
        near = [f for f in self.files if self._is_near(f)]
        tails = (f.settings.get("address_tail", "") for f in near)
        return "|".join(loosen_words(expand(tail)) for tail in tails if tail)

    def _is_near(self, file: PatternFile) -> bool:
        """Tell whether a file is of a country that the document is at home in."""
        own = file.settings.get("countries", ())
        return not self.countries or not own or bool(set(own) & set(self.countries))

    def _words(self, setting: str) -> str:
        return "|".join(loosen_words(w) for f in self.files for w in f.settings.get(setting, ()))


_compiled = cache(Compiled)
"""`Compiled`, the same for the same files and countries: compiling them takes a while."""


@dataclass(frozen=True)
class AnnouncedFinder:
    """Candidates of one pattern behind its triggers."""

    spec: PatternSpec
    rank: int
    rules: Rules

    def find(self, text: str, start: int, end: int) -> Iterator[Candidate]:
        """Yield the announced candidates of a window."""
        spec = self.spec
        for first, last, score in self._announced.find(text, start, end):
            if spec.validate:
                yield from self._fitted(text, first, last, score)
            else:
                begin = bracketed(text, first, last)
                yield Candidate(begin, last, spec.type, score, spec.name, self.rank)

    def _fitted(self, text: str, first: int, last: int, score: float) -> Iterator[Candidate]:
        spec = self.spec
        if spec.validate == "iban":
            last = next(iter(iban_ends(text, first, last)), last)
        elif spec.validate == "phone":
            ends = [n for n in word_ends(text, first, last) if n - first > 4]
            near = score > FAR
            scored = [(self.rules.phones.score(text[first:n], announced=near), n) for n in ends]
            score, last = max(scored, default=(0.0, last))
        if score > 0:
            first = bracketed(text, first, last)
            yield Candidate(first, last, spec.type, score, spec.name, self.rank)

    @cached_property
    def _announced(self) -> Announced:
        return Announced(self.spec)


@dataclass(frozen=True)
class BareFinder:
    """Candidates of one pattern by their form alone."""

    spec: PatternSpec
    rank: int
    rules: Rules

    def find(self, text: str, start: int, end: int) -> Iterator[Candidate]:
        """Yield the candidates of a window whose form and check are right."""
        spec = self.spec
        if spec.hint and not self._quick(text[start:end]):
            return
        ahead = start  # where the row ends that was read already
        for match in self._regex.finditer(text, start, end):
            span = match.span("v" if match.groupdict().get("v") else 0)
            for first, last in firms_apart(text, span, self._forms) if self._forms else (span,):
                yield from self._found(text, first, last)
            if spec.several and not spec.announced and span[1] > ahead:
                for first, ahead in self._announced.further(text, span[1], end):
                    yield from self._found(text, first, ahead)

    def _found(self, text: str, first: int, last: int) -> Iterator[Candidate]:
        spec = self.spec
        for cut in self._ends(text, first, last):
            score = self._score(text[first:cut])
            if score:
                sure = spec.alone == "certain" and spec.validate != "phone"
                if sure or text[first] == "+" or not self.rules.amount(text, first, cut):
                    stop = self._continued(text, cut)
                    begin = bracketed(text, first, stop)
                    yield Candidate(begin, stop, spec.type, score, spec.name, self.rank)
                break

    @cached_property
    def _announced(self) -> Announced:
        return Announced(self.spec)

    @cached_property
    def _forms(self) -> Any:
        return regex.compile(self.spec.hint) if self.spec.type == "org.company" else None

    @property
    def labelled(self) -> bool:
        """Tell whether the form begins with a label."""
        return "(?P<v>" in self.spec.regex and bool(self.spec.hint)

    def labels(self, head: str) -> bool:
        """Tell whether the label of the form is the head of a column."""
        return self._quick(head)

    def _continued(self, text: str, end: int) -> int:
        return self.rules.address_end(text, end) if self.spec.type == "address" else end

    def _ends(self, text: str, first: int, last: int) -> Iterable[int]:
        if self.spec.validate == "phone":
            return (n for n in word_ends(text, first, last) if n - first > 6)
        if self.spec.validate == "iban":
            return iban_ends(text, first, last)
        return (last,)

    def _score(self, surface: str) -> float:
        spec = self.spec
        if spec.validate == "phone":
            return self.rules.phones.score(surface, announced=False)
        if spec.validate == "ip" and not ip(surface):
            return 0.0
        if spec.check and not SCHEMES[spec.check].validate(surface):
            return spec.near
        return self.rules.bare_score(spec)

    @cached_property
    def _quick(self) -> Callable[[str], bool]:
        fold = "(?i)" if self.spec.ignorecase else ""
        return quick_test(fold + coarse(weaken(self.spec.regex)))

    @cached_property
    def _regex(self) -> Any:
        flags = regex.IGNORECASE if self.spec.ignorecase else 0
        edges = ("", "") if self.spec.open else (LEFT, RIGHT)
        return regex.compile(f"{edges[0]}(?:{self.spec.regex}){edges[1]}", flags | regex.MULTILINE)


def _probe(spec: PatternSpec) -> Probe:
    if spec.needs or spec.hint:
        return Probe(spec.hint, spec.needs, kind="hint")
    form = weaken(spec.regex)
    fold = "(?i)" if spec.ignorecase else ""
    edge = r"\b" if form.isascii() and r"\p" not in form else _EDGE
    return Probe(coarse(fold + form if spec.open else f"{fold}{edge}(?:{form})"))


def bracketed(text: str, first: int, last: int) -> int:
    """Return where a value begins whose brackets are its own: ``(+40) 267``, not ``(070-174``."""
    if text[first] == "(" and ")" not in text[first:last]:
        return first + 1
    opened = first > 0 and text[first - 1] == "("
    closed = text.find(")", first, last)
    return first - 1 if opened and closed > 0 and "(" not in text[first:closed] else first


def iban_ends(text: str, first: int, last: int) -> Iterator[int]:
    """Yield where an IBAN of its country's length ends; nothing where no such country is."""
    wanted = IBAN_LENGTHS.get(text[first : first + 2].upper(), 0)
    seen = 0
    for end in range(first + 1, last + 1):
        seen += text[end - 1].isalnum()
        if seen == wanted and text[end - 1].isalnum():
            if end == len(text) or not text[end].isalnum():
                yield end
            return
