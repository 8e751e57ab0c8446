"""What a language pack says about the names of organisations."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from allonym.languages import dictionary
from allonym.languages.geography import load_geography
from allonym.languages.institutions import Slots, load_institutions, load_slots
from allonym.languages.legal_forms import LegalForms, load_legal_forms
from allonym.languages.lexicon import NAMES, listed, load_lexicon
from allonym.languages.local import load_local
from allonym.languages.pack import LanguagePack, common_toml, rows, told
from allonym.languages.pool import Pool
from allonym.model.features import compatible, parse_features
from allonym.model.mention import Analysis
from allonym.ports import Morphology
from allonym.replace.places.about import Seats
from allonym.text.capitals import CAPITAL
from allonym.text.fold import strip_marks
from allonym.text.usernames import initials_of

_WORD = re.compile(r"[^\W\d_]+(?:[-'’&.][^\W\d_]+)*")

_ACRONYM = re.compile(rf"(?<![\w&]){CAPITAL}(?:{CAPITAL}|&(?=[^\W\d_])){{1,7}}(?![\w&])")
_REACH = 60
"""Letters before a town that may say whose seat it is."""
_OF_ONE_TOWN = ("university", "sport", "firm")  # kinds of public bodies that are somewhere
_SERVING = ("bank", "insurer", "telecom", "energy", "retail")
"""Kinds of firms that have branches everywhere."""

_ROMAN = re.compile("[IVX]+")
_STEM, _STEM_END = 4, 4
"""Letters of a place that its adjective shares at least, and that it lacks at most."""
_SHORTEST, _TELLING = 3, 5
_STAYING = ("keep", "traded", "trades_abroad")
_WEAK = 0.1  # what a reading weighs that is hardly ever meant elsewhere


@dataclass(frozen=True)
class OrgRules:
    """What ``orgs.toml`` and ``institutions.tsv`` of one pack say, read when first asked for."""

    pack: LanguagePack = field(repr=False)  # the language
    pools: Mapping[str, Pool] = field(repr=False)  # all its pools by kind

    organs = told("orgs.toml", "organs", frozenset[str])
    """Citation forms of bodies that are called by what they do: *komisja*, *oddział*."""
    branches = told("orgs.toml", "branches", frozenset[str])
    """Citation forms of words for a part of a body, which the town where it is follows."""
    kinds_only = told("orgs.toml", "kinds_only", frozenset[str])
    """Words that look like the name of a school and say what it is: *folkhögskolan*."""
    landscape = told("orgs.toml", "landscape", frozenset[str])
    """What heights and streets are called behind their names: *Valley*, *Backe*."""
    place_leads = told("orgs.toml", "place_leads", bool, False)
    """Whether a word that no list has and that leads a trade is a place's."""
    said = told("orgs.toml", "said", tuple[str, ...])
    """How words begin for bodies that what they do may be all of their name: *towarzystw*."""
    saying = told("orgs.toml", "saying", re.compile, r"\b\B")
    """What ordinary words end in that say what a body does, where cases do not tell."""
    land = told("orgs.toml", "national.land", tuple[str, ...])
    """How words begin that say of which country a body is: *svensk*."""
    federations = told("orgs.toml", "national.heads", tuple[str, ...])
    """What bodies are called that are of the whole country if they say so: *förbund*."""
    nationwide = told("orgs.toml", "national.alone", tuple[str, ...])
    """What only bodies of the whole country are called: *riksförbund*."""
    fields = told("orgs.toml", "fields", frozenset[str])
    """Bodies that an adjective says the field of, unless it is a known place's: *fakultet*."""
    purpose = told("orgs.toml", "purpose", frozenset[str])
    """Words behind the kind of a body that say that what it is for follows: *pentru*."""
    built = told("orgs.toml", "built", frozenset[str])
    """Citation forms of houses that are taken for the place where they are: *kláštor*."""
    describing = told("orgs.toml", "describing", re.compile, r"\b\B")
    """What adjectives end in that say what a body does, not where: *godbeno*, *rewizyjna*."""
    patron_words = told("orgs.toml", "before_patron", frozenset[str])
    """Words before the name of the one after whom an organisation is called: ``im.``."""
    rulers = told(
        "orgs.toml", "rulers", lambda own: {title: frozenset(n) for title, n in own.items()}, {}
    )
    """Names of rulers after whom institutions are called, by the title before them."""
    town_readings = told("orgs.toml", "town_head", lambda own: tuple(map(parse_features, own)))
    """How the town at the head of an organisation's name stands (``Szegedi Törvényszék``)."""
    in_patrons = told("orgs.toml", "in_patrons", frozenset[str])
    """Small words inside the names of patrons: *Zofii z Zamoyskich*."""
    digraphs = told("orgs.toml", "digraphs", tuple[str, ...])
    """Two letters that initials have as one."""
    joins = told("orgs.toml", "joins", frozenset[str])
    """Words and signs like *and*."""
    ends = told("orgs.toml", "ends", tuple[str, ...])
    """What names are put together with to make an organisation's: ``skolan``."""
    town_tie = told("orgs.toml", "town_tie", str, "")
    """What ties a town to such a word, unless it ends in a vowel: *Vinberg-s-skolan*."""
    trade_ends = told("orgs.toml", "trade_ends", tuple[str, ...])
    """What words end in that say what a firm does: *Laituripalvelu*."""
    traded = told("orgs.toml", "traded", frozenset[str])
    """What firms trade in, which stays beside another part of their names: *Rosa Milk*."""
    link = told("orgs.toml", "link", str, "")
    """The letter that joins two ordinary words in one; empty where none does so."""
    quoted = told("orgs.toml", "quoted", tuple[str, ...])
    """What schools, clubs and papers may be called between quotation marks."""
    inns = told("orgs.toml", "inns", tuple[str, ...])
    """What inns are called by where they are: *Pod Lipami*."""
    playful = told("orgs.toml", "playful", frozenset[str])
    """Words of the pool that only kindergartens, schools and inns are called."""
    saints = told("orgs.toml", "saints", dict[str, str], {})
    """Words before a saint's name, with the gender they have: ``sfânta``."""
    saint_cited = told("orgs.toml", "saint_cited", frozenset[str])
    """Those of them that stand in the nominative, as the name then does: ``sveti``."""
    patron_saints = told("orgs.toml", "patron_saints", frozenset[str])
    """Given names of saints after whom churches and hospitals are called."""
    epithets = told("orgs.toml", "epithets", frozenset[str])
    """What tells one saint from another of the name: *Chrzciciel*."""
    town_case = told("orgs.toml", "town_case", dict[str, str], {})
    """The UD ``Case`` of a town behind a word, where the word has but one."""
    after_town = told("orgs.toml", "after_town", frozenset[str])
    """What follows a town inside a name, small: *skola*."""
    _before_town = told("orgs.toml", "before_town", frozenset[str])

    @property
    def bare_before_kind(self) -> bool:
        """Whether a name before the kind has no case of its own, since only the last word has."""
        heads = self.town_readings
        return bool(heads) and not any("Case" in bundle for bundle in heads)

    def is_ruler(self, word: str, before: str) -> bool:
        """Tell whether a given name stands behind a ruler's title: *Prince Charles*."""
        given = self.pools["given"].by_lemma
        return before.casefold().strip(".") in self.rulers and word.title() in given

    @cached_property
    def ruler_names(self) -> frozenset[str]:
        """The names of `rulers`, in small letters."""
        return frozenset(name.casefold() for names in self.rulers.values() for name in names)

    @cached_property
    def owned(self) -> Callable[[str, str], str | None]:
        """Returns a town as it stands before a word for what it owns; None before other words."""
        table = self.pack.toml("orgs.toml").get("owned", {})
        heads, bare = frozenset(table.get("heads", ())), re.compile(table.get("bare", ""))
        ending = table.get("ending", "")

        def owning(town: str, head: str) -> str | None:
            if head.casefold() not in heads:
                return None
            return town if bare.search(town.casefold()) else town + ending

        return owning

    @cached_property
    def called(self) -> Callable[[str], Sequence[str]]:
        """Returns what bodies of a kind are called that are not called as firms are.

        Such are hospitals, homes and clubs of hunters, and firms from abroad; empty for a name of
        no such kind.
        """
        table = self.pack.toml("orgs.toml").get("called", ())
        kinds = [(tuple(row["words"]), row["names"]) for row in table]

        def names(whole: str) -> Sequence[str]:
            words = whole.casefold().split()
            own = (n for starts, n in kinds if any(w.startswith(starts) for w in words))
            return next(own, ()) or self.legal_forms.surnames(whole)

        return names

    @cached_property
    def seats(self) -> Seats:
        """Beginnings of words for what only the seats of districts have, and those towns.

        Then what only capitals of regions have (*krajsk*, *tribunal*), and what few towns do.
        """
        table, known = self.pack.toml("orgs.toml"), load_geography(self.pack)
        every = [(table.get(k, ()), getattr(known, k)) for k in ("seats", "capitals")]
        every += [(row["words"], row["towns"]) for row in table.get("few", ())]
        return tuple((tuple(words), frozenset(towns)) for words, towns in every)

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Citation forms of words that say what an organisation is."""
        tables = self.pack.toml("orgs.toml"), common_toml("orgs.toml")
        words = [w for t in tables for k in _STAYING for w in t.get(k, ())]
        words += self.pack.toml("nations.toml").get("adjectives", ())
        return frozenset((*words, *map(strip_marks, words)))  # spitalul judetean

    @cached_property
    def of_place(self) -> re.Pattern[str]:
        """What the adjectives of places end in: *posavska*."""
        found = self.pack.toml("orgs.toml").get("of_place", "")
        return re.compile(found or ("" if self.place_leads else r"\b\B"))

    def begins_place(self, stem: str) -> bool:
        """Tell whether the name of a place or region begins so, and its adjective may as well."""
        words, size = self._place_words, len(stem)
        there = words[bisect_left(words, stem) : bisect_left(words, f"{stem}\U0010ffff")]
        return size >= _STEM and any(len(word) - size <= _STEM_END for word in there)

    @cached_property
    def _place_words(self) -> Sequence[str]:
        towns = load_geography(self.pack).towns
        names = {name for town in towns for name in (town.name, town.region)}
        names.update(row[0] for row in rows(self.pack.where("lexicon") / "places.tsv"))
        return sorted({word.casefold() for name in names for word in _WORD.findall(name)})

    @cached_property
    def public(self) -> frozenset[str]:
        """Acronyms of kinds and of bodies of the whole country, and what banks are called.

        Acronyms of universities go with their town, and clubs are of one.
        """
        national = [row for row in self._bodies if row[2] not in _OF_ONE_TOWN and not row[3:]]
        names = [(row[2], name) for row in national for name in (row[0], *row[1].split("|"))]
        letters = (w for _, name in names for w in _ACRONYM.findall(name) if w.upper() == w)
        banks = (name for kind, name in names if kind in _SERVING and _WORD.fullmatch(name))
        tables = (self.pack.toml("orgs.toml"), common_toml("orgs.toml"))
        return frozenset((*letters, *banks, *(w for t in tables for w in t.get("acronyms", ()))))

    @cached_property
    def known(self) -> frozenset[str]:
        """What public bodies and firms that everybody knows are called, as they are listed."""
        return frozenset(n for row in self._bodies for n in (row[0], *row[1].split("|")))

    @cached_property
    def _bodies(self) -> Sequence[Sequence[str]]:
        return [*rows(self.pack.path("public.tsv"))]

    @cached_property
    def _seated(self) -> tuple[str, ...]:
        """Names of what stays and is in one town, as they stand behind another word."""
        own = [row for row in self._bodies if row[2] == _OF_ONE_TOWN[0]]
        own = [row for row in own if self.fields.isdisjoint(row[0].casefold().split())]
        things = load_local(self.pack).by_place.values()  # FERI goes with Maribor
        moves = frozenset(name for own in things for thing in own for name in thing.names)
        names = (name for row in own for name in (row[0], *row[1].split("|")) if name)
        return tuple(f" {name}" for name in names if name not in moves)

    def seated(self, before: str) -> str:
        """Return whose seat a town is by what stands in front: *SLU i Alnarp*; else nothing."""
        head, _, word = before[-_REACH:].rstrip().rpartition(" ")
        led = self.is_locative(word) and f" {head}".endswith(self._seated)
        return head if led else ""

    @cached_property
    def citations(self) -> Mapping[str, str]:
        """The citation forms of words that the morphology does not read: *gymnáziu*."""
        table = self.pack.toml("orgs.toml").get("oblique", {})
        return {form: lemma for lemma, forms in table.items() for form in forms}

    @cached_property
    def institution_words(self) -> frozenset[str]:
        """Words that the names of local institutions are built with, in the forms they have."""
        patterns = (pattern for kind, pattern in load_institutions(self.pack) if kind != "word")
        bare = (re.sub(r"\{[^}]*\}", " ", pattern) for pattern in patterns)
        return frozenset(word.casefold() for text in bare for word in _WORD.findall(text))

    @cached_property
    def slots(self) -> Slots:
        """What stands beside the words of institutions: their town, whom they honour."""
        return load_slots(self.pack)

    @cached_property
    def is_usual(self) -> Callable[[str], bool]:
        """Tells whether a word in small letters is ordinary, or stands in many firms' names."""
        common = listed(self.pack, "common", "common_rare")
        often = {word for kind, word in load_institutions(self.pack) if kind == "word"}
        own = load_lexicon(self.pack.where("lexicon"))
        weak = dictionary.WORD, dictionary.SEEN | dictionary.WORD  # garcia is only seen
        return lambda word: (
            word in often
            or common(word)
            or bool(own.ordinary(word) & ~weak[bool(own.flags(word) & NAMES)])
        )

    @cached_property
    def is_word(self) -> Callable[[str], bool]:
        """Tells whether a large list has a word in small letters: also what is seldom written."""
        ordinary = load_lexicon(self.pack.where("lexicon")).ordinary
        return lambda word: self.is_usual(word) or bool(ordinary(word))

    @cached_property
    def forms(self) -> frozenset[str]:
        """Words that are never an organisation's name: legal forms, prepositions."""
        orgs, abroad = self.pack.toml("orgs.toml"), self.legal_forms.words
        return abroad.union(orgs.get("forms", ()), orgs.get("relatives", ()))

    def parts_of_firm(
        self, surface: str, is_town: Callable[[str], bool]
    ) -> tuple[str, str, str] | None:
        """Return a firm's name, its legal form, and what follows: ``in Leeds``.

        None where nothing stands before the form, or nothing behind it but its own name: a word in
        capitals without one in small letters before it (*Bostads AB Linden*), unless it is a town.

        Args:
            surface: The name of an organisation.
            is_town: Tells whether a name is a town's.
        """
        forms = list(self.legal_forms.pattern.finditer(surface))
        for match in forms:
            behind = surface[match.end() :]
            first = next(iter(behind.split()), "")
            led = first[:1].islower() and any(map(str.isupper, behind))
            if match.start() and (led or (match is forms[-1] and is_town(behind.strip(" ,–-")))):
                return surface[: match.start()], match[0], behind
        return None

    def is_form(self, text: str) -> bool:
        """Tell whether initials are a form, number or kind: *I. Kovač d. o. o.*, *F.C. Porto*."""
        known = text.count(".") > 1 and text.replace(".", "") in self.public
        form = self.legal_forms.pattern.fullmatch(text)
        return bool(known or form or _ROMAN.fullmatch(text.strip(".")))

    @property
    def legal_forms(self) -> LegalForms:
        """What firms end in."""
        return load_legal_forms(self.pack)

    def initials(self, old: str, new: str) -> Mapping[str, str]:
        """Return what the initials of a firm become with its name, legal forms left out."""
        old, new = (self.legal_forms.parted(name)[0] for name in (old, new))
        return initials_of(old, new, self.digraphs)

    @cached_property
    def relatives(self) -> re.Pattern[str]:
        """What follows an owner and says who the others are: *i Synowie*, *& Sons*."""
        orgs = self.pack.toml("orgs.toml")
        joins, words = ("|".join(map(re.escape, orgs.get(k, ()))) for k in ("joins", "relatives"))
        return re.compile(rf"\s(?:{joins})\s(?:{words})(?!\w)" if words else r"\b\B", re.IGNORECASE)

    def compound(self, word: str) -> tuple[str, str]:
        """Return what stands before the kind in a word put together with one; both may be empty.

        Such are *Bergaskolan*, and in a language that names such ends *Fastighetsförvaltning*.
        """
        plain = word.casefold()
        size = next((n for n in range(len(plain), 0, -1) if plain[-n:] in self._tails), 0)
        head = word[: len(word) - size] if size else ""
        return (head, word[len(head) :]) if len(head) >= _SHORTEST else ("", "")

    def tied(self, word: str, name: str) -> str:
        """Return the word of a firm's name that one with a hyphen is a form of: *Kovač-Lesu*."""
        first, mark, rest = word.partition("-")
        words = self.legal_forms.parted(name)[0].split() if mark and " " not in rest else ()
        return next((word for word in words if word.startswith(f"{first}-")), "")

    @cached_property
    def _tails(self) -> frozenset[str]:
        long = (word for word in self.lemmas if len(word) >= _TELLING)
        return frozenset((*self.ends, *long)) if self.ends else frozenset()

    def is_town_head(self, reading: Analysis) -> bool:
        """Tell whether a word read so is a town at the head of an organisation's name."""
        towns = load_geography(self.pack).by_name
        known = reading.lemma in self.pools["place"].by_lemma or reading.lemma.casefold() in towns
        return known and any(compatible(wanted, reading.features) for wanted in self.town_readings)

    def at_head(
        self, word: str, morphology: Morphology, is_town: Callable[[str], bool] = lambda _: False
    ) -> tuple[Analysis, ...]:
        """Return the readings of a place at the head of a name: in Finnish its genitive.

        Where the morphology has none, a form of that kind is taken apart: *Felnémeti*.

        Args:
            word: At the head.
            morphology: Reads and makes forms.
            is_town: Tells whether the word is a town as it stands: *Lenti*, whose adjective is so.
        """
        wanted = self.town_readings
        readings = (
            r._replace(weight=r.weight or _WEAK)
            for r in morphology.analyse(word, "place")
            if any(own.items() <= r.features.items() for own in wanted)
        )
        stems = (word[:-1], *((word,) if is_town(word) else ()))[::-1]
        made = (
            Analysis(stem, own, 1.0)
            for own in wanted
            for stem in stems
            if morphology.inflect(stem, "place", own).form == word
        )
        return tuple(readings) or tuple(made)[:1]

    def may_head(self, word: str, morphology: Morphology) -> bool:
        """Tell whether a name may be a place's at the head; without cases any name may."""
        cases = (b for e in self.pools["place"].entries[:1] for b in e.bundles if "Case" in b)
        return bool(self.at_head(word, morphology)) if self.town_readings else not any(cases)

    def is_locative(self, word: str) -> bool:
        """Tell whether a town follows this word inside a name."""
        return word.casefold() in self._before_town
