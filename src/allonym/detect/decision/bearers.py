"""Names of nobody that somebody in the document bears: *dedo Mráz* beside one Michal Mráz.

The lists say what mostly names nobody: the frost, a juice, a composer.  A word of kin before it, a
birth name's, or a full name that ends in it say that here it names somebody, and the trees are
asked as if no list had it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain

from allonym.detect.decision.candidates import CLASSES, EDGES, NAMED, ORG, PLACE
from allonym.detect.decision.evidence import Candidate
from allonym.detect.decision.words import Floats
from allonym.detect.names.announced import BORNE, RULE, SCORE, Announcing
from allonym.detect.names.rows import Rows
from allonym.languages.nobody import Term
from allonym.languages.pack import common_toml
from allonym.model.cover import Cover
from allonym.model.latest import Latest
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView

_NONE, _EVEN = CLASSES.index("none"), 0.5
"""From which chance on somebody is named before what leads in another name."""
_LIKELY = 1 / 6
"""From which chance on somebody is hidden as a rule, a miss being as much worse as it is."""
_NEVER = frozenset({"feast", "law", "medicine", "medical", "event", "acronym"})
"""Classes of terms that a word before them makes nobody's name: *преди Гергьовден*."""

_AFTER = frozenset({"brand", "eponym"})
"""Classes of terms that are called after people."""
ROLE = "role"
"""The class of what somebody is called for what he does in a form no surname has: *Касиера*."""
_FEAST, _RANK = "feast", "rank"
"""The class of days that are called as what is somebody's: *Petrovo*."""
_PEOPLE = "people"
"""The class of inhabitants, of whom the closest kin is said to be: *matka Polka*."""
_NUMBER = re.compile(r":?[ \u00a0][$€£#№]?\d")
_WORD = re.compile(r"[^\W\d_]+")
_STOPPED, _REACH = re.compile(r"\.,?[ \u00a0]?([^\W\d_]*)"), 40


def is_numbered(text: str, term: Term) -> bool:
    """Tell whether a label has its number behind it, as nobody has: *Page 377*, *Price: $40*."""
    return term.kind == "label" and _NUMBER.match(text, term.span.end) is not None


def is_graded(bearers: Bearers | None, text: str, span: Span, medical: Cover) -> bool:
    """Tell whether a stretch holds of a medical term no name beside it: *Child B. Varice*."""
    if bearers is None or not medical.touches(span):
        return False
    words = (Span(m.start(), m.end()) for m in _WORD.finditer(text, *span))
    beside = (text[w.start : w.end] for w in words if not medical.touches(w))
    return not any(bearers.is_given(word) or bearers.is_surname(word) for word in beside)


@dataclass(frozen=True, slots=True)
class Bearers:
    """Tells which names of nobody somebody bears."""

    announcing: Announcing  # the words that announce a name
    is_given: Callable[[str], bool] = field(repr=False)  # tells whether a word is a given name
    surname_first: bool = False  # whether surnames stand before given names
    # tells whether a listed word is the last of a figure's full name, as of *Nikola Tesla*,
    # whatever it names alone
    is_famous: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    # yields the possessives of given names, and whether the owner's kin is named behind
    owners: Callable[[str], Iterable[tuple[Span, bool]]] = field(default=lambda _: (), repr=False)
    # tells whether a word is a day's or a month's
    is_dated: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    # tells whether some list of names has a word
    is_listed: Callable[[str], bool] = field(default=lambda _: True, repr=False)
    rows: Rows | None = field(default=None, repr=False)  # finds people in rows
    # tells whether a word may be a town's
    is_town: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    # tells whether a word says what somebody or something is: titles, kin, labels, firms
    is_never: Callable[[str], bool] = field(default=lambda _: True, repr=False)
    # tells whether lists have a word as a surname
    is_surname: Callable[[str], bool] = field(default=lambda _: False, repr=False)
    _latest: Latest = field(init=False, repr=False, compare=False, default_factory=Latest)

    def unborne(
        self, view: TextView, terms: Sequence[Term], people: Sequence[Mention]
    ) -> tuple[Term, ...]:
        """Return the terms that nobody in the document is called.

        Args:
            view: The document.
            terms: What the lists of names of nobody know in it.
            people: What was found before the decision; those named in full are asked.
        """
        text = view.text
        terms = [t for t in terms if not self._is_initialled(text, t)]
        borne = self._borne(view, terms, people)
        figures = [t for t in terms if t.is_figure]
        famous = [t for t in terms if self._is_famous(t)]
        told = {t for t in (*figures, *famous) if self._is_announced(view, t)}
        names = {t.listed for t in told if len(t.listed) == 1}  # again without the word of kin
        # A tale names more figures than one, and their wives.
        feasts = any(t.kind == _FEAST for t in terms)  # s Petrovo ženo
        owners = {span for span, kin in self._owned(view) if kin} if feasts else ()
        terms = [t for t in terms if t.kind != _FEAST or t.span not in owners]
        lesson = any(t not in told and t.listed not in names for t in figures)
        own = {t.listed[0] for t in famous if self.announcing.is_private(text, t.span)}
        borne |= own if lesson else own | {name for (name,) in names}
        return tuple(t for t in terms if not self._is_borne(view, t, borne, lesson))

    def told(self, view: TextView, terms: Iterable[Term]) -> Iterator[Mention]:
        """Yield as names those of some terms that a word announces, there or elsewhere.

        Args:
            view: The document.
            terms: Names of nobody that somebody there bears; what finds names passes over them.
        """
        private = self.announcing.is_private
        single = [t for t in terms if self._is_famous(t) or self._is_greeted(view, t)]
        told = (t for t in single if self._is_announced(view, t) or private(view.text, t.span))
        named = {t.listed for t in told}
        evidence = tuple(Evidence(RULE, rule, SCORE) for rule in (RULE, BORNE))
        yield from (Mention(t.span, "person", evidence) for t in single if t.listed in named)

    def _owned(self, view: TextView) -> Sequence[tuple[Span, bool]]:
        """Return what `owners` yields of a document, asked once."""
        return self._latest.made(view, "owned", None, lambda: [*self.owners(view.text)])

    def named(self, view: TextView, people: Iterable[Span]) -> set[Span]:
        """Return the words that no list need know as somebody's name, told by what stands beside.

        They are other names of people, *Ana Kos rođ. | Novotni*, whom a file is about, and whose
        kin is named.
        """

        def may_be_town(word: str) -> bool:
            return self.is_given(word) or self.is_town(word)

        text, is_surname = view.text, self.is_surname
        led = self.announcing.born(text, {s.end for s in people}, may_be_town, is_surname)
        born = (span for span in led if not self.is_dated(view.surface(span)))  # née in May
        told = self.announcing.filed(text, self.is_given, is_surname)
        filed = (span for span in told if not self.is_never(view.surface(span)))
        return {*born, *filed, *(span for span, kin in self._owned(view) if kin)}

    def proposed(
        self, view: TextView, people: Iterable[Mention], terms: Sequence[Term]
    ) -> Iterator[Mention]:
        """Yield what must be thought of as somebody's name; owners only where no list knows them.

        Args:
            view: The document.
            people: All finds.
            terms: Names of nobody that stay: *Майчин дом* is a hospital's.
        """
        named = self.named(view, (m.span for m in people if is_a(m.type, "person")))
        inside = Cover(term.span for term in terms).touches
        owners = (span for span, _ in self._owned(view) if not inside(span))
        unknown = (span for span in owners if not self.is_listed(view.surface(span)))
        for span in sorted(named.union(unknown)):
            yield Mention(span, "person", (Evidence(RULE, RULE, SCORE),))
        for span in self._in_rows(view, {m.span for m in people}, (), terms):
            yield Mention(span, "person", (Evidence(RULE, "row", SCORE),))

    def _in_rows(
        self, view: TextView, people: set[Span], likely: Iterable[Span], terms: Iterable[Term]
    ) -> Iterable[Span]:
        terms = [t for t in terms if t.kind != _FEAST or len(t.listed) > 1]  # Absent: Őszi, Bíró
        nobody = Cover(t.span for t in terms if not (t.is_public or "person" in t.also)).touches
        listed = Cover(t.span for t in terms).touches

        def known(span: Span) -> bool:
            return listed(span) or self.is_famous(view.surface(span).casefold())

        if self.rows is None:
            return ()
        rows = self._latest.made(view, "rows", None, partial(self.rows.told, view.text))
        return self.rows.find(view.text, rows, people, people.union(likely), nobody, known)

    def surely(
        self,
        view: TextView,
        candidates: Sequence[Candidate],
        chances: Floats,
        terms: Iterable[Term] = (),
    ) -> Floats:
        """Return the chances, what is told by what stands beside it for sure a person's.

        A town that lists know may stand behind what leads in a birth name: *Ana Kos rođ. Split*.
        """
        both = zip(candidates, chances, strict=True)
        likely = {c.span: p[NAMED] for c, p in both if p[NAMED] > _LIKELY}
        people = {span for span, chance in likely.items() if chance > _EVEN}
        beside = {s.start for s in self._in_rows(view, people, likely, terms)}
        named = {*beside, *(s.start for s in self.named(view, people))}
        sure = chances.copy() if named else chances
        for row, candidate in zip(sure, candidates, strict=True):
            span, words = candidate.span, view.surface(candidate.span).split()
            led = span.start in beside and any(span.start < s < span.end for s in beside)
            if led:  # Frost, Plumb
                row[EDGES] += row[NAMED]
                row[NAMED] = 0
            elif span.start in named and all(word[0].isupper() for word in words):
                others = [_NONE] if candidate.is_listed_place else [_NONE, PLACE, ORG]
                row[NAMED] += row[others].sum()
                row[others] = 0
        return sure

    def _is_borne(self, view: TextView, term: Term, borne: frozenset[str], lesson: bool) -> bool:
        words = view.surface(term.span).split()
        if is_numbered(view.text, term) or not words[-1][:1].isupper():
            return False
        if term.is_public:  # the club Jug is left, unless somebody is called Tihana Jug
            return len(words) == 1 and term.listed[-1] in borne
        if len(words) > 1:
            parent = self.announcing.closest.match(view.text, term.span.start)
            if parent and words[0].islower() and self.is_given(words[-1]):
                return True  # njena mati Terezija
            kin = self.announcing.kin.match(view.text, term.span.start)
            initial = len(words[-1]) == 1 and term.listed[0] in borne  # Robert Child, Child A
            return initial or (kin is not None and term.listed[-1] in borne)
        if term.listed[-1] in borne:
            return term.kind != ROLE and (term.kind != "event" or bool(term.also))
        plain = term.kind == "label" and not term.also  # Единият се казва Петър
        goods = term.kind == "brand" and not term.also  # obitelj Volvo
        plain |= goods and self.announcing.is_household(view.text, term.span)
        never = plain or term.kind in _NEVER or self.is_origin(view.text, term)
        if term.kind == _RANK:  # Уважаеми господин Ректор, Doamna Lect. univ. dr. Ana Pop
            never |= words[-1].endswith(".") or self.announcing.calls_office(view.text, term.span)
        told = not never and self._is_announced(view, term)
        return told and not (lesson and term.is_figure)

    def _is_initialled(self, text: str, term: Term) -> bool:
        """Tell whether a grade's letter is an initial: *Child A. je prišel*, *Adam Child B*.

        Its full stop ends no sentence, or somebody's name stands beside. In small letters it is a
        word: *Robert Child a venit*.
        """
        name, _, letter = text[term.span.start : term.span.end].rpartition(" ")
        if term.kind != "eponym" or len(letter) != 1:
            return False
        if letter.islower():
            return bool(name)
        if "-" in name or " " in name:
            return False
        before = text[max(0, term.span.start - _REACH) : term.span.start]
        last = "".join(before.rpartition("\n")[2].split()[-1:])
        led = last[:1].isupper() and (self.is_given(last) or self.is_surname(last))
        led |= self.announcing.announces(text, term.span)
        behind = _STOPPED.match(text, term.span.end)
        ends = behind is None or (behind[1][:1].isupper() and not self.is_given(behind[1]))
        return led or not ends

    def _is_announced(self, view: TextView, term: Term) -> bool:
        """Tell whether a word announces who is called like a term, or a greeting: *dr. Anglež*."""
        people = term.kind == _PEOPLE and self.announcing.is_entitled(view.text, term.span)
        told = people or self.announcing.announces(view.text, term.span)
        return told or self._is_greeted(view, term)

    def _is_greeted(self, view: TextView, term: Term) -> bool:
        """Tell whether a greeting and a given name are all of a line: *Dear Darwin,*."""
        given = term.kind != _RANK and self.is_given(view.surface(term.span))
        return given and self.announcing.greets(view.text, term.span)

    def _is_famous(self, term: Term) -> bool:
        """Tell whether a term is one word, and the name of a figure or of what is called so."""
        after = term.kind in _AFTER and self.is_famous(term.listed[0])
        return len(term.listed) == 1 and (term.is_figure or after)

    def is_origin(self, text: str, term: Term) -> bool:
        """Tell whether a term says of what people the closest kin is: *ojciec Niemiec*."""
        people = term.kind == _PEOPLE and not self.is_given(term.listed[-1])
        return people and self.announcing.is_closest(text, term.span)

    def _borne(
        self, view: TextView, terms: Sequence[Term], people: Sequence[Mention]
    ) -> frozenset[str]:
        """Return the listed words that are the surname of somebody who is named in full."""
        listed = Cover(t.span for t in terms if " " in view.surface(t.span))
        named = [
            m.span
            for m in people
            if is_a(m.type, "person") and " " in view.surface(m.span) and not listed.touches(m.span)
        ]
        at_edge = {(s.start if self.surname_first else s.end): s for s in named}
        found = {
            view.surface(span).casefold()
            for span in self.named(view, (m.span for m in people if is_a(m.type, "person")))
        }
        for span in named:
            words = view.surface(span).split()
            first, last = words[0], words[-1]
            given, surname = (last, first) if self.surname_first else (first, last)
            if self.is_given(given) and surname[:1].isupper():
                found.add(surname.casefold())
        for term in terms:
            edge = term.span.start if self.surname_first else term.span.end
            if edge in at_edge and at_edge[edge] != term.span:
                found.update(term.listed[-1:])
        return frozenset(found)


def public_codes(text: str) -> Iterator[Span]:
    """Yield the acts of the European Union that a text cites, and its codes of diseases.

    >>> text = "Dg.: S7200 fractura, I10 (EU) 2016/679"
    >>> [text[slice(*span)] for span in public_codes(text)]
    ['(EU) 2016/679', 'S7200', 'I10']
    """
    union, acts, diagnoses = _cited()
    lines = (m.span() for m in diagnoses.finditer(text))
    codes = (code for line in lines for code in _DIAGNOSIS.finditer(text, *line))
    cited = acts.finditer(text) if union.search(text) else ()
    yield from (Span(*found.span()) for found in chain(cited, codes))


@cache
def _cited() -> tuple[re.Pattern[str], ...]:
    """Return what finds acts, *(EU) 2016/679*, *93/13/EEC*, and the lines that tell diagnoses.

    And first what is in any such act, which hardly any text has.
    """
    words = common_toml("terms.toml")["cited"]
    union, act, diagnosis = ("|".join(words[key]) for key in ("union", "acts", "diagnoses"))
    acts = (
        rf"\((?:{union})\)(?:[ \u00a0][^\W\d]{{1,2}}[.:]?[^\W\d]?)?"
        r"[ \u00a0]\d{1,4}/\d{1,4}(?![\d/])"
        rf"|(?i:{act})\w*(?:[ \u00a0][^\W\d_]{{1,12}}\.?){{0,2}}[ \u00a0]"
        rf"\d{{2,4}}/\d{{1,4}}/(?:{union})(?!\w)"
        rf"|(?<![\w/])\d{{2,4}}/\d{{1,4}}/(?:{union})"
        rf"(?=[ \u00a0](?:[^\W\d_]{{1,12}}[ \u00a0]){{0,2}}(?i:{act}))"
    )
    told = rf"\((?:{union})\)[ \u00a0]|\d/(?:{union})", acts
    return *map(re.compile, told), re.compile(rf"(?<!\w)(?:{diagnosis})(?:-10)?(?!\w)[^\n]*")


def value_behind(text: str, term: Term) -> re.Match[str] | None:
    """Return what is measured or cited behind a term: *TA: 120/80 mmHg*, *M. Of. nr. 237/2018*."""
    if term.kind == "medical":
        return _MEASURED.match(text, term.span.end)
    cited = term.kind == "law" and len(term.listed) >= 2
    return _CITED.match(text, term.span.end) if cited else None


def later_words(text: str, terms: Iterable[Term]) -> set[int]:
    """Return where words of whole terms begin, but for their first: *Opel Astra* IMK-380."""
    spans = [t.span for t in terms]
    return {s.start + m.end() for s in spans for m in _GAPS.finditer(text[s.start : s.end])}


_GAPS = re.compile(r"[\s-]")
_MEASURED = re.compile(
    r"[ \u00a0]?[:=–-]?[ \u00a0]?(?P<value>\d{2,3}/\d{2,3}(?:[ \u00a0]?mm ?Hg)?)(?![\d/])"
)
_DIAGNOSIS = re.compile(r"(?<![\w.-])[A-TV-Z]\d{2}(?:\.?[0-9A-Z]{1,2})?(?![\w-])")
"""A code of ICD-10 (WHO), as countries write it: *I50.1*, *S7200*, *I10H0*."""
_CITED = re.compile(r"[ \u00a0](?:\w{1,3}[.:]?[ \u00a0])?(?P<value>\d{1,5}/\d{2,4})(?![\d/])")
