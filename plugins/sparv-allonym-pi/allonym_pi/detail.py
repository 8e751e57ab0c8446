"""From entities to the detailed labels: one for each token under a mention, and for told words.

::

    mentions ──type, parts, words around──▶ labels of names, places, numbers
    tokens   ──lists of everyday words────▶ labels of family, education, languages, lines
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from allonym_pi.levels import Label
from allonym_pi.lists import LISTS, Words, load_lists

from allonym.languages.pack import load_pack
from allonym.model.entity import Entity
from allonym.model.mention import Mention, NamePart
from allonym.model.span import Span
from allonym.model.types import is_a, longest_match
from allonym.model.view import TextView

_BY_TYPE: Mapping[str, str] = {
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

_NUMBER = re.compile(r"\d{1,4}[A-Za-z]?")
_HYPHENS = ("-", "\u2010", "\u2011", "–")
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


@dataclass(frozen=True)
class Details:
    """Chooses among the 38 detailed labels; build it with `load`.

    Attributes:
        words: The lists of the language, by name.
        genders: ``Masc`` or ``Fem`` for given names borne by one sex.
    """

    words: Mapping[str, Words] = field(repr=False)
    genders: Mapping[str, str] = field(repr=False)

    @classmethod
    def load(cls, language: str) -> Details:
        """Read the lists of a language.

        Raises:
            UnknownLanguage: If Allonym has no pack for it.
        """
        pack = load_pack(language)
        kin = pack.toml("words.toml").get("cues", {}).get("kin", {})
        streets = pack.toml("address.toml").get("street", ())
        more = {"fam": kin, "place": [s for s in streets for s in (s, f"*{s}") if len(s) > 2]}
        lists = load_lists(language)
        words = {n: Words.read(" ".join([lists.get(n, ""), *more.get(n, ())])) for n in LISTS}
        path = pack.path("genders.tsv")
        rows = path.read_text("utf-8").splitlines() if path else []
        pairs = (row.split("\t") for row in rows if row[:1] != "#")
        return cls(words, {name.casefold(): gender for name, gender, *_ in pairs})

    def label(self, view: TextView, entities: Sequence[Entity]) -> list[Label | None]:
        """Return one label for each token of the view.

        Args:
            view: A text with its tokens.
            entities: What is known of it.
        """
        tokens = [view.surface(span) for span in view.tokens]
        labels: list[Label | None] = [None] * len(tokens)
        count = 0
        for count, found in enumerate(_found(view, entities), start=1):
            for index in found.tokens:
                name = self._name(found, view.tokens[index], tokens, index)
                labels[index] = Label(name, found.number)
        for index, name in self._told(tokens, labels):
            labels[index] = Label(name, count + index)
        return labels

    # --- mentions ---

    def _name(self, found: _Found, token: Span, tokens: Sequence[str], index: int) -> str:
        kind = found.mention.type
        if is_a(kind, "person"):
            return self._of_person(found, token)
        if is_a(kind, "address"):
            return "street_nr" if any(c.isdigit() for c in tokens[index]) else "place"
        if is_a(kind, "age"):
            digits = any(c.isdigit() for i in found.tokens for c in tokens[i])
            return "age_digits" if digits else "age_string"
        if is_a(kind, "date"):
            return _of_date([tokens[i] for i in found.tokens], index - found.tokens.start)
        if kind in ("place", "place.settlement"):
            return self._of_place(found, tokens)
        if is_a(kind, "org") and self._near(found, tokens, "work"):
            return "work"
        return cast("str", longest_match(kind, _BY_TYPE))

    def _of_person(self, found: _Found, token: Span) -> str:
        parts = found.mention.parts
        if not parts:
            return "firstname_unknown"
        at = max((i for i, part in enumerate(parts) if part.span.start < token.end), default=0)
        part = parts[at]
        if part.role == "given":
            second = at > 0 and parts[at - 1].role == "given"
            glued = second and found.view.text[parts[at - 1].span.end : part.span.start] in _HYPHENS
            return "middlename" if second and not glued else self._first(found, part)
        return "initials" if part.role == "initial" else "surname"

    def _first(self, found: _Found, part: NamePart) -> str:
        lemmas = [a.lemma.casefold() for a in part.analyses[:1]]
        gender = next((self.genders[x] for x in lemmas if x in self.genders), "")
        gender = gender or found.entity.features.get("Gender", "")
        return {"Masc": "firstname_male", "Fem": "firstname_female"}.get(
            gender, "firstname_unknown"
        )

    def _of_place(self, found: _Found, tokens: Sequence[str]) -> str:
        inside = [tokens[i] for i in found.tokens]
        if self._near(found, tokens, "area", reach=1):
            return "area"
        for name in ("geo", "place"):
            if any(word in self.words[name] for word in inside):
                return name
        return "city"

    def _near(
        self, found: _Found, tokens: Sequence[str], name: str, reach: int = _REACH
    ) -> bool:
        """Tell whether a word of a list stands shortly before, in the same sentence."""
        for word in reversed(tokens[max(0, found.tokens.start - reach) : found.tokens.start]):
            if word in ".!?":
                return False
            if word in self.words[name]:
                return True
        return False

    # --- words ---

    def _told(
        self, tokens: Sequence[str], labels: Sequence[Label | None]
    ) -> Iterator[tuple[int, str]]:
        """Yield the tokens that lists know and no mention covers, with their labels."""
        for index, token in enumerate(tokens):
            name = self._of_line(tokens, index)
            taken = labels[index]
            if name and (taken is None or taken.detailed in _GIVES_WAY):
                yield index, name
            elif taken is None and not name and (name := self._of_word(token)):
                yield index, name

    def _of_word(self, token: str) -> str:
        for name in ("fam", "edu", "sensitive"):
            if token in self.words[name]:
                return name
        return "extra" if token in self.words["language"] else ""

    def _of_line(self, tokens: Sequence[str], index: int) -> str:
        """Return the label of the number or name of a line, empty if it is none."""
        token = tokens[index]
        before = tokens[index - 1] if index else ""
        after = tokens[index + 1] if index + 1 < len(tokens) else ""
        transport = self.words["transport"]
        if _NUMBER.fullmatch(token) and (before in transport or after in transport):
            return "transport_nr"
        if token in self.words["transport_name"] and token[:1].isupper() and index:
            return "transport_name"
        if token in self.words["colour"] and after in self.words["transport_name"].whole:
            return "transport_name"
        if before in self.words["colour"] and token in self.words["transport_name"].whole:
            return "transport_name"
        return ""


_GIVES_WAY = ("city", "place", "geo", "area", "other_institution", "extra", "work")
"""Labels under which a network without lines of transport puts them."""


def _found(view: TextView, entities: Sequence[Entity]) -> Iterator[_Found]:
    """Yield mentions in text order with the tokens they touch."""
    pairs = [(mention, entity) for entity in entities for mention in entity.mentions]
    for number, (mention, entity) in enumerate(sorted(pairs, key=lambda p: p[0].span)):
        first = bisect_right(view.tokens, mention.span.start, key=lambda t: t.end)
        last = first
        while last < len(view.tokens) and view.tokens[last].start < mention.span.end:
            last += 1
        yield _Found(view, number, entity, mention, range(first, last))


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
