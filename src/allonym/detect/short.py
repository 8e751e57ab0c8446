"""Names that begin before the guess does: ``Gh. Popescu``, ``El-Khoury``.

A model takes the first word for an abbreviation, or cuts at the hyphen, and the letters stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_ARTICLE = "(?:El|Al|EL|AL|Ben|Bin|Abu)[-\u2010\u2011]"
_INITIALS = re.compile(r"(?:[^\W\d_a-zа-я]\.[ -]?){1,2}[^\W\d_a-zа-я]\.?")
_REACH = 12
_REST = re.compile(r"(?: [^\W\d_a-zа-я][\w'’-]+){1,2}")

Widen = Callable[[TextView, Sequence[Mention]], list[Mention]]


def led_by(short: Iterable[str], particles: Iterable[str] = ()) -> Widen:
    """Return what takes abbreviated given names and Arabic articles into the names they lead.

    Args:
        short: Abbreviations of given names longer than a letter, in small letters: ``gh``.
        particles: Parts of surnames (``de``); a name that ends in one goes on behind it.

    >>> from allonym.model.mention import Evidence
    >>> view = TextView.of("de Gh. Popescu, Samir El-Khoury")
    >>> people = [Mention(Span(7, 14), "person", (Evidence("model"),)),
    ...           Mention(Span(25, 31), "person", (Evidence("model"),))]
    >>> [view.surface(m.span) for m in led_by(["gh"])(view, people)]
    ['Gh. Popescu', 'El-Khoury']
    """
    words = "|".join(re.escape(w.capitalize()) for w in sorted(short, key=len, reverse=True))
    before = re.compile(rf"(?<!\w)(?:{_ARTICLE}|(?:{words or '(?!)'})\.[ \u00a0]?)\Z")

    joint = "|".join(re.escape(w.capitalize()) for w in particles if len(w) > 1)
    ends = re.compile(rf"\s(?:{joint or '(?!)'})\Z")

    def end_of(text: str, mention: Mention) -> int:
        """Return where a name ends that was cut behind a particle: *Fernando Del | Valle Ruiz*."""
        start, end = mention.span.start, mention.span.end
        found = _REST.match(text, end) if ends.search(text[start:end]) else None
        return found.end() if found and is_a(mention.type, "person") else end

    def widened(text: str, mention: Mention, least: int) -> Mention:
        start = mention.span.start
        found = before.search(text[max(least, start - _REACH) : start])
        if found is None or not is_a(mention.type, "person"):
            return mention
        return replace(mention, span=Span(start - len(found[0]), mention.span.end), parts=())

    def widen(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        made: list[Mention] = []
        for mention in mentions:
            least = made[-1].span.end if made else 0
            if mention.span.start < least:  # a name that goes on has taken it in
                end = max(least, mention.span.end)
                made[-1] = replace(made[-1], span=Span(made[-1].span.start, end))
                continue
            if made and _initials_behind(view, made[-1], mention):
                span = Span(made[-1].span.start, mention.span.end)
                made[-1] = replace(made[-1], span=span, parts=())
                continue
            whole = widened(view.text, mention, least)
            if made and _turned(view, made[-1], whole):
                span = Span(made.pop().span.start, whole.span.end)
                whole = replace(whole, span=span, parts=())
            last = end_of(view.text, whole)
            if last > whole.span.end:
                whole = replace(whole, span=Span(whole.span.start, last), parts=())
            made.append(whole)
        return made

    return widen


def _initials_behind(view: TextView, one: Mention, two: Mention) -> bool:
    """Tell whether what follows a person are the initials of the same: ``Popa | P.C``."""
    guessed = all(e.detector == "model" for e in two.evidence)
    apart = view.text[one.span.end : two.span.start] == " "
    initials = _INITIALS.fullmatch(view.surface(two.span)) is not None
    return is_a(one.type, "person") and guessed and apart and initials


def _turned(view: TextView, one: Mention, two: Mention) -> bool:
    """Tell whether a surname in capitals and given names make one person: ``POPA, Ana Maria``."""
    surname, given = view.surface(one.span), view.surface(two.span)
    people = is_a(one.type, "person") and is_a(two.type, "person")
    apart = view.text[one.span.end : two.span.start] == ", "
    return people and apart and surname.isalpha() and surname.isupper() and given.istitle()
