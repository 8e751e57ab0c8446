"""The case of a place: what its words share, and what the preposition before it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter

from allonym.languages.pack import LanguagePack
from allonym.languages.pool import PoolEntry
from allonym.model.features import NO_FEATURES, FeatureBundle
from allonym.model.mention import Analysis, Mention
from allonym.model.view import TextView
from allonym.ports import Morphology
from allonym.replace.candidates import Candidate, keeps_case
from allonym.replace.inflect import Joint, Placed, cases_of, in_case, joint, split_clitic
from allonym.replace.places.settlements import Gathered
from allonym.replace.rules import NameRules
from allonym.text.capitals import like
from allonym.text.fold import fold

_LIKELY = 0.1
_BEHIND_CODE = frozenset({"Nom"})
"""The case of a town behind its postcode, in languages that have it."""
_LOCAL = frozenset({"Abl", "Ade", "All", "Del", "Ela", "Ill", "Ine", "Sub", "Sup"})
_WHERE = "Loc"
"""The case of a place where something is, of those that a preposition governs."""
_BEFORE, _REACH = re.compile(r"(?<!\w)([^\W\d_]+)\s\Z"), 24
_FAR, _JOIN = 80, 4
"""How far before one of several places their preposition may be; letters of a word for *and*."""
_TWO, _FEW = 2, 2
_SURE = 0.5
_BESIDE = tuple({"Case": "Gen", "Number": "Sing", "Gender": g} for g in ("Masc", "Fem"))
_OF_A_WOMAN = {"Case": "Nom", "Number": "Sing", "Gender": "Fem"}
_SHORT = 3
"""Letters of the longest word that no adjective is."""
_LEADS = re.compile(r"(?:\A|\n|(?<![^\w\n]\w)(?<![^\w\n]\w\w)[.!?]\s)[\s„\"«]*\Z")
"""What ends where a sentence begins; an abbreviation of one or two letters ends none."""
_FOLLOWED = re.compile(r"[ \u00a0]?[^\W\d_]")
_OWNED = re.compile(r" ([^\W\d_]+)")
_VERB = re.compile(r"\s([^\W\d_]{2,})")


def governed(pack: LanguagePack, text: str, at: int) -> frozenset[str]:
    """Return the UD cases that a name may have; none where no preposition tells.

    Args:
        pack: Of the language.
        text: Of the document; marks may be missing from its letters.
        at: Where the name begins.
    """
    word = _BEFORE.search(text[max(0, at - _REACH) : at])
    return governs(pack, word[1]) if word else frozenset()


def governs(pack: LanguagePack, word: str) -> frozenset[str]:
    """Return the UD cases that a preposition governs; none if it is none."""
    return _load(pack).get(fold(word), frozenset())


def in_series(pack: LanguagePack, text: str, at: int) -> frozenset[str]:
    """Return the cases of a place that follows others behind one preposition; none if it doesn't.

    *W Sieradzu, Zduńskiej Woli i Łasku* stands in the locative three times.

    Args:
        pack: Of the language.
        text: Of the document.
        at: Where the name begins.
    """
    told, words = _load(pack), text[max(0, at - _FAR) : at].split(" ")[-2::-1]
    for number, word in enumerate(words):
        if number and word.islower():
            return told.get(fold(word), frozenset())
        joins = word.islower() and len(word) <= _JOIN and fold(word) not in told
        named = word[:1].isupper() and word.removesuffix(",")[-1:].isalpha()
        if not (joins or (named and (number or word[-1] == ","))):
            break
    return frozenset()


def as_governed(told: frozenset[str], allowed: Joint, whole: Joint) -> Joint:
    """Return the cases that a preposition leaves of a name; one says it all by itself.

    What no table has may be read as a citation form that it is not: *v Tatranských Zruboch*.

    Args:
        told: The cases that the preposition governs, if any.
        allowed: Those that the words of the name share.
        whole: Those of the name as one word.
    """
    if not told or not allowed:
        return allowed
    cases = {key[0] for key in whole}
    if len(cases) == 1 and cases <= told:
        return whole
    left = {key: weight for key, weight in allowed.items() if key[0] in told}
    where = _WHERE if _WHERE in told else min(told)  # v Trenti is no instrumental
    known = {key[0] for key in allowed} - {"", "Nom"}
    forced = len(told) == 1 or (known and not known & {key[0] for key in whole} & told)
    return left or ({(where, "", "", ""): 1.0} if forced else allowed)


def cases_only(readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return likely readings that tell nothing but the case."""
    likely = [r for r in readings if r.weight >= _LIKELY] or readings
    cases = ({k: v for k, v in r.features.items() if k == "Case"} for r in likely)
    return tuple(r._replace(features=c) for r, c in zip(likely, cases, strict=True))


@dataclass(frozen=True, slots=True)
class Forms:
    """Writes names of places in the cases of those that they stand for."""

    view: TextView  # the document
    morphology: Morphology  # reads what stands there
    rules: NameRules  # what the language says about names
    gathered: Gathered  # the towns of the document

    def annotated(self, mention: Mention) -> FeatureBundle:
        """Return what the source itself says of a name, or of the noun in it, as a corpus does."""
        said = [(part, self.view.reading(part.span)) for part in mention.parts]
        told = [(own.noun, p.analyses) for p, own in said if own and own.features and p.analyses]
        return max(told, key=itemgetter(0))[1][0].features if told else NO_FEATURES

    def keeping(self, mentions: Sequence[Mention]) -> Callable[[PoolEntry], bool]:
        """Return what tells of which towns all that a corpus says of these mentions stays true.

        That is the case, and which of two words is the noun: *Nowy Sącz* is no *Tomaszów Lubelski*.
        In a language whose towns all have it in one place that says nothing.
        """
        said = (self.annotated(m).get("Case", "") for m in mentions)
        cases = {case for case in said if case}
        orders = {own for m in mentions if (own := self._order(m)) is not None}
        towns = (e for e in self.rules.pools["place"].entries if orders and e.tokens == _TWO)
        orders = orders if any(self._noun_leads(e.lemma) in orders for e in towns) else set()

        def keeps(town: PoolEntry) -> bool:
            same = not orders or self._noun_leads(town.lemma) in orders
            return same and all(keeps_case(town, case, self.morphology) for case in cases)

        return keeps

    def _order(self, mention: Mention) -> bool | None:
        """Return whether the noun leads a name of two words; None where no source says it."""
        said = [self.view.reading(part.span) for part in mention.parts]
        nouns = [own.noun for own in said if own]
        return nouns[0] if len(nouns) == len(said) == _TWO and nouns[0] != nouns[1] else None

    def _noun_leads(self, name: str) -> bool:
        """Tell whether a town is a noun and an adjective behind it, as the language reads them."""
        first, *rest = name.lower().split()
        ends = tuple(end[:-1] for end in self.rules.relational)
        told = bool(rest) and rest[-1][:-1].endswith(ends)
        return told or (bool(rest) and not self._agrees(first) and bool(self._agrees(rest[-1])))

    def _is_of_a_man(self, lemma: str) -> bool:
        """Tell whether an adjective's citation form is one: not *donja*, nor the noun *dąbrowa*."""
        return self.morphology.inflect(lemma, "common", features=_OF_A_WOMAN).form != lemma

    def _agrees(self, word: str) -> str:
        """Return the lemma of an adjective; nothing for a noun, *dąbrowa*."""
        return next(filter(self._is_of_a_man, self._alike(word)), "")

    def _alike(self, word: str) -> Iterator[str]:
        """Yield a word's lemmas that are others beside a woman's name than beside a man's."""
        inflect = partial(self.morphology.inflect, kind="common")
        for reading in self.morphology.analyse(word, "common")[:_FEW]:
            one, other = (inflect(reading.lemma, features=own) for own in _BESIDE)
            if reading.lemma.islower() and one.form != other.form and other.certainty > _SURE:
                yield reading.lemma

    def cited(self, mention: Mention, name: str) -> str:
        """Return a town's name as a corpus cites words: *zduński Wola* where it has *zielony Góra*.

        Args:
            mention: What the corpus has.
            name: What stands for it.
        """
        said, words = [self.view.reading(part.span) for part in mention.parts], name.split()
        if len(said) != len(words):
            return name
        small = [own is not None and not own.noun and own.lemma.islower() for own in said]
        lower = [w.lower() for w in words]
        own_lemma = [w if w in self._alike(w) else "" for w in lower]  # góra
        found = [
            own and (self._agrees(w) or cited)
            for w, own, cited in zip(lower, small, own_lemma, strict=True)
        ]
        is_word = self.rules.orgs.is_word
        return " ".join(
            own if own and is_word(own) else w for own, w in zip(found, words, strict=True)
        )

    def readings(self, mentions: Sequence[Mention]) -> tuple[tuple[Analysis, ...], ...]:
        """Return how each of some mentions may be read, but for those of several parts."""
        surfaces, whole = [self.view.surface(m.span) for m in mentions], self.morphology.analyse
        return tuple(
            self._standing(m, m.parts[0].analyses if len(m.parts) == 1 else whole(s, "place"))
            for m, s in zip(mentions, surfaces, strict=True)
            if len(m.parts) <= 1 or " " not in s
        )

    def _standing(self, mention: Mention, readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
        """Return the readings of a mention, without a case that a word has to follow if none does.

        *Gärsnäs* before a full stop is no genitive, whose pseudonym would have to end alike.
        """
        leads = self.rules.pack.toml("around.toml").get("leads", "")
        if not leads or _FOLLOWED.match(self.view.text, mention.span.end):
            return tuple(readings)
        own = (r for r in readings if r.features.get("Case") != leads)
        cited = (r._replace(features={"Case": "Nom", **r.features}) for r in own)
        return tuple(cited) or tuple(readings)

    def placed(self, mention: Mention, candidate: Candidate) -> Placed:
        """Return the form of a name that stands for another where that is mentioned."""
        bare, tail = split_clitic(self.view.surface(mention.span), self.rules.clitics)
        rest = self.view.text[mention.span.end : mention.span.end + _SHORT].lstrip(" \u00a0")
        ends = bare[-1] == "." and (rest[:1] in ("", "\n") or rest[0].isupper())
        tail += "." if ends else ""  # do Strzelec Kraj.
        words = [word for word in bare.split() if word[-1] != "."]  # Sl. Brodu
        cut, bare = len(words) < len(bare.split()), " ".join(words) or bare
        several = bare.split()
        whole = len(mention.parts) > 1 and self.rules.whole_places
        whole = whole or cut or any(map(str.islower, several[1:]))  # Hliník nad Hronom
        allowed = {} if whole else joint(mention.parts)
        readings = self.morphology.analyse(bare, "place")
        known = not several[1:] and any(map(self._knows, readings[:1]))
        allowed = allowed if known else self._whole(readings, allowed, alone=not several[1:])
        allowed = allowed or cases_of(readings)
        whole_name = cases_of(readings) if several[1:] else allowed
        told = self.governed(mention)
        series = in_series(self.rules.pack, self.view.text, mention.span.start)
        told = told or (series if any(key[0] in series for key in allowed) else told)
        allowed = as_governed(told, allowed, whole_name)
        placed = in_case(candidate.entries[0], allowed)
        if readings and "Clitic" in (features := readings[0].features):  # Tampereellakin
            made = self.morphology.inflect(placed.lemma, "place", features)
            placed = Placed(made.form, made.certainty, placed.lemma)
        behind = _OWNED.match(self.view.text, mention.span.end)
        town = self.rules.orgs.owned(placed.lemma, behind[1]) if behind else None
        return Placed(like(bare, town or placed.text) + tail, placed.certainty, placed.lemma)

    def _whole(self, readings: Sequence[Analysis], allowed: Joint, *, alone: bool) -> Joint:
        """Return the cases of a name that is listed as a whole, of those its words allow if any.

        What ends as in a local case stands in it, though no table has it: *Mátrafüreden*.
        """
        local = [r for r in readings if r.features.get("Case") in _LOCAL and r.weight >= _LIKELY]
        whole = cases_of([*filter(self._knows, readings)] or (local if alone else ()))
        cases = {key[0] for key in allowed}
        return {key: w for key, w in whole.items() if key[0] in cases} or whole or allowed

    def _knows(self, reading: Analysis) -> bool:
        """Tell whether a table has a place of the citation form of a reading."""
        pool, name = self.rules.pools["place"].by_lemma, reading.lemma
        return name in pool or bool(self.gathered.named(name)) or self.rules.is_place(name)

    def governed(self, mention: Mention) -> frozenset[str]:
        """Return the cases that the preposition before a mention governs, or a postcode there.

        What may be a citation form is one behind what it is: *v obci Rakúsy*.
        """
        start, surface = mention.span.start, self.view.surface(mention.span)
        before = self.view.text[max(0, start - _REACH) : start]
        word = _BEFORE.search(before)
        if word and word[1].casefold() in self.gathered.geography.kinds:
            own = (r for r in self.morphology.analyse(surface, "place") if r.weight >= _LIKELY)
            return _BEHIND_CODE if any(r.lemma == surface for r in own) else frozenset()
        if start - 1 in self.gathered.code_ends:
            return _BEHIND_CODE
        return governed(self.rules.pack, self.view.text, start)

    def is_on(self, name: str, mentions: Sequence[Mention]) -> bool:
        """Tell whether one is on a place, not in it; of what no table has the word before tells."""
        if name in self.rules.towns_on or self.gathered.named(name):
            return name in self.rules.towns_on
        text, starts = self.view.text, [m.span.start for m in mentions]
        before = (_BEFORE.search(text[max(0, at - _REACH) : at]) for at in starts)
        return any(word is not None and word[1] in self._on_words for word in before)

    def said_on(self, name: str) -> bool:
        """Tell whether the text says anywhere that one is on a place: *på Öckerö*."""
        text = self.view.text
        return any(f"{word} {name}" in text for word in self._on_words)

    @property
    def _on_words(self) -> Sequence[str]:
        words: Sequence[str] = self.rules.pack.toml("around.toml").get("on_words", ())
        return words

    def agrees(self, mention: Mention) -> bool:
        """Tell whether a word beside a mention may agree with it: before it, or its verb behind."""
        text, start = self.view.text, mention.span.start
        before = text[max(0, start - _REACH) : start]
        if word := _BEFORE.search(before):
            own = word[1].casefold()
            free = len(own) <= _SHORT or own in self.gathered.geography.kinds
            return not free and not self.governed(mention)
        verb = _VERB.match(text, mention.span.end) if _LEADS.search(before) else None
        return verb is not None and verb[1].islower()


@cache
def _load(pack: LanguagePack) -> Mapping[str, frozenset[str]]:
    cues = pack.toml("words.toml").get("cues", {}).get("preposition", {})
    told = ((fold(word), str(cue).partition("Case=")[2]) for word, cue in cues.items())
    return {word: frozenset(cases.split(",")) for word, cases in told if cases}
