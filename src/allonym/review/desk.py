"""One document under review: what was recognised, what was decided, and what comes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from allonym.assembly import build
from allonym.decided import Decided
from allonym.errors import DecisionError
from allonym.languages.lexicon import listed
from allonym.languages.pack import load_pack
from allonym.model.decision import Decision
from allonym.model.draw import Draw
from allonym.model.offsets import UnitIndex
from allonym.model.replacement import ReplacementPlan
from allonym.model.result import Report, Result
from allonym.model.span import Span
from allonym.morphology.base_forms import load_base_forms
from allonym.morphology.load import load_morphology
from allonym.pipeline import LanguagePipeline
from allonym.ports import Ledger, Morphology
from allonym.profile import Profile, Treatment
from allonym.review.changes import Effective, effective, replay
from allonym.review.intake import DecisionForm, Intake
from allonym.review.occurrences import TextIndex
from allonym.review.planning import Planner, name_warnings
from allonym.review.preview import blocks_of
from allonym.review.recognition import Recognition
from allonym.review.shown import Moved, Outcome, Shown, counts
from allonym.review.state import State, first_state

MANY = 2_000
"""From so many mentions on, what becomes of them is worked out behind the reviewer's back."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a language and a profile bring to a document under review."""

    pipeline: LanguagePipeline  # links, replaces and checks; it detects nothing
    morphology: Morphology  # of the language
    is_given: Callable[[str], bool]  # tells whether a word is a given name


def tools_for(language: str, profile: Profile) -> Tools:
    """Load what is needed to review documents of a language; no model is."""
    pack = load_pack(language)
    quiet = replace(profile, detect=replace(profile.detect, detectors=()))
    of = cache(lambda code: build(code, quiet, Draw(bytes(32))))
    pipeline = replace(of(language), abroad=of)
    return Tools(pipeline, load_morphology(pack), listed(pack, "given", "given_rare"))


@dataclass
class Desk:
    """A document under review; its methods may be called from several threads."""

    recognition: Recognition  # what the machine read
    tools: Tools  # of its language and profile
    draw: Draw = field(repr=False)  # of its secret
    # the list of decisions, as stored
    entries: list[Decision] = field(default_factory=list, repr=False)
    # what the draws hang on besides the secret, the same for all versions of a document; its text
    # if not given
    scope: str = field(default="", repr=False)
    # names that stay from the beginning; a decision can take that back
    allow: tuple[str, ...] = field(default=(), repr=False)
    # what remembers pseudonyms, if anything does
    ledger: Ledger | None = field(default=None, repr=False)
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _outcome: tuple[int, Outcome] | None = field(default=None, repr=False)
    _ready: tuple[tuple[Decision, ...], State] | None = field(default=None, repr=False)
    _state: tuple[int, State] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.view = self.recognition.view
        self.pipeline = replace(self.tools.pipeline, draw=self.draw, ledger=self.ledger)
        self.units = UnitIndex(self.recognition.text, "utf16")
        found = self.recognition
        first = first_state(found.entities, found.doubtful, found.left)
        self._first = replace(first, allowed=MappingProxyType(dict.fromkeys(self.allow, "always")))
        self._planner = Planner(
            self.view, self.pipeline.parts.linker.link, self.pipeline.profile, self.tools.is_given
        )
        self._shown = Shown(
            self.recognition.text,
            self.units,
            cache(lambda name: self.pipeline.profile.treatment(name).method),
            load_base_forms(self.recognition.language),
        )

    @cached_property
    def index(self) -> TextIndex:
        """The words of the document."""
        return TextIndex(self.recognition.text, self.tools.morphology)

    # -- deciding ------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries the list has."""
        return len(self.entries)

    @property
    def log(self) -> Effective:
        """What the list comes to."""
        return effective(self.entries)

    def state(self) -> State:
        """Return mentions and entities as they stand."""
        with self.lock:
            if self._state is None or self._state[0] != self.version:
                self._state = self.version, replay(self._first, self.log.done)
            return self._state[1]

    def read(self, asked: Sequence[DecisionForm], by: str, at: str) -> list[Decision]:
        """Return the decisions that are asked for, each seeing those before it; none is kept yet.

        Raises:
            DecisionError: If one makes no sense.
            OffsetError: If an offset is outside the text.
        """
        with self.lock:
            state, made = self.state(), []
            for one in asked:
                intake = Intake(self.recognition.text, state, self.index, self.units)
                decision = intake.read(one, by, at)
                state = replay(state, [decision])
                made.append(decision)
            self._ready = tuple(made), state
            return made

    def add(self, entries: Sequence[Decision]) -> None:
        """Take entries into the list, once they are stored."""
        with self.lock:
            ready, state = self._ready or ((), None)
            self.entries.extend(entries)
            if state is not None and entries and tuple(entries) == ready:
                self._state = self.version, state
            self._ready = None

    # -- what comes of it ----------------------------------------------------------------------

    @property
    def is_large(self) -> bool:
        """Whether working out what becomes of everything takes too long for a key press."""
        return len(self._first.items) > MANY

    @property
    def is_planned(self) -> bool:
        """Whether what becomes of the present state is known."""
        return self._outcome is not None and self._outcome[0] == self.version

    def decided(self) -> Decided:
        """Return what the present state comes to, as the pipeline takes it."""
        with self.lock:
            return self._planner.decided(self.state())

    def plan(self) -> Outcome:
        """Work out what becomes of the present state, unless it is known."""
        with self.lock:
            version, state = self.version, self.state()
            if self._outcome is not None and self._outcome[0] == version:
                return self._outcome[1]
        decided = self._planner.decided(state)
        result = self.pipeline.carry_out(self.view, decided, scope=self.scope, check=False)
        kept = frozenset(
            str(e.id) for e in decided.entities if self.pipeline.keeps(self.view, e, decided)
        )
        outcome = Outcome(decided, result, kept)
        with self.lock:
            if self._outcome is None or self._outcome[0] <= version:
                self._outcome = version, outcome
        return outcome

    def _unknown(self) -> Outcome:
        """Return what stands for what becomes of a document while that is not known."""
        report = Report(self.recognition.language, "", {}, {})
        result = Result(self.view, self.recognition.text, (), ReplacementPlan(), report)
        return Outcome(Decided(()), result, frozenset())

    def values(self) -> dict[str, Any]:
        """Return the document's changing part as plain values; see `Shown.values`."""
        with self.lock:
            state = self.state()
            known = self._outcome[1] if self._outcome else self._unknown()
        outcome = known if self.is_large else self.plan()
        return {**self._standing(), **self._shown.values(state, outcome)}

    def _standing(self) -> dict[str, Any]:
        log = self.log
        return {
            "version": self.version,
            "pending": not self.is_planned,
            "can_undo": bool(log.done),
            "can_redo": bool(log.undone),
        }

    def counts(self) -> dict[str, int]:
        """Return how many mentions count, how many are doubtful, and how many were rejected."""
        return counts(self.state())

    def blocks(self) -> list[dict[str, Any]]:
        """Return the document's blocks as plain values."""
        found = blocks_of(self.recognition.text, self.recognition.blocks, self.recognition.kinds)
        return [{"n": block.n, **self._pair(block.span), "kind": block.kind} for block in found]

    def forms(self, name: str, surrogate: str, gender: str) -> dict[str, Any]:
        """Return how a pseudonym would read in each mention, and what speaks against it.

        What is no name, *person A*, reads as it stands while nobody types another.

        Raises:
            DecisionError: If there is no such entity, or no pseudonym.
        """
        entity = self._planner.entity(self.state(), name)
        surrogate = " ".join(surrogate.split())
        if entity is None or not surrogate:
            raise DecisionError("entity, surrogate: an entity and a name are expected")
        chosen = self._planner.named(entity, surrogate, gender)
        usual = self.pipeline.profile.treatment(entity.type)
        treatment = usual if usual.method == "pseudonym" else Treatment("pseudonym")
        decided = Decided((entity,), treatments={entity.id: treatment}, names={entity.id: chosen})
        standing = self.plan().result.replacements if self.is_planned and not gender else ()
        made = [r for r in standing if r.entity == entity.id and r.method != "pseudonym"]
        if surrogate not in {r.lemma or r.text for r in made}:
            result = self.pipeline.carry_out(self.view, decided, scope=self.scope, check=False)
            made = list(result.replacements)
        moved = Moved(self.recognition.text, made, UnitIndex("", "utf16"))
        rows = []
        for item in self.state().members().get(name, ()):
            found = moved.within(item.mention.span)
            certainty = min((r.certainty for r in found), default=0.0)
            rows.append({"mention": item.id, "text": "".join(moved.texts(found)),
                         "certainty": round(certainty, 3)})  # fmt: skip
        warnings = name_warnings(
            chosen, entity, min((r.certainty for r in made), default=1.0),
            self.index, self.tools.morphology,
        )  # fmt: skip
        return {"replacements": rows, "warnings": warnings}

    def changes(self, before: State) -> dict[str, Any] | None:
        """Return what differs from a state, for pages that know it; None where all is cheap.

        Args:
            before: The state that the page knows.
        """
        with self.lock:
            state, known = self.state(), self._outcome
        if not self.is_large or known is None:
            return None
        return {**self._standing(), **self._shown.changes(before, state, known[1])}

    # -- asking --------------------------------------------------------------------------------

    def occurrences(self, start: int, end: int, type_name: str) -> dict[str, Any]:
        """Return the other places where something stands; offsets in UTF-16 units."""
        span = Span(self.units.to_codepoint(start), self.units.to_codepoint(end))
        kind = type_name or next(
            (i.mention.type for i in self.state().items.values() if i.mention.span == span),
            "person",
        )
        found = self.index.find(span, kind)
        return {
            "identical": [self._pair(s) for s in found.identical],
            "inflected": [self._pair(s) for s in found.inflected],
        }

    def _pair(self, span: Span) -> Mapping[str, int]:
        return {
            "start": self.units.from_codepoint(span.start),
            "end": self.units.from_codepoint(span.end),
        }
