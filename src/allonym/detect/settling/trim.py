"""What a model takes for a name and is none: titles, labels, diseases named after people.

``words.toml`` of a pack names titles and honorifics; ``never.toml`` holds words that lead a name
without being part of it (``lead``; ``lead_place`` for words in small letters before places), and
verbose regular expressions on the mention (``surface``), right before and right after it that make
it no mention, and on a word that leads a name with what follows (``head``).  The one place where a
mention may shrink, since a title names nobody (``annotation``: "titles and honorifics outside").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from allonym.detect.settling.splitting import is_guessed
from allonym.errors import PackError
from allonym.languages.pack import LED_IN, words_of
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import at_head, greets, last_word
from allonym.text.false_initials import DOOR, behind_turn, find_postscript

_WORD = re.compile(r"[^\W\d_]+")
_PIECE = re.compile(r"[^\s,;]+")
_SIGN = re.compile(r"#\s*(?=\S)")
_GUESSED = ("person", "org", "place", "other")
_REACH = 40
_CERTAIN = 0.98
_LONE: Mapping[str, Any] = {"rule": "family", "score": 0.4}
_SHORT = 6
_LETTERS = 3
"""Letters that a rank behind a name has at least."""
_TIED = 2
"""Letters that a word has at least which a hyphen ties to a name, and no case ending: *-ház*."""
_VALUE = re.compile(r"(?: [^\W\d_]{1,16}\.?){0,2}[ \u00a0]?:[ \u00a0]?[^\s:]{0,6}\d")
_HYPHENS = "-\u2010\u2011\u00ad"
_LAST_WORD = re.compile(r"(?<![\w.])(?<!\d )([^\W\d_]+)\.? \Z")
_NEXT = re.compile(r" ([^\W\d_]+)")
_ITEM = re.compile(r"([A-H])[.)] ([^\W\d_]+)")


class Trimmer:
    """Cuts titles off the finds of models and word lists, and drops those that name nobody.

    Args:
        words: ``words.toml`` of a pack; the words of ``cues.honorific`` and ``cues.title`` count,
            and the letters of questions and answers at the heads of lines (``names.turns``).
        never: ``never.toml`` of a pack.
        is_label: Tells whether a word announces a value (``PESEL``, ``Tel``) and so names nobody.
        is_named: Tells whether a word is in a list of names; at the end of a name words in small
            letters are cut off (*Gustav ringdes*), unless they are, or follow a hyphen, or are one
            of the ``names.particles`` and ``names.generation``.
        is_plain: Tells of a word in small letters whether it is in the dictionary and in no list
            of names; at the head of a sentence a guess of one must be nearly certain.
        triggers: Words in small letters that announce a value before a colon (``Instagram``).
        is_common: Tells whether a word in small letters is in the dictionary; behind a name in
            capitals it is no surname (*Hero baker*).
        is_rank: Tells whether a word is a rank and nobody's name; in capitals it stands behind
            names (*Ellie Watkins RVN*).

    Raises:
        PackError: If a pattern is not a regular expression.
    """

    def __init__(
        self,
        words: Mapping[str, Any],
        never: Mapping[str, Any],
        is_label: Callable[[str], bool] = lambda _: False,
        is_named: Callable[[str], bool] = lambda _: True,
        triggers: Collection[str] = (),
        is_plain: Callable[[str], bool] = lambda _: False,
        is_common: Callable[[str], bool] = lambda _: False,
        is_rank: Callable[[str], bool] = lambda _: False,
    ) -> None:
        cues, names = partial(words_of, words, "cues"), partial(words_of, words, "names")
        titles = cues("honorific", "title")
        leads: Iterable[str] = never.get("lead", ())
        self._honorifics = frozenset(map(str.casefold, cues("honorific")))
        self._styles = frozenset(map(str.casefold, titles))
        self._titles = frozenset(word for word in self._styles if len(word) > 1)
        self._leads = frozenset(map(str.casefold, leads))
        self._joined = frozenset(never.get("joined", ()))
        self._place_leads = frozenset(never.get("lead_place", ()))
        self._is_label = is_label
        self._kin = frozenset(map(str.casefold, cues("kin")))
        self._is_named = is_named
        self._surname_first = words.get("names", {}).get("order") == "family-given"
        self._attached = frozenset(names("particles", "generation"))
        before = (word for word in cues("preposition") if len(word) > 1)
        self._greetings = frozenset((*names("greetings"), *before))
        governing = words.get("cues", {}).get("preposition", {}).items()
        self._prepositions = frozenset(word for word, asked in governing if asked != "Case=Nom")
        self._prefixes = frozenset(names("prefixes"))
        self._former = frozenset(names(*LED_IN))
        self._turns = frozenset(names("turns"))
        self._borne = frozenset(names("borne_titles"))
        self._before_person = frozenset(names("person_before")) & self._titles
        self._triggers = triggers
        self._is_plain = is_plain
        self._is_common = is_common
        self._is_rank = is_rank
        self._surface = _pattern(never, "surface", "(?:{})\\Z")
        self._before = _pattern(never, "before", "(?<![.@/])(?:{})\\s*\\Z")
        self._after = _pattern(never, "after", "(?:{})")
        self._dose = _pattern(never, "dose", "(?:{})")
        self._noun = _pattern(never, "noun", "(?:{})\\Z")
        self._tail = _pattern(never, "tail", "\\s+(?:{})\\Z")
        self._head = _pattern(never, "head", "(?:{})")

    def trim(self, view: TextView, mention: Mention) -> Mention | None:
        """Return the mention without leading titles; None where no name is left."""
        if not is_guessed(mention):
            return mention
        if sign := _SIGN.match(view.surface(mention.span)):  # #Dublin
            start = mention.span.start + sign.end()
            mention = replace(mention, span=Span(start, mention.span.end))
        if not any(is_a(mention.type, t) for t in _GUESSED):
            span = mention.span  # a number, or what only announces one
            announces = self._announces(view.text, span.start, span.end)
            return None if announces or self._is_never(view.text, span) else mention
        named = self._unturned(view.text, mention)
        named = _unscripted(view.text, named) if named else None
        if named is None or self._is_none(view.text, named):
            return None
        mention = named
        if is_a(mention.type, "place"):
            first, _, rest = view.surface(mention.span).partition(" ")
            if first.rstrip(".").casefold() not in self._before_person or not rest:
                placed = self._unled(view, mention)  # Ribnega pri | Bledu
                return _cut(view, placed, lambda word, _: word in self._prepositions)
            mention = replace(mention, type="person")
        bare = self._untitled(view, mention)
        if not bare or not is_a(bare.type, "person"):
            return bare
        return self._ended(view, self._parted(view, bare))

    def _unturned(self, text: str, mention: Mention) -> Mention | None:
        """Return a name without the letter of an answer: *A. Russell Dykstra*, *A. Yes*, *A*.

        A lone word behind it is no full name by the lists: *Q. State your name*.
        """
        start = behind_turn(text, mention.span.start, self._turns)
        if start == mention.span.start:
            return mention
        if start >= mention.span.end:
            return None
        lone = " " not in text[start : mention.span.end]
        evidence = (replace(e, **_LONE) if lone else e for e in mention.evidence)
        return replace(mention, span=Span(start, mention.span.end), evidence=tuple(evidence))

    def _unled(self, view: TextView, mention: Mention) -> Mention:
        """Return a place without the word in small letters that says what it is: *the town of*."""
        head, gap, _ = view.surface(mention.span).partition(" ")
        if not gap or head not in self._place_leads:
            return mention
        return replace(mention, span=Span(mention.span.start + len(head) + 1, mention.span.end))

    def _parted(self, view: TextView, mention: Mention) -> Mention:
        """Return a name without what a hyphen joins to it: *Helvi-täti*, *Horváth-ház*."""
        start, end = mention.span.start, mention.span.end
        head, hyphen, _ = view.text[start:end].partition("-")
        start += len(head) + 1 if hyphen and head.casefold() in self._prefixes else 0
        name, hyphen, tail = view.text[start:end].rpartition("-")
        tied = tail in self._kin or (tail.islower() and len(tail) > _TIED and self._is_plain(tail))
        end -= len(tail) + 1 if name and tied else 0
        span = Span(start, end) if start < end else mention.span
        return mention if span == mention.span else replace(mention, span=span)

    def _ended(self, view: TextView, mention: Mention) -> Mention:
        """Return a name without the words in small letters after it that are no names."""
        name = view.surface(mention.span)
        head, _, last = name.rpartition(" ")
        door = DOOR.search(name)
        end = len(head.rstrip()) if last in self._joined else door.start() if door else 0
        tail = self._tail.search(name) if self._tail else None
        if end := tail.start() if tail else end:  # fredrik o josefin; Mirela sc. B; Ion de Paști
            mention = replace(mention, span=Span(mention.span.start, mention.span.start + end))
        return _cut(view, _cut(view, mention, self._is_title), self._is_small)

    def _is_title(self, word: str, before: str) -> bool:
        """Tell whether capitals behind a name are letters of a rank: *Ellie Watkins RVN*."""
        ranked = word.isupper() and not before.isupper() and word not in self._attached
        return ranked and len(word) >= _LETTERS and self._is_rank(word)

    def _is_none(self, text: str, mention: Mention) -> bool:
        start, end = mention.span.start, mention.span.end
        words = _WORD.findall(text, start, end)
        spelt = len(words) == 1 or any(len(word) > 1 for word in words)  # but not Z. K.
        if spelt and not is_a(mention.type, "place") and all(map(self._is_label, words)):
            return True
        own = " ".join(words).casefold()
        if own in self._former or (own in self._kin and not self._is_named(text[start:end])):
            return True  # née, o.s.: what leads in a name and is none; u Cioci
        led = own in self._greetings and _NEXT.match(text, end)
        if led and (greets(text, Span(start, end)) or led[1] in self._kin & {led[1].lower()}):
            return True  # Draga Ivanka, Мила лельо, though Draga and Мила are names
        alone = len(words) == 1 and mention.score < _CERTAIN and at_head(text, start)
        if alone and self._is_word(words[0]) and _word_before(text, start) not in self._styles:
            return True
        vague = is_a(mention.type, "org") or is_a(mention.type, "other")
        capitals = vague and words and text[start:end].isupper()
        if capitals and all(word.lower() in self._triggers for word in words):
            return True  # EMŠO, IMEI: labels of another country's numbers
        return bool(
            self._is_item(text, start, end)
            or self._announces(text, start, end)
            or self._is_never(text, mention.span)
            or (self._after and self._after.match(text, end))
            or (self._dose and self._dose.match(text, end) and self._is_dosed(text, mention))
        )

    def _is_dosed(self, text: str, mention: Mention) -> bool:
        """Tell whether what stands before a dose may be a medicine: no name, no place, no kin."""
        words = _WORD.findall(text, mention.span.start, mention.span.end)
        before = _word_before(text, mention.span.start)
        led = before in self._styles or before in self._kin
        return not (led or is_a(mention.type, "place") or any(map(self._is_named, words)))

    def _is_never(self, text: str, span: Span) -> bool:
        """Tell whether a pack says so of what stands there (*116 117*), or of what leads it.

        Behind a title it is somebody: *Dear Mr English*.
        """
        before = text[max(0, span.start - _REACH) : span.start]
        surface = text[span.start : span.end]
        never = self._surface is not None and self._surface.match(surface)
        if never and not (surface.istitle() and _word_before(text, span.start) in self._styles):
            return True
        return bool(self._before and self._before.search(before))

    def _is_item(self, text: str, start: int, end: int) -> bool:
        """Tell whether a letter counts the points of a list: *A. Aims  B. Methods*."""
        item = _ITEM.match(text, start)
        if not item or end not in (item.end(1), item.end(1) + 1, item.end()):
            return False
        beside = "".join(chr(ord(item[1]) + step) for step in (-1, 1))
        counted = re.search(rf"(?<!\w)[{re.escape(beside)}][.)] \w", text) is not None
        return counted and self._is_plain(item[2].lower())

    def _is_word(self, word: str) -> bool:
        """Tell whether a capitalised word is rather a common one, by lists or ending."""
        if self._is_plain(word.lower()):
            return True
        return bool(self._noun and self._noun.match(word) and not self._is_named(word))

    def _announces(self, text: str, start: int, end: int) -> bool:
        """Tell whether a trigger, or what looks like one, stands before a colon and a value."""
        surface = text[start:end]
        if surface.lower() in self._triggers or surface.lower().split()[-1] in self._triggers:
            return text[end : end + 2].lstrip().startswith(":")
        is_label = surface.islower() or (surface.isupper() and len(surface) <= _SHORT)
        return is_label and _VALUE.match(text, end) is not None

    def _untitled(self, view: TextView, mention: Mention) -> Mention | None:
        start = mention.span.start
        last = None
        before = _word_before(view.text, start) if self._borne else ""
        for word in _WORD.finditer(view.text, start, mention.span.end):
            key = word.group().casefold()
            leads = word.start() == start and self._is_lead(view, word)
            two = word.start() == mention.span.start and view.surface(mention.span).count(" ") == 1
            called = self._surname_first and two and self._is_surname(view, mention, word)
            if called or (key not in self._titles and not leads):  # Bíró Jani
                if start == mention.span.start:
                    return mention
                return replace(mention, span=Span(word.start(), mention.span.end))
            start = word.end()
            last = word if leads else None
            if before in self._honorifics and key in self._borne and start == mention.span.end:
                return replace(mention, type="person", span=Span(*word.span()))  # Ms Bishop
            before = key
        if last and self._is_surname(view, mention, last):
            return replace(mention, span=Span(last.start(), mention.span.end))
        return mention if start == mention.span.start else None

    def _is_surname(self, view: TextView, mention: Mention, word: re.Match[str]) -> bool:
        """Tell whether a word that may lead a name is one itself: *fru Ring*, *dr. Čehu*."""
        led = _word_before(view.text, word.start()) in self._styles
        named = led or (self._is_named(word[0]) and not at_head(view.text, word.start()))
        return named and is_a(mention.type, "person") and word[0].istitle()

    def _is_small(self, word: str, before: str) -> bool:
        """Tell whether a word, in small letters or of kin, is no part of the name before it."""
        if word.istitle() and before.istitle() and word.casefold() in self._kin:
            return not self._is_named(word)  # Marek Ciocię odbierze
        if not word.islower() or before[-1] in _HYPHENS or word.rstrip(".") in self._attached:
            return False
        return word in self._kin or self._is_common(word) or not self._is_named(word)

    def _is_lead(self, view: TextView, word: re.Match[str]) -> bool:
        """Tell whether a word before a name is no part of it.

        Words of kin and greetings (*Dragi Tomo*) are none at the head of a sentence, small letters
        before a capital only in names: *зъболекаря Минков*.
        """
        if self._head and self._head.match(view.text, word.start()):
            return True  # May Nora rest in peace
        key = word.group().casefold()
        named = _NEXT.match(view.text, word.end()) if word[0].islower() else None
        if named and named[1].istitle() and key not in self._attached:
            return key in self._kin or key in self._leads or not self._is_named(word[0].title())
        if key in self._greetings and self._is_named(word[0].title()):
            return greets(view.text, Span(*word.span())) or word[0].islower()
        if key in self._kin or key in self._greetings:
            return at_head(view.text, word.start()) or word.group().islower()
        return key in self._leads and self._leads_in(view, word)

    @staticmethod
    def _leads_in(view: TextView, word: re.Match[str]) -> bool:
        """Tell whether a short word is one, not an initial (``Z. Nowak``) nor ``O'Leary``.

        An abbreviation in small letters is one (``os. Hyvärinen``).  A single capital is a word
        only where a sentence may begin.
        """
        mark = view.text[word.end() : word.end() + 2].lstrip()[:1]
        if mark == ".":
            return word.group().islower()  # n. Bulai, fam. Popa: small letters are no initial
        if mark in ("'", "’"):
            return False
        if len(word.group()) > 1 or word.group().islower():
            return True
        return at_head(view.text, word.start())


def _word_before(text: str, start: int) -> str:
    """Return the word right before; a title's full stop ends no sentence: *g. Rusu*."""
    near = last_word(text, max(0, start - _REACH), start)
    word = _LAST_WORD.search(text, near, start)
    return word[1].casefold() if word else ""


def _cut(view: TextView, mention: Mention, follows: Callable[[str, str], bool]) -> Mention:
    """Return what begins with a capital without the last words that but follow the one before."""
    words = list(_PIECE.finditer(view.text, mention.span.start, mention.span.end))
    end = len(words)
    while end > 1 and follows(words[end - 1][0], words[end - 2][0]):
        end -= 1
    if end == len(words) or not words[0][0][:1].isupper():
        return mention
    return replace(mention, span=Span(mention.span.start, words[end - 1].end()))


def _unscripted(text: str, mention: Mention) -> Mention | None:
    """Return a mention without the letters that announce a postscript; None if nothing is left."""
    start, end = mention.span.start, mention.span.end
    found = find_postscript(text, start, end)
    if not found:
        return mention
    if found[0] <= start:
        return replace(mention, span=Span(found[1], end)) if found[1] < end else None
    return replace(mention, span=Span(start, start + len(text[start : found[0]].rstrip())))


def _pattern(table: Mapping[str, Any], key: str, form: str) -> re.Pattern[str] | None:
    if key not in table:
        return None
    try:
        return re.compile(form.format(table[key]), re.X)
    except re.error as error:
        raise PackError(f"never.toml: {key}: not a regular expression: {error.msg}") from error
