"""The words of a person's name, and what stands for each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import FORMER, Analysis, Mention, NamePart, PartRole
from allonym.model.span import Span
from allonym.model.surrogate import Surrogate
from allonym.model.view import TextView
from allonym.ports import WIFE, Morphology
from allonym.replace.candidates import Candidate
from allonym.replace.rules import NameRules
from allonym.text.capitals import dictionary_case
from allonym.text.marks import QUOTES

_AHEAD = 32
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|(?<=\w)['’](?=\w))*")
HYPHEN = re.compile(r"(?<!\b[AE][Ll])[-\u2010\u2011–]")
"""What parts two names; *Al-Hassan* is one."""
LED = re.compile(r"\b[AE][Ll][-\u2010\u2011](?=\w)")
"""What leads an Arabic name in; in fixed tokens it stays, as particles do."""
Wording = tuple[str, str, tuple[tuple[int, int, str, str, int], ...]]


@dataclass(slots=True)
class Slot:
    """One word of a person's name, what stands for it, and how its mentions read."""

    role: PartRole
    lemma: str = field(repr=False)
    readings: list[tuple[Analysis, ...]] = field(repr=False, default_factory=list)
    abbreviated: bool = False
    candidate: Candidate | None = field(repr=False, default=None)
    certainty: float = 1.0
    dropped: bool = False
    former: bool = False
    quoted: bool = False  # in some mention: as a nickname is, or *John Smith ("Smith")*
    named: bool = False  # beside other words of the name, in no quotation marks
    front: str = ""  # which of two farms a surname is of: *Ali-Hokka*
    sex: str = ""  # of whoever stands in brackets behind the person: *Carol (Jim) Cole*

    @property
    def nickname(self) -> bool:
        """Whether it is no name, but what the person is called."""
        return self.quoted and not self.named


@dataclass(slots=True)
class Person:
    """A person with the words of the name, and where a name from abroad is at home."""

    entity: Entity
    gender: str
    slots: list[Slot] = field(repr=False)
    origin: str = field(repr=False, default="")

    @property
    def surrogate(self) -> Surrogate:
        """The name that was drawn, in its citation form."""
        drawn = ((s, s.candidate) for s in self.slots if s.candidate and not s.former)
        parts = (LemmaPart(s.role, c.entry(self.gender).lemma) for s, c in drawn)
        return Surrogate(self.entity.id, tuple(parts), self.gender)

    @property
    def surnames(self) -> tuple[str, ...]:
        """The surnames drawn: no given name of the person is to be like one."""
        drawn = (s.candidate for s in self.slots if s.role == "family" and s.candidate)
        return tuple(candidate.entry(self.gender).lemma for candidate in drawn)


def slots_of(entity: Entity, rules: NameRules) -> list[Slot]:
    """Return a slot for each word of a person's canonical name that says who it is."""
    found: list[Slot] = []
    front = ""
    for part in (p for p in entity.parts if p.role != "other"):
        for word in filter(None, HYPHEN.split(part.lemma)):
            tied = part.role == "family" and f"{word}-" in (entity.canonical or "")
            if tied and rules.keeps(f"{word}-"):
                front += f"{word}-"
            else:
                found.append(Slot(part.role, word, front=front))
                front = ""
    return found


def is_front(view: TextView, part: NamePart, rules: NameRules) -> bool:
    """Tell whether a word before a hyphen says of which farm a surname is: *Ali-Hokka*."""
    tied = part.role == "family" and view.text.startswith("-", part.span.end)
    return tied and rules.keeps(f"{view.surface(part.span)}-")


def surnames_of(person: Person) -> list[Slot]:
    """Return the surnames, a patronymic first: *Паскова, Нора Леонидова*."""
    families = [s for s in person.slots if s.role == "family" and not s.former]
    longest = max(person.entity.mentions, key=lambda m: len(m.parts))
    roles = [p.role for p in longest.parts if p.role in ("given", "family")]
    turned = roles[:2] == ["family", "given"] and roles[-1] == "family"
    return families[::-1] if turned else families


def names_husband(slot: Slot) -> bool:
    """Tell whether a given name is that of the husband of the person named (Jánosné)."""
    derived = (r.features.get("Derivation") for own in slot.readings for r in own)
    return slot.role == "given" and WIFE in derived


def is_nickname(view: TextView, part: NamePart, led_in: tuple[str, ...] = ()) -> bool:
    """Tell whether a word is no name: *Kent "Blomman" Blom*, *zis „Piticu”*, *poreclit Șchiopul*.

    Args:
        view: The document.
        part: One word of a name.
        led_in: What leads in a nickname.
    """
    before, after = part.span.start - 1, part.span.end
    quoted = before >= 0 and {view.text[before], view.text[after : after + 1]} <= QUOTES
    if quoted or part.derived != FORMER:
        return quoted
    ahead = view.text[max(0, part.span.start - _AHEAD) : part.span.start].rstrip(" :,").casefold()
    return ahead.endswith(tuple(f" {phrase}" for phrase in led_in))


def in_brackets(view: TextView, part: NamePart) -> bool:
    """Tell whether a given name stands alone in brackets behind another word of the name."""
    start, end = part.span
    around = view.text[max(0, start - 2) : start], view.text[end : end + 1]
    return part.role == "given" and around == (" (", ")")


def other_sex(part: NamePart, gender: str) -> str:
    """Return the sex of a given name that is only of the other than a person's; else nothing."""
    sexes = {a.features.get("Gender", "") for a in part.analyses}
    return sexes.pop() if gender and len(sexes) == 1 and gender not in sexes else ""


def words_of_name(view: TextView, mention: Mention, morphology: Morphology) -> list[NamePart]:
    """Return the parts of a mention that came without: given names, then one surname."""
    found = list(_WORD.finditer(view.text, mention.span.start, mention.span.end))
    parts: list[NamePart] = []
    for number, match in enumerate(found):
        span = Span(*match.span())
        if len(match[0]) == 1:
            parts.append(NamePart(span, "initial"))
            continue
        last = number == len(found) - 1
        role: PartRole = "family" if last and not mention.type.endswith("given") else "given"
        parts.append(NamePart(span, role, tuple(morphology.analyse(match[0], role))))
    return parts


def surname_meant(person: Person, number: int, people: Iterable[Entity]) -> str:
    """Return the surname of the document that an initial behind a given name begins; else nothing.

    Args:
        person: Whose name it is.
        number: Which of its slots.
        people: Everybody in the document.
    """
    slot, others = person.slots[number], person.slots[:number]
    closes = slot.role == "initial" and others and number == len(person.slots) - 1
    if not closes or any(s.role == "family" for s in others):
        return ""
    lemmas = (p.lemma for e in people for p in e.parts if p.role == "family")
    return next((x for x in lemmas if x[:1].casefold() == slot.lemma[:1].casefold()), "")


def wording_of(view: TextView, mention: Mention) -> Wording:
    """Return what tells how a mention reads: its text, and its words as the linker has them."""
    start = mention.span.start
    parts = (
        (p.span.start - start, p.span.end - start, p.role, p.derived, id(p.analyses))
        for p in mention.parts
    )
    return view.surface(mention.span), mention.type, tuple(parts)


def lemma_in_text(
    view: TextView, part: NamePart, slot: Slot, key: Callable[[str], str], morphology: Morphology
) -> NamePart:
    """Return a surname with how the lemma that a corpus gives it reads; with nothing elsewhere.

    Of a word that is its own lemma, as that of Anna Nowak in any case, that says only something
    where it is made from another: *Hočevarjeva*; or is of several: *Novákovci*.

    Args:
        view: The document.
        part: A word of a name.
        slot: What it is of.
        key: Gives the citation form that men and women of a surname share.
        morphology: Reads the lemma.
    """
    said = view.reading(part.span) if part.role == "family" else None
    lemma = dictionary_case(said.lemma) if said else ""
    other = bool(lemma) and lemma != dictionary_case(view.surface(part.span))
    read = morphology.analyse(lemma, "family") if lemma else ()
    telling = (
        a
        for a in read
        if other
        or "Derivation" in a.features
        or (a.features.get("Number") == "Plur" and a.lemma != lemma)
    )
    own = (a for a in telling if key(a.lemma) == key(slot.lemma))
    return replace(part, analyses=tuple(own))
