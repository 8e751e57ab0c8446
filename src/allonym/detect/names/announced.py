"""Names that the words beside them announce: *сестра ми надежда*, *Golob se piše*, *née Wagner*.

Words of kin and honorifics, what stands before another name of somebody, and the phrases with which
people say what they are called (``cues``; ``role_before``, ``former_before``, ``born_before``,
``household_before``, ``introduced_before`` and ``introduced_after`` of ``names`` in ``words.toml``)
make a name of what no list or network takes for one: an ordinary word, a word in small letters, a
figure of history.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial

from allonym.languages.inhabitants import load_homes
from allonym.languages.pack import LanguagePack
from allonym.languages.terms import load_terms
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import opens

_DAY = re.compile(r"[ \u00a0]\d")
_DATED = re.compile(r"(?<=: )[^\W\d_]+, ?[0-9]{1,4}[./-]")
"""Where somebody was born and when, and no other name: *született: Gyula, 1982. 04. 17.*"""
RULE, BORNE = "announced", "borne"
"""Who says so, and by which rule, of what such words announce; and if a list says nobody's."""
SCORE = 0.4
_REACH = 60
_STOP, _SHORT, _SHORT_TITLE = r"\.?", 5, 4
"""Letters of the longest word, and title, that a full stop cuts short: *djev.*, *prof.*, and no end
of a sentence."""
_WORD = r"(?P<name>[^\W\d_]{3,}(?:-[^\W\d_]+)?)(?![\w-])"
_NEVER = re.compile("(?!)")
_BEHIND = r"(?:,?[ \u00a0]\(?|[ \u00a0][-–][ \u00a0])"
"""What stands between somebody and what leads in another name: *Ana Kos (rođ. Novotni)*."""
_NEXT, _NAME = re.compile(rf" {_WORD}"), re.compile(_WORD)
_LAST = re.compile(rf"(?<![\w-]){_WORD}\Z")


@dataclass(frozen=True, slots=True)
class Announcing:
    """The words that announce a name."""

    # what stands before a name: kin, neighbours, honorifics, with what may come between
    kin: re.Pattern[str] = field(repr=False)
    # what stands before a name that somebody has or had
    called: re.Pattern[str] = field(repr=False)
    behind: re.Pattern[str] = field(repr=False)  # what stands after one
    # a name to which a hyphen ties a word of kin: *Timo-eno*
    tied: re.Pattern[str] = field(repr=False)
    # parents, wives and husbands, of whom it is said what people they are of
    closest: re.Pattern[str] = field(default=_NEVER, repr=False)
    # what stands before somebody whom a file is about: clients, patients, tenants
    private: re.Pattern[str] = field(default=_NEVER, repr=False)
    # honorifics behind a name, where surnames stand first: *Darwin úr*
    honorific: re.Pattern[str] = field(default=_NEVER, repr=False)
    # what stands before the name of a family, or of a range of products: *obitelj Volvo*
    household: re.Pattern[str] = field(default=_NEVER, repr=False)
    # titles and honorifics in any case, before a surname in small letters too: *doktor vargához*
    styled: re.Pattern[str] = field(default=_NEVER, repr=False)
    # what leads in another name of somebody right before, cut short or not: *, roj. | Novotni*
    former: re.Pattern[str] = field(default=_NEVER, repr=False)
    greetings: frozenset[str] = frozenset()  # in small letters: *Kedves doktornő* is nobody's name
    offices: frozenset[str] = frozenset()  # that letters call, nobody's surnames: *Decan*
    # what opens a letter or a message to somebody: *Dear | Christian,*
    greeting: re.Pattern[str] = field(default=_NEVER, repr=False)
    # a title cut short by its full stop: *dr. | Anglež*
    shortened: re.Pattern[str] = field(default=_NEVER, repr=False)
    # honorifics cut short by a full stop: *g. | Burja*, but *2021. g. | Ljubljana*
    formal: re.Pattern[str] = field(default=_NEVER, repr=False)

    @classmethod
    def of(cls, pack: LanguagePack) -> Announcing:
        """Read ``words.toml`` of a pack."""
        cues, names = partial(pack.words, "cues"), partial(pack.words, "names")
        kin, styled = either(cues("kin")), either((*cues("honorific"), *names("role_before")))
        before = ("former_before", "born_before", "introduced_before", "household_before")
        tied = rf"(?:{either(names('kin_tied'))})[^\W\d_]{{0,5}}"
        owner = f"(?: (?:{either(names('owner_after'))}))?"
        private = either(names("private_before"))
        behind = either(cues("honorific") if pack.name_order == "family-given" else ())
        told = either(cues("title", "honorific"))
        formal, born = names("honorific_short"), _stopped(names("born_before", "born_short"))
        short = [title for title in cues("title") if len(title) <= _SHORT_TITLE]
        return cls(
            re.compile(rf"(?<!\w)(?:{kin}|(?:{styled})\.?){owner} (?=\w)", re.IGNORECASE),
            re.compile(rf"(?<!\w)(?:{either(names(*before))}):? (?=\w)", re.IGNORECASE),
            re.compile(rf" (?:{_strung(names('introduced_after'))})(?!\w)", re.IGNORECASE),
            re.compile(rf"(?<![\w-])(?P<name>[^\W\d_]{{3,}}+)(?=-{tied}(?!\w))"),
            re.compile(rf"(?<!\w)(?:{either(names('closest'))}) (?=\w)", re.IGNORECASE),
            re.compile(rf"(?<!\w)(?:{private}){owner}[,:]? (?=\w)", re.IGNORECASE),
            re.compile(rf" (?:{behind})(?!\w)"),
            re.compile(rf"(?<!\w)(?:{either(names('household_before'))}) (?=\w)", re.IGNORECASE),
            re.compile(rf"(?<!\w)(?:{told})\.? (?=\w)"),
            re.compile(rf"{_BEHIND}(?:{born}):?[ \u00a0](?=[^\W\d_])"),
            frozenset(names("greetings")),
            frozenset(names("offices")),
            re.compile(rf"(?im)^[ \t]*(?:{either(names('addressed'))}) (?=\w)"),
            re.compile(rf"(?<!\w)(?:{either(short)})\. (?=\w)", re.IGNORECASE),
            re.compile(rf"(?<!\d[ \u00a0])(?<!\d\.[ \u00a0])(?<!\w)(?:{either(formal)})\. (?=\w)"),
        )

    def announces(self, text: str, span: Span) -> bool:
        """Tell whether a name is announced where a stretch of a text stands."""
        told = any(_ends_at(pattern, text, span.start) for pattern in (self.kin, self.called))
        behind = (pattern.match(text, span.end) for pattern in (self.behind, self.honorific))
        return told or any(match is not None for match in behind)

    def greets(self, text: str, span: Span) -> bool:
        """Tell whether a line begins with a greeting and a name, and nothing else."""
        return _is_called(text, span) and _ends_at(self.greeting, text, span.start)

    def calls_office(self, text: str, span: Span) -> bool:
        """Tell whether a line begins with a greeting and calls somebody by an office alone."""
        office = text[span.start : span.end].lower() in self.offices and _is_called(text, span)
        line = text[text.rfind("\n", 0, span.start) + 1 : span.start] if office else ""
        return line.strip().split(" ")[0].lower() in self.greetings

    def is_private(self, text: str, span: Span) -> bool:
        """Tell whether it is said before a stretch that a file is about who is named there."""
        return _ends_at(self.private, text, span.start)

    def is_entitled(self, text: str, span: Span) -> bool:
        """Tell whether a title cut short by a full stop stands right before a stretch."""
        return _ends_at(self.shortened, text, span.start)

    def is_household(self, text: str, span: Span) -> bool:
        """Tell whether a word for a family stands right before a stretch."""
        return _ends_at(self.household, text, span.start)

    def is_closest(self, text: str, span: Span) -> bool:
        """Tell whether a word for a parent, a wife or a husband stands right before a stretch."""
        return _ends_at(self.closest, text, span.start)

    def is_kin(self, text: str, span: Span) -> bool:
        """Tell whether a word of kin stands before what is written large, and no day behind."""
        named = text[span.start].isupper() and not _DAY.match(text, span.end)
        return named and _ends_at(self.kin, text, span.start)

    def born(
        self,
        text: str,
        ends: Collection[int],
        is_given: Callable[[str], bool],
        is_surname: Callable[[str], bool],
    ) -> Iterator[Span]:
        """Yield the words that are another name of somebody: *Ana Kos rođ. | Novotni*.

        Args:
            text: Of a document.
            ends: Where people named in it end.
            is_given: Tells whether a word is a given name or a town, with a day the latter.
            is_surname: Tells whether a list has a word as a surname; one in capitals must be.
        """
        led = (self.former.match(text, end) for end in sorted(ends))
        words = (_NAME.match(text, m.end()) for m in led if m)
        names = (
            m for m in words if m and (m["name"].istitle() or _is_stressed(text, m, is_surname))
        )
        names = (m for m in names if not (_DATED.match(text, m.start()) and is_given(m["name"])))
        yield from (Span(*m.span("name")) for m in names)

    def filed(
        self, text: str, is_given: Callable[[str], bool], is_surname: Callable[[str], bool]
    ) -> Iterator[Span]:
        """Yield surnames before given names of whom a file is about: *Pac.: | KOLÁČ Ondrej*.

        Args:
            text: Of a document.
            is_given: Tells whether a word is a given name.
            is_surname: Tells whether a list has a word as a surname; behind a label cut short none
                need have what is written in capitals.
        """
        labels = (m for m in self.private.finditer(text) if ":" in m[0])
        for label, name in ((m, _NAME.match(text, m.end())) for m in labels):
            given = _NEXT.match(text, name.end()) if name and name["name"][0].isupper() else None
            if not (name and given and is_given(given["name"])):
                continue
            stressed = name["name"].isupper() and label[0].endswith(".: ")
            if stressed or is_surname(name["name"]):
                yield Span(*name.span("name"))

    def find(
        self,
        view: TextView,
        is_given: Callable[[str], bool],
        is_ordinary: Callable[[str], bool] = lambda _: False,
        is_surname: Callable[[str], bool] = lambda _: False,
        is_word: Callable[[str], bool] = lambda _: False,
    ) -> Iterator[Mention]:
        """Yield what is announced: words with a capital, behind words of kin only given names.

        Behind a title in small letters surnames in small letters are too.

        Args:
            view: The document.
            is_given: Tells whether a word, in any case, is a given name.
            is_ordinary: Tells whether a word is no name of a list; at the head of a sentence it
                introduces nobody: *Itt vagyok*, I am here.
            is_surname: Tells whether a word in small letters is a surname, in any case.
            is_word: Tells whether a word is one of every day that may be a name too, and nobody's
                office: *g. Župan* is no surname.
        """
        text = view.text
        leads = {m.start(): m.end() for m in self.called.finditer(text)}
        ends = (end for end in leads.values() if end not in leads)  # MUDr. Ing. | Leto
        led = [m for end in ends if (m := _NAME.match(text, end))]
        kin = (_NAME.match(text, m.end()) for m in self.kin.finditer(text))
        ends = (m.start() for m in self.behind.finditer(text))
        said = (_LAST.search(text, max(0, end - _REACH), end) for end in ends)
        told = dict.fromkeys(Span(*m.span("name")) for m in (*led, *said) if m)
        tied = self.tied.finditer(text)
        theirs = dict.fromkeys(Span(*m.span("name")) for m in (*kin, *tied) if m)
        titled = (_NAME.match(text, m.end()) for m in self.styled.finditer(text))
        small = (Span(*m.span("name")) for m in titled if m and m["name"].islower())
        for span in small:
            if is_surname(view.surface(span)):
                yield Mention(span, "person", (Evidence(RULE, RULE, SCORE),))
        formal = (_NAME.match(text, m.end()) for m in self.formal.finditer(text))
        for match in formal:
            if match and match["name"].istitle() and is_word(match["name"]):
                yield Mention(Span(*match.span("name")), "person", (Evidence(RULE, RULE, SCORE),))
        for span in {**told, **theirs}:
            word = view.surface(span)
            if opens(text, span) and (is_ordinary(word) or word.lower() in self.greetings):
                continue
            if (word.istitle() and span in told) or (not word.isupper() and is_given(word)):
                yield Mention(span, "person", (Evidence(RULE, RULE, SCORE),))


def _is_called(text: str, span: Span) -> bool:
    """Tell whether a stretch ends as who is called does."""
    return text[span.end : span.end + 1] in (",", "!", "\n")


@cache
def load_announcing(pack: LanguagePack) -> Announcing:
    """Return the words of a pack that announce a name, compiled once for all that ask."""
    return Announcing.of(pack)


def is_office(pack: LanguagePack, word: str) -> bool:
    """Tell whether a word says what somebody does, or where he is from, in any form."""
    found = next(load_terms(pack.code).find(word), None)
    does = found and found.term.kind == "occupation" and len(found.span) == len(word)
    return bool(does) or word.lower() in load_homes(pack)  # Lipančan | Ján Hrib


def either(words: Iterable[str]) -> str:
    """Return an expression for any of some words, the longest first; of none where none are.

    What begins with one letter stands together, so that most places of a text ask but for that.

    >>> either(["ono", "kuma", "kum"])
    'k(?:uma|um)|o(?:no)'
    """
    heads: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda w: (-len(w), w)):
        heads.setdefault(re.escape(word[:1]), []).append(re.escape(word[1:]))
    return "|".join(f"{head}(?:{'|'.join(own)})" for head, own in heads.items()) or "(?!)"


def _strung(words: Iterable[str]) -> str:
    """Return an expression for words, those before a star with some letters more: *őrmester*rel."""
    ended = {word for word in words if word.endswith("*")}
    whole = either(word for word in words if word not in ended)
    return rf"{whole}|(?:{either(word[:-1] for word in ended)})[^\W\d_]{{0,5}}"


def _stopped(phrases: Iterable[str]) -> str:
    """Return an expression for phrases whose short words a full stop may end: *z d.*, *o.s.*."""
    ordered = sorted(set(phrases), key=lambda p: (-len(p), p))
    words = ([re.escape(w) + _STOP * (len(w) <= _SHORT) for w in p.split()] for p in ordered)
    return "|".join(map(r"[ \u00a0]?".join, words)) or "(?!)"


def _is_stressed(text: str, name: re.Match[str], is_surname: Callable[[str], bool]) -> bool:
    """Tell whether a surname is in capitals behind a small label: *roj. BANKO*, *(née WIND)*.

    The label is cut short by a full stop, or brackets hold no more than both.
    """
    led = text[text.rfind("\n", 0, name.start()) + 1 : name.start()].rstrip(": \u00a0")
    label = led.rpartition(" ")[2]
    lone = label.startswith("(") and text.startswith(")", name.end())
    cut = label.islower() and (lone or label.endswith("."))
    return cut and name["name"].isupper() and is_surname(name["name"])


def _ends_at(pattern: re.Pattern[str], text: str, end: int) -> bool:
    """Tell whether what announces a name, which ends with a space, stands right before a place."""
    near = (
        pattern.finditer(text, max(0, end - _REACH), end + 1) if text[end - 1 : end] == " " else ()
    )
    return any(match.end() == end for match in near)
