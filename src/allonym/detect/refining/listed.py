"""Listed public bodies inside longer finds: *Privredna banka Zagreb d.d.*, *OC Warta*.

A legal form or a term behind or before such a name does not make it another's; a term that may be
somebody's name does: *Karhun Kone Oy* is no lift of KONE's.  What a word joins to one is another
body: *Air France in | Adria*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from allonym.detect.decision.candidates import FIRM, PUBLIC
from allonym.detect.names.announced import either
from allonym.languages.legal_forms import LegalForms
from allonym.languages.nobody import Nobody, Term
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_WORD = re.compile(r"[^\W_]+")
_TWO = 2
_ENDING = re.compile(r"[-:][^\W\d_]+\Z|[., \"„“”«»]")
"""What of a tail is no legal form: *Zrt.-nél*, *Oyj:ssä*, a quotation mark."""
_SERVING = ("bank", "insurer", "company", "energy", "media", "retail", "telecom", "transport")
_KINDS = {f"public.{kind}": PUBLIC for kind in _SERVING}
"""What serves the whole country: banks, large firms, papers; and what firms of one town are."""
_KINDS[FIRM] = "org"
_KNOWN = {"brand": ("", "person"), "event": ("",), "acronym": ("",)}
"""What is known everywhere when it acts (*Microsoft osti*), and what else it may name then."""


@dataclass(frozen=True)
class ListedNames:
    """Tells such finds."""

    nobody: Nobody = field(repr=False)  # the names of nobody, public bodies among them
    forms: LegalForms = field(repr=False)  # legal forms
    joins: Iterable[str] = ()  # words and signs like *and*

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, what is a listed body but for a form or a term as that body."""
        parted = (piece for m in mentions for piece in self._parted(view, m))
        return [self._typed(view, m) if self._may(view, m) else m for m in parted]

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        words = either(w for w in self.joins if w.isalpha())
        return re.compile(rf",? (?:{words}) " if words else r"\b\B")

    def _parted(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield a mention, or the bodies of a list in which one is listed."""
        surface = view.surface(mention.span)
        joints = [*self._joint.finditer(surface)] if is_a(mention.type, "org") else []
        known = [t for t in self.nobody.find(TextView(surface)) if _is_body(t)] if joints else []
        joints = [j for j in joints if not any(t.span.overlaps(Span(*j.span())) for t in known)]
        starts, ends = [0, *(j.end() for j in joints)], [*(j.start() for j in joints), len(surface)]
        pieces = [Span(a, b) for a, b in zip(starts, ends, strict=True) if a < b]
        whole = {t.span for t in known}
        if len(pieces) < _TWO or whole.isdisjoint(pieces):
            yield mention
            return
        start = mention.span.start
        for piece in pieces:
            span = Span(start + piece.start, start + piece.end)
            yield replace(
                mention, span=span, type=PUBLIC if piece in whole else mention.type, parts=()
            )

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
        tail = _ENDING.sub("", surface[term.span.end :])
        if tail and len(self.forms.parted(surface)[0].rstrip()) > term.span.end:
            return mention
        start = mention.span.start + term.span.start
        return replace(
            mention, type=_KINDS[term.kind], span=Span(start, mention.span.end), parts=()
        )


def _is_body(term: Term) -> bool:
    """Tell whether a term names a body or a make, and nobody and no place besides."""
    return not term.also and term.kind != FIRM and (term.is_public or term.kind == "brand")
