"""What is nobody: animals, makes, saints, parties: *pies Bruno*, *rower marki Kross*.

A word for an animal stands beside the name (``animals``, ``animals_after``, ``animals_called`` of
``names`` in ``words.toml``), which is in its citation form: *pies Nowaka* is the dog of somebody.
So does a word for a make or a ship (``makes``, ``makes_after``).
What a pet is called it is called all through the document, but for where somebody is announced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from allonym.detect.decision.evidence import Candidate
from allonym.detect.names.announced import Announcing, either, load_announcing
from allonym.languages.lexicon import BIT, GIVEN, NAMES
from allonym.languages.pack import LanguagePack
from allonym.model.span import Span
from allonym.ports import Morphology
from allonym.text.capitals import CAPITAL, is_large

_REACH, _NEAR, _GAPS = 40, 8, frozenset(" \t\u00a0")
_WORDS, _ENDINGS = BIT["common"] | BIT["common_rare"], BIT["family_ending"] | BIT["given_ending"]
_DEFINED = re.compile(
    rf"\((?:[^()\n]{{0,80}}[\s(:])?[\"“”„»«'‘]({CAPITAL}[^\W\d_]+)[\"“”«»'’](?![^\s).,;])[^()\n]{{0,60}}\)"
)


@dataclass(frozen=True, slots=True)
class Pets:
    """Finds the names of animals."""

    before: re.Pattern[str] = field(repr=False)  # words for animals and makes, before a name
    after: re.Pattern[str] = field(repr=False)  # the same, behind one
    announcing: Announcing = field(repr=False)  # the words that announce somebody
    flags: Callable[[str], int] = field(repr=False)  # the bits that the word lists give a word
    morphology: Morphology = field(repr=False)  # reads names

    @classmethod
    def of(cls, pack: LanguagePack, flags: Callable[[str], int], morphology: Morphology) -> Pets:
        """Read ``words.toml`` of a pack; see the attributes."""
        names = partial(pack.words, "names")
        owners = f"(?: (?:{either(names('owner_after'))}))?"
        animals = either(names("animals"))
        called = either(names("animals_called", "makes"))
        gap = r"(?: |(?<=:)[ \t\u00a0]{1,4})"  # of a form too
        before = rf"(?<!\w)(?P<animal>{called}|(?:{animals}){owners}[,:]?){gap}"
        behind = either(names("animals_after", "makes_after"))
        after = rf" (?:{behind})(?!\w)"
        return cls(
            re.compile(before, re.IGNORECASE), re.compile(after), load_announcing(pack), flags,
            morphology,
        )  # fmt: skip

    def among(self, text: str, candidates: Sequence[Candidate]) -> list[bool]:
        """Return which candidates name animals."""
        alone = [c.span for c in candidates if text[c.span.start : c.span.end].istitle()]
        alone = [s for s in alone if " " not in text[s.start : s.end]]
        pets = {span for span in alone if self._is_pet(text, span)}
        named = {text[s.start : s.end] for s in pets}
        named = named.union(*(self.morphology.forms(name, "given") for name in named))
        told = self.announcing.announces
        pets |= {s for s in alone if text[s.start : s.end] in named and not told(text, s)}
        starts = {s.end: s.start for s in pets}
        return [
            c.span in pets
            or (
                c.span.end in starts
                and c.span.start < starts[c.span.end]
                and self.before.fullmatch(text, c.span.start, starts[c.span.end]) is not None
            )
            for c in candidates
        ]

    def _is_pet(self, text: str, span: Span) -> bool:
        if not (self.after.match(text, span.end) or self._is_behind(text, span)):
            return False
        word = text[span.start : span.end]
        readings = (self.morphology.analyse(word, kind)[0] for kind in ("given", "family"))
        return all(reading.lemma == word for reading in readings)

    def _is_behind(self, text: str, span: Span) -> bool:
        """Tell whether a name stands right behind a word for an animal."""
        near = span.start if text[span.start - 1 : span.start] in _GAPS else 0
        found = self.before.finditer(text, max(0, near - _REACH), near)
        animal = next((Span(*m.span("animal")) for m in found if m.end() == span.start), None)
        if not animal or text[animal.start].islower():
            return animal is not None
        word = text[animal.start : animal.end]
        own = word.isalpha() and is_large(text, animal)  # și Cal Hockley: nobody's horse
        return not (own or self.flags(word) & NAMES)


@dataclass(frozen=True, slots=True)
class Saints:
    """Finds the names of saints."""

    word: re.Pattern[str] = field(repr=False)  # how the language shortens *saint*
    # the bits that the word lists give a word
    flags: Callable[[str], int] = field(repr=False)
    # what tells a saint from others of the name, in small letters
    epithets: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls, pack: LanguagePack, flags: Callable[[str], int], leads: Iterable[str] = ()
    ) -> Saints:
        """Read ``words.toml`` and ``orgs.toml`` of a pack; ``leads`` before a feast: *de sf.*."""
        led, words = f"(?:(?:{either(leads)}) )?", either(pack.words("names", "saints"))
        word = re.compile(rf"(?<!\w){led}(?:{words})[ \u00a0]?", re.IGNORECASE)
        return cls(word, flags, frozenset(pack.toml("orgs.toml").get("epithets", ())))

    def among(self, text: str, candidates: Sequence[Candidate]) -> list[bool]:
        """Return which candidates name saints; what has a number may be a street's house."""
        return [self._is_saint(text, c.span) for c in candidates]

    def _is_saint(self, text: str, span: Span) -> bool:
        surface = text[span.start : span.end]
        if any(map(str.isdigit, surface)):
            return False
        inside = self.word.match(surface) or (surface.isupper() and self.word.search(surface))
        first = max(0, span.start - _NEAR)
        before = self.word.finditer(text, first, span.start)
        alone = self.epithets.issuperset(surface.casefold().split()[1:])
        alone = alone and any(m.end() == span.start for m in before)
        return bool(inside) or (alone and not self._is_surname(surface.split()[-1]))

    def _is_surname(self, word: str) -> bool:
        """Tell whether a word is a surname and no given name: *св. Иванова* is a witness."""
        bits = 0 if word.casefold() in self.epithets else self.flags(word)
        listed = bits & BIT["family"] or (bits & _ENDINGS) == BIT["family_ending"]
        return bool(listed and not bits & (GIVEN | _WORDS))


@dataclass(frozen=True, slots=True)
class Parties:
    """Finds what a contract calls who signs it: *Joan Gaines ("Caterer")*."""

    flags: Callable[[str], int] = field(repr=False)  # the bits that the word lists give a word
    # tells whether a word in small letters is in the dictionary
    is_word: Callable[[str], bool] = field(repr=False)

    def among(self, text: str, candidates: Sequence[Candidate]) -> list[bool]:
        """Return which candidates are such words alone; what stands in a name before is none."""
        found = _DEFINED.finditer(text)
        defined = {m[1] for m in found if self._is_role(m[1]) and m[1] not in text[: m.start(1)]}
        return [text[c.span.start : c.span.end] in defined for c in candidates]

    def _is_role(self, word: str) -> bool:
        bits = self.flags(word) & NAMES
        return word.istitle() and (not bits or (not bits & GIVEN and self.is_word(word.lower())))
