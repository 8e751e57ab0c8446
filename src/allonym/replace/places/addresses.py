"""Addresses, and streets named without a number: numbers, street and town are exchanged."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from allonym.model.draw import Draw
from allonym.model.entity import Entity
from allonym.model.mention import Analysis, Mention
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Choice, Morphology
from allonym.replace.candidates import Candidate, Wanted
from allonym.replace.inflect import Placed, cases_of, in_case, joined
from allonym.replace.places import street_cases as shapes
from allonym.replace.places.governed import governed, governs
from allonym.replace.places.houses import WIDER, AddressKeys, HouseNames, HouseNumbers, hung_on
from allonym.replace.places.pieces import (
    address_pieces,
    end_of_range,
    head_beside,
    trades,
    untitled,
    with_prepositions,
    with_their_prepositions,
    with_their_words,
)
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like
from allonym.text.phrases import preceding

_NEXT = re.compile(r"[ \u00a0]([^\W\d_]+)")
_ROMAN = re.compile("[IVX]{1,5}")  # a floor by itself: ``III piętro``
_OWNERS, _OWNED = ("given", "family"), ("Gen", "Sing")
_TRIES = 40
_SURE, _ENDS = 0.5, 2  # from which weight on the readings of a name as an adjective count


class Addresses:
    """Writes the addresses of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Tells adjectives that name streets from their owners.
        rules: What the language says about addresses.
        draw: Draws the numbers of houses.
        settlement: Returns the surrogate of a place named inside an address, in the same case.
        is_post: Tells whether a name is that of a place beside a postcode.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        draw: Draw,
        settlement: Callable[..., Placed],
        is_post: Callable[[str], bool],
    ) -> None:
        self._view, self._chooser, self._morphology, self._rules = view, chooser, morphology, rules
        hung = hung_on(view.text, rules.street_words, rules.number_endings)
        self._houses = HouseNumbers(draw, rules.number_endings, hung)
        self._named = HouseNames(
            rules.pack.toml("address.toml"), draw, rules.street_words,
            lambda name: rules.is_village(name) or is_post(name),
        )  # fmt: skip
        self._settlement, self._is_post = settlement, is_post
        self._keys = AddressKeys()

    def is_street(self, entity: Entity, streets: Collection[str] = ()) -> bool:
        """Tell whether a place is a street: *Rákóczi úton*, *na Vukovarskoj*, one of an address."""
        first = self._view.surface(entity.mentions[0].span)
        known, words = self._rules.geography, first.count(" ")  # Bury St Edmunds
        town = (words and known.is_large(first)) or (words > 1 and known.named(first))
        if town or not is_a(entity.type, "place"):
            return False
        street = self._named.is_house(first) or self._rules.is_street(self._street_lemma(first))
        street |= self.key(first) in streets and bool(self._adjectives(first))
        name, _, number = first.rpartition(" ")  # Podkraj 4, but not Košice 2
        named = self._rules.geography.is_large(name) or self._rules.abroad.has(name)
        street |= number.isdigit() and bool(name) and not named
        return street or any(self._in_street(m) or self._is_led(m) for m in entity.mentions)

    def _is_led(self, mention: Mention) -> bool:
        rules, at = self._rules, mention.span
        word = shapes.led_adjective(self._view, at, rules.street_led, rules.street_led_ends)
        town = any(e.rule == "adjective" for e in mention.evidence)  # na košickej Terase
        read = self._morphology.analyse(word, "place")[:3]
        return bool(word) and not (town or any(rules.is_village(r.lemma) for r in read))

    def _in_street(self, mention: Mention) -> bool:
        words = self._view.surface(mention.span).split()
        bare = self._rules.street_behind
        follows = _NEXT.match(self._view.text, mention.span.end) if bare else None
        beside = [*words[1:], follows[1]] if follows else words[1:]
        first = len(words) > 1 and not (bare or self._rules.number_first)  # Šetalište maršala Tita
        beside += [words[0].strip(".")] if first else []
        if any(word.casefold() in self._rules.street_words for word in beside):
            return True
        endings = self._rules.street_endings if words[0][:1].isupper() else ()
        lemmas = (r.lemma for r in self._readings(words[0])) if endings and not words[1:] else ()
        return any(lemma.endswith(endings) and lemma.lower() not in endings for lemma in lemmas)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the texts of an address: its numbers, its street and its town are exchanged."""
        return Surrogate(entity.id), [(m, self._address(entity, m)) for m in entity.mentions]

    def _address(self, entity: Entity, mention: Mention) -> Placed:
        surface, at = self._view.surface(mention.span), mention.span.start
        told, led = governed(self._rules.pack, self._view.text, at), preceding(self._view.text, at)
        if not told and led.casefold() not in self._rules.geography.villages:  # sat Tăuți nr. 45
            led = ""
        endings = self._rules.number_endings
        name = endings.without(entity.canonical or surface)
        bare, first = self._bare(surface)
        if bare not in self._keys.known:
            key, at = self._keys.in_street(bare, " ".join(name.casefold().split()), first)
            self._keys.add(bare, key + self._variant(name, key, led), at)
        key, numbered = self._keys.known[bare]
        behind = {endings.behind(self._view.text, m.span.end) for m in entity.mentions}
        return self._written(surface, key, led, behind - {""}, numbered - first)

    def _bare(self, surface: str) -> tuple[tuple[str, ...], int]:
        """Return an address in citation forms, *ul. Długiej* as *Długa*, and its number's place."""
        pieces = list(self._pieces(untitled(surface, self._rules)))
        named = [n for n, (kind, _) in enumerate(pieces) if kind in ("name", "number")]
        heads = {n: head_beside(pieces, n, self._rules) for n in named if pieces[n][0] == "name"}
        bare = (self.key(pieces[n][1], heads[n]) if n in heads else pieces[n][1] for n in named)
        return tuple(bare), next((n for n in named if n not in heads), 0)

    def _variant(self, name: str, key: str, led: str) -> str:
        """Return what tells tries apart: with a ledger, no two addresses become the same."""
        if self._chooser.ledger is None or not any(map(str.isdigit, name)):
            return ""
        tries = ("", *(f"\ttry {n}" for n in range(1, _TRIES)))
        wider = (f"{WIDER}{n}" for n in range(100 * _TRIES))
        choices = (Choice(self._written(name, key + t, led).text, t) for t in (*tries, *wider))
        found = self._chooser.settle("address", name, choices)
        return found.detail if found else WIDER

    def _written(
        self, surface: str, key: str, led: str, behind: Collection[str] = (), shift: int = 0
    ) -> Placed:
        bare = untitled(surface, self._rules)
        words, saints = self._rules.street_words, self._rules.orgs.saints
        pieces = list(with_their_prepositions(self._pieces(bare), words.difference(saints)))
        if not any(text.casefold() in words for _, text in pieces):
            pieces = list(with_prepositions(pieces))
        out: list[Placed] = []
        for index, (kind, text) in enumerate(pieces):
            if kind == "number":
                after = pieces[index + 1 : index + 2]
                end = end_of_range(pieces, index, out)
                ending = [t for k, t in after if k == "ending"] if after else behind
                out.append(Placed(end or self._houses.other(text, key, index + shift, ending)))
            elif (
                kind == "name"
                and not _ROMAN.fullmatch(text)
                and not trades(pieces, index, self._rules)
            ):
                if self._is_village(pieces, text, led):
                    made = self._settlement(text, led)
                    named = (led and made.text) or made.lemma or "N."
                    out.append(Placed(like(text, named), lemma=made.lemma))
                    continue
                called = bare != surface or shapes.is_acronym(text, surface)
                owned = called or (text.islower() and not surface.islower())  # Ulica talcev
                head = head_beside(pieces, index, self._rules)
                behind_it = pieces[index + 1 : index + 3]
                agrees = self._rules.street_gender and head in [t for _, t in behind_it if head]
                alike = partial(shapes.ends_alike, text) if agrees else None
                accept = shapes.is_somebodys if called else alike
                street = self._is_street(pieces, index)
                house = self._named.instead(pieces, index)
                led_by = pieces[index - 2][1] if index > 1 else ""  # Pot na Grič
                led_by *= bool(governs(self._rules.pack, led_by))
                at = partial(self._settlement, text, led_by)
                made = self._street(text, owned, accept, head) if street else at()
                made = Placed(house) if house else made
                small = index and made.lemma[:1].islower() and not text.isupper()
                out.append(replace(made, text=made.lemma) if small else made)  # Trg bana Jelačića
            else:
                out.append(Placed(text))
        made = joined(out)
        head, gap, tail = surface.rpartition(" ")
        if made.text != surface or not head:
            return made
        if self._named.is_house(surface):  # The Rectory
            return Placed(surface, stays=True)
        return joined([self._street(head), Placed(gap + tail)])  # Box Hill

    def _pieces(self, surface: str) -> Iterator[tuple[str, str]]:
        """Yield the pieces of an address, endings that hang on its numbers in one piece each."""
        whole = self._rules.street_words if self._rules.streets_whole else frozenset()
        first, gap, rest = surface.partition(" ")
        if rest and first.casefold() in self._rules.geography.villages:  # Obec Dolná Krupá 45
            yield from (("other", first), ("other", gap))
            surface = rest
        for text, ending in self._rules.number_endings.split(surface):
            yield from with_their_words(address_pieces(text, self._rules), whole)
            if ending:
                yield "ending", ending

    def _is_street(self, pieces: Sequence[tuple[str, str]], index: int) -> bool:
        """Tell whether a name is a street's, by what stands beside it; a lone name is."""
        words = [n for n, (kind, text) in enumerate(pieces) if kind != "other" or text.isalpha()]
        place = words.index(index)
        before = pieces[words[place - 1]] if place else ("", "")
        if before[1].casefold() in self._rules.town_words or governs(self._rules.pack, before[1]):
            return False
        after = pieces[words[place + 1]] if place + 1 < len(words) else ("", "")
        number, ends = (before, (after,)) if self._rules.number_first else (after, (before, after))
        beside = self._rules.street_words.intersection(text.casefold() for _, text in ends)
        lone = sum(kind == "name" for kind, _ in pieces) == 1 or number[0] == "number"
        return bool(beside) or lone or pieces[index][1].endswith(self._rules.street_led_ends)

    def _is_village(self, pieces: Sequence[tuple[str, str]], name: str, led: str = "") -> bool:
        """Tell whether a name without a word for *street* is that of a village: ``Podgrad 7``.

        What is an adjective (``Trubarjeva 5``) or says whose street it is (``Bože Peričića 5``) is
        a street's all the same.
        """
        words = {text.casefold() for _, text in pieces}
        words |= {led.casefold()} & self._rules.street_led  # but *w Nowej Wsi 12*
        told = not self._rules.geography.villages.isdisjoint({*words, led.casefold()})
        beside = self._rules.street_words | self._rules.town_words
        cited = [r.lemma for r in self._morphology.analyse(name, "place")[:3] if led]
        named = self._rules.address_words | self._rules.town_words  # Na Gradu, Ilica 5
        other = name.split(maxsplit=1)[0].casefold() in named
        pooled = name in self._rules.pools["street"].by_lemma and not self._rules.is_village(name)
        street = pooled or any(map(self._rules.is_street, (name, *cited)))  # na Jesenského 5
        if told or other or words & beside or street:
            return told
        last = name.rpartition(" ")[2].casefold() if " " in name else ""  # Mala vas
        ends = self._rules.geography.kinds.get(last) == "village" or self._is_described(name, led)
        if ends or any(map(str.islower, name.split()[1:-1])) or self._is_post(name):
            return True
        listed = any(map(self._rules.is_village, (name, *cited)))
        street = not self._rules.villages or name in self._rules.pools["street"].by_lemma
        if not listed and (street or all(map(self._rules.orgs.is_usual, name.lower().split()))):
            return False  # Rynek 3
        if any(self._rules.street_days.fullmatch(t) for _, t in pieces) or self._is_adjective(
            name, listed
        ):
            return False
        return not any(self._is_owner(word, listed) for word in name.split())

    def _is_described(self, name: str, led: str) -> bool:
        """Tell whether a name is an adjective and what it describes: *Mali Vrh*, *w Nowej Wsi*."""
        first, _, last = name.partition(" ")
        street = not self._rules.villages or name in self._rules.pools["street"].by_lemma
        if street or not last.istitle():
            return False
        read = self._morphology.analyse(first.lower(), "common")
        cases = ("Nom", "Gen", "Loc")[: 3 if led and led not in self._rules.street_led else 1]
        own = (r.lemma for r in read if r.features.get("Case") in cases)
        if not any(shapes.is_declined(lemma, self._morphology) for lemma in own):
            return False
        return not any(self._is_owner(word, True) for word in (first, last))

    def _is_adjective(self, name: str, listed: bool) -> bool:
        """Tell whether a name is an adjective that a street has, be it a village's too.

        What is no sure one is one if it is an ordinary word and no place; *Gančani* and *Hniezdne*
        do not agree with a street.
        """
        found = self._adjectives(name)
        if sum(r.weight for r in found) < _SURE:
            ends = any(r.lemma[-_ENDS:] in self._adjective_ends for r in found)
            return not listed and (ends or bool(found and self._rules.orgs.is_usual(name.lower())))
        own = {"Number": "Sing", "Gender": self._rules.street_gender}.items()
        return bool(found) and own <= found[0].features.items()

    @cached_property
    def _adjective_ends(self) -> frozenset[str]:
        """How the adjectives end after which streets of the pool are called."""
        derived = (entry.derived for entry in self._rules.pools["street"].entries)
        return frozenset(adjective[-_ENDS:] for adjective in derived if adjective)

    def _is_owner(self, word: str, listed: bool) -> bool:
        """Tell whether a word is a known name in the genitive, or what else reads as one surely."""
        return any(
            r.lemma in self._rules.pools[k].by_lemma or (r.weight >= _SURE and not listed)
            for k in _OWNERS
            for r in self._morphology.analyse(word, k)[:3]
            if (r.features.get("Case"), r.features.get("Number")) == _OWNED and r.lemma != word
        )

    def _street(
        self,
        surface: str,
        owned: bool = False,
        accept: Callable[[Candidate], bool] | None = None,
        head: str = "",
    ) -> Placed:
        """Return another street of the same form.

        Args:
            surface: The name.
            owned: It says whose the street is, and is written as the pool has it.
            accept: Tells whether a street that is no adjective will do.
            head: What says beside it that it is a street, and of which kind.
        """
        nouns, called = self._nouns(surface), owned or self._rules.is_street(surface)
        own = [] if called or nouns else self._adjectives(surface, head, accept is not None)
        lemma = self._street_lemma(surface) if owned else self.key(surface, head)
        if self._rules.villages and not (owned or head or accept):
            accept = shapes.stands_alone  # Podlubnik 153, no *Talcev 153*
        wanted = Wanted(
            "street", lemma, surface, self._rules.street_gender, tokens=len(surface.split()),
            accept=shapes.has_adjective if own
            else accept or partial(shapes.fits, self._rules.street_called, head.casefold()),
        )  # fmt: skip
        candidate = self._chooser.choose(wanted)
        if candidate is None:
            return Placed("N.", 0.0)
        entry = candidate.entries[0]
        if self._rules.streets_inflected:
            placed = in_case(entry, cases_of(self._readings(surface)))
            text = placed.text if owned else like(surface, placed.text)
            return Placed(text, placed.certainty, placed.lemma)
        owned |= self._rules.street_days.fullmatch(surface) is not None
        if owned or not (own or nouns) or not entry.derived:
            return Placed(entry.lemma if owned else like(surface, entry.lemma), lemma=entry.lemma)
        made = self._morphology.inflect(entry.derived, "common", (own or nouns)[0].features)
        cited = {"Case": "Nom", "Number": "Sing", "Gender": self._rules.street_gender}
        lemma = self._morphology.inflect(entry.derived, "common", cited).form
        return Placed(like(surface, made.form), made.certainty, like(surface, lemma))

    def streets(self, entities: Iterable[Entity]) -> frozenset[str]:
        """Return the streets of the addresses among some entities, as `key` gives them."""
        found = (m for e in entities if is_a(e.type, "address") for m in e.mentions)
        read = (list(self._pieces(self._view.surface(m.span))) for m in found)
        return frozenset(
            self.key(text)
            for pieces in read
            for n, (kind, text) in enumerate(pieces)
            if kind == "name" and self._is_street(pieces, n) and not self._is_village(pieces, text)
        )

    def key(self, surface: str, head: str = "") -> str:
        """Return what the forms of a street's name share, beside `head`: *na Glavnem trgu*."""
        own = () if self._rules.is_street(surface) else self._adjectives(surface, head)
        return next((r.lemma for r in own), "") or self._street_lemma(surface)

    def street(self, surface: str) -> Placed:
        """Return what stands for a street, and its number, where an address has them too."""
        bare, first = self._bare(surface)
        key, named = self._keys.known.get(bare, (surface.casefold(), first))
        return self._written(surface, key, "", shift=named - first)

    def patron(self, surface: str) -> Placed:
        """Return whom something is named after instead, in the genitive as streets have it."""
        wanted = Wanted("street", surface, surface, tokens=0, accept=shapes.is_full_name)
        candidate = self._chooser.choose(wanted)
        return Placed(like(surface, candidate.entries[0].lemma)) if candidate else Placed("N.", 0.0)

    def _street_lemma(self, surface: str) -> str:
        """Return the citation form of a street that is inflected itself."""
        if self._rules.streets_inflected:
            return self._readings(surface)[0].lemma
        return next((r.lemma for r in self._nouns(surface)), surface)

    def _nouns(self, surface: str) -> list[Analysis]:
        """Return how an adjective agrees with a noun that is a street: *u Ilici*, *u Vrtnoj*."""
        known, one = self._rules.is_street, {"Gender": self._rules.street_gender, "Number": "Sing"}
        read = () if known(surface) else self._morphology.analyse(surface, "place")[:3]
        return [r._replace(features={**r.features, **one}) for r in read if known(r.lemma)]

    def _readings(self, surface: str) -> Sequence[Analysis]:
        """Return how a street reads, by its kind where it has one: *Alajärventien*."""
        own = shapes.readings_of_street(surface, self._rules.street_cases)
        return own or self._morphology.analyse(surface, "org")

    def _adjectives(self, surface: str, head: str = "", led: bool = False) -> list[Analysis]:
        """Return how the name reads as an adjective beside the street, what agrees with it first.

        Empty when it is not one but says whose street it is: *na Dostojevského 22*.
        """
        own = self._rules.street_gender
        listed = self._rules.pools["street"].by_lemma.get(surface, ())
        if not own or " " in surface or any(not entry.derived for entry in listed):
            return []
        found = [
            r
            for r in self._morphology.analyse(surface.lower(), "common")
            if shapes.is_declined(r.lemma, self._morphology)
        ]
        readings = self._morphology.analyse(head.casefold(), "common") if head[2:] else ()
        heads = [r for r in readings if r.lemma in self._rules.street_words]
        agree = bool(heads) or any(r.features.get("Gender") == own for r in found)
        return shapes.as_beside(heads, own, found, strict=not led) if agree else []
