"""Organisations: only what distinguishes one from others of its kind is replaced.

The kind, adjectives and the legal form stay.  A town follows the geography of the document, an
owner what that person is called now, a patron or a saint becomes another, a number another number;
what is left becomes a word that firms of the language are called after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import Morphology, ReplaceContext
from allonym.replace.inflect import Placed, joined
from allonym.replace.organisations.acronyms import Acronyms, is_acronym, is_spoken
from allonym.replace.organisations.bearers import Bearers, owners_told, surnames_abroad
from allonym.replace.organisations.compounds import Compounds
from allonym.replace.organisations.pieces import (
    Kind,
    Piece,
    Read,
    only_places,
    runs,
    shop_and_owner,
)
from allonym.replace.organisations.quoted import QUOTED, Coined, QuotedNames
from allonym.replace.organisations.regional import Regional
from allonym.replace.organisations.words import OrgWords
from allonym.replace.places.naming import Places
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like, like_title
from allonym.text.phrases import preceding

_CERTAINTY = 0.8

_WORDS = re.compile(r"[^\W\d_]+(?:[-'’&.][^\W\d_]+)*")
_MARKS = re.compile(r"([„“”\"«»'’]+)(.+?)([„“”\"«»'’]+)")
"""Quotation marks, and what stands between them."""
_PUBLIC = ("org.court", "org.authority")
"""What is as public as its town: nothing else in its name is replaced."""
_INSTITUTIONS = (*_PUBLIC, "org.hospital", "org.school")
"""What its kind alone may tell all of: *Poradnia Preluksacyjna*."""


class Organisations:
    """Names the organisations of one document.

    Args:
        chooser: Of the document.
        morphology: Finds the citation form of words that may stay.
        rules: What the language says about names.
        places: Names the town in the name of a hospital.
        regional: Names bodies that serve a part of the country.
        context: The document: owners of firms, long forms of short ones, chance for acronyms.
        known: The names of its organisations as they were read for another draw.
    """

    def __init__(
        self,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        places: Places,
        regional: Regional,
        context: ReplaceContext,
        known: Read,
    ) -> None:
        entities, draw = context.entities, context.draw
        self._view = view = places.gathered.view
        self._anew = context.coined
        self._morphology = morphology
        self._rules = rules
        self._places = places
        self._acronyms = Acronyms(chooser, rules, draw)
        self._quoted = QuotedNames(view, chooser, rules, draw)
        self._words_of_firms = Coined(chooser, morphology, rules)
        self._compounds = Compounds(rules, places, self._coined)
        self._people = Bearers(chooser, morphology, rules, self._coined, entities)
        owners = self._people.surnames
        self._regional = regional
        streets = places.addresses.streets(entities)
        self._words = OrgWords(morphology, rules, places, owners, regional.bodies, streets, known)
        self._bodies = [e.canonical for e in entities if is_a(e.type, "org") and e.canonical]
        self._words = replace(
            self._words, owners=owners.union(owners_told(self._bodies, rules.orgs, self._words))
        )
        self._abroad = surnames_abroad(self._bodies, rules.orgs, self._words.lemma)
        spans = [m.span for e in entities if is_a(e.type, "org") for m in e.mentions]
        words = [w for w in map(view.surface, spans) if w.isalpha()]
        self._alone = frozenset(filter(is_acronym, words))
        self._single = {w: frozenset(self._words.forms(w)) for w in words if w.istitle()}
        self._signs: dict[str, str] = {}
        self._long = dict(self._long_forms(entities))

    def is_house(self, entity: Entity) -> bool:
        """Tell whether what was found as a place is a house there, all mentions of it."""
        return all(self._words.is_house(self._view.surface(m.span)) for m in entity.mentions)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of an organisation and the text for each mention."""
        key = entity.canonical or self._view.surface(entity.mentions[0].span)
        whole = key.isalpha() and not key.isupper()
        key = self._canonical = self._words_of_firms.cited(key) if whole else key
        firm = is_a(entity.type, "org.company")
        self._length = len(_WORDS.findall(self._rules.orgs.legal_forms.parted(key)[0]))
        self._only_places = any(is_a(entity.type, kind) for kind in _PUBLIC)
        self._institution = any(is_a(entity.type, kind) for kind in _INSTITUTIONS)
        self._serious = not is_a(entity.type, "org.school")
        self._called = self._rules.orgs.called(key) or self._abroad.get(self._words.lemma(key), ())
        self._led = any(self._is_led(m) for m in entity.mentions)
        surfaces = [self._view.surface(m.span) for m in entity.mentions]
        at = dict(zip(reversed(surfaces), reversed(entity.mentions), strict=True))
        if entity.id in self._anew:
            written, new = {s: self._anew_whole(s) for s in at}, self._anew_whole(key).text
        else:
            made = {s: self._local(m) or self._whole(s, firm) for s, m in reversed(at.items())}
            written, new = self._told_apart(made), self._whole(key, firm).text
        texts = [(m, written[s]) for m, s in zip(entity.mentions, surfaces, strict=True)]
        return Surrogate(entity.id, (LemmaPart("other", new),)), texts

    def _told_apart(self, written: Mapping[str, Placed]) -> dict[str, Placed]:
        """Return what mentions become, none of which says itself or a shorter one of the body.

        *ISO New England Inc. One* holds all of *ISO New England*, which becomes another name.
        """
        out: dict[str, Placed] = {}
        for name in sorted(written, key=len):
            made = written[name]
            same = made.text.casefold() == name.casefold() and not made.stays
            made = self._anew_whole(name) if same else made
            hidden = (s for s in out if not out[s].stays and made.text.startswith(f"{s} "))
            if (own := next(hidden, "")) and name.startswith(own):
                made = joined([out[own], self._text(name[len(own) :], whole=False, before=own)])
            out[name] = made
        return out

    def _anew_whole(self, surface: str) -> Placed:
        """Return a word for all of a name but its legal form: anything that stays may tell it."""
        marks = _MARKS.fullmatch(surface)
        own, form = self._rules.orgs.legal_forms.parted(marks[2] if marks else surface)
        named = [self._one(own, self._key(own)), Placed(form)]
        return joined([Placed(marks[1]), *named, Placed(marks[3])] if marks else named)

    def _is_led(self, mention: Mention) -> bool:
        """Tell whether what a body is stands in front of its name: *piekarni | Złoty Kłos*."""
        word = preceding(self._view.text, mention.span.start)
        return word.islower() and self._places.local.things.called.is_kind(word)

    def _local(self, mention: Mention) -> Placed | None:
        """Return a name that holds what its town has as that of the new: *Vrtec Zarja v Celju*."""
        view, name = self._view, self._view.surface(mention.span)
        known = QUOTED.search(name) or self._words.bodies.find(name)
        for found in () if known else self._places.local.inside(mention.span):
            self._places.town(found.town.name)
            new, old = self._places.local.text(found), view.surface(found.span)
            if new and new != old:  # Hotel Balaton Gyöngye, by the same lake
                head = view.text[mention.span.start : found.span.start]
                tail = view.text[found.span.end : mention.span.end]
                return self._around(head, old, Placed(new, _CERTAINTY), tail)
        return None

    def _around(self, head: str, name: str, made: Placed, tail: str) -> Placed:
        behind = self._text(tail, whole=False, before=name)
        return joined([self._text(head, whole=False), made, behind])

    # -- the whole name ------------------------------------------------------------------------

    def _whole(self, surface: str, firm: bool) -> Placed:
        """Return the text of a mention, what it has between quotation marks first."""
        seated = self._rules.orgs.seated(surface.rpartition(" ")[0])  # KTH i Stockholm
        plain = self._words.is_plain(self._words.pieces(surface, self._canonical))
        if (seated and not self._words.bodies.find(seated)) or plain:
            return Placed(surface, stays=True)
        body = self._words.bodies.find(surface)  # Zadarska županija
        if not body and " " in surface and (area := self._places.regions.described(surface)):
            return area  # Пловдивска област
        if body or (found := QUOTED.search(surface)) is None:
            return self._text(surface)
        if self._words.is_street(found[0]):
            named = self._text(found[0])
        else:
            pieces = self._words.pieces(found[0], self._canonical)
            kinds = [p.kind for p in pieces if p.text[0].isalpha()]
            last = self._words.lemma(found[0].rpartition(" ")[2])  # „Петров Транс“, „Студио Петров“
            owned = kinds[:1] == ["owner"] or (self._serious and last in self._people.surnames)
            owned &= "given" not in kinds
            sign = found[0].rstrip(" 0123456789")  # „Просвета 1908“ is „Просвета“
            made = self._quoted.name(sign, sign.casefold(), firm=firm or owned, called=self._called)
            if made and sign.isalpha():
                self._signs.setdefault(self._words.lemma(sign), made)
            said = not firm and len(kinds) > 1 and set(kinds) == {"keep"}
            head, tail = surface[: found.start() - 1].strip(), surface[found.end() :]
            if said and head and self._words.is_plain(self._words.pieces(head)):
                made = found[0]  # Дирекция „Социално подпомагане“ – Ловеч
                if not any(map(str.isalpha, tail)):
                    return Placed(surface, stays=True)
            named = Placed(made, _CERTAINTY) if made else self._signed(found[0])
        return self._around(surface[: found.start()], found[0], named, surface[found.end() :])

    def _signed(self, text: str) -> Placed:
        """Return another name for what a sign says: one word is nobody's, ordinary ones are."""
        alone = text.isalpha() and not text.isupper()
        owned = self._words.lemma(text) in self._words.owners
        pieces = self._words.pieces(text, self._canonical)
        plain = all(p.kind in ("usual", "keep") for p in pieces)  # „Здраве на масата“, „Плод-Север“
        whole = (alone and not owned) or plain
        return self._one(text, self._key(text)) if whole else self._text(text)

    def _text(self, surface: str, *, whole: bool = True, before: str = "") -> Placed:
        """Return a name with what distinguishes it replaced.

        Args:
            surface: The name, or what stands beside a quoted one.
            whole: Something has to be replaced, since nothing else distinguishes it.
            before: What of the name stands in front.
        """
        short = is_acronym(surface) or self._is_short(surface)
        if short and whole and not self._words.bodies.find(surface):
            return self._acronym_or_word(surface)
        bare, tail = self._acronyms.suffixed(surface)
        if tail:
            head = self._text(bare, whole=whole)
            return Placed(head.text + tail, _CERTAINTY, head.citation)
        if whole and (parts := self._rules.orgs.parts_of_firm(surface, self._places.known)):
            own, form, behind = parts
            named = any(p.kind != "keep" for p in self._words.pieces(own, self._canonical))
            alone = named or not self._places.known(behind.strip(" ,–-"))
            town = form if self._places.known(behind.strip(" ,–-")) else ""
            head = self._text(own, whole=alone)
            return joined([head, Placed(form), self._text(behind, whole=False, before=town)])
        if whole and (parts := shop_and_owner(surface, self._words.pieces)):
            label, comma, owner = parts
            return joined([self._text(label), Placed(comma), self._text(owner, whole=False)])
        found = self._told(self._words.pieces(surface, self._canonical, before))
        places = only_places(found, self._city) if self._only_places else found
        pieces = [*runs(places, whole=whole, led=self._led, alone=self._alone)]
        heads = (*(piece.text for piece in pieces[2:]), "", "")
        written = map(self._before, pieces, heads)
        made = joined([Placed("", _CERTAINTY), *written])
        if whole and made.text == surface and self._only_places:  # … Court of Justice, Kenora
            again = runs(found, whole=whole, led=self._led, alone=self._alone)
            made = joined([Placed("", _CERTAINTY), *map(self._written, again)])
        if not whole or made.text != surface:
            return made
        return self._undistinguished(surface, made)

    def _city(self, word: str) -> Kind:
        place = self._rules.abroad.named(word) if word[0].isupper() else None
        of_town = self._rules.town_of_adjective(word, self._morphology)
        return "usual" if not place or place.main != "city" else "adjective" if of_town else "town"

    def _told(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """Return the pieces, an ordinary word that the text calls a body by alone as its name.

        *Szentesi Kinizsi* is of another town, and *Kinizsi* would tell it all the same.
        """
        name = [p.kind == "usual" and any(self._alone_as(p.text)) for p in pieces]
        return [replace(p, kind="name") if n else p for n, p in zip(name, pieces, strict=True)]

    def _alone_as(self, word: str) -> Iterator[str]:
        """Yield what the text calls a body by one word that is a form of this one."""
        own = self._words.forms(word) if self._single and word.istitle() else ()
        yield from (w for w, forms in self._single.items() if not forms.isdisjoint(own))

    def _is_short(self, surface: str) -> bool:
        """Tell whether a word is a longer name's, and nobody's: *Nordin*, of *Nordin Textil*."""
        lemma = self._words.lemma(surface) if surface.isalpha() else ""
        return lemma in self._long and lemma not in self._words.owners

    def _undistinguished(self, surface: str, made: Placed) -> Placed:
        """Return a name of which nothing was replaced: numbers, else a word for all of it."""
        if self._words.bodies.find(surface) or self._is_bare(surface):
            return Placed(surface, stays=True)  # its towns stay in the region that it serves
        if any(map(str.isdigit, surface)):
            return Placed(self._acronyms.renumbered(surface), made.certainty)
        bare, form = self._rules.orgs.legal_forms.parted(surface)
        head, gap, last = bare.rpartition(" ")
        built = head and last.casefold() in self._rules.orgs.built  # Victoria | Hall
        own, rest = (head, gap + last) if built else (bare, "")
        if last in self._rules.orgs.public or is_acronym(head):  # … | Stokrotka, ŠD | Partizan
            return joined([Placed(head + gap), self._one(last, self._key(last)), Placed(form)])
        return joined([self._one(own, self._key(own)), Placed(rest + form)])

    def _is_bare(self, surface: str) -> bool:
        """Tell whether a mention says of a name, or of a court, only what it is: *the Court*."""
        words = [p for p in self._words.pieces(surface, self._canonical) if p.text[0].isalpha()]
        less = self._institution or self._length > len(words)
        kept = all(p.kind == "keep" for p in words)
        return kept and (less or self._canonical.casefold() in self._said)

    @cached_property
    def _said(self) -> frozenset[str]:
        """The words by which longer names say what a body is: *A Zöld Kert | Egyesület*."""
        longer = (self._words.pieces(name, name) for name in self._bodies if " " in name)
        told = (pieces for pieces in longer if any(p.kind != "keep" for p in pieces))
        return frozenset(p.text.casefold() for own in told for p in own if p.kind == "keep")

    def _acronym_or_word(self, surface: str) -> Placed:
        """Return other letters for letters, another word for a word in capitals or a short form."""
        lemma = self._words.lemma(surface)
        if not is_acronym(surface):
            return self._one(surface, self._key(surface))
        if self._long.get(lemma) or lemma in self._words.owners:
            return self._written(next(iter(self._words.read(surface, self._canonical))))
        if is_spoken(surface):
            return self._one(surface, self._key(surface))
        return Placed(self._acronyms.other(surface), _CERTAINTY)

    def _key(self, run: str) -> str:
        """Return what the word for a run is drawn by: a short form goes with its long one."""
        alone = run.isalpha() and self._canonical.isalpha()  # u Saponiji, arhiva Saponije
        named = self._rules.orgs.tied(run, self._canonical) or (self._canonical if alone else run)
        lemma = self._words_of_firms.cited(named) if run.isalpha() else named
        return self._long.get(self._words.lemma(run.partition(" ")[0]), like_title(lemma))

    def _long_forms(self, entities: Sequence[Entity]) -> Iterator[tuple[str, str]]:
        """Yield the first word of each name that will be another, and what it is drawn by."""
        organisations = (e for e in entities if is_a(e.type, "org"))
        names = {self._view.surface(m.span) for e in organisations for m in e.mentions}
        for name in sorted(names, key=lambda n: (n.count(" "), n)):
            quoted = QUOTED.search(name)
            text = quoted[0] if quoted else name
            own = self._told(self._words.pieces(text))
            for piece in runs(own, whole=True, alone=self._alone):
                if piece.kind == "name" and name.strip() != piece.text:
                    first = piece.text.partition(" ")[0]
                    for word in (first, *self._alone_as(first)):
                        yield self._words.lemma(word), like_title(piece.text)

    # -- what each word becomes ----------------------------------------------------------------

    def _before(self, piece: Piece, head: str) -> Placed:
        """Return what a piece becomes; a town as it stands before what it owns.

        Where towns before the kind are adjectives a name there has no case: *Pannon Ház*.
        """
        placed = self._written(piece)
        if piece.kind == "name" and head[:1].isupper() and self._rules.orgs.bare_before_kind:
            return replace(placed, text=like(piece.text, placed.lemma))
        town = self._rules.orgs.owned(placed.lemma, head) if piece.kind == "town" else None
        return replace(placed, text=like(piece.text, town)) if town else placed

    def _written(self, piece: Piece) -> Placed:
        text, places = piece.text, self._places
        if piece.kind in ("town", "owner") and self._words.lemma(text) in self._signs:
            return self._one(text, "")  # Grădinița Licurici
        capitals = str.upper if text.isupper() else str
        ways: dict[Kind, Callable[[], Placed]] = {
            "town": lambda: places.settlement(text, piece.before),
            "adjective": lambda: places.adjective(text, piece.before),
            "region": lambda: (
                places.regions.instead(text, self._regional.beside(text)) or self._coined(text)
            ),
            "street": lambda: places.addresses.street(text),
            "owner": lambda: self._owner(text, piece.before),
            "given": lambda: self._people.somebody(text, piece.kind, piece.before),
            "saint": lambda: self._people.somebody(text, piece.kind, piece.before),
            "ruler": lambda: self._people.somebody(text, piece.kind, piece.before),
            "patron": lambda: places.addresses.patron(text),
            "compound": lambda: self._compounds.other(text),
            "initials": lambda: Placed(self._acronyms.initials(text), _CERTAINTY),
            "body": lambda: Placed(capitals(self._regional.instead(piece.before))),
            "letters": lambda: Placed(self._acronyms.other(text), _CERTAINTY),
            "name": lambda: self._coined(text),
        }
        return ways[piece.kind]() if piece.kind in ways else Placed(text)

    def _owner(self, text: str, before: str) -> Placed:
        """Return what an owner is called now; abroad, who is nobody of the text as people there."""
        key = self._words.lemma(text)
        if key in self._abroad and key not in self._people.surnames:
            return self._words_of_firms.listed(text, self._quoted.listed(key, self._abroad[key]))
        return self._people.somebody(text, "owner", before)

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
        if self._rules.orgs.compound(text)[0] and " " not in text:
            return self._compounds.other(text)
        sign = self._signs.get(self._words.lemma(text))
        made = sign or (self._quoted.listed(key, self._called) if self._called else "")
        if made:
            return self._words_of_firms.listed(text, made, {key, *self._canonical.split()})
        return self._words_of_firms.draw(text, key, self._canonical, serious=self._serious)
