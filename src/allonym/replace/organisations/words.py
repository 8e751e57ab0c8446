"""What each word of an organisation's name is: its kind, a town, an owner, a patron, a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from allonym.languages.bodies import Bodies
from allonym.model.features import WHERE
from allonym.ports import Morphology
from allonym.replace.inflect import split_clitic
from allonym.replace.organisations.acronyms import is_acronym, is_spoken
from allonym.replace.organisations.modifiers import Described, Institutions
from allonym.replace.organisations.pieces import Kind, Piece, Read, full_names, run_of_capitals
from allonym.replace.organisations.trades import Trades
from allonym.replace.places.naming import Places
from allonym.replace.rules import NameRules
from allonym.text.capitals import like_title

_PIECE = re.compile(r"[^\W\d_]+(?:[-'’&.][^\W\d_]+)*|\d+|[\W_]")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.[ ]?){1,3}(?=([^\W\d_]{3,}))")
"""Of a patron: ``F. D. Roosevelta`` is one name."""
_SUFFIX, _LOOKED, _HOUSE, _SHORT_ACRONYM, _STREET = 3, 9, 2, 5, 3
_MARKS = '„“”"«».,'
_MOST = 2  # words that a place of no table has at the head, where places have no cases
_SAID = ("usual", "letters")
_READINGS, _READ = 12, 2  # looked at, of a common word and of a surname
_SEVERAL = {("Case", "Dat"), ("Number", "Plur")}  # of one body: *Radom* is no form of *rada*
_ROMAN = re.compile("[IVX]+")
_DASHES = ("–", "—", "-")


@dataclass(frozen=True)
class OrgWords:
    """Reads the names of the organisations of one document."""

    morphology: Morphology = field(repr=False)  # finds the citation form of words that may stay
    rules: NameRules = field(repr=False)  # what the language says about names
    places: Places = field(repr=False)  # knows the towns
    owners: frozenset[str] = field(repr=False)  # surnames of the people of the document
    bodies: Bodies = field(repr=False)  # those that serve a part of the country
    # those of the document's addresses
    streets: frozenset[str] = field(repr=False, default=frozenset())
    # what was read already, for this draw of the document or for another one
    known: Read = field(repr=False, default_factory=dict)

    def pieces(self, surface: str, canonical: str = "", before: str = "") -> Sequence[Piece]:
        """Return the words of a name and what stands between them, each by its neighbours too.

        Args:
            surface: The name, or a part of it.
            canonical: The whole name, which tells whether its capitals are acronyms.
            before: What of the name stands in front.
        """
        whole = self.places.gathered.geography.abbreviated.whole
        name, form = self.rules.orgs.legal_forms.parted(surface)  # no Nowa Słupia: Nowak | Sp. j.
        asked = whole(name) + form, whole(canonical), before
        if asked not in self.known:
            self.known[asked] = self._pieces(*asked)
        return self.known[asked]

    def _pieces(self, surface: str, canonical: str, before: str) -> list[Piece]:
        if body := self.bodies.find(surface):
            head, tail = surface[: body.start], surface[body.end :]
            own = Piece("body", surface[body.start : body.end], surface)
            return [*self.pieces(head, canonical), own, *self.pieces(tail, canonical, own.text)]
        firms = self.rules.pools["org"].by_lemma
        found = Institutions(
            self.rules.orgs.slots,
            self.forms,
            lambda word: self.rules.orgs.may_head(word, self.morphology),
            lambda word: self.lemma(word) in self.owners or word in firms,
            self.rules.orgs.is_locative,
            self.places.is_village,
            self.rules.is_place_part,
            self.places.known,
            1 if self.rules.orgs.town_readings else _MOST,
        )
        read = found.read(full_names(list(self.read(surface, canonical, before))))
        if before and surface[:1] in _MARKS:  # Lovačko društvo „Vepar“ Trenkovo
            read = [
                replace(p, kind="town") if p.kind == "name" and p.text.istitle() else p
                for p in read
            ]
        return self._described.beside(self._trades.read(self._described.read(read)))

    @cached_property
    def _trades(self) -> Trades:
        names = self._is_surname, self._is_listed
        return Trades(self.rules, self.forms, *names, self.places.is_named)

    def _is_surname(self, word: str) -> bool:
        """Tell whether a word is a surname, that of somebody here or one that is listed."""
        if self.lemma(word) in self.owners or self.person(word) == "owner":
            return True
        readings = self.morphology.analyse(like_title(word), "family")[:_READ]
        return any(self.rules.has_surname(r.lemma) for r in readings)

    def _is_listed(self, word: str) -> bool:
        known = word.title() in self.rules.pools["org"].by_lemma or self.places.sizeable(word)
        return known or self._is_surname(word) or self.person(word) is not None

    @cached_property
    def _described(self) -> Described:
        return Described(self.rules, self.morphology, self.forms, self._is_borne, self._is_listed)

    def _is_borne(self, word: str) -> bool:
        """Tell whether a name is that of somebody in the document, or a surname and no place."""
        own = self.lemma(word)
        return own in self.owners or (self._is_surname(word) and not self.rules.is_place(own))

    def is_house(self, name: str) -> bool:
        """Tell whether a name is that of a house somewhere: *Mănăstirea Hurezi*, *Bro kyrka*.

        What it is stands in front, or in small letters behind; where words are put together
        with what houses are called, the last may be such a word.
        """
        words = name.split()
        if len(words) < _HOUSE:
            return self._is_compound(name, name)  # Stockholmsområdet, Matteuskyrkan
        if self.places.known(name) or any(map(str.isdigit, name)):
            return False
        built, last = self.rules.orgs.built, words[-1]
        behind = last.islower() or not self.rules.inflected or bool(self.rules.orgs.town_readings)
        compound = bool(self.rules.orgs.ends) and last.islower() and last.endswith(tuple(built))
        heads = (words[0], *((last,) if behind else ()))
        compound |= bool(self.rules.orgs.town_readings) and self._trades.is_compound(last)
        return compound or any(not built.isdisjoint(self.forms(w.strip(_MARKS))) for w in heads)

    def is_plain(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether words say nothing but what an organ is, or what is of the whole country."""
        words = [p for p in pieces if p.text[0].isalpha()]
        plain = self._described.is_plain(words) or self._trades.is_national(words)
        return plain or self._described.is_said(pieces)

    def forms(self, word: str) -> tuple[str, ...]:
        """Return a word in small letters and its citation forms: *DVD-a*, *päiväkodissa*."""
        plain = word.casefold()
        read = self.morphology.analyse(plain, "common")[:_READINGS]
        lemmas = (r.lemma.casefold() for r in read if not r.features.items() >= _SEVERAL)
        own = self.rules.orgs.citations.get(plain, plain)
        return (plain, own, plain.partition("-")[0], *lemmas)

    def read(self, surface: str, canonical: str = "", before: str = "") -> Iterator[Piece]:
        """Yield the words of a name and what stands between them, with what each is."""
        called = {m[1]: m[0] for m in _INITIALS.finditer(surface) if m[0].isupper()}
        formed = bool(self.rules.orgs.legal_forms.parted(surface)[1])
        bare = _INITIALS.sub(lambda m: "" if m[0].isupper() else m[0], surface)
        texts = self._split(_PIECE.findall(bare))
        kind: Kind
        small, at, ruler, saint = surface.islower(), 0, False, ""
        while at < len(texts):
            word = texts[at]
            numbered = formed and not at and _ROMAN.fullmatch(word)  # III Rakennus Aho Oy
            if numbered or not word[0].isalpha():
                yield Piece("keep", word)
                before = word if word in _DASHES and texts[at - 1] == " " else before
                at += 1
                continue
            listed = word in called and not at and self.rules.orgs.is_form(called[word].strip())
            if word in called and not (formed or listed) and self._leads_patron(before):
                yield Piece("patron", word, before)
                at, before = at + 1, word
                continue
            if word in called:
                yield Piece("keep" if listed else "initials", called.pop(word))
            named = ruler or self._is_holy(before) or self._trades.owns(word, self.places.sizeable)
            street = 0 if named or self._is_holy(word) else self._street_of_words(texts[at:])
            taken = 0 if named else street or self._town_of_words(texts[at:], before, small=small)
            patron = not taken and self._trades.has_patron(texts[at:])
            if taken := taken or _STREET * patron:
                kind = "region" if self._county(texts[at:]) == taken else "town"
                kind = "street" if street else "compound" if patron else kind
                yield Piece(kind, "".join(texts[at : at + taken]), before)
                at, before = at + taken + bool(street) * self._epithet(texts, at + taken), ""
                continue
            others = self.rules.orgs.relatives.match("".join(texts[at + 1 :])) and word[0].isupper()
            following = next((t for t in texts[at + 1 :] if t[0].isalpha()), "")
            titled = self.rules.orgs.is_ruler(following, word)
            kind = "owner" if others else "ruler" if ruler else "keep"
            if not (others or ruler or titled):
                kind = self._kind(word, before, canonical or surface, small=small)
                kind = "given" if kind in _SAID and self._leads(word, following) else kind
            if kind in ("patron", "saint", "ruler"):
                inside = self.rules.orgs.in_patrons
                taken = run_of_capitals(texts[at:], inside) if kind == "patron" else 1
                yield Piece(kind, "".join(texts[at : at + taken]), before)
                at += taken + (self._epithet(texts, at + taken) if kind == "saint" else 0)
            else:
                governed = kind != "adjective" and before.casefold() in self.rules.orgs.town_case
                yield Piece(kind, word, before * governed)  # U Kowala
                at += 1
            saint = before if kind == "saint" else saint * (word in self.rules.orgs.joins)
            before, ruler = (word if kind == "saint" else saint or word), titled

    def _epithet(self, texts: Sequence[str], at: int) -> int:
        """Return how many pieces tell a saint from others of the name: *św. Jana | Chrzciciela*."""
        gap, word = (*texts[at : at + 2], "", "")[:2]
        told = gap == " " and not self.rules.orgs.epithets.isdisjoint(self.forms(word))
        return 2 * told

    def _is_holy(self, word: str) -> bool:
        """Tell whether a word says that a saint's name follows, and no street's new patron."""
        return word.casefold().strip(".") in self.rules.orgs.saints

    def _split(self, texts: Sequence[str]) -> list[str]:
        """Return the pieces, a town or a trade and what a hyphen ties to it each for itself."""
        out: list[str] = []
        for text in texts:
            head, mark, tail = text.partition("-")
            apart = mark and head[:1].isupper() and tail[:1].isupper()
            apart = apart and not (self.places.known(text) or self.places.regions.named(text))
            trade = head.casefold() in self.rules.orgs.lemmas and len(tail) > _SUFFIX
            said = self.rules.orgs.is_usual(head.casefold()) and not self._is_listed(head)
            trade = trade or (said and self._is_surname(tail) and not self._is_holy(head))
            apart = apart and (trade or self.places.sizeable(head))
            tied = head[:1].isupper() and tail.islower() and len(tail) > _SUFFIX
            apart = apart or (tied and self._stays(tail, small=True))  # Szent Imre-templomban
            out += (head, mark, tail) if apart else (text,)
        return out

    def _kind(self, word: str, before: str, whole: str, *, small: bool) -> Kind:
        large, announced, orgs = word[0].isupper(), before.casefold().strip("."), self.rules.orgs
        tests: tuple[tuple[Kind, Callable[[], bool]], ...] = (
            ("patron", lambda: large and announced in orgs.patron_words),
            ("saint", lambda: large and self._is_holy(before)),
            ("keep", lambda: bool(_ROMAN.fullmatch(word)) and announced in orgs.ruler_names),
            ("owner", lambda: large and self.lemma(word) in self.owners),
            ("keep", lambda: large and self.rules.is_country(word)),
            ("keep", lambda: self._stays(word, small=small)),
            ("adjective", lambda: self._is_of_town(like_title(word) if small else word)),
            ("region", lambda: self.places.regions.named(word) is not None),
            ("keep", lambda: word in self.rules.orgs.public),
            ("owner", lambda: self._trades.owns(word, self.places.sizeable)),
            ("letters", lambda: self._is_letters(word, whole)),
            ("compound", lambda: self._is_compound(word, whole)),
            ("usual", lambda: "-" in word and self._trades.is_compound(word)),
            ("keep", lambda: self._trades.is_compound(word)),
            ("usual", lambda: self._is_usual(word)),
        )
        found = next((kind for kind, holds in tests if holds()), None)
        return found or self.person(word) or "name"

    def _is_of_town(self, word: str) -> bool:
        """Tell whether an adjective is made from a town; an ordinary one only from a large one."""
        town = self.rules.town_of_adjective(word, self.morphology)
        if not town or not self.rules.orgs.is_usual(word.casefold()):
            return bool(town)
        return self.places.sizeable(town) or self.places.is_named(town)

    def _is_usual(self, word: str) -> bool:
        """Tell whether a word is an ordinary one, or a form of one and nobody's name."""
        usual = self.rules.orgs.is_usual
        return usual(word.casefold()) or (
            word[1:].islower()
            and not (self.person(word) or self._is_surname(word))
            and any(map(usual, self.forms(word)[1:]))
        )

    def _is_letters(self, word: str, whole: str) -> bool:
        """Tell whether a word is an acronym; in a name of capitals only without vowels or short."""
        short = is_acronym(word) and (len(word) < _SHORT_ACRONYM or not is_spoken(word))
        large = (w for w in _PIECE.findall(whole) if w.isupper() and len(w) > _SUFFIX)
        if not short or len([*large]) <= 1:
            return short
        return len(word) <= _SUFFIX and not self.rules.orgs.is_usual(word.casefold())

    def _is_compound(self, word: str, whole: str) -> bool:
        """Tell whether a kind is tied to a place, or to any word alone: *Fogdeskolan F–6*."""
        head = self.rules.orgs.compound(word)[0]
        alone = [piece for piece in _PIECE.findall(whole) if piece[_MOST:]] == [word]
        known = (self.places.known(like_title(place)) for place in (head, head.rstrip("sS-")))
        return bool(head) and (alone or any(known))

    def _leads_patron(self, before: str) -> bool:
        """Tell whether initials behind a word are those of a patron, not of one of a firm's."""
        return before not in _DASHES and self._stays(before or " ", small=False)

    def _leads(self, word: str, following: str) -> bool:
        """Tell whether a word that is ordinary too is the given name of an owner: *Luka Kos*."""
        if word.isupper() and following.isupper():  # ŽIGA HRIBAR s.p.
            word, following = word.title(), following.title()
        theirs = following.istitle() and self.lemma(following) in self.owners
        given = word in self.rules.pools["given"].by_lemma
        given |= theirs and self.rules.usual_here("given", word) > 0  # Heather Glass Catering
        if theirs or not (word.istitle() and following.istitle() and given):
            return theirs and given and word.istitle()
        names = ((word, "given"), (following, "family"))
        read = (self.morphology.analyse(*name)[:_READ] for name in names)
        cited = all(any(r.features.get("Case") == "Gen" for r in found) for found in read)
        cited = cited and not self._is_usual(following)  # Škola Ivana Gundulića
        return cited or self.person(following) == "owner"

    def person(self, word: str) -> Kind | None:
        """Tell whether a word that is no other is known as a surname or a given name."""
        roles: tuple[tuple[Kind, str], ...] = (("owner", "family"), ("given", "given"))
        for kind, role in roles:
            known = self.rules.pools[role].by_lemma  # and Saimaan is no form of Saima
            for read in self.morphology.analyse(word.title(), role)[:_READ]:
                if read.lemma in known and read.features.get("Case") not in WHERE:
                    return kind
        return None

    def _street_of_words(self, texts: Sequence[str]) -> int:
        """Return how many of the words and signs in front are a street: *Park Road Surgery*."""
        if not texts[0][0].isupper() or self.lemma(texts[0]) in self.owners:
            return 0
        if len(texts) > _STREET and self.rules.is_street("".join(texts[:_STREET])):
            return 1
        sizes = (n for n in (5, 3, 1) if n <= len(texts) and texts[n - 1][0].isalpha())
        sizes = (n for n in sizes if n > 1 or not self._stays(texts[0], small=False))  # a Church
        size = next((n for n in sizes if self.is_street("".join(texts[:n]))), 0)
        house = texts[size or 1 : (size or 1) + 2]  # Kościuszki | 12
        if house[:1] != [" "] or not house[-1].isdigit():
            return size
        return size + 2 if size else 3 * texts[0].casefold().endswith(self.rules.street_endings)

    def is_street(self, name: str) -> bool:
        """Tell whether a name is that of a street of the document's addresses."""
        return bool(self.streets) and self.places.addresses.key(name) in self.streets

    def _county(self, texts: Sequence[str]) -> int:
        """Return how many of the words are a county with its word: *Los Angeles County*."""
        runs = {n: like_title("".join(texts[:n])) for n in (3, 5) if texts[n - 1 : n]}
        county = self.places.regions.county_of
        return next((n for n, run in runs.items() if (t := county(run)) and run in t.part), 0)

    def _town_of_words(self, texts: Sequence[str], before: str, *, small: bool) -> int:
        """Return how many of the words and signs in front are the name of a town."""
        lead, tail = self.rules.geography.announcing[:2]
        following = next((t.casefold() for t in texts[1:] if t[0].isalpha()), "")
        county = before.casefold().strip(".") in lead or following.startswith(tuple(tail))
        dashed = before in _DASHES and self.places.known("".join(texts))
        if whole := dashed * len(texts) or self._county(texts):
            return whole
        alone = county or not self.places.known(texts[0])
        alone = alone or self.places.regions.is_region(self.places.listed(texts[0]))
        alone = alone and not (texts[2:] and self.places.known("".join(texts[:3])))  # Alba Iulia
        region = alone and self.places.regions.named(texts[0])
        large = texts[0][0].isupper() or (small and self.places.sizeable(texts[0]))
        saint = self._is_holy(texts[0]) and split_clitic(following, self.rules.clitics)[1]
        if not large or region or saint or self.rules.is_country(texts[0]):
            return 0  # St Mary's School, though an island has its St Mary's
        for size in (7, 5, 3, 1):  # Nové Mesto nad Váhom
            text = "".join(texts[:size])
            if len(texts) < size or not texts[size - 1][0].isalpha() or self.is_house(text):
                continue
            rest = "".join(texts[size : size + _LOOKED])
            orgs = self.rules.orgs
            branch = before in orgs.public or not orgs.branches.isdisjoint(self.forms(before))
            branch = branch and self.places.known(text)
            branch = branch and not (size == 1 and self._stays(text, small=small))  # OTP | Bank
            behind = rest.strip().casefold() in orgs.after_town
            if branch or behind or orgs.is_locative(before):
                known = self.places.known(text) or self.places.is_village(text)
                if known or (size == 1 and not self._stays(text, small=small)):
                    return size
            elif size == 1 and self._is_no_town(text, following, small=small):
                seated = " " in before and not rest.strip() and self.places.sizeable(text)
                return int(seated)  # Școala „Ion Creangă” Roman
            elif self._is_town(text, alone=size == 1 and not (before or rest.strip())):
                return size
        return int(self._town_head(texts[0]))

    def _is_no_town(self, text: str, following: str, *, small: bool) -> bool:
        """Tell whether a word stays, or is the owner's before a trade: *Lunds Bageri*."""
        owned = following.endswith(self.rules.orgs.trade_ends) and self.lemma(text) in self.owners
        return self._stays(text, small=small) or (owned and not self.places.is_named(text))

    def _is_town(self, text: str, *, alone: bool) -> bool:
        """Tell whether a name is a town's: alone only if the text has it as one."""
        places = self.places
        return places.is_named(text) if alone else places.sizeable(text) or places.is_village(text)

    def lemma(self, word: str) -> str:
        """Return what the forms of a name have in common, whether it is somebody's or not."""
        lemma = self.morphology.analyse(like_title(word), "family")[0].lemma
        return self.rules.masculine(lemma)

    def _stays(self, word: str, *, small: bool) -> bool:
        if len(word) == 1:
            return True
        plain = word.casefold()
        head, mark, tail = plain.partition("-")
        if mark and len(tail) <= _SUFFIX and head in self.rules.orgs.lemmas:  # KBC-a
            return True
        said = plain in self.rules.orgs.institution_words or (word.islower() and not small)
        if said or self._is_holy(word) or plain.replace(".", "") in self.rules.orgs.forms:
            return True
        known = self.rules.orgs.lemmas
        return bool(known) and not known.isdisjoint(self.forms(word)[1:])

    def _town_head(self, word: str) -> bool:
        orgs = self.rules.orgs
        usual = orgs.is_usual(word.casefold()) and not self.places.sizeable(word)
        told = word[:1].isupper() and orgs.town_readings and not usual
        return bool(told) and orgs.is_town_head(self.morphology.analyse(word, "place")[0])
