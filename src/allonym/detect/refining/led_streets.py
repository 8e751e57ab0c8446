"""Streets that only the word before them tells: *na Grunwaldzkiej*, *pri Hviezdoslavovej*.

``address.toml`` says behind which words (``led``) a street stands without its own, how an adjective
ends that is one (``led_ends``), and how words in small letters end that it goes with if it is none
(``led_nouns``).  Streets of the pool are known as they are, and so are ``led_names``; in the small
letters of a chat there are no others.  Of other words those are none that the dictionary has, but
for those of towns (``led_towns``), or that say what a body is: *na Chirurgicznej*; nor is what is
of a country, or a disease.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from allonym.detect.names.announced import either
from allonym.detect.refining.bodies import GenericNames
from allonym.languages.pack import LanguagePack
from allonym.languages.pool import load_pool
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import FIGURE, is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL

if TYPE_CHECKING:
    from allonym.kit import Kit

_EVIDENCE = Evidence("patterns", "street", 0.9)
_STEM, _KEY, _TAIL = 5, 3, 3
"""Letters that the forms of somebody's name share: *Mickiewicz*, *na Mickiewicza*; letters that
every stem begins with; and letters that an adjective of a name has more: *Vodnik*, *Vodnikovo*."""
_SMALL = 2
"""Letters of a word that is no noun: *na Školskej je*."""
_GUESSED, _PLACED = ("person", "place"), ("place",)
_NEXT = re.compile(r"(?:[ \u00a0]|-)([^\W_]+)")
_WORD, _NAME = re.compile(r"[^\W\d_]{3,}"), re.compile(rf"{CAPITAL}[^\W\d_]{{4,}}")
_DISEASES = ("rare", "plain", "mild")


@dataclass(frozen=True)
class LedStreets:
    """Finds them."""

    led: re.Pattern[str] = field(repr=False)  # a word; behind it a street, or two that are joined
    streets: frozenset[str] = field(repr=False)  # forms of those of the pool
    cited: frozenset[str] = field(repr=False)  # those called so in any case: *Mickiewicza*
    behind: Collection[str] = field(repr=False)  # prepositions and conjunctions
    # tells whether a word in small letters says what is usual, or what a body is
    is_usual: Callable[[str], bool] = field(repr=False)
    # tells whether the dictionary has a word in small letters
    is_ordinary: Callable[[str], bool] = field(repr=False)
    # tells whether a word in small letters is of a country
    is_national: Callable[[str], bool] = field(repr=False)
    diseases: Collection[str] = field(repr=False)  # how words begin that a disease is called after
    ends: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    nouns: tuple[str, ...] | None = None

    @classmethod
    def of(cls, kit: Kit) -> LedStreets | None:
        """Read ``address.toml``, ``terms.toml`` and the pool; None where no word leads a street.

        Args:
            kit: Of the language.
        """
        pack = kit.pack
        table, pool = pack.toml("address.toml"), load_pool(pack, "street").entries
        joins = pack.toml("orgs.toml").get("joins", ())
        word = r"([^\W\d_]+)(?![\w-]|[ \u00a0]?\d)"
        led = rf"(?<![\w-])(?i:{either(table.get('led', ()))})[ \u00a0]"
        if "led" not in table:
            return None
        bodies = GenericNames.of(pack, kit.morphology, kit.is_ordinary, kit.has)
        return cls(
            re.compile(rf"{led}(?={word}(?: (?:{either(joins)}) {word})?)"),
            frozenset(table.get("led_names", ())).union(
                form for e in pool if e.tokens == 1 for _, form in e.forms()
            ),
            frozenset(e.lemma for e in pool), frozenset((*kit.where, *joins)),
            lambda word: kit.is_common(word) or bodies.is_kind(word), kit.is_ordinary,
            bodies.is_national, frozenset(_diseases(pack)), tuple(table.get("led_ends", ())),
            tuple(table.get("led_towns", ())),
            tuple(table["led_nouns"]) if "led_nouns" in table else None,
        )  # fmt: skip

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, and the streets of a document that none of them is.

        A chat has them in small letters.  What is called after somebody is a street, whatever it
        was found as, if nobody of that name is there.
        """
        text = view.text
        led = list(self.led.finditer(text))
        if not led:
            return list(mentions)
        chat = any(e.detector == "chat" for m in mentions for e in m.evidence)
        kinds = {m.span: m.type.partition(".")[0] for m in mentions}
        taken = Cover(m.span for m in mentions if m.type != FIGURE)
        starts = {match.start(n) for match in led for n in (1, 2)}
        people = _People.of(text, mentions, starts)
        there: dict[str, bool] = {}
        found = set[Span]()
        for match in led:
            if not self._goes_alone(text, match):
                continue
            for span in (Span(*match.span(n)) for n in (1, 2) if match[n]):
                word = text[span.start : span.end].capitalize()
                cited = word in self.cited
                guessed = kinds.get(span) in (_GUESSED if cited else _PLACED)
                free = (guessed and word in self.streets) or not taken.touches(span)
                if not (free and self._is_street(text[span.start : span.end], chat)):
                    break
                if word not in there:
                    there[word] = people.has(word, anywhere=cited)
                if not there[word]:
                    found.add(span)
        streets = (Mention(span, "address", (_EVIDENCE,)) for span in found)
        return sorted(
            [*(m for m in mentions if m.span not in found), *streets], key=lambda m: m.span
        )

    def _is_street(self, word: str, chat: bool) -> bool:
        low = word.lower()
        if self.is_national(low) or any(word[:n] in self.diseases for n in range(len(word))):
            return False
        if word.islower():
            return chat and word.capitalize() in self.streets and not self.is_usual(word)
        if word in self.streets:
            return True
        said = self.is_usual(low) or (self.is_ordinary(low) and not word.endswith(self.towns))
        return word.istitle() and word.endswith(self.ends) and not said

    def _goes_alone(self, text: str, match: re.Match[str]) -> bool:
        """Tell whether no noun follows a street, or the second of two: *na Savskoj i Dunavskoj*."""
        second = match[2] or ""
        like = second.capitalize() in self.streets or (self.ends and second.endswith(self.ends))
        last = 2 if second and like else 1
        follows = _NEXT.match(text, match.end(last))
        if not follows or (following := follows[1]) in self.behind:
            return True
        if match[1].islower():
            return match[1].capitalize() in self.cited
        noun = self.nouns is None or (len(following) > _SMALL and following.endswith(self.nouns))
        return following.islower() and not noun


@dataclass(frozen=True)
class _People:
    """Tells whether a document names whom a street is called after: *Adam Mickiewicz*."""

    words: Mapping[str, Sequence[tuple[str, bool]]]  # by their first letters; if they are somebody

    @classmethod
    def of(cls, text: str, mentions: Sequence[Mention], streets: Collection[int]) -> _People:
        """Read all words of a document but for those that begin at one of `streets`."""
        addresses = Cover(m.span for m in mentions if is_a(m.type, "address"))
        people = Cover(m.span for m in mentions if is_a(m.type, "person"))
        words = defaultdict[str, list[tuple[str, bool]]](list)
        seen = set[tuple[str, bool]]()
        for match in _WORD.finditer(text):
            if match.start() in streets or match[0].islower():
                continue
            span = Span(*match.span())
            entry = match[0], people.holds(span)
            if entry not in seen and not addresses.holds(span):
                seen.add(entry)
                words[match[0][:_KEY]].append(entry)
        return cls(words)

    def has(self, word: str, *, anywhere: bool) -> bool:
        """Tell it of a street; somebody's own name is theirs wherever it stands."""
        stem = word[:_STEM] if anywhere else word[: max(_STEM, len(word) - _TAIL)]
        words = self.words.get(word[:_KEY], ())
        return any(w.startswith(stem) and (anywhere or somebody) for w, somebody in words)


def _diseases(pack: LanguagePack) -> set[str]:
    """Return how words begin after which diseases are called: *Crohnova choroba*."""
    groups = (pack.toml("terms.toml").get(key, {}) for key in _DISEASES)
    listed = (text for group in groups for text in group.values())
    return {name[:-1] for text in listed for name in _NAME.findall(text) if not name.isupper()}
