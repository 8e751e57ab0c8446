"""What a language says about dates: its ``dates.toml``, read once and indexed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from allonym.errors import PackError
from allonym.languages.pack import data_files, load_pack
from allonym.text.capitals import like
from allonym.text.fold import strip_marks

_CEDILLAS = str.maketrans({"ș": "ş", "ț": "ţ"})
FLAT = (
    "clock_after", "day_month_after", "day_month_before", "day_slash_month_after", "sections",
    "month_year_after", "fillers", "doubtful",
)  # fmt: skip
BARE = (
    "bare_signs", "fraction_of", "bare_year_after", "bare_year_before", "bare_year_open",
    "weekday_accusative_after", "bare_year_signs", "numbered_after", "scores_after", "amounts",
    "weekday_heads", "scales", "short_alone", "paged_after", "compact_after",
    "compact_units",
)  # fmt: skip
PARTS = ("links.month", "links.day", "links.until", "links.due", "links.week")
"""Optional: words before the month and the day of a date told in parts, year first; what the last
day of a range ends in where nothing joins it to the first: *május 5-től 9-ig*; what stands beside
the day by which something is due, and the number of a week."""
LAW = ("words", "links", "after_number", "issuers")


@dataclass(frozen=True, slots=True)
class Styled:
    """Where a word stands in its language's tables."""

    style: int  # which list
    number: int  # the month or day that the word means, from 1
    bare: bool = False  # true when it was written without its diacritics


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Lists of words for the same numbers, one list a style, and their index."""

    styles: tuple[tuple[str, ...], ...]
    index: Mapping[str, Styled] = field(repr=False)

    @classmethod
    def of(cls, styles: Iterable[Iterable[str]]) -> Vocabulary:
        """Index `styles`; the first style that has a word wins."""
        lists = tuple(tuple(style) for style in styles)
        index: dict[str, Styled] = {}
        for bare in (False, True):
            for number, words in enumerate(lists):
                for position, word in enumerate(words, start=1):
                    for key in _spellings(word.lower(), bare=bare):
                        index.setdefault(key, Styled(number, position, bare))
        return cls(lists, index)

    def read(self, word: str) -> Styled | None:
        """Return what `word` means, in any capitals, or None."""
        return self.index.get(" ".join(word.lower().split()))

    def write(self, number: int, styled: Styled, model: str, *, last: bool = False) -> str:
        """Return the word for `number` in the style of `styled`, with the capitals of `model`.

        With `last` it is the last style whose word reads like `model`: *v torek* is an accusative,
        though *torek* is a nominative first.
        """
        style, at = self.styles[styled.style], styled.number - 1
        if last:
            style = next(s for s in reversed(self.styles) if s[at] == style[at])
        word = style[number - 1]
        return like(model, strip_marks(word) if styled.bare else word)


def _spellings(word: str, *, bare: bool) -> tuple[str, ...]:
    """Return the keys of a word; Romanian is also typed with cedillas for commas."""
    return (strip_marks(word),) if bare else (word, word.translate(_CEDILLAS))


@dataclass(frozen=True, slots=True)
class YearSuffixes:
    """Endings joined to a year in digits, chosen by how the number is spoken."""

    back_endings: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    # those of adjectives by what the year ends in: *a 2023-as karácsony*
    adjective: Mapping[str, str] = field(default_factory=dict)

    def knows(self, suffix: str) -> bool:
        """Tell whether a year may have this ending."""
        return suffix.lower() in (*self.back, *self.front, *self.adjective.values())

    def write(self, year: int, suffix: str) -> str:
        """Return the form that `suffix` takes after `year`; itself when it is not known."""
        if suffix.lower() in self.adjective.values():
            return self.adjective[
                max((e for e in self.adjective if str(year).endswith(e)), key=len)
            ]
        known = [*zip(self.back, self.front, strict=True)]
        pair = next((p for p in known if suffix.lower() in p), (suffix, suffix))
        return pair[0] if str(year).endswith(self.back_endings or ("-",)) else pair[1]


_FORMS = "unit_forms", "governed_forms"


@dataclass(frozen=True, slots=True)
class AgeWords:
    """How a language tells an age; see the keys of ``[age]`` in ``dates.toml``."""

    tails: tuple[str, ...]
    units: tuple[str, ...]
    before: tuple[str, ...]
    about: tuple[str, ...]
    jubilee: tuple[str, ...]  # beginnings of words that make a round age one that is kept
    rounds: tuple[str, ...]  # those of such ages in words, ordinals too
    school: tuple[str, ...]  # the same for the age of a pupil who is grown up
    governing: tuple[str, ...]  # words before an age that the unit agrees with in case
    said: tuple[str, ...]  # what announces an age, or often does: ``she is 81.``
    # what may stand between a verb and the number, as expressions: ``is already 81``
    adverbs: tuple[str, ...]
    kin: tuple[str, ...]  # beginnings of words for people: ``his son is 5``
    veto: tuple[str, ...]
    bound_before: tuple[str, ...]  # what makes it the age of a rule: ``at least 18``
    bound_after: tuple[str, ...]  # the same behind it: ``aged 65 and over``
    plural: tuple[str, ...]
    unit_forms: tuple[tuple[str, ...], ...]
    governed_forms: tuple[tuple[str, ...], ...]  # behind those words; as it is if there are none


@dataclass(frozen=True, slots=True)
class Spoken:
    """Numbers from 1 to 99 in words, as they stand in an age; ``[spoken]`` of ``dates.toml``."""

    stems: tuple[str, ...]  # beginnings of what follows the number
    people: tuple[str, ...]  # beginnings of words for people
    numbers: Vocabulary  # styles of writing the numbers, ninety-nine forms each


@dataclass(frozen=True, slots=True)
class DateWords:
    """One language's ``dates.toml``."""

    code: str  # ISO 639-1
    # orders in which day, month name and year stand: ``dmy``, ``mdy``, ``ymd``
    orders: tuple[str, ...]
    capital: bool  # months are written with a capital; in small letters they want a day or a year
    slash: str  # how ``03/05/1984`` is read, ``dmy`` or ``mdy``
    # expressions that tell of a document how it reads it, by the same names
    slash_signs: Mapping[str, tuple[str, ...]] = field(repr=False)
    # countries that read it so, where a document names their places
    slash_countries: Mapping[str, tuple[str, ...]] = field(repr=False)
    months: Vocabulary  # month names; the last `abbreviations` styles are abbreviations
    abbreviations: int
    weekdays: Vocabulary  # names of the days of the week, from Monday
    days: Vocabulary  # Spelled-out days
    # what may be joined to a day in digits, thirty-one forms a family
    suffixes: tuple[tuple[str, ...], ...]
    year_suffixes: YearSuffixes
    years: Vocabulary  # years in words; the first is `year_words.FIRST`
    # lists of words by their dotted key, such as ``birth.words``
    contexts: Mapping[str, tuple[str, ...]] = field(repr=False)
    age: AgeWords = field(repr=False)
    spoken: Spoken = field(repr=False)
    # expressions for what is paid with, and the years in which it is
    money: tuple[tuple[str, range], ...] = field(repr=False, default=())

    @classmethod
    def load(cls, code: str) -> DateWords:
        """Read a language's data.

        Raises:
            UnknownLanguage: If there is no such pack.
            PackError: If the pack has no ``dates.toml``, or a key is missing there.
        """
        pack = load_pack(code)
        data = pack.toml("dates.toml")
        if not data:
            raise PackError(f"{code}: dates.toml is missing")
        try:
            return _build(code, data)
        except KeyError as error:
            raise PackError(f"{code}/dates.toml: key {error.args[0]!r} is missing") from error

    @property
    def bare_dot(self) -> bool:
        """Tell whether ``14.09`` is a day of the year in running text, without a closing dot."""
        return "." in self.contexts["bare_signs"]

    def is_abbreviation(self, word: Styled) -> bool:
        """Tell whether a month name is one of the abbreviations."""
        return word.style >= len(self.months.styles) - self.abbreviations

    def year(self, text: str) -> int | None:
        """Return the year that words mean, or None."""
        found = self.years.read(text)
        return found.number + FIRST - 1 if found else None

    def write_year(self, year: int, model: str) -> str | None:
        """Return a year in words in the style of `model`; None where there are no words for it."""
        style = self.years.read(model)
        if style is None or not FIRST <= year <= LAST:
            return None
        return self.years.write(year - FIRST + 1, style, model)

    def suffix(self, day: int, old_day: int, old: str) -> str | None:
        """Return what `old`, joined to `old_day`, becomes after `day`; None when unknown."""
        low = old.lower()
        family = next((f for f in self.suffixes if f[old_day - 1] == low), None)
        suffix = family[day - 1] if family else None
        return suffix.upper() if suffix and old.isupper() else suffix


def languages() -> tuple[str, ...]:
    """Return the codes of all languages with a ``dates.toml``, sorted."""
    return tuple(data_files("dates.toml"))


def _build(code: str, data: Mapping[str, Any]) -> DateWords:
    years = data.get("year_suffixes", {})
    short, said = [*data["abbreviations"].values()], data["spoken"]
    styles = [spell_numbers(value) for value in said.values() if isinstance(value, dict)]
    return DateWords(
        code=code,
        orders=tuple(data["word_orders"]),
        capital=data.get("capital", False),
        slash=data["slash"],
        slash_signs={k: tuple(v) for k, v in data.get("slash_signs", {}).items()},
        slash_countries={k: tuple(v) for k, v in data.get("slash_countries", {}).items()},
        months=Vocabulary.of([*data["months"].values(), *short]),
        abbreviations=len(short),
        weekdays=Vocabulary.of(data.get("weekdays", {}).values()),
        days=Vocabulary.of(data["days"].values()),
        suffixes=tuple(
            (v,) * 31 if isinstance(v, str) else tuple(v) for v in data["suffixes"].values()
        ),
        year_suffixes=_year_suffixes(years),
        years=Vocabulary.of(spell_years(data["years"])),
        contexts=_contexts(data),
        age=_age(data["age"]),
        spoken=Spoken(tuple(said["stems"]), tuple(said["people"]), Vocabulary.of(styles)),
        money=tuple(
            (m["words"], range(m.get("first", 0), m.get("last", LAST) + 1))
            for m in data.get("money", ())
        ),
    )


def _year_suffixes(table: Mapping[str, Any]) -> YearSuffixes:
    endings, back, front = (tuple(table.get(key, ())) for key in ("back_endings", "back", "front"))
    return YearSuffixes(endings, back, front, table.get("adjective", {}))


def _contexts(data: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    flat = {key: data[key] for key in FLAT} | {key: data.get(key, ()) for key in BARE}
    flat |= dict.fromkeys(PARTS, ())
    flat |= {f"links.{key}": words for key, words in data["links"].items()}
    for table in ("birth", "life"):
        flat |= {f"{table}.{key}": _typed(words) for key, words in data[table].items()}
    law = data.get("law", {})
    flat |= {f"law.{key}": law.get(key, ()) for key in LAW}
    return {key: tuple(words) for key, words in flat.items()}


def _typed(words: Iterable[str]) -> list[str]:
    """Return words and what they are without their diacritics, as people type in a hurry."""
    return [*dict.fromkeys(form for word in words for form in (word, strip_marks(word)))]


def _age(table: Mapping[str, Any]) -> AgeWords:
    forms = {key: tuple(map(tuple, table.get(key, ()))) for key in _FORMS}
    words = {key: tuple(table.get(key, ())) for key in AgeWords.__slots__ if key not in _FORMS}
    return AgeWords(unit_forms=forms["unit_forms"], governed_forms=forms["governed_forms"], **words)


def stems(words: DateWords) -> tuple[str, ...]:
    """Return short beginnings, one of which every month name has; lower case, sorted."""
    names = {*words.months.index} | {strip_marks(name) for name in words.months.index}
    found: set[str] = set()
    for name in sorted(names, key=len):
        if not any(name.startswith(stem) for stem in found):
            found.add(name[:5])
    return tuple(sorted(found))


FIRST, LAST = 1850, 2099
_CENTURIES = (18, 19, 20)
_END = ""
_LETTER = r"[^\W\d_]"


def spell_years(tables: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Return for each style the words of every year from `FIRST` to `LAST`."""
    return [_years(table, tables.get(table.get("like", ""), {})) for table in tables.values()]


def _years(table: Mapping[str, Any], like: Mapping[str, Any]) -> list[str]:
    numbers = spell_numbers({**like, **table})
    found = []
    for year in range(FIRST, LAST + 1):
        century = _CENTURIES.index(year // 100)
        if year % 100:
            number = numbers[year % 100 - 1]
            found.append(f"{table['hundreds'][century]}{table['join']}{number}")
        else:
            found.append(table["round"][century])
    return found


def spell_numbers(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words for 1 to 99; ``ones_in`` and ``tens_in`` are the forms inside others."""
    ones, tens = table.get("ones_in", table["ones"]), table.get("tens_in", table["tens"])
    words = [*table["ones"], *table["teens"]]
    for whole, ten in zip(table["tens"], tens, strict=True):
        words += [whole, *(table["compound"].format(tens=ten, ones=one) for one in ones)]
    return tuple(words)


def year_pattern(years: Mapping[str, int], gap: str, links: Iterable[str] | None = None) -> str:
    """Return an expression for a year in words, longest first.

    Args:
        years: Years by their words.
        gap: What a space may be.
        links: Words for *year*, the only ones that may follow ``two thousand``, which also counts
            other things; None where a month follows every year.
    """
    if links is None:
        return prefixes(years, gap) + "(?![^\\W_])"
    whole = [text for text, year in years.items() if not year % 100]
    parts = [text for text, year in years.items() if year % 100]
    free = "|".join(re.escape(word).replace(r"\ ", gap) for word in links)
    edge = "(?![^\\W_])"
    follows = f"(?!{gap}(?!(?:{free}){edge}){_LETTER})" if free else f"(?!{gap}{_LETTER})"
    return f"(?:{prefixes(parts, gap)}{edge}|{prefixes(whole, gap)}{edge}{follows})"


def prefixes(phrases: Iterable[str], gap: str) -> str:
    """Return one expression for many phrases that writes what they begin with once."""
    root: dict[str, Any] = {}
    for phrase in phrases:
        node = root
        for character in phrase:
            node = node.setdefault(character, {})
        node[_END] = {}
    return _alternatives(root, gap)


def _alternatives(node: dict[str, Any], gap: str) -> str:
    options = []
    for character, below in node.items():
        text = ""
        while character and len(below) == 1 and _END not in below:
            text += _sign(character, gap)
            character, below = next(iter(below.items()))  # noqa: PLW2901
        if character:
            options.append(text + _sign(character, gap) + _alternatives(below, gap))
    if not options:
        return ""
    inside = options[0] if len(options) == 1 and _END not in node else f"(?:{'|'.join(options)})"
    return f"{inside}?" if _END in node else inside


def _sign(character: str, gap: str) -> str:
    return gap if character == " " else re.escape(character)
