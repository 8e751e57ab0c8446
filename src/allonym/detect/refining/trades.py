"""Firms called after their owner and found as a person: *Peltiasennus J. Mäkelä Tmi*.

A word that says what a firm does is nobody's given name, so what begins with one is a firm, or
somebody behind what he serves (*Rady | Alicja Nogaj*); so is a find that begins with an ordinary
word behind one: *Gospodarstwo | Sadownicze Rosiak*.  Of whom the decision is sure stays somebody,
unless two names are behind the first: *Rade Zelinka*, though *rada* is a council.

Names on signs stand between quotation marks behind a kind of firm or institution, *piekarni |
„Kłos”*, *restoranu | „Kod Ive“*: the network passes over many of them.  And firms are found again
by the word that they are called: *Breza*, which is a birch, where *Breza d.o.o.* is a party.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.languages.nobody import Nobody
from allonym.model.cover import Cover
from allonym.model.mention import SURE, Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL, is_large
from allonym.text.marks import VOWELS

_FIRST = re.compile(r"([^\W\d_]+) (?=[^\W\d_])")
_BEFORE = re.compile(r"([^\W\d_]+) \Z")
_REACH = 40
_SHORTEST = 4
_NAME = rf"([„“”\"«»]{CAPITAL}[^„“”\"«»\n.!?]{{1,40}}[“”\"«»])"
_KIND_BEFORE = re.compile(rf"(?<!\w)([^\W\d_]{{4,}})[ \u00a0]{_NAME}")
_KIND_BEHIND = re.compile(rf"(?<!\w){_NAME} ([^\W\d_]{{4,}})")
_MARKS, _MOST = '„“”"«»', 4
"""Quotation marks, and how many words a name on a sign has; more are a sentence."""
_QUOTED = re.compile(
    rf"[„“”\"«»]({CAPITAL}[^\W\d_]{{3,}}(?: [^\W\d_]+){{0,3}})(?:[ -]\d{{1,4}})?[“”\"«»]"
)
"""What stands on a sign, but for the year or the number behind: *„Просвета 1908“*."""
_COUPLE = re.compile(r"([^\W\d_]+) (\S{1,4}) \Z")
_SIGNED = ("org", "org.company", "org.school", "org.hospital")
_FIRMS = ("org", "org.company", "org.school")
_GUESSED = ("person", "other")
_SCORE = 0.8
_SAID = re.compile(r" \([„“”\"«»]?([^\W\d_]{3,})[“”\"«»]?\)")
"""A word in brackets, in quotation marks or not."""
_WORD, _LEAST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*"), 4
"""A word that is a firm's by itself, with what a hyphen ties to it, and how many letters it has."""
_ENDING, _VOWELS = r"[^\W\d_]{0,4}", "".join(VOWELS)
"""What may hang on a name of two words, whatever is known of its forms: *Kowal-Bud|owi*."""


@dataclass(frozen=True)
class Trades:
    """Tells such firms from people."""

    # tells whether a word says what an organisation is
    is_kind: Callable[[str], bool] = field(repr=False)
    ends: tuple[str, ...] = field(repr=False)  # what words end in that say what a firm does
    forms: re.Pattern[str] = field(repr=False)  # what a legal form behind a name matches
    is_name: Callable[[str], bool] = field(repr=False)  # tells whether a word is listed as a name
    # tells whether it is listed as a given name
    is_given: Callable[[str], bool] = field(repr=False)
    # tells whether a word in small letters is an ordinary one
    is_usual: Callable[[str], bool] = field(repr=False)
    joins: tuple[str, ...] = ()  # words that join two names

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, such firms as organisations with all that belongs to their name."""
        return [
            self._typed(view, m)
            if is_a(m.type, "person") and (SURE not in m.evidence or self._is_owned(view, m))
            else m
            for m in self._joined(view, mentions)
        ]

    def _is_owned(self, view: TextView, mention: Mention) -> bool:
        """Tell whether what may be a trade has somebody's two names behind it."""
        _, *name = view.surface(mention.span).split(" ")
        return len(name) > 1 and self.is_given(name[0])

    def _joined(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, a trade found as a person with the owner behind it as one."""
        done: list[Mention] = []
        for mention in mentions:
            last = done[-1] if done else None
            if last and self._leads(view, last, mention):
                span = Span(last.span.start, mention.span.end)
                done[-1] = replace(mention, span=span, parts=())
            else:
                done.append(mention)
        return done

    def _leads(self, view: TextView, last: Mention, mention: Mention) -> bool:
        if not (is_a(last.type, "person") and is_a(mention.type, "person")):
            return False
        word, between = view.surface(last.span), view.text[last.span.end : mention.span.start]
        trade = between == " " and word.isalpha() and self.is_trade(word)
        return trade and not self.is_name(word.title())

    def _typed(self, view: TextView, mention: Mention) -> Mention:
        text, start, end = view.text, mention.span.start, mention.span.end
        first = _FIRST.match(text, start, end)
        if not first or self.is_name(first[1].title()):
            return mention
        couple = _COUPLE.search(text, max(0, start - _REACH), start)
        if couple and couple[2] in self.joins and self.is_given(couple[1]):
            return mention  # Bill and Charity Banks
        before = _BEFORE.search(text, max(0, start - _REACH), start)
        leads = before and before[1][0].isupper() and self.is_trade(before[1])
        trade = self.is_trade(first[1])
        if not trade and not (leads and self.is_usual(first[1].casefold())):
            return mention
        behind = self.forms.match(text, end)
        formed = behind.end() if behind and "\n" not in behind[0] else end
        if formed == end and not leads and self.is_given(text[first.end() : end].split()[0]):
            return replace(mention, span=Span(first.end(), end), parts=())  # Rady | Alicja Nogaj
        start = before.start() if before and leads else start
        return replace(mention, type="org", span=Span(start, formed), parts=())

    def is_trade(self, word: str) -> bool:
        """Tell whether a word says what a firm or an institution is or does."""
        ends = len(word) >= _SHORTEST and word.casefold().endswith(self.ends)
        return ends or self.is_kind(word)


@dataclass(frozen=True)
class Signs:
    """Finds the names of shops and pubs on signs."""

    # tells whether a word says what an organisation is
    is_kind: Callable[[str], bool] = field(repr=False)
    nobody: Nobody = field(repr=False)  # the names of nobody; what it lists is none of these

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions and the names on signs; a place in quotation marks is one as well."""
        found = list(self._found(view, mentions))
        signs = Cover(m.span for m in found)
        rest = (m for m in mentions if not signs.touches(m.span))
        return sorted((*rest, *found), key=lambda m: m.span)

    def _found(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[Mention]:
        quoted = (m.type == "place" and view.text[m.span.start] in _MARKS for m in mentions)
        cover = Cover(m.span for m, apart in zip(mentions, quoted, strict=True) if not apart)
        before = ((sign, 2, 1) for sign in _KIND_BEFORE.finditer(view.text))
        behind = ((sign, 1, 2) for sign in _KIND_BEHIND.finditer(view.text))
        found: set[Span] = set()
        for sign, name, kind in (*before, *behind):
            span = Span(*sign.span(name))
            if span in found or cover.touches(span) or len(sign[name].split()) > _MOST:
                continue
            if self.is_kind(sign[kind]) and not self.nobody.find(TextView(sign[name])):
                found.add(span)
                yield Mention(span, "org", (Evidence("patterns", "sign", _SCORE),))


@dataclass(frozen=True)
class FirmsAgain:
    """Finds firms again that the text names by a part of their name."""

    # tells whether a word says what an organisation is
    is_kind: Callable[[str], bool] = field(repr=False)
    legal: re.Pattern[str] = field(repr=False)  # what a legal form matches
    # tells whether a word is listed as somebody's or some place's name
    is_name: Callable[[str], bool] = field(repr=False)
    # tells whether a word in small letters is an ordinary one
    is_usual: Callable[[str], bool] = field(repr=False)
    forms: Callable[[str], Iterable[str]] = field(repr=False)  # gives the forms of a firm's name
    # tells whether a word is a settlement
    is_place: Callable[[str], bool] = field(default=lambda _: False, repr=False)

    def find(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, with firms where the text says their word again."""
        full = (view.surface(m.span).split() for m in mentions if is_a(m.type, "person"))
        borne = {word for words in full if len(words) > 1 for word in words}
        called = {word for m in mentions if (word := self._called(view, m))} - borne
        called |= {word for m in mentions if (word := _short(view, m))}
        signs = {s for m in mentions if m.type in _SIGNED for s in _on_sign(view, m)} - borne
        signed = self._inflected(s for s in signs if " " not in s and not self.is_name(s))
        phrases = self._inflected({w for m in mentions for w in self._phrases(view, m)} - borne)
        phrases = {p for p in phrases if all(w[0].isupper() for w in p.split())}  # no *God vård*
        sure = self._inflected(called) | signed | signs | phrases
        clubs = self._inflected({w for m in mentions if (w := self._club(view, m))} - borne)
        forms = {re.escape(form) for form in sure | clubs if form[0].isupper()}
        hyphened = [word for word in called if "-" in word]
        forms |= {re.escape(word.rstrip(_VOWELS)) + _ENDING for word in hyphened}
        if not forms:
            return list(mentions)
        again = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(forms))})(?![\w-])")
        spans = {Span(*match.span()) for match in again.finditer(view.text)}
        lasts = self._inflected(word.rpartition("-")[2] for word in hyphened)
        spans = {s for s in spans if not self._other(view.surface(s), sure, borne, lasts)}
        tied = {s for s in spans if "-" in view.surface(s) or view.surface(s) in phrases}
        whole = Cover(tied)
        mentions = [m for m in mentions if m.span in spans or not whole.holds(m.span)]
        cover, firm = Cover(m.span for m in mentions), Evidence("patterns", "firm", _SCORE)
        told = (self._told(view, m, clubs, signed) if m.span in spans else m for m in mentions)
        new = (
            s
            for s in spans
            if not cover.touches(s)
            and (s in tied or view.surface(s) in sure or is_large(view.text, s))
        )
        return sorted((*told, *(Mention(s, "org", (firm,)) for s in new)), key=lambda m: m.span)

    def _other(
        self, surface: str, sure: Collection[str], borne: Collection[str], lasts: Collection[str]
    ) -> bool:
        """Tell whether what begins as a firm's name is another's: *Kovács-Kertész*.

        A name or a word of its own in the end is one, but for a form of the firm's: *Kovač-Lesu*.
        """
        last = surface.rpartition("-")[2]
        own = last not in lasts and (self.is_name(last) or self.is_usual(last.lower()))
        return last != surface and (surface in borne or (surface not in sure and own))

    def _inflected(self, words: Iterable[str]) -> set[str]:
        return {form for word in words for form in (word, *self.forms(word))}

    def _told(
        self, view: TextView, mention: Mention, clubs: Collection[str], signed: Collection[str]
    ) -> Mention:
        """Return a guess as a firm; what a sign says and no word is, is no place either."""
        surface = view.surface(mention.span)
        place = surface not in signed and self.is_usual(surface.lower())
        guessed = mention.type in _GUESSED or (mention.type == "place" and not place)
        firm = guessed and (surface in clubs or not self.is_name(surface))
        return replace(mention, type="org", parts=()) if firm else mention

    def _club(self, view: TextView, mention: Mention) -> str:
        """Return what a club of some town is called: *Orzeł Kolno*."""
        first, _, town = view.surface(mention.span).partition(" ")
        named = mention.type == "org" and first.istitle() and len(first) >= _LEAST
        return first if named and self.is_place(town) and not self.is_kind(first) else ""

    def _phrases(self, view: TextView, mention: Mention) -> Iterator[str]:
        """Yield a firm's name of several words without its form: *Bilans Plus sp. z o.o.*.

        Nobody's is one, nor what the text says in small letters: *New Homes Ltd builds new homes*.
        """
        bare, formed = self.legal.subn("", view.surface(mention.span))
        own = formed and mention.type in _FIRMS
        words = bare.strip(" \u00a0,.").split() if own else []
        small = (n for n, w in enumerate(words, start=1) if not w[0].isupper())
        words = words[max(small, default=0) :]
        first = next((n for n, w in enumerate(words) if not self.is_kind(w)), len(words))
        for name in {" ".join(words[n:]) for n in {0, first} if first < len(words) > n + 1}:
            if name.lower() not in view.text and not all(map(self.is_name, name.split())):
                yield name

    def _called(self, view: TextView, mention: Mention) -> str:
        """Return the one word that tells a firm from others of its kind, if that is no name."""
        if mention.type not in _FIRMS:
            return ""
        bare, formed = self.legal.subn("", view.surface(mention.span))
        words = _WORD.findall(bare)
        own = [w for w in words if w.istitle() or ("-" in w and w[0].isupper())]
        own = [w for w in own if len(w) >= _LEAST and not self.is_kind(w)]
        if len(own) != 1 or all(map(self.is_name, own[0].split("-"))):
            return ""
        parts = own[0].split("-")
        if len(parts) > 1 and all(self.is_usual(p.lower()) and not self.is_name(p) for p in parts):
            return ""  # Walk-In Ltd
        if not all(w == own[0] or self.is_kind(w) for w in words):
            return ""
        alone = len(words) == 1 and not self.is_usual(own[0].lower())
        return own[0] if formed or alone or self.is_kind(words[0]) else ""


def _short(view: TextView, mention: Mention) -> str:
    """Return what a firm is called for short if that is said behind: *Peak Drains Ltd (Peak)*."""
    said = _SAID.match(view.text, mention.span.end) if is_a(mention.type, "org") else None
    first = _WORD.match(view.text, *mention.span)
    return said[1] if said and first and first[0] == said[1] else ""


def _on_sign(view: TextView, mention: Mention) -> Iterator[str]:
    """Yield what stands between quotation marks in the name of a body or about it."""
    whole = view.text[max(0, mention.span.start - 1) : mention.span.end + 1]
    yield from (match[1] for match in _QUOTED.finditer(whole))
