"""What the word lists of a language say about a word: bits, asked once per form.

A pack's ``lexicon/`` folder holds tab-separated tables, each with a comment line that names
origin and licence:

=================  ==========================================================================
``given.tsv``      given name, class (2 common, 1 rare)
``family.tsv``     surname, class
``places.tsv``     settlement, region or country, class
``common.tsv``     word usually written small, class
``seen.tsv``       word, the kind of name it is in other languages (``PER``, ``LOC``, ``ORG``)
``triggers.tsv``   category (``title``, ``kin`` ...), term; ``calendar.tsv`` likewise
``own.tsv``        the same, category then words: names and common words the sources lack, by hand
``settings.toml``  ``analyser = "morfeusz"`` where a morphological dictionary is to be asked too,
                   ``readings = true`` where the network is to be told its lemmas and tags,
                   ``weights``: scores of the gazetteer's rules that differ in this language;
                   ``particles``: what hangs on any word (*kutsuttiin-ko*), the longest first;
                   ``compounds``: letters that half a compound has at least; ``prefixes``: what
                   verbs begin with besides; ``suffixes``: what hangs on nouns and verbs besides
                   (``ending`` or ``ending>what stands in its place``); ``[typed]``: what Latin
                   letters stand for; ``wife``: endings of people alone, as an expression;
                   ``back``: vowels of which a stem and its ending both have one or neither has
``orgs.tsv``       organisation known everywhere; stands in ``common/``
``endings.tsv``    kind (``given``, ``family``, ``place``), ending, what it replaces
``words.bin``      forms of ordinary words, hashed (`allonym.languages.dictionary`); and in
``forms.bin``      the rare ones
=================  ==========================================================================

Names in the pack's ``genders.tsv`` and ``nicknames.tsv`` are rare given names, unless they are
common words.  Where a table is missing its bits are never set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from allonym.errors import PackError
from allonym.languages.dictionary import COMMON, KNOWN, WORD, Dictionary, Making, load_dictionary
from allonym.languages.marks import Marks
from allonym.languages.pack import LanguagePack, common_path, read_toml, rows, two_columns
from allonym.text.fold import Spelling, all_casefolded, as_typed, strip_marks, with_commas

FLAGS = (
    "given", "given_rare", "given_ending", "family", "family_rare", "family_ending",
    "place", "place_rare", "place_ending", "place_part", "common", "common_rare",
    "title", "honorific_m", "honorific_f", "kin", "org_word", "legal_form", "birth",
    "residence", "street", "court", "medical", "label", "org", "calendar",
    "an_given", "an_family", "an_place", "an_org", "an_common", "an_unknown",
)  # fmt: skip
"""The bits by name, in order; ``an_*`` come from a morphological analyser."""

BIT: Mapping[str, int] = {name: 1 << number for number, name in enumerate(FLAGS)}
GIVEN, FAMILY = BIT["given"] | BIT["given_rare"], BIT["family"] | BIT["family_rare"]
NAMES = GIVEN | FAMILY
"""What lists of given names, of surnames and of either say, usual or rare."""

_TABLES = {"given": "given", "family": "family", "places": "place", "common": "common"}
_CACHED = 1 << 16
_LABELS = ("id", "phone_mail", "bank", "vehicle", "land", "name_label")
_KNOWN = BIT["given"] | BIT["common"] | BIT["common_rare"]
_SEEN = {"PER": "family_rare", "LOC": "place_rare", "ORG": "org"}
_MORFEUSZ = {
    "imię": "an_given",
    "nazwisko": "an_family",
    "nazwa_geograficzna": "an_place",
    "nazwa_organizacji": "an_org",
}


class Lexicon:
    """The word lists of one language.

    >>> lexicon = Lexicon({"anna": BIT["given"]}, [("given", "y", "a")])
    >>> lexicon.flags("Anny") == BIT["given_ending"]
    True
    """

    def __init__(
        self,
        words: Mapping[str, int],
        endings: Iterable[tuple[str, str, str]] = (),
        analyser: Morfeusz | None = None,
        *,
        readings: bool = False,
        dictionary: Dictionary | None = None,
        particles: Sequence[str] = (),
        making: Making | None = None,
        back: str = "",
    ) -> None:
        """Make a lexicon from a mapping of folded words to bits.

        Args:
            words: Case-folded word to its bits.
            endings: Kind of name, ending, and what stands in its place in the list.
            analyser: A morphological dictionary to ask besides, if the language has one.
            readings: Whether the analyser's lemmas and tags are handed on too.
            dictionary: The ordinary words of the language, if the pack has them.
            particles: What hangs on any word, which no dictionary lists with it.
            making: How the language makes words of others.
            back: Vowels that a stem and its ending both have or have not: *Péterről*.
        """
        self._dictionary = dictionary or Dictionary()
        self._particles = tuple(particles)
        self._back = frozenset(back)
        self._making = making
        self._words = words
        marked = [w for w in self._words if not w.isascii()]
        plain = strip_marks("\n".join(marked)).split("\n")  # all at once: there are very many
        self._plain = {p: w for p, w in zip(plain, marked, strict=False) if p != w}
        self._endings: dict[str, list[tuple[int, int, str]]] = {}
        for kind, ending, replaced in endings:
            bits = BIT[kind] | BIT[f"{kind}_rare"], BIT[f"{kind}_ending"]
            self._endings.setdefault(ending, []).append((*bits, replaced))
        self._longest = max(map(len, self._endings), default=0)
        self._analyser = analyser
        self._reads = analyser if readings else None
        self.flags = lru_cache(_CACHED)(self._flags)
        self.ordinary = lru_cache(_CACHED)(self._ordinary)

    @classmethod
    def load(cls, folder: Path) -> Lexicon:
        """Read the tables of a folder.

        Args:
            folder: A pack's ``lexicon`` folder; tables that are missing count as empty.

        Raises:
            PackError: If the analyser that ``settings.toml`` names is not known.
        """
        endings = [(row[0], row[1], row[2]) for row in rows(folder / "endings.tsv") if len(row) > 2]
        settings = load_settings(folder)
        if (name := settings.get("analyser", "")) not in ("", "morfeusz"):
            raise PackError(f'{folder}: analyser {name!r} is not known; "morfeusz" is')
        analyser = Morfeusz() if name else None
        readings = bool(settings.get("readings", False))
        dictionary = load_dictionary(folder.parent)
        making = Making(**{key: settings[key] for key in settings.keys() & set(Making._fields)})
        return cls(
            _read_words(folder), endings, analyser, readings=readings, dictionary=dictionary,
            particles=settings.get("particles", ()), making=making, back=settings.get("back", ""),
        )  # fmt: skip

    def _flags(self, word: str) -> int:
        """Return every bit the lists, the endings and the analyser give a word, asked once each."""
        folded = with_commas(word.casefold())
        bits = self._words.get(folded, 0)
        if not bits and folded.isascii():
            bits = self._words.get(self._plain.get(folded, ""), 0)
        if len(folded) > 3:
            bits |= self._by_ending(folded)
            bits |= 0 if bits else self._hung(self._bare(folded))  # Raumallakin
        elif word.istitle() and self._dictionary and not self._dictionary.flags(folded):
            bits |= self._by_ending(folded) & BIT["given_ending"]  # Ano, and Ana is one
        return bits | (self._analyser.flags(word) if self._analyser else 0)

    def _ordinary(self, word: str) -> int:
        """Return the bits that the dictionary of ordinary words gives a word, asked once each.

        What it does not list it may know without the particle at its end, *kutsuttiinko*, or by
        what it is made of, *virhe-ilmoitus*, unless a list has it as a name.
        """
        found = self._dictionary.flags(word)
        if not found and self._making and any(self._making) and not self.flags(word):
            found = WORD * self._making.is_made(word, self._dictionary.flags)
        bare = "" if found else self._bare(word) or _DRAWN.sub(r"\1", word)
        bare *= bare != word
        own = self.flags(bare) if bare else _BORNE
        named = own & _BORNE and not own & _WORDS  # Liisamme, but uskoani
        return found if named else self.ordinary(bare)

    def _bare(self, word: str) -> str:
        """Return a word without the particle at its end, empty where it has none."""
        bare = word.removesuffix(next(filter(word.endswith, self._particles), word))
        return bare if len(bare) >= _BARE else ""

    def reading(self, word: str) -> tuple[str, str]:
        """Return the analyser's lemma, in small letters, and its tag; empty without one."""
        return self._reads.reading(word) if self._reads else ("", "")

    def spelt(self, text: str) -> Spelling:
        """Return a text that is typed without diacritics as lists and the dictionary spell it.

        A text that has diacritics, or is too short to tell, stays.  No letter moves.

        >>> lexicon = Lexicon({"kežmarok": BIT["place"]}, [("place", "ku", "ok")])
        >>> lexicon.spelt("som v kezmarku " + 20 * "a potom doma ")[0][:14]
        'som v kežmarku'
        """
        share = len(self._plain) / max(len(self._words), 1)
        usual = share > _MARKED and len(text) >= min(_TELLING, _EXPECTED / share)
        once = " ".join(dict.fromkeys(text.split())) if usual else ""  # miša: in each line
        if not usual or len(_LETTER.findall(once)) > _BARELY * len(once):
            return as_typed(text)
        return as_typed(_TYPED.sub(lambda word: self.spelling(word[0]), text))

    def spelling(self, word: str) -> str:
        """Return how a word typed without diacritics is spelt, rather as a name than as another.

        What is a word as it stands stays; a name that is listed both ways has its diacritics.
        """
        folded = word.casefold()
        bits, known = self._words.get(folded, 0), self.ordinary(folded)
        typed = bool(known & COMMON) and not known & KNOWN  # câți: cati is somebody's, often small
        typed = typed and not bits & BIT["label"]  # tel: 0670 334 1198
        own = self._plain.get(folded, "") if not known else ""
        both = bits & self._words.get(own, 0) & _USUAL and len(own) == len(word)
        stays = not both and not typed and (bits & ~_RARE or known)
        if stays or len(folded) != len(word):  # İ is two
            return word
        meant = typed or not self.flags(folded) & _BORNE  # zvolena is in Zvolen, and no zvolená
        usual = bits or not meant or len(folded) <= _SHORT  # egerbe is to Eger, and not to Éger
        named = 0 if typed else _USUAL if usual else _NAMED
        words = self._marks.words(folded) if meant else iter(())
        spelt = next(chain([own] if both else self._spellings(folded, named), words), folded)
        return "".join(s.upper() if c.isupper() else s for c, s in zip(word, spelt, strict=True))

    def _spellings(self, folded: str, named: int) -> Iterator[str]:
        """Yield the forms of names with diacritics, in the name or in its ending: *Erikát*."""
        found: list[tuple[str, str, str]] = []
        for cut in range(len(folded), max(len(folded) - self._longest, 2) - 1, -1):
            alike = self._bare_endings.get(folded[cut:], ())
            for ending, replaced in alike:
                bare = folded[:cut] + replaced
                base, wanted = self._plain.get(bare, ""), named
                if not base and (folded[cut:], replaced) not in alike:  # no -höz for danihoz
                    base, wanted = bare, _USUAL
                if self._words.get(base, 0) & wanted and len(base) == len(bare):
                    found.append((base, base[:cut], ending))
        bases = [base for base, *_ in found]
        alone = self._back.isdisjoint  # an ending is of the kind of its stem
        found.sort(key=lambda f: (bases.index(f[0]), len(f[1]), alone(f[1]) != alone(f[2])))
        yield from (stem + ending for _, stem, ending in found)

    @cached_property
    def _marks(self) -> Marks:
        return Marks(self._plain, self._dictionary.flags)

    @cached_property
    def _bare_endings(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """By endings as they are typed: how they are spelt, and what is in their place in lists."""
        found: dict[str, list[tuple[str, str]]] = {"": [("", "")]}
        for ending, known in self._endings.items():
            pairs = ((ending, strip_marks(replaced)) for _, _, replaced in known)
            found.setdefault(strip_marks(ending), []).extend(pairs)
        return found

    def _hung(self, bare: str) -> int:
        """Return the bits of what a particle hangs on, a name in any form or a word: *Pekkakin*."""
        own = self._words.get(bare, 0)
        ends = sum(BIT[f"{kind}_ending"] for kind in _NAMED_AS if own & BIT[kind])
        named = self._by_ending(bare) | ends
        return named and named | own & _WORDS

    def _by_ending(self, folded: str) -> int:
        bits = 0
        for length in range(1, min(self._longest, len(folded) - 2) + 1):
            for listed, inflected, replaced in self._endings.get(folded[-length:], ()):
                if self._words.get(folded[:-length] + replaced, 0) & listed:
                    bits |= inflected
        return bits


def load_settings(folder: Path) -> dict[str, Any]:
    """Return the ``settings.toml`` of a lexicon folder; empty where there is none."""
    return {**read_toml(path)} if (path := folder / "settings.toml").is_file() else {}


_USUAL = BIT["given"] | BIT["family"] | BIT["place"]
_RARE = BIT["given_rare"] | BIT["family_rare"] | BIT["place_rare"]
_BORNE = _USUAL | BIT["given_ending"] | BIT["family_ending"] | BIT["place_ending"]
_WORDS, _NAMED_AS = BIT["common"] | BIT["common_rare"], ("given", "family", "place")
_NAMED, _SHORT = _USUAL | _RARE | BIT["place_part"], 5
"""Names, and up to which length only usual ones count: *cize* is no form of *Číž*."""
_MARKED, _BARELY, _TELLING, _EXPECTED = 0.1, 0.0075, 240, 60
"""From which share of words with diacritics a language has them; up to which share of letters with
them they were not typed, in a text of such a length, or a shorter one the more has them."""
_LETTER = re.compile(r"[^\W\d_a-zA-Z]")
_TYPED = re.compile(r"(?<![\w@./])[A-Za-z]{3,}(?![\w@]|[./]\w)")
"""No part of an address of the net."""
_DRAWN = re.compile(r"(?<=[^\W\d_])((?![ivxc])[^\W\d_])\1\1+")  # nuuu, but xiii
_BARE = 5  # letters left without a particle: *Heikin* is no *hei*


@cache
def load_lexicon(folder: Path) -> Lexicon:
    """Return the lexicon of a folder, read once."""
    return Lexicon.load(folder)


def listed(pack: LanguagePack, *kinds: str) -> Callable[[str], bool]:
    """Return what tells whether a pack's word lists have a word as one of some kinds of `FLAGS`."""
    flags, wanted = load_lexicon(pack.where("lexicon")).flags, sum(BIT[kind] for kind in kinds)
    return lru_cache(1 << 14)(lambda word: bool(flags(word) & wanted))


class Morfeusz:
    """Morfeusz's marks for given names, surnames, places, organisations and common words."""

    def __init__(self) -> None:
        import morfeusz2

        self._morfeusz = morfeusz2.Morfeusz(generate=False)  # forms are made by the morphology
        self._latest: tuple[str, list[tuple[str, str, list[str]]]] = ("", [])

    def _readings(self, word: str) -> list[tuple[str, str, list[str]]]:
        """Return lemma, tag and marks of Morfeusz's readings.

        The latest word is asked for twice in a row.  The engine behind the package's class is
        asked itself: to make all that the class hands out takes as long as to look the word up.
        """
        latest, found = self._latest
        if latest != word:
            engine = self._morfeusz._morfeusz_obj
            readable = word[:60].encode("utf-8", "replace").decode("utf-8").replace("\0", "?")
            items = engine.analyse(readable)
            found = [(item.lemma, item.getTag(engine), item.getName(engine)) for item in items]
            self._latest = (word, found)
        return found

    def flags(self, word: str) -> int:
        """Return the ``an_*`` bits of a word; ``an_unknown`` where no reading is known."""
        bits = 0
        for lemma, tag, marks in self._readings(word):
            if tag == "ign":
                bits |= BIT["an_unknown"]
            elif not marks or "nazwa_pospolita" in marks:
                bits |= BIT["an_common"] if lemma[:1].islower() else 0
            for mark in marks:
                bits |= BIT[_MORFEUSZ[mark]] if mark in _MORFEUSZ else 0
        return bits

    def reading(self, word: str) -> tuple[str, str]:
        """Return lemma and tag (class, number, case) of a reading whose capitals agree.

        The lemma is in small letters; both are empty where nothing is known.
        """
        known = [(lemma, tag) for lemma, tag, _ in self._readings(word) if tag != "ign"]
        agreeing = [r for r in known if r[0][:1].isupper() == word[:1].isupper()]
        for lemma, tag in agreeing or known:
            return lemma.split(":")[0].lower(), ":".join(tag.split(":")[:3])
        return "", ""


def _read_words(folder: Path) -> dict[str, int]:
    words: dict[str, int] = {}
    for table, kind in _TABLES.items():
        bits = {True: BIT[kind + "_rare"], False: BIT[kind]}
        terms, classes = two_columns(folder / f"{table}.tsv")
        _add(words, terms, [bits[own == "1"] for own in classes], parts=kind == "place")
    terms, kinds = two_columns(folder / "seen.tsv")
    _add(words, terms, [BIT[_SEEN[kind]] for kind in kinds])
    _add(words, two_columns(common_path("orgs.tsv"))[0], repeat(BIT["org"]))
    tables = ("triggers", "calendar", "own")
    triggers = (row for table in tables for row in rows(folder / f"{table}.tsv"))
    for category, term, *_ in triggers:
        name = "label" if category in _LABELS else category
        several = name == "legal_form" and " " in term
        for word in term.split():
            if several and words.get(word.rstrip(".").casefold(), 0) & BIT["family"]:
                continue  # Swedish "ek. för." makes no legal form of the surname Ek
            _add(words, [word.rstrip(".")], [BIT[name]])
    _add_rare(words, folder.parent)
    return words


def _add_rare(words: dict[str, int], pack: Path) -> None:
    """Add the given names, pet names among them, that a pack knows for other reasons."""
    for table in ("genders", "nicknames"):
        names, _ = two_columns(pack / f"{table}.tsv")
        for name in all_casefolded(names):
            if name and not words.get(name, 0) & _KNOWN:
                words[name] = words.get(name, 0) | BIT["given_rare"]


def _add(
    words: dict[str, int], terms: Sequence[str], bits: Iterable[int], *, parts: bool = False
) -> None:
    """Add terms and their bits; of places their longer parts too."""
    for folded, bit in zip(all_casefolded(terms), bits, strict=False):
        words[folded] = words.get(folded, 0) | bit
        if parts and not folded.isalpha():
            pieces = folded.replace("-", " ").split()
            for piece in pieces if len(pieces) > 1 else ():
                if len(piece) > 3:
                    words[piece] = words.get(piece, 0) | BIT["place_part"]
