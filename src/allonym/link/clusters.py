"""Decide which places, organisations and identifiers are the same thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from allonym.link.parts import PartReader
from allonym.link.words import NameWords
from allonym.model.mention import Mention, NamePart
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.fold import fold, pieces, plain, skeleton, unhung
from allonym.text.marks import VOWELS

Forms = Callable[[str, str], frozenset[str]]

_MOST_KEYS = 24
_PHONE_DIGITS = 9
_LEAST_ACRONYM = 2
_TELLING = 4
_REACH = 16

_MOST_LEMMAS = 6
_VOWELS = "".join(VOWELS)
_BORN = re.compile(r"(?:18|19|20)(\d\d[01]\d[0-9]\d{5})")
"""A number that begins with a date of birth, the century written out: the same without it."""


@dataclass(slots=True, eq=False)
class Cluster:
    """Mentions taken for one thing, and the keys all of them share."""

    type: str
    members: list[Mention] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)

    def add(self, mention: Mention, keys: Sequence[str]) -> None:
        """Take a mention in; keys it does not share are dropped."""
        self.members.append(mention)
        self.keys = (self.keys & set(keys) or self.keys) if self.keys else set(keys)
        self.type = mention.type if is_a(mention.type, self.type) else self.type

    def accepts(self, mention: Mention) -> bool:
        """Tell whether the types lie on one branch."""
        return is_a(mention.type, self.type) or is_a(self.type, mention.type)


class ValueLinker:
    """Groups identifiers by their normalised value; one pass, one look-up each."""

    def link(self, view: TextView, mentions: Sequence[Mention]) -> list[Cluster]:
        """Return the clusters in text order."""
        clusters: dict[tuple[str, str], Cluster] = {}
        for mention in mentions:
            root = mention.type.partition(".")[0]
            key = value_key(root, view.surface(mention.span))
            cluster = clusters.setdefault((root, key), Cluster(mention.type))
            cluster.add(mention, [key])
        return list(clusters.values())


def value_key(root: str, surface: str) -> str:
    """Return what the same value is recognised by, however it is written.

    >>> value_key("phone", "+48 601 234 567") == value_key("phone", "601-234-567")
    True
    >>> value_key("date", "03.05.1984") == value_key("date", "3. 5. 1984")
    True
    >>> value_key("iban", "PL61 1090 1014") == value_key("iban", "PL6110901014")
    True
    >>> value_key("id", "19400313-2216") == value_key("id", "400313-2216")
    True
    """
    if root in ("email", "url", "username"):
        return plain(surface).rstrip("/").removeprefix("mailto:").removeprefix("@")
    words = [fold(m[0]) for m in pieces(surface)]
    if root == "phone":
        digits = "".join(w for w in words if w.isdigit())
        return digits[-_PHONE_DIGITS:] or fold(surface)
    if root in ("date", "age"):
        return "-".join(w.lstrip("0") or "0" for w in words)
    value = "".join(words)
    born = _BORN.fullmatch(value) if root == "id" else None
    return born[1] if born else value or surface


@dataclass(slots=True, eq=False, repr=False)
class NameClusters:
    """Groups places or organisations: all cases of one name, derivations, acronyms."""

    reader: PartReader  # gives citation forms
    words: NameWords  # legal forms, and words that count for nothing in an acronym
    forms: Forms  # every form of a name, derivations included (`Morphology.forms`)
    kind: str  # ``place`` or ``org``
    _clusters: list[Cluster] = field(init=False, default_factory=list)
    _by_key: dict[str, list[Cluster]] = field(init=False, default_factory=dict)
    _by_form: dict[str, list[Cluster]] = field(init=False, default_factory=dict)
    _by_derived: dict[str, list[Cluster]] = field(init=False, default_factory=dict)
    _acronyms: dict[str, list[Cluster]] = field(init=False, default_factory=dict)

    def link(self, view: TextView, mentions: Sequence[Mention]) -> list[Cluster]:
        """Return the clusters, in no particular order."""
        later = []
        for mention in mentions:
            surface = view.surface(mention.span)
            acronym = self.kind == "org" and _is_acronym(surface)
            if acronym or (self.kind == "place" and surface.islower()):
                later.append(mention)
            else:
                self._place(mention, surface)
        for mention in later:
            self._place_short(mention, view.surface(mention.span))
        self._join_bare(view)
        self._join_short(view)
        return self._clusters

    def _join_bare(self, view: TextView) -> None:
        """Give a name that is written without its marks to the one that has them: *Brasov*."""
        spelt: dict[str, dict[int, Cluster]] = {}
        bare = []
        for cluster in self._clusters:
            if all(view.surface(m.span).isascii() for m in cluster.members):
                bare.append(cluster)
                continue
            for key in sorted({skeleton(key) for key in cluster.keys}):
                spelt.setdefault(key, {})[id(cluster)] = cluster
        gone = set()
        for cluster in bare if spelt else ():
            keys = sorted({skeleton(key) for key in cluster.keys})
            found = {n: c for key in keys for n, c in spelt.get(key, {}).items()}
            whole = [c for c in found.values() if c.accepts(cluster.members[0])]
            if len(whole) == 1:
                whole[0].members += cluster.members
                gone.add(id(cluster))
        self._clusters = [c for c in self._clusters if id(c) not in gone]

    def _join_short(self, view: TextView) -> None:
        """Give a firm called by some of its words, or by an odd form, to the one that has them."""
        if self.kind != "org" or len(self._clusters) < 2:
            return
        names = {id(c): [tuple(key.split()) for key in sorted(c.keys)] for c in self._clusters}
        having: dict[str, list[Cluster]] = {}
        for cluster in self._clusters:
            for word in sorted({word for name in names[id(cluster)] for word in name}):
                having.setdefault(word, []).append(cluster)
        gone = set()
        for cluster in sorted(self._clusters, key=lambda c: min(map(len, names[id(c)]), default=0)):
            own = [name for name in names[id(cluster)] if name]
            surfaces = (view.surface(m.span) for m in cluster.members)
            tied = all("-" in surface and " " not in surface for surface in surfaces)
            near = {id(c): c for name in own for c in having[name[0]][:_REACH] if c is not cluster}
            whole = [
                c
                for c in near.values()
                if id(c) not in gone and c.accepts(cluster.members[0])
                if any(_is_part(name, other, tied) for name in own for other in names[id(c)])
            ]
            if len(whole) == 1:
                whole[0].members += cluster.members
                gone.add(id(cluster))
        self._clusters = [c for c in self._clusters if id(c) not in gone]

    def _place(self, mention: Mention, surface: str) -> None:
        keys = self._keys(surface)
        found = (c for k in keys for c in self._known(self._by_key, k) if c.accepts(mention))
        if (cluster := next(found, None)) is None:
            cluster = Cluster(mention.type)
            self._clusters.append(cluster)
        cluster.add(mention, keys)
        for key in keys:
            _file(self._by_key, key, cluster)
        if self.kind == "org":
            _file(self._acronyms, self._acronym(surface), cluster)
        else:
            self._file_forms(cluster, keys[:1])

    def _place_short(self, mention: Mention, surface: str) -> None:
        """Place acronyms, and adjectives made from places, once all full names are known."""
        key = plain(surface)
        tables = (self._by_key, self._acronyms, self._by_form)
        found = (c for t in tables for c in self._known(t, key) if c.accepts(mention))
        cluster = next(found, None)
        if cluster is not None and key not in cluster.keys:
            if surface in self._by_derived:  # not *kuopioon*
                parts = (replace(part, derived="adjective") for part in mention.parts)
                mention = replace(mention, parts=tuple(parts))
            cluster.members.append(mention)
        elif cluster is not None:
            cluster.add(mention, [key])
        else:
            self._place(mention, surface)
            _file(self._by_key, key, self._clusters[-1])

    def _known(self, table: dict[str, list[Cluster]], key: str) -> Iterator[Cluster]:
        return islice(iter(table.get(key, ())), _REACH)

    def _file_forms(self, cluster: Cluster, lemmas: Sequence[str]) -> None:
        if len(cluster.members) > 1:
            return
        for lemma in lemmas:
            for form in self.forms(lemma[:1].upper() + lemma[1:], self.kind):
                _file(self._by_form, plain(form), cluster)
                if self.kind == "place" and form.islower():
                    _file(self._by_derived, form, cluster)

    # -- keys ----------------------------------------------------------------------------------

    def _keys(self, surface: str) -> list[str]:
        """Return what the name may be in its citation form, likeliest first."""
        words = [plain(m[0]) for m in pieces(self._without_legal_form(surface))]
        whole = self.reader.lemmas(surface, "place") if self.kind == "place" else ()
        options = [self._options(word) for word in words[:6]]
        rest = "".join(f" {word}" for word in words[6:])
        joined = (" ".join(c) + rest for c in islice(product(*options), _MOST_KEYS))
        return list(dict.fromkeys((*whole, *joined))) or [plain(surface)]

    def _options(self, word: str) -> list[str]:
        if len(word) < 3 or word.isdigit():
            return [word]
        title = word[:1].upper() + word[1:]
        lemmas = self.reader.lemmas(title, self.kind, 2)
        if self.kind == "org":
            lemmas = (*self.reader.lemmas(word, "common", 2), *lemmas[:1])
        return list(dict.fromkeys((*lemmas, word)))[:3]

    def _without_legal_form(self, surface: str) -> str:
        if self.kind != "org":
            return surface
        return self.words.legal_forms.parted(unhung(surface))[0]

    def _acronym(self, surface: str) -> str:
        words = [m[0] for m in pieces(self._without_legal_form(surface))]
        letters = [w[0] for w in words if plain(w) not in self.words.minor]
        return plain("".join(letters)) if len(letters) >= _LEAST_ACRONYM else ""


def _is_part(name: tuple[str, ...], whole: tuple[str, ...], tied: bool) -> bool:
    """Tell whether a name is some neighbouring words of a longer one, and says enough.

    The last of those that a hyphen ties may have any ending: *S Babić-Prometom*.
    """
    size, last = len(name), name[-1]
    if size >= len(whole) + tied or max(map(len, name)) < _TELLING:
        return False
    runs = (whole[n : n + size] for n in range(len(whole) - size + 1))
    return any(
        run[:-1] == name[:-1]
        and (run[-1] == last or (tied and last.startswith(run[-1].rstrip(_VOWELS))))
        for run in runs
    )


def _is_acronym(surface: str) -> bool:
    return surface.isupper() and surface.isalpha() and _LEAST_ACRONYM <= len(surface) <= 8


def _file(table: dict[str, list[Cluster]], key: str, cluster: Cluster) -> None:
    bucket = table.setdefault(key, []) if key else []
    if cluster not in bucket[-_REACH:]:
        bucket.append(cluster)


def place_name(
    cluster: Cluster, view: TextView, reader: PartReader, words: NameWords, kind: str
) -> str:
    """Return the citation form: a mention that stands in it, else the likeliest lemma."""
    base = [m for m in cluster.members if not any(p.derived for p in m.parts)] or cluster.members
    long = [m for m in base if not _is_acronym(view.surface(m.span))] or base
    if kind != "place":
        names = [unhung(view.surface(m.span)) for m in long]
        return next((n for n in names if _is_cited(n, reader, words)), names[0])
    cited = next((m for m in long if m.parts and all(map(_is_base, m.parts[:2]))), None)
    surface = view.surface((cited or long[0]).span)
    if cited:
        return surface
    likely = list(reader.lemmas(surface, kind, _MOST_LEMMAS))
    likely.sort(key=lambda name: not words.is_listed(name, "place"))
    shared = [key for key in likely if key in cluster.keys] or sorted(cluster.keys)
    return _like(shared[0], surface) if shared else surface


def _is_cited(name: str, reader: PartReader, words: NameWords) -> bool:
    """Tell whether the word that tells the case of a body's name is in its base: *Sąd Rejonowy*."""
    found = [plain(m[0]) for m in pieces(name)]
    return bool(found) and reader.is_base(found[-1 if words.last_word else 0], "common")


def _is_base(part: NamePart) -> bool:
    if not part.analyses:
        return True
    best = part.analyses[0]
    return best.features.get("Case", "Nom") == "Nom"


def _like(lemma: str, surface: str) -> str:
    """Capitalise the words of a lemma as those of the surface are."""
    found, wanted = list(pieces(lemma)), list(pieces(surface))
    if len(found) != len(wanted):
        return lemma[:1].upper() + lemma[1:]
    pairs = zip(found, wanted, strict=True)
    starts = {mine.start() for mine, theirs in pairs if theirs[0][:1].isupper()}
    return "".join(c.upper() if n in starts else c for n, c in enumerate(lemma))
