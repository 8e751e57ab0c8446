"""One name, one kind: what a model calls a place here and a person there, lists decide.

A network looks at a few words at a time and may take *Luka* for a harbour in one sentence and for
a man in the next.  Where the lists know the word as a given name, and a person of that name stands
elsewhere in the document or a word of kin before it (*s sinom Luko*), the guess gives way.
*Jordan* the country stays: lists know it as a place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from allonym.detect.apart import is_guessed
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.fold import plain

_SURE = 0.5
_READINGS = 3
_LEAST = 3
_MOST = 2
_REACH = 30
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+\Z")
_GUESSED = ("place", "org", "other")
_NAMED = ("person", "place", "org")


def agree_on_people(
    view: TextView,
    mentions: Sequence[Mention],
    found: Iterable[Mention],
    morphology: Morphology,
    kin: Collection[str] = (),
    given: Callable[[str], bool] = lambda _: False,
    joint: Collection[str] = (),
) -> list[Mention]:
    """Return the mentions, guesses that are people by the lists and by the document as people.

    Args:
        view: The document.
        mentions: Disjoint.
        found: All that the detectors found, before overlaps were resolved.
        morphology: Tells which given name a form is of.
        kin: Words of kin, in small letters.
        given: Tells whether the lists have a word as a given name.
        joint: Words for *and*: what one joins to a person is one, if it has a listed given name.
    """
    listed = {m.span for m in found if _is_listed_person(m)}
    doubtful = {
        m.span for m in mentions if _is_guess(m) and (m.span in listed or m.type == "other")
    }
    doubtful |= {m.span for m in mentions if _is_guess(m) and _has_given(view, m, given)}
    if not doubtful:
        return list(mentions)
    known = _Known(view, mentions, morphology, frozenset(kin))
    beside = _beside(view, mentions, joint)
    return [
        replace(m, type="person")
        if m.span in doubtful and (known.has(m) or m.span in beside or known.has_family(m, given))
        else m
        for m in mentions
    ]


def agree_on_others(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions, guesses of no kind as what the same words are elsewhere.

    Args:
        view: The document.
        mentions: Disjoint.
    """
    vague = {m.span for m in mentions if m.type == "other" and is_guessed(m)}
    if not vague:
        return list(mentions)
    kinds: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.type.partition(".")[0] in _NAMED:
            kinds.setdefault(view.surface(mention.span).casefold(), set()).add(mention.type)

    def settled(mention: Mention) -> Mention:
        same = kinds.get(view.surface(mention.span).casefold(), set())
        return replace(mention, type=min(same)) if len(same) == 1 else mention

    return [settled(m) if m.span in vague else m for m in mentions]


def _has_given(view: TextView, mention: Mention, given: Callable[[str], bool]) -> bool:
    """Tell whether one or two words hold a listed given name."""
    words = view.surface(mention.span).split()
    return len(words) <= _MOST and any(map(given, words)) and all(w[0].isupper() for w in words)


def _beside(view: TextView, mentions: Sequence[Mention], joint: Collection[str]) -> set[Span]:
    """Return what a word for *and* joins to a person before it: *Емре и Севда*."""
    found: set[Span] = set()
    for one, two in pairwise(mentions):
        between = view.text[one.span.end : two.span.start]
        if is_a(one.type, "person") and between.strip().lower() in joint and between.strip():
            found.add(two.span)
    return found


class _Known:
    """The names of the people of a document."""

    def __init__(
        self,
        view: TextView,
        mentions: Sequence[Mention],
        morphology: Morphology,
        kin: frozenset[str],
    ) -> None:
        self._view = view
        self._morphology = morphology
        self._kin = kin
        people = (m for m in mentions if is_a(m.type, "person"))
        self._names = {n for m in people for word in self._words(m.span) for n in self._forms(word)}

    def has(self, mention: Mention) -> bool:
        """Tell whether every word of a guess is one of these names, or kin stands before it."""
        words = self._words(mention.span)
        if not words or len(words) != len(self._view.surface(mention.span).split()):
            return False
        before = self._view.text[max(0, mention.span.start - _REACH) : mention.span.start]
        word = _WORD_BEFORE.search(before)
        if word and word[1].lower() in self._kin:
            return True
        return all(not self._names.isdisjoint(self._forms(word)) for word in words)

    def has_family(self, mention: Mention, given: Callable[[str], bool]) -> bool:
        """Tell whether one word is a name of somebody here and the other a given name."""
        words = self._words(mention.span)
        if len(words) != _MOST:
            return False
        one, two = ([given(w), not self._names.isdisjoint(self._forms(w))] for w in words)
        return (one[0] and two[1]) or (one[1] and two[0])

    def _words(self, span: Span) -> list[str]:
        found = self._view.surface(span).split()
        return [w for w in found if len(w) >= _LEAST and w[0].isupper() and w.isalpha()]

    def _forms(self, word: str) -> set[str]:
        readings = self._morphology.analyse(word, "given")[:_READINGS]
        return {plain(word), *(plain(reading.lemma) for reading in readings)}


def _is_listed_person(mention: Mention) -> bool:
    return is_a(mention.type, "person") and any(
        e.detector == "gazetteer" and e.score >= _SURE for e in mention.evidence
    )


def _is_guess(mention: Mention) -> bool:
    return mention.type in _GUESSED and all(e.detector == "model" for e in mention.evidence)
