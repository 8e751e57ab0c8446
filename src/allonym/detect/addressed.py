"""Who is greeted, stands behind a title or is somebody's: *Cllr May Field*, *Milá Nasťa*, *Annám*.

A network knows what it has read.  Behind a title or a greeting stands a person all the same, if
the words are names by the lists, or in a greeting no words at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.detect.candidates import is_guess
from allonym.detect.cover import Cover
from allonym.languages.pack import LanguagePack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import MINE, Morphology
from allonym.text.fold import plain

_SCORE = 0.95
_READINGS = 3
_MOST = 3
_LEAST = 3
_LONGEST_PET = 7
_LEAD = re.compile(r"(?<![\w'’-])[^\W\d_]+(?=\.?[ \u00a0][^\W\d_a-z])")
_NEXT = re.compile(r"\.?[ \u00a0-]([^\W\d_]+)(?![\w'’])")
_WORD = re.compile(r"[^\W\d_]+")
_CLOSED = re.compile(r"[,!\n]|\Z")

Is = Callable[[str], bool]

Has = Callable[..., bool]
"""Tells whether the word lists say any of some flags of a word: ``has("Anna", "given")``."""


@dataclass(frozen=True, slots=True)
class Leads:
    """What leads a person's name, in small letters, and what the lists know.

    Attributes:
        titles: Words that only people have before their names.
        greetings: Words that a letter or a chat begins with.
        owned: Whether a language has words such as *Annám*.
        is_given: Whether a word in its citation form is a given name.
        is_usual: Whether it is one that many bear.
        is_family: Whether it is a surname.
        is_ordinary: Whether a word in small letters is in the dictionary.
    """

    titles: frozenset[str] = frozenset()
    greetings: frozenset[str] = frozenset()
    owned: bool = False
    is_given: Is = field(default=lambda _: False, repr=False)
    is_usual: Is = field(default=lambda _: False, repr=False)
    is_family: Is = field(default=lambda _: False, repr=False)
    is_ordinary: Is = field(default=lambda _: False, repr=False)


def load_leads(pack: LanguagePack, has: Has, is_ordinary: Is) -> Leads:
    """Read the leads of a pack.

    Args:
        pack: The language; ``words.toml`` says honorifics, ``titled`` and ``addressed``.
        has: What the word lists say of a word.
        is_ordinary: Whether a word in small letters is in the dictionary.
    """
    words = pack.toml("words.toml")
    names = words.get("names", {})
    titles = (*words.get("cues", {}).get("honorific", ()), *names.get("titled", ()))
    return Leads(
        frozenset(map(plain, titles)),
        frozenset(names.get("addressed", ())),
        MINE in str(pack.toml("morphology.toml")),
        lambda word: has(word, "given", "given_rare"),
        lambda word: has(word, "given") and not has(word, "label", "calendar"),
        lambda word: has(word, "family", "family_rare"),
        is_ordinary,
    )


def find_addressed(
    view: TextView, mentions: Sequence[Mention], morphology: Morphology, leads: Leads
) -> list[Mention]:
    """Find the people behind titles and greetings, and those in *my Anna* of one word.

    Args:
        view: The document.
        mentions: What was found otherwise; nothing of it that is certain is touched.
        morphology: Gives the citation forms of names.
        leads: Of the language.

    Returns:
        New mentions in text order, which are certain.
    """
    certain = Cover(m.span for m in mentions if not is_guess(m))
    people = Cover(m.span for m in mentions if is_a(m.type, "person"))
    exact = {m.span for m in mentions}
    reader = _Reader(morphology, leads)
    owned = _owned(view.text, reader) if leads.owned else ()
    spans = {*_led(view.text, leads, reader), *owned}
    evidence = (Evidence("patterns", "person.led", _SCORE),)
    free = [s for s in sorted(spans) if not certain.touches(s)]
    return [Mention(s, "person", evidence) for s in free if s in exact or not people.holds(s)]


class _Reader:
    """Says what single words are."""

    def __init__(self, morphology: Morphology, leads: Leads) -> None:
        self._morphology, self._leads = morphology, leads

    def is_name(self, word: str, kind: str) -> bool:
        """Tell whether a word is a form of a listed name."""
        listed = self._leads.is_given if kind == "given" else self._leads.is_family
        lemmas = (a.lemma for a in self._morphology.analyse(word, kind)[:_READINGS])
        return any(listed(lemma) for lemma in (word, *lemmas))

    def is_full(self, first: str, last: str) -> bool:
        """Tell whether two words are a given name and what may be a surname."""
        return self.is_name(first, "given") and (
            self.is_name(last, "family") or self.is_unknown(last)
        )

    def is_unknown(self, word: str) -> bool:
        """Tell whether no dictionary has a word, or one that it is a form of."""
        lemmas = (a.lemma for a in self._morphology.analyse(word.lower(), "common")[:_READINGS])
        return len(word) >= _LEAST and not any(
            self._leads.is_ordinary(plain(form)) for form in (word, *lemmas)
        )

    def is_pet(self, word: str) -> bool:
        """Tell whether a word may be a name that no list has: a short one."""
        listed = self.is_name(word, "given") or self.is_name(word, "family")
        return listed or len(word) <= _LONGEST_PET

    def is_mine(self, word: str) -> bool:
        """Tell whether a word says whose a person of a listed name is: *Annám*."""
        first = self._morphology.analyse(word, "given")[0]
        mine = first.features.get("Derivation") == MINE and first.lemma != word
        return mine and self._leads.is_given(first.lemma) and self.is_unknown(word)


def _led(text: str, leads: Leads, reader: _Reader) -> Iterator[Span]:
    for lead in _LEAD.finditer(text):
        word = plain(lead[0])
        titled, greeted = word in leads.titles, word in leads.greetings
        names = _behind(text, lead.end()) if titled or greeted else []
        if not names:
            continue
        words = [text[s.start : s.end] for s in names]
        whole = Span(names[0].start, names[-1].end)
        full = words[1:] and reader.is_full(words[0], words[-1])
        unknown = all(map(reader.is_unknown, words))
        named = any(reader.is_name(w, kind) for w in words for kind in ("given", "family"))
        closed = _CLOSED.match(text, whole.end) is not None
        pets = unknown and closed and all(map(reader.is_pet, words))
        usual = len(words) == 1 and closed and leads.is_usual(words[0])
        if (titled and (full or (named and unknown))) or (greeted and (pets or usual)):
            yield whole


def _behind(text: str, start: int) -> list[Span]:
    """Return the capitalised words behind a word, a few at most."""
    found: list[Span] = []
    while len(found) < _MOST:
        match = _NEXT.match(text, start)
        if not match or not match[1].istitle():
            break
        found.append(Span(*match.span(1)))
        start = match.end()
    return found


def _owned(text: str, reader: _Reader) -> Iterator[Span]:
    for word in _WORD.finditer(text):
        if word[0].istitle() and len(word[0]) > _LEAST and reader.is_mine(word[0]):
            yield Span(*word.span())
