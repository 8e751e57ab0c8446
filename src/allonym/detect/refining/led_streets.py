"""Streets that only the word before them tells: *na Grunwaldzkiej*, *pri Hviezdoslavovej*.

``address.toml`` says behind which words (``led``) a street stands without its own, how an adjective
ends that is one (``led_ends``, in small letters of a chat ``led_small``), and how words in small
letters end that it may go with (``led_nouns``), if they are no part of a name.  Streets of the pool
are known as they are, and so are ``led_names``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from allonym.detect.names.announced import either
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import load_pool
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import FIGURE, is_a
from allonym.model.view import TextView

_EVIDENCE = Evidence("patterns", "street", 0.9)
_STEM = 5
"""Letters that the forms of somebody's name share: *Mickiewicz*, *na Mickiewicza*."""
_SMALL = 2
"""Letters of a word that is no noun: *na Školskej je*."""
_GUESSED, _PLACED = ("person", "place"), ("place",)
_NEXT = re.compile(r"(?:[ \u00a0]|-)([^\W_]+)")


@dataclass(frozen=True)
class LedStreets:
    """Finds them."""

    led: re.Pattern[str] = field(repr=False)  # a word; behind it a street, or two that are joined
    streets: frozenset[str] = field(repr=False)  # forms of those of the pool
    cited: frozenset[str] = field(repr=False)  # those called so in any case: *Mickiewicza*
    behind: Collection[str] = field(repr=False)  # prepositions and conjunctions
    is_usual: Callable[[str], bool] = field(repr=False)  # tells usual words in small letters
    ends: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    nouns: tuple[str, ...] | None = None

    @classmethod
    def of(
        cls, pack: LanguagePack, where: Collection[str], is_usual: Callable[[str], bool]
    ) -> LedStreets | None:
        """Read ``address.toml`` and the pool; None where no word leads a street.

        Args:
            pack: Of the language.
            where: Words behind which a place may stand, in small letters.
            is_usual: Tells whether a word in small letters is a usual one.
        """
        table, pool = pack.toml("address.toml"), load_pool(pack, "street").entries
        joins = pack.toml("orgs.toml").get("joins", ())
        word = r"([^\W\d_]+)(?![\w-]|[ \u00a0]?\d)"
        led = rf"(?<![\w-])(?i:{either(table.get('led', ()))})[ \u00a0]"
        ends, small = (tuple(table.get(f"led_{key}", ())) for key in ("ends", "small"))
        if "led" not in table:
            return None
        return cls(
            re.compile(rf"{led}(?={word}(?: (?:{either(joins)}) {word})?)"),
            frozenset(table.get("led_names", ())).union(
                form for e in pool if e.tokens == 1 for _, form in e.forms()
            ),
            frozenset(e.lemma for e in pool), frozenset((*where, *joins)), is_usual, ends, small,
            tuple(table["led_nouns"]) if "led_nouns" in table else None,
        )  # fmt: skip

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and the streets of a document that none of them is.

        A chat has them in small letters.  What is called after somebody is a street, whatever it
        was found as, if nobody of that name is there.
        """
        text = view.text
        chat = any(e.detector == "chat" for m in mentions for e in m.evidence)
        kinds = {m.span: m.type.partition(".")[0] for m in mentions}
        taken = Cover(m.span for m in mentions if m.type != FIGURE)
        addresses = Cover(m.span for m in mentions if is_a(m.type, "address"))
        found = set[Span]()
        for match in self.led.finditer(text):
            for span in (Span(*match.span(n)) for n in (1, 2) if match[n]):
                word = text[span.start : span.end].capitalize()
                guessed = kinds.get(span) in (_GUESSED if word in self.cited else _PLACED)
                free = (guessed and word in self.streets) or not taken.touches(span)
                if not (free and self._is_street(text, span, chat)):
                    break
                if word not in self.cited or not self._is_there(text, word, addresses):
                    found.add(span)
        streets = (Mention(span, "address", (_EVIDENCE,)) for span in found)
        return sorted([*(m for m in mentions if m.span not in found), *streets], key=_start)

    def _is_street(self, text: str, span: Span, chat: bool) -> bool:
        word = text[span.start : span.end]
        small = chat and word.islower()
        ends = self.small if small else self.ends * word.istitle()
        known = (word.capitalize() if small else word) in self.streets
        if (small and self.is_usual(word)) or not (known or word.endswith(ends)):
            return False
        follows = _NEXT.match(text, span.end)
        if not follows or (following := follows[1]) in self.behind:
            return True
        if small:
            return word.capitalize() in self.cited
        noun = self.nouns is None or (len(following) > _SMALL and following.endswith(self.nouns))
        return following.islower() and not noun

    def _is_there(self, text: str, word: str, addresses: Cover) -> bool:
        """Tell whether a document names whom a street is called after: *Adam Mickiewicz*."""
        others = re.finditer(rf"(?<!\w){re.escape(word[:_STEM])}", text)
        led = {at for match in self.led.finditer(text) for at in (match.start(1), match.start(2))}
        return any(m.start() not in led and not addresses.holds(Span(*m.span())) for m in others)


def _start(mention: Mention) -> Span:
    return mention.span
