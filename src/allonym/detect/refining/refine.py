"""Finer types: a judge, a court, a country.  What tells them apart is data of the pack.

``kinds.toml`` of a pack holds, by finer type, verbose regular expressions on the mention itself
(``surface``), or on what stands right before (``before``) or after (``after``) it.  A surface
that matches ``retype`` is of that type whatever a model called it, and so is what stands after a
match of ``retype_before`` or before one of ``retype_after``: *the Horváth family*; but a person of
whom the decision is sure is no place (*the mayor of the town Jan Novák*).  ``joint`` is
what parts the names of a list that one word leads (*judges A and B*), be it of such as only
``many`` leads; ``within`` ties what follows
to a name that ``retype_before`` leads in (*delikatesy Ala i Olek*).  ``lone`` is what proves
nothing of whom ``other`` leads or follows somewhere: *the board's chair A … Chair A*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from allonym.detect.names.explained import EXPLAINED
from allonym.errors import PackError
from allonym.model.mention import SURE, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import CAPITAL, SMALL, like_title
from allonym.text.fold import all_folded, fold

_REACH, _LISTED, _WORDS = 60, 150, 2
_BEHIND = rf"(?:\s*[,(–]\s*|\s+{SMALL}{{{{2,8}}}}\s+)"
"""What stands between a name and what it is: a comma, a verb."""
_STEM = 4
"""First letters of a word that tell whose name it is, whatever its ending."""
_NAMED = ("person", "place", "org", "other")
_NO_YEAR = r"(?!(?:(?<=\d\d\d\d[ ])|(?<=\d\d\d\d\.[ ]))\w\.)"
"""What a letter cut short is not that leads in a name: *2021. g. Ljubljana*."""
_NEXT = re.compile(
    r"\.?(?:[ \u00a0][^\W\d_]{2,5}\.)*[ \u00a0]([^\W\d_]\.|[\w-]+)(?:[ \u00a0]([\w-]+))?"
)
"""What stands behind a title that may lead another name: *A. Oja, judge | K. Aho*."""


@dataclass(frozen=True, slots=True)
class _Kind:
    type: str
    surface: re.Pattern[str] | None
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None
    retype: re.Pattern[str] | None
    retype_before: re.Pattern[str] | None
    retype_after: re.Pattern[str] | None
    words: frozenset[str]
    joint: re.Pattern[str] | None = None
    within: re.Pattern[str] | None = None
    many: re.Pattern[str] | None = None
    lone: re.Pattern[str] | None = None
    other: re.Pattern[str] | None = None
    other_after: re.Pattern[str] | None = None

    def is_another(self, text: str, mention: Mention) -> bool:
        """Tell whether what stands beside a mention makes it of another kind that is called so."""
        start, end = mention.span.start, mention.span.end
        led = self.other is not None and self.other.search(text[max(0, start - _REACH) : start])
        return bool(led or (self.other_after and self.other_after.match(text, end)))

    def is_called(self, ways: Sequence[str]) -> bool:
        """Tell whether a surface, in all its ways, is of this kind whatever stands beside it."""
        return fold(ways[0]) in self.words or _finds(self.surface, ways)

    def fits(self, text: str, mention: Mention, others: frozenset[str]) -> bool:
        """Tell whether what stands beside a mention makes it of this kind.

        Args:
            text: Of the document.
            mention: What a model found.
            others: Words, cut, of those who are of another kind that is called so.
        """
        start, end = mention.span.start, mention.span.end
        led = text[max(0, start - _REACH) : start]
        before = self.before.search(led) if self.before else None
        if before and self.lone and self.lone.search(before[0]):
            before = None if others.intersection(_stems(text, mention)[-1:]) else before
        if before and not (is_a(self.type, "person") and _is_signed(led, before[0])):
            return True
        behind = self.after.match(text, end) if self.after else None
        if behind is None or behind[0].lstrip(" ")[:1] not in (",", "\n"):
            return behind is not None
        following = _NEXT.match(text, behind.end())
        if following is None:
            return True
        whole = behind[0].lstrip(" ")[0] == "\n" or (following[2] or "")[:1].isupper()
        return not (whole and following[1][0].isupper())

    @property
    def retypes(self) -> bool:
        """Tell whether it overrules what a model said."""
        return any((self.retype, self.retype_before, self.retype_after))

    def claims(self, text: str, mention: Mention, *, sure: bool, named: bool) -> bool:
        """Tell whether what stands beside a mention makes it so, whatever a model called it.

        Args:
            text: Of the document.
            mention: What a model found.
            sure: Whether the decision is.
            named: Whether all its words begin with capitals: that of Žiar nad Hronom is no family.
        """
        start, end = mention.span.start, mention.span.end
        if not named or (sure and is_a(self.type, "place")):
            return False
        if self.retype_before and self.retype_before.search(text[max(0, start - _REACH) : start]):
            return True
        return self.retype_after is not None and self.retype_after.match(text, end) is not None


def _stems(text: str, mention: Mention) -> list[str]:
    """Return the words of a mention, each without its ending."""
    return [fold(word)[:_STEM] for word in text[mention.span.start : mention.span.end].split()]


def _is_signed(led: str, title: str) -> bool:
    """Tell whether a title before a name is that of who signs above: *K. Aho | judge | | A. Oja*.

    Args:
        led: What stands before the name.
        title: The end of it, with what parts it from the name.
    """
    above, _, words = led[: -len(title)].rpartition("\n")
    gap = title[len(title.rstrip()) :].count("\n")
    who = above.rpartition("\n")[2].split()
    if not gap or not who or len(words.split()) > _WORDS or title.rstrip()[-1] in ":,":
        return False
    named = all(word[0].isupper() for word in who)
    return gap > 1 or (named and (words.strip() or title)[0].islower())


def _finds(pattern: re.Pattern[str] | None, ways: Sequence[str]) -> bool:
    return pattern is not None and any(map(pattern.search, ways))


class Refiner:
    """Gives mentions the finer type that the words in and around them announce.

    Args:
        data: ``kinds.toml`` of a pack: tables by finer type.
        forms: Further surfaces by finer type, folded to lower case: countries in all their cases.

    Raises:
        PackError: If a pattern is not a regular expression.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        forms: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        words = dict(forms or {})
        self._kinds: dict[str, list[_Kind]] = {}
        self._retyping: list[_Kind] = []
        for name in dict.fromkeys([*data, *words]):
            root = name.partition(".")[0]
            kind = _kind(name, data.get(name, {}), words.get(name, frozenset()))
            self._kinds.setdefault(root, []).append(kind)
            self._retyping += [kind] if kind.retypes else []
        self._called = lru_cache(1 << 12)(self._kinds_called)  # each look says the same

    def _kinds_called(self, surface: str, root: str) -> frozenset[str]:
        """Return the kinds that a surface alone makes it: of a root, or whatever a model said.

        It is read as in a heading too: SALO COURT, Salo.
        """
        ways = [*dict.fromkeys((surface, " ".join(map(like_title, surface.split(" ")))))]
        if root:
            return frozenset(k.type for k in self._kinds.get(root, ()) if k.is_called(ways))
        return frozenset(k.type for k in self._retyping if _finds(k.retype, ways))

    def refine(self, view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions with the first finer type that fits each; spans stay.

        Where one word leads a list (*käräjätuomarit A ja B*), its type is that of all in it.
        """
        done: list[Mention] = []
        others = self._others(view.text, mentions)
        for mention in mentions:
            whole = self._of_one_name(view.text, done[-1], mention) if done else None
            if whole:
                done[-1] = whole
                continue
            listed = self._listed(view, done[-1], mention) if done else mention
            same = listed is mention
            done.append(self._refined(view.text, mention, others) if same else listed)
        return done

    def _others(self, text: str, mentions: Sequence[Mention]) -> Mapping[str, frozenset[str]]:
        """Return by kind the words, cut, of those whom a text has as others that are called so."""
        called = [k for own in self._kinds.values() for k in own if k.other]
        return {
            kind.type: frozenset(
                stem
                for m in mentions
                if m.type.partition(".")[0] == kind.type.partition(".")[0]
                if kind.is_another(text, m)
                for stem in _stems(text, m)
            )
            for kind in called
        }

    def _of_one_name(self, text: str, last: Mention, mention: Mention) -> Mention | None:
        """Join what a word inside ties to the name before it: *delikatesy Ala i Olek*."""
        kind = next((k for k in self._retyping if k.within and k.type == last.type), None)
        if kind is None or kind.within is None or mention.type.partition(".")[0] not in _NAMED:
            return None
        leads = kind.retype_before and kind.retype_before.search(
            text[max(0, last.span.start - _REACH) : last.span.start]
        )
        between = text[last.span.end : mention.span.start]
        if not leads or not kind.within.fullmatch(between):
            return None
        span = Span(last.span.start, mention.span.end)
        return replace(last, span=span, evidence=(*last.evidence, *mention.evidence))

    def _listed(self, view: TextView, last: Mention, mention: Mention) -> Mention:
        """Give a mention the type of the one before it in a list that its first word leads."""
        kinds = self._kinds.get(mention.type.partition(".")[0], ())
        kind = next((k for k in kinds if k.joint and k.type == last.type), None)
        between = view.text[last.span.end : mention.span.start]
        if kind is None or kind.joint is None or not is_a(kind.type, mention.type):
            return mention
        start = last.span.start
        if kind.many and not kind.many.search(view.text, max(0, start - _LISTED), start):
            return mention
        return replace(mention, type=kind.type) if kind.joint.fullmatch(between) else mention

    def _refined(
        self, text: str, mention: Mention, others: Mapping[str, frozenset[str]]
    ) -> Mention:
        explained = any(e.rule == EXPLAINED for e in mention.evidence)
        if mention.type in _NAMED and not explained:  # AB, who speaks, is no firm
            words = text[mention.span.start : mention.span.end].split()
            named, sure = all(word[:1].isupper() for word in words), SURE in mention.evidence
            called = self._called(text[mention.span.start : mention.span.end], "")
            for kind in (k for k in self._retyping if k.type != mention.type):
                if kind.type in called or kind.claims(text, mention, sure=sure, named=named):
                    return self._finer(text, replace(mention, type=kind.type), others)
        word = fold(text[mention.span.start : mention.span.end]) if mention.type == "org" else ""
        own = (k.type for k in self._kinds.get("place", ()) if word in k.words)
        if word and (place := next(own, "")):
            mention = replace(mention, type=place)  # Brasilia voitti Skotlannin
        return self._finer(text, mention, others)

    def _finer(self, text: str, mention: Mention, others: Mapping[str, frozenset[str]]) -> Mention:
        root = mention.type.partition(".")[0]
        kinds: Iterable[_Kind] = self._kinds.get(root, ())
        called = self._called(text[mention.span.start : mention.span.end], root) if kinds else ()
        for kind in kinds:
            is_finer = kind.type != mention.type and is_a(kind.type, mention.type)
            named = others.get(kind.type, frozenset())
            if is_finer and (kind.type in called or kind.fits(text, mention, named)):
                return self._finer(text, replace(mention, type=kind.type), others)
        return mention


def _kind(name: str, table: Mapping[str, Any], words: frozenset[str]) -> _Kind:
    def pattern(key: str, form: str) -> re.Pattern[str] | None:
        return re.compile(form.format(table[key]), re.X) if key in table else None

    try:
        return _Kind(
            name,
            pattern("surface", "{}"),
            pattern("before", r"(?:{})\s*\Z"),
            pattern("after", r"\s*(?:{})"),
            pattern("retype", "{}"),
            pattern("retype_before", rf"(?<!\w)(?<!\w\.){_NO_YEAR}(?:{{}})\s+\Z"),
            pattern("retype_after", r"\s+(?:{})(?!\w)"),
            frozenset(all_folded([*words])[1]),
            pattern("joint", r"(?!\s*\Z)\s*,?\s*(?:{})?\s+|,\s*"),
            pattern("within", r"\s+(?:{})\s+"),
            pattern("many", r"(?:{})[:,]?\s*[^;!?\n]*\Z"),  # a cell or a line of its own too
            pattern("lone", r"\A(?:{})\s*[:,]?\s*\Z"),
            pattern("other", r"(?:{})\s*[:,]?\s*\Z"),
            pattern("other", _BEHIND + rf"(?:{{}})\b(?!\s+{CAPITAL})"),
        )
    except re.error as error:
        raise PackError(f"kinds.toml: {name}: not a regular expression: {error.msg}") from error
