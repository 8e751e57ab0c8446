"""Saints, who are nobody: *ŽUPNIJA SV. JURIJA*, in capitals as in small letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from allonym.detect.decision.evidence import Candidate
from allonym.detect.names.announced import either
from allonym.model.span import Span

_REACH = 8


@dataclass(frozen=True, slots=True)
class Saints:
    """Finds the names of saints.

    Attributes:
        word: How the language shortens *saint*.
    """

    word: re.Pattern[str] = field(repr=False)

    @classmethod
    def of(cls, words: Iterable[str]) -> Saints:
        """Make it of the abbreviations, in small letters with their full stop."""
        return cls(re.compile(rf"(?<!\w)(?:{either(words)})[ \u00a0]?", re.IGNORECASE))

    def among(self, text: str, candidates: Sequence[Candidate]) -> list[bool]:
        """Return which candidates name saints; what has a number may be a street's house.

        Args:
            text: Of the document.
            candidates: Of it.
        """
        return [self._is_saint(text, c.span) for c in candidates]

    def _is_saint(self, text: str, span: Span) -> bool:
        surface = text[span.start : span.end]
        if any(map(str.isdigit, surface)):
            return False
        inside = self.word.match(surface) or (surface.isupper() and self.word.search(surface))
        first = max(0, span.start - _REACH)
        before = self.word.finditer(text, first, span.start)
        return bool(inside) or (" " not in surface and any(m.end() == span.start for m in before))
