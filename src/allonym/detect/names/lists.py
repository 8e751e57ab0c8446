"""The profile's own lists: what is always hidden, and what stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from allonym.model.entity import Entity
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.profile import ListEntry
from allonym.text.capitals import CAPITAL
from allonym.text.phrases import is_bounded

_REACH = 80


@dataclass(frozen=True, slots=True)
class _Rule:
    number: int
    type: str
    surface: re.Pattern[str] | None
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    is_name: bool  # a literal

    @classmethod
    def of(cls, entry: ListEntry, number: int) -> _Rule:
        literal = r"\s+".join(re.escape(word) for word in entry.text.split())
        pattern = entry.regex or literal
        surface = re.compile(pattern, 0 if entry.regex else re.IGNORECASE) if pattern else None
        before = re.compile(rf"(?:{entry.before})\s*\Z") if entry.before else None
        after = re.compile(rf"\s*(?:{entry.after})") if entry.after else None
        return cls(number, entry.type, surface, before, after, bool(entry.text))

    def context_fits(self, text: str, start: int, end: int) -> bool:
        if self.before and not self.before.search(text[max(0, start - _REACH) : start]):
            return False
        return not self.after or self.after.match(text, end) is not None


class DenyDetector:
    """Finds what the deny-list names, with certainty.

    Args:
        entries: Lines of the list; one without text or regex cannot find anything by itself and
            takes the capitalised words next to its context.
    """

    name = "lists"

    def __init__(self, entries: Iterable[ListEntry]) -> None:
        self._rules = [_Rule.of(entry, number) for number, entry in enumerate(entries, start=1)]

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield every occurrence that is bounded as a word and stands in its context."""
        for rule in self._rules:
            evidence = (Evidence(self.name, f"deny {rule.number}", 1.0),)
            type_name = "other" if rule.type == "*" else rule.type
            for match in (rule.surface or _CAPITALISED).finditer(view.text):
                start, end = match.span()
                if start == end or not is_bounded(view.text, start, end):
                    continue
                if rule.context_fits(view.text, start, end):
                    yield Mention(Span(start, end), type_name, evidence)


_CAPITALISED = re.compile(rf"{CAPITAL}[\w'’-]*(?:[ \t]+{CAPITAL}[\w'’-]*){{0,4}}")


class AllowList:
    """Tells which mentions the profile lets stay.

    Args:
        entries: Lines of the list; every condition a line states must hold.
    """

    def __init__(self, entries: Iterable[ListEntry]) -> None:
        self._rules = [_Rule.of(entry, number) for number, entry in enumerate(entries, start=1)]

    def allows(self, view: TextView, entity: Entity) -> bool:
        """Tell whether some line lets one of its mentions stay, and so the entity.

        A name is compared with what stands there and with the base form: *Jan Kowalski* lets
        *Janem Kowalskim* stay.  A line that says nothing lets nobody stay.
        """
        pairs = ((rule, mention) for rule in self._rules for mention in entity.mentions)
        return any(self._allows(rule, view, mention, entity.canonical) for rule, mention in pairs)

    @staticmethod
    def _allows(rule: _Rule, view: TextView, mention: Mention, base: str) -> bool:
        if rule.type != "*" and not is_a(mention.type, rule.type):
            return False
        surface = view.surface(mention.span)
        names = (surface, base if rule.is_name else "")
        if not (rule.surface or rule.before or rule.after):
            return False
        if rule.surface and not any(map(rule.surface.fullmatch, names)):
            return False
        return rule.context_fits(view.text, mention.span.start, mention.span.end)
