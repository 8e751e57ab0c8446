"""Names on signs: what stands between quotation marks behind a kind of firm or institution.

*piekarni | „Kłos”*, *restoranu | „Kod Ive“*: the network passes over many of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.languages.nobody import Nobody
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView

_SIGN = re.compile(
    r"(?<!\w)([^\W\d_]{4,})[ \u00a0]([„“”\"«»][^\W\d_a-zà-žа-я][^„“”\"«»\n.!?]{1,40}[“”\"«»])"
)
_MARKS, _MOST = '„“”"«»', 4
"""Quotation marks, and how many words a name on a sign has; more are a sentence."""
_SCORE = 0.8


@dataclass(frozen=True)
class Signs:
    """Finds them.

    Attributes:
        is_kind: Tells whether a word says what an organisation is.
        nobody: The names of nobody; what it lists is none of these.
    """

    is_kind: Callable[[str], bool] = field(repr=False)
    nobody: Nobody = field(repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions and the names on signs; a place in quotation marks is one as well."""
        found = list(self._found(view, mentions))
        signs = Cover(m.span for m in found)
        rest = (m for m in mentions if not signs.touches(m.span))
        return sorted((*rest, *found), key=lambda m: m.span)

    def _found(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[Mention]:
        cover = Cover(m.span for m in mentions if not _is_quoted_place(view, m))
        for sign in _SIGN.finditer(view.text):
            start, end = sign.span(2)
            if (
                cover.touches(Span(start, end))
                or len(sign[2].split()) > _MOST
                or not self.is_kind(sign[1])
            ):
                continue
            if not self.nobody.find(TextView(sign[2])):
                yield Mention(Span(start, end), "org", (Evidence("patterns", "sign", _SCORE),))


def _is_quoted_place(view: TextView, mention: Mention) -> bool:
    return mention.type == "place" and view.text[mention.span.start] in _MARKS
