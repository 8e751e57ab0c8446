"""Find occupations and diagnoses: listed terms, judged by how rare they are and what is around.

An occupation identifies by what makes it unique: an institution, a field, a name beside it, a word
such as *only*; a bare one in ordinary use does not.  A rare disease identifies by itself, a common
one where it is announced as somebody's.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from allonym.detect.terms.context import Context, beside_name
from allonym.languages.pack import LanguagePack
from allonym.languages.terms import Found, Terms, load_terms
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL
from allonym.text.tables import table_of
from allonym.text.tokenize import snap, view_windows

WEIGHTS: Mapping[str, float] = table_of("allonym.detect.terms", "weights.toml")
"""Score of each rule; one half and more is hidden by default."""

_CODE = re.compile(r"(?<![\w-])[A-NP-TVZ]\d{2}(?:\.\d{1,2})?(?![\w.]*\d)(?!\w)")
_NEAR_CODE = 40
_ABBREVIATED = re.compile(r"[A-Z0-9]{2,6}")
"""What every doctor writes short is not rare: ``NSTEMI``."""
_BELIEVED = ("announced", "rare")
_ROW = re.compile(r",?\s(?:\w{1,4}\s)?(?:\w+\s)?")
"""What parts a disease from the next that is said of the same person: ``, `` or ``in visok ``."""
_SURE = 0.5
_NAME = rf"{CAPITAL}[\w’'-]+"
_PART = re.compile(rf"{CAPITAL}[^\W\d_]+")
_TIED = re.compile(rf"(?<![\w-]){_NAME}(?:[-–]{_NAME})?-\Z")
_NAME_BEFORE = re.compile(rf"(?<![\w–-]){_NAME}(?:[ \u00a0–-]{_NAME})?[ \u00a0]\Z")
_NAME_BEHIND = re.compile(rf"[ \u00a0](?:на[ \u00a0])?{_NAME}(?:[ \u00a0–-]{_NAME})?(?![\w’'–-])")
"""What a disease is called by, before and behind the word that says that it is one."""


class _Find(NamedTuple):
    """A find before it is judged; `words` of a term that points to somebody wherever it stands."""

    span: Span
    kind: str
    rule: str
    words: tuple[str, ...] = ()


class TermDetector:
    """Finds ``occupation`` and ``health`` (the protocol ``Detector``); linear in the text.

    Args:
        terms: The lists of the language.
        contexts: ``context`` of ``terms.toml``: what announces and what completes a term.
        kinds: Which of the two types are looked for.
        names: Tells whether a capital word may be the name that a disease bears.
    """

    name = "terms"

    def __init__(
        self,
        terms: Terms,
        contexts: Mapping[str, Any],
        kinds: Iterable[str] = ("occupation", "health"),
        names: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._terms = terms
        self._kinds = tuple(kinds)
        self._names = names
        self._contexts = {kind: Context.read(contexts.get(kind, {})) for kind in self._kinds}
        self._icd = re.compile(contexts.get("icd", "(?!)"), re.I)

    @classmethod
    def load(
        cls,
        pack: LanguagePack,
        kinds: Iterable[str] = ("occupation", "health"),
        names: Callable[[str], bool] = lambda _: True,
    ) -> TermDetector | None:
        """Return the detector of a pack, or None where it has no ``terms.toml``."""
        data = pack.toml("terms.toml")
        return cls(load_terms(pack.code), data.get("context", {}), kinds, names) if data else None

    def detect(self, view: TextView) -> Iterator[Mention]:
        """Yield mentions, those of one window in no particular order.

        What is believed once is believed wherever it stands again in the document.
        """
        finds = [*self._finds(view)]
        sure = {f.words for f in finds if f.words and self._score(f) >= _SURE}
        for first in finds:
            again = first.words in sure and self._score(first) < _SURE
            find = first._replace(rule="again") if again else first
            if score := self._score(find):
                evidence = (Evidence(self.name, find.rule, score),)
                span = snap(find.span, view.tokens) if view.tokens else find.span
                yield Mention(span, find.kind, evidence)

    def _score(self, find: _Find) -> float:
        return WEIGHTS.get(f"{find.kind}.{find.rule}", 0.0)

    def _finds(self, view: TextView) -> Iterator[_Find]:
        for window in view_windows(view, 20_000):
            text = view.text[window.start : window.end]
            for find in _in_rows(text, [*self._window(text)]):
                yield find._replace(span=find.span.shift(window.start))

    def _window(self, text: str) -> Iterator[_Find]:
        reached = 0
        common: list[int] = []
        for found in self._terms.find(text):
            kind = found.term.kind
            if kind not in self._kinds or found.span.start < reached:
                continue
            read = self._occupation if kind == "occupation" else self._disease
            start, end, rule = read(text, found, self._contexts[kind])
            reached = end
            if kind == "health" and found.term.rank not in ("rare", "vague"):
                common.append(start)
            points = kind == "health" or found.term.rank == "rare" or found.term.code[0] == "1"
            points = points and found.term.rank not in ("role", "vague") and not _is_several(found)
            yield _Find(Span(start, end), kind, rule, found.term.words if points else ())
        for name, context in self._contexts.items():
            for start, end, rule in context.announcements(text):
                if bisect_left(common, start) == bisect_left(common, end):
                    short = _ABBREVIATED.fullmatch(text, start, end)
                    yield _Find(Span(start, end), name, "announced" if short else rule)
        if "health" in self._kinds:
            yield from (_Find(span, "health", "code") for span in self._codes(text))

    @classmethod
    def _occupation(cls, text: str, found: Found, context: Context) -> tuple[int, int, str]:
        start, end, rank = found.span.start, found.span.end, found.term.rank
        if rank == "role":
            return start, end, "role"
        announced = context.announced(text, start, end)
        if not announced and (_is_several(found) or _is_a_name(text, found)):
            return start, end, "plain"
        leads = found.term.code[0] == "1"
        wide = context.complement(text, start, end, leads=leads or rank == "rare")
        if announced:
            return *wide, "announced"
        if wide != (start, end):
            return *wide, "office"
        return start, end, cls._alone(text, found, context)

    @staticmethod
    def _alone(text: str, found: Found, context: Context) -> str:
        """Return the rule of an occupation without an institution."""
        start, end, rank = found.span.start, found.span.end, found.term.rank
        if context.is_unique(text, start):
            return "unique"
        owned = any("Person[psor]" in reading for reading in found.readings)
        if found.term.code[0] == "1" and context.is_seated(text, start, end, owned=owned):
            return "office"
        if rank == "rare" and context.is_said_of(text, start):
            return "said-rare"
        if beside_name(text, start, end):
            return "beside-rare" if rank == "rare" else "beside"
        return rank

    def _disease(self, text: str, found: Found, context: Context) -> tuple[int, int, str]:
        start, end, rank = found.span.start, found.span.end, found.term.rank
        if rank == "vague":
            start, end = _with_name(text, found, self._names)
            return (start, end, "rare") if end > start else (*found.span, "vague")
        if rank != "rare" and context.announced(text, start, end):
            return start, end, "announced-mild" if rank == "mild" else "announced"
        return start, end, rank

    def _codes(self, text: str) -> Iterator[Span]:
        """Yield codes of ICD-10 behind a word that announces them."""
        for match in _CODE.finditer(text):
            before = text[max(0, match.start() - _NEAR_CODE) : match.start()]
            if self._icd.search(before):
                yield Span(match.start(), match.end())


def _in_rows(text: str, finds: Sequence[_Find]) -> Sequence[_Find]:
    """Return the finds; a disease in a row with one said of somebody is said of them too."""
    made = sorted(finds, key=lambda f: f.span)
    for order in (range(1, len(made)), range(len(made) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for number in order:
            find, other = made[number], made[number + step]
            left, right = sorted((find.span, other.span))
            joined = find.kind == other.kind == "health" and find.rule == "plain"
            if joined and other.rule in _BELIEVED and _ROW.fullmatch(text, left.end, right.start):
                made[number] = find._replace(rule="announced")
    return made


def _with_name(text: str, found: Found, names: Callable[[str], bool]) -> tuple[int, int]:
    """Return where a word for diseases stands with the name of one: *Kabuki-oireyhtymä*.

    An empty span where there is none; ``before`` and ``behind`` say on which side one may stand.
    Words of every day, given names and places are none, and a word with a capital is part of a
    longer name: *This syndrome*, *sindrom Ana ima*, *Acquired Immune Deficiency Syndrome*.
    """
    start, end = found.span.start, found.span.end
    side = _TIED.search(text, 0, start)
    if not side and found.term.code == "before":
        side = _NAME_BEFORE.search(text, 0, start)
    if not side and found.term.code == "behind":
        side = _NAME_BEHIND.match(text, end)
    if not side or not text[start:end].islower() or not all(map(names, _PART.findall(side[0]))):
        return start, start
    return min(start, side.start()), max(end, side.end())


def _is_several(found: Found) -> bool:
    """Tell whether a form is only a plural, which points to nobody."""
    numbers = {reading.get("Number", "") for reading in found.readings}
    return numbers == {"Plur"}


def _is_a_name(text: str, found: Found) -> bool:
    """Tell whether a rare trade is written as a surname is: ``Pam Butler``, ``Kovács``."""
    surface = text[found.span.start : found.span.end]
    before = text[max(0, found.span.start - 3) : found.span.start].rstrip(" ")
    opens = not before or before[-1] in ".!?:\n" or surface.isupper()
    single = len(found.term.words) == 1 and found.term.code[0] != "1"
    return single and found.term.rank == "rare" and surface[:1].isupper() and not opens
