"""What to look for: every form of every hidden entity, ready to be looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product, starmap
from typing import NamedTuple

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import PartRole
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.fold import all_skeletons, fold, is_cyrillic, pieces, plain, to_latin
from allonym.text.phrases import PhraseIndex
from allonym.text.usernames import shortened, user_names

LEAST = 3
"""A shorter form is listed, not blocking."""

_LEAST_VALUE = 5
_LEAST_SKELETON = 4
_MOST_WORDS = 4
_SKIPPED = ("age",)


Bearers = dict[EntityId, None]
"""Whose a form is, in the order of the document."""


class Wanted(NamedTuple):
    """One form of all entities of one type that share it; a named tuple, since there are many."""

    type: str  # theirs
    form: str  # small letters, composed
    original: bool = False  # whether the document had it in this form
    given: bool = False  # whether it is a given name, which others may bear too
    made: bool = False  # whether it is a user name made from the person's name

    def __repr__(self) -> str:
        return f"Wanted({self.type})"  # no form: it is a name


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Filed:
    """Some forms by what they fold to; those of a name are filed once, whoever bears it."""

    words: Mapping[str, Sequence[Wanted]]
    cyrillic: bool  # whether any is in Cyrillic
    latin: bool  # whether any is not; what is made of names does not count

    @classmethod
    def of(cls, wanted: Iterable[Wanted]) -> Filed:
        """File forms."""
        words: dict[str, list[Wanted]] = {}
        cyrillic = latin = False
        for own in dict.fromkeys(wanted):
            form, made = own.form, own.made
            words.setdefault(form if made else fold(form), []).append(own)  # made ones are folded
            other = not form.isascii() and is_cyrillic(form)
            cyrillic, latin = cyrillic or other, latin or not (other or made)
        return cls(words, cyrillic, latin)


@dataclass(slots=True)
class Forms:
    """Look-up tables: single words by folded form, longer things as phrases.

    Either leads to whose it is; of a family of a hundred the surname is filed once.
    """

    filed: list[tuple[EntityId, Filed]] = field(default_factory=list, repr=False)
    phrases: PhraseIndex[dict[str, Bearers]] = field(default_factory=lambda: PhraseIndex({}))
    _skeletons: dict[str, dict[Wanted, Bearers]] = field(default_factory=dict, repr=False)

    @property
    def scripts(self) -> tuple[bool, bool]:
        """Whether any is in Cyrillic, and any not: each may be transliterated into the other."""
        return any(own.cyrillic for _, own in self.filed), any(own.latin for _, own in self.filed)

    def among(self, asked: AbstractSet[str]) -> Mapping[str, Mapping[Wanted, Bearers]]:
        """Return the words that fold to one of those asked for, by what they fold to."""
        found: dict[str, dict[Wanted, Bearers]] = {}
        for entity, own in self.filed:
            for key in own.words.keys() & asked:
                bucket = found.setdefault(key, {})
                for wanted in own.words[key]:
                    bucket.setdefault(wanted, {})[entity] = None
        return found

    def skeletons(self) -> Mapping[str, Mapping[Wanted, Bearers]]:
        """Return the words by skeleton, for texts that mix scripts."""
        if not self._skeletons:
            known: dict[Wanted, Bearers] = {}
            for entity, own in self.filed:
                for wanted in (w for w in chain(*own.words.values()) if not w.made):
                    known.setdefault(wanted, {})[entity] = None
            keys = all_skeletons([wanted.form for wanted in known])  # all at once: there are many
            for (wanted, bearers), key in zip(known.items(), keys, strict=True):
                if len(key) >= _LEAST_SKELETON:
                    self._skeletons.setdefault(key, {})[wanted] = bearers
        return self._skeletons


def collect_forms(hidden: Iterable[Entity], view: TextView, morphology: Morphology) -> Forms:
    """Return everything to look for in a result.

    Args:
        hidden: The entities that were to be hidden.
        view: The document they come from.
        morphology: Gives the forms of their names.
    """
    forms = Forms()
    phrases: dict[str, dict[str, Bearers]] = {}
    for entity in hidden:
        if is_a(entity.type, "person"):
            forms.filed += ((entity.id, own) for own in _person(entity, view, morphology))
            longer = list(_whole(entity, view))
        else:
            named = is_a(entity.type, "place") or is_a(entity.type, "org")
            words, longer = _named(entity, view, morphology) if named else _value(entity, view)
            forms.filed.append((entity.id, Filed.of(words)))
        for phrase in longer:
            phrases.setdefault(phrase, {}).setdefault(entity.type, {})[entity.id] = None
    forms.phrases = PhraseIndex(phrases)
    return forms


# --- people --------------------------------------------------------------------------------------


def _person(entity: Entity, view: TextView, morphology: Morphology) -> Iterator[Filed]:
    surfaces = list(_surfaces(entity, view))
    own = (_single(entity.type, word, role, original=True) for role, word in surfaces)
    yield Filed.of(chain.from_iterable(own))
    words = {(p.role, p.lemma) for p in entity.parts} or {("family", w) for _, w in surfaces}
    for role, lemma in sorted(words | set(_called(entity))):
        if role in ("given", "family"):
            yield _every(entity.type, morphology.forms(lemma, role), role)
    given, family = (tuple(_latin(entity, role)) for role in ("given", "family"))
    yield _made(entity.type, given or tuple(_latin(entity, "initial")), family, bool(given))


def _surfaces(entity: Entity, view: TextView) -> Iterator[tuple[PartRole, str]]:
    for mention in entity.mentions:
        if not mention.parts:
            yield "family", view.surface(mention.span)
        for part in mention.parts:
            if part.role in ("given", "family"):
                yield part.role, view.surface(part.span)


def _called(entity: Entity) -> Iterator[tuple[PartRole, str]]:
    """Yield the names by which somebody is also called: Karl Nilsson is *Kalle* in the text."""
    for part in (p for mention in entity.mentions for p in mention.parts):
        yield from ((part.role, a.lemma) for a in part.analyses[:1])


@lru_cache(maxsize=1 << 12)
def _every(kind: str, forms: frozenset[str], role: PartRole) -> Filed:
    """Return the forms of a name, which are asked for again with each result of a document."""
    return Filed.of(wanted for form in sorted(forms) for wanted in _single(kind, form, role))


@lru_cache(maxsize=1 << 12)
def _made(kind: str, given: Sequence[str], family: Sequence[str], whole: bool) -> Filed:
    """Return the user names of somebody, cut short where the given name is `whole`: *jkowal1*."""
    made = [name for name in user_names(given, family) if len(name) > LEAST]
    cut = chain.from_iterable(starmap(shortened, product(given[:whole], family)))
    names = (*made, *(name for name in cut if len(name) > _LEAST_VALUE))
    return Filed.of(Wanted(kind, name, made=True) for name in names)


def _single(kind: str, word: str, role: PartRole, *, original: bool = False) -> Iterator[Wanted]:
    found = [word] if word.isalpha() else [match[0] for match in pieces(word)]
    for piece in found:
        if len(piece) > 1 and not piece.isdigit():
            yield Wanted(kind, plain(piece), original, role == "given")


def _latin(entity: Entity, role: PartRole) -> list[str]:
    lemmas = (p.lemma for p in entity.parts if p.role == role)
    latin = (to_latin(lemma) if is_cyrillic(lemma) else lemma for lemma in lemmas)
    return ["".join(fold(m[0]) for m in pieces(lemma)) for lemma in latin]


def _whole(entity: Entity, view: TextView) -> Iterator[str]:
    """Yield names whose words are all too short or weak to be looked for alone: J. K., Li Bo."""
    for mention in entity.mentions:
        surface = view.surface(mention.span)
        words = [m[0] for m in pieces(surface)]
        if len(words) > 1 and all(1 < len(w) < LEAST for w in words):
            yield surface


# --- places, organisations, values ---------------------------------------------------------------


def _named(
    entity: Entity, view: TextView, morphology: Morphology
) -> tuple[list[Wanted], list[str]]:
    kind = "place" if is_a(entity.type, "place") else "org"
    surfaces = dict.fromkeys(view.surface(m.span) for m in entity.mentions)
    names = dict.fromkeys([*surfaces, entity.canonical])
    if entity.canonical and len(list(pieces(entity.canonical))) <= _MOST_WORDS:
        names |= dict.fromkeys(sorted(morphology.forms(entity.canonical, kind)))
    words: list[Wanted] = []
    longer: list[str] = []
    for name in names:
        found = [m[0] for m in pieces(name)]
        if len(found) == 1 and len(found[0]) > 1:
            words.append(Wanted(entity.type, plain(found[0]), name in surfaces))
        elif len(found) > 1:
            longer.append(name)
    return words, longer


def _value(entity: Entity, view: TextView) -> tuple[list[Wanted], list[str]]:
    surfaces = dict.fromkeys(view.surface(m.span) for m in entity.mentions)
    root = entity.type.partition(".")[0]
    if root in _SKIPPED:
        return [], []
    single = [s for s in surfaces if len(list(pieces(s))) == 1 and s.isalpha()]
    words = [Wanted(entity.type, plain(s), original=True) for s in single]
    longer = [s for s in surfaces if s not in single and sum(map(str.isalnum, s)) >= _LEAST_VALUE]
    if root == "phone":
        longer += [n for s in surfaces for n in _national(s)]
    return words, longer


def _national(surface: str) -> Iterator[str]:
    """Yield a phone number as it is dialled at home, with and without the zero in front."""
    digits = "".join(c for c in surface if c.isdigit())
    if len(digits) >= _NATIONAL:
        yield digits[-_NATIONAL:]
        yield "0" + digits[-_NATIONAL:]


_NATIONAL = 9
"""Digits of a number without country code or trunk zero in most of our countries."""


def given_names(entities: Sequence[Entity], view: TextView) -> frozenset[str]:
    """Return the folded given names of people who are kept."""
    people = (e for e in entities if is_a(e.type, "person"))
    said = ((*((p.role, p.lemma) for p in e.parts), *_surfaces(e, view)) for e in people)
    words = (word for own in said for role, word in own if role == "given")
    return frozenset(fold(m[0]) for word in words for m in pieces(word))
