"""The linker: mentions in, entities out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import LanguagePack
from allonym.link.attested import Attested, cited_in_full, settled, words_of
from allonym.link.clusters import Cluster, NameClusters, ValueLinker, place_name
from allonym.link.fields import fields_of, in_fields
from allonym.link.groups import Group
from allonym.link.merging import SecondLook
from allonym.link.name_order import called_by_one, in_one_case, in_order, of_one_role, told_apart
from allonym.link.names import Citation, common_type
from allonym.link.owners import Owners
from allonym.link.parts import PartReader
from allonym.link.persons import PersonLinker
from allonym.link.readings import SHAPES, PersonReader, Reading
from allonym.link.sex import SexReader
from allonym.link.speakers import as_speakers
from allonym.link.words import NameWords, load_words
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.features import NO_FEATURES, FeatureBundle
from allonym.model.latest import Latest
from allonym.model.mention import Mention, PartRole
from allonym.model.types import FIGURE, is_a
from allonym.model.view import TextView
from allonym.ports import Morphology

_READ = ("person", "place", "org")
_OWNED = ("email", "url", "username")


@dataclass(slots=True, eq=False)
class _Draft:
    """An entity before it has its number."""

    type: str
    mentions: tuple[Mention, ...]
    canonical: str = field(repr=False)
    parts: tuple[LemmaPart, ...] = field(repr=False, default=())
    features: FeatureBundle = field(default_factory=lambda: NO_FEATURES)
    family: frozenset[str] = field(repr=False, default=frozenset())


class NameLinker:
    """Decides by names and values which mentions belong together (the protocol ``Linker``).

    Args:
        morphology: The language's morphology.
        words: The language's word data; `allonym.link.words.load_words` reads it from a pack.
    """

    def __init__(self, morphology: Morphology, words: NameWords) -> None:
        self._morphology = morphology
        self._words = words
        self._parts = PartReader(morphology, words)
        self._persons = PersonReader(words, self._parts)
        self._citation = Citation(words)
        self._second = SecondLook(words)
        self._sex = SexReader(words)
        self._latest = Latest()

    @classmethod
    def load(cls, pack: LanguagePack, morphology: Morphology) -> NameLinker:
        """Make the linker of a language pack, with its lexicon and word data."""
        return cls(morphology, load_words(pack, load_lexicon(pack.where("lexicon")).flags))

    def link(self, view: TextView, mentions: Sequence[Mention]) -> list[Entity]:
        """Return entities in the order of their first mention; each mention in exactly one."""
        kinds: dict[str, list[Mention]] = {}
        for mention in sorted(mentions, key=lambda m: m.span):
            root = mention.type.partition(".")[0]
            read = self._parts.read(view, mention) if root in _READ else mention
            kind = FIGURE if is_a(mention.type, FIGURE) else root if root in _READ else ""
            kinds.setdefault(kind, []).append(read)
        drafts = chain.from_iterable(
            self._latest.made(view, kind, own, partial(self._drafts, view, own, kind))
            for kind, own in kinds.items()
        )
        return self._number(view, sorted(drafts, key=lambda d: d.mentions[0].span))

    def _drafts(self, view: TextView, mentions: Sequence[Mention], kind: str) -> list[_Draft]:
        if kind in ("person", FIGURE):  # nobody here is a figure
            return [*self._people(view, mentions)]
        return [*(self._named(view, mentions, kind) if kind else self._values(view, mentions))]

    def _people(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[_Draft]:
        people = in_one_case(as_speakers(view, mentions), view, self._words)
        people = settled(view, people, self._words)
        attested = Attested(words_of(view, people), self._morphology.forms, cited_in_full(people))
        readings = [self._persons.read(m, view, attested) for m in people]

        def reread(reading: Reading, roles: Sequence[PartRole]) -> Reading:
            return self._persons.reread(reading, roles, view, attested)

        given = partial(self._words.is_listed, kind="given")
        readings = in_order(readings, view, reread, given)
        readings = of_one_role(readings, view, reread, self._words.is_listed)
        fields = fields_of(readings, view)
        readings = in_fields(readings, fields, view, reread, self._words.gendered)
        readings = self._sex.told(
            called_by_one(readings), view, lambda m: self._persons.read(m, view, attested)
        )
        readings = told_apart(readings, view, self._words)
        linker = PersonLinker(
            lambda reading: self._persons.turn(reading, view, attested), fields.continued
        )
        groups = self._second.joined(linker.link(readings))
        for group in _one_for_each_known(groups):
            yield self._person(view, group)

    def _person(self, view: TextView, group: Group) -> _Draft:
        group.genders = self._sex.settled(group.members, group.genders)
        canonical, parts = self._citation.name(group, view)
        gender = next(iter(group.genders)) if len(group.genders) == 1 else ""
        mentions = sorted((r.mention for r in group.members), key=lambda m: m.span)
        # that only one name stands there says nothing of the person
        kind = common_type(["person" if m.type in SHAPES else m.type for m in mentions])
        features = {"Gender": gender} if gender else NO_FEATURES
        family = frozenset(self._words.family_key(p.lemma) for p in parts if p.role == "family")
        return _Draft(kind, tuple(mentions), canonical, parts, features, family)

    def _named(self, view: TextView, mentions: Sequence[Mention], kind: str) -> Iterator[_Draft]:
        linker = NameClusters(self._parts, self._words, self._morphology.forms, kind)
        for cluster in linker.link(view, mentions):
            name = place_name(cluster, view, self._parts, self._words, kind)
            yield _Draft(cluster.type, _in_order(cluster), name)

    def _values(self, view: TextView, mentions: Sequence[Mention]) -> Iterator[_Draft]:
        for cluster in ValueLinker().link(view, mentions):
            kind = common_type([m.type for m in cluster.members])
            yield _Draft(kind, _in_order(cluster), view.surface(cluster.members[0].span))

    # -- numbering -----------------------------------------------------------------------------

    def _number(self, view: TextView, drafts: Sequence[_Draft]) -> list[Entity]:
        ids = _ids(drafts)
        couples = _couples(drafts, ids)
        people = [
            (i, d.parts) for i, d in zip(ids, drafts, strict=True) if d.parts and d.type != FIGURE
        ]
        names = self._words.full_names, lambda name: self._words.pet_names.get(name, ())
        owners = Owners(people, *names) if any(is_owned(d.type) for d in drafts) else None
        entities = []
        for number, d in zip(ids, drafts, strict=True):
            address = view.surface(d.mentions[0].span) if is_owned(d.type) else ""
            owner = owners.of(address) if owners and address else None
            couple = couples.get(number)
            entities.append(
                Entity(number, d.type, d.mentions, d.canonical, d.parts, d.features, owner, couple)
            )
        return entities


def _one_for_each_known(groups: Sequence[Group]) -> list[Group]:
    """Join the groups that speak of the same person of the list of known ones, by any name."""
    first: dict[str, Group] = {}
    kept: list[Group] = []
    for group in groups:
        who = {e.detector for r in group.members for e in r.mention.evidence}
        known = sorted(name for name in who if name.startswith("known."))
        target = first.setdefault(known[0], group) if len(known) == 1 else group
        if target is group:
            kept.append(group)
        else:
            for reading in group.members:
                target.add(reading)
    return kept


def is_owned(kind: str) -> bool:
    """Tell whether things of this type are made from their owner's name."""
    return any(is_a(kind, owned) for owned in _OWNED)


def _in_order(cluster: Cluster) -> tuple[Mention, ...]:
    return tuple(sorted(cluster.members, key=lambda m: m.span))


def _ids(drafts: Sequence[_Draft]) -> list[EntityId]:
    """Return the number of each; figures are counted last, so that who is hidden has its own."""
    counts: dict[str, int] = {}
    ids = [EntityId("")] * len(drafts)
    for at in sorted(range(len(drafts)), key=lambda n: drafts[n].type == FIGURE):
        root = drafts[at].type.partition(".")[0]
        counts[root] = counts.get(root, 0) + 1
        ids[at] = EntityId(f"{root}#{counts[root]}")
    return ids


def _couples(drafts: Sequence[_Draft], ids: Sequence[EntityId]) -> dict[EntityId, EntityId]:
    """Tie people who share a surname: each to the first, the first to the second."""
    first: dict[str, EntityId] = {}
    couples: dict[EntityId, EntityId] = {}
    for number, draft in zip(ids, drafts, strict=True):
        for name in sorted(draft.family if draft.type != FIGURE else ()):
            other = first.setdefault(name, number)
            if other != number:
                couples.setdefault(number, other)
                couples.setdefault(other, number)
    return couples
