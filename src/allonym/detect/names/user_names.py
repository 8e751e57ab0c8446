"""User names made from the names of people in the text: ``jnowak``, ``petar_ivanov``, ``annasv``.

Equality decides, word by word: first name and surname in either order, one of them or both cut
short, in any transliteration, with or without digits.  A word that shows it is no ordinary one (a
digit, ``_``, a label before it) needs less; a plain word must be long and neither a common word
nor a name.  In names of files and behind ``#`` two words in a row may be somebody whom the text
names nowhere else: *novak_jan_results.pdf*, *#JanNovak*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, permutations, product
from typing import Any

from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.capitals import CAPITAL, SMALL
from allonym.text.fold import fold, pieces, plain
from allonym.text.usernames import shortened, spellings, user_names

SCORE = 0.95
_LEARNT = 0.6
_PLAIN, _SHOWN, _LABELLED = 5, 4, 3
_CUT_SHORT = 6
_DIGITS = 2
_ENDING = 3
_NAMES, _READINGS = 4, 2
_TOKEN = re.compile(r"(?<![\w@.:/+-])@?[^\W\d_](?:[\w.-]{1,40}\w)(?![\w@/])", re.ASCII)
_TOKENS = re.compile(r"(?<![\w@.:/+-])@?[^\W\d_](?:[\w.-]{1,40}\w)(?![\w@/])")
_SHOWS = re.compile(rf"[\d_@]|\w[.-]\w|{SMALL}{CAPITAL}")
_LABEL = re.compile(
    r"(?:user|login|log|nick|account|konto|konta|nalog|račun|cont|fiók|účet|акаунт|потребител|"
    r"логин|вляз|влез|влиз|tunnu|kirjaut|använd|anvand|uporabni|korisni|prijav|prihl|użytkowni|"
    r"zalog|utilizator|autentific|conect|používate|felhaszn|belép|käyttäj|handle|profil|профил)"
    r"\w*\W{1,4}(?:\w{1,8}\W{1,3}){0,2}\Z",
    re.IGNORECASE,
)
_LABEL_BEHIND = re.compile(r"\W{1,3}(?:nevű|azonosítójú|-?niminen|nimistä)\b", re.IGNORECASE)
_BEFORE = 40
_GLUED = re.compile(r"(?<![\w@.])[^\W_]+(?:[_.-][^\W_]+)+(?![\w@])")
_FILE = re.compile(r"_|\.[a-z]{2,4}\Z")
_TAG = re.compile(r"(?<=#)[^\W\d_]+(?!\w)|(?<![\w@.:/-])[^\W\d_]{6,}(?![\w@/-])")
_WORD = re.compile(r"[^\W\d_]{2,}")
_GIVEN, _FAMILY, _PAIR = 1, 2, 2


@dataclass(frozen=True, slots=True)
class Lists:
    """What is known of a word in small letters."""

    is_common: Callable[[str], bool] = lambda _: False  # whether it is a common word
    is_named: Callable[[str], bool] = lambda _: False  # whether it is a name as well
    # whether it is a given name (1), a surname (2) or both (3) in any language
    anywhere: Callable[[str], int] = lambda _: 0
    # whether a word, as it is written, is a listed make: *PowerPoint*
    is_make: Callable[[str], bool] = lambda _: False
    # what somebody of a given name, in small letters, is called besides
    pets: Callable[[str], Sequence[str]] = lambda _: ()
    # whether it is a common word of English, in which tags are written anywhere: *#BoysWillBeBoys*
    is_english: Callable[[str], bool] = lambda _: False

    def is_pair(self, one: str, other: str) -> bool:
        """Tell whether two words in small letters are a given name and a surname, in any order."""
        known = self.anywhere(one), self.anywhere(other)
        common = self.is_common(one) + self.is_common(other)
        own = self.is_named(one) or self.is_named(other)
        if not own and self.is_english(one) and self.is_english(other):
            return False
        if common > 1 or not all(known) or known in ((_GIVEN, _GIVEN), (_FAMILY, _FAMILY)):
            return False
        return not common or own


@dataclass
class _Made:
    """What can be made of the names of a document, by how much it tells."""

    morphology: Morphology
    # what forms the words of names have in this document, to be added to
    kept: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)
    usual: set[str] = field(default_factory=set, repr=False)
    short: set[str] = field(default_factory=set, repr=False)
    names: set[str] = field(default_factory=set, repr=False)
    words: set[str] = field(default_factory=set, repr=False)

    @cached_property
    def forms(self) -> frozenset[str]:
        """The names in all forms, in small letters, which few texts ask for."""
        for word in self.words.difference(self.kept):
            self.kept[word] = frozenset(map(plain, _forms(word, self.morphology)))
        return frozenset[str]().union(*map(self.kept.__getitem__, self.words))

    def has(self, key: str) -> bool:
        """Tell whether letters are made of somebody's names, or an initial and a name are."""
        made = key in self.usual or key in self.short or key in self.names
        return made or (len(key) > _PLAIN and not {key[1:], key[:-1]}.isdisjoint(self.names))


def find_user_names(
    view: TextView,
    mentions: Sequence[Mention],
    morphology: Morphology,
    lists: Lists,
    kept: dict[Any, Any] | None = None,
) -> list[Mention]:
    """Find the user names that are made from people's names.

    Args:
        view: The document.
        mentions: What the detectors found, overlapping as they may.
        morphology: Gives the citation forms of names.
        lists: What tells ordinary words from user names.
        kept: What is known of this very document, to be added to.

    Returns:
        Mentions in text order, also where a person was taken to stand; none inside an address.
    """
    kept = {} if kept is None else kept
    made = _made(view, mentions, _Made(morphology, kept.setdefault("forms", {})), lists)
    taken = Cover(m.span for m in mentions if is_a(m.type, "email") or is_a(m.type, "url"))
    if "glued" not in kept:
        kept["glued"] = _rows(view.text, lists)
    together = _glued(view.text, kept["glued"], made, lists)
    glued = [m for m in together if not taken.touches(m.span)]
    if not made.usual and not made.names:
        return glued
    if "tokens" not in kept:
        pattern = _TOKEN if view.text.isascii() else _TOKENS
        kept["tokens"] = [(m[0], m.span()) for m in pattern.finditer(view.text)]
        kept["keys"] = {token: _letters(token) for token in {token for token, _ in kept["tokens"]}}
    tokens, keys = kept["tokens"], kept["keys"]
    told = {
        token
        for token, (key, _) in keys.items()
        if len(key) >= _LABELLED and (made.has(key) or _holds(token, made))
    }
    found = (
        _judged(view.text, Span(*span), keys[token], made, lists)
        for token, span in tokens
        if token in told
    )
    whole = [m for m in found if m and not taken.touches(m.span)]
    held = Cover(m.span for m in whole)
    return sorted([*whole, *(m for m in glued if not held.touches(m.span))], key=lambda m: m.span)


def _holds(token: str, made: _Made) -> bool:
    """Tell whether a part of a token is both names of somebody: *anahorvat-cvijece*."""
    parts = [] if token.isalpha() else re.split("[._-]", fold(token).removeprefix("@"))
    return len(parts) > 1 and any(len(p) >= _CUT_SHORT and p in made.usual for p in parts)


def _rows(text: str, lists: Lists) -> list[list[Span]]:
    """Return the words that stand together in names of files, behind ``#`` and by capitals."""
    rows = [
        [Span(*w.span()) for w in _WORD.finditer(text, *run.span())]
        for run in _GLUED.finditer(text)
        if _FILE.search(run[0]) or text[run.start() - 1 : run.start()] in ("/", "\\")
    ]
    for tag in _TAG.finditer(text):
        is_tag, word = text[tag.start() - 1 : tag.start()] == "#", tag[0]
        if is_tag or not (word[1:].islower() or word.isupper() or lists.is_named(word.lower())):
            row = [] if lists.is_make(word) else list(_capitals(text, *tag.span()))
            is_pair = len(row) == _PAIR and min(map(len, row)) >= _SHOWN
            rows += [row] if is_tag or is_pair else []
    return rows


def _glued(
    text: str, rows: Sequence[Sequence[Span]], made: _Made, lists: Lists
) -> Iterator[Mention]:
    """Yield the names of people in names of files, behind ``#`` and run together: *NovakJan*."""
    for row in rows:
        last = -1
        for one, other in pairwise(row):
            words = [fold(text[span.start : span.end]) for span in (one, other)]
            if one.start > last and ("".join(words) in made.usual or lists.is_pair(*words)):
                last = other.end
                evidence = (Evidence("patterns", "username.made", SCORE),)
                yield Mention(Span(one.start, other.end), "username", evidence)


def _capitals(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the words that begin with capitals in a row: *JanNovak*."""
    starts = [n for n in range(start, end) if text[n].isupper()]
    for first, following in pairwise([*starts, end]):
        if following - first > 1:
            yield Span(first, following)


@lru_cache(maxsize=1 << 16)
def _letters(token: str) -> tuple[str, int]:
    """Return the letters of a token, folded, and how many digits it has."""
    words = [fold(token)] if token.isalpha() else [fold(m[0]) for m in pieces(token)]
    key = "".join(word for word in words if not word.isdigit())
    return key, sum(len(word) for word in words if word.isdigit())


def _judged(
    text: str, span: Span, letters: tuple[str, int], made: _Made, lists: Lists
) -> Mention | None:
    token = text[span.start : span.end]
    key, digits = letters
    if len(key) < _SHOWN:
        is_user = token.islower() and _is_labelled(text, span)  # Lovisa Ek loggade in som ekl
    elif key in made.names and key not in made.usual:
        small = not token[:1].isupper() and _is_labelled(text, span)
        is_user = digits >= _DIGITS or (small and plain(token) not in made.forms)
    elif _SHOWS.search(token) or _is_labelled(text, span):
        is_user = not _is_written(token, made)
    else:
        inflected = key not in made.usual  # smithj is John Smith's, nowaka a form
        inflected &= any(key[:-n] in made.names for n in range(1, _ENDING + 1))
        cut = key in made.short and key not in made.usual
        is_user = len(key) >= _CUT_SHORT if cut else not inflected
        is_user = is_user and _is_made(token, made, lists)
    evidence = Evidence("patterns", "username.made", SCORE)
    return Mention(span, "username", (evidence,)) if is_user else None


def _is_labelled(text: str, span: Span) -> bool:
    """Tell whether it is said beside a token that it is a user name."""
    before = text[max(0, span.start - _BEFORE) : span.start]
    return bool(_LABEL.search(before) or _LABEL_BEHIND.match(text, span.end))


def _is_made(token: str, made: _Made, lists: Lists) -> bool:
    """Tell whether a plain word can hardly be anything else."""
    word = plain(token)
    if not token.islower() or len(token) < _PLAIN:
        return False
    return not (lists.is_common(word) or lists.is_named(word) or word in made.forms)


def _is_written(token: str, made: _Made) -> bool:
    """Tell whether a token is but a name with a full stop or hyphen: *J.Nowak*, *al-Hassan*."""
    capitals = not any(c.isdigit() or c in "_@" for c in token) and not token.isalpha()
    capitals = capitals and any(m[0][:1].isupper() for m in pieces(token))
    return capitals or plain(token) in made.forms


def _made(view: TextView, mentions: Sequence[Mention], made: _Made, lists: Lists) -> _Made:
    morphology = made.morphology
    people = (m for m in mentions if is_a(m.type, "person") and m.score >= _LEARNT)
    for surface in dict.fromkeys(view.surface(m.span) for m in people):
        read = (m[0] for m in pieces(re.sub("['’]", "", surface)))  # O'Neill is soneill
        words = [word for word in read if len(word) > 1 and not word.islower()][:_NAMES]
        made.words.update(words)
        of = _made_of(tuple(words), morphology)  # type: ignore[arg-type]
        for known, own in zip((made.names, made.usual, made.short), of, strict=True):
            known.update(own)
        made.usual.update(_by_pet_name(words, morphology, lists))
    return made


def _by_pet_name(words: Sequence[str], morphology: Morphology, lists: Lists) -> Iterator[str]:
    """Yield a pet name of one word of a name with another in either order: *kasiasikora*."""
    for one, other in permutations(words, 2):
        pets = lists.pets(plain(morphology.analyse(one, "given")[0].lemma))
        spelt = (name for pet in pets for name in spellings(pet))
        for pair in product(spelt, _spelt(other, morphology) if pets else ()):
            yield from ("".join(pair), "".join(pair[::-1]))


@lru_cache(maxsize=1 << 12)
def _made_of(
    words: tuple[str, ...], morphology: Morphology
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the spellings of the words of a name, and what is made of two, whole and cut short."""
    names = [list(_spelt(word, morphology)) for word in words]
    pairs = [pair for one, other in permutations(names, 2) for pair in product(one, other)]
    return (
        frozenset(name for own in names for name in own if len(name) >= _SHOWN),
        frozenset(made for given, family in pairs for made in user_names([given], [family])),
        frozenset(made for given, family in pairs for made in shortened(given, family)),
    )


def _forms(word: str, morphology: Morphology) -> Iterator[str]:
    """Yield a name and its forms, as far as it is read as a given name or a surname."""
    yield word
    for kind in ("given", "family"):
        yield from morphology.forms(morphology.analyse(word, kind)[0].lemma, kind)


def _spelt(word: str, morphology: Morphology) -> Iterator[str]:
    """Yield a name in the spellings of addresses, as it stands and in its citation forms."""
    lemmas = dict.fromkeys([word])
    for kind in ("given", "family"):
        lemmas |= dict.fromkeys(a.lemma for a in morphology.analyse(word, kind)[:_READINGS])
    yield from dict.fromkeys(name for lemma in lemmas for name in spellings(lemma))
