"""Listed places in the form that *from*, *to* and *in* ask for, whatever a model took them for.

Few lists hold the cases of a town: *z Michaloviec*, *v Žireh*.  After a preposition of place
(``names.place_before`` of ``words.toml``), or in a case of place where the language has such, a
guess that is a form of a listed place, and of no listed name, is that place.  What says what kind
of place it is (``names.place_after``: *Borås kommun*) is not part of its name.  In languages with
cases of place, a word in small letters is a place only if it is one of the lists or an adjective.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from allonym.detect.apart import WHERE, Has, is_guessed
from allonym.model.features import parse_features
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Morphology

_GUESSED = ("person", "org", "other")
_NAMES = ("given", "given_rare", "family", "family_rare", "org")
_READINGS = 3
_MOST_WORDS = 3
_REACH = 24
_VAGUE = ("place", "other")
_MORE = re.compile(
    r"(?:[ \u00a0](?:nad|pod|pri|na)[ \u00a0]|[ \u00a0-])(?=[^\W\d_a-z])[^\W\d_]{3,}"
)
_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0]\Z")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Turns such guesses into places.

    Attributes:
        morphology: Reads names.
        has: What the word lists say of a word.
        before: Prepositions of place, each with the cases it asks for.
        in_case: Whether the language says *where* by case alone.
        after: Words in small letters that say what kind of place stands before them.
        relational: Endings of adjectives made from places.
    """

    morphology: Morphology
    has: Has
    before: Mapping[str, frozenset[str]] = field(default_factory=dict)
    in_case: bool = False
    after: frozenset[str] = frozenset()
    relational: tuple[str, ...] = ()

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, those that are places as such."""
        whole = self._joined(view, mentions)
        bare = [self._bare(view, m) for m in whole if not self._is_noun(view, m)]
        return [replace(m, type="place") if self._is_place(view, m) else m for m in bare]

    def _joined(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, pieces of a listed place of several words as one: *Rabka-Zdrój*."""
        made: list[Mention] = []
        for number, mention in enumerate(mentions):
            if made and mention.span.start < made[-1].span.end:
                continue
            made.append(self._lengthened(view, mention, mentions[number + 1 : number + 3]))
        return made

    def _lengthened(self, view: TextView, mention: Mention, after: Sequence[Mention]) -> Mention:
        if mention.type not in _VAGUE or not is_guessed(mention):
            return mention
        more = _MORE.match(view.text, mention.span.end)
        span = Span(mention.span.start, more.end()) if more else mention.span
        inside = [m for m in after if span.overlaps(m.span)]
        free = all(m.type in _VAGUE and is_guessed(m) and span.contains(m.span) for m in inside)
        if not (more and free and self._is_listed(view.surface(span))):
            return mention
        return replace(mention, span=span, type="place", parts=())

    def _is_noun(self, view: TextView, mention: Mention) -> bool:
        """Tell whether a word in small letters was taken for a place: *klinikalle*."""
        word = view.surface(mention.span)
        guessed = self.in_case and mention.type == "place" and is_guessed(mention)
        if not guessed or not word.islower() or not word.isalpha():
            return False
        lemmas = (r.lemma for r in self.morphology.analyse(word, "common"))
        if any(lemma.endswith(self.relational) for lemma in (word, *lemmas)):
            return False
        return not any(self.has(r.lemma, "place") for r in self.morphology.analyse(word, "place"))

    def _bare(self, view: TextView, mention: Mention) -> Mention:
        name, gap, kind = view.surface(mention.span).rpartition(" ")
        if not gap or mention.type != "place" or kind not in self.after or not is_guessed(mention):
            return mention
        return replace(mention, span=Span(mention.span.start, mention.span.start + len(name)))

    def _is_place(self, view: TextView, mention: Mention) -> bool:
        if mention.type not in _GUESSED or not is_guessed(mention):
            return False
        surface = view.surface(mention.span)
        if not surface[:1].isupper() or len(surface.split()) > _MOST_WORDS:
            return False
        if " " in surface and any(map(str.islower, surface.split())) and self._is_listed(surface):
            return True
        cases = self._cases(view.text[max(0, mention.span.start - _REACH) : mention.span.start])
        return bool(cases) and not self.has(surface, *_NAMES) and self._reads(surface, cases)

    def _is_listed(self, surface: str) -> bool:
        """Tell whether several words are a listed place, such as *Žiar nad Hronom*, in any case."""
        lemmas = (r.lemma for r in self.morphology.analyse(surface, "place")[:_READINGS])
        return any(self.has(word, "place", "place_rare") for word in (surface, *lemmas))

    def _cases(self, before: str) -> Collection[str]:
        if self.in_case:
            return WHERE
        word = _BEFORE.search(before)
        return self.before.get(word[1].lower(), ()) if word else ()

    def _reads(self, surface: str, cases: Collection[str]) -> bool:
        readings = self.morphology.analyse(surface, "place")[:_READINGS]
        return any(
            r.features.get("Case", "") in cases
            and self.has(r.lemma, "place")
            and not self.has(r.lemma, "given", "family", "org")
            for r in readings
        )


def place_prepositions(words: Mapping[str, object]) -> dict[str, frozenset[str]]:
    """Return the prepositions of place of a ``words.toml``, each with the cases it asks for.

    >>> words = {"names": {"place_before": ["z"]}, "cues": {"preposition": {"z": "Case=Gen"}}}
    >>> place_prepositions(words)
    {'z': frozenset({'Gen'})}
    """
    cues, names = words.get("cues", {}), words.get("names", {})
    asked = cues.get("preposition", {}) if isinstance(cues, Mapping) else {}
    chosen = names.get("place_before", ()) if isinstance(names, Mapping) else ()
    return {w: frozenset(parse_features(asked[w]).get("Case", "").split(",")) for w in chosen}
