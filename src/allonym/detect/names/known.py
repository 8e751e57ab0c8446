"""Find people known beforehand: every form, order and spelling of their names, in one pass."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product

from allonym.model.known import KnownPerson
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.text.fold import fold, is_spelling, pieces, plain
from allonym.text.phrases import PhraseIndex, Piece, read_pieces

_GAP = 3
_INITIALS = 3
_LIKELY = 0.1
_HYPHENS = "-\u2010\u2011–"
_ALONE = "alone"
"""The rule of a find that says a surname only; `KnownDetector.settle` tells whose it is."""

_REACH = 32
_BEFORE = re.compile(r"([^\W\d_]+)(\.?[ \u00a0]?|\n)\Z")
_AFTER = re.compile(r"[ \u00a0]([^\W\d_]+)")
_People = frozenset[int]
_NOBODY: _People = frozenset()


@dataclass(slots=True)
class _Table:
    """Folded form to the spellings it stands for, each with the people who bear it."""

    entries: dict[str, dict[str, set[int]]] = field(default_factory=dict, repr=False)

    def add(self, form: str, person: int) -> None:
        self.entries.setdefault(fold(form), {}).setdefault(plain(form), set()).add(person)

    def people(self, piece: Piece, text: str) -> _People:
        found = self.entries.get(piece.folded)
        if not found:
            return _NOBODY
        word = text[piece.start : piece.end]
        fitting = [people for form, people in found.items() if is_spelling(word, form)]
        return _NOBODY.union(*fitting)


@dataclass(slots=True)
class _Run:
    """Neighbouring pieces that name the same people so far."""

    first: int
    last: int
    people: _People
    named: bool
    """Whether a surname or a name that stands alone is among them."""


class KnownDetector:
    """Finds known people (the protocol ``Detector``); linear in the text, whatever their number.

    A surname is found alone or with given names and initials on either side; a given name alone
    only where it is listed as an alias.  A word in small letters that is a common one is left out.
    Whose a name of one word is can only be told once all names are known: `settle` does.

    Args:
        persons: Whom to find.
        morphology: Gives the forms of their names, and reads the words beside them.
        common: Tells whether a word in small letters is a common word of the language.
        is_given: Tells whether a word is a given name: settles the order of ``Nowak Anna``, and
            that ``Jan Nowak`` is somebody else.
    """

    name = "known"

    def __init__(
        self,
        persons: Sequence[KnownPerson],
        morphology: Morphology,
        *,
        common: Callable[[str], bool] = lambda _: False,
        is_given: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._persons = tuple(persons)
        self._morphology = morphology
        self._common = common
        self._is_given = is_given
        self._given, self._family, self._alone = _Table(), _Table(), _Table()
        self._letters: dict[int, set[str]] = {}
        for number, person in enumerate(self._persons):
            for name in (person.name, *person.aliases):
                self._compile(name, number)
        self._words = {*self._given.entries, *self._family.entries, *self._alone.entries}
        self._ids = PhraseIndex(_by_phrase(self._persons, lambda p: p.ids))
        self._births = PhraseIndex(_by_phrase(self._persons, _births))

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield a mention, certain and marked ``hide`` or ``keep``, for each name and number."""
        read = read_pieces(view.text)
        for span, people, alone in self._names(view.text, read):
            named = self._mention(span, people, "person")
            rule = (replace(named.evidence[0], rule=_ALONE),)
            yield Mention(span, "person", rule) if alone else named
        for found in self._ids.find(view.text, read):
            surface = view.text[found.start : found.end]
            kind = "email" if "@" in surface else "id"
            yield self._mention(Span(found.start, found.end), frozenset(found.value), kind)
        for found in self._births.find(view.text, read):
            surface = view.text[found.start : found.end]
            if sum(map(str.isdigit, surface)) == 8 or sum(not c.isalnum() for c in surface) >= 2:
                span = Span(found.start, found.end)
                yield self._mention(span, frozenset(found.value), "date.birth")

    def settle(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Say whose a name of one word is: a known person's only where nobody else bears it.

        Where somebody does, it is hidden whatever the list says, and is nobody's for certain.

        Args:
            view: The document.
            mentions: Disjoint, in text order; what `detect` found is among them.
        """
        starts = [m.span.start for m in mentions]
        whose: dict[int, _People] = {}
        borne: set[int] = set()
        for span, people, alone in self._names(view.text, read_pieces(view.text)):
            at = bisect_right(starts, span.end - 1) - 1
            if not alone or at < 0 or not mentions[at].span.overlaps(span):
                continue
            another = self._is_another(view.text, mentions[at].span, span)
            borne |= people if another else _NOBODY
            whose[at] = _NOBODY if another else people & whose.get(at, people)
        return [self._settled(m, whose.get(n, _NOBODY), borne) for n, m in enumerate(mentions)]

    def _settled(self, mention: Mention, people: _People, borne: set[int]) -> Mention:
        rest = tuple(e for e in mention.evidence if e.rule != _ALONE)
        if len(rest) == len(mention.evidence):
            return mention
        if any(e.detector.partition(".")[0] == self.name for e in rest):
            return replace(mention, evidence=rest)
        if not people or not people.isdisjoint(borne):
            return replace(mention, evidence=(Evidence(self.name, "hide"), *rest))
        hers = self._mention(mention.span, people, "person")
        kind = hers.type if mention.type == "person" else mention.type
        return replace(mention, type=kind, evidence=(*hers.evidence, *rest))

    def _is_another(self, text: str, whole: Span, name: Span) -> bool:
        """Tell whether what stands beside a surname makes it the name of somebody not listed."""
        around = (text[whole.start : name.start], text[name.end : whole.end])
        if any(self._is_part(word[0]) for part in around for word in pieces(part)):
            return True
        before = _BEFORE.search(text, max(0, name.start - _REACH), name.start)
        if before and before[2].startswith("."):
            return len(before[1]) == 1
        after = _AFTER.match(text, name.end)
        return any(self._says_given(m[1]) for m in (before, after) if m)

    def _is_part(self, word: str) -> bool:
        """Tell whether a word of a longer name is a part of it, and no title."""
        name = word[:1].isupper() and not self._common(plain(word))
        return name or self._says_given(word)

    def _says_given(self, word: str) -> bool:
        if not word[:1].isupper():
            return False
        readings = self._morphology.analyse(word, "given")
        return any(self._is_given(r.lemma) for r in readings if r.weight >= _LIKELY)

    # -- compiling -----------------------------------------------------------------------------

    def _compile(self, name: str, number: int) -> None:
        given, family = self._roles(name)
        if not given and len(family) == 1:
            for kind in ("given", "family"):
                self._file(self._alone, family[0], kind, number)
            return
        for word in given:
            self._file(self._given, word, "given", number)
            self._letters.setdefault(number, set()).add(fold(word)[:1])
        for word in family:
            self._file(self._family, word, "family", number)

    def _file(self, table: _Table, word: str, kind: str, number: int) -> None:
        title = word if word[:1].isupper() and not word[1:].isupper() else word.capitalize()
        for form in {word, *self._morphology.forms(title, kind)}:
            for piece in pieces(form):
                if len(piece[0]) > 1 or len(word) == 1:
                    table.add(piece[0], number)

    def _roles(self, name: str) -> tuple[list[str], list[str]]:
        """Split a listed name into given and family names."""
        before, comma, after = name.partition(",")
        if comma and after.strip():
            return _flat(_units(after)), _flat(_units(before))
        units = _units(name)
        turned = (
            len(units) > 1 and self._is_given(units[-1][-1]) and not self._is_given(units[0][0])
        )
        if turned:
            return _flat(units[1:]), units[0]
        return _flat(units[:-1]), units[-1] if units else []

    # -- finding -------------------------------------------------------------------------------

    def _names(self, text: str, read: Sequence[Piece]) -> Iterator[tuple[Span, _People, bool]]:
        """Yield where people may be named, who, and whether by one name only."""
        index = 0
        while index < len(read):
            if read[index].folded not in self._words:
                index += 1
                continue
            run = self._run(text, read, index)
            index = max(run.last, index) + 1
            if run.named and self._believable(text, read, run):
                yield self._extent(text, read, run), run.people, not self._is_full(text, read, run)

    def _run(self, text: str, read: Sequence[Piece], index: int) -> _Run:
        people, named = self._who(text, read[index])
        run = _Run(index, index, people, named)
        while people and self._grow(text, read, run):
            pass
        return run

    def _grow(self, text: str, read: Sequence[Piece], run: _Run) -> bool:
        """Take in the next piece, or the next but one where a single word stands between."""
        for step in (1, 2):
            following = run.last + step
            if following >= len(read) or not self._adjacent(text, read, following - 1, run):
                return False
            people, named = self._who(text, read[following])
            if named and "," in text[read[following - 1].end : read[following].start]:
                return False
            if self._drops_to_word(text, read[run.last], read[following]):
                return False
            shared = run.people & people
            if shared and (step == 1 or (named and not run.named)):
                run.people, run.last, run.named = shared, following, run.named or named
                return True
            if step == 1 and not text[read[following].start].isupper():
                return False
        return False

    def _drops_to_word(self, text: str, last: Piece, following: Piece) -> bool:
        """Tell whether a common word in small letters follows a capital: *Ranta ranta-alueella*."""
        word = text[following.start : following.end]
        return text[last.start].isupper() and word.islower() and self._common(plain(word))

    def _who(self, text: str, piece: Piece) -> tuple[_People, bool]:
        """Return who may be meant, and whether the word is enough to say so."""
        strong = self._family.people(piece, text) | self._alone.people(piece, text)
        return strong | self._given.people(piece, text), bool(strong)

    def _adjacent(self, text: str, read: Sequence[Piece], left: int, run: _Run) -> bool:
        between = text[read[left].end : read[left + 1].start]
        if between in _HYPHENS or (between.isspace() and _near(between)):
            return True
        single = read[left].end - read[left].start == 1
        dotted = single and between[:1] == "." and _near(between)
        comma = between[:1] == "," and between[1:].isspace() and run.named and _near(between)
        return dotted or comma

    def _believable(self, text: str, read: Sequence[Piece], run: _Run) -> bool:
        if run.first != run.last:
            return True
        piece = read[run.first]
        word = text[piece.start : piece.end]
        exact = any(
            plain(word) in table.entries.get(piece.folded, ())
            for table in (self._family, self._alone)
        )
        return not self._common(plain(word)) or (exact and not word.islower())

    def _is_full(self, text: str, read: Sequence[Piece], run: _Run) -> bool:
        """Tell whether more than a surname is said: a given name, an alias, an initial."""
        span = self._extent(text, read, run)
        if span != Span(read[run.first].start, read[run.last].end):
            return True
        words = read[run.first : run.last + 1]
        said = [self._given.people(w, text) | self._alone.people(w, text) for w in words]
        return len(words) > 1 and any(run.people <= people for people in said)

    def _extent(self, text: str, read: Sequence[Piece], run: _Run) -> Span:
        """Return the span of a run with the initials before and after it."""
        letters = set[str]().union(*(self._letters.get(p, set()) for p in run.people))
        first, last = run.first, run.last
        for _ in range(_INITIALS):
            if first == 0 or not _is_initial(text, read[first - 1], letters):
                break
            between = text[read[first - 1].end : read[first].start]
            if between[:1] != "." or between.strip(". \u00a0") or not _near(between):
                break
            first -= 1
        end = read[last].end
        if last + 1 < len(read) and _is_initial(text, read[last + 1], letters):
            after = read[last + 1]
            if (
                text[end : after.start] in (" ", "\u00a0", ", ")
                and text[after.end : after.end + 1] == "."
            ):
                end = after.end + 1
        return Span(read[first].start, end)

    def _mention(self, span: Span, people: _People, kind: str) -> Mention:
        persons = [self._persons[number] for number in people]
        keep = all(person.action == "keep" for person in persons)
        said = (fold(person.role) for person in persons)
        roles = {"".join(c for c in role if c.isascii() and c.isalnum()) for role in said}
        role = roles.pop() if kind == "person" and len(roles) == 1 else ""
        who = f"{self.name}.{min(people)}" if len(people) == 1 else self.name
        evidence = Evidence(who, "keep" if keep else "hide")
        return Mention(span, f"{kind}.{role}" if role else kind, (evidence,))


def _near(between: str) -> bool:
    return len(between) <= _GAP and between.count("\n") < 2


def _is_initial(text: str, piece: Piece, letters: set[str]) -> bool:
    single = piece.end - piece.start == 1
    return single and text[piece.start].isupper() and piece.folded in letters


def _units(name: str) -> list[list[str]]:
    """Return the words of a name, those joined by hyphens together."""
    units: list[list[str]] = []
    end = 0
    for match in pieces(name):
        if units and name[end : match.start()] and name[end : match.start()] in _HYPHENS:
            units[-1].append(match[0])
        elif match[0].isalpha() or not match[0].isdigit():
            units.append([match[0]])
        end = match.end()
    return units


def _flat(units: Iterable[Sequence[str]]) -> list[str]:
    return [word for unit in units for word in unit]


def _by_phrase(
    persons: Sequence[KnownPerson], phrases: Callable[[KnownPerson], Iterable[str]]
) -> dict[str, tuple[int, ...]]:
    pairs = sorted((phrase, n) for n, person in enumerate(persons) for phrase in phrases(person))
    return {
        phrase: tuple(n for _, n in group) for phrase, group in groupby(pairs, lambda pair: pair[0])
    }


def _births(person: KnownPerson) -> Iterator[str]:
    if person.birth is None:
        return
    born = person.birth
    days, months = ((f"{n}", f"{n:02}") for n in (born.day, born.month))
    for day, month in product(days, months):
        yield f"{day}.{month}.{born.year}"
        yield f"{month}/{day}/{born.year}"
        yield f"{born.year}-{month}-{day}"
