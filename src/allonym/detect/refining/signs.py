"""Names on signs, and firms again by the word that they are called.

What stands between quotation marks behind a kind of firm or institution, *piekarni | „Kłos”*,
*restoranu | „Kod Ive“*: the network passes over many of them.  And *Breza*, which is a birch, where
*Breza d.o.o.* is a party.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.nobody import Nobody
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold

_SIGN = re.compile(
    r"(?<!\w)([^\W\d_]{4,})[ \u00a0]([„“”\"«»][^\W\d_a-zà-žа-я][^„“”\"«»\n.!?]{1,40}[“”\"«»])"
)
_MARKS, _MOST = '„“”"«»', 4
"""Quotation marks, and how many words a name on a sign has; more are a sentence."""
_SCORE = 0.8
_WORD, _LEAST = re.compile(r"[^\W\d_]+"), 4
"""The letters of a word that is a firm's by itself."""


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


@dataclass(frozen=True)
class FirmsAgain:
    """Finds them.

    Attributes:
        is_kind: Tells whether a word says what an organisation is.
        legal: Legal forms, folded and without dots.
        is_name: Tells whether a word is listed as somebody's or some place's name.
        is_usual: Tells whether a word in small letters is an ordinary one.
        forms: Gives the forms of a firm's name.
    """

    is_kind: Callable[[str], bool] = field(repr=False)
    legal: Collection[str] = field(repr=False)
    is_name: Callable[[str], bool] = field(repr=False)
    is_usual: Callable[[str], bool] = field(repr=False)
    forms: Callable[[str], Iterable[str]] = field(repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, with firms where the text says their word again."""
        full = (view.surface(m.span).split() for m in mentions if is_a(m.type, "person"))
        borne = {word for words in full if len(words) > 1 for word in words}
        called = {word for m in mentions if (word := self._called(view, m))} - borne
        forms = {form for word in called for form in (word, *self.forms(word))}
        if not forms:
            return list(mentions)
        again = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(forms)))})(?![\w-])")
        spans = {Span(*match.span()) for match in again.finditer(view.text)}
        cover, firm = Cover(m.span for m in mentions), Evidence("patterns", "firm", _SCORE)
        told = (replace(m, type="org", parts=()) if self._is(m, spans) else m for m in mentions)
        new = (s for s in spans if not cover.touches(s))
        return sorted((*told, *(Mention(s, "org", (firm,)) for s in new)), key=lambda m: m.span)

    @staticmethod
    def _is(mention: Mention, spans: Collection[Span]) -> bool:
        return mention.span in spans and mention.type in ("person", "other")

    def _called(self, view: TextView, mention: Mention) -> str:
        """Return the one word that tells a firm from others of its kind, if that is no name."""
        if mention.type not in ("org", "org.company", "org.school"):
            return ""
        words = _WORD.findall(view.surface(mention.span))
        own = [w for w in words if w.istitle() and len(w) >= _LEAST and not self.is_kind(w)]
        if len(own) != 1 or self.is_name(own[0]):
            return ""
        rest = [w for w in words if w != own[0] and not self.is_kind(w)]
        kind = self.is_kind(words[0]) and self.is_usual(own[0].lower()) and not rest
        return own[0] if kind or fold("".join(rest)) in self.legal else ""


def _is_quoted_place(view: TextView, mention: Mention) -> bool:
    return mention.type == "place" and view.text[mention.span.start] in _MARKS
