"""What stands beside a name: *panią* before hers, *z domu* before her maiden name, *rodzina*."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from allonym.languages.lexicon import NAMES
from allonym.link.agreement import OF
from allonym.link.split import LETTER
from allonym.link.words import NICKNAME, NO_CUE, Cue, NameWords
from allonym.model.mention import Analysis
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL, at_head
from allonym.text.fold import fold, pieces, plain
from allonym.text.marks import VOWELS
from allonym.text.phrases import preceding

_LOOK = 48
_GAP = " \t\n\r\u00a0.,:;([|\"'„“”«»‘’*_"
_BLANK = " \t\n\u00a0"
_BETWEEN = re.compile(rf"[{re.escape(_GAP)}]*\Z")
_SPACE = re.compile(r"\s*\Z")
_BOTH = re.compile(r"([^\W\d_]+)\.?\s(?:&|[^\W\d_]{1,3})\s*\Z")
_AND = re.compile(rf"(?:,|\s[^\W\d_]{{1,3}})\s({CAPITAL}[^\W\d_]*)")
_AND_WHOLE = re.compile(rf"(?:,|\s[^\W\d_]{{1,3}})\s({CAPITAL}[^\W\d_]+)[ \u00a0]{CAPITAL}[^\W\d_]")
"""Behind *Luca*: *și Matei Dobrescu*."""
_AFTER = re.compile(r"[^\S\n]+([^\W\d_]+)")
_BEFORE = re.compile(rf"({LETTER})(\.?)[ \t\u00a0]*\n?[ \t\u00a0]*$")
_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]{2,24})")
_TWO_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]{2,24} [^\W\d_]{2,24})")
_LOOK_BACK, _WORDS_BACK = 40, 4
_LAST = re.compile(r"(?<!\w)([^\W\d_]{2,4})\.\Z")
_OPENING = " \t\u00a0\"'„“(–-"
_ASIDE, _REACH = re.compile(r"[^\W\d_] \([\"'„“”«»‘’]\Z"), 4
_COLON = re.compile(r"[ \u00a0]?:(?!\w)")
_LABELLED, _LEADING = 50.0, 5.0
_ITEM, _OPENED = 8, re.compile(r"(?:\A|[\n\t;|])[^\w\n]*(?:\d+[^\w\n]*)?\Z")
_SUFFIX, _LONGEST_SHORT = 6, 5
_LETTERS = 2
"""What is cut so short leads in a name only right behind one."""
_POSTSCRIPT = re.compile(r"(?:\A|\n)\s*(?:P\.? ?)+S[.:, ]*\Z")


def in_citation(view: TextView, span: Span) -> float:
    """Return how much more than elsewhere a name stands in its citation form here.

    A sentence rather begins with the nominative, and so does what somebody writes in a chat, whose
    name stands before a colon.
    """
    before = view.text[max(0, span.start - _LOOK) : span.start].rstrip(_OPENING)
    last = _LAST.search(before)
    shortened = last and VOWELS.isdisjoint(fold(last[1]))  # śp. ends no sentence
    if shortened or (before and before[-1] not in ".!?…:\n\r]"):
        return 1.0
    line = not before or before[-1] in "\n\r]"
    return _LABELLED if line and _COLON.match(view.text, span.end) else _LEADING


def is_joined(view: TextView, span: Span, names: Collection[str], joins: Collection[str]) -> bool:
    """Tell whether *and* joins a word to one of these names, in small letters, before it."""
    before = view.text[max(0, span.start - _LOOK) : span.start].split()[-2:]
    return len(before) > 1 and before[1] in joins and plain(before[0]) in names


def is_label(view: TextView, span: Span) -> bool:
    """Tell whether a name stands before a colon at the beginning of a line, as who speaks does."""
    return in_citation(view, span) == _LABELLED


def begins_item(view: TextView, span: Span) -> bool:
    """Tell whether a name is the first of a line, a cell or a numbered item, as in a list.

    What goes on in small letters is a sentence: *Tomasz Róża zeznawał*.
    """
    before = view.text[max(0, span.start - _ITEM) : span.start]
    behind = _BEHIND.match(view.text, span.end)
    return _OPENED.search(before) is not None and not (behind and behind[1].islower())


def of_birth(text: str, readings: Sequence[Analysis]) -> tuple[Analysis, ...]:
    """Return how a birth name reads, which is one person's and no owner's; as cited if never so.

    >>> of_birth("Nowotni", [Analysis("Nowotny", {"Number": "Plur"})])[0].lemma
    'Nowotni'
    """
    features = {"Case": "Nom", "Number": "Sing"}
    one = (a for a in readings if a.features.get("Number", "Sing") == "Sing")
    own = tuple(a for a in one if "Derivation" not in a.features)
    return own or (Analysis(text, features),)


class Around:
    """Reads the words beside a name.

    Args:
        words: The language's word data.
    """

    def __init__(self, words: NameWords) -> None:
        self._former, self._kin, self._flags = words.former, words.kin, words.flags
        self._last = {[*pieces(phrase)][-1][0] for phrase in words.former}
        self._most = max((len(list(pieces(phrase))) for phrase in words.former), default=0)
        self._before, self._after = words.household

    def leads_in(self, view: TextView, span: Span) -> str:
        """Return as which other name of the person just named one is led in; nothing if it isn't.

        It is `FORMER` or `NICKNAME`; what stands in quotation marks in brackets is one too.
        """
        if _ASIDE.search(view.text, max(0, span.start - _REACH), span.start):
            return NICKNAME
        if not self._may_lead_in(view, span):
            return ""
        words = self._words_before(view, span)
        for count in range(min(self._most, len(words)), 0, -1):
            said = " ".join(words[-count:])
            kind = self._former.get(said, "")
            if kind and len(said) <= _LETTERS and not self._is_cut_short(view, span):
                continue
            if kind:
                kin = any(word in self._kin for word in words[-count - 1 : -count])
                return "" if kin else kind
        return ""

    def is_behind_name(self, view: TextView, span: Span) -> bool:
        """Tell whether what leads in stands right behind a name: *Ion Popescu zis Piticu*.

        Or is a label; it may be a verb elsewhere, with somebody else behind it: *i-am zis Elenei*.
        """
        near = view.text[max(0, span.start - _REACH) : span.start]
        if _ASIDE.search(near) or near.rstrip()[-1:] == ":":
            return True
        start = max(0, span.start - _LOOK)
        found = list(pieces(view.text[start : span.start]))
        for count in range(min(self._most, len(found) - 1), 0, -1):
            if " ".join(plain(word[0]) for word in found[-count:]) in self._former:
                name, first = found[-count - 1], found[-count]
                at, end = start + name.start(), start + name.end()
                tied = not view.text[end : start + first.start()].strip(_GAP.replace(".", "–-)"))
                led = len(found) > count + 1 and plain(found[-count - 2][0]) in self._former
                named = led or self._flags(name[0]) & NAMES or not at_head(view.text, at)
                return bool(tied and named and len(name[0]) > 1 and name[0][0].isupper())
        return False

    def _is_cut_short(self, view: TextView, span: Span) -> bool:
        """Tell whether a letter or two lead in right behind a name: no *5. r. Kos*, *Goran R.*."""
        near = view.text[max(0, span.start - _REACH) : span.start].rstrip(_GAP)
        return near[-1:].islower() and self.is_behind_name(view, span)

    def _may_lead_in(self, view: TextView, span: Span) -> bool:
        """Tell whether the last word before fits at all: hardly any does.

        Behind a long one a full stop ends the sentence: *Pétert hívják. Évát …*; *PS* at the head
        of a line goes on with a letter.
        """
        before = view.text[max(0, span.start - _LOOK) : span.start]
        last = before.rstrip(_GAP).rsplit(None, 1)[-1:]
        found = list(pieces(last[0])) if last else []
        if not found or plain(found[-1][0]) not in self._last or _POSTSCRIPT.search(before):
            return False
        return len(found[-1][0]) <= _LONGEST_SHORT or before.rstrip()[-1:] not in ".!?"

    def is_household(self, view: TextView, span: Span) -> bool:
        """Tell whether the words beside a surname make it that of a family."""
        words = self._words_before(view, span, _SPACE)
        after = _AFTER.match(view.text, span.end)
        return bool(words and words[-1] in self._before) or bool(
            after and plain(after[1]) in self._after
        )

    def kin_before(self, view: TextView, span: Span) -> Cue | None:
        """Return what a word of kin right before a name says; None where there is none."""
        words = self._words_before(view, span, _SPACE)
        return self._kin.get(words[-1]) if words else None

    def _words_before(
        self, view: TextView, span: Span, gap: re.Pattern[str] = _BETWEEN
    ) -> list[str]:
        before = view.text[max(0, span.start - _LOOK) : span.start]
        found = list(pieces(before))
        if not found or not gap.match(before, found[-1].end()):
            return []
        return [plain(word[0]) for word in found]


class Leads:
    """Reads what titles, honorifics and words of kin say of the name they stand by.

    Args:
        words: The language's word data.
    """

    def __init__(self, words: NameWords) -> None:
        self._words = words
        self._around = Around(words)

    def cue(self, view: TextView, span: Span) -> tuple[Cue, set[str]]:
        """Join what titles, honorifics, kin words and a preposition before the name say."""
        block = view.block_at(span.start)
        after = view.text[span.end : min(block.end, span.end + _LOOK_BACK)]
        before = view.text[max(block.start, span.start - _LOOK_BACK) : span.start]
        cue: dict[str, frozenset[str]] = {}
        kinds: set[str] = set()
        for _ in range(_WORDS_BACK):
            word_at = before.rstrip(_BLANK).rfind(" ") + 1  # no match begins before the last word
            match = _BEFORE.search(before, word_at)
            if not match:
                break
            word = plain(match[1])
            found, last = self._before(word)
            full = len(word) > 1 and (word in self._words.kin or "Case" in found)  # not s. Jana
            if match[2] and (len(word) > _LONGEST_SHORT or full):
                break  # the end of a sentence, and no short form: *hovoril lekár. Katke*
            found = found or self._called(before[: match.start()], match[1])
            said = self._words.kinds(word)
            heading = "\n" in match[0] and ("\n" in before[:word_at] or len(before) < _LOOK_BACK)
            apart = heading and "Nom" not in found.get("Case", ("Nom",))  # spis učiteľky | Matúš
            if apart or ("kin" in kinds and "honorific" in said):
                break  # z Pana | żoną Dorotą
            kinds |= said
            if found and word in self._words.kin:
                found = {**found, **OF}
            _narrow(cue, found)
            if last:
                break
            before = before[: match.start()]
        both = _BOTH.search(before) if "honorific" in kinds else None
        if both and " " in view.surface(span) and "honorific" in self._words.kinds(plain(both[1])):
            cue = dict(self._before(plain(both[1]))[0])  # Mr & Mrs Colin McIlveen
        own = "" if kinds else self._beside_kin(before, after)
        kinds |= {"kin"} if own else set()
        beside = self._words.kin.get(own, NO_CUE)  # Ojca, Edwarda Pado, przesłuchano
        _narrow(cue, {name: values for name, values in beside.items() if name == "Case"})
        joined = _AND.match(after)
        if "kin" in kinds or (joined and not self._words.is_only_family(joined[1])):
            # svoji sestri Tini; frații Matei și Ana; makarna Eva och Jan
            kinds -= {"household", "honorific"} if "household" in kinds else set()
        kinds |= self._beside(after) if not kinds else set()
        kinds |= self._led_in(view, span)
        if not self._is_asked(view, span):
            _narrow(cue, self._behind(after))
        return cue, kinds

    def _is_asked(self, view: TextView, span: Span) -> bool:
        """Tell whether what stands behind a name, as in *Har Fors bil?*, need not be its own.

        So it is where the document has the word without such a one as well: *Marius kom*.
        """
        words, text = self._words, view.text
        if not words.asking or plain(preceding(text, span.start)) in words.asking:
            return bool(words.asking)
        name = re.escape(view.surface(span).rpartition(" ")[2])
        found = re.finditer(rf"(?<!\w){name}(?!\w)", text)
        behind = (_BEHIND.match(text, match.end()) for match in found)
        return any(not b or plain(b[1]) not in words.postpositions for b in behind)

    def kin_behind(self, view: TextView, span: Span) -> Cue | None:
        """Return what a word of kin right behind a name says; None where there is none."""
        behind = _BEHIND.match(view.text, span.end)
        return self._words.kin.get(behind[1]) if behind else None

    def _called(self, before: str, word: str) -> Cue:
        """Return what a calling says of whom it names: of nobody's *manžel odberateľky Dušan*."""
        whose = before.split()[-1:]
        return NO_CUE if whose and plain(whose[0]) in self._words.kin else self._words.calling(word)

    def _beside_kin(self, before: str, after: str) -> str:
        """Return the word of kin that says who it is: *Soțul meu, Anton*, *The bride, Wren*."""
        own = before.rstrip(_BLANK)
        words = [plain(w[0]) for w in pieces(own)] if own.endswith(",") else []
        while len(words) > 1 and words[-1] in self._words.agreeing:
            words.pop()
        closed = not after.strip() or after.lstrip(_BLANK)[0] in ",.;:)!?"
        return words[-1] if closed and words and words[-1] in self._words.kin else ""

    def _beside(self, text: str) -> set[str]:
        """Return that a full name follows which begins with a given one: *Luca și Matei Pop*."""
        whole = None if self._words.family_first else _AND_WHOLE.match(text)
        return {"address"} if whole and self._words.is_listed(whole[1], "given") else set()

    def _behind(self, text: str) -> Cue:
        """Return what stands behind says of the name: *Szigeti doktornőnél*, *Lundin kanssa*."""
        words = self._words
        if not (words.family_first or words.postpositions) or not (match := _BEHIND.match(text)):
            return NO_CUE
        word, two = plain(match[1]), _TWO_BEHIND.match(text)
        for said in (plain(two[1]) if two else "", word):  # Dominika nie było
            if said in words.postpositions:
                return words.postpositions[said]
        for table in (words.titles, words.honorifics) if words.family_first else ():
            for length in range(len(word), max(1, len(word) - _SUFFIX), -1):
                cue = table.get(word[:length], NO_CUE)
                if "Gender" in cue:
                    return {"Gender": cue["Gender"]}
        return NO_CUE

    def _led_in(self, view: TextView, span: Span) -> set[str]:
        """Return as what a name is led in; none that was said before: *hívjuk Katona tanárnőt*."""
        led = self._around.leads_in(view, span)
        again = bool(led) and view.surface(span) in view.text[: span.start]
        return {led} if led and (not again or self._around.is_behind_name(view, span)) else set()

    def _before(self, word: str) -> tuple[Cue, bool]:
        words = self._words
        tables = (words.titles, words.honorifics, words.kin, words.agreeing)
        cues = [table[word] for table in tables if word in table]
        if cues:  # an aunt has a title, and is a woman
            return next(filter(None, cues), NO_CUE), False
        return words.prepositions.get(word, NO_CUE), True


def _narrow(cue: dict[str, frozenset[str]], other: Cue) -> None:
    for name, values in other.items():
        cue[name] = (cue[name] & values or cue[name]) if name in cue else values
