"""From entities to the detailed labels: one for each token under a mention, and for told words.

::

    mentions ──type, parts, words around──▶ labels of names, places, numbers
    lists of known firms, schools, bodies──▶ labels of places of work and study
    tokens   ──lists of everyday words────▶ labels of family, education, languages, lines
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from allonym.languages.geography import load_geography
from allonym.languages.lexicon import load_lexicon
from allonym.languages.local import load_local
from allonym.languages.nobody import Nobody, Term
from allonym.languages.pack import LanguagePack, load_pack, rows
from allonym.languages.terms import Terms, load_terms
from allonym.model.entity import Entity
from allonym.model.mention import Mention, NamePart
from allonym.model.span import Span
from allonym.model.types import is_a, longest_match
from allonym.model.view import TextView
from allonym_pi.levels import Label
from allonym_pi.lists import LISTS, Words, load_lists

LABEL_OF: Mapping[str, str] = {
    "place.country": "country", "place.region": "region", "place.settlement": "city",
    "postcode": "zip_code", "org": "other_institution", "org.school": "school",
    "phone": "phone_nr", "email": "email", "url": "url", "id": "other_nr_seq",
    "id.national": "personid_nr", "account": "account_nr", "iban": "account_nr",
    "card": "account_nr", "plate": "license_nr", "id.document": "license_nr",
    "property": "other_nr_seq", "case_number": "other_nr_seq", "ip": "other_nr_seq",
    "mac": "other_nr_seq", "gps": "other_nr_seq", "occupation": "prof", "health": "sensitive",
    "*": "extra",
}  # fmt: skip
"""Types of which every token takes the same label."""

_MODEL = re.compile(r"[A-Z]{0,3}\d{1,4}[A-Za-z]{0,3}(?:-\d{1,2})?|-")
_NUMBER = re.compile(r"(?:[A-Z]{1,2}[ -]?)?\d{1,4}[A-Za-z]?")
_INITIALS = re.compile(r"(?<![\w.])[^\W\d_]\.(?:[ -]?[^\W\d_]\.){1,2}(?!\w)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_HYPHENS = ("-", "\u2010", "\u2011", "–")
_GIVEN = {"Masc": "firstname_male", "Fem": "firstname_female"}
_NEAR = 3
"""Tokens between a number and the word it is the number of: *buss nr . 4*."""
_REACH = 6
"""Tokens between a word such as ``works`` and the name of the place of work."""


@dataclass(frozen=True)
class _Found:
    """A mention under way: which it is, its entity, the tokens it covers."""

    view: TextView = field(repr=False)
    number: int
    entity: Entity
    mention: Mention
    tokens: range

    def words(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return its words among those of the text."""
        return tokens[self.tokens.start : self.tokens.stop]


class _Told(NamedTuple):
    """What a list says of a stretch of text, and which labels of the detector it outweighs."""

    span: Span
    label: str
    weaker: tuple[str, ...] = ()


@dataclass(frozen=True)
class Details:
    """Chooses among the 38 detailed labels; build it with `load`.

    Attributes:
        words: The lists of the language, by name.
        genders: ``Masc`` or ``Fem`` for given names borne by one sex.
        kin: The same for nouns that say somebody's sex: *man*, *fru*.
        months: Names of months in every form, as they are written.
        terms: Occupations and diseases of the language.
        bodies: Names of firms, schools and authorities that everybody knows: no names to hide,
            but they say where somebody works.
        seats: The label of each town and region by its name.
        sights: The label of each water, mountain, quarter, square by its forms.
        is_word: Tells whether the dictionary has a word in small letters.
    """

    words: Mapping[str, Words] = field(repr=False)
    genders: Mapping[str, str] = field(repr=False)
    kin: Mapping[str, str] = field(repr=False)
    months: frozenset[str] = field(repr=False)
    terms: Terms = field(repr=False)
    bodies: Nobody = field(repr=False)
    seats: Mapping[str, str] = field(repr=False)
    sights: Mapping[str, str] = field(repr=False)
    is_word: Callable[[str], bool] = field(repr=False)

    @classmethod
    def load(cls, language: str) -> Details:
        """Read the lists of a language.

        Raises:
            UnknownLanguage: If Allonym has no pack for it.
        """
        pack = load_pack(language)
        told = pack.toml("words.toml")
        kin = told.get("cues", {}).get("kin", {})
        sex = told.get("sex", {})
        sexes = {"Masc": sex.get("nouns_masc", ()), "Fem": sex.get("nouns_fem", ())}
        sexed = {noun: gender for gender, nouns in sexes.items() for noun in nouns}
        streets = pack.toml("address.toml").get("street", ())
        more = {"fam": kin, "place": [s for s in streets for s in (s, f"*{s}") if len(s) > 2]}
        lists = load_lists(language)
        words = {n: Words.read(" ".join([lists.get(n, ""), *more.get(n, ())])) for n in LISTS}
        path = pack.path("genders.tsv")
        rows = path.read_text("utf-8").splitlines() if path else []
        pairs = (row.split("\t") for row in rows if row[:1] != "#")
        genders = {name.casefold(): gender for name, gender, *_ in pairs}
        dates = pack.toml("dates.toml")
        forms = {month for style in dates.get("months", {}).values() for month in style}
        months = frozenset(forms - {*dates.get("doubtful", ())})
        towns = load_geography(pack).towns
        seats = {t.region: "region" for t in towns} | {t.name: "city" for t in towns}
        ordinary = load_lexicon(pack.where("lexicon")).ordinary
        sights = {name: label for name, label in _sights(pack) if name not in seats}
        terms, nobody = load_terms(language), Nobody.load(pack)
        return cls(words, genders, sexed, months, terms, nobody, seats, sights,
                   lambda word: bool(ordinary(word)))  # fmt: skip

    def label(self, view: TextView, entities: Sequence[Entity]) -> list[Label | None]:
        """Return one label for each token of the view.

        Args:
            view: A text with its tokens.
            entities: What is known of it.
        """
        tokens = [view.surface(span) for span in view.tokens]
        labels: list[Label | None] = [None] * len(tokens)
        mentions = list(_found(view, entities))
        for found in mentions:
            for index in found.tokens:
                name = self._name(found, view.tokens[index], tokens, index)
                labels[index] = Label(name, found.number) if name else None
            if seat := self._seat(found, tokens):
                *_, before, last = found.tokens
                labels[before], labels[last] = None, Label(seat, -1 - found.number)
        told = (*self._bodies_in(view, tokens), *self._terms_in(view))
        for number, (span, name, weaker) in enumerate(told, start=len(mentions)):
            for index in _under(view, span):
                taken = labels[index]
                if taken is None or taken.detailed in weaker:
                    labels[index] = Label(name, number)
        beyond = len(mentions) + len(view.text)
        for index in range(len(tokens)):
            name = self._told(tokens, index, labels[index])
            labels[index] = Label(name, beyond + index) if name else labels[index]
        return labels

    def _seat(self, found: _Found, tokens: Sequence[str]) -> str:
        """Return the label of the town behind the name of a body: *Byggarna AB | i | Örebro*.

        What is called only what it is is called after its town: *Universitetet i Oslo*.
        """
        *name, before, last = ("", "", *found.words(tokens))
        words = [word for word in name if word.isalpha()]
        named = len(words) > 1 or not all(self.is_word(word.lower()) for word in words)
        told = is_a(found.mention.type, "org") and before.isalpha() and before.islower()
        return self.seats.get(last, "") if named and told else ""

    # --- mentions ---

    def _name(self, found: _Found, token: Span, tokens: Sequence[str], index: int) -> str:
        kind = found.mention.type
        if is_a(kind, "person"):
            return self._of_person(found, token, tokens)
        if is_a(kind, "address") or is_a(kind, "age"):
            lettered = len(tokens[index]) == 1 and index > found.tokens.start  # the B of 12 B
            own = tokens[index - lettered : index + 1]
            words = own if is_a(kind, "address") else found.words(tokens)
            return _NUMBERED[kind.split(".")[0]][any(c.isdigit() for w in words for c in w)]
        if is_a(kind, "date") or is_a(kind, "occupation"):
            tell = _of_date if is_a(kind, "date") else _of_occupation
            beyond = is_a(kind, "occupation") and token.start >= self._term_end(found)
            return "" if beyond else tell(found.words(tokens), index - found.tokens.start)
        if kind in ("place", "place.settlement", "other"):
            return self._of_place(found, tokens)
        if is_a(kind, "org") and self._near(found.tokens.start, tokens, "work"):
            return "work"
        return cast("str", longest_match(kind, LABEL_OF))

    def _term_end(self, found: _Found) -> int:
        """Return where a listed occupation ends that a place without a name goes on: *på ett …*."""
        span = found.mention.span
        said = found.view.surface(span)
        ends = [t.span.end for t in self.terms.find(said) if t.term.kind != "health"]
        return span.start + max(ends) if ends and said[max(ends) :].islower() else span.end

    def _of_person(self, found: _Found, token: Span, tokens: Sequence[str]) -> str:
        parts = found.mention.parts
        if not parts:
            return "firstname_unknown"
        at = max((i for i, part in enumerate(parts) if part.span.start < token.end), default=0)
        part = parts[at]
        if part.role == "given":
            second = at > 0 and parts[at - 1].role == "given"
            glued = second and found.view.text[parts[at - 1].span.end : part.span.start] in _HYPHENS
            return "middlename" if second and not glued else self._first(found, part, tokens)
        first = found.tokens.start
        if len(parts) == 1 and first and tokens[first - 1] in self.words["fam"]:
            return self._first(found, part, tokens)  # min fru Saba
        return "initials" if part.role == "initial" else "surname"

    def _first(self, found: _Found, part: NamePart, tokens: Sequence[str]) -> str:
        """Return the label of a given name; a word right before may say whose: *min man Saba*."""
        before = tokens[max(0, found.tokens.start - 1) : found.tokens.start]
        if said := next((self.kin[w.casefold()] for w in before if w.casefold() in self.kin), ""):
            return _GIVEN[said]
        lemmas = [a.lemma.casefold() for a in part.analyses[:1]]
        gender = next((self.genders[x] for x in lemmas if x in self.genders), "")
        gender = gender or found.entity.features.get("Gender", "")
        return _GIVEN.get(gender, "firstname_unknown")

    def _of_place(self, found: _Found, tokens: Sequence[str]) -> str:
        inside = found.words(tokens)
        if self._near(found.tokens.start, tokens, "area", reach=1):
            return "area"
        if sight := self.sights.get(found.view.surface(found.mention.span)):
            return sight
        for name in ("geo", "place"):
            if any(word in self.words[name] for word in inside):
                return name
        if found.mention.type != "other":
            return "city"
        # a name of no known kind where somebody works: jobbar på ...
        return "work" if self._near(found.tokens.start, tokens, "work") else "extra"

    def _near(self, start: int, tokens: Sequence[str], name: str, reach: int = _REACH) -> bool:
        """Tell whether a word of a list stands shortly before, in the same sentence."""
        for word in reversed(tokens[max(0, start - reach) : start]):
            if word in ".!?":
                return False
            if word in self.words[name]:
                return True
        return False

    # --- words ---

    def _bodies_in(self, view: TextView, tokens: Sequence[str]) -> Iterator[_Told]:
        """Yield listed bodies, and brands where somebody works; schools, other institutions."""
        for term in self.bodies.find(view):
            under = _under(view, term.span)
            works = bool(under) and self._near(under.start, tokens, "work")
            said = view.surface(term.span)
            if said.islower() and self.is_word(said):
                continue  # tre barn
            if under and (term.is_public or (works and term.kind == "brand")):
                weaker = () if term.also else ("city", "extra", "other_institution")
                yield _Told(term.span, "work" if works else _of_body(term), weaker)

    def _terms_in(self, view: TextView) -> Iterator[_Told]:
        """Yield initials, and occupations and diseases whatever stands around them."""
        for match in _INITIALS.finditer(view.text):
            if match[0].upper() == match[0]:
                yield _Told(Span(*match.span()), "initials", ("extra",))
        for found in self.terms.find(view.text):
            yield _Told(found.span, "sensitive" if found.term.kind == "health" else "prof")

    def _told(self, tokens: Sequence[str], index: int, taken: Label | None) -> str:
        """Return the label that lists give a token, empty where none or a mention has its own."""
        line = self._of_line(tokens, index)
        if line:
            return line if taken is None or taken.detailed in _GIVES_WAY else ""
        return self._of_word(tokens[index]) if taken is None else ""

    def _of_word(self, token: str) -> str:
        for name in ("fam", "edu", "sensitive"):
            if token in self.words[name]:
                return name
        if token[:1].isupper() and token.casefold() in self.words["geo"].whole:
            return "geo"  # known to everybody, and kept: Kebnekaise
        if token in self.months or _YEAR.fullmatch(token):
            return "month_word" if token in self.months else "year"
        return "extra" if token in self.words["language"] else ""

    def _of_line(self, tokens: Sequence[str], index: int) -> str:
        """Return the label of the number or name of a line, empty if it is none."""
        before, token, after = ["", *tokens, ""][index : index + 3]
        near = (self._numbered(tokens, index), after)
        if _NUMBER.fullmatch(token) and any(word in self.words["transport"] for word in near):
            return "transport_nr"
        if vehicle := self._of_vehicle(tokens, index):
            return vehicle
        lines, colours = self.words["transport_name"], self.words["colour"]
        coloured = token in colours and after.casefold() in lines.whole
        of_colour = token.casefold() in lines.whole and before in colours
        capital = token[:1].isupper() and before not in ("", *".!?") and token in lines
        return "transport_name" if coloured or of_colour or capital else ""

    def _numbered(self, tokens: Sequence[str], index: int) -> str:
        """Return the word before a number, a word that says only that it is one left aside."""
        before = (t for t in reversed(tokens[max(0, index - _NEAR) : index]) if t != ".")
        return next((word for word in before if word not in self.words["number"]), "")

    def _of_vehicle(self, tokens: Sequence[str], index: int) -> str:
        """Return the label of a make before the number of a model, and of that: *SAAB 9-5*."""
        back = range(index, max(-1, index - 4), -1)
        start = next((n for n in back if not _MODEL.fullmatch(tokens[n])), index)
        made = tokens[start][:1].isupper() and tokens[start] in self.words["vehicle"]
        if not made or not any(map(str.isdigit, "".join(tokens[start + 1 : start + 2]))):
            return ""
        return "transport_name" if index == start else "transport_nr"


def _sights(pack: LanguagePack) -> Iterator[tuple[str, str]]:
    """Yield what lies in the country or is known abroad, with its label, a quarter's first."""
    for kind, _, *forms in rows(pack.path("world.tsv")):
        if label := _SIGHTS.get(kind.partition(".")[0]):
            yield from ((form, label) for form in forms)
    for things in load_local(pack).by_place.values():
        for thing in things:
            if label := _SIGHTS.get(thing.main):
                yield from ((name, label) for name in thing.names)


def _of_body(term: Term) -> str:
    return "school" if term.kind == "public.university" else "other_institution"


_SIGHTS = {
    "lake": "geo", "river": "geo", "stream": "geo", "sea": "geo", "mountain": "geo", "hill": "geo",
    "island": "geo", "quarter": "area", "borough": "area", "airport": "place", "park": "place",
    "square": "place", "street": "place", "castle": "place", "arena": "place", "museum": "place",
    "church": "place", "mall": "place", "resort": "place",
}  # fmt: skip
"""Labels by what a thing of a town or country is."""

_NUMBERED = {"address": ("place", "street_nr"), "age": ("age_string", "age_digits")}
"""Labels without and with a digit."""

_GIVES_WAY = ("city", "place", "geo", "area", "other_institution", "extra", "work", "surname")
"""Labels under which a network without lines of transport puts them."""


def _found(view: TextView, entities: Sequence[Entity]) -> Iterator[_Found]:
    """Yield mentions in text order with the tokens they touch."""
    pairs = [(mention, entity) for entity in entities for mention in entity.mentions]
    for number, (mention, entity) in enumerate(sorted(pairs, key=lambda p: p[0].span)):
        yield _Found(view, number, entity, mention, _under(view, mention.span))


def _under(view: TextView, span: Span) -> range:
    """Return the numbers of the tokens that a span touches."""
    first = bisect_right(view.tokens, span.start, key=lambda t: t.end)
    return range(first, max(first, bisect_left(view.tokens, span.end, key=lambda t: t.start)))


def _of_occupation(words: Sequence[str], index: int) -> str:
    """Return the label of a word of an occupation, which may say where somebody has it.

    >>> [_of_occupation(["läkare", "på", "Karolinska", "sjukhuset"], i) for i in range(4)]
    ['prof', '', 'work', 'work']
    """
    named = next((n for n, word in enumerate(words) if n > 1 and word[:1].isupper()), len(words))
    if index >= named:
        return "work"
    return "" if index == named - 1 and named < len(words) else "prof"


def _of_date(words: Sequence[str], index: int) -> str:
    """Return the label of a word of a date.

    >>> [_of_date(["3", "maj", "1998"], i) for i in range(3)]
    ['day', 'month_word', 'year']
    >>> [_of_date(["3/5", "1998"], 0), _of_date(["05", "/", "2019"], 0)]
    ['date_digits', 'month_digit']
    """
    numbers = [w for w in words if any(c.isdigit() for c in w)]
    word = words[index]
    if not any(c.isalpha() for w in words for c in w):
        return _of_numeric(numbers, word)
    digits = "".join(c for c in word if c.isdigit())
    if not digits:
        return "month_word" if any(c.isalpha() for c in word) else "date_digits"
    if any(not c.isdigit() for c in word.strip(".,:'’").rstrip("abcdefghijklmnopqrstuvwxyzåä")):
        return "date_digits"
    return "year" if len(digits) == 4 else "day"


def _of_numeric(numbers: Sequence[str], word: str) -> str:
    bare = [n.strip(".") for n in numbers]
    if len(bare) == 1 and re.fullmatch(r"\d{4}", bare[0]):
        return "year"
    if len(bare) == 2 and all(n.isdigit() for n in bare) and 4 in map(len, bare):
        return "year" if len(word.strip(".")) == 4 else "month_digit"
    return "date_digits"
