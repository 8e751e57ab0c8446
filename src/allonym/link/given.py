"""Given names: what the lists say of their sex."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from allonym.languages.lexicon import BIT
from allonym.link.agreement import joint_weight, weight
from allonym.link.words import Cue, NameWords
from allonym.model.features import AGREEING
from allonym.model.mention import Analysis
from allonym.ports import POSSESSIVE
from allonym.text.fold import fold, plain

_CLEAR = 2
_GUESSED = 0.02
_LIKELY, _PET = 0.3, 0.1
_LIKELIEST = 0.8
_OPEN = "aаeiouyеиоу"
_GIVEN = "given"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class GivenNames:
    """Adds to the readings of given names what the lists know of them."""

    words: NameWords  # the language's word data

    def is_other(
        self, given: tuple[Analysis, ...], family: tuple[Analysis, ...], cue: Cue, *, styled: bool
    ) -> bool:
        """Tell whether what stands before a word fits its surnames only: *panów Lisa i Kowala*.

        Behind an honorific (`styled`) no list need know the surname: *domnul Ilinca*.
        """
        said, none = cue.get("Gender", frozenset()), frozenset({""})
        known = [a for a in family if self.words.is_listed(a.lemma, "family")]
        one, two = ({a.features.get("Gender", "") for a in read} for read in (given, known))
        fits = not two.isdisjoint(said) or (styled and two <= none)
        return bool(said and given) and one.isdisjoint(said | none) and fits

    def said(self, cue: Cue, given: tuple[Analysis, ...]) -> frozenset[tuple[str, str]]:
        """Return what the words before a name say of it, and nothing if they are of somebody else.

        They are where they stand in another case than a given name, which would be declined in it:
        *zástupca žalovanej Ján Kos*.
        """
        said = frozenset((name, value) for name, values in cue.items() for value in values)
        if not given or self.words.last_word or "Nom" in cue.get("Case", ("Nom",)):
            return said
        sexes = cue.get("Gender", ())
        one = len({a.features.get("Gender") for a in given}) == 1  # Timka is Timko's as well
        sure = (a for a in given if _is_cited(a) and self._is_sexed(a, sexes, one=one))
        return frozenset() if weight(sure) > _LIKELIEST * weight(given) else said

    def _is_sexed(self, reading: Analysis, sexes: Collection[str], *, one: bool) -> bool:
        """Tell whether a name is of one of these sexes, or hardly of any other: no *Jean*."""
        sure = one and plain(reading.lemma) not in self.words.shared and self._lists(reading.lemma)
        return reading.features.get("Gender", "") in sexes or sure

    def known(self, text: str, kind: str, readings: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
        """Return the readings of a name, of a given one the forms of listed names before guesses.

        *Józsit* is *Józsi* in the accusative, since lists have him and have no *Józsit*; and a
        listed name is hardly what somebody else has, or several are: *Katarina* is no *Katara*'s.
        """
        own, key = self._lists(text), plain(text)
        if kind != _GIVEN:
            return self._as_one(text, readings) if kind == "family" else readings
        if self.words.flags(text) & BIT["given"] and all(plain(a.lemma) != key for a in readings):
            sex = self._sex(text)  # Emanuela, where only Emanuel is declined
            cited = {"Case": "Nom", "Number": "Sing", **({"Gender": sex} if sex else {})}
            readings = (Analysis(text, cited, sum(a.weight for a in readings)), *readings)
        formed = any(self._lists(a.lemma) for a in readings)
        abroad = key in self.words.foreign or (not formed and self.words.abroad(text))
        if abroad and key not in self.words.nicknames:
            readings = self._as_cited(text, readings)
            if not own:
                return readings
        listed = [self._lists(a.lemma) for a in readings]
        if not (own or any(listed)):
            listed = [self._is_of_sex_abroad(a) for a in readings]  # vidio Rumjanu
        doubted = [
            not is_listed or (own and plain(a.lemma) != key and _is_rare(a))
            for a, is_listed in zip(readings, listed, strict=True)
        ]
        if all(doubted) or not any(doubted):
            return readings
        pairs = zip(readings, doubted, strict=True)
        weighed = [a._replace(weight=a.weight * _GUESSED) if d else a for a, d in pairs]
        total = sum(a.weight for a in weighed) or 1.0
        likeliest = sorted(weighed, key=lambda a: -a.weight)
        return tuple(a._replace(weight=a.weight / total) for a in likeliest)

    def _as_one(self, text: str, readings: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
        """Return the readings of a listed surname, one's before that of several: *Rowlands*."""
        own = [n for n, a in enumerate(readings) if a.lemma == text][:1]
        several = bool(own) and readings[0].features.get("Number") == "Plur"
        if not (several and self.words.is_listed(text, "family")):
            return readings
        other, one = readings[0], readings[own[0]]
        first = one._replace(weight=other.weight), other._replace(weight=one.weight)
        return (*first, *readings[1 : own[0]], *readings[own[0] + 1 :])

    def _as_cited(self, text: str, readings: tuple[Analysis, ...]) -> tuple[Analysis, ...]:
        """Return the readings, what only lists abroad have as cited, of the sex they say: *Susan*.

        What is a form of a name from here is rather that: *Marijo* is Marija.
        """
        sex = self._sex(text)
        cited = [a for a in readings if plain(a.lemma) == plain(text)]
        right = sum(a.weight for a in cited if a.features.get("Gender", sex) == sex)
        whole = sum(a.weight for a in readings)
        formed = any(self._lists(a.lemma) for a in readings[:1] if a not in cited)
        if not sex or right >= _LIKELY * whole or (formed and not cited):
            return readings
        weight = sum(a.weight for a in cited) if formed else whole or 1.0
        own = Analysis(text, {"Case": "Nom", "Number": "Sing", "Gender": sex}, weight)
        return (*readings[:formed], own, *(a for a in readings[formed:] if a not in cited))

    def owning(self, readings: tuple[Analysis, ...], kin: Cue) -> tuple[Analysis, ...]:
        """Return a name read as a possessive that agrees with a word of kin: *Anin* before *brat*.

        *Marina mama* is Mara's where lists have her.
        """
        owned = [a for a in readings if a.features.get("Derivation") == POSSESSIVE]
        nouns = [a.features.get("Gender[noun]", "") for a in owned]
        fit = [a for a, of in zip(owned, nouns, strict=True) if of in kin.get("Gender", (of,))]
        if not any("Case" in a.features or owned for a in readings):  # Hans bror
            return tuple(a._replace(features={**a.features, "Case": "Gen"}) for a in readings)
        return tuple(fit) if any(self._lists(a.lemma) for a in fit) else readings

    def unless_cited(
        self, surname: str, readings: list[tuple[Analysis, ...]], known: tuple[Analysis, ...]
    ) -> list[tuple[Analysis, ...]]:
        """Return given name and surname as forms of listed ones, if none is as it stands.

        *Janka Mrkvičku* is Janko Mrkvička's, and hardly a Janka's who is called *Mrkvičku*.
        """
        own, family = readings
        listed = [tuple(a for a in own if self.words.given_weight(a.lemma)), known]
        one = [tuple(a for a in r if a.features.get("Number") == "Sing") for r in listed]
        if self.words.is_listed(surname, "family") or not joint_weight(one, AGREEING):
            return readings
        return [own, tuple(a for a in family if a.lemma != surname)]

    def is_sure(self, text: str, readings: tuple[Analysis, ...]) -> bool:
        """Tell whether a given name is of the sex of its readings, whatever stands before it.

        A listed one is where it may be in another case: *žena Petra* is Petr's, *syn Zdzisława*
        Zdzisław's.  Where it may not, the word before decides: *his wife Jean*, *daughter Robin*.
        """
        if not self._lists(text) and self.words.given_weight(text) < _CLEAR:
            return False
        oblique = (a for a in readings if a.features.get("Case", "Nom") != "Nom")
        listed = self.words.is_listed
        return any(
            a.weight >= _PET or (a.lemma != text and listed(a.lemma, _GIVEN)) for a in oblique
        )

    def _lists(self, name: str) -> bool:
        words, key = self.words, plain(name)
        return words.is_listed(name, _GIVEN) or key in words.nicknames

    def _is_of_sex_abroad(self, reading: Analysis) -> bool:
        """Tell whether lists abroad have the name that a form is read as, and as of its sex."""
        sex = self.words.abroad(reading.lemma)
        return bool(sex) and reading.features.get("Gender", sex) == sex

    def sexed(self, readings: tuple[Analysis, ...], kind: str) -> tuple[Analysis, ...]:
        """Return the readings of a word, those of a given name with the sex that lists say."""
        if kind != "given":
            return readings
        sexed = _of_sex(readings, self._sex)
        return tuple(self._with_gender(reading) for reading in sexed)

    def _sex(self, name: str) -> str:
        """Return the sex that the lists of the language say, else those of the others."""
        own = self.words.genders.get(plain(name)) or self.words.pets.get(plain(name), "")
        both = plain(name) in self.words.nicknames and not self.words.of_full_names(plain(name))
        known = own or both or self.words.flags(name) & BIT["an_given"]
        return own if known else self.words.abroad(name)

    def _with_gender(self, reading: Analysis) -> Analysis:
        known = self._sex(reading.lemma) or self.words.of_full_names(plain(reading.lemma))
        if "Gender" in reading.features or not known:
            return reading
        return reading._replace(features={**reading.features, "Gender": known})


def _is_cited(reading: Analysis) -> bool:
    """Tell whether a name stands as cited that is always declined: in a consonant, hers in *-a*."""
    sex, end = reading.features.get("Gender"), fold(reading.lemma[-1:])
    declined = end in _OPEN[:2] if sex == "Fem" else sex == "Masc" and end not in _OPEN
    return declined and reading.features.get("Case") == "Nom"


def _is_rare(reading: Analysis) -> bool:
    """Tell whether a reading is a possessive or the plural of a given name."""
    features = reading.features
    return features.get("Derivation") == POSSESSIVE or features.get("Number") == "Plur"


def _of_sex(readings: tuple[Analysis, ...], sex: Callable[[str], str]) -> tuple[Analysis, ...]:
    """Give the sex of the lists to what the ending has as the other's: *Ottó*, *Susan*.

    So read it stands as cited, or is not inflected at all.
    """
    known = sex(readings[0].lemma) if readings else ""
    other = [a for a in readings if known and _is_of_other(a, readings[0].lemma, known)]
    base = (a for a in other if a.features.get("Case", "Nom") == "Nom")
    turned = tuple(a._replace(features={**a.features, "Gender": known}) for a in base)
    return (*turned, *(a for a in readings if a not in other)) or readings


def _is_of_other(reading: Analysis, lemma: str, sex: str) -> bool:
    same = plain(reading.lemma) == plain(lemma) and "Derivation" not in reading.features
    return same and reading.features.get("Gender", sex) != sex
