"""The method ``pseudonym``: names first, then everything that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import Morphology, ReplaceContext, Replacer
from allonym.replace.methods.names import NAMED, Marks, NameReplacer, load_name_replacer
from allonym.replace.numbers.identifiers import IDENTIFIERS, IdentifierReplacer
from allonym.replace.places.world import World
from allonym.replace.time.dates import AgeReplacer, DateReplacer, repaired
from allonym.replace.time.timeline import DateShift, Timeline

_TIMED = ("date", "age", "id", "case_number")
"""The types that go by the timeline of the document."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class PseudonymReplacer:
    """Gives people, places and organisations other names, and the rest other values in kind.

    An e-mail address follows the new name of the person it belongs to, so names are drawn first.
    """

    names: NameReplacer  # draws and inflects names
    kinds: KindReplacer  # makes dates, ages and identifiers

    @classmethod
    def load(
        cls,
        pack: LanguagePack,
        morphology: Morphology,
        fallback: Replacer,
        *,
        check_digit: str = "right",
        calendar: Literal["auto", "season", "weekday"] = "auto",
        ages: Literal["move", "keep"] = "move",
        marks: Marks = "auto",
    ) -> PseudonymReplacer:
        """Return the replacer of a language.

        Args:
            pack: The language.
            morphology: Of the language.
            fallback: Writes the tag of what has no pseudonym.
            check_digit: ``right``, or ``wrong`` for identifiers that nobody can mistake for real.
            calendar: Whether dates keep their place in the year; see `DateShift`.
            ages: Whether ages move.
            marks: When names are written with the marks of their letters; see `NameReplacer`.
        """
        shift = DateShift(calendar, ages)
        kinds = KindReplacer(fallback, shift=shift, wrong_check=check_digit == "wrong")
        return cls(load_name_replacer(pack, morphology, marks), kinds)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return a pseudonym for every mention, words around it repaired."""
        named = [e for e in entities if any(is_a(e.type, t) for t in NAMED)]
        plan = self.names.plan(context, named)
        yield from plan.replacements
        rest = [e for e in entities if not any(is_a(e.type, t) for t in NAMED)]
        typed = [e for e in rest if e.id in context.names]
        for entity in typed:
            text = context.names[entity.id].text
            yield from (
                Replacement(m.span, text, entity.id, "pseudonym", lemma=text)
                for m in entity.mentions
            )
        rest = [e for e in rest if e.id not in context.names]
        yield from self.kinds.replace(context, rest, plan.world)


class KindReplacer:
    """Gives each type that has a form of its own to the replacer that knows it.

    Other types, and values that cannot be made, go to the fallback.
    """

    def __init__(
        self, fallback: Replacer, *, shift: DateShift | None = None, wrong_check: bool = False
    ) -> None:
        shift = shift or DateShift()
        self._shift = shift
        self._identifiers = IdentifierReplacer(fallback, shift, wrong_check)
        self._table: dict[str, DateReplacer | AgeReplacer] = {
            "date": DateReplacer(fallback, shift),
            "age": AgeReplacer(fallback, shift),
        }
        self._fallback = fallback

    def replace(
        self,
        context: ReplaceContext,
        entities: Sequence[Entity],
        world: World | None = None,
    ) -> Iterable[Replacement]:
        """Return a replacement for every mention of `entities`.

        Args:
            context: The document, its entities and its chance.
            entities: Those whose treatment is ``pseudonym``.
            world: What became of the names, which addresses, postcodes and numbers follow.
        """
        timed = any(is_a(e.type, t) for e in entities for t in _TIMED)
        times = Timeline.of(context, self._shift) if timed else None
        for type_name, replacer in self._table.items():
            own = [e for e in entities if is_a(e.type, type_name)]
            yield from replacer.replace(context, own, times) if own else ()
        identifiers = [e for e in entities if _is_identifier(e.type)]
        made = list(self._identifiers.replace(context, identifiers, world or World(), times))
        yield from made
        yield from repaired(context, made)  # az RXT-418: a BHS-330
        rest = [e for e in entities if not handles(e.type)]
        yield from self._fallback.replace(context, rest)


def _is_identifier(type_name: str) -> bool:
    return any(is_a(type_name, t) for t in IDENTIFIERS)


def handles(type_name: str) -> bool:
    """Tell whether `KindReplacer` makes pseudonyms of a type."""
    return _is_identifier(type_name) or any(is_a(type_name, t) for t in ("date", "age"))
