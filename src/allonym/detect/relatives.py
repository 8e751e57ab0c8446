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

Join = Callable[[TextView, Sequence[Mention]], list[Mention]]
_NAMES = ("person", "org", "place", "other")
_LONG = 5
"""Letters of a trade that is known with an ending: *pékségnél*."""


def relatives_joiner(pack: LanguagePack) -> Join:
    """Return what joins a name, the relatives behind it and their legal form to one firm.

    Args:
        pack: The language; ``orgs.toml`` says ``relatives``, the words for ``and``, and in ``keep``
            those for shops and trades.
    """
    orgs = pack.toml("orgs.toml")
    forms = pack.toml("words.toml").get("organisations", {}).get("legal_forms", ())
    joint, kin, legal = map(_any_of, (orgs.get("and", ()), orgs.get("relatives", ()), forms))
    trades = frozenset(orgs.get("keep", ()))
    long_trades = [word for word in trades if len(word) >= _LONG]
    endings = ("", *orgs.get("forms", ())) if legal else ()
    inflected = {word + ending for word in long_trades for ending in endings}
    joined = re.compile(rf"\s(?:{joint})\Z", re.I)
    behind = re.compile(
        rf"\s(?:{joint})\s(?:{kin})(?!\w)(?:,?\s(?:{legal or '(?!)'})(?!\w))?", re.I
    )

    def end_of(text: str, mention: Mention) -> int:
        """Return where the firm ends that a name begins; its own end if it begins none."""
        start, end = mention.span.start, mention.span.end
        if not (joint and kin and any(is_a(mention.type, kind) for kind in _NAMES)):
            return end
        at = joined.search(text[start:end])
        found = behind.match(text, start + at.start() if at else end)
        return found.end() if found else end

    def is_trade(words: Sequence[str]) -> bool:
        """Tell whether a name begins with a trade, or ends in one: the *Szabó Pékségnél*."""
        last = words[-1].rpartition(" ")[2]
        ends = last[:1].isupper() and last.casefold() in inflected
        return ends or words[0].casefold() in trades

    def join(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        made: list[Mention] = []
        for mention in mentions:
            if made and mention.span.start < made[-1].span.end:
                made[-1] = _firm(made[-1], max(made[-1].span.end, mention.span.end))
                continue
            end = end_of(view.text, mention)
            words = view.surface(mention.span).split(maxsplit=1)
            trade = mention.type == "person" and len(words) > 1 and is_trade(words)
            made.append(_firm(mention, end) if trade or end > mention.span.end else mention)
        return made

    return join


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _firm(mention: Mention, end: int) -> Mention:
    return replace(mention, span=Span(mention.span.start, end), type="org.company", parts=())
