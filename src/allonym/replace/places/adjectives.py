"""Adjectives and inhabitants of towns that are no mentions: they follow the towns named."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from allonym.languages.analogy import load_analogy
from allonym.languages.geography import load_geography
from allonym.languages.inhabitants import load_homes, load_inhabitants
from allonym.languages.lexicon import load_settings
from allonym.languages.local import load_local
from allonym.languages.pack import LanguagePack
from allonym.languages.town import Town
from allonym.model.cover import Cover
from allonym.model.entity import Entity, EntityId
from allonym.model.mention import Analysis
from allonym.model.replacement import Replacement
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.ports import Morphology, ReplaceContext
from allonym.replace.inflect import Placed
from allonym.replace.rules import NameRules
from allonym.text.capitals import SMALL, at_head, like
from allonym.text.fold import fold, strip_marks

_WORD = re.compile(r"[^\W\d_]{4,}")
_NOUN = re.compile(rf" {SMALL}[^\W\d_]{{3,}}")
_STEM, _TAIL = 4, 4
"""Letters that an adjective begins with at least, and that its forms may change at the end."""
_SURE, _BY_RULE, _UNSURE = 0.5, 0.9, 0.4
ENDING = 3
_SAME = frozenset({"kin"})
"""What hangs on words and is alike behind all vowels."""


def followed(
    context: ReplaceContext,
    entities: Sequence[Entity],
    places: Sequence[tuple[str, str, Entity]],
    rules: NameRules,
    morphology: Morphology,
    moved: Sequence[tuple[Town, Town]] = (),
    lands: Sequence[tuple[str, str]] = (),
) -> Iterator[Replacement]:
    """Yield what adjectives of the text's towns become outside all mentions: *mikkeliläinen*.

    Those who live there are that town's even where they were taken for a name: *Nyköpingsborna*.
    Those of their districts and regions too: *powiat pucki*, *województwo pomorskie*.

    Args:
        context: The document.
        entities: Those that were named.
        places: The places named, see `named_places`.
        rules: What the language says about names.
        morphology: Reads and inflects adjectives.
        moved: The towns that were drawn, those in the names of organisations too.
        lands: The adjectives of the lands that they lie in.
    """
    regions = [(old, new, anchor(entities)) for old, new in lands if entities]
    pairs = {old.casefold(): (new.casefold(), e) for old, new, e in reversed(regions)}
    own = [*_pairs(places, entities, rules, morphology, moved)]
    pairs |= {old: (new, e) for old, new, e in reversed(own) if old and new}
    by_stem = _by_stem(pairs)
    towns = [*places, *((*both, anchor(entities)) for both in _told(moved, rules) if entities)]
    named, joined = _people(towns, regions, rules, morphology), _compounds(towns, rules)
    local = load_inhabitants(rules.pack).local
    taken = Cover(m.span for e in context.entities for m in e.mentions)
    mentions = {m.span: e.id for e in entities if not _is_borne(e) for m in e.mentions}
    lone = {e.id for e in entities if is_a(e.type, "person") and len(e.mentions) == 1}
    bare, settled = _bare(rules, named), _settled(rules, morphology)
    alone = {old: (new, e.id) for old, new, e in towns if new}
    others: set[str] = set()  # words that nothing follows
    words = (word for word in _WORD.finditer(context.view.text) if word[0] not in others)
    for match in words if pairs or named else ():
        span, low = Span(*match.span()), match[0].lower()
        said = bare(low)
        lives, whole = named.get(said) or named.get(strip_marks(said)), mentions.get(span)
        lives = lives or (joined(low) if match[0] == low or not whole else None)
        lives = lives or (None if whole else alone.get(match[0]))  # Cork, beside its hospital
        if lives and not (settled(match[0]) if whole else taken.touches(span)):
            small = lives[0] in local and not at_head(context.view.text, span.start)
            made, of = lives[0] + low.removeprefix(said), whole or lives[1]
            text = made if small else like(match[0], made)
            yield Replacement(span, text, of, "pseudonym", _BY_RULE, context=whole is None)
            continue
        near = [old for old in by_stem.get(low[:_STEM], ()) if _alike(low, old)]
        others |= set() if near or lives or whole else {match[0]}
        if near and (
            not taken.touches(span) or (whole in lone and _NOUN.match(context.view.text, span.end))
        ):
            readings = morphology.analyse(low, "common")
            found = next(((r, old) for r in readings[:4] for old in near if r.lemma == old), None)
            if found:
                (adjective, place), who = pairs[found[1]], whole if whole in lone else None
                yield from _moved(context, span, found[0], adjective, place.id, who, morphology)


def _is_borne(entity: Entity) -> bool:
    """Tell whether a word is somebody's name, whoever else is called so: *pán Oravec*."""
    titled = any(e.rule == "title" for m in entity.mentions for e in m.evidence)
    return is_a(entity.type, "person") and (
        titled or any(len(m.parts) > 1 for m in entity.mentions)
    )


def _settled(rules: NameRules, morphology: Morphology) -> Callable[[str], bool]:
    """Return what tells a form of a town's name, *z Rakeka*, from a word for who is from there."""
    known = load_geography(rules.pack).named

    def settled(word: str) -> bool:
        names = (word, *(r.lemma for r in morphology.analyse(word, "place")[:1]))
        return any(known(name) is not None for name in names)

    return settled


def _by_stem(adjectives: Iterable[str]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for adjective in adjectives:
        found[adjective[:_STEM]].append(adjective)
    return found


def homes(text: str, pack: LanguagePack) -> Sequence[str]:
    """Return the towns that a text tells only by who is from there: *a Bakranka*, *a Scouser*.

    Those too to whose names somebody is joined: *Växjökillen*.
    """
    known = [table for table in (load_homes(pack), load_local(pack).people) if table]
    words = [match[0].lower() for match in _WORD.finditer(text)] if known else []
    told = [table.get(word, "") for word in words for table in known]
    people = pack.toml("address.toml").get("joined", {}).get("people")
    geography = load_geography(pack)
    for found in filter(None, map(re.compile(people).fullmatch, words) if people else ()):
        towns = (geography.named(name.title()) for name in (found[1], found[1] + found[2]))
        told += [t.name for t in towns if t and t.size < geography.smallest[t.country]]
    return tuple(dict.fromkeys(filter(None, told)))


def _pairs(
    places: Sequence[tuple[str, str, Entity]],
    entities: Sequence[Entity],
    rules: NameRules,
    morphology: Morphology,
    moved: Sequence[tuple[Town, Town]],
) -> Iterator[tuple[str, str, Entity]]:
    """Yield what adjectives become: of the places named, then of the towns drawn."""
    analogy = load_analogy(rules.pack).adjective
    for name, new, entity in places:
        other = adjective_of(new, morphology) or analogy(new)
        for old in morphology.derivations(name, "place") or (analogy(name),):
            if old.casefold() != name.casefold():  # lenti, of Lenti and below
                yield old.casefold(), other, entity
    for towns in moved if entities else ():
        both = zip(*(_adjectives(town, rules, morphology) for town in towns), strict=True)
        yield from ((old, new, anchor(entities)) for old, new in both)


def _told(moved: Sequence[tuple[Town, Town]], rules: NameRules) -> Iterator[tuple[str, str]]:
    """Yield the names of the towns drawn, short ones too, and new: *fürediek*, of Balatonfüred."""
    short = load_geography(rules.pack).short.items()
    for old, new in moved:
        for name in (old.name, *(own for own, full in short if full == old.name)):
            yield name, new.name


def _compounds(
    towns: Iterable[tuple[str, str, Entity]], rules: NameRules
) -> Callable[[str], tuple[str, EntityId] | None]:
    """Return what makes a word joined to a town's name that of the new town: *boråshuset*."""
    stems = rules.pack.toml("address.toml").get("joined", {}).get("stems", ())
    joints = [(re.compile(rf"(?:{end})\Z"), link) for end, link in stems]
    usual = rules.orgs.is_usual

    def heads(town: str) -> list[str]:
        low = town.casefold()
        return [end.sub(link, low, count=1) for end, link in joints if end.search(low)]

    long = ((old, new, e.id) for old, new, e in towns if joints and len(old) >= _STEM)
    rows: dict[str, tuple[int, str, EntityId]] = {}
    for n, (old, new, of) in enumerate(long):
        for head in heads(old):
            rows.setdefault(head, (n, heads(new)[0], of))

    def moved(word: str) -> tuple[str, EntityId] | None:
        if not rows or usual(word):
            return None
        cuts = ((rows.get(word[:at]), word[at:]) for at in range(1, len(word) - _STEM + 1))
        found = sorted((*row, tail) for row, tail in cuts if row and usual(tail))
        return next(((new + tail, of) for _, new, of, tail in found), None)

    return moved


def _bare(rules: NameRules, named: Collection[str]) -> Callable[[str], str]:
    """Return what takes off a word what hangs on it, if who is from a place is left."""
    particles = load_settings(rules.pack.where("lexicon")).get("particles", ())
    hung = [p for p in particles if p in _SAME]

    def bare(word: str) -> str:  # hollolalaisetkin
        left = (word.removesuffix(p) for p in hung if word.endswith(p))
        return next((w for w in left if strip_marks(w) in named), word)

    return bare if hung else str


def anchor(entities: Sequence[Entity]) -> Entity:
    """Return what a word that is no mention goes with: a place, which is hardly drawn anew."""
    return next((e for e in entities if is_a(e.type, "place")), entities[0])


def named_places(
    context: ReplaceContext,
    entities: Sequence[Entity],
    surrogates: Mapping[EntityId, Surrogate],
    listed: Callable[[str], str],
    within: Mapping[str, str],
) -> Sequence[tuple[str, str, Entity]]:
    """Return the places that are mentions: as the table has them, what they become, and which.

    Args:
        context: The document.
        entities: Those that were named.
        surrogates: What they are called instead.
        listed: Returns the name that the table of settlements has for one.
        within: The places in names of organisations, with what they become: *PGD Dragatuš*.
    """
    found = [
        (listed(e.canonical or context.view.surface(e.mentions[0].span)), parts[0].lemma, e)
        for e in entities
        if is_a(e.type, "place") and (parts := surrogates[e.id].parts)
    ]
    return [*found, *((old, new, anchor(entities)) for old, new in within.items())]


def _people(
    places: Sequence[tuple[str, str, Entity]],
    lands: Sequence[tuple[str, str, Entity]],
    rules: NameRules,
    morphology: Morphology,
) -> Mapping[str, tuple[str, EntityId]]:
    """Return what those who are from the places are called, with and without marks, and now.

    What is a form of the place itself is none: *v Pezinku*, which might be somebody's accusative.
    """
    words = load_inhabitants(rules.pack)
    analogy = load_analogy(rules.pack).adjective
    found: dict[str, tuple[str, EntityId]] = {}
    for one, other, entity in lands:
        for end in words.adjectives:
            found[one + end] = other + end, entity.id
    bare = {strip_marks(word): new for word, new in reversed(found.items())}
    every: list[tuple[str, str, str, Entity]] = []
    for *towns, entity in places if words.ways else ():
        old, new = (adjective_of(t, morphology) or analogy(t) or t.casefold() for t in towns)
        every.append((old, new, towns[0], entity))
    every += [(old.casefold(), new.casefold(), old, e) for old, new, e in lands]
    for old, new, name, entity in every:
        written = words.written(new)
        called = (name, name.split()[0]) if written else ()  # Dubnica nad Váhom, and Dubnica
        forms = {strip_marks(f.lower()) for n in called for f in morphology.forms(n, "place")}
        for number, word in words.read(old) if written else ():
            if (plain := strip_marks(word)) not in forms:
                bare.setdefault(plain, found.setdefault(word, (written[number], entity.id)))
    return bare | found


def _adjectives(town: Town, rules: NameRules, morphology: Morphology) -> Iterator[str]:
    """Yield the adjectives of a town, its district and its region; nothing where one is unknown."""
    yield adjective_of(town.name, morphology)
    yield rules.pack.toml("address.toml").get("districts", {}).get(town.plate, "")
    reads = morphology.analyse(town.region, "common") if town.region.islower() else ()
    yield next((r.lemma for r in reads if r.lemma.endswith(rules.relational)), "")


def adjective_of(town: str, morphology: Morphology) -> str:
    """Return the adjective made from a town; empty where none is known."""
    return next(iter(morphology.derivations(town, "place")), "").casefold()


def derived_by(rules: NameRules, morphology: Morphology) -> Callable[[str, str, str], Placed]:
    """Return what puts the adjective of a town, told or made from its name, in a word's form."""

    def derived(word: str, town: str, told: str) -> Placed:
        lemma = told or adjective_of(town, morphology) or load_analogy(rules.pack).adjective(town)
        if not lemma:
            return Placed(town, _UNSURE)
        readings = morphology.analyse(word.lower(), "common")
        read = next((r for r in readings if r.lemma.endswith(rules.relational)), readings[0])
        made = morphology.inflect(lemma, "common", read.features)
        return Placed(like(word, made.form), made.certainty, lemma)

    return derived


def stands_beside(
    adjectives: Sequence[str], by_hand: str, town: str, surfaces: Sequence[str], text: str
) -> bool:
    """Tell whether a text has a town's adjective beside the town: *Rudzie Śląskiej* has none.

    Args:
        adjectives: Of the town, as a pool has them.
        by_hand: Others, with blanks between.
        town: Its name.
        surfaces: As it stands in the text; none where its own forms count as its adjective's.
        text: In small letters.

    >>> stands_beside(["rudzki"], "", "Ruda Śląska", ["Rudzie Śląskiej"], "w rudzie śląskiej")
    False
    >>> stands_beside(["zagrebački"], "", "Zagreb", ["Zagreb"], "zagreb i zagrebački sud")
    True
    """
    ends = (*(a[:-ENDING].casefold() for a in adjectives),)

    def has(text: str) -> bool:
        own = any(end in text for end in ends)
        return own or any(is_said(a, town, text) for a in by_hand.casefold().split())

    if not (surfaces and has(text)):
        return has(text)
    own = "|".join({re.escape(s.casefold()) for s in surfaces})
    return has(re.sub(rf"\b(?:{own})\b", "", text))


def is_said(adjective: str, town: str, text: str) -> bool:
    """Tell whether a text in small letters has a place's adjective, which may begin as it does.

    That of *Gorzów* begins as its genitive does, with another vowel: *Gorzowa*, *gorzowski*; that
    of *Slavonski Brod* as its second word does.

    >>> is_said("brodski", "Slavonski Brod", "iz slavonskog broda")
    False
    >>> is_said("brodski", "Slavonski Brod", "iz slavonskog broda, brodskog suda")
    True
    """
    stem, names = adjective[:-ENDING], (town, *town.split())
    begins = any(name.casefold().startswith(stem) for name in names)
    other = not begins and any(fold(name).startswith(fold(stem)) for name in names)
    tail = ENDING - begins - 2 * other
    return bool(stem) and adjective[:-tail] in text


def _alike(word: str, adjective: str) -> bool:
    return word.startswith(adjective[: max(_STEM, len(adjective) - _TAIL)])


def _moved(
    context: ReplaceContext,
    span: Span,
    reading: Analysis,
    new: str,
    place: EntityId,
    whole: EntityId | None,
    morphology: Morphology,
) -> Iterator[Replacement]:
    made = morphology.inflect(new, "common", reading.features)
    if made.certainty >= _SURE:
        text = like(context.view.surface(span), made.form)
        of = whole or place
        yield Replacement(span, text, of, "pseudonym", made.certainty, context=whole is None)
