"""What the words of a document say about one another: forms of names that stand in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property, lru_cache
from operator import is_

from allonym.link.agreement import is_plural
from allonym.link.words import NameWords
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.view import TextView
from allonym.text.fold import fold, is_cyrillic, plain, skeleton

Forms = Callable[[str, str], frozenset[str]]
_Shares = Mapping[str, float]
_Said = tuple[str, PartRole, _Shares]
_Likeliest = Mapping[tuple[str, PartRole], _Shares]

_LEAST = 3
_NAMES = ("given", "family")
_BASE = 0.3
_SURE = 0.9
_EVEN = 0.9
"""Of a listed name the document decides between readings that are all but equally likely."""
_FLEETING = re.compile(r"(.*[^aeiouyаеиоуъюя].?[^aeiouyаеиоуъюя])[aeoаеоъ]([^aeiouyаеиоуъюя])")


class Attested:
    """Knows of which other words of the same document a word is a form.

    A form is guessed at its base form from its ending; making the forms of a base form is the
    surer way.  So where a name also stands as it is, that is what its other forms are read as:
    *Vlčkovi* beside *Vlček* is not from *Vlčko*.  Of two words that may both be forms of the other,
    the likelier reading counts: *Graba* is *Grab*'s, and *Grab* hardly several called *Graba*.

    Args:
        words: Words of the names of a document, each with its role, and how likely it is of which
            citation forms.
        forms: Every form of a name (`Morphology.forms`).
        whole: What whole names cite (`cited_in_full`).

    >>> words = [("Vlček", "family", {"vlček": 1.0}), ("VLČKOVI", "family", {"vlčko": 1.0})]
    >>> found = Attested(words, lambda base, _role: {base, f"{base}ovi"})
    >>> found.bases("VLČKOVI", "family"), found.bases("Vlček", "family")
    (('vlček',), ())
    """

    def __init__(self, words: Iterable[_Said], forms: Forms, whole: Collection[str] = ()) -> None:
        self._whole = whole
        known = [(plain(word), role, shares) for word, role, shares in words]
        self.count = Counter((word, role) for word, role, _ in known)
        self._shares = _likeliest(known)
        self._sure = {(n, r) for _, r, own in known for n, share in own.items() if share > _SURE}
        mixed = len({is_cyrillic(word) for word, _, _ in known}) > 1
        self._like = skeleton if mixed else fold
        self._exact: dict[tuple[str, PartRole], dict[str, None]] = {}
        self._folded: dict[tuple[str, PartRole], dict[str, str]] = {}
        bases = ((word, role) for word, role, own in known if own.get(word, 0.0) >= _BASE)
        said = {self._like(word) for word, _, _ in known}
        for base, role in dict.fromkeys(bases):
            for form in _all_forms(base, role, forms) if len(base) >= _LEAST else ():
                if (alike := self._like(form)) in said:
                    self._exact.setdefault((form, role), {})[base] = None
                    self._folded.setdefault((alike, role), {})[base] = form

    def only(self, word: str, base: str, role: PartRole) -> bool:
        """Tell whether nothing in the document but `word` itself may be a form of it.

        *Dominika* beside *Dominik*, without *Dominikę* or *Dominice*, is his name in another case;
        beside *Dominika Kos* it is hers.
        """
        key = plain(word)
        if word.casefold() in self._whole:
            return False
        return self._alike.get((key, role), frozenset()) <= {key, base}

    @cached_property
    def _alike(self) -> Mapping[tuple[str, PartRole], set[str]]:
        """The words of the document that may be forms of each citation form."""
        found: dict[tuple[str, PartRole], set[str]] = {}
        for word, role in self.count:
            for base in self._exact.get((word, role), ()):
                found.setdefault((base, role), set()).add(word)
        return found

    def cites(self, word: str, role: PartRole) -> bool:
        """Tell whether a word, in small letters, is a citation form elsewhere: *Tomasz Róża*.

        Or what another word is surely a form of: *Tomaszem Różą*.
        """
        told = self._shares.get((word, role), {}).get(word, 0.0) >= _BASE
        return told or (word, role) in self._sure

    def bases(self, word: str, role: PartRole) -> tuple[str, ...]:
        """Return the other words that `word` may be a form of, in small letters.

        What is written without its diacritics, or with them against the rest of the document, is
        taken for the same word only where it stands alone: Kos and Koš, each twice, are two.  What
        is written in another script is the same word however often it stands.
        """
        key = plain(word)

        def may_be(base: str) -> bool:
            mutual = key in self._exact.get((base, role), ())
            rather = mutual and _is_rather(base, key, role, self._shares)
            return base != key and not rather

        told = self._shares.get((key, role), {})  # *Branki* is rather Branka than Branko
        ranked = sorted(self._exact.get((key, role), ()), key=lambda b: -told.get(b, 0.0))
        found = tuple(filter(may_be, ranked))
        if found:
            return found
        alone, script = self.count[key, role] == 1, is_cyrillic(key)
        alike = filter(may_be, self._folded.get((self._like(key), role), ()))
        return tuple(base for base in alike if alone or is_cyrillic(base) != script)

    def told(self, word: str, role: PartRole) -> tuple[object, ...]:
        """Return all that `bases`, `cites` and `only` say of a word and of what it is a form of."""
        bases = self.bases(word, role)
        cited = [self.cites(own, "given") for own in (plain(word), *bases)]
        return bases, cited, [self.only(word, base, role) for base in bases]


def words_of(view: TextView, mentions: Iterable[Mention]) -> Iterator[_Said]:
    """Yield the given names and surnames of a document as `Attested` asks for them.

    Args:
        view: The document.
        mentions: With their parts.
    """
    for part in (p for m in mentions for p in m.parts if p.role in _NAMES):
        yield plain(view.surface(part.span)), part.role, _shares(part)


def cited_in_full(mentions: Iterable[Mention]) -> set[str]:
    """Return the words, in small letters, that whole names can but have as citation forms.

    Args:
        mentions: With their parts.
    """
    parts = (p for m in mentions if len(m.parts) > 1 for p in m.parts if p.role in _NAMES)
    lemmas = ({a.lemma.casefold() for a in part.analyses} for part in parts)
    return {lemma for own in lemmas if len(own) == 1 for lemma in own}


def settled(view: TextView, mentions: Iterable[Mention], words: NameWords) -> list[Mention]:
    """Return the mentions of people, their unknown words as forms of the names of the document.

    *Slančevim* alone may be anything; where *Stanko Slanc* stands too, it speaks of his family.
    *Hodža* beside *Milan Hodža* is he, and no *Hodž* in the genitive.  Of listed names it only
    decides between two that are as likely: *Vogrinca*, beside *Vogrinc*, is not of *Vogrinec*.  A
    lone surname that a whole name cites is that, and nobody's whom the document does not know.

    Args:
        view: The document.
        mentions: With their parts.
        words: What the lists know.
    """
    read = list(mentions)
    parts = [p for m in read for p in m.parts if p.role in _NAMES]
    named = [(view.surface(p.span).casefold(), p.role, _shares(p)) for p in parts]
    long = (said for said, p in zip(named, parts, strict=True) if len(p.span) >= _LEAST)
    seen = {own for own, _, shares in long if shares.get(own, 0.0) >= _BASE}
    bases = cited_in_full(read)
    shares = _likeliest(named)

    def settle(part: NamePart, *, lone: bool) -> NamePart:
        if part.role not in _NAMES:
            return part
        surface = view.surface(part.span)
        own = surface.casefold()
        others = {own} if own in bases else seen - {own}
        part = _with(part, _of_known(part.analyses, others if lone else ()))
        theirs = tuple(a for a in part.analyses if lone and a.lemma.casefold() in others)
        if theirs and is_plural(part):
            return _with(part, theirs)  # państwa Kurów, beside one Kura
        likeliest = (surface, *(a.lemma for a in part.analyses[:1]))
        if any(words.is_listed(w, part.role) for w in likeliest):
            return _with(part, _without_rivals(part.analyses, others, own))
        forms = tuple(
            a
            for a in part.analyses
            if (base := a.lemma.casefold()) in others
            and (base == own or not _is_rather(base, own, part.role, shares))
        )
        return _with(part, forms) if forms else part

    def settle_all(mention: Mention) -> Mention:
        parts = tuple(settle(p, lone=len(mention.parts) == 1) for p in mention.parts)
        return mention if all(map(is_, parts, mention.parts)) else replace(mention, parts=parts)

    return list(map(settle_all, read))


def _with(part: NamePart, analyses: tuple[Analysis, ...]) -> NamePart:
    """Return a word with some of its readings, itself where these are all."""
    same = len(analyses) == len(part.analyses)
    return part if same else replace(part, analyses=analyses)


def _of_known(analyses: tuple[Analysis, ...], known: Collection[str]) -> tuple[Analysis, ...]:
    """Return the readings, what is seldom made only as made of names that the document has.

    *Sukičevin* beside *Sukič* is what she has; *Peter Jakovin* is nothing of a Jak's.
    """
    made = [a for a in analyses if a.features.get("Style") == "Coll"]
    theirs = tuple(a for a in made if a.lemma.casefold() in known)
    return theirs or tuple(a for a in analyses if a not in made) or analyses


def _without_rivals(
    analyses: Sequence[Analysis], known: Collection[str], own: str
) -> tuple[Analysis, ...]:
    """Return the readings without base forms that are as likely as one of the document's."""
    likely = [a for a in analyses if a.weight >= _EVEN * analyses[0].weight]
    bases = {a.lemma.casefold() for a in likely}
    rivals = bases - {*known, own} if bases & set(known) else set()
    return tuple(a for a in analyses if a.lemma.casefold() not in rivals)


def _shares(part: NamePart) -> _Shares:
    """Return how likely a word is of each citation form, in small letters."""
    total = sum(a.weight for a in part.analyses) or 1.0
    found: dict[str, float] = {}
    for analysis in part.analyses:
        lemma = plain(analysis.lemma)
        found[lemma] = found.get(lemma, 0.0) + analysis.weight / total
    return found


def _likeliest(known: Iterable[_Said]) -> _Likeliest:
    """Return of each word in a role how likely it is at most of each citation form."""
    best: dict[tuple[str, PartRole], dict[str, float]] = {}
    for word, role, shares in known:
        own = best.setdefault((word, role), {})
        for lemma, share in shares.items():
            own[lemma] = max(share, own.get(lemma, 0.0))
    return best


def _is_rather(word: str, base: str, role: PartRole, shares: _Likeliest) -> bool:
    """Tell whether a word is rather of another than the other way round."""
    there, back = shares.get((word, role), {}), shares.get((base, role), {})
    return there.get(base, 0.0) > back.get(word, 0.0)


@lru_cache(maxsize=1 << 12)
def _all_forms(base: str, role: str, forms: Forms) -> AbstractSet[str]:
    """Return the forms, and those without a fleeting vowel: *Vlček* has *Vlčekovi*, *Vlčkovi*."""
    made = {plain(form) for form in forms(base[:1].upper() + base[1:], role)}
    fleeting = _FLEETING.fullmatch(base)
    if fleeting:
        endings = [form[len(base) :] for form in made if form.startswith(base)]
        made |= {fleeting[1] + fleeting[2] + ending for ending in endings if ending}
    return made


NOTHING = Attested((), lambda _word, _role: frozenset())
"""For a document of which nothing is known."""
