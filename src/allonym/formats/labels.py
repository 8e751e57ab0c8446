"""Labels: identities and classes that other places refer to, called after whom the text names.

``<h4 id="kowalski">Kowalski</h4>``: in small letters and by itself no detector takes such a word
for a name, and none should.  So a label is not read; where it holds a word that was replaced in the
text, the new word stands in it too, the same in each label, so that what refers to it leads there.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from unicodedata import normalize
from urllib.parse import quote, unquote

import regex as re

from allonym.formats.references import unescape
from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.result import Result
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import NamesIn
from allonym.text.fold import fold, to_latin

ESCAPE = r"\\(?:u[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2,6}[ ]?)"
"""A letter of a name by its number, in scripts and in style sheets."""

_ESCAPE = re.compile(ESCAPE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_HUMP = re.compile(r"\p{Lu}?\p{Ll}{2,}")
# a word in small letters, or one that a programmer joined to such a word by its capital
_SMALL = re.compile(r"(?:(?<![^\W\d_])\p{Ll}|(?<=\p{Ll})\p{Lu})\p{Ll}{2,}+(?!\p{Lu}(?!\p{Ll}))")
_UNSPACED, _LONE = re.compile(r"\S+"), re.compile(r"\s*([^\W\d_]{3,})\s*")
# what a run of letters is glued to where it is no word of a sentence
_GLUED = re.compile(r"[/=_@#\\|&?:\d\]<>]|\w\.\w")
_PATH, _LONG_NUMBER = re.compile(r"(?:[\w.~-]*/)+[\w.~-]+"), re.compile(r"\d{5}")
_COMMENTS = ("//", "/*")
# words of a name of somebody; longer ones are of offices and titles, whose words say nothing
_MOST_WORDS = 3
_TIMES = ("date", "age")  # entities whose words (*marca*, *lat*) are no names
_LONGEST = 40  # letters of two names written as one
# what people write where a machine has no marks, besides the bare letter
_SPELT = str.maketrans({"đ": "dj", "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_EMPTY = "x"
_SAFE = "#/?=&;:,.+-_~ "


def new_words(view: TextView, plan: Iterable[Replacement]) -> Mapping[str, str]:
    """Return what stands for each word of the names a plan replaces, in plain small letters."""
    made: dict[str, str] = {}
    for replacement in plan:
        if replacement.method != "keep" and not replacement.entity.startswith(_TIMES):
            for old, new in paired(view.surface(replacement.span), replacement.text).items():
                made.setdefault(old, new)
    return made


def paired(name: str, new: str) -> dict[str, str]:
    """Return what stands for each word of a name, by all its spellings.

    A spelling without marks gets a new word without them, in Latin letters.

    >>> paired("Đokić", "Šket") == {"đokić": "šket", "dokic": "sket", "djokic": "sket"}
    True
    """
    old = _WORD.findall(normalize("NFC", name))
    if len(old) > _MOST_WORDS:
        return {}
    return {
        key: made
        for before, after in zip_longest(old, _WORD.findall(new)[: len(old)], fillvalue=_EMPTY)
        if before[0].isupper() or len(old) == 1
        for key, made in (
            (before.lower(), after.lower()),
            (_plain(before.lower().translate(_SPELT)), _plain(after)),
            (_plain(before), _plain(after)),
        )
    }


def with_followers(result: Result) -> Result:
    r"""Return a result in which values that are no sentence follow the names in the text too.

    In small letters a name that is a word as well (*lengyel*, *kralj*) is found by no detector; in
    ``value="lengyel"`` or ``"/u/kralj.png"``, and alone in a cell, it is whoever the text calls
    so.  A path that bears such a name keeps all other words, so that it looks like one.
    """
    view = result.view
    places = _places(view)
    words = new_words(view, result.plan) if places or view.blocks else {}
    if not words:
        return result
    plan = result.plan
    if places:
        plan = ReplacementPlan.of(_as_path(view.surface(r.span), r, words) for r in plan)
    whose = {_plain(w): r for r in plan for w in _WORD.findall(view.surface(r.span))}
    taken = Cover(r.span for r in plan)
    added = [
        replace(
            whose[word], span=span, text=_as_large(surface, words[word]), context=False, lemma=""
        )
        for _, span in _small_words(view, places)
        if (word := _plain(surface := view.surface(span))) in words and not taken.touches(span)
    ]
    taken = Cover(r.span for r in (*plan, *added))
    return with_plan(result, ReplacementPlan.of((*plan, *added, *_lone(result, taken))))


def without_programs(result: Result, words: Sequence[Mention]) -> Result:
    """Return a result without whom only words of programs name: *Array*, *Handler*.

    Whoever the document names elsewhere too is hidden in them as well.
    """
    if not words:
        return result
    said, named, only = Cover(mention.span for mention in words), set[str](), []
    for entity in result.entities:
        elsewhere = [m for m in entity.mentions if not said.holds(m.span)]
        named |= _words_of(result, elsewhere)
        only += [entity] if not elsewhere else []
    idle = [entity for entity in only if named.isdisjoint(_words_of(result, entity.mentions))]
    if not idle:
        return result
    gone = {entity.id for entity in idle}
    plan = ReplacementPlan.of(r for r in result.plan if r.entity not in gone)
    entities = tuple(entity for entity in result.entities if entity.id not in gone)
    counts = Counter(result.report.counts) - Counter(
        m.type for entity in idle for m in entity.mentions
    )
    report = replace(result.report, counts=dict(counts))
    return with_plan(replace(result, entities=entities, report=report), plan)


def _words_of(result: Result, mentions: Iterable[Mention]) -> set[str]:
    """Return the words of mentions, in small letters."""
    surfaces = (result.view.surface(mention.span).lower() for mention in mentions)
    return {word for surface in surfaces for word in _WORD.findall(surface)}


def names_in_small_letters(result: Result, names: NamesIn) -> list[Mention]:
    """Return the surnames in values that are no sentence, whomever the text names."""
    taken = Cover(r.span for r in result.plan)
    return [
        Mention(span, "person.family", (Evidence("given", "value", 1.0),))
        for run, span in _small_words(result.view, _places(result.view))
        if result.view.surface(span).lower() in names(run) and not taken.touches(span)
    ]


def _places(view: TextView) -> list[tuple[Span, str]]:
    """Return the values and comments of a text with what each is."""
    segments = ((s.span, getattr(s.anchor, "looks", "")) for s in view.segments)
    return [place for place in segments if place[1]]


def _lone(result: Result, taken: Cover) -> Iterator[Replacement]:
    """Yield what becomes of blocks, such as cells, that are a name of somebody in small letters."""
    view, called = result.view, dict[str, tuple[Replacement, str]]()
    people = {entity.id for entity in result.entities if is_a(entity.type, "person")}
    for made in (r for r in result.plan if r.entity in people and r.method != "keep"):
        old, new = (_WORD.findall(text.lower()) for text in (view.surface(made.span), made.text))
        new = new if len(new) == len(old) else [made.text] * len(old)
        called |= {word: (made, other) for word, other in zip(old, new, strict=True)}
    for lone in (_LONE.fullmatch(view.text, *block) for block in view.blocks):
        if lone and lone[1] in called and not taken.touches(span := Span(*lone.span(1))):
            made, text = called[lone[1]]
            yield replace(made, span=span, text=text, context=False, lemma="")


def _small_words(view: TextView, places: Iterable[tuple[Span, str]]) -> Iterator[tuple[str, Span]]:
    """Yield the words in small letters that stand alone, glued to signs or in a comment.

    Each comes with all that it is glued to.
    """
    for place, looks in places:
        is_comment = looks == "<!--" or view.text.startswith(_COMMENTS, place.start)
        for found in _UNSPACED.finditer(view.text, place.start, place.end):
            run = found[0]
            if is_comment or _is_alone(view.text, *found.span()) or _GLUED.search(run):
                words = _SMALL.finditer(view.text, *found.span())
                yield from ((run, Span(*word.span())) for word in words)


def _as_path(surface: str, made: Replacement, words: Mapping[str, str]) -> Replacement:
    """Return a replacement; of a path only names, unless more in it may be somebody's."""
    new = renamed(surface, words) if _PATH.fullmatch(surface) else surface
    left = set(_WORD.findall(surface)) & set(_WORD.findall(new))
    tells = new == surface or _LONG_NUMBER.search(new) or not all(map(str.islower, left))
    return made if tells else replace(made, text=new)


def with_plan(result: Result, plan: ReplacementPlan) -> Result:
    """Return a result by another plan for the same text."""
    return replace(result, plan=plan, text=plan.apply(result.view.text))


def _is_alone(text: str, start: int, end: int) -> bool:
    """Tell whether there is nothing else on the line."""
    return text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n")


def renamed(label: str, words: Mapping[str, str]) -> str:
    """Return a label with the words in it that stand for names replaced.

    Character references, percent signs and letters by number are read as what they say; a label in
    which nothing is replaced stays as it is written.  Two names, or a name with the first letter
    of another, may be one word.

    >>> renamed("ref-kowalski2020", {"kowalski": "lis"})
    'ref-lis2020'
    >>> renamed("JLIS_janlis", {"lis": "kot", "jan": "ola"})
    'OKOT_olakot'
    >>> renamed("kowal&#115;ki", {"kowalski": "lis"}), renamed("#kov%C3%A1cs", {"kovacs": "kis"})
    ('lis', '#kis')
    >>> renamed("#KovacsEva", {"kovacs": "kis", "eva": "anna"})
    '#KisAnna'
    >>> renamed("Đokić djokic", paired("Đokić", "Šket"))
    'Šket sket'
    """

    def new(match: re.Match[str]) -> str:
        word: str = match[0]
        known = words.get(word.lower(), words.get(_plain(word)))
        if known is None:
            made = word if _HUMP.fullmatch(word) else _HUMP.sub(new, word)
            known = _joined(_plain(word), words) if made == word else None
            if known is None:
                return made
        return known.upper() if word.isupper() else _as_large(word, known)

    said = _ESCAPE.sub(lambda m: chr(int(m[0].strip("\\u "), 16)), unescape(label))
    said = normalize("NFC", unquote(said) if "%" in label else said)
    made = _WORD.sub(new, said)
    if made == said:
        return label
    made = quote(made, safe=_SAFE) if "%" in label else made
    return html.escape(made) if said != label else made


def _as_large(word: str, new: str) -> str:
    return new.capitalize() if word[0].isupper() else new


def _joined(word: str, words: Mapping[str, str]) -> str | None:
    """Return what stands for a word that is two names, or an initial and a name."""
    for cut in range(1, len(word) - 1) if len(word) <= _LONGEST else ():
        parts = word[:cut], word[cut:]
        new = [words.get(part) for part in parts]
        for at in (0, 1):
            if new[at] is None and new[1 - at] and len(parts[at]) == 1:
                new[at] = next((n[0] for old, n in words.items() if old[0] == parts[at]), None)
        if new[0] and new[1]:
            return new[0] + new[1]
    return None


def _plain(word: str) -> str:
    return "".join(c for c in fold(to_latin(word)) if c.isalpha()) or _EMPTY
