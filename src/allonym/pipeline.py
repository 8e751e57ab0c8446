"""One document from text to result: detect, resolve, link, plan, apply, verify."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

from allonym.decided import (
    UNDECIDED,
    Decided,
    by_treatment,
    is_known_to_stay,
    is_left_by_name,
    missed_by,
    named_before,
    refuse_leaks,
    telling,
    unspread,
    with_left,
    with_owned,
    without_namesakes,
)
from allonym.detect.settling.splitting import as_marked
from allonym.link.abroad import is_abroad, joined
from allonym.model.cover import Cover
from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Leak, Report, Result
from allonym.model.span import Span
from allonym.model.types import AMOUNT, FIGURE, is_a
from allonym.model.view import TextView
from allonym.morphology.base_forms import load_base_forms
from allonym.parts import NOTHING, Brought, Parts, Progress, at_home, placed
from allonym.plan import settle
from allonym.ports import Detector, Ledger, ReplaceContext
from allonym.profile import Profile, Treatment
from allonym.replace.abroad import replaced_abroad
from allonym.shown import Shown

_REPAIRS = 3


@dataclass(frozen=True, slots=True)
class LanguagePipeline:
    """All that happens to documents of one language under one profile, read as they are seen."""

    language: str  # ISO 639-1 code
    profile: Profile  # what to do
    parts: Parts = field(repr=False)  # what does it
    draw: Draw = field(repr=False)  # keyed chance, not yet scoped to a document
    warnings: tuple[str, ...] = ()  # sentences for every report, such as a missing model
    # what remembers pseudonyms, if anything does
    ledger: Ledger | None = field(repr=False, default=None)
    # the pipeline of another language, for paragraphs that are in one
    abroad: Callable[[str], LanguagePipeline] | None = field(repr=False, default=None)

    def detect(
        self,
        view: TextView,
        known: Sequence[KnownPerson] = (),
        progress: Progress | None = None,
        brought: Brought = NOTHING,
    ) -> tuple[list[Mention], list[Mention]]:
        """Find mentions.

        Args:
            view: The document.
            known: People known beforehand.
            progress: Told how far each detector is.
            brought: What is known of the document beforehand.

        Returns:
            Disjoint mentions that are sure enough to be treated, and the doubtful rest that
            overlaps none of them; both in text order.
        """
        shown = Shown.of(view, self.parts.spelt)
        view, brought = shown.view, shown.brought(brought)
        known = shown.known(known, self.parts.named)
        nobodys = Cover(m.span for m in brought.mentions if m.type == AMOUNT)
        mine = tuple(m for m in brought.mentions if m.type != AMOUNT)
        sure, possible = self.propose(view, known, progress, replace(brought, mentions=mine))
        if self.parts.decide is not None:
            proposed, found = sure, possible
            sure, possible = self.parts.decide(view, proposed, found)
            again = self.parts.spread(view, sure) if self.profile.detect.spread else ()
            if new := unspread(again, found):
                users = [m for m in new if is_a(m.type, "username")]
                proposed = self.parts.resolve(view, [*proposed, *users]) if users else proposed
                sure, possible = self.parts.decide(view, proposed, [*found, *new])
        sure = self.parts.refine(view, [*as_marked(view.text, sure, mine)])
        sure = [m for m in sure if not nobodys.holds(m.span)]
        sure = sorted((*sure, *self._figures(view, sure)), key=lambda m: m.span)
        sure = list(placed(sure, brought.elsewhere))
        possible = [m for m in possible if not nobodys.holds(m.span)]
        return shown.found(sure), shown.found(self._doubtful(view, possible, sure))

    def propose(
        self,
        view: TextView,
        known: Sequence[KnownPerson] = (),
        progress: Progress | None = None,
        brought: Brought = NOTHING,
    ) -> tuple[list[Mention], list[Mention]]:
        """Return what the steps before the decision take, disjoint, and all finds as they were.

        The arguments are those of `detect`.
        """
        names = self.parts.known(known) if known else None
        own = self._find(view, (names,) if names else (), progress)
        found = [*brought.mentions, *at_home(own, brought.elsewhere)]
        sure = [m for m in found if m.score >= self.profile.detect.threshold(m.type)]
        sure = self.parts.settle(view, self.parts.resolve(view, sure))
        sure = names.settle(view, sure) if names else sure
        if self.profile.detect.spread:
            again = self.parts.spread(view, sure)
            sure, found = self.parts.resolve(view, [*sure, *again]), [*found, *again]
        return sure, found

    def explain(self, view: TextView) -> list[Any]:
        """Return every possible name with its chances; empty where nothing decides."""
        return list(self.parts.explain(view, *self.propose(view)))

    def _find(
        self, view: TextView, first: Sequence[Detector], progress: Progress | None
    ) -> list[Mention]:
        rest = () if self.profile.documents.given == "only" else self.parts.detectors
        found: list[Mention] = []
        for detector in (*first, *rest):
            for mention in detector.detect(view):
                found.append(mention)
                if progress:
                    progress(f"detect {detector.name}", mention.span.end / len(view.text))
            if progress:
                progress(f"detect {detector.name}", 1.0)
        trimmed = (self.parts.trim(view, m) for m in found if self._is_meant(view, m))
        return [m for m in trimmed if m is not None]

    def _is_meant(self, view: TextView, mention: Mention) -> bool:
        """Tell whether a find names something, and something that is looked for."""
        if any(is_a(mention.type, name) for name in self.profile.detect.skip):
            return False
        return any(character.isalnum() for character in view.surface(mention.span))

    def _figures(self, view: TextView, sure: Sequence[Mention]) -> Iterable[Mention]:
        """Return people of history and fable beside what is sure; people like others, if hidden."""
        if not self.profile.looks_for(FIGURE):
            return ()
        found, left = self.parts.figures(view, sure), not self.profile.hides(FIGURE)
        return found if left else (replace(m, type="person") for m in found)

    def _doubtful(
        self, view: TextView, found: Sequence[Mention], sure: Sequence[Mention]
    ) -> list[Mention]:
        covered, least = Cover(m.span for m in sure), self.profile.detect.review_from
        rest = [m for m in found if least <= m.score and not covered.touches(m.span)]
        return self.parts.resolve(view, rest)

    def link(self, view: TextView, mentions: Sequence[Mention]) -> tuple[Entity, ...]:
        """Return the entities that the mentions refer to.

        Names in a paragraph of another language are linked by the linker of that language.
        """
        return self._linked(Shown.of(view, self.parts.spelt), mentions)

    def _linked(self, shown: Shown, mentions: Sequence[Mention]) -> tuple[Entity, ...]:
        view, mentions = shown.view, shown.mentions(mentions)
        groups: dict[str, list[Mention]] = {"": []}
        for mention in mentions:
            code = mention.language if self.abroad and is_abroad(mention) else ""
            groups.setdefault(code, []).append(mention)
        own = self.parts.linker.link(view, groups.pop(""))
        if not self.abroad or not groups:
            return shown.entities(own)
        there = (self.abroad(code).parts.linker.link(view, g) for code, g in groups.items())
        return shown.entities(joined(view, own, chain.from_iterable(there)))

    def run(
        self,
        view: TextView,
        known: Sequence[KnownPerson] = (),
        progress: Progress | None = None,
        brought: Brought = NOTHING,
        scope: str = "",
    ) -> Result:
        """Pseudonymize one document.

        What the leak check finds in text that was left alone is treated as a mention too and the
        document done again; what stands for somebody and says an original is drawn anew, all of it
        then, and in the end becomes a tag; what remains after that is an error.

        Args:
            view: The document.
            known: People known beforehand.
            progress: Told how far each step is.
            brought: What is known of the document beforehand.
            scope: Text of the document that this one is a part of, with which its pseudonyms
                agree; its own text where it stands alone.

        Raises:
            LeakError: If an original survives and the profile's ``output.verify`` is ``strict``.
        """
        shown = Shown.of(view, self.parts.spelt)
        view, brought = shown.view, shown.brought(brought)
        known = shown.known(known, self.parts.named)
        sure, doubtful = self.detect(view, known, progress, brought)
        entities, left = self._completed(view, sure)
        if progress:
            progress("link", 1.0)
        names = named_before(entities, known)
        decided = Decided(entities, tuple(doubtful), names=names, left=left)
        draw = self._scoped(scope or view.text)
        result = self._treat(view, decided, draw)
        for number in range(_REPAIRS):
            if not (tales := telling(result)):
                break
            again = draw.scoped(draw.digest("again", str(number)).hex())
            tags = dict.fromkeys(tales, Treatment("tag")) if number + 1 == _REPAIRS else {}
            told = replace(decided, treatments=tags, coined=tales if number else decided.coined)
            rest = [r for r in result.plan if r.entity not in tales]
            result = self._treat(view, told, again, made=rest)
        if progress:
            progress("replace", 1.0)
        refuse_leaks(result.report.leaks, self.profile)
        return shown.result(result)

    def carry_out(
        self, view: TextView, decided: Decided, *, scope: str = "", check: bool = True
    ) -> Result:
        """Replace what a person decided on; see `Decided`.

        Args:
            view: The document.
            decided: What is to be done.
            scope: As for `run`.
            check: Whether to look for leaks too; they are reported, never refused here.
        """
        shown = Shown.of(view, self.parts.spelt)
        draw = self._scoped(scope or shown.view.text)
        return shown.result(self._treat(shown.view, shown.decided(decided), draw, check=check))

    def keeps(self, view: TextView, entity: Entity, decided: Decided = UNDECIDED) -> bool:
        """Tell whether an entity stays: by decision, by the profile, or by a list of names."""
        if entity.id in decided.keep:
            return True
        treatment = decided.treatments.get(entity.id)
        return self._stays(view, entity) if treatment is None else treatment.method == "keep"

    def search(self, text: str, result: Result, decided: Decided = UNDECIDED) -> tuple[Leak, ...]:
        """Return what can be found in any text of that which was hidden in a result."""
        hidden = [e for e in result.entities if not self.keeps(result.view, e, decided)]
        if not hidden:
            return ()
        return self.parts.verify(text, hidden, (), result.view, ReplacementPlan())

    def alternatives(self, result: Result, count: int) -> Mapping[EntityId, tuple[str, ...]]:
        """Return what could stand for each hidden entity of a result; first what does.

        Args:
            result: Of this pipeline.
            count: How many draws, the result's own among them; what is drawn twice is listed once.

        Returns:
            For each entity what stands for its longest mention, in its base form where that is
            known.
        """
        view = result.view
        stays = frozenset(e.id for e in result.entities if self._stays(view, e))
        hidden = [e for e in result.entities if e.id not in stays]
        found: dict[EntityId, dict[str, None]] = {e.id: {} for e in hidden}
        kinds, base = {e.id: e.type for e in hidden}, load_base_forms(self.language)
        draw = self._scoped(view.text)
        for number in range(max(1, count)):
            again = draw.scoped(draw.digest("alternative", str(number)).hex())
            context = ReplaceContext(view, result.entities, again, self.language, stays=stays)
            plan = self._plan(context, hidden, hidden, {}) if number else result.plan
            for entity, made in plan.longest().items():
                found[entity][base.of(kinds[entity], made.text, made.lemma)] = None
        return {entity: tuple(texts) for entity, texts in found.items()}

    def _completed(
        self, view: TextView, sure: Sequence[Mention]
    ) -> tuple[tuple[Entity, ...], tuple[Span, ...]]:
        """Link, and take in what the leak check finds in text that was left, until nothing is new.

        Tags stand for pseudonyms here.  What refining leaves out is hidden all the same.

        Returns:
            The entities, and the stretches that only look like something hidden.
        """
        shown = Shown.of(view, self.parts.spelt)
        entities, left = self._linked(shown, sure), ()
        figures = [m for m in sure if m.type == FIGURE]  # left, and not looked for again
        sure = [m for m in sure if m.type != FIGURE]
        told: list[Mention] = []
        for _ in range(_REPAIRS):
            blank = self._treat(view, Decided(entities, left=left), self.draw, blank=True)
            if not (missed := missed_by(blank)):
                break
            alike = {m.span for m in self.parts.namesakes(view, missed, sure)}
            again, left = [m for m in missed if m.span not in alike], (*left, *alike)
            before, sure = sure, self.parts.refine(view, self.parts.resolve(view, [*sure, *again]))
            taken, told = Cover(m.span for m in sure), [*told, *again]
            if lost := [m for m in told if not taken.touches(m.span)]:
                sure = self.parts.resolve(view, [*sure, *lost])
            entities = entities if sure == before else self._linked(shown, [*sure, *figures])
        return entities, left

    def _treat(
        self,
        view: TextView,
        decided: Decided,
        draw: Draw,
        *,
        blank: bool = False,
        check: bool = True,
        made: Sequence[Replacement] = (),
    ) -> Result:
        allowed = partial(self.parts.allow, view)
        decided = with_owned(view.text, decided, self.profile, partial(self.keeps, view), allowed)
        kept = [e for e in decided.entities if self.keeps(view, e, decided)]
        stays = frozenset(e.id for e in kept)
        hidden = [e for e in decided.entities if e.id not in stays]
        figures = {e.id for e in kept if e.type == FIGURE}
        here = tuple(e for e in decided.entities if e.id not in figures)
        document = view, here, draw, self.language, self.ledger
        context = ReplaceContext(*document, decided.names, stays, decided.coined)
        done = {r.entity for r in made if not r.context}
        treated = () if blank else [e for e in hidden if e.id not in done]
        plan = self._plan(context, treated, hidden, decided.treatments, made)
        text = plan.apply(view.text)
        leaks: tuple[Leak, ...] = ()
        if check and self.profile.output.verify != "off":
            told = {e.id for e in hidden}  # a mail that says who they are must not stay by its type
            left = (e for e in kept if e.id not in figures)
            quiet = [e for e in left if e.owner not in told or is_left_by_name(e, decided, allowed)]
            leaks = self.parts.verify(text, hidden, quiet, view, plan)
            if self.ledger is not None:
                leaks = without_namesakes(leaks, plan)
        report = Report(
            language=self.language,
            profile=self.profile.name,
            counts=_count(hidden),
            kept=_count(kept),
            uncertain=tuple((r.span, r.certainty) for r in plan if r.certainty < 1),
            doubtful=decided.doubtful,
            leaks=leaks,
            warnings=self.warnings,
        )
        result = Result(view, text, decided.entities, plan, report)
        return with_left(result, decided.left) if leaks and decided.left else result

    def _stays(self, view: TextView, entity: Entity) -> bool:
        """Tell whether an entity is kept: by the profile, the list of known people, or by name."""
        if self.profile.treatment(entity.type).method == "keep":
            return True
        return is_known_to_stay(entity) or self.parts.allow(view, entity)

    def _scoped(self, text: str) -> Draw:
        """Return the draws of a document, or of the scope that the profile names."""
        scope, own = self.profile.consistency, self.draw.digest("document", text).hex()
        if scope.scope == "document":
            return self.draw.scoped(own)
        return self.draw.scoped(scope.name or scope.scope, own)

    def _plan(
        self,
        context: ReplaceContext,
        treated: Sequence[Entity],
        hidden: Sequence[Entity],
        chosen: Mapping[EntityId, Treatment],
        done: Iterable[Replacement] = (),
    ) -> ReplacementPlan:
        made = [*done]
        for treatment, group in by_treatment(treated, self.profile, chosen):
            made += self._made(context, treatment, group)
        if self.profile.output.uncertain == "tag":
            made = [r for r in made if r.certainty >= 0.5 or r.context]
        return settle(context, hidden, made, self.parts.fallback)

    def _made(
        self, context: ReplaceContext, treatment: Treatment, group: Sequence[Entity]
    ) -> Iterable[Replacement]:
        replacer = self.parts.replacer(treatment)
        codes = dict.fromkeys(m.language for e in group for m in e.mentions if m.language)
        if not self.abroad or not codes or treatment.method != "pseudonym":
            return replacer.replace(context, group)
        others = {code: self.abroad(code).parts.replacer(treatment) for code in codes}
        return replaced_abroad(context, group, replacer, others)


def _count(entities: Iterable[Entity]) -> Counter[str]:
    return Counter(m.type for entity in entities for m in entity.mentions)
