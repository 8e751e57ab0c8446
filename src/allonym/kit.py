"""What the parts of a pipeline are made from: a pack, a profile, and what both let one look up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from operator import or_

from allonym.detect.dates.detector import DateDetector
from allonym.detect.names.lists import DenyDetector
from allonym.detect.patterns.detector import PatternDetector
from allonym.detect.patterns.handles import HandleFinder
from allonym.detect.settling.splitting import Parter
from allonym.languages.dictionary import KNOWN, LEMMA, WORD
from allonym.languages.labels import Labels
from allonym.languages.lexicon import BIT, Lexicon, load_lexicon, load_settings
from allonym.languages.nobody import Nobody
from allonym.languages.pack import LanguagePack
from allonym.languages.typed import Typed
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Detector, Morphology
from allonym.profile import Profile
from allonym.replace.methods.plain import TagReplacer
from allonym.text.fold import Spelling, as_typed

_PEOPLE = ("given", "given_ending", "family", "family_rare", "family_ending")
_NAMES = (*_PEOPLE, "place", "place_rare")
_SPOKEN = frozenset(("address", "org", "person", "place"))
"""What patterns find that is told in the letters of the language."""
_KNOWN_BY_FORM = frozenset(("email", "phone", "url"))
_any_of = cache(lambda flags: reduce(or_, map(BIT.__getitem__, flags), 0))


@dataclass(frozen=True)
class Kit:
    """What factories may draw on: the pack, the profile, and what is costly to load twice."""

    pack: LanguagePack
    profile: Profile
    morphology: Morphology
    labels: Labels
    warnings: list[str]

    @cached_property
    def lexicon(self) -> Lexicon | None:
        """The word lists of the pack, if it has any."""
        folder = self.pack.path("lexicon")
        return load_lexicon(folder) if folder else None

    def is_common(self, word: str) -> bool:
        """Tell whether a word written small is a common word of the language."""
        return self.has(word, "common")

    def is_ordinary(self, word: str) -> bool:
        """Tell whether the lists or the dictionary know a word written small well."""
        known = self.lexicon.ordinary(word) & ~WORD if self.lexicon else 0
        return bool(known) or self.is_common(word)

    def is_written_small(self, word: str) -> bool:
        """Tell whether a word in small letters is one of the dictionary, name or not: *karhu*."""
        known = self.lexicon.ordinary(word) & KNOWN if self.lexicon else 0
        return bool(known) or self.is_common(word)

    def is_word(self, word: str) -> bool:
        """Tell whether a word in small letters is in the dictionary, rare as it may be."""
        return bool(self.lexicon and self.lexicon.ordinary(word)) or self.is_common(word)

    def is_form(self, word: str) -> bool:
        """Tell whether a word in small letters is in the dictionary as a form of another."""
        found = self.lexicon.ordinary(word) if self.lexicon else 0
        return bool(found & KNOWN) and not found & LEMMA

    def is_plain(self, word: str) -> bool:
        """Tell whether a word is in the dictionary and in no list of names."""
        return self.has(word, "common", "common_rare") and not self.has(word, *_NAMES)

    def is_named(self, word: str) -> bool:
        """Tell whether a word is in some list of names."""
        return self.has(word, *_NAMES)

    def is_nobody(self, word: str) -> bool:
        """Tell whether a word is in the dictionary, rare as it may be, and in no list of names."""
        return self.is_word(word) and not self.is_named(word)

    def is_strange(self, word: str) -> bool:
        """Tell whether a word is in no dictionary, and no list of given names or places has it."""
        return not (self.is_word(word.lower()) or self.has(word, "given", "place", "place_rare"))

    def is_given(self, word: str) -> bool:
        """Tell whether a word is a given name."""
        return self.has(word, "given")

    def may_be_place(self, word: str) -> bool:
        """Tell whether a word is a listed place or no ordinary one, and no given name."""
        listed = self.has(word, "place", "place_rare")
        return not self.is_given(word) and (listed or not self.is_ordinary(word.lower()))

    def is_but_a_word(self, word: str) -> bool:
        """Tell whether a word in small letters is in the dictionary, and hardly anybody's name."""
        named = self.has(word.title(), "given", "family", "given_ending")
        return self.is_written_small(word) and not named

    def is_form_of_a_word(self, name: str, lemma: str) -> bool:
        """Tell whether a listed given name may be read as a word's form alone: *Hans*, of *han*."""
        return self.last_word and self.is_given(name) and self.is_but_a_word(lemma.lower())

    def is_title(self, word: str) -> bool:
        """Tell whether a word is a title or a form of address."""
        return self.has(word, "title", "honorific_m", "honorific_f")

    def is_label(self, word: str) -> bool:
        """Tell whether a word announces a value, as ``PESEL`` and ``Tel`` do."""
        return self.has(word, "label")

    def is_oblique(self, word: str) -> bool:
        """Tell whether a word is rather a form of a given name: *Vlade*, but in Slovenian."""
        read = self.morphology.analyse(word, "given") if self.has(word, "given_ending") else ()
        return bool(read) and read[0].lemma != word

    def has(self, word: str, *flags: str) -> bool:
        """Tell whether the word lists say any of `flags` of a word."""
        return self.flags(word) & _any_of(flags) != 0

    @cached_property
    def flags(self) -> Callable[[str], int]:
        """Return the bits that the word lists give a word; none without lists."""
        return self.lexicon.flags if self.lexicon else lambda _: 0

    @property
    def spelt(self) -> Callable[[str], Spelling]:
        """Return what spells a text typed without diacritics; in one that grows none is told.

        A language of other letters than Latin ones has its text spelt in them.
        """
        if self.typed:
            return self.typed.spelt
        return self.lexicon.spelt if self.lexicon and not self._grows else as_typed

    @property
    def named(self) -> Callable[[str], Spelling]:
        """Return what spells somebody's name in the letters of the language."""
        return self.typed.named if self.typed else as_typed

    @cached_property
    def typed(self) -> Typed | None:
        """What reads Latin letters as those of the language, if it has others."""
        ways = load_settings(self.pack.where("lexicon")).get("typed") if self.lexicon else None
        if not ways or not self.lexicon or self._grows:
            return None
        return Typed(ways, self.lexicon, self._values, self._terms)

    @property
    def _grows(self) -> bool:
        return any(t.options.get("marks") == "always" for t in self.profile.treat.values())

    def _values(self, text: str) -> Iterator[tuple[Span, bool]]:
        """Yield what has a shape of its own in any text, and what the profile lists.

        With each comes whether it is known by the word before it.
        """
        view = TextView.of(text)
        for detector in self._shaped:
            for mention in detector.detect(view):
                if (kind := mention.type.partition(".")[0]) not in _SPOKEN:
                    yield mention.span, kind not in _KNOWN_BY_FORM
        lists = (*self.profile.allow, *self.profile.deny)
        wide = any(entry.before or entry.after for entry in lists)
        for mention in DenyDetector(lists).detect(view):
            start, end = mention.span
            line = text.rfind("\n", 0, start) + 1, text.find("\n", end)
            whole = Span(line[0], line[1] if line[1] >= 0 else len(text))
            yield whole if wide else mention.span, False

    @cached_property
    def _shaped(self) -> Sequence[Detector]:
        """The detectors of patterns and of dates."""
        code = self.pack.code
        patterns = PatternDetector.load(code).knowing(self.handles, self.may_be_place)
        return patterns, *((DateDetector.load(code),) if self.pack.path("dates.toml") else ())

    def _terms(self, text: str) -> Iterator[Span]:
        """Yield makes, labels and other names of nobody that a text has."""
        return (term.span for term in Nobody.load(self.pack).find(TextView.of(text)))

    @cached_property
    def where(self) -> frozenset[str]:
        """Words behind which a place may stand, in small letters."""
        said = (*self.pack.words("cues", "preposition"), *self.pack.words("names", "where"))
        return frozenset(map(str.lower, said))

    @property
    def last_word(self) -> bool:
        """Whether of a name only the last word is inflected, as the pack says."""
        return bool(self.pack.toml("morphology.toml").get("morphology", {}).get("last_word"))

    @cached_property
    def parter(self) -> Parter:
        """What tells where names end that stand side by side."""
        return Parter.load(self.pack, self.morphology, self.has, self.where)

    @cached_property
    def handles(self) -> HandleFinder:
        """What finds user names."""
        return HandleFinder(self.pack.code, self.is_nobody, lambda w: self.has(w, *_PEOPLE))

    @property
    def fallback(self) -> TagReplacer:
        """The tag that stands in wherever nothing better is safe."""
        return TagReplacer(self.labels)
