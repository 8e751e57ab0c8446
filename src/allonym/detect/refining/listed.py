"""Listed public bodies inside longer finds: *Privredna banka Zagreb d.d.*, *OC Warta*.

A legal form or a term behind or before such a name does not make it another's; a term that may be
somebody's name does: *Karhun Kone Oy* is no lift of KONE's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from allonym.detect.decision.candidates import FIRM, PUBLIC
from allonym.languages.nobody import Nobody
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"[-:][^\W\d_]+\Z|[., \"„“”«»]")
"""What of a tail is no legal form: *Zrt.-nél*, *Oyj:ssä*, a quotation mark."""
_SERVING = ("bank", "insurer", "company", "energy", "media", "retail")
_KINDS = {f"public.{kind}": PUBLIC for kind in _SERVING}
"""What serves the whole country: banks, large firms, papers; and what firms of one town are."""
_KINDS[FIRM] = "org"
_KNOWN = {"brand": ("", "person"), "event": ("",), "acronym": ("",)}
"""What is known everywhere when it acts (*Microsoft osti*), and what else it may name then."""


@dataclass(frozen=True)
class ListedNames:
    """Tells such finds.

    Attributes:
        nobody: The names of nobody, public bodies among them.
        forms: Legal forms, folded and without dots.
    """

    nobody: Nobody = field(repr=False)
    forms: Collection[str] = field(repr=False)

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, what is a listed body but for a form or a term as that body."""
        return [self._typed(view, m) if self._may(view, m) else m for m in mentions]

    def _may(self, view: TextView, mention: Mention) -> bool:
        if any(e.rule.startswith("given") for e in mention.evidence):
            return False  # *Piotr i Paweł* are two people, whatever a shop is called
        several = not view.surface(mention.span).isalpha()
        org = is_a(mention.type, "org") and not is_a(mention.type, PUBLIC)
        return org or (several and mention.type == "person") or mention.type == "place"

    def _typed(self, view: TextView, mention: Mention) -> Mention:
        surface = view.surface(mention.span)
        terms = self.nobody.find(TextView(surface))
        whole = (t for t in terms if is_a(mention.type, "org") and len(t.span) == len(surface))
        if any((t.is_public or t.also in _KNOWN.get(t.kind, ())) and t.kind != FIRM for t in whole):
            return replace(mention, type=PUBLIC, parts=())
        term = next((t for t in terms if t.kind in _KINDS), None)
        guessed = mention.type in ("person", "place")
        if term is None or (guessed and (term.also or len(term.span) < len(surface))):
            return mention
        covered = [t.span for t in terms if not (t.is_public or t.also) or t is term]
        for word in _WORD.finditer(surface):
            inside = any(s.start <= word.start() and word.end() <= s.end for s in covered)
            if not inside and word.start() < term.span.end:
                return mention
        tail = _ENDING.sub("", surface[term.span.end :]).casefold()
        if tail and tail not in self.forms:
            return mention
        start = mention.span.start + term.span.start
        return replace(
            mention, type=_KINDS[term.kind], span=Span(start, mention.span.end), parts=()
        )
