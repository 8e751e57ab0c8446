"""Streets that only the word before them tells: *na Grunwaldzkiej*, *pri Hviezdoslavovej*.

``address.toml`` says behind which words (``led``) a street stands without its own, and how an
adjective ends that is one (``led_ends``).  Streets of the pool are known as they are.
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
_GUESSED, _PLACED = ("person", "place"), ("place",)
_NEXT = re.compile(r"(?:,?[ \u00a0]|-)([^\W_]+)")


@dataclass(frozen=True)
class LedStreets:
    """Finds them."""

    led: re.Pattern[str] = field(repr=False)  # a word, and what stands behind it
    streets: frozenset[str] = field(repr=False)  # forms of streets everywhere
    cited: frozenset[str] = field(repr=False)  # those called so in any case: *Mickiewicza*
    ends: tuple[str, ...]  # how adjectives end that are streets there
    # words in small letters that may stand behind one: prepositions, conjunctions
    behind: Collection[str] = field(repr=False)
    small: tuple[str, ...] = ()  # how those end that are so in a chat, in small letters
    large: bool = False  # whether all words of a name are large
    # tells whether a word in small letters is a usual one
    is_usual: Callable[[str], bool] = field(repr=False, default=lambda _: True)

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
        table = pack.toml("address.toml")
        if not (led := table.get("led", ())):
            return None
        pool = load_pool(pack, "street").entries
        joins = pack.toml("orgs.toml").get("joins", ())
        word = r"([^\W\d_]+)(?![\w-]|[ \u00a0]?\d)"
        return cls(
            re.compile(
                rf"(?<![\w-])(?i:{either(led)})[ \u00a0](?={word}(?: (?:{either(joins)}) {word})?)"
            ),
            frozenset(form for e in pool if e.tokens == 1 for _, form in e.forms()),
            frozenset(e.lemma for e in pool),
            tuple(table.get("led_ends", ())),
            frozenset((*where, *joins)),
            tuple(table.get("led_small", ())),
            bool(table.get("led_large", False)),
            is_usual,
        )

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and the streets of a document that none of them is.

        A chat has them in small letters.  What is called after somebody is a street, whatever it
        was found as, if nobody of that name is there.
        """
        text = view.text
        chat = any(e.detector == "chat" for m in mentions for e in m.evidence)
        guessed = {m.span: m.type.partition(".")[0] for m in mentions}
        taken = Cover(m.span for m in mentions if m.type != FIGURE)
        addresses = Cover(m.span for m in mentions if is_a(m.type, "address"))
        found = set[Span]()
        for match in self.led.finditer(text):
            for number in (1, 2) if match[2] else (1,):
                span = Span(*match.span(number))
                called = text[slice(*span)].capitalize() in self.cited
                free = guessed.get(span) in (_GUESSED if called else _PLACED)
                known = text[slice(*span)].capitalize() in self.streets
                free &= known  # na Polną
                if not self._is_street(text, span, chat) or (taken.touches(span) and not free):
                    break
                if not (called and self._is_there(text, span, addresses)):
                    found.add(span)
        streets = [Mention(span, "address", (_EVIDENCE,)) for span in found]
        return sorted([*(m for m in mentions if m.span not in found), *streets], key=_start)

    def _is_street(self, text: str, span: Span, chat: bool) -> bool:
        word = text[span.start : span.end]
        small = chat and word.islower()
        known = (word.capitalize() if small else word) in self.streets
        ends = self.small if small and not self.is_usual(word) else self.ends * word.istitle()
        if not (known or word.endswith(ends)):
            return False
        follows = _NEXT.match(text, span.end)
        if not follows or text[span.end] == ",":
            return True
        following = follows[1]
        bare = small and word.capitalize() in self.cited and not self.is_usual(word)
        loose = known and (bare if small else self.large)
        return following in self.behind or (loose and following.islower())

    def _is_there(self, text: str, span: Span, addresses: Cover) -> bool:
        """Tell whether a document names whom a street is called after: *Adam Mickiewicz*."""
        stem = text[span.start : span.end].capitalize()[:_STEM]
        others = re.finditer(rf"(?<!\w){re.escape(stem)}", text)
        led = {at for match in self.led.finditer(text) for at in (match.start(1), match.start(2))}
        return any(m.start() not in led and not addresses.holds(Span(*m.span())) for m in others)


def _start(mention: Mention) -> Span:
    return mention.span
