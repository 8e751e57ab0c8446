"""What one mention of a person says: names, initials, gender, role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from allonym.languages.lexicon import BIT
from allonym.link.agreement import is_of_two, is_plural, joint_weight, weight
from allonym.link.attested import NOTHING, Attested
from allonym.link.cues import Around, in_citation, is_joined
from allonym.link.initials import capitals, monograms
from allonym.link.parts import PartReader
from allonym.link.speakers import label_of
from allonym.link.split import joined_names
from allonym.link.words import NameWords
from allonym.model.features import AGREEING
from allonym.model.latest import Latest
from allonym.model.mention import Analysis, Mention, NamePart, PartRole
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import MINE, OWNED, POSSESSIVE, WIFE
from allonym.text.fold import fold, plain

MOST = 3  # citation forms of an ambiguous word that are looked up
SHORT = 3
TURN: dict[PartRole, PartRole] = {"given": "family", "family": "given"}

_RARE, _RARE_ALONE, _MOST_LIKELY = 0.08, 0.01, 0.7
SHAPES = ("person.given", "person.family", "person.initials")
_MAN, _WOMAN = frozenset({"Masc"}), frozenset({"Fem"})
_GENDERS = _MAN | _WOMAN


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one mention says about the person."""

    mention: Mention  # with its parts
    # for each given name the names it may be, likeliest first, pet names resolved
    given: tuple[tuple[str, ...], ...] = ()
    family: tuple[tuple[str, ...], ...] = ()  # for each surname its keys; equal for man and wife
    double: bool = False  # whether hyphens join its surnames to one: nobody goes by a part of it
    lead: str = ""  # initials before the surname, in small letters
    tail: str = ""  # the initial of the surname, where it is abbreviated
    letter: str = ""  # a lone initial, of either name
    genders: frozenset[str] = frozenset()  # what the person can be; empty when nothing is known
    likely: frozenset[str] = frozenset()  # what a surname that both may bear is far rather
    role: str = ""  # the finer type (``judge``), and whether a list asked to keep or hide
    stance: str = ""  # ``keep``, ``hide`` or nothing
    # how many given names after the first the person may go by: those that hyphens join to it
    # (*Elena-Roxana*) or that stand in quotes, and all where there is no surname
    more: int = 0
    short: str = ""  # a lone word that is on no list of given names: it may be short for one
    # as what other name of the person just named it is led in (*née Lund*), or of whom
    former: str = ""
    household: bool = False  # whether it names a family and no single person (*Kłosowie*)
    mark: str = ""  # what tells namesakes of one family apart (*Jr*, *III*), in small letters
    # what the first given name says literally, for whom only one name says who is meant
    called: tuple[str, ...] = ()
    # what the first given name may be as it stands, pet names not resolved
    literal: frozenset[str] = frozenset()
    label: frozenset[str] = frozenset()  # the words of a name that labels what somebody says
    # how much the sentence says for a man and for a woman
    said: Mapping[str, int] = field(default_factory=dict)
    # the letters of what may be the initials of all names, in small letters (*BSK*)
    capitals: str = ""
    # what the initials of all names are, in the orders they may stand in
    monograms: tuple[str, ...] = ()
    # who a word for *and* says is somebody else: *Robert och Robban*
    beside: frozenset[Span] = frozenset()

    @property
    def full(self) -> bool:
        """Whether it has a given name and a surname."""
        return bool(self.given and self.family)


class PersonReader:
    """Turns mentions with parts into readings."""

    def __init__(self, words: NameWords, parts: PartReader) -> None:
        self._words = words
        self._parts = parts
        self._around = Around(words)
        self._latest = Latest()
        self._fulls = {name for full in words.nicknames.values() for name in full}

    def read(self, mention: Mention, view: TextView, attested: Attested = NOTHING) -> Reading:
        """Return what a mention says about the person.

        Args:
            mention: With its parts.
            view: The document.
            attested: What the names of the document say about one another.
        """
        return self._made(self._whole, mention, view, attested)

    def _made(
        self, make: Callable[..., Reading], mention: Mention, view: TextView, attested: Attested
    ) -> Reading:
        """Read a mention; again only where the document says something else of its words."""
        named = (p for p in mention.parts if p.role in TURN)
        of = mention, [attested.told(view.surface(p.span), p.role) for p in named]
        told = partial(make, mention, view, attested)
        return self._latest.made(view, (make, mention.span), of, told)

    def _whole(self, mention: Mention, view: TextView, attested: Attested) -> Reading:
        reading = self._initials(self._read(mention, view, attested), view)
        named = [p for p in mention.parts if p.role in TURN]
        lone = len(named) == 1 and not (reading.lead or reading.tail)
        surface = view.surface(named[0].span) if lone else ""
        own = (surface, *(a.lemma for a in named[0].analyses)) if lone else ()  # Marii, Maria
        known = not lone or any(self._words.flags(name) & BIT["given"] for name in own)
        known |= self._words.is_listed(surface, "family") and self._words.ending_lean(surface) < 0
        return replace(
            reading,
            former=self._led_in(named, mention, view),
            capitals=capitals(view.surface(mention.span)),
            monograms=monograms(mention.parts, view),
            household=self._is_household(named, mention, view),
            short="" if known else fold(surface),
        )

    def _led_in(self, named: Sequence[NamePart], mention: Mention, view: TextView) -> str:
        """Return as which other name of the person just named one is led in, if it is any.

        Unless it stands right behind that person's name, a given name is somebody else's, and so is
        what the text has said before; of a whole name, one that it has not: *Tidigare Olle Berg …*.
        """
        led = self._around.leads_in(view, mention.span)
        if not led or self._around.is_behind_name(view, mention.span):
            return led
        own = [part for part in named if part.role == "given" or len(named) == 1]
        lemmas = {a.lemma for part in own for a in part.analyses}
        known = any(plain(name) in self._words.nicknames for name in lemmas)
        known |= any(self._words.flags(name) & BIT["given"] for name in lemmas)
        said = any(name in view.text[: mention.span.start] for name in lemmas)
        return "" if (known or said if len(named) == 1 else known and not said) else led

    def turn(
        self, reading: Reading, view: TextView, attested: Attested = NOTHING
    ) -> Reading | None:
        """Read a lone word as the other kind of name, or initials the other way round.

        None where there is more to the name.
        """
        mention = reading.mention
        if reading.lead and reading.tail and not (reading.given or reading.family):
            return replace(reading, lead=reading.tail, tail=reading.lead[0])
        named = [p for p in mention.parts if p.role in TURN]
        if len(named) != 1 or reading.household:
            return None
        part = named[0]
        if part.role == "given" and self._is_called_so(part, view):
            return None
        turned = self._parts.reread(part, view, TURN[part.role])
        surface = view.surface(part.span)
        lemmas = {plain(a.lemma) for a in turned.analyses}
        if plain(surface) not in lemmas and attested.cites(plain(surface), turned.role):
            turned = replace(turned, analyses=(Analysis(surface, {"Case": "Nom"}),))
        parts = tuple(turned if p is part else p for p in mention.parts)
        mention = replace(mention, parts=parts)
        other = self._initials(self._made(self._read, mention, view, attested), view)
        genders = reading.genders & other.genders
        sure = frozenset(sex for sex, points in reading.said.items() if points > 1)
        return replace(
            other,
            genders=genders or sure or other.genders,
            said=reading.said,
            household=self._is_household([turned], mention, view),
        )

    def _is_called_so(self, part: NamePart, view: TextView) -> bool:
        """Tell whether a listed given name behind a word of kin is one: *min brorsa Sten*."""
        name, kin = view.surface(part.span), self._around.kin_before(view, part.span)
        sex = self._words.genders.get(plain(name), "")
        fits = kin is not None and sex in kin.get("Gender", (sex,))
        return fits and self._words.is_listed(name, "given")

    def reread(
        self,
        reading: Reading,
        roles: Sequence[PartRole],
        view: TextView,
        attested: Attested = NOTHING,
    ) -> Reading:
        """Return what a mention says with its given names and surnames in other roles.

        Args:
            reading: Of the mention.
            roles: One for each given name and surname, in their order.
            view: The document.
            attested: What the names of the document say about one another.
        """
        parts = self._parts.turned(reading.mention.parts, roles, view)
        return self.read(replace(reading.mention, parts=parts), view, attested)

    def _is_household(self, named: Sequence[NamePart], mention: Mention, view: TextView) -> bool:
        """Tell whether a lone name stands in the plural, or a surname beside a word for families.

        *Anny i Jana Kowalskich* are two people, *Juhász Csabáék* Csaba and whoever is with him.
        """
        if len(named) != 1:
            return False
        lone = named[0].role == "family"
        if is_plural(named[0]) and (lone or self._words.last_word):
            return True
        return lone and self._around.is_household(view, mention.span)

    def _read(self, mention: Mention, view: TextView, attested: Attested) -> Reading:
        by_role: dict[str, list[NamePart]] = {"given": [], "family": [], "initial": [], "other": []}
        for part in mention.parts:
            by_role[part.role].append(part)
        surnames = by_role["family"]
        given = [self._with_bases(p, view, attested, surnames) for p in by_role["given"]]
        family = [self._with_bases(p, view, attested) for p in surnames]
        others = (plain(view.surface(p.span)) for p in mention.parts[1:] if p.role == "other")
        finer = mention.type.partition(".")[2]
        # a lone surname may tell by most of its readings: *Pačanovou* is hardly a man's
        sexes = self._sexes(family[0][0]) if family and not given else {}
        return Reading(
            mention,
            tuple(self._given(part, bases) for part, bases in given),
            tuple(self._family(part, bases) for part, bases in family),
            double=joined_names(view, surnames) > 0,
            more=self._more(view, by_role["given"], bool(family)),
            genders=self._genders([part for part, _ in (*given, *family)]),
            likely=frozenset(s for s, n in sexes.items() if s and n >= _MOST_LIKELY),
            role="" if any(is_a(mention.type, known) for known in SHAPES) else finer,
            stance=_stance(mention),
            mark=next((word for word in others if word in self._words.generation), ""),
            called=tuple(n for g in given[:1] for n in self._given(*g, beside=bool(family))),
            literal=frozenset(
                n for part, own in given[:1] for n in (*own, *_lemmas(part.analyses))
            ),
            label=label_of(view, mention),
        )

    def _more(self, view: TextView, given: Sequence[NamePart], family: bool) -> int:
        """Return how many given names behind the first the person may go by.

        Behind a husband's name stands her own: *Balogh Béláné Rézműves Ilona*.
        """
        wife = any(a.features.get("Derivation") == WIFE for p in given[:1] for a in p.analyses)
        return joined_names(view, given) if family and not wife else max(0, len(given) - 1)

    def _initials(self, reading: Reading, view: TextView) -> Reading:
        """Add the initials: of given names before a surname, else the last of the surname."""
        initials = (p for p in reading.mention.parts if p.role == "initial")
        letters = "".join(fold(view.surface(p.span)[:1]) for p in initials)
        if not letters:
            return reading
        if reading.family:
            lead, tail = letters, ""
        elif reading.given or len(letters) > 1:
            lead, tail = letters[:-1], letters[-1]
        else:
            return replace(reading, letter=letters)
        return replace(reading, lead=lead, tail=tail)

    def _with_bases(
        self,
        part: NamePart,
        view: TextView,
        attested: Attested,
        beside: Sequence[NamePart] = (),
    ) -> tuple[NamePart, tuple[str, ...]]:
        """Return a word with what it is a form of by the document; its readings are those then.

        Who has a surname is not called by a form that the surname does not agree with: *Jozef
        Kováč a Jozefa Kováčová*; and who *and* joins to a name is another: *Dominik i Dominika*.
        """
        surface = view.surface(part.span)
        bases = attested.bases(surface, part.role)
        cited = attested.cites(plain(surface), "given") and part.role == "given"
        as_cited = tuple(a for a in part.analyses if plain(a.lemma) == plain(surface))
        rather = 2 * weight(as_cited) >= weight(part.analyses)  # *Lani* is Lana's
        rather = rather or any(attested.cites(base, "given") for base in bases)
        own = (plain(surface),) if cited and rather and in_citation(view, part.span) != 1.0 else ()
        cited_here = as_cited if own else ()
        if not bases:
            return (replace(part, analyses=cited_here) if cited_here else part), own
        read = cited_here or tuple(a for a in part.analyses if plain(a.lemma) in bases)
        read = read or tuple(a for a in part.analyses if plain(a.lemma) != plain(surface))
        if self._words.is_listed(plain(surface), part.role):
            gender = self._words.genders.get(plain(surface), "")
            known = {plain(a.lemma) for a in read if a.features.get("Number") != "Plur"}
            oblique = tuple(b for b in bases if b in known and attested.only(surface, b, part.role))
            apart = beside and not joint_weight([read, beside[-1].analyses], AGREEING)
            apart = apart or is_joined(view, part.span, bases, self._words.joins)
            if oblique and not apart and in_citation(view, part.span) == 1.0:
                return replace(part, analyses=read), oblique
            return part, own + tuple(
                b
                for b in bases
                if (b in known and self._words.genders.get(b, gender) == gender)
                or fold(b) == fold(surface)
            )
        return (replace(part, analyses=read) if read else part), own or bases

    def _given(
        self, part: NamePart, bases: Sequence[str], *, beside: bool | None = None
    ) -> tuple[str, ...]:
        """Return the names that a given name may be, pet names resolved.

        Args:
            part: The word.
            bases: What it is a form of by the document.
            beside: Whether a surname stands beside it: *Dan Popescu* is hardly who is called Bogdan
                elsewhere, *Kubo* always who is called Jakub, *Mitko* alone who is called Dimitar.
        """
        lemmas = list(dict.fromkeys((*bases, *_lemmas(part.analyses))))
        pets = [n for n in lemmas if beside is None or not self._is_own_name(n, beside)]
        full = (name for pet in pets for name in self._words.full_names(pet))
        names = dict.fromkeys((*lemmas, *full))
        derived = part.analyses[0].features.get("Derivation") if part.analyses else None
        if derived in (None, POSSESSIVE, OWNED, MINE):
            return tuple(names)
        return tuple(f"{name} {derived}" for name in names)

    def _is_own_name(self, name: str, beside: bool) -> bool:
        """Tell whether a usual given name may be what a register says, short for another or not."""
        full = self._words.nicknames.get(name, ())
        free = name not in (self._words.genders if beside else self._fulls)
        pet = (len(full) == 1 and (free or not beside)) or (bool(full) and free and not beside)
        return bool(self._words.flags(name.title()) & BIT["given"]) and not pet

    def _family(self, part: NamePart, bases: Sequence[str]) -> tuple[str, ...]:
        lemmas = (*bases, *_lemmas(part.analyses))
        return tuple(dict.fromkeys(map(self._words.family_key, lemmas)))

    def _genders(self, parts: Sequence[NamePart]) -> frozenset[str]:
        genders = _GENDERS
        # read as a man's far more often; without a given name it may be either's
        given = any(part.role == "given" for part in parts)
        rare = _RARE if given else _RARE_ALONE
        one = [part for part in parts if not (given and is_of_two(part))]
        hers = given and all(self._words.is_hers(a.lemma) for a in parts[0].analyses)
        for part in one:
            shares = self._sexes(part)
            sexes = frozenset(sex for sex in _GENDERS if shares[sex] >= rare)
            own = (_GENDERS if shares[""] >= _RARE else sexes) or genders
            told = any(self._words.is_gendered(a.lemma) for a in part.analyses[:1])
            told &= part.role == "family"  # Саша Иванов
            tells = told and not (hers and genders == _WOMAN)  # Елена Лозки
            genders = genders & own or (own if tells else genders)
        surnames = len(parts) > 1 and all(part.role == "family" for part in parts)
        return frozenset() if genders == _GENDERS or (surnames and genders == _MAN) else genders

    def _sexes(self, part: NamePart) -> Mapping[str, float]:
        """Return how likely a word is a man's, a woman's or of who knows whom."""
        found, total = defaultdict[str, float](float), weight(part.analyses) or 1.0
        for own in part.analyses:
            found[self._gender(own, part)] += own.weight / total
        return found

    def _gender(self, analysis: Analysis, part: NamePart) -> str:
        """Return the gender of a reading; none for what is short for a man's and a woman's name.

        *Kollárov podpis* is that of a man: a woman's is made of the surname as she bears it.
        """
        own = analysis.features.get("Gender", "")
        if part.role != "given":
            if analysis.features.get("Gender[noun]") == "Masc" and not is_plural(part):
                return "Masc"
            if self._words.is_womens(analysis.lemma):
                return "Fem"
            if self._words.is_gendered(analysis.lemma):
                return own or "Masc"
            both = plain(analysis.lemma).endswith(self._words.gendered)  # Айше Юсеин is she
            return "" if both and own == "Masc" and "Case" not in analysis.features else own
        names = self._words.full_names(plain(analysis.lemma))
        genders = {self._words.genders.get(name, "") for name in names}
        if genders >= _GENDERS:
            return ""
        pet = self._words.pets.get(plain(analysis.lemma), "")
        told = (genders.pop() if len(genders) == 1 else pet) or own
        return (own or told) if plain(analysis.lemma) in self._words.genders else told


def _lemmas(analyses: Sequence[Analysis]) -> list[str]:
    best = max((a.weight for a in analyses), default=0.0)
    return [*dict.fromkeys(plain(a.lemma) for a in analyses if a.weight >= _RARE * best)][:MOST]


def _stance(mention: Mention) -> str:
    known = (e for e in mention.evidence if e.detector.partition(".")[0] == "known")
    rules = {e.rule.partition(":")[0] for e in known}
    return next((rule for rule in ("keep", "hide") if rule in rules), "")
