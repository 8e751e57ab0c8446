"""What stands beside a name: *z domu* before a maiden name, *rodzina* before a family's."""

from __future__ import annotations

import re

from allonym.link.words import NameWords
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.fold import pieces, plain

_LOOK = 48
_GAP = " \t\n\r\u00a0.,:;([|\"'„“”«»‘’*_"
_BETWEEN = re.compile(rf"[{re.escape(_GAP)}]*\Z")
_SPACE = re.compile(r"\s*\Z")
_AFTER = re.compile(r"[^\S\n]+([^\W\d_]+)")


class Around:
    """Reads the words beside a name.

    Args:
        words: The language's word data.
    """

    def __init__(self, words: NameWords) -> None:
        self._former, self._kin = words.former, words.kin
        self._last = {[*pieces(phrase)][-1][0] for phrase in words.former}
        self._most = max((len(list(pieces(phrase))) for phrase in words.former), default=0)
        self._before, self._after = words.household

    def leads_in(self, view: TextView, span: Span) -> bool:
        """Tell whether the name is led in as another one of the person just named."""
        if not self._may_lead_in(view, span):
            return False
        words = self._words_before(view, span)
        for count in range(min(self._most, len(words)), 0, -1):
            if " ".join(words[-count:]) in self._former:
                return not any(word in self._kin for word in words[-count - 1 : -count])
        return False

    def _may_lead_in(self, view: TextView, span: Span) -> bool:
        """Tell whether the last word before fits at all: hardly any does."""
        before = view.text[max(0, span.start - _LOOK) : span.start].rstrip(_GAP)
        last = before.rsplit(None, 1)[-1:]
        found = list(pieces(last[0])) if last else []
        return bool(found) and plain(found[-1][0]) in self._last

    def is_household(self, view: TextView, span: Span) -> bool:
        """Tell whether the words beside a surname make it that of a family."""
        words = self._words_before(view, span, _SPACE)
        after = _AFTER.match(view.text, span.end)
        return bool(words and words[-1] in self._before) or bool(
            after and plain(after[1]) in self._after
        )

    def _words_before(
        self, view: TextView, span: Span, gap: re.Pattern[str] = _BETWEEN
    ) -> list[str]:
        before = view.text[max(0, span.start - _LOOK) : span.start]
        found = list(pieces(before))
        if not found or not gap.match(before, found[-1].end()):
            return []
        return [plain(word[0]) for word in found]
