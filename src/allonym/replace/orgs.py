"""Organisations: only what distinguishes one from others of its kind is replaced.

The kind, adjectives and the legal form stay.  A town follows the geography of the document, an
owner what that person is called now, a patron or a saint becomes another, a number another number;
what is left becomes a word that firms of the language are called after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.replace.acronyms import Acronyms, is_acronym
from allonym.replace.inflect import Placed, cases_of, in_case, in_form, joined, split_clitic
from allonym.replace.pieces import FOLLOWS, Kind, Piece, full_names, only_places, run_of_capitals
from allonym.replace.places import Places
from allonym.replace.quoted import QUOTED, QuotedNames
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser, Wanted
from allonym.text.capitals import like

_PIECE = re.compile(r"[^\W\d_]+(?:[-'’&.][^\W\d_]+)*|\d+|[\W_]")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.[ ]?){1,3}(?=[^\W\d_]{3})")
"""Of a patron: ``F. D. Roosevelta`` is one name."""
_CERTAINTY = 0.8
_SUFFIX = 3
_SHORT_ACRONYM = 5
_ROMAN = re.compile("[IVX]+")

_PUBLIC = ("org.court", "org.authority")
"""What is as public as its town: nothing else in its name is replaced."""


class Organisations:
    """Names the organisations of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Finds the citation form of words that may stay.
        rules: What the language says about names.
        places: Names the town in the name of a hospital.
        draw: Draws acronyms.
        entities: All of the document: owners of firms, and long forms of short ones.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        places: Places,
        draw: Draw,
        entities: Sequence[Entity] = (),
    ) -> None:
        self._view = view
        self._chooser = chooser
        self._morphology = morphology
        self._rules = rules
        self._places = places
        self._draw = draw
        self._acronyms = Acronyms(chooser, rules, draw)
        self._quoted = QuotedNames(view, chooser, rules, draw)
        people = (p for e in entities if is_a(e.type, "person") for p in e.parts)
        self._owners = {rules.masculine(p.lemma) for p in people if p.role == "family"}
        self._canonical, self._only_places = "", False
        self._long: dict[str, str] = {}
        self._long = dict(self._long_forms(entities))

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of an organisation and the text for each mention."""
        key = entity.canonical or self._view.surface(entity.mentions[0].span)
        whole = key.isalpha() and not key.isupper()
        self._canonical = self._morphology.analyse(key, "org")[0].lemma if whole else key
        firm = is_a(entity.type, "org.company")
        self._only_places = any(is_a(entity.type, kind) for kind in _PUBLIC)
        surfaces = [self._view.surface(m.span) for m in entity.mentions]
        written = {s: self._whole(s, firm) for s in dict.fromkeys(surfaces)}
        texts = [(m, written[s]) for m, s in zip(entity.mentions, surfaces, strict=True)]
        return Surrogate(entity.id, (LemmaPart("other", self._whole(key, firm).text),)), texts

    # -- the whole name ------------------------------------------------------------------------

    def _whole(self, surface: str, firm: bool) -> Placed:
        """Return the text of a mention, what it has between quotation marks first."""
        found = QUOTED.search(surface)
        if found is None:
            return self._text(surface)
        made = self._quoted.name(found[0], found[0].casefold(), firm=firm)
        named = Placed(made, _CERTAINTY) if made else self._text(found[0])
        head, tail = surface[: found.start()], surface[found.end() :]
        return joined([self._text(head, whole=False), named, self._text(tail, whole=False)])

    def _text(self, surface: str, *, whole: bool = True) -> Placed:
        """Return a name with what distinguishes it replaced.

        Args:
            surface: The name, or what stands beside a quoted one.
            whole: Something has to be replaced, since nothing else distinguishes it.
        """
        if is_acronym(surface) and whole:
            return self._acronym_or_word(surface)
        bare, tail = self._acronyms.suffixed(surface)
        if tail:
            head = self._text(bare, whole=whole)
            return Placed(head.text + tail, _CERTAINTY, head.citation)
        found = full_names(list(self._classified(surface)))
        pieces = self._runs(only_places(found) if self._only_places else found, whole=whole)
        made = joined([Placed("", _CERTAINTY), *map(self._written, pieces)])
        if not whole or made.text != surface:
            return made
        if any(character.isdigit() for character in surface):
            return Placed(self._renumbered(surface, surface), made.certainty)
        return self._one(surface, self._key(surface))

    def _acronym_or_word(self, surface: str) -> Placed:
        """Return other letters for letters, another word for a word in capitals."""
        if self._long.get(self._lemma(surface)) or self._lemma(surface) in self._owners:
            return self._written(next(iter(self._classified(surface))))
        return Placed(self._acronyms.other(surface), _CERTAINTY)

    def _runs(self, pieces: Sequence[Piece], *, whole: bool) -> Iterator[Piece]:
        """Yield the pieces, words that make up one name as one.

        Ordinary words are a name only where nothing else is one.
        """
        distinct = any(p.kind in FOLLOWS or p.kind in ("name", "letters") for p in pieces)
        usual: Kind = "keep" if distinct or not whole else "name"
        name = gap = ""
        for piece in pieces:
            kind = usual if piece.kind == "usual" else piece.kind
            if kind == "name":
                name, gap = name + (gap if name else "") + piece.text, ""
            elif name and piece.text.isspace():
                gap = piece.text
            else:
                yield from [Piece("name", name)] if name else []
                yield from [Piece("keep", gap)] if gap else []
                name = gap = ""
                yield replace(piece, kind=kind)
        yield from [Piece("name", name)] if name else []
        yield from [Piece("keep", gap)] if gap else []

    # -- what each word is ---------------------------------------------------------------------

    def _classified(self, surface: str) -> Iterator[Piece]:
        """Yield the words of a name and what stands between them, with what each is."""
        texts = self._split(_PIECE.findall(_INITIALS.sub("", surface)))
        small, before, at, ruler = surface.islower(), "", 0, False
        while at < len(texts):
            word = texts[at]
            if not word[0].isalpha():
                yield Piece("keep", word)
                at += 1
                continue
            taken = 0 if ruler else self._town_of_words(texts[at:], before)
            if taken:
                yield Piece("town", "".join(texts[at : at + taken]), before)
                at, before = at + taken, ""
                continue
            following = next((t for t in texts[at + 1 :] if t[0].isalpha()), "")
            titled = self._is_ruler(following, word)
            kind: Kind = "ruler" if ruler else "keep"
            if not ruler and not titled:
                kind = self._kind(word, before, small)
            if kind in ("patron", "saint", "ruler"):
                taken = run_of_capitals(texts[at:]) if kind == "patron" else 1
                yield Piece(kind, "".join(texts[at : at + taken]), before)
                at += taken
            else:
                yield Piece(kind, word)
                at += 1
            before, ruler = word, titled

    def _split(self, texts: Sequence[str]) -> list[str]:
        """Return the pieces, a town and what a hyphen ties to it each for itself."""
        out: list[str] = []
        for text in texts:
            head, mark, tail = text.partition("-")
            apart = mark and head[:1].isupper() and tail[:1].isupper()
            apart = apart and not self._places.known(text) and self._places.sizeable(head)
            out += (head, mark, tail) if apart else (text,)
        return out

    def _kind(self, word: str, before: str, small: bool) -> Kind:
        large, announced = word[0].isupper(), before.casefold().strip(".")
        tests: tuple[tuple[Kind, Callable[[], bool]], ...] = (
            ("patron", lambda: large and announced in self._rules.patron_words),
            ("saint", lambda: large and announced in self._rules.saints),
            ("keep", lambda: announced in self._of_rulers and bool(_ROMAN.fullmatch(word))),
            ("owner", lambda: large and self._lemma(word) in self._owners),
            ("keep", lambda: large and self._rules.is_country(word)),
            ("keep", lambda: self._stays(word, small)),
            ("adjective", lambda: bool(self._rules.town_of_adjective(word, self._morphology))),
            ("region", lambda: self._places.in_region(word) is not None),
            ("letters", lambda: len(word) < _SHORT_ACRONYM and is_acronym(word)),
            ("usual", lambda: self._rules.is_usual(word.casefold())),
        )
        found = next((kind for kind, holds in tests if holds()), None)
        return found or self._person(word) or "name"

    def _is_ruler(self, word: str, before: str) -> bool:
        """Tell whether a given name stands behind a ruler's title: *Prince Charles*."""
        led = before.casefold().strip(".") in self._rules.rulers
        return led and word.title() in self._rules.pools["given"].by_lemma

    @cached_property
    def _of_rulers(self) -> frozenset[str]:
        return frozenset(name.casefold() for names in self._rules.rulers.values() for name in names)

    def _person(self, word: str) -> Kind | None:
        """Tell whether a word that is no other is known as a surname or a given name."""
        for kind, role in (("owner", "family"), ("given", "given")):
            known = self._rules.pools[role].by_lemma
            if any(r.lemma in known for r in self._morphology.analyse(word.title(), role)[:2]):
                return "owner" if kind == "owner" else "given"
        return None

    def _town_of_words(self, texts: Sequence[str], before: str) -> int:
        """Return how many of the words and signs in front are the name of a town."""
        county = before.casefold().strip(".") in self._rules.county_words
        if not texts[0][0].isupper() or (county and self._places.in_region(texts[0])):
            return 0
        if self._rules.is_country(texts[0]):
            return 0
        for size in (5, 3, 1):
            text = "".join(texts[:size])
            if len(texts) < size or not texts[size - 1][0].isalpha():
                continue
            rest = "".join(texts[size:])
            if self._rules.is_locative(before) or self._rules.is_after_town(rest):
                if size == 1 or self._places.known(text):
                    return size
            elif size == 1 and self._stays(text, small=False):
                return 0
            elif (size > 1 or before or rest.strip()) and self._places.sizeable(text):
                return size
        return int(self._town_head(texts[0]))

    def _lemma(self, word: str) -> str:
        """Return what the forms of a name have in common, whether it is somebody's or not."""
        lemma = self._morphology.analyse(word.title() if word.isupper() else word, "family")[
            0
        ].lemma
        return self._rules.masculine(lemma)

    def _key(self, run: str) -> str:
        """Return what the word for a run is drawn by: a short form goes with its long one."""
        lemma = self._morphology.analyse(run, "org")[0].lemma if run.isalpha() else run
        return self._long.get(self._lemma(run.partition(" ")[0]), like_title(lemma))

    def _long_forms(self, entities: Sequence[Entity]) -> Iterator[tuple[str, str]]:
        """Yield the first word of each name that will be another, and what it is drawn by."""
        organisations = (e for e in entities if is_a(e.type, "org"))
        names = {self._view.surface(m.span) for e in organisations for m in e.mentions}
        for name in sorted(names, key=lambda n: (n.count(" "), n)):
            quoted = QUOTED.search(name)
            text = quoted[0] if quoted else name
            for piece in self._runs(full_names(list(self._classified(text))), whole=True):
                if piece.kind == "name" and name.strip() != piece.text:
                    yield self._lemma(piece.text.partition(" ")[0]), like_title(piece.text)

    # -- what each word becomes ----------------------------------------------------------------

    def _written(self, piece: Piece) -> Placed:
        text, places = piece.text, self._places
        ways: dict[Kind, Callable[[], Placed]] = {
            "town": lambda: places.settlement(text, piece.before),
            "adjective": lambda: places.adjective(text),
            "region": lambda: places.region(text) or self._coined(text),
            "owner": lambda: self._somebody(text, piece.kind),
            "given": lambda: self._somebody(text, piece.kind),
            "saint": lambda: self._somebody(text, piece.kind),
            "ruler": lambda: self._somebody(text, piece.kind, piece.before),
            "patron": lambda: places.addresses.patron(text),
            "letters": lambda: Placed(self._acronyms.other(text), _CERTAINTY),
            "name": lambda: self._coined(text),
        }
        return ways[piece.kind]() if piece.kind in ways else Placed(text)

    def _somebody(self, text: str, kind: Kind, before: str = "") -> Placed:
        """Return what an owner is called now; for a given name, a saint's, a ruler's another."""
        bare, tail = split_clitic(text, self._rules.clitics)
        role: Literal["family", "given"] = "family" if kind == "owner" else "given"
        readings = tuple(self._morphology.analyse(like_title(bare), role))
        if kind == "saint":
            readings = tuple(r for r in readings if r.features.get("Case") == "Gen") or readings
        gender = "" if kind == "owner" else readings[0].features.get("Gender", "")
        key = self._rules.masculine(readings[0].lemma)
        key = key if kind == "owner" else f"org\t{readings[0].lemma}"
        rulers = self._rules.rulers.get(before.casefold().strip("."), frozenset())
        saints = self._rules.patron_saints if kind == "saint" else rulers
        wanted = Wanted(
            role, key, readings[0].lemma, gender, readings=(readings,),
            accept=lambda c: not saints or c.entries[0].lemma in saints,
        )  # fmt: skip
        candidate = self._chooser.choose(wanted)
        if candidate is None:
            return self._coined(text)
        placed = in_form(candidate, readings, gender)
        return Placed(like(bare, placed.text) + tail, min(placed.certainty, _CERTAINTY))

    def _coined(self, text: str) -> Placed:
        """Return a word that firms are called after; where tokens are fixed, one for each."""
        if self._view.tokens and " " in text:
            words = text.split()
            named = [self._one(word, f"{self._key(text)}\t{n}") for n, word in enumerate(words)]
            gaps = [Placed("")] + [Placed(" ")] * (len(words) - 1)
            return joined([p for pair in zip(gaps, named, strict=True) for p in pair])
        return self._one(text, self._key(text))

    def _one(self, text: str, key: str) -> Placed:
        """Return a coined name of one word; where tokens are fixed, each word gets its own."""
        end = next((e for e in self._rules.org_ends if text.endswith(e)), "")
        if end and len(text) - len(end) >= _SUFFIX:
            return self._compound(text.removesuffix(end), end)
        bare, tail = split_clitic(text, self._rules.clitics)
        candidate = self._chooser.recorded("org", self._canonical)  # by the whole name, once
        candidate = candidate or self._chooser.choose(Wanted("org", key, bare, number=""))
        if candidate is None:
            return Placed("N.", 0.0)
        entry = candidate.entries[0]
        cases = cases_of(self._morphology.analyse(bare, "org")) if bare.isalpha() else {}
        placed = in_case(entry, cases) if cases else Placed(entry.lemma, _CERTAINTY)
        certainty = min(placed.certainty, _CERTAINTY)
        return Placed(like(bare, placed.text) + tail, certainty, entry.lemma)

    def _compound(self, name: str, end: str) -> Placed:
        """Return a town and what stands at the end: ``Oskarshamnsskolan``, ``Lindqvistskolan``."""
        town = name.removesuffix("s")
        known = self._rules.pool("place").by_lemma
        made = self._places.settlement(town if town in known else name)
        link = "s" if town != name and town in known and made.lemma[-1:] != "s" else ""
        return Placed(like(name, made.lemma) + link + end, made.certainty)

    def _renumbered(self, surface: str, key: str) -> str:
        """Return a name such as ``SP nr 5`` with other numbers of as many digits."""

        def other(match: re.Match[str]) -> str:
            digits = match[0]
            least = 10 ** (len(digits) - 1) if len(digits) > 1 else 1
            drawn = self._draw.number(10 * least - least - 1, "org", "number", key, digits)
            return str(least + drawn + (least + drawn >= int(digits)))

        return re.sub("[0-9]{1,15}", other, surface)

    def _stays(self, word: str, small: bool) -> bool:
        plain = word.casefold()
        head, mark, tail = plain.partition("-")
        if mark and len(tail) <= _SUFFIX and head in self._rules.org_lemmas:  # KBC-a
            return True
        if (word.islower() and not small) or plain.replace(".", "") in self._rules.org_forms:
            return True
        if plain in self._rules.institution_words or plain.strip(".") in self._rules.saints:
            return True
        if not self._rules.org_lemmas:
            return False
        return any(
            reading.lemma.casefold() in self._rules.org_lemmas
            for reading in self._morphology.analyse(plain, "common")[:12]
        )

    def _town_head(self, word: str) -> bool:
        if not self._rules.town_readings:
            return False
        reading = self._morphology.analyse(word, "place")[0]
        return word[:1].isupper() and self._rules.is_town_head(reading)


def like_title(word: str) -> str:
    """Return a word in capitals as names are written."""
    return word.title() if word.isupper() else word
