"""Names of nobody: what stands with a capital in documents and names no private person.

A pack lists them in two tables, whatever the profile asks for:

``nobody.tsv``   term, class (``medicine``, ``medical``, ``eponym``, ``law``, ``feast``, ``brand``,
                 ``label``, ``rank``, ``role`` (what somebody does, in a form no surname has),
                 ``acronym``, ``event``, ``people`` (inhabitants), ``figure``
                 (of history, books, myths)), and ``person``, ``place`` or both where the term
                 may also name one
``public.tsv``   name, short forms (``|``), kind (``authority``, ``bank``, ``union`` ...; a ``firm``
                 is of one town and does not stay), the same

Terms are found inflected: each word by the endings of the language's names
(``lexicon/endings.tsv``) and by those of ``common/terms.toml``.  Case tells: an acronym counts in
capitals only, a single word that is listed with a capital only with one (but medicines, eponyms
and feasts in any case, and brands and chains that are nobody's name besides).  A feast that is the
neuter of what somebody has (*petrovo*) is inflected in small letters and as a neuter alone
(``[neuter]`` of ``common/terms.toml``): *Petrovi* are Peter's.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from allonym.languages.lexicon import BIT, load_lexicon
from allonym.languages.pack import LanguagePack, common_toml, rows
from allonym.model.latest import Latest
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.text.fold import all_casefolded, strip_marks, with_commas

_WORD = re.compile(r"[^\W_]+")
_JOINTS = re.compile(r"[\s\u2010-\u2013-]+")
_SUFFIX = re.compile(r"[-\u2010\u2011:][^\W\d_]{1,5}(?![^\W_])")
_FEAST, _FIGURE = "feast", "figure"
_ANY_CASE = frozenset({"medicine", "eponym", _FEAST})
_TYPED_SMALL = frozenset(("brand", "medical")).union(
    f"public.{kind}"
    for kind in ("retail", "company", "bank", "insurer", "telecom", "transport", "university")
)
"""What chats write small, where it is nobody's name besides: *lidl*, *milka*, *covid*, *ukc*."""
_STEM, _KEPT = 3, 1 << 14
"""Letters of a word that no ending takes away, and how many words are kept once looked up."""
_TELLING = 6
"""Letters of a word that is known without its marks, as chats write it."""
_SHORT = 4
"""Letters that a listed word has at least if it is inflected; at this length it may be a name."""
_OWN_DAY = re.compile(r"\w+(?:[oe]v|in)o")
"""A feast called after a saint whose day it is: *petrovo*, *anino*."""
_END = ""
"""Key of a trie's node under which the terms that end there stand."""


@dataclass(frozen=True, slots=True)
class Term:
    """A listed term in a text."""

    span: Span  # where, an ending behind hyphen or colon included
    kind: str  # its class; of public bodies ``public.`` and their kind
    also: str = ""  # ``person``, ``place`` or both if it may name one as well, else empty
    listed: tuple[str, ...] = field(default=(), repr=False)  # its words, in small letters

    @property
    def is_public(self) -> bool:
        """Tell whether it names a public body."""
        return self.kind.startswith("public.")

    @property
    def is_figure(self) -> bool:
        """Tell whether it names somebody of history or fable."""
        return self.kind == _FIGURE


class Row(NamedTuple):
    """A line of a table: a term as it is written, its class, and what else it may name."""

    term: str
    kind: str
    also: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A term taken apart: its words as written, what stands between and behind them."""

    words: tuple[str, ...] = field(repr=False)
    gaps: tuple[str, ...] = field(repr=False)
    tail: str = field(repr=False)
    kind: str
    also: str

    @classmethod
    def of(cls, row: Row) -> _Entry:
        found = list(_WORD.finditer(row.term))
        between = (row.term[left.end() : right.start()] for left, right in pairwise(found))
        tail = row.term[found[-1].end() :]
        words = tuple(match[0] for match in found)
        return cls(words, tuple(map(_joined, between)), tail, row.kind, row.also)


class Nobody:
    """The names of nobody of one language.

    >>> found = Nobody([Row("Nurofen", "medicine")]).find(TextView("Daj mu nurofen."))
    >>> [(term.span.start, term.span.end, term.kind) for term in found]
    [(7, 14, 'medicine')]
    """

    def __init__(
        self,
        table: Iterable[Row],
        endings: Mapping[str, Sequence[str]] | None = None,
        neuter: Collection[str] = (),
        flags: Callable[[str], int] = lambda _: 0,
    ) -> None:
        """Make the tree of the terms.

        Args:
            table: The terms; of two alike the first counts.
            endings: An ending of a word to what may stand in its place in the listed form.
            neuter: The endings of feasts that are neuter adjectives; none where there are no such.
            flags: The bits that the lists of names give a word.
        """
        self._endings = endings or {}
        self._neuter = neuter
        self._flags = flags
        self._neuters: set[str] = set()
        self._longest = max(map(len, self._endings), default=0)
        self._words: set[str] = set()
        self._bare: dict[str, str] = {}
        self._rows: dict[str, list[Row]] = {}
        self._trees: dict[str, dict[str, Any]] = {}
        self._entries: dict[Row, _Entry] = {}
        self._listed = lru_cache(_KEPT)(self._look_up)
        self._latest = Latest()
        every = [*table]
        for row, term in zip(every, all_casefolded([row.term for row in every]), strict=True):
            self._add(row, term)

    @classmethod
    def load(cls, pack: LanguagePack) -> Nobody:
        """Return the names of nobody of a pack, read once; none where it has no tables."""
        return _loaded(pack)

    def find(self, view: TextView) -> tuple[Term, ...]:
        """Return the listed terms of a text, the longest from the left, none inside another."""
        return self._latest.made(view, "found", None, lambda: self._all(view))

    def _all(self, view: TextView) -> tuple[Term, ...]:
        found = tuple(self._found(view))
        spelt = ((t, view.surface(t.span).casefold()) for t in found)
        said = {t.listed for t, word in spelt if t.listed == (word,)}
        full = (t for t in found if t.is_figure and len(t.listed) > 1)  # Krzysztof Kolumb
        said.update((word,) for t in full for word in t.listed)
        return tuple(t if t.listed in said else self._or_somebody(view, t) for t in found)

    def _or_somebody(self, view: TextView, term: Term) -> Term:
        """Return a term, also as somebody's if it is a given name and no more than a form of it.

        *Adrian* is nobody's caravan unless the document has an *Adria*.  Who is called like the
        term itself is told by its row.
        """
        word = view.surface(term.span)
        own = len(term.listed) == 1 and not term.also and word.istitle()
        named = own and self._flags(word) & (BIT["given"] | BIT["given_ending"])
        called = named and self._flags(term.listed[0].title()) & BIT["given"]  # suklaa, Milkan
        return replace(term, also="person") if named and not called else term

    def is_only(self, word: str, kind: str, also: str = "") -> bool:
        """Tell whether a word is a listed term of a class, whole, and no name besides but one."""
        found = [(t.kind, len(t.span), t.also) for t in self._all(TextView(word))]
        return any((kind, len(word), named) in found for named in {"", also})

    def is_famous(self, word: str) -> bool:
        """Tell whether a word, in small letters, is the last of a figure's name in full."""
        return word in self._famous

    @cached_property
    def _famous(self) -> frozenset[str]:
        figures = (r.term for rows in self._rows.values() for r in rows if r.kind == _FIGURE)
        words = (_WORD.findall(_folded(term)) for term in figures if " " in term)
        return frozenset(named[-1] for named in words if named)

    def _add(self, row: Row, folded: str) -> None:
        """Lay a term beside those of its first word, whose tree is grown when a text has it."""
        words = _WORD.findall(folded)
        self._words.update(words)
        if self._neuter and row.kind == _FEAST and _OWN_DAY.fullmatch(folded):
            self._neuters.update(words)
        for word in words if row.kind == _FEAST else ():
            if len(word) >= _TELLING and not word.isascii():
                self._bare[strip_marks(word)] = word
        if words:
            self._rows.setdefault(words[0], []).append(row)

    def _tree(self, word: str) -> dict[str, Any]:
        """Return the tree of the terms that begin with a word."""
        if word not in self._trees:
            root: dict[str, Any] = {}
            for row in self._rows[word]:
                node = root
                for following in _WORD.findall(_folded(row.term))[1:]:
                    node = node.setdefault(following, {})
                node.setdefault(_END, []).append(row)
            self._trees[word] = root
        return self._trees[word]

    def _found(self, view: TextView) -> Iterator[Term]:
        text = view.text
        words = list(_WORD.finditer(text))
        seen = [word[0] for word in words]
        known = {word: self._listed(word) for word in set(seen)}
        if self._neuters:
            cited = self._neuters.intersection(word.casefold() for word in known)
            known = {word: self._forms_of(word, of, cited) for word, of in known.items()}
        listed = [known[word] for word in seen]
        edges = [block.start for block in view.blocks]
        place = 0
        while place < len(words):
            found = self._longest_from(text, words, listed, place) if listed[place] else None
            if found and _in_one_block(edges, found[1].span):
                place = found[0]
                yield found[1]
            else:
                place += 1

    def _look_up(self, word: str) -> tuple[str, ...]:
        """Return the words of the tables that a word may be a form of, itself first."""
        folded = _folded(word)
        forms = [folded, *self._uninflected(folded)]
        if folded.isascii():
            forms += [self._bare[form] for form in forms if form in self._bare]  # Na Mikulasa
        if word[:2].isupper() and (stem := _acronym(word)):
            forms.append(_folded(stem))
        return tuple(dict.fromkeys(form for form in forms if form in self._words))

    def _forms_of(
        self, word: str, listed: Sequence[str], cited: Collection[str]
    ) -> tuple[str, ...]:
        """Return the listed words that a word is a form of, of neuters as their gender has it.

        Those that the text has as they are listed may be inflected anyhow: *Na Jožefovo … Do
        Jožefovega*.
        """
        plain = (w for w in listed if w not in self._neuters or w in cited)
        small = (w for w in listed if w in self._neuters and self._is_neuter(word, w[:-1]))
        return tuple(dict.fromkeys((*plain, *small)))

    def _is_neuter(self, word: str, stem: str) -> bool:
        return word.islower() and word.startswith(stem) and word[len(stem) :] in self._neuter

    def _uninflected(self, folded: str) -> Iterator[str]:
        for length in range(min(self._longest, len(folded) - _STEM) + 1):
            stem = folded[: len(folded) - length]
            for replaced in self._endings.get(folded[len(stem) :], ()):
                if len(stem) + len(replaced) >= _STEM:
                    yield stem + replaced

    def _longest_from(
        self,
        text: str,
        words: Sequence[re.Match[str]],
        listed: Sequence[tuple[str, ...]],
        start: int,
    ) -> tuple[int, Term] | None:
        """Return the longest term that begins at a word, and the place behind it."""
        best: tuple[int, Term] | None = None
        nodes = [self._tree(word) for word in listed[start] if word in self._rows]
        for place in range(start, len(words)):
            if place > start:
                nodes = [node[word] for node in nodes for word in listed[place] if word in node]
            if not nodes:
                break
            here = words[start : place + 1]
            entries = (self._entry(row) for node in nodes for row in node.get(_END, ()))
            entry = next((e for e in entries if _fits(text, here, e)), None)
            if entry:
                span = Span(here[0].start(), _end(text, here[-1].end(), entry.tail))
                as_listed = tuple(word.casefold() for word in entry.words)
                best = place + 1, Term(span, entry.kind, _also(here, entry), as_listed)
        return best

    def _entry(self, row: Row) -> _Entry:
        if row not in self._entries:
            self._entries[row] = _Entry.of(row)
        return self._entries[row]


@cache
def _loaded(pack: LanguagePack) -> Nobody:
    neuter = common_toml("terms.toml").get("neuter", {}).get(pack.code, "").split()
    flags = load_lexicon(folder).flags if (folder := pack.path("lexicon")) else lambda _: 0
    return Nobody(read_tables(pack), read_endings(pack), neuter, flags)


def read_tables(pack: LanguagePack) -> Iterator[Row]:
    """Yield the terms of a pack's ``nobody.tsv`` and ``public.tsv``, and labels of mail."""
    for term, kind, *also in rows(pack.where("nobody.tsv")):
        yield Row(term, kind, "".join(also))
        if kind == _FEAST and "'" in term:  # Paddys Day, as people write it
            yield Row(term.replace("'", ""), kind, "".join(also))
    for name, short, kind, *also in rows(pack.where("public.tsv")):
        yield Row(name, f"public.{kind}", "".join(also))
        yield from (Row(form, f"public.{kind}") for form in short.split("|"))
    yield from (Row(term, "label") for term in common_toml("terms.toml")["mail"])


def read_endings(pack: LanguagePack) -> dict[str, tuple[str, ...]]:
    """Return each ending of a language's words with what stands in its place when listed."""
    found: dict[str, set[str]] = defaultdict(set)
    wife = re.compile(str(pack.toml("lexicon/settings.toml").get("wife", r"\b\B")))
    for row in rows(pack.where("lexicon") / "endings.tsv"):
        if not wife.match(row[1]):  # Petőfi Sándorné is somebody
            found[row[1]].add(row[2] if len(row) > 2 else "")
    for pair in common_toml("terms.toml").get(pack.code, "").split():
        ending, _, replaced = pair.partition(">")
        found[ending].add(replaced)
    return {ending: tuple(sorted(replaced)) for ending, replaced in found.items()}


def _folded(word: str) -> str:
    return with_commas(word.casefold())


def _joined(gap: str) -> str:
    """Return what stands between two words without white space and hyphens."""
    return _JOINTS.sub("", gap).replace("\u2019", "'")


def _acronym(word: str) -> str:
    """Return the capitals that begin a word when up to four small letters follow them.

    >>> _acronym("NIKu"), _acronym("Anna")
    ('NIK', '')
    """
    stem = word.rstrip("".join(letter for letter in set(word[-4:]) if letter.islower()))
    return stem if 1 < len(stem) < len(word) and stem.isupper() else ""


def _fits(text: str, words: Sequence[re.Match[str]], entry: _Entry) -> bool:
    """Tell whether words of a text are a term: what is between, what is behind, and their case."""
    for left, right, gap in zip(words, words[1:], entry.gaps, strict=False):
        between = text[left.end() : right.start()]
        parted = between != " " and ("\t" in between or between.count("\n") > 1)
        if parted or _joined(between) not in (gap, gap.removesuffix(".")):  # sf ilie
            return False
    tail, first = entry.tail, entry.words[0]
    if len(entry.words) == 1 and len(first) < _SHORT and _folded(words[0][0]) != _folded(first):
        return _acronym(words[0][0]) == first  # a form of a short word is anything
    if tail and text[words[-1].end() : words[-1].end() + len(tail)] != tail:
        return False
    return _case_fits([word[0] for word in words], entry)


def _case_fits(seen: Sequence[str], entry: _Entry) -> bool:
    term = "".join(entry.words)
    if term.isupper():
        small = entry.kind in _TYPED_SMALL and "".join(seen) == term.lower()
        return (small and len(term) >= _STEM) or all(map(_begins, seen, entry.words))
    strange = [n for n, w in enumerate(entry.words) if w[1:] and not w[1:].islower()]
    if strange := [n for n in strange if not entry.words[n].isdigit()]:
        exact = all(_begins(seen[n], entry.words[n]) for n in strange)  # SKB banki
        pairs = zip(seen, entry.words, strict=True)
        large = all(own[0].isupper() or listed[0].islower() for own, listed in pairs)
        return "".join(seen).isupper() or (exact and large)
    plain = entry.kind in _ANY_CASE or (entry.kind in _TYPED_SMALL and not entry.also)
    if len(entry.words) > 1 or plain or not term[0].isupper():
        return True
    return seen[0][0].isupper()


def _begins(seen: str, listed: str) -> bool:
    """Tell whether a word is a listed one to the letter, but for an ending in small letters."""
    return seen.startswith(listed) and (seen == listed or seen[len(listed) :].islower())


def _also(words: Sequence[re.Match[str]], entry: _Entry) -> str:
    """Return what else a term may name: a short one that is inflected is any name."""
    word = entry.words[0]
    short = len(words) == 1 and len(word) <= _SHORT
    inflected = short and words[0][0].casefold() != word.casefold()
    return "person" if inflected and not word.isupper() else entry.also


def _end(text: str, end: int, tail: str) -> int:
    end += len(tail)
    suffix = _SUFFIX.match(text, end)
    return suffix.end() if suffix and not tail and suffix[0][1:].islower() else end


def _in_one_block(edges: Sequence[int], span: Span) -> bool:
    return not edges or bisect_right(edges, span.start) == bisect_right(edges, span.end - 1)
