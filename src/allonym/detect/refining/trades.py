"""Firms called after their owner and found as a person: *Peltiasennus J. Mäkelä Tmi*.

A word that says what a firm does is nobody's given name, so what begins with one is a firm, or
somebody behind what he serves (*Rady | Alicja Nogaj*); so is a find that begins with an ordinary
word behind one: *Gospodarstwo | Sadownicze Rosiak*.  Of whom the decision is sure stays somebody:
*Rade Zelinka*, though *rada* is a council.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from allonym.model.mention import SURE, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_FIRST = re.compile(r"([^\W\d_]+) (?=[^\W\d_])")
_BEFORE = re.compile(r"([^\W\d_]+) \Z")
_BEHIND = re.compile(r",? [^\s,;]+")
_REACH = 40
_SHORTEST = 4


@dataclass(frozen=True)
class Trades:
    """Tells such firms from people.

    Attributes:
        is_kind: Tells whether a word says what an organisation is.
        ends: What words end in that say what a firm does.
        forms: Legal forms, folded and without dots.
        is_name: Tells whether a word is listed as a name.
        is_given: Tells whether it is listed as a given name.
        is_usual: Tells whether a word in small letters is an ordinary one.
    """

    is_kind: Callable[[str], bool] = field(repr=False)
    ends: tuple[str, ...] = field(repr=False)
    forms: Collection[str] = field(repr=False)
    is_name: Callable[[str], bool] = field(repr=False)
    is_given: Callable[[str], bool] = field(repr=False)
    is_usual: Callable[[str], bool] = field(repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such firms as organisations with all that belongs to their name."""
        return [
            self._typed(view, m) if is_a(m.type, "person") and SURE not in m.evidence else m
            for m in self._joined(view, mentions)
        ]

    def _joined(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, a trade found as a person with the owner behind it as one."""
        done: list[Mention] = []
        for mention in mentions:
            last = done[-1] if done else None
            if last and self._leads(view, last, mention):
                span = Span(last.span.start, mention.span.end)
                done[-1] = replace(mention, span=span, parts=())
            else:
                done.append(mention)
        return done

    def _leads(self, view: TextView, last: Mention, mention: Mention) -> bool:
        if not (is_a(last.type, "person") and is_a(mention.type, "person")):
            return False
        word, between = view.surface(last.span), view.text[last.span.end : mention.span.start]
        trade = between == " " and word.isalpha() and self.is_trade(word)
        return trade and not self.is_name(word.title())

    def _typed(self, view: TextView, mention: Mention) -> Mention:
        text, start, end = view.text, mention.span.start, mention.span.end
        first = _FIRST.match(text, start, end)
        if not first or self.is_name(first[1].title()):
            return mention
        before = _BEFORE.search(text, max(0, start - _REACH), start)
        leads = before and before[1][0].isupper() and self.is_trade(before[1])
        trade = self.is_trade(first[1])
        if not trade and not (leads and self.is_usual(first[1].casefold())):
            return mention
        formed = self._formed(text, end)
        if formed == end and not leads and self.is_given(text[first.end() : end].split()[0]):
            return replace(mention, span=Span(first.end(), end), parts=())  # Rady | Alicja Nogaj
        start = before.start() if before and leads else start
        return replace(mention, type="org", span=Span(start, formed), parts=())

    def _formed(self, text: str, end: int) -> int:
        """Return where a name ends, its legal form with it."""
        behind = _BEHIND.match(text, end)
        bare = behind[0].strip(" ,.").replace(".", "").casefold() if behind else ""
        closed = behind is not None and behind[0].endswith((".", ","))
        return behind.end() - closed if behind and bare in self.forms else end

    def is_trade(self, word: str) -> bool:
        """Tell whether a word says what a firm or an institution is or does."""
        ends = len(word) >= _SHORTEST and word.casefold().endswith(self.ends)
        return ends or self.is_kind(word)
