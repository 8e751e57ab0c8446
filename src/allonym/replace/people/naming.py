"""People: who is called what, and how each mention of them reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest

from allonym.model.entity import Entity, EntityId
from allonym.model.mention import FORMER, Analysis, Mention, NamePart
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Choice, Morphology
from allonym.replace.candidates import Candidate, Wanted, begins
from allonym.replace.chosen import declined
from allonym.replace.inflect import (
    Placed,
    as_cited,
    each,
    in_form,
    narrowed,
    only_last,
    owned,
    owning,
    split_clitic,
    tidy,
)
from allonym.replace.people.doubles import Doubles, Roots
from allonym.replace.people.doubts import gender_of, is_family_s, is_plural
from allonym.replace.people.eras import Ages
from allonym.replace.people.homes import Homes
from allonym.replace.people.patronymics import Husbands, Patronymics, is_wife_s
from allonym.replace.people.pet_surrogates import Pets
from allonym.replace.people.slots import (
    LED,
    Person,
    Slot,
    Wording,
    in_brackets,
    is_front,
    is_nickname,
    lemma_in_text,
    names_husband,
    other_sex,
    slots_of,
    surname_meant,
    wording_of,
    words_of_name,
)
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import SMALL, like

_LETTERS = re.compile(rf"((?:(?::|\.-){SMALL}{{1,5}}|\A['’][sS])\b)|\s?\w+")
_SHORT, _GENERATION, _SELDOM = 3, 28, 0.05
_Pairs = list[tuple[NamePart, Slot | None]]


class People:
    """Names the people of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Reads names where the linker did not.
        rules: What the language says about names.
        names: Pseudonyms that a person chose.
        entities: All of the document.
        ages: What the text says of their ages.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        names: Mapping[EntityId, Surrogate],
        entities: Sequence[Entity],
        ages: Ages,
    ) -> None:
        self._view, self._chooser = view, chooser
        self._morphology = morphology
        self._rules = rules
        self._names = names
        self._patronymics = Patronymics(rules)
        self._key, self._pets = rules.masculine, Pets(rules, chooser)
        self._roots = Roots(rules.pet_names)
        self._doubles = Doubles(chooser, rules.pack.code)
        self._weigh = partial(ages.weigh, chooser.chance)
        self._people = [e for e in entities if is_a(e.type, "person")]
        self._homes = Homes(view, rules, self._people, ages)
        self._husbands = Husbands.of(self._people, rules.pet_names)
        self._seen: Counter[str] = Counter()
        self._families: dict[str, list[tuple[Analysis, ...]]] = {}
        for part in (p for e in entities for m in e.mentions for p in m.parts):
            if part.role == "family" and is_family_s(part.analyses):
                group = self._key(part.analyses[0].lemma)
                plural = tuple(filter(is_plural, part.analyses))
                self._families.setdefault(group, []).append(plural)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of a person and the text for each mention."""
        person = Person(entity, gender_of(entity, self._rules), slots_of(entity, self._rules))
        self._pets.formal(person)
        matched = self._matched(person)
        chosen = self._names.get(entity.id)
        if chosen is None:
            self._draw(person)
        else:
            self._take(person, chosen)
        texts: dict[Wording, Placed] = {}
        for wording, mention, pairs in matched:
            if wording not in texts:
                texts[wording] = self._render(person, mention, pairs)
        return chosen or person.surrogate, [(m, texts[wording]) for wording, m, _ in matched]

    # -- who is meant --------------------------------------------------------------------------

    def _matched(self, person: Person) -> list[tuple[Wording, Mention, _Pairs]]:
        """Match every mention; what reads the same is matched once, though it counts each time."""
        known: dict[Wording, tuple[_Pairs, list[tuple[Slot, tuple[Analysis, ...]]]]] = {}
        matched = []
        for mention in person.entity.mentions:
            wording = wording_of(self._view, mention)
            if wording not in known:
                before = {id(slot): len(slot.readings) for slot in person.slots}
                pairs = self._match(person, mention)
                added = [
                    (slot, readings)
                    for slot in person.slots
                    for readings in slot.readings[before.get(id(slot), 0) :]
                ]
                known[wording] = pairs, added
            else:
                pairs, added = known[wording]
                for slot, readings in added:
                    slot.readings.append(readings)
            matched.append((wording, mention, pairs))
        return matched

    def _match(self, person: Person, mention: Mention) -> _Pairs:
        parts: Sequence[NamePart] = mention.parts or words_of_name(
            self._view, mention, self._morphology
        )
        parts = only_last(parts) if self._rules.last_word else parts
        shared = [{} for _ in parts] if self._rules.last_word else each(parts)
        taken: list[Slot] = []
        said = {self._key(a.lemma) for part in parts for a in part.analyses}
        pairs: _Pairs = []
        for part, allowed in zip(parts, shared, strict=True):
            slot = self._slot(person, part, taken, said)
            if slot is not None:
                taken.append(slot)
                slot.abbreviated |= part.role == "initial"
                quoted = is_nickname(self._view, part, self._rules.nickname_before)
                if in_brackets(self._view, part):
                    quoted |= self._pets.is_called(person, slot)
                    short = quoted or self._pets.begins_alike(person, slot)
                    slot.sex = "" if short else other_sex(part, person.gender)
                slot.quoted |= quoted
                called = quoted or self._pets.is_called(person, slot)  # "Svenne" … Svenne Dahl
                slot.named |= len(parts) > 1 and not called
                readings = narrowed(self._of(slot, part), person.gender, allowed)
                if readings and part.role != "initial":
                    slot.readings.append(readings)
                part = NamePart(part.span, part.role, readings, part.derived)  # noqa: PLW2901
            pairs.append((part, slot))
        return pairs

    def _of(self, slot: Slot, part: NamePart) -> Sequence[Analysis]:
        """Return the readings as a form of the name that was found, all where there are none."""
        key, own = self._key(slot.lemma), slot.lemma.casefold()
        found = [a for a in part.analyses if self._key(a.lemma) == key] or part.analyses
        least = _SELDOM * max((a.weight for a in found), default=0.0)
        exact = [a for a in found if a.lemma.casefold() == own]  # Jakuba is Jakub's
        return exact if any(a.weight > least for a in exact) else found

    def _slot(
        self, person: Person, part: NamePart, taken: Sequence[Slot], own: Collection[str]
    ) -> Slot | None:
        surface = self._view.surface(part.span)
        lone = part.role == "given" and not self._view.text.startswith("-", part.span.end)
        stays = part.role == "other" or (lone and self._rules.keeps(surface))  # no Ing-Britt
        if stays or is_front(self._view, part, self._rules):
            return None
        if part.role == "initial":
            letter, full = surface[:1].casefold(), self._rules.pet_names.full
            order = ("given", "initial", "family")
            free = [s for r in order for s in person.slots if s.role == r and s not in taken]
            spelt = ((s, (s.lemma, *full(s.lemma))) for s in free)  # Miti is D., Dumitru
            fitting = [s for s, names in spelt if any(x[0].casefold() == letter for x in names)]
        else:
            free = [s for s in person.slots if s.role == part.role and s not in taken]
            keys = {self._key(a.lemma) for a in part.analyses} | {self._key(LED.sub("", surface))}
            fitting = [s for s in free if self._key(s.lemma) in keys]
            free = [s for s in free if names_husband(s) == is_wife_s(part) or not s.readings]
            fitting += self._pets.of_part(part, free)
            free = [] if part.derived == FORMER else [s for s in free if not s.former]
            fitting += [s for s in free if self._key(s.lemma) not in own]  # Mo-Baker, T. Baker
        if fitting:
            return fitting[0]
        lemma = next((a.lemma for a in part.analyses), surface)
        person.slots.append(Slot(part.role, lemma, former=part.derived == FORMER))
        return person.slots[-1]

    def _draw(self, person: Person) -> None:
        key = person.entity.canonical or " ".join(slot.lemma for slot in person.slots)
        person.origin = self._homes.origin(person) if self._chooser.ledger is None else ""
        self._seen[key] += not any(map(names_husband, person.slots))
        again = f"\t{self._seen[key]}" if self._seen[key] > 1 else ""
        keys: list[tuple[Slot, str]] = []
        for number, slot in enumerate(person.slots):
            if slot.nickname:
                continue
            if found := self._initial(person, number):
                slot.candidate = found
            elif slot.role == "family":
                slot.candidate = self._patronymic(person, slot) or self._family(person, slot)
            else:
                husband = self._husbands.meant(person, slot)
                slot.lemma = husband or slot.lemma
                own = self._husbands.key(husband) if husband else f"{key}\t{number}{again}"
                keys.append((slot, own))
        given = [(s, self._given(person, s, own)) for s, own in keys]
        if self._chooser.ledger is not None and given:
            self._recorded(person, key + again, given)
        else:
            self._doubles.draw(person, given)
            self._roots.take(person)
        for number, slot in enumerate(person.slots):
            if slot.nickname:
                made = self._pets.nickname(person, slot)
                slot.candidate = made or self._former(person, slot, number)

    def _initial(self, person: Person, number: int) -> Candidate | None:
        """Return the surname that stands for one beginning like an initial: *Radu P.*, Popescu."""
        lemma = "" if self._chooser.ledger else surname_meant(person, number, self._people)
        return self._family(person, Slot("family", lemma)) if lemma else None

    def _recorded(self, person: Person, key: str, given: Sequence[tuple[Slot, Wanted]]) -> None:
        """Take the given names from the ledger, so that no two people have the same full name."""
        (first, wanted), *others = given
        slots = [slot for slot, _ in given]

        def choices() -> Iterator[Choice]:
            for slot, other in others:
                slot.candidate = self._chooser.choose(other)
            for first.candidate in self._chooser.ranked(wanted):
                detail = self._chooser.detail([slot.candidate for slot in slots])
                yield Choice(self._citation(person), detail)

        found = self._chooser.settle("person", key, choices())
        named = self._chooser.named("given", found.detail) if found else []
        for (slot, other), candidate in zip_longest(given, named[: len(given)]):
            slot.candidate = candidate or (self._chooser.choose(other) if found else None)

    def _take(self, person: Person, chosen: Surrogate) -> None:
        """Give the words of a chosen name to the slots; what has no counterpart is left out."""
        person.gender = chosen.gender or person.gender
        for number, slot in enumerate(person.slots):
            if slot.former:
                slot.candidate = self._former(person, slot, number)
        named = [s for s in person.slots if not s.former]
        for kind, roles in (("given", ("given", "initial")), ("family", ("family",))):
            slots = [s for s in named if s.role in roles]
            words = [p.lemma for p in chosen.parts if p.role == kind]
            for number, slot in enumerate(slots):
                own = words[number:] if slot is slots[-1] else words[number : number + 1]
                slot.dropped = not own
                if own:
                    made = declined(
                        " ".join(own), kind, person.gender, self._rules.pools, self._morphology
                    )
                    slot.candidate, slot.certainty = made.candidate, made.certainty

    def _family(self, person: Person, slot: Slot) -> Candidate | None:
        group = self._key(slot.lemma)
        own = (*slot.readings, *self._families.get(group, ()))
        among = self._homes.surnames(person, slot, alone=self._chooser.ledger is None)
        beside = tuple(s.lemma for s in person.slots if s.role == "family" and s is not slot)
        key, told = slot.front + group, (own, owning(own, self._morphology), among, beside)
        return self._chooser.choose(Wanted("family", key, group, person.gender, "Sing", 1, *told))

    def _former(self, person: Person, slot: Slot, number: int) -> Candidate | None:
        """Draw for a maiden name or nickname, whatever the person is called now."""
        if slot.role == "family":
            return self._family(person, slot)
        key = f"{person.entity.canonical}\t{number}"
        return self._chooser.choose(self._given(person, slot, key))

    def _patronymic(self, person: Person, slot: Slot) -> Candidate | None:
        """Return what stands for a patronymic, None for other surnames."""
        tail = self._patronymics.tail(person, slot)
        if tail is None or self._chooser.ledger:
            return None
        names = list(self._patronymics.fathers(slot.lemma))
        wanted = self._father(names, self._patronymics.siblings(slot, self._people))
        if wanted is None:
            pool = self._rules.pools["given"].by_lemma
            name = next(filter(pool.__contains__, names), self._key(slot.lemma))
            own = f"patronymic\t{name}"
            weigh = self._weigh(person.entity, "Masc", (name,), own, _GENERATION)
            among = self._homes.fathers(person)
            wanted = Wanted("given", own, name, "Masc", among=among, weigh=weigh)
        father = self._chooser.choose(wanted)
        named = father.entry("Masc").lemma if father else ""
        made = self._patronymics.of(named, tail, self._morphology) if named else None
        return None if made is None or self._chooser.occurs(made) else made

    def _father(self, names: Sequence[str], families: Collection[str]) -> Wanted | None:
        """Return what is drawn for a father who is in the document under one of these names.

        He bears the surname of his children, or else is the only man so called: a daughter married.
        """
        found: list[Wanted] = []
        for entity in (e for e in self._people if e.id not in self._names):
            father = Person(entity, gender_of(entity, self._rules), slots_of(entity, self._rules))
            surnames = [s.lemma for s in father.slots if s.role == "family"]
            own = bool(surnames) and self._key(surnames[-1]) in families
            for number, slot in enumerate(father.slots[: father.gender != "Fem"]):
                if slot.role == "given" and slot.lemma in names:
                    wanted = self._given(father, slot, f"{entity.canonical}\t{number}")
                    if own:
                        return wanted
                    found.append(wanted)
        return found[0] if len(found) == 1 else None

    def _given(self, person: Person, slot: Slot, key: str) -> Wanted:
        letter = slot.lemma[:1].casefold() if slot.abbreviated or len(slot.lemma) < _SHORT else ""
        takes, free = self._pets.accept(person, slot), self._roots.accept(person)
        mans = names_husband(slot)
        gender = "Masc" if mans else slot.sex or person.gender
        weigh = self._weigh(person.entity, gender, self._rules.pet_names.full(slot.lemma), key)
        abroad = self._homes.names(person, "given", slot.lemma)
        return Wanted(
            "given", key, slot.lemma, gender, readings=tuple(slot.readings),
            accept=lambda c: not (letter and begins(c, letter)) and takes(c) and free(c),
            among=abroad or self._pets.among(person, slot, weigh),
            beside=person.surnames, weigh=weigh,
        )  # fmt: skip

    def _render(
        self, person: Person, mention: Mention, pairs: Iterable[tuple[NamePart, Slot | None]]
    ) -> Placed:
        out: list[Placed] = []
        cursor, name = mention.span.start, self._view.surface(mention.span)
        for part, slot in sorted(pairs, key=lambda pair: pair[0].span):
            surface, gap = self._view.surface(part.span), self._between(cursor, part.span.start)
            if gap == "-" and name[0].isupper():  # Luoma-aho
                surface = like(name[0], surface)
            led = LED.match(surface) if slot and self._view.tokens else None
            out.append(Placed(gap + (led[0] if led else "")))
            kept = surface if self._rules.keeps(surface) or self._is_particle(surface) else ""
            out.append(self._word(person, part, slot, surface) if slot else Placed(kept))
            cursor = part.span.end + is_front(self._view, part, self._rules)
        out.append(Placed(self._between(cursor, mention.span.end)))
        text = tidy("".join(placed.text for placed in out)) or self._citation(person)
        lemma = tidy("".join(placed.citation for placed in out)) or text
        return Placed(text, min(placed.certainty for placed in out), lemma)

    def _between(self, start: int, end: int) -> str:
        """Return what stands between two words: marks and suffixes stay, unread words do not."""
        return _LETTERS.sub(
            lambda m: m[1] or (m[0] if self._is_particle(m[0].strip()) else ""),
            self._view.text[start:end],
        )

    def _is_particle(self, word: str) -> bool:
        """Tell whether a word such as ``van`` stays: of fixed tokens none may go missing."""
        return bool(self._view.tokens) and word.islower()

    def _word(self, person: Person, part: NamePart, slot: Slot, surface: str) -> Placed:
        if slot.dropped:
            return Placed("")
        if slot.candidate is None:
            return Placed("N" if part.role == "initial" else "N.", 0.0)
        if part.role == "initial":
            return Placed(like(surface, slot.candidate.entry(person.gender).lemma[:1]))
        bare, tail = split_clitic(surface, self._rules.clitics)
        named = self._pets.name(person, slot, part) or slot.candidate
        placed = owned(named, part, self._morphology) or in_form(
            named, part.analyses, slot.sex or person.gender, self._morphology
        )
        certainty = min(placed.certainty, slot.certainty)
        own = lemma_in_text(self._view, part, slot, self._key, self._morphology)
        lemma = as_cited(named, own, person.gender, self._morphology)
        return Placed(like(bare, placed.text) + tail, certainty, lemma or placed.lemma)

    def _citation(self, person: Person) -> str:
        return (self._names.get(person.entity.id) or person.surrogate).text or "N."
