"""Bodies that are no party's: of names that say but what they are, and listed ones in longer finds.

A name that says but what a body is, or of which country, identifies nobody.  A legal form or a term
behind or before the name of a listed public body does not make it another's, *Privredna banka
Zagreb d.d.*, *OC Warta*; a term that may be somebody's name does: *Karhun Kone Oy* is no lift of
KONE's.  One of several words keeps it though another says of what kind it is, *Walt Disney Stúdió*;
what a word joins to one is another body: *Air France in | Adria*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from allonym.detect.decision.candidates import FIRM, PUBLIC
from allonym.detect.names.announced import either
from allonym.languages.legal_forms import LegalForms
from allonym.languages.nobody import Nobody, Term
from allonym.languages.pack import LanguagePack, common_toml, load_forms
from allonym.model.mention import Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(r"(?<!\w)([^\W\d_]+)[ ]\Z")
_BEHIND, _NEVER = re.compile(r"[ ]([^\W\d_]+)"), re.compile(r"\b\B")
_REACH = 24
_MARKS = '„“”"«»'
_READINGS = 12
_SEVERAL = 3
_VAGUE = ("org", "org.company")
_NAMED = (PUBLIC, "org.company", "org.hospital")
_SHORT, _LONG = 3, 5
_NUMBERS = ("case_number", "id", "phone")
_GUESSERS = frozenset(("decision", "model", "nobody"))
_FOUND_LEFT = "verify"
"""What the leak check found stays a mention: dropped again, it would be refused."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class GenericNames:
    """Tells *Clinic for Neurology* from *St Anne's Clinic*, *German Army* from *German Bakery*."""

    # citation forms of words that say what an organisation is, in small letters
    lemmas: Collection[str]
    forms: Collection[str]  # words that are never part of a name, in small letters
    morphology: Morphology  # reads the words
    national: Collection[str] = ()  # adjectives of countries
    bodies: Collection[str] = ()  # how words begin for what countries have
    countries: Collection[str] = ()  # names of countries, in all forms, case-folded
    # tells of a word in small letters whether the dictionary has it
    is_ordinary: Callable[[str], bool] = lambda _: False
    # tells whether a word is somebody's name, or a place's
    is_borne: Callable[[str], bool] = lambda _: False
    # how adjectives with their article end that say what a body is for: *Спешния център*
    defining: re.Pattern[str] = _NEVER

    @classmethod
    def of(
        cls,
        pack: LanguagePack,
        morphology: Morphology,
        is_ordinary: Callable[[str], bool],
        has: Callable[..., bool],
    ) -> GenericNames:
        """Read the tables of a pack; the last two tell what dictionary and word lists say."""
        orgs, nations = pack.toml("orgs.toml"), pack.toml("nations.toml")
        countries, names = load_forms(pack, "countries.tsv"), ("given", "family", "place")
        kinds = (*orgs.get("keep", ()), *common_toml("orgs.toml").get("trades_abroad", ()))
        return cls(
            frozenset(kinds), frozenset(orgs.get("forms", ())), morphology,
            frozenset(nations.get("adjectives", ())), nations.get("bodies", ()), countries,
            is_ordinary, lambda w: has(w, *names), re.compile(orgs.get("defining", _NEVER.pattern)),
        )  # fmt: skip

    def without(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions but for those of such words alone, legal forms, and numbers like 112.

        Two such words are enough of a clinic and between quotation marks (``„Социално
        подпомагане“``), else three: ``Narodna banka`` is a name.
        """
        return [m for m in mentions if not self._is_generic(view, m)]

    def _is_generic(self, view: TextView, mention: Mention) -> bool:
        surface = view.surface(mention.span)
        left = any(e.detector == _FOUND_LEFT for e in mention.evidence)
        if mention.type in _NUMBERS and _is_everybodys(mention):
            return not left
        words = _WORD.findall(surface.partition(":")[0])
        if not left and mention.type == "place":
            return self._is_defined(view, mention, words)
        if left or not is_a(mention.type, "org") or any(map(str.isdigit, surface)):
            return False
        if len(words) == 1:
            return words[0].casefold() in self.forms  # Ky:n
        if mention.type not in _NAMED and self._is_of_country(view, mention, words):
            return True
        clinic = is_a(mention.type, "org.hospital")
        quoted = mention.type in _VAGUE and surface[0] in _MARKS
        several = mention.type == "org" and len(words) >= _SEVERAL
        told = (word.casefold() in self.forms or self.is_kind(word) for word in words)
        return bool(words) and (clinic or quoted or several) and all(told)

    def _is_defined(self, view: TextView, mention: Mention, words: Sequence[str]) -> bool:
        """Tell whether an adjective says which body in small letters is meant, and no place."""
        behind = _BEHIND.match(view.text, mention.span.end)
        rest = words[1:] or ([behind[1]] if behind else [])
        defined = rest and self.defining.search(words[0]) and not self.is_borne(words[0])
        return bool(defined) and all(word.islower() and self.is_kind(word) for word in rest)

    def is_kind(self, word: str) -> bool:
        """Tell whether a word, in whatever form, says what an organisation is."""
        return self._is_among(self.lemmas, word)

    def is_national(self, word: str) -> bool:
        """Tell whether a word, in whatever form, is a country's or of one."""
        return word.casefold() in self.countries or self._is_among(self.national, word)

    def _is_among(self, lemmas: Collection[str], word: str) -> bool:
        plain = word.casefold()
        if plain in lemmas:
            return True
        readings = self.morphology.analyse(plain, "common")[:_READINGS]
        return any(reading.lemma.casefold() in lemmas for reading in readings)

    def _is_of_country(self, view: TextView, mention: Mention, words: Sequence[str]) -> bool:
        """Tell whether words say but what a body of a country is: *US Military*.

        One of them is what countries have and firms are not, the rest kinds or ordinary words: not
        *German Bakery*, *Jordan Army Surplus*, *Polish Club Bradford*; or all are written small.  A
        part of a word is no country, *Sisä-Suomen*; an adjective may stand before the name.
        """
        start = mention.span.start
        before = _BEFORE.search(view.text, max(0, start - _REACH), start)
        if before and self._is_among(self.national, before[1]):
            words = [before[1], *words]
        compounds = (word for word in view.surface(mention.span).split() if "-" in word)
        parts = {part for word in compounds for part in word.split("-")}
        whole = [word for word in words if word not in parts]
        led = {w for w in whole if self._is_among(self.national, w)}
        led.update(
            word
            for word, left in zip(words, ("", *words), strict=False)
            if word in whole and word[0].isupper() and (not left or left.islower())
            if word.casefold() in self.countries and not self.is_borne(word)
        )  # not North Wales
        rest = [word for word in words if word not in led]
        told = led and (any(map(self._is_body, rest)) or all(map(self._is_plain, rest)))
        said = all(w.islower() or self.is_kind(w) or self.is_ordinary(w.casefold()) for w in rest)
        town = rest and self.is_borne(rest[-1]) and not self._is_body(rest[-1])
        return bool(told and said and not town)

    def _is_plain(self, word: str) -> bool:
        """Tell whether a word is written small and says nothing of an organisation."""
        return word.islower() and word not in self.forms and self.is_ordinary(word)

    def _is_body(self, word: str) -> bool:
        plain = word.casefold()
        return any(
            (plain.startswith(body) and (len(body) > _SHORT or len(plain) <= len(body) + _SHORT))
            or (len(body) >= _LONG and body in plain)
            for body in self.bodies
        )


def _is_everybodys(mention: Mention) -> bool:
    """Tell whether a number is guessed that is listed as a public body's: *тел. 112*."""
    listed = any(e.rule.startswith("public.") for e in mention.evidence if e.detector == "nobody")
    return listed and all(e.detector in _GUESSERS for e in mention.evidence)


_PIECE = re.compile(r"[^\W_]+")
_TWO = 2
_ENDING = re.compile(r"[-:][^\W\d_]+\Z|[., \"„“”«»]")
"""What of a tail is no legal form: *Zrt.-nél*, *Oyj:ssä*, a quotation mark."""
_SERVING = ("bank", "insurer", "company", "energy", "media", "retail", "telecom", "transport")
_KINDS = {f"public.{kind}": PUBLIC for kind in _SERVING}
"""What serves the whole country: banks, large firms, papers; and what firms of one town are."""
_KINDS[FIRM] = "org"
_KNOWN = {"brand": ("", "person"), "event": ("",), "acronym": ("",)}
"""What is known everywhere when it acts (*Microsoft osti*), and what else it may name then."""


@dataclass(frozen=True)
class ListedNames:
    """Tells such finds."""

    nobody: Nobody = field(repr=False)  # the names of nobody, public bodies among them
    forms: LegalForms = field(repr=False)  # legal forms
    joins: Iterable[str] = ()  # words and signs like *and*
    # tells whether a word says what an organisation is
    is_kind: Callable[[str], bool] = lambda _: False

    def mark(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions, what is a listed body but for a form or a term as that body."""
        parted = (piece for m in mentions for piece in self._parted(view, m))
        done = [self._typed(view, m) if self._may(view, m) else m for m in parted]
        return self._called_short(view, done)

    def _called_short(self, view: TextView, mentions: list[Mention]) -> list[Mention]:
        """Return the mentions, the short form of a listed body as that body.

        *Varman* is no person where *Työeläkevakuutusyhtiö Varma* is named and nobody else is
        called so.
        """
        said = {m.span: self.nobody.find(TextView(view.surface(m.span))) for m in mentions}
        full = (t for m in mentions if m.type == PUBLIC for t in said[m.span])
        words = {word for t in full if t.is_public and len(t.listed) > 1 for word in t.listed}
        people = [m for m in mentions if m.type == "person"] if words else ()
        borne = {t.listed for m in people if " " in view.surface(m.span) for t in said[m.span]}
        short = {
            m.span
            for m in people
            for t in said[m.span]
            if t.is_public and len(t.span) == len(m.span) and len(t.listed) == 1
            if t.listed[0] in words and t.listed not in borne
        }
        return [replace(m, type=PUBLIC, parts=()) if m.span in short else m for m in mentions]

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        words = either(w for w in self.joins if w.isalpha())
        return re.compile(rf",? (?:{words}) " if words else r"\b\B")

    def _parted(self, view: TextView, mention: Mention) -> Iterator[Mention]:
        """Yield a mention, or the bodies of a list in which one is listed."""
        surface = view.surface(mention.span)
        joints = [*self._joint.finditer(surface)] if is_a(mention.type, "org") else []
        known = [t for t in self.nobody.find(TextView(surface)) if _is_body(t)] if joints else []
        joints = [j for j in joints if not any(t.span.overlaps(Span(*j.span())) for t in known)]
        starts, ends = [0, *(j.end() for j in joints)], [*(j.start() for j in joints), len(surface)]
        pieces = [Span(a, b) for a, b in zip(starts, ends, strict=True) if a < b]
        whole = {t.span for t in known}
        if len(pieces) < _TWO or whole.isdisjoint(pieces):
            yield mention
            return
        start = mention.span.start
        for piece in pieces:
            span = Span(start + piece.start, start + piece.end)
            yield replace(
                mention, span=span, type=PUBLIC if piece in whole else mention.type, parts=()
            )

    def _may(self, view: TextView, mention: Mention) -> bool:
        if any(e.rule.startswith("given") for e in mention.evidence):
            return False  # *Piotr i Paweł* are two people, whatever a shop is called
        several = not view.surface(mention.span).isalpha()
        org = is_a(mention.type, "org") and not is_a(mention.type, PUBLIC)
        return org or (several and mention.type == "person") or mention.type == "place"

    def _typed(self, view: TextView, mention: Mention) -> Mention:
        surface = view.surface(mention.span)
        terms = self.nobody.find(TextView(surface))
        whole = (t for t in terms if is_a(mention.type, "org") and len(t.span) == len(surface))
        if any((t.is_public or t.also in _KNOWN.get(t.kind, ())) and t.kind != FIRM for t in whole):
            return replace(mention, type=PUBLIC, parts=())
        if is_a(mention.type, "org") and any(self._is_led(surface, t) for t in terms):
            return replace(mention, type=PUBLIC, parts=())
        formed = is_a(mention.type, "org") and self.forms.parted(surface)[1]
        term = next((t for t in terms if t.kind in _KINDS or (formed and _is_make(t))), None)
        guessed = mention.type in ("person", "place")
        if term is None or (guessed and (term.also or len(term.span) < len(surface))):
            return mention
        covered = [t.span for t in terms if not (t.is_public or t.also) or t is term]
        for word in _PIECE.finditer(surface):
            inside = any(s.start <= word.start() and word.end() <= s.end for s in covered)
            if not inside and word.start() < term.span.end:
                return mention
        tail = _ENDING.sub("", surface[term.span.end :])
        if tail and len(self.forms.parted(surface)[0].rstrip()) > term.span.end:
            return mention
        start = mention.span.start + term.span.start
        span = Span(start, mention.span.end)
        return replace(mention, type=_KINDS.get(term.kind, PUBLIC), span=span, parts=())

    def _is_led(self, surface: str, term: Term) -> bool:
        """Tell whether a name is a listed one of several words and what such a body is."""
        own = surface[term.span.start : term.span.end]
        rest = _PIECE.findall(surface[: term.span.start] + " " + surface[term.span.end :])
        listed = " " in own and term.is_public and _is_body(term)  # not a Pearl Jam Pub
        return listed and bool(rest) and all(map(self.is_kind, rest))


def _is_body(term: Term) -> bool:
    """Tell whether a term names a body or a make, and nobody and no place besides."""
    return not term.also and term.kind != FIRM and (term.is_public or term.kind == "brand")


def _is_make(term: Term) -> bool:
    """Tell whether a term is a make called as a town, which a legal form tells: *Nokia Abp*."""
    return term.kind == "brand" and term.also == "place"
