"""Organisations: kind and legal form stay, the name goes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.mention import Mention
from allonym.model.surrogate import Surrogate
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import Choice, Morphology
from allonym.replace.inflect import Placed, cases_of, in_case, joined, split_clitic
from allonym.replace.places import Places
from allonym.replace.quoted import QUOTED, QuotedNames
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Chooser, Wanted
from allonym.text.capitals import like
from allonym.text.fold import is_cyrillic

_PIECE = re.compile(r"[^\W\d_]+(?:[-'’&.][^\W\d_]+)*|\d+|[\W_]")
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.[ ]?){1,3}(?=[^\W\d_]{3})")
"""Of a patron: ``F. D. Roosevelta`` is one name."""
_ACRONYM = re.compile(r"[^\W\d_]{2,6}")
_CONSONANTS = "BCDFGHKLMNPRSTWZ"
_VOWELS = "AEIOU"
_CYRILLIC = "БВГДЖЗКЛМНПРСТ", "АЕИОУ"
_CERTAINTY = 0.8
_SUFFIX = 3
_TRIES, _MOST_TRIES = 50, 2000


class Organisations:
    """Names the organisations of one document.

    Args:
        view: The document.
        chooser: Of the document.
        morphology: Finds the citation form of words that may stay.
        rules: What the language says about names.
        places: Names the town in the name of a hospital.
        draw: Draws acronyms.
    """

    def __init__(
        self,
        view: TextView,
        chooser: Chooser,
        morphology: Morphology,
        rules: NameRules,
        places: Places,
        draw: Draw,
    ) -> None:
        self._view = view
        self._chooser = chooser
        self._morphology = morphology
        self._rules = rules
        self._places = places
        self._draw = draw
        self._quoted = QuotedNames(view, chooser, rules, draw)

    def name(self, entity: Entity) -> tuple[Surrogate, list[tuple[Mention, Placed]]]:
        """Return the surrogate of an organisation and the text for each mention."""
        key = entity.canonical or self._view.surface(entity.mentions[0].span)
        if key.isalpha() and not key.isupper():
            key = self._morphology.analyse(key, "org")[0].lemma
        firm = is_a(entity.type, "org.company")
        surfaces = [self._view.surface(m.span) for m in entity.mentions]
        written = {s: self._whole(s, key, firm) for s in dict.fromkeys(surfaces)}
        texts = [(m, written[s]) for m, s in zip(entity.mentions, surfaces, strict=True)]
        lemma = self._whole(key, key, firm).text
        return Surrogate(entity.id, (LemmaPart("other", lemma),)), texts

    def _whole(self, surface: str, key: str, firm: bool) -> Placed:
        """Return the text of a mention, what it has between quotation marks first."""
        found = QUOTED.search(surface)
        made = self._quoted.name(found[0], found[0].casefold(), firm=firm) if found else None
        if found is None or made is None:
            return self._text(surface, key)
        head, tail = surface[: found.start()], surface[found.end() :]
        named = [Placed(made, _CERTAINTY)]
        if any(map(str.isalpha, head)):
            named.insert(0, self._kind(head, key))
        else:
            named.insert(0, Placed(head))
        town = re.fullmatch(r"(\W+)(\w[\w -]*)", tail)
        if town and town[2][0].isupper() and not self._stays(town[2], small=False):
            named += [Placed(town[1]), self._places.settlement(town[2])]
        else:
            named.append(Placed(tail))
        return joined(named)

    def _kind(self, head: str, key: str) -> Placed:
        """Return what stands before the quotation mark; what says the kind alone stays."""
        words = [p for p in _PIECE.findall(head) if p[0].isalpha()]
        if all(self._stays(word, small=False) for word in words):
            return Placed(head)
        return self._text(head, key)

    def _text(self, surface: str, key: str) -> Placed:
        if surface.isupper() and _ACRONYM.fullmatch(surface):
            return Placed(self._acronym(surface), _CERTAINTY)
        bare, tail = self._suffixed(surface)
        if tail:
            head = self._text(bare, key)
            return Placed(head.text + tail, _CERTAINTY, head.citation)
        out: list[Placed] = [Placed("", _CERTAINTY)]
        runs = 0
        pieces = list(self._pieces(surface))
        for n, (kind, text) in enumerate(pieces):
            if kind == "keep":
                out.append(Placed(text))
                continue
            if kind == "patron":
                out.append(self._places.addresses.patron(text))
                continue
            town = kind == "place" or (len(out) > 1 and self._is_town(text))
            town = town or self._rules.is_after_town("".join(t for _, t in pieces[n + 1 :]))
            out.append(self._places.settlement(text) if town else self._name(text, key, runs))
            runs += not town
        made = joined(out)
        if made.text == surface:
            if any(character.isdigit() for character in surface):
                return Placed(self._renumbered(surface, key), made.certainty)
            return self._coined(surface, key)
        return made

    def _renumbered(self, surface: str, key: str) -> str:
        """Return a name such as ``SP nr 5`` with other numbers of as many digits."""

        def other(match: re.Match[str]) -> str:
            digits = match[0]
            least = 10 ** (len(digits) - 1) if len(digits) > 1 else 1
            drawn = self._draw.number(10 * least - least - 1, "org", "number", key, digits)
            return str(least + drawn + (least + drawn >= int(digits)))

        return re.sub("[0-9]{1,15}", other, surface)

    def _is_town(self, text: str) -> bool:
        """Tell whether the name is a town's, as in ``Okresný súd Žilina``."""
        return self._rules.is_bare_town(self._morphology.analyse(text, "place")[0].lemma)

    def _name(self, text: str, key: str, run: int) -> Placed:
        words = text.split()
        if all(word.isupper() and _ACRONYM.fullmatch(word) and len(word) < 5 for word in words):
            return Placed(" ".join(map(self._acronym, words)), _CERTAINTY)
        return self._coined(text, f"{key}\t{run}" if run else key)

    def _coined(self, text: str, key: str) -> Placed:
        if self._view.tokens and " " in text:
            words = text.split()
            named = [self._one(word, f"{key}\t{n}") for n, word in enumerate(words)]
            gaps = [Placed("")] + [Placed(" ")] * (len(words) - 1)
            return joined([p for pair in zip(gaps, named, strict=True) for p in pair])
        return self._one(text, key)

    def _one(self, text: str, key: str) -> Placed:
        """Return a coined name of one word; where tokens are fixed, each word gets its own."""
        end = next((e for e in self._rules.org_ends if text.endswith(e)), "")
        if end and len(text) - len(end) >= _SUFFIX:
            return self._compound(text.removesuffix(end), end)
        bare, tail = split_clitic(text, self._rules.clitics)
        candidate = self._chooser.choose(Wanted("org", key, bare, number=""))
        if candidate is None:
            return Placed("N.", 0.0)
        entry = candidate.entries[0]
        cases = cases_of(self._morphology.analyse(bare, "org")) if bare.isalpha() else {}
        placed = in_case(entry, cases) if cases else Placed(entry.lemma, _CERTAINTY)
        certainty = min(placed.certainty, _CERTAINTY)
        return Placed(like(bare, placed.text) + tail, certainty, entry.lemma)

    def _compound(self, name: str, end: str) -> Placed:
        """Return a town and what stands at the end: ``Oskarshamnsskolan``, ``Lindqvistskolan``."""
        town = name.removesuffix("s")
        known = self._rules.pool("place").by_lemma
        made = self._places.settlement(town if town in known else name)
        link = "s" if town != name and town in known and made.lemma[-1:] != "s" else ""
        return Placed(like(name, made.lemma) + link + end, made.certainty)

    def _pieces(self, surface: str) -> Iterator[tuple[str, str]]:
        """Yield what stays, towns, and runs of words that make up the name."""
        name, gap, before = "", "", ""
        small = surface.islower()
        kind = "name"
        for piece in _PIECE.findall(_INITIALS.sub("", surface)):
            if piece[0].isalpha() and not self._stays(piece, small):
                town = not name and (self._rules.is_locative(before) or self._town_head(piece))
                if town:
                    yield "place", piece
                else:
                    patron = before.casefold() in self._rules.patron_words
                    kind = kind if name else "patron" if patron else "name"
                    name, gap = name + (gap if name else "") + piece, ""
                before = piece
                continue
            if name and piece in " -&":
                gap += piece
                continue
            yield from self._flush(kind, name, gap)
            name, gap = "", ""
            yield "keep", piece
            before = piece if piece[0].isalpha() else before
        yield from self._flush(kind, name, gap)

    def _flush(self, kind: str, name: str, gap: str) -> Iterator[tuple[str, str]]:
        if name:
            yield kind, name
        if gap:
            yield "keep", gap

    def _stays(self, word: str, small: bool) -> bool:
        plain = word.casefold()
        head, mark, tail = plain.partition("-")
        if mark and len(tail) <= _SUFFIX and head in self._rules.org_lemmas:  # KBC-a
            return True
        if (word.islower() and not small) or plain.replace(".", "") in self._rules.org_forms:
            return True
        if not self._rules.org_lemmas:
            return False
        return any(
            reading.lemma.casefold() in self._rules.org_lemmas
            for reading in self._morphology.analyse(plain, "common")[:12]
        )

    def _town_head(self, word: str) -> bool:
        if not self._rules.town_readings:
            return False
        reading = self._morphology.analyse(word, "place")[0]
        return word[:1].isupper() and self._rules.is_town_head(reading)

    def _suffixed(self, surface: str) -> tuple[str, str]:
        """Return an acronym and the suffix that hangs on it by a mark: ``OTP-nek``."""
        for mark in self._rules.attach:
            head, found, tail = surface.rpartition(mark)
            if found and head.isupper() and _ACRONYM.fullmatch(head) and tail.islower():
                return head, mark + tail
        return surface, ""

    def _letters(self, text: str) -> list[str]:
        """Return what each letter of an acronym may become.

        The last keeps how its name is spoken: the suffix that hangs on it goes by that.
        """
        latin = _CONSONANTS, _VOWELS
        alphabets = (_CYRILLIC if is_cyrillic(char) else latin for char in text)
        found = [own[char.upper() in own[1]] for char, own in zip(text, alphabets, strict=True)]
        spoken = (c for c in self._rules.spoken_alike if text[-1:].upper() in c)
        return [*found[:-1], next(spoken, found[-1])]

    def _acronym(self, text: str) -> str:
        found = self._chooser.settle("acronym", text, map(Choice, self._acronyms(text)))
        return found.surrogate if found else text[::-1]

    def _acronyms(self, text: str) -> Iterator[str]:
        tries = _MOST_TRIES if self._chooser.ledger else _TRIES
        for attempt in range(tries):
            made = "".join(
                letters[self._draw.number(len(letters), "acronym", text, str(n), str(attempt))]
                for n, letters in enumerate(self._letters(text))
            )
            if made != text and not self._rules.org_forms & {made.casefold()}:
                yield made
