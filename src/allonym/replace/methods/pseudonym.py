"""The method ``pseudonym``: names first, then everything that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import Morphology, ReplaceContext, Replacer
from allonym.replace.methods.kinds import KindReplacer
from allonym.replace.methods.names import NAMED, Marks, NameReplacer, load_name_replacer
from allonym.replace.time.timeline import DateShift


class PseudonymReplacer:
    """Gives people, places and organisations other names, and the rest other values in kind.

    An e-mail address follows the new name of the person it belongs to, so names are drawn first.

    Args:
        names: Draws and inflects names.
        kinds: Makes dates, ages and identifiers.
    """

    def __init__(self, names: NameReplacer, kinds: KindReplacer) -> None:
        self._names = names
        self._kinds = kinds

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
        plan = self._names.plan(context, named)
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
        yield from self._kinds.replace(context, rest, plan.world)
