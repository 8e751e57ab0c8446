"""Firms of families: ``Smith & Sons Ltd`` is one name, and so is ``Bakery Smith``.

A model takes them for people, or for two firms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from allonym.languages.pack import LanguagePack
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

Join = Callable[[TextView, Sequence[Mention]], list[Mention]]
_CAPITAL = "[A-ZÀ-ÖØ-ÞČĆŠŽĐĎŇŘŤĽĹŔŁĄĘĆŃŚŹŻŐŰĂȘȚА-Я][a-zà-žșțа-я]"
_TAKEN_FOR = ("person", "place", "other")
_READINGS = 6
_DOUBLE = re.compile(rf"[-\u2010\u2011]{_CAPITAL}[^\W\d_]*")
_NAMES = ("person", "org", "place", "other")
_LONG = 5
"""Letters of a trade that is known with an ending: *pékségnél*."""


def relatives_joiner(pack: LanguagePack, morphology: Morphology) -> Join:
    """Return what joins a name, the relatives behind it and their legal form to one firm.

    Args:
        pack: The language; ``orgs.toml`` says ``relatives``, the words for ``and``, and in ``keep``
            those for shops and trades, in ``trades`` those that tell in any case.
        morphology: Reads such words in their cases: ``u Stolariju Babić``.
    """
    orgs = pack.toml("orgs.toml")
    forms = pack.toml("words.toml").get("organisations", {}).get("legal_forms", ())
    joint, kin, legal = map(_any_of, (orgs.get("and", ()), orgs.get("relatives", ()), forms))
    trades = frozenset(orgs.get("keep", ()))
    shops = frozenset(orgs.get("trades", ()))
    long_trades = [word for word in trades if len(word) >= _LONG]
    endings = ("", *orgs.get("forms", ())) if legal else ()
    inflected = {word + ending for word in long_trades for ending in endings}
    joined = re.compile(rf"\s(?:{joint})\Z", re.I)
    end = rf",?\s(?:{legal or '(?!)'})(?!\w)|(?!\s(?-i:{_CAPITAL}))"  # no name: `i kćeri Ani`
    behind = re.compile(rf"\s(?:{joint})\s(?:{kin})(?!\w)(?:{end})", re.I)

    def is_trade(mention: Mention, words: Sequence[str]) -> bool:
        """Tell whether a name begins with a trade, or ends in one: the *Szabó Pékségnél*."""
        first, last = words[0].casefold(), words[-1].rpartition(" ")[2]
        ends = last[:1].isupper() and last.casefold() in inflected
        if mention.type == "person" and (ends or first in trades):
            return True
        readings = morphology.analyse(first, "common")[:_READINGS] if shops else ()
        return mention.type in _TAKEN_FOR and any(reading.lemma in shops for reading in readings)

    def end_of(text: str, mention: Mention) -> int:
        """Return where the firm ends that a name begins; its own end if it begins none."""
        start, end = mention.span.start, mention.span.end
        if not (joint and kin and any(is_a(mention.type, kind) for kind in _NAMES)):
            return end
        at = joined.search(text[start:end])
        found = behind.match(text, start + at.start() if at else end)
        return found.end() if found else end

    def join(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        made: list[Mention] = []
        for mention in (_with_double(view.text, m) for m in mentions):
            if made and is_a(made[-1].type, "person") and _overlap(made[-1], mention):
                whole = Span(made[-1].span.start, max(made[-1].span.end, mention.span.end))
                made[-1] = replace(made[-1], span=whole, parts=())
                continue
            if made and mention.span.start < made[-1].span.end:
                made[-1] = _firm(made[-1], max(made[-1].span.end, mention.span.end))
                continue
            end = end_of(view.text, mention)
            words = view.surface(mention.span).split(maxsplit=1)
            trade = len(words) > 1 and is_trade(mention, words)
            made.append(_firm(mention, end) if trade or end > mention.span.end else mention)
        return made

    return join


def _with_double(text: str, mention: Mention) -> Mention:
    """Return a person with the surname that a hyphen ties to it: ``Ana Novak | -Polje``."""
    found = _DOUBLE.match(text, mention.span.end) if is_a(mention.type, "person") else None
    if not found or text[mention.span.end - 1].isspace():
        return mention
    return replace(mention, span=Span(mention.span.start, found.end()), parts=())


def _overlap(first: Mention, second: Mention) -> bool:
    return second.span.start < first.span.end


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _firm(mention: Mention, end: int) -> Mention:
    return replace(mention, span=Span(mention.span.start, end), type="org.company", parts=())
