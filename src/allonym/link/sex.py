"""What the sentence says of a person's sex: *Kim ringde, hon …*, *Sasza przyszła*, *draga Ivana*.

Many a name is a man's as well as a woman's, or no list knows it.  What is said of the person then
agrees all the same: greetings, verbs, participles and pronouns of the same text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from allonym.link.readings import Reading
from allonym.link.words import NameWords
from allonym.model.features import FeatureBundle
from allonym.model.latest import Latest
from allonym.model.mention import Mention, NamePart
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import MINE, POSSESSIVE, WIFE
from allonym.text.fold import plain

_WORD = re.compile(r"([ \t\u00a0(,]{1,3}|\n)([^\W\d_]+(?:['’-][^\W\d_]+)*)")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARAGRAPH = "\n\n"
_QUOTED = re.compile(r"[^\"“”„«»]*\S[\"”“»](?=\s)")
"""The rest of somebody's words; who says them is another: *"Our Jean bought it," he says*."""
_BEFORE = re.compile(r"([^\W\d_]+)[ \t\u00a0]+\Z")
_HEAD = re.compile(r"(?:\A|[.!?:;,–(\n\"„“])\s*\Z")
_BEGUN = re.compile(r"(?:\A|[.!?:;,–(\n\"„“])\s*(?:[^\W\d_]+\s+)?\Z")
"""Before a verb: its clause begins, or has but a word: *Potem zadzwoniła Kim*."""
_CLAUSE = re.compile(r"[.!?:;,–(\n]")
"""What parts a verb from whoever is named before it; else it is theirs: *Jan spotkał Kim*."""
_REACH, _FAR = 80, 200
_LOOK_BACK = 40
_BACK = re.compile(r"([^\W\d_]+)(?:,?[ \t\u00a0]+)\Z")
_OUTRIGHT, _AGREEING, _REFERRING = 3, 2, 1
_WORDS, _BEYOND, _PHRASE = 8, 3, 5
_SEXES = ("Masc", "Fem")
_LEAST, _USUAL, _HARDLY = 3, 0.2, 0.01


@dataclass(frozen=True, slots=True)
class SexWords:
    """The words of a language that agree with a person: ``[sex]`` of ``words.toml``."""

    between: frozenset[str] = frozenset()  # small words between a name and its verb
    # of which one stands there too, where the language has them
    auxiliaries: frozenset[str] = frozenset()
    # words and phrases right before a name, to the sex of the person: *husband of*
    before: Mapping[str, str] = field(default_factory=dict)
    # words that agree with the name before them; to the sex
    agreeing: Mapping[str, str] = field(default_factory=dict)
    endings: tuple[tuple[str, str], ...] = ()  # of the verb right behind it; to the sex
    # that refer to the person named last; to the sex
    pronouns: Mapping[str, str] = field(default_factory=dict)
    # what somebody is, in the nominative: *groom*, *koma*; to the sex
    nouns: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Mapping[str, Iterable[str]]) -> SexWords:
        """Read the table: ``masc`` and ``fem`` of each kind; an ending begins with a hyphen."""

        def both(kind: str) -> dict[str, str]:
            pairs = (("Masc", f"{kind}masc"), ("Fem", f"{kind}fem"))
            return {word: sex for sex, key in pairs for word in table.get(key, ())}

        own = both("")
        endings = [(word[1:], sex) for word, sex in own.items() if word[0] == "-"]
        return cls(
            frozenset(table.get("between", ())),
            frozenset(table.get("auxiliaries", ())),
            both("before_"),
            {word: sex for word, sex in own.items() if word[0] != "-"},
            tuple(sorted(endings, key=lambda pair: -len(pair[0]))),
            both("pronouns_"),
            both("nouns_"),
        )


Reread = Callable[[Mention], Reading]


class SexReader:
    """Reads what a document says of the sex of people.

    Args:
        words: The language's word data.
    """

    def __init__(self, words: NameWords) -> None:
        self._words, self._sex, self._latest = words, SexWords.of(words.sex), Latest()

    def told(self, readings: Sequence[Reading], view: TextView, reread: Reread) -> list[Reading]:
        """Return the readings, each of the sex that the sentence around it says.

        A name that lists know as a man's or as a woman's stays one.  What is said of another holds
        wherever it stands and nothing is said against it: one *Robin* is one person.

        Args:
            readings: Of a document, in any order.
            view: The document.
            reread: Reads a mention again, its words with fewer readings.
        """
        starts = sorted(r.mention.span.start for r in readings)
        following = dict(pairwise([*starts, len(view.text)]))
        doers = [0, *sorted(r.mention.span.end for r in readings if _may_be_subject(r, leads=True))]
        around = {s: Span(doers[bisect_right(doers, s) - 1], following[s]) for s in starts}
        often = Counter(r.label for r in readings if r.label)  # speakers, whose words are of others
        made = [
            self._with(r, view, around[r.mention.span.start], reread, alone=often[r.label] < 2)
            for r in readings
        ]
        sums: dict[str, Counter[str]] = defaultdict(Counter)
        for reading in made:
            for name in reading.called if reading.said else ():
                sums[name].update(reading.said)
        told = {n: min(s) for n, s in sums.items() if len(s) == 1 and s.total() >= _AGREEING}
        return [self._as_told(r, told, reread) for r in made]

    def _as_told(self, reading: Reading, told: Mapping[str, str], reread: Reread) -> Reading:
        """Return a reading, of the sex that is said of its given name elsewhere."""
        sex = next(filter(None, map(told.get, reading.called)), "")
        apart = reading.genders != {sex} and reading.said.keys() <= {sex} and not reading.household
        if not sex or not apart or self._is_known(reading):
            return reading
        said = replace(reread(_of_sex(reading.mention, sex)), said=reading.said)
        return replace(said, genders=frozenset([sex]))

    def _with(
        self, reading: Reading, view: TextView, around: Span, reread: Reread, *, alone: bool
    ) -> Reading:
        place, make = ("sex", reading.mention.span), partial(self._counted, reading, view, around)
        said = self._latest.made(view, place, (reading, around), make)
        known = self._is_known(reading)
        mute = not (self._sex.endings or self._sex.agreeing)  # nothing but pronouns tells
        given = (p.analyses[0].lemma for p in reading.mention.parts if p.role == "given")
        mute = mute and alone and not self._words.abroad(next(given, ""))  # Kazuo
        least = _REFERRING if mute and reading.full and not known else _AGREEING
        sure = [sex for sex, number in said.items() if number >= least]
        fits = not reading.genders or (bool(sure) and sure[0] in reading.genders)
        if len(sure) == 1 and (fits or not known):
            reading = replace(reread(_of_sex(reading.mention, sure[0])), genders=frozenset(sure))
        elif mute and not known and said and reading.genders.isdisjoint(said):
            reading = replace(reading, genders=frozenset())
        return replace(reading, said=said) if said else reading

    def _counted(self, reading: Reading, view: TextView, around: Span) -> Counter[str]:
        said: Counter[str] = Counter()
        for sex, points in () if reading.household else self._said(reading, view, around):
            said[sex] += points
        del said[""]
        return said

    def settled(self, readings: Iterable[Reading], genders: frozenset[str]) -> frozenset[str]:
        """Return the sex of a person: as the names say, else what was said of all mentions.

        What lists say of a name yields to several sentences that agree against it.
        """
        sums = Counter[str]()
        for reading in readings:
            sums.update(reading.said)
        least, most = sorted(_SEXES, key=lambda sex: sums[sex])
        if len(genders) == 1 and (sums[least] or sums[most] < 2 * _AGREEING):
            return genders
        return frozenset([most]) if sums[most] > 2 * sums[least] else genders

    def _is_known(self, reading: Reading) -> bool:
        """Tell whether lists or an ending say of which sex whoever bears the name is."""
        named = reading.mention.parts
        first = [p for p in named if p.role == "given"][:1]
        return any(self._is_telling(p) for p in (*first, *(p for p in named if p.role == "family")))

    def _is_telling(self, part: NamePart) -> bool:
        if part.role == "family":
            return any(self._words.is_womens(a.lemma) for a in part.analyses[:1])
        return self._words.is_of_one_sex([plain(a.lemma) for a in part.analyses])

    # -- what stands around --------------------------------------------------------------------

    def _said(self, reading: Reading, view: TextView, around: Span) -> Iterator[tuple[str, int]]:
        """Yield sexes, or nothing, and how much what stands beside a name says so."""
        span, sex = reading.mention.span, self._sex
        block = view.block_at(span.start)
        end = min(around.end, block.end)
        behind = view.text[span.end : end]
        before = _BEFORE.search(view.text[max(block.start, span.start - _LOOK_BACK) : span.start])
        word = plain(before[1]) if before else ""
        led = plain(before.string).split() if before else []
        phrases = (" ".join(led[-size:]) for size in range(_PHRASE, 0, -1) if led)
        yield next(filter(None, map(sex.before.get, phrases)), ""), _AGREEING
        leads = _HEAD.search(view.text, max(block.start, span.start - 3), span.start) is not None
        others = (self._words.kin, self._words.prepositions)  # В колата на Русков пътувала жена
        if not any(word in own for own in others) and _may_be_subject(reading, leads=leads):
            yield from ((found, _AGREEING) for found in self._agreeing(behind[:_REACH]))
        alone = _may_be_subject(reading, leads=False)
        ahead = view.text[max(block.start, around.start) : span.start] if alone else ""
        free = not around.start or _CLAUSE.search(view.text, around.start, span.start)
        found, first = self._by_verb_before(ahead if free else "")
        sure = first and found == "Fem"  # what women say of a man declines his name
        yield found, _AGREEING if sure else _REFERRING
        yield self._referring(behind[:_FAR]), _REFERRING
        ahead = "" if word in self._words.kin else ahead  # mąż Doroty is somebody else
        read = [p.analyses for p in reading.mention.parts if p.analyses]
        owns = any("Derivation" in a.features for own in read for a in own)  # no brother *Anin*
        owns |= any(own[0].features.get("Case") == "Gen" for own in read)  # Lasses fru
        own = behind if alone and not (owns or reading.former) else ""  # roj. Kos, deduje sin
        own += "." if own and end == block.end else ""
        yield self._is_one(ahead, own, named=around.start > block.start), _OUTRIGHT

    def _is_one(self, before: str, behind: str, *, named: bool) -> str:
        """Return the sex of what the person is: *The groom is Kim*, *Kim a koma*.

        What stands right behind another name (`named`) is said of that, and right before the next
        one of whom it names.
        """
        nouns, between = self._sex.nouns, self._sex.between | self._sex.auxiliaries
        before = before[-_LOOK_BACK:] if nouns else ""
        while match := _BACK.search(before):
            word, before = plain(match[1]), before[: match.start()]
            if word in nouns:
                others = (w for w in map(plain, _LETTERS.findall(before)) if w not in between)
                if named and not any(others):
                    break
                return nouns[word]
            if word not in between:
                break
        cursor, free = 0, bool(nouns)
        while (match := _WORD.match(behind, cursor)) and "\n" not in match[1]:
            word, cursor = plain(match[2]), match.end()
            if word in nouns and (free or not match[1].strip()):
                return nouns[word] if behind[cursor:].strip() else ""
            if not free or not (word in between or match[2].islower()) or word in self._words.joins:
                break
            free = word in between  # a tall man, and not: loves a man
        return ""

    def _agreeing(self, text: str) -> Iterator[str]:
        """Yield the sex of the verb behind a name, and of a participle further on."""
        sex, auxiliary, verb, beyond = self._sex, not self._sex.auxiliaries, True, 0
        cursor = 0
        for _ in range(_WORDS):
            match = _WORD.match(text, cursor)
            if not match:
                return
            word, cursor = match[2], match.end()
            verb = verb and not match[1].strip()
            if word in sex.agreeing:
                yield sex.agreeing[word]
                return
            if word in sex.auxiliaries:
                auxiliary = True
            elif verb and word not in sex.between and word.islower():
                found = auxiliary and self._by_ending(word)
                if found:
                    yield found
                    return
                beyond += 1
                verb = bool(sex.auxiliaries) and auxiliary and beyond < _BEYOND

    def _by_verb_before(self, before: str) -> tuple[str, bool]:
        """Return the sex of a verb right before a name, and whether its clause begins with it.

        So do *Powiedziała Robin*, *Povedala je Kim*.
        """
        small = self._sex.between | self._sex.auxiliaries
        while match := _BEFORE.search(before) if self._sex.endings else None:
            word, before = plain(match[1]), before[: match.start()]
            if word not in small:
                own = match[1].islower() or _HEAD.search(before)
                return self._by_ending(word) if own else "", bool(_BEGUN.search(before))
        return "", False

    def _by_ending(self, word: str) -> str:
        long = (pair for pair in self._sex.endings if len(word) >= len(pair[0]) + _LEAST - 1)
        return next((sex for ending, sex in long if word.endswith(ending)), "")

    def _referring(self, text: str) -> str:
        """Return the sex of the first pronoun behind a name before anyone else is spoken of."""
        pronouns, others = self._sex.pronouns, (self._words.kin, self._sex.nouns)
        text, _, _ = text.partition(_PARAGRAPH)
        quoted = _QUOTED.match(text)
        text = quoted[0] if quoted else text
        words = map(plain, _LETTERS.findall(text) if pronouns else ())
        told = next((w for w in words if w in pronouns or any(w in own for own in others)), "")
        return pronouns.get(told, "")


def _of_sex(mention: Mention, sex: str) -> Mention:
    """Return a mention, its words without the readings of the other sex, if others are left."""
    parts = []
    for part in mention.parts:
        kept = tuple(a for a in part.analyses if a.features.get("Gender", sex) == sex)
        parts.append(replace(part, analyses=kept) if kept else part)
    return replace(mention, parts=tuple(parts))


def _may_be_subject(reading: Reading, *, leads: bool) -> bool:
    """Tell whether every word of the name may stand in the nominative; of a noun only if it leads.

    *Opinia Jana została złożona* says nothing of Jana, though there are women of that name.
    """
    parts = [p for p in reading.mention.parts if p.role in ("given", "family") and p.analyses]
    theirs = any(p.analyses[0].features.get("Derivation") == POSSESSIVE for p in parts)
    least = _HARDLY if leads and not theirs else _USUAL  # Zemanova kontrola
    return all(_subject(part) >= least for part in parts)


def _subject(part: NamePart) -> float:
    """Return the share of the readings of a word in which it may be who does something."""
    whole = sum(a.weight for a in part.analyses) or 1.0
    return sum(a.weight for a in part.analyses if _names_one(a.features)) / whole


def _names_one(features: FeatureBundle) -> bool:
    """Tell whether features are those of one person in the nominative, and of nothing theirs."""
    alone = features.get("Number") != "Plur" and features.get("Derivation", MINE) in (MINE, WIFE)
    return alone and features.get("Case", "Nom") == "Nom"
