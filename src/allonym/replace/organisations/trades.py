"""What stands beside the owner of a firm: his trade stays, his partners are owners as he is.

*Ruoppaus Kettunen* and *Tkalnia Wełny Kos* say first what is done; in *Hale, Cooper & Wood* all
are people, though each of them is a word or a town too; what is tied to a trade by *and* is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from allonym.replace.inflect import split_clitic
from allonym.replace.organisations.pieces import OPEN, PLACES, Kind, Piece
from allonym.replace.rules import NameRules

_KEPT: frozenset[Kind] = frozenset(("keep", *PLACES))
_SIGNS = frozenset("&+")
_SHORTEST, _HEAD, _TAIL, _TELLING = 3, 4, 5, 4
"""Letters of a trade, of two halves with a letter between, and of what an ending tells."""

_OWNED, _TIED = ("'", "’"), 2  # the piece behind a given name and a blank


@dataclass(frozen=True, slots=True)
class Trades:
    """Tells the trade of a firm from the name of its owner."""

    rules: NameRules = field(repr=False)  # what the language says about names
    # returns a word in small letters, and its citation forms
    forms: Callable[[str], Iterable[str]] = field(repr=False)
    # tells whether a word is listed as a surname, or is that of somebody here
    is_surname: Callable[[str], bool] = field(repr=False)
    # tells whether a word is a name of any kind, one that firms are called too
    is_name: Callable[[str], bool] = field(repr=False)
    # tells whether the document has a word as a town's name
    is_town: Callable[[str], bool] = field(repr=False)

    def read(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, trades as what stays and the people beside them as owners."""
        found = self._coordinated(self._borne(pieces))
        words = [n for n, piece in enumerate(found) if piece.text[0].isalpha()]
        for n in (b for a, b in pairwise(words) if found[a].kind == "name"):
            word, ordinary = found[n].text, found[n].kind == "usual"
            if ordinary and word.istitle() and self.is_surname(word):
                found[n] = replace(found[n], kind="owner")  # Transbud Wilk, and a wolf is a word
        last = next((n for n in reversed(words) if found[n].kind != "keep"), -1)
        led = [n for n in words if n < last]
        own = found[last] if words else Piece("keep", "")
        if own.kind not in OPEN or not all(self._is_said(found[n]) for n in led):
            return found
        kept = [n for n in led if found[n].kind in _KEPT or found[n + 1].text == "-"]
        behind = "".join(p.text for p in found[last:])  # nothing but a legal form
        ends = self.rules.orgs.legal_forms.parted(behind)[0].strip(" ,.") == own.text
        trade = ends and kept[-1:] == led[-1:] and any(self._says(found[n].text) for n in kept)
        if self._is_owner(own.text, alone=kept == led, led=trade):
            for n in (n for n in led if found[n].kind not in PLACES):
                found[n] = replace(found[n], kind="owner" if self._leads(found[n]) else "keep")
            found[last] = replace(own, kind="owner")
        return found

    def _borne(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Return the pieces, what firms trade in as a name where nothing else of them is one.

        It is the owner's before a given name, and where it stands twice: *PFA Metal Ion*.
        """
        words = [n for n, p in enumerate(pieces) if p.text[0].isalpha()]
        traded = self.rules.orgs.traded
        own = [n for n in words if pieces[n].kind == "keep" and pieces[n].text[0].isupper()]
        own = [n for n in own if not traded.isdisjoint(self.forms(pieces[n].text))]
        others = [n for n in words if pieces[n].kind != "keep"]
        written = [pieces[n].text.casefold() for n in words]
        out = list(pieces)
        for n in own:
            given = [pieces[m].kind for m in others] == ["given"] and others[0] == n + 2
            if given or written.count(pieces[n].text.casefold()) > 1:
                out[n] = replace(pieces[n], kind="owner")
            elif not others:
                out[n] = replace(pieces[n], kind="name")
        return out

    def is_national(self, words: Sequence[Piece]) -> bool:
        """Tell whether words name a body of the whole country: *Sveriges Veterinärförbund*."""
        orgs = self.rules.orgs
        if not all(p.kind in ("keep", "usual") or self.is_trade(p.text) for p in words):
            return False
        heads = [form for p in words for form in self.forms(p.text)]
        led = any(p.text.casefold().startswith(orgs.land) for p in words)
        ends = (*orgs.nationwide, *(orgs.federations if led else ()))
        return bool(ends) and any(form.endswith(ends) for form in heads)

    def is_trade(self, word: str) -> bool:
        """Tell whether a word is an ordinary one or put together of two, and is no name."""
        if len(word) < _SHORTEST or self.is_name(word):
            return False
        plain = word.casefold()
        return self.rules.orgs.is_word(plain) or self.is_compound(word) or self._is_joined(plain)

    def has_patron(self, texts: Sequence[str]) -> bool:
        """Tell whether a given name leads a patron that a kind is tied to: *Karl Johansskolan*."""
        given = texts[0] in self.rules.pools["given"].by_lemma
        return given and len(texts) > _TIED and bool(self.rules.orgs.compound(texts[_TIED])[0])

    def owns(self, word: str, is_city: Callable[[str], bool]) -> bool:
        """Tell whether a name is no city's and has what says that it owns: *Falconer's Garage*."""
        name, tail = split_clitic(word, self.rules.clitics)
        plain = not name.istitle() or self.rules.orgs.is_usual(name.casefold())
        return tail[:1] in _OWNED and not plain and (self.is_surname(word) or not is_city(name))

    def is_compound(self, word: str) -> bool:
        """Tell whether ordinary words are put together in one: *Fastighetsförvaltning*."""
        forms, usual = [*self.forms(word)], self.rules.orgs.is_usual
        heads = (self.rules.orgs.compound(form)[0].casefold() for form in forms)
        head = next(filter(None, heads), "")
        ends = self.rules.orgs.trade_ends
        if len(word) >= _TELLING and any(form.endswith(ends) for form in forms):
            return True
        if head:
            return usual(head) or usual(head.rstrip("s-"))
        if "-" in word:
            parts = word.split("-")
            plain = not word.isupper() and not any(map(self.is_surname, parts))
            return plain and all(p and usual(p.casefold()) for p in parts)
        return self._is_linked(word.casefold())

    def _is_linked(self, word: str) -> bool:
        """Tell whether a letter joins two words in one: *Drevovýroba*, of wood and of making."""
        usual, link = self.rules.orgs.is_usual, self.rules.orgs.link
        ends = [m.end() for m in re.finditer(link, word)] if link else ()
        halves = ((word[:n], word[n:]) for n in ends if n >= _HEAD and len(word) - n >= _TAIL)
        return any(usual(b) and usual(a if usual(a) else a[:-1]) for a, b in halves)

    def _is_joined(self, word: str) -> bool:
        """Tell whether two words stand side by side in one, or with an *s*: *Padlóstúdió*."""
        usual = self.rules.orgs.is_usual
        sizes = range(_SHORTEST, len(word) - _SHORTEST + 1) if self.rules.orgs.ends else ()
        halves = ((word[:n], word[n:]) for n in sizes)
        return any(usual(b) and (usual(a) or usual(a.removesuffix("s"))) for a, b in halves)

    def _leads(self, piece: Piece) -> bool:
        """Tell whether a word before a surname is one too, where a trade stands behind the owner.

        In *Smith Barlow LLP* nothing is made of metal.
        """
        usual = piece.kind == "usual" and not self.rules.inflected
        return usual and self.is_surname(piece.text)

    def _is_said(self, piece: Piece) -> bool:
        """Tell whether a word in front of a name says what is done, not by whom."""
        return piece.kind in ("keep", "usual") or (
            piece.kind == "name" and self.is_trade(piece.text)
        )

    def _says(self, word: str) -> bool:
        """Tell whether a word in front is the trade of a firm, not what a club is."""
        orgs = self.rules.orgs
        bodies = (*orgs.federations, *orgs.organs, *orgs.nationwide)
        known = {*orgs.slots.before, *orgs.slots.behind, *bodies}
        clubs = not known.isdisjoint(self.forms(word))
        clubs |= bool(orgs.ends) and word.casefold().endswith(bodies)
        said = word[0].isupper() or not orgs.lemmas.isdisjoint(self.forms(word))
        return said and not clubs and word.casefold() not in orgs.forms

    def _is_owner(self, word: str, *, alone: bool, led: bool) -> bool:
        """Tell whether the last word of a firm is a surname; words that firms have are not.

        Args:
            word: The last word that does not say what the firm is.
            alone: All else stays in any case.
            led: A trade stands in front.
        """
        coined = word.title() in self.rules.pools["org"].by_lemma
        plain = led or not self.rules.orgs.is_word(word.casefold())
        return plain and self.is_surname(word) and not (coined and alone)

    def _coordinated(self, pieces: list[Piece]) -> list[Piece]:
        """Return the pieces, all partners as owners, and trades that *and* joins as what stays."""
        for run, signed in _coordinates(pieces, self.rules.orgs.joins):
            words = [pieces[n] for n in run]
            open_ = [n for n in run if pieces[n].kind in (*OPEN, "town")]
            if open_[-1:] == run[-1:] and self.is_trade(words[-1].text):  # Lex i Partnerzy
                last = open_.pop()
                if not signed:
                    pieces[last] = words[-1] = replace(words[-1], kind="keep")
            named = [self._is_partner(pieces[n].text, signed=signed) for n in open_]
            twice = len({p.text for p in words}) < len(words)
            led = len(words) > 2 and words[-1].kind == "keep" and any(named)  # Rose, Cook & Co
            if named and (all(named) or twice or led):
                found: Kind = "owner"
            elif any(p.kind == "keep" for p in words) and not any(named):
                found = "keep"
                open_ = [n for n in open_ if pieces[n].kind != "town"]  # Whitby & District
            else:
                continue
            for n in open_:
                pieces[n] = replace(pieces[n], kind=found)
        return pieces

    def _is_partner(self, word: str, *, signed: bool) -> bool:
        named = self.is_surname(word) or (signed and not self.is_trade(word))
        return named and not self.is_town(word)


def _coordinates(
    pieces: Sequence[Piece], joins: frozenset[str]
) -> Iterator[tuple[list[int], bool]]:
    """Yield runs of single words in capitals with commas and one *and* between, by where they are.

    With each whether a sign joins them, as only firms have: *&*.
    """
    words = [n for n, p in enumerate(pieces) if p.text[0].isalpha() and p.text not in joins]
    run: list[int] = words[:1]
    tied: set[str] = set()
    for left, right in pairwise([*words, -1]):
        between = "".join(p.text for p in pieces[left + 1 : right]).strip() if right > 0 else ""
        large = right > 0 and pieces[right].text[0].isupper()
        small = bool(tied) and between in joins and pieces[right].kind in ("keep", "usual")
        if between in {*joins, ","} and (large or small):  # Vlk, Kováč a partneri
            run.append(right)
            tied.add(between)
            continue
        yield from [(run, bool(_SIGNS & tied))] if tied & joins else []
        run, tied = [right], set()
