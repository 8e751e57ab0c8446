"""What a pack says about the words around names and about names themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from allonym.errors import PackError
from allonym.languages.legal_forms import LegalForms, load_legal_forms
from allonym.languages.lexicon import BIT, GIVEN
from allonym.languages.origins import load_origins
from allonym.languages.pack import LED_IN, LanguagePack, common_path, rows
from allonym.languages.tags import TagSet, load_tags
from allonym.link import sexes
from allonym.model.features import parse_features
from allonym.model.mention import FORMER
from allonym.text.fold import fold, plain, skeleton

Cue = Mapping[str, frozenset[str]]
"""What a word says of the name after it: a feature and the values it may have."""

NO_CUE: Cue = {}

NICKNAME = "nickname"

_LISTED = {kind: BIT[kind] | BIT[f"{kind}_rare"] for kind in ("given", "family", "place", "common")}
_ARTICLE = re.compile(r"(?:al|el)[-\u2010\u2011](?=\w)")
_LATEST = 1 << 16
_CALLED = 3
"""Letters before the ending of a word for what somebody does."""


@dataclass(frozen=True)
class NameWords:
    """The word data of one language, as the linker asks for it."""

    honorifics: Mapping[str, Cue] = field(default_factory=dict)  # ``pani`` and the like, by form
    # ``dr``, ``sędzią``; skipped when looking for what stands before a name
    titles: Mapping[str, Cue] = field(default_factory=dict)
    kin: Mapping[str, Cue] = field(default_factory=dict)  # ``żoną``, ``husband``
    prepositions: Mapping[str, Cue] = field(default_factory=dict)  # what case they ask for
    # the same of what stands behind: *Anders Lundin kanssa* is Lund
    postpositions: Mapping[str, Cue] = field(default_factory=dict)
    # before a name: what stands behind may be what one has, not whose it is (*Har Fors bil?*)
    asking: Mapping[str, Cue] = field(default_factory=dict)
    # ``pokojne``, ``nášho``: adjectives and pronouns that agree with the name
    agreeing: Mapping[str, Cue] = field(default_factory=dict)
    # how words end that say what somebody does, and so her sex: ``-istka``
    callings: Mapping[str, Cue] = field(default_factory=dict)
    after_honorific: str = ""  # role of a lone word after an honorific that the lists leave open
    # ``von``, ``de``: parts of a name that are not inflected
    particles: frozenset[str] = frozenset()
    generation: frozenset[str] = frozenset()  # ``Jr``, ``II``
    # ``z domu``, ``alias``: what leads in another name of the person just named, and which:
    # `FORMER` or `NICKNAME`
    former: Mapping[str, str] = field(default_factory=dict)
    # words before and after a surname that make it a family's
    household: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    # reads ``sp. z o.o.`` and the like
    legal_forms: LegalForms = field(default_factory=LegalForms, repr=False)
    minor: frozenset[str] = frozenset()  # words that count for nothing in an acronym
    joins: frozenset[str] = frozenset()  # words for *and*
    # short form to the names it may stand for, both in small letters
    nicknames: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    # the same for given names of the other languages; nothing where they disagree
    foreign: Mapping[str, str] = field(default_factory=dict, repr=False)
    # likewise by their skeletons those in Cyrillic: *Rumjana* for *Румяна*
    across: Mapping[str, str] = field(default_factory=dict, repr=False)
    # given names that only lists of other countries have, likewise
    rarer: Mapping[str, str] = field(default_factory=dict, repr=False)
    # those that are usual in some country, folded
    foreign_surnames: frozenset[str] = field(default=frozenset(), repr=False)
    # given names of which the languages do not agree: *Nikola*, *Andrea*, *Jean*
    shared: frozenset[str] = field(default=frozenset(), repr=False)
    # women's names that men have behind their own: *Jan Maria*
    of_both: frozenset[str] = field(default=frozenset(), repr=False)
    # endings that only women's surnames have in languages near by
    foreign_womens: tuple[str, ...] = ()
    diminutives: tuple[str, ...] = ()  # endings of pet names (``-kku``, ``-uś``)
    # given name, in small letters, to ``Masc`` or ``Fem``
    genders: Mapping[str, str] = field(default_factory=dict, repr=False)
    # likewise pet names in common use of one sex alone: *Gyuri* is hardly Györgyi
    pets: Mapping[str, str] = field(default_factory=dict, repr=False)
    # how much rather a word that is both is a given name than a surname, in small letters
    leans: Mapping[str, float] = field(default_factory=dict, repr=False)
    feminine: tuple[tuple[str, str], ...] = ()  # endings of surnames, masculine and feminine
    # what patronymics end in that stand for surnames, and whose they are: *Larsdotter*
    patronymic: Mapping[str, str] = field(default_factory=dict)
    fleeting: str = ""  # the letter that men's surnames have more, as an expression: *Vlček*
    # words that agree with the person they are said of, as `allonym.link.sex` reads them
    sex: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    last_word: bool = False  # whether only the last word of a person's name is inflected
    # abbreviations of given names longer than a letter (``gh``), in small letters
    short: frozenset[str] = frozenset()
    called_so: float = 0.8  # how far an ending has to lean for a word on no list to be a given name
    # greetings that people who know each other use, in small letters
    addressed: frozenset[str] = frozenset()
    family_first: bool = False  # whether the surname usually stands first
    given_first: bool = False  # whether it hardly ever does, but before a comma
    free_order: bool = False  # whether it does as often as not
    one_given: bool = False  # whether hardly anybody has two given names
    tags: TagSet = field(default_factory=TagSet)  # the language's own tag set, for corpora
    # bits of a word, as `allonym.languages.lexicon.Lexicon.flags` gives them
    flags: Callable[[str], int] = field(default=lambda _: 0, repr=False)

    def given_weight(self, word: str) -> int:
        """Return how much speaks for a given name, 0 to 3."""
        known = plain(word) in self.nicknames or plain(word) in self.genders
        listed = 0 if self.is_gendered(word) else _weight(self.flags(word), "given")
        rather = self.borne(word) > 0 or not self.flags(word) & BIT["family"]
        abroad = rather and (plain(word) in self.foreign or plain(word) in self.rarer)
        return max(listed, 2 * known, 3 * (plain(word) in self.nicknames), 2 * abroad)

    def abroad(self, name: str) -> str:
        """Return the sex of a given name that only lists abroad have, if any does."""
        key = plain(name)
        listed = self.foreign.get(key, self.rarer.get(key))
        return self.across.get(skeleton(name), "") if listed is None else listed

    def ending_lean(self, word: str) -> float:
        """Return how much rather a word that ends so is a given name than a surname."""
        ends = (f"-{plain(word)[-size:]}" for size in range(_LONGEST_END, 0, -1))
        return next((self.leans[end] for end in ends if end in self.leans), 0.0)

    def is_hers(self, name: str) -> bool:
        """Tell whether a given name is a woman's in every list that has it."""
        return self.genders.get(plain(name)) == "Fem" and plain(name) not in self.shared

    @cached_property
    def pet_names(self) -> Mapping[str, Sequence[str]]:
        """The short forms of each name that has any, in small letters."""
        found: dict[str, list[str]] = {}
        for pet, names in self.nicknames.items():
            for name in names:
                found.setdefault(name, []).append(pet)
        return found

    def full_names(self, pet: str) -> tuple[str, ...]:
        """Return the names that a pet name may stand for.

        What is a woman's name itself and nearly always short for one is none of a man: *Iva*.
        """
        names, sex = self.nicknames.get(pet, ()), self.genders.get(pet, "")
        same = tuple(n for n in names if self.genders.get(n, sex) == sex)
        return same if sex and len(same) >= _NEARLY * len(names) else names

    def of_full_names(self, pet: str) -> str:
        """Return the sex of most that a pet name may stand for: *Marci* is hardly Marcella."""
        if pet in self.pets:
            return self.pets[pet]
        full = map(plain, self.nicknames.get(pet, ()))
        known = (self.genders.get(name) or self.foreign.get(name) for name in full)
        sexes = Counter(filter(None, known))
        sex, times = max(sexes.items(), key=lambda pair: pair[1], default=("", 0))
        return sex if 3 * times >= 2 * sum(sexes.values()) else ""

    def borne(self, *forms: str) -> float:
        """Return how much rather the first form that is both is borne as a given name."""
        return next((self.leans[f] for f in map(plain, forms) if f in self.leans), 0.0)

    def calling(self, word: str) -> Cue:
        """Return what an ordinary word before a name says by its ending, if anything."""
        sizes = range(len(word) - _CALLED, 2, -1) if word[1:].islower() and self.callings else ()
        return next((self.callings[e] for n in sizes if (e := word[-n:]) in self.callings), NO_CUE)

    def kinds(self, word: str) -> set[str]:
        """Return what a word before a name is: ``honorific``, ``title``, ``kin`` and so on."""
        tables = (
            ("honorific", self.honorifics),
            ("title", self.titles),
            ("kin", self.kin),
            ("address", self.addressed),
            ("household", self.household[0]),
        )
        return {name for name, words in tables if word in words}

    def is_listed(self, word: str, kind: str) -> bool:
        """Tell whether a word, as it stands, is on the list of given or of family names."""
        known = kind == "given" and plain(word) in self.genders
        return known or self.flags(word) & _LISTED[kind] != 0

    def is_only_family(self, word: str) -> bool:
        """Tell whether lists have a word as a surname, and nothing speaks for a given name."""
        return self.is_listed(word, "family") and not self.given_weight(word)

    def family_weight(self, word: str) -> int:
        """Return how much speaks for a surname, 0 to 3; an ending only surnames have, too."""
        usual = fold(word) in self.foreign_surnames
        return max(_weight(self.flags(word), "family"), 2 * usual, 3 * self.is_gendered(word))

    def is_of_one_sex(self, names: Iterable[str]) -> bool:
        """Tell whether lists have given names, in small letters, as those of one sex alone."""
        own = self.genders.keys() & set(names)
        return len({self.genders[name] for name in own}) == 1 and own.isdisjoint(self.shared)

    def is_gendered(self, word: str) -> bool:
        """Tell whether a word is no given name and ends as surnames and patronymics do."""
        named = self.flags(word) & _GIVEN or self.abroad(word)
        named = named and not plain(word).endswith(tuple(self.patronymic))
        return not named and plain(word).endswith(self.gendered)

    @cached_property
    def gendered(self) -> tuple[str, ...]:
        """The endings that show a surname to be a man's or a woman's: ``ова``, ``ски``."""
        telling = (e for pair in self.feminine for e in pair if len(e) >= _TELLING)
        short = (m for m, f in self.feminine if len(m) == _TELLING - 1 and f[:-1] == m)  # ов, ова
        return (*telling, *short, *self.patronymic)

    @cached_property
    def _womens(self) -> tuple[str, ...]:
        """The endings that only surnames of women have: ``ová``, ``ska``."""
        own = (f for m, f in self.feminine if len(f) >= _TELLING and len(f) >= len(m))
        hers = (tail for tail, sex in self.patronymic.items() if sex == "Fem")
        return (*own, *self.foreign_womens, *hers)

    @cached_property
    def is_womens(self) -> Callable[[str], bool]:
        """What tells if only women bear a surname: *Kowalska*, not *Rączka*: *Rączki* is none."""

        def is_womens(lemma: str) -> bool:
            if not plain(lemma).endswith(self._womens or ("\0",)):
                return False
            mans = self.family_form(lemma.title(), "Masc")
            return self.is_listed(mans, "family") or not self.is_listed(lemma.title(), "family")

        return lru_cache(_LATEST)(is_womens)

    @cached_property
    def family_key(self) -> Callable[[str], str]:
        """What gives the key that a surname's masculine and feminine forms share.

        >>> NameWords(feminine=(("ski", "ska"),)).family_key("Kowalska")
        'kowalski'
        >>> NameWords().family_key("Al-Masri")
        'masri'
        >>> slovak = NameWords(feminine=(("k", "ková"), ("a", "ová")), fleeting="e(?=k$)")
        >>> slovak.family_key("Hruška") == slovak.family_key("Hrušková")
        True
        >>> slovak.family_key("Vlček") == slovak.family_key("Vlčková")
        True
        """
        fleeting = re.compile(self.fleeting or "(?!)")

        def family_key(lemma: str) -> str:
            hers = self.family_form(_ARTICLE.sub("", plain(lemma)), "Fem")
            return fleeting.sub("", self.family_form(hers, "Masc"))

        return lru_cache(_LATEST)(family_key)

    def family_form(self, lemma: str, gender: str) -> str:
        """Return the surname as a man or a woman bears it."""
        for masculine, feminine in self.feminine:
            old, new = (masculine, feminine) if gender == "Fem" else (feminine, masculine)
            if lemma.endswith(old) and gender in ("Masc", "Fem"):
                return lemma[: len(lemma) - len(old)] + new
        return lemma


def _weight(bits: int, kind: str) -> int:
    if bits & BIT[kind]:
        return 3
    if bits & BIT[f"an_{kind}"]:
        return 2
    if bits & BIT[f"{kind}_ending"]:
        return 1 if bits & _ANALYSED else 2  # a dictionary that knows better outweighs an ending
    return 1 if bits & BIT[f"{kind}_rare"] else 0


_GIVEN = GIVEN | BIT["an_given"]
_TELLING, _NEARLY = 3, 0.8
_LONGEST_END = 4
"""Letters of the endings that tell kinds of names apart."""
_ANALYSED = BIT["an_given"] | BIT["an_family"]


@cache
def load_words(pack: LanguagePack, flags: Callable[[str], int] | None = None) -> NameWords:
    """Read ``words.toml``, ``nicknames.tsv`` and ``genders.tsv`` of a pack; all may be missing.

    Args:
        pack: The language.
        flags: The pack's lexicon, ``Lexicon.flags``; without it roles go by position alone.

    Raises:
        PackError: If a cue is not ``Name=Value|...``.
    """
    table = pack.toml("words.toml")
    names, firms = table.get("names", {}), table.get("organisations", {})
    cues = {group: _cues(pack, group, forms) for group, forms in table.get("cues", {}).items()}
    morphology = pack.toml("morphology.toml").get("morphology", {})
    feminine = morphology.get("feminine", {})
    led = {**dict.fromkeys((*LED_IN, "born_short"), FORMER), "nickname_before": NICKNAME}
    return NameWords(
        honorifics=cues.get("honorific", {}),
        titles=cues.get("title", {}),
        kin=cues.get("kin", {}),
        prepositions=cues.get("preposition", {}),
        postpositions=cues.get("postposition", {}),
        asking=cues.get("asking", {}),
        agreeing=cues.get("agreeing", {}),
        callings=cues.get("calling", {}),
        after_honorific=names.get("after_honorific", ""),
        particles=frozenset(names.get("particles", ())),
        generation=frozenset(names.get("generation", ())),
        former={plain(p): kind for key, kind in led.items() for p in names.get(key, ())},
        household=(_household(names, "before"), _household(names, "after")),
        legal_forms=load_legal_forms(pack),
        minor=frozenset(firms.get("minor", ())),
        joins=_joins(pack),
        nicknames={n: tuple(f.split(";")) for n, f in sexes.pairs(pack.path("nicknames.tsv"))},
        foreign=sexes.foreign(pack.code),
        across=sexes.across(pack.code),
        rarer=load_origins(pack.path("origins.tsv")).rarer_given,
        foreign_surnames=load_origins(pack.path("origins.tsv")).usual_surnames,
        shared=sexes.shared(),
        of_both=frozenset(map(plain, names.get("of_both", ()))),
        foreign_womens=tuple(names.get("foreign_womens", ())),
        diminutives=tuple(names.get("diminutives", ())),
        genders=dict(sexes.genders(pack.code)),
        pets=sexes.pets(pack.path("pets.tsv")),
        leans=_leans(pack.code),
        feminine=tuple((old, new) for old, new in feminine.get("family", ())),
        fleeting=feminine.get("fleeting", ""),
        patronymic=morphology.get("patronymic", {}).get("alone", {}),
        short=frozenset(plain(word) for word in names.get("short", ())),
        called_so=float(names.get("called_so", 0.8)),
        addressed=frozenset(names.get("addressed", ())),
        family_first=pack.name_order == "family-given",
        given_first=pack.name_order == "given-family",
        free_order=pack.name_order == "free",
        one_given=bool(names.get("one_given", False)),
        sex={kind: tuple(said) for kind, said in table.get("sex", {}).items()},
        last_word=bool(morphology.get("last_word", False)),
        tags=load_tags(pack),
        flags=flags or (lambda _: 0),
    )


@cache
def _leans(code: str) -> Mapping[str, float]:
    table = rows(common_path("leans.tsv"))
    return {word: float(lean) for language, word, lean in table if language == code}


def _joins(pack: LanguagePack) -> frozenset[str]:
    """Return the words for *and*, without signs."""
    return frozenset(filter(str.isalpha, pack.toml("orgs.toml").get("joins", ())))


def _household(names: Mapping[str, Iterable[str]], side: str) -> frozenset[str]:
    return frozenset(map(plain, names.get(f"household_{side}", ())))


def _cues(
    pack: LanguagePack, group: str, forms: Mapping[str, str | Sequence[str]]
) -> dict[str, Cue]:
    """Return cues by their words: a word with what it says, or that with all words that say so."""
    try:
        rows = [
            {key: said} if isinstance(said, str) else dict.fromkeys(said, key)
            for key, said in forms.items()
        ]
        read = {word: parse_features(text).items() for own in rows for word, text in own.items()}
        return {f: {name: frozenset(v.split(",")) for name, v in cue} for f, cue in read.items()}
    except ValueError as error:
        raise PackError(f"{pack.code}/words.toml: cues.{group}: {error}") from error
