"""Names between quotation marks, of schools, hospitals, papers, clubs, and words firms are called.

A firm's name is coined; *Liceul „Radu Negru”* is named after somebody, *Spitalul „Sf. Ana”* after a
saint, *Grădinița „Zorile”* after anything that is pleasant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

from allonym.languages.pool import Pool
from allonym.model.draw import Draw
from allonym.model.view import TextView
from allonym.ports import Choice, Morphology
from allonym.replace.candidates import Candidate, Wanted
from allonym.replace.inflect import Joint, Placed, cases_of, in_case, split_clitic
from allonym.replace.organisations.acronyms import VOWELS
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser
from allonym.text.capitals import like
from allonym.text.fold import strip_marks

_CERTAINTY = 0.8
QUOTED = re.compile('(?<=[„“”"«»])[^„“”"«»\n]{2,60}(?=[“”"«»])')
"""What stands between quotation marks."""

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FULL_NAME, _INITIAL = 2, 2
_ENOUGH = 24
"""Words that firms are called of one end, of which some are free and none tells the original."""


@dataclass(frozen=True, slots=True)
class QuotedNames:
    """Names what stands between quotation marks in one document."""

    view: TextView  # the document
    chooser: Chooser  # of the document
    rules: NameRules  # what the language says about names
    draw: Draw  # draws from the list of the pack

    def name(
        self, text: str, key: str, *, firm: bool = False, called: Sequence[str] = ()
    ) -> str | None:
        """Return a name of the same kind, or None where the pack has no list of such names.

        What is nobody's name becomes one of those that such bodies are `called`; that of a firm is
        none of them.
        """
        if inn := self._inn(text, key):
            return like(text, inn)
        if firm or not self.rules.orgs.quoted:
            return None
        made = self._person(text, key) or self.listed(key, called or self.rules.orgs.quoted)
        return like(text, made) if made else None

    def _person(self, text: str, key: str) -> str:
        """Return another person behind the same titles: *Проф. д-р Параскев Стоянов*."""
        words = text.split()
        titles = takewhile(lambda w: w.islower() or (len(w) > _INITIAL and w[-1] == "."), words)
        led = len([*titles])
        made = self._named(words[led:], text, key, titled=bool(led))
        return " ".join((*words[:led], made)) if made else ""

    def _named(self, words: Sequence[str], text: str, key: str, *, titled: bool) -> str:
        known = self.rules.pools["given"].by_lemma
        if len(words) != _FULL_NAME or not all(map(_WORD.fullmatch, words)):
            return ""
        if any(w.casefold() in self.rules.orgs.epithets for w in words):  # Св. Климент Охридски
            return ""
        turned = words[0].capitalize() not in known and words[1].capitalize() in known
        turned = turned and not self.rules.orgs.is_word(words[0].casefold())  # Дева Мария
        words = words[::-1] if turned else words
        given = known.get(words[0].capitalize(), ())
        surname = words[1].title()  # a given name of no list may stand before one: Вичо Грънчаров
        listed = surname in self.rules.pools["family"].by_lemma
        if not (given or listed or self.rules.ends_alike(surname)):
            return ""
        honoured = Wanted("street", f"{key}\thonoured", text, tokens=0, accept=self._is_honoured)
        if not (turned or titled) and (candidate := self.chooser.choose(honoured)):
            return candidate.entries[0].lemma
        gender = given[0].gender if given else "Masc"
        family = self._drawn("family", self.rules.masculine(words[1].title()), words[1], gender)
        first = self._drawn("given", f"{key}\thonoured", words[0], gender)
        return f"{family} {first}" if turned else f"{first} {family}"

    def _is_honoured(self, candidate: Candidate) -> bool:
        """Tell whether a street is called after somebody with a given name and a surname."""
        words = candidate.entries[0].lemma.split()
        return len(words) == _FULL_NAME and words[0] in self.rules.pools["given"].by_lemma

    def _drawn(self, kind: str, key: str, lemma: str, gender: str) -> str:
        candidate = self.chooser.choose(Wanted(kind, key, lemma, gender))
        return candidate.entry(gender).lemma if candidate else "N."

    def _inn(self, text: str, key: str) -> str:
        """Return another inn for one that is called by where it is: *Pod Lipami*."""
        first = text.partition(" ")[0].casefold()
        alike = [name for name in self.rules.orgs.inns if name.split()[0].casefold() == first]
        others = [name for name in alike if name.casefold() != text.casefold()]
        return self.listed(key, others) if others and " " in text else ""

    def listed(self, key: str, names: Sequence[str]) -> str:
        """Return one of the names, the same for the same key; none that the document has."""
        found = self.chooser.settle("quoted", key, self._choices(key, names))
        return found.surrogate if found else ""

    def _choices(self, key: str, names: Sequence[str]) -> Iterator[Choice]:
        start = self.draw.number(len(names), "org", "quoted", key)
        text = self.view.text.casefold()
        for name in (*names[start:], *names[:start]):
            if name.casefold() not in text:
                yield Choice(name)


@dataclass(frozen=True, slots=True)
class Coined:
    """Draws such words for one document."""

    chooser: Chooser  # of the document
    morphology: Morphology = field(repr=False)  # reads the case of a name
    rules: NameRules = field(repr=False)  # what the language says about names

    def draw(self, text: str, key: str, canonical: str, *, serious: bool) -> Placed:
        """Return the word that stands for a name, or for a part of one.

        Args:
            text: As it stands.
            key: What it is drawn by.
            canonical: The whole name.
            serious: Whether it is that of no kindergarten, school or inn.
        """
        bare, tail = split_clitic(text, self.rules.clitics)
        playful = self.rules.orgs.playful if serious else frozenset()
        hard = bare.isupper() and bare[-1] not in VOWELS  # RYSTAV-u
        alike = self._alike(key.rpartition(" ")[2])
        wanted = Wanted(
            "org", key, bare, number="",
            accept=lambda c: c.entries[0].lemma not in playful
            and not (hard and c.entries[0].lemma[-1].upper() in VOWELS)
            and (not alike or _end(c.entries[0].lemma) == alike),
        )  # fmt: skip
        known = self.chooser.recorded("org", canonical)  # by the whole name, once
        cited = {key, *canonical.split()}
        return self._placed(bare, tail, known or self.chooser.choose(wanted), cited)

    def cited(self, word: str) -> str:
        """Return the citation form of a whole name in one word, a known firm's if it may be."""
        lemmas = [r.lemma for r in self.morphology.analyse(word, "org")]
        return next((lemma for lemma in lemmas if lemma in self.rules.orgs.known), lemmas[0])

    def _alike(self, name: str) -> str:
        """Return the end of a name where enough words have it: verbs agree with what ends alike.

        *Delta je zmagala* and *Atlas je zmagal*; nothing where names have no gender.
        """
        gendered = any(entry.gender for entry in self.rules.pools["place"].entries[:1])
        end = _end(name) if gendered and name.isalpha() else ""
        return end if end and _ends(self.rules.pools["org"])[end] >= _ENOUGH else ""

    def listed(self, text: str, name: str, cited: Collection[str] = ()) -> Placed:
        """Return a listed name in the case of the name that it stands for.

        Args:
            text: The latter, as it stands.
            name: What is listed.
            cited: What the former may be a form of.
        """
        bare, tail = split_clitic(text, self.rules.clitics)
        if not (bare.isalpha() and name.isalpha()):
            return Placed(like(text, name), _CERTAINTY, name)
        return self._placed(bare, tail, self.chooser.of_name("org", name), cited)

    def _placed(
        self, bare: str, tail: str, candidate: Candidate | None, cited: Collection[str] = ()
    ) -> Placed:
        """Return a name in the case of the original, with what hangs on that."""
        if candidate is None:
            return Placed("N.", 0.0)
        cited = cited if bare not in cited else ()
        entry, cases = candidate.entries[0], self._cases(bare, cited)
        placed = in_case(entry, cases) if cases else Placed(entry.lemma, _CERTAINTY)
        certainty = min(placed.certainty, _CERTAINTY)
        return Placed(like(bare, placed.text) + tail, certainty, entry.lemma)

    def _cases(self, name: str, cited: Collection[str]) -> Joint:
        """Return the cases of a firm's name: by its ending where no table knows it.

        What the document cites elsewhere is what it is a form of: *Vihora* of *Vihor d.o.o.*

        Of several words the last tells the case, if what it ends in does: *Vikom Gårdissa*; so does
        what a hyphen ties to a name, *Pallo-Kissoista*.
        """
        word = name.rpartition(" ")[2].rpartition("-")[2]
        tied = not self.rules.last_word and "-" in name and " " not in name  # Pri Kovač-Lesu
        cited = {whole.rpartition("-")[2] for whole in cited} if tied else cited
        if not word.isalpha() or (word != name and not (self.rules.last_word or (tied and cited))):
            return {}
        if word != name and not tied:
            kind = self.morphology.analyse(word.casefold(), "common")[:1]
            if kind and kind[0].lemma in self.rules.orgs.lemmas:
                return cases_of(kind)  # Kertbarátok Köre, which is no -re
            return self.rules.case_endings.cases(word, {})
        readings = self.morphology.analyse(word, "org")
        said = self.morphology.analyse(word.lower(), "common") if cited else ()
        theirs = [r for r in said if like(word, r.lemma) in cited]
        theirs = theirs or [r for r in readings if r.lemma in cited]
        theirs = [r for r in theirs if r.features.get("Number") != "Plur"] or theirs  # one body
        if known := theirs or [r for r in readings if r.lemma in self.rules.orgs.known]:
            return cases_of(known)  # pri Tosami, and Tosama is a firm
        read = cases_of(readings)
        listed = readings[0].lemma in self.rules.pools["org"].by_lemma
        return read if listed else self.rules.case_endings.cases(word, read)


@cache
def _ends(pool: Pool) -> Counter[str]:
    """Return how many words that firms are called have each end."""
    return Counter(map(_end, pool.by_lemma))


def _end(word: str) -> str:
    """Return the vowel that a word ends in; the same for all that end in none."""
    last = strip_marks(word[-1:].casefold())
    return last if last.upper() in VOWELS else "-"
