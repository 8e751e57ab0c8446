"""Names of files: the people, firms and numbers of the text in them are found, the rest stays.

*racun_Kolenc_2024-00317.pdf* says whom a bill is for and its number; *hp_1020_setup.exe* is no
user name, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from allonym.model.cover import Cover
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.text.capitals import SMALL
from allonym.text.fold import fold, to_latin

_FILE = re.compile(
    r"(?<![\w@/\\.-])[^\W_][\w-]*(?:\.[\w-]+)*\.(?:pdf|docx?|odt|rtf|txt|xlsx?|ods|csv|tsv|pptx?"
    r"|jpe?g|png|tiff?|heic|mp[34]|mov|wav|dwg|dxf|zip|7z|rar|eml|msg|xml|json|ps1|bat|exe|msi|log)"
    r"(?![\w@/\\-]|\.\w)",
    re.IGNORECASE,
)
_LETTERS, _NUMBER = re.compile(r"[^\W\d_]+"), re.compile(r"\d+(?:[-.]\d+)*")
_HUMP = re.compile(rf"[^\W\d_]{SMALL}+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_INITIAL = re.compile(r"[_-][^\W\d_](?![^\W\d_])")
_LED_BY_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_][_-]\Z")
_GUESSED = ("username", "id", "case_number", "other", "org", "place")
"""What a name of a file is taken for, all or a part of it."""
_SCORE, _LEAST, _OWN = 0.9, 4, 5
"""The letters of a word that the text hides and the digits of a number that are hidden there."""


def in_file_names(
    view: TextView,
    mentions: Sequence[Mention],
    is_name: Callable[[str], bool],
    is_word: Callable[[str], bool],
) -> list[Mention]:
    """Return the mentions, of those in names of files what the text names or a list has.

    Args:
        view: The document.
        mentions: All of it, in text order.
        is_name: Tells of a word whether a list has it as somebody's name.
        is_word: Tells of a word as it is written whether it is rather one of the dictionary; such
            a name is somebody's beside another: *kowalski_jan*, no *raport_marzec*.
    """
    files = [Span(*match.span()) for match in _FILE.finditer(view.text)]
    if not files:
        return list(mentions)
    inside = Cover(files)
    guesses = [m for m in mentions if inside.holds(m.span) and _is_guess(view, m, is_word)]
    dropped = {m.span for m in guesses}
    rest = [m for m in mentions if m.span not in dropped]
    users = Cover(m.span for m in guesses if m.type == "username")
    told = dict(_told(view, [m for m in rest if not inside.holds(m.span)]))
    taken = Cover(m.span for m in rest)
    found = [m for file in files for m in _parts(view.text, file, told, is_name, is_word)]
    known = Cover(m.span for m in found)
    unknown = (f for f in files if users.touches(f) and not known.touches(f))
    found += [m for file in unknown for m in _unlisted(view.text, file, is_word)]
    return sorted((*rest, *(m for m in found if not taken.touches(m.span))), key=lambda m: m.span)


def _is_guess(view: TextView, mention: Mention, is_word: Callable[[str], bool]) -> bool:
    """Tell whether a find may be dropped; a user name short of the ending is somebody's.

    But for one of words alone: *factura_mai*.
    """
    surface = view.surface(mention.span)
    whole = "." in surface or all(map(is_word, _LETTERS.findall(surface)))
    return mention.type in _GUESSED and (whole or mention.type != "username")


def _told(view: TextView, mentions: Sequence[Mention]) -> Iterator[tuple[str, str]]:
    """Yield the words and numbers that a text hides elsewhere, each with its type."""
    for mention in mentions:
        surface = view.surface(mention.span)
        if is_a(mention.type, "org"):
            yield from ((fold(word), "org") for word in _WORD.findall(surface) if word.istitle())
        elif any(map(str.isdigit, surface)) and not is_a(mention.type, "date"):
            yield surface, mention.type
    people = (m for m in mentions if is_a(m.type, "person"))
    words = {w for m in people for w in _WORD.findall(view.surface(m.span))}
    yield from ((fold(form), "person") for word in words for form in {word, to_latin(word)})


def _parts(
    text: str,
    file: Span,
    told: dict[str, str],
    is_name: Callable[[str], bool],
    is_word: Callable[[str], bool],
) -> Iterator[Mention]:
    stem = text.rindex(".", *file)
    evidence = (Evidence("patterns", "file", _SCORE),)
    for number in _NUMBER.finditer(text, file.start, stem):
        if kind := told.get(number[0]) or ("id" if len(number[0]) > _OWN else ""):
            yield Mention(Span(*number.span()), kind, evidence)
    runs = _LETTERS.finditer(text, file.start, stem)
    words = [word for run in runs for word in _HUMP.finditer(text, *run.span())]  # St, Wilfrids
    named = [is_name(word[0].title()) for word in words]
    for n, word in enumerate(words):
        bare = len(word[0]) - word[0].endswith("s")
        kind = told.get(fold(word[0])) or told.get(fold(word[0][:bare])) or ""
        beside = any(named[max(0, n - 1) : n] + named[n + 1 : n + 2])
        led = text[word.start() - 1].isupper() and word.start() > file.start  # JSmith
        own = named[n] and (beside or led)
        own = own or ((named[n] or (beside and len(word[0]) >= _LEAST)) and not is_word(word[0]))
        if own or (kind and len(word[0]) >= _LEAST):
            whole = _with_initial(text, word, Span(file.start, stem)) if kind == "person" else None
            kind = "username" if whole else kind or "person"
            yield Mention(whole or Span(*word.span()), kind, evidence)
        elif is_name(word[0][1:].title()) and len(word[0]) > _LEAST:  # jkowalski
            yield Mention(Span(*word.span()), "username", evidence)


def _with_initial(text: str, word: re.Match[str], stem: Span) -> Span | None:
    """Return a name with the initial beside it, if one is: *kowalski_j*, *j_kowalski*."""
    behind = _INITIAL.match(text, word.end(), stem.end)
    led = _LED_BY_INITIAL.search(text[stem.start : word.start()])
    if behind is None and led is None:
        return None
    start = stem.start + led.start() if led else word.start()
    return Span(start, behind.end() if behind and not led else word.end())


def _unlisted(text: str, file: Span, is_word: Callable[[str], bool]) -> Iterator[Mention]:
    """Yield the words that no list has of what was taken for somebody, if they are two and more."""
    stem = text.rindex(".", *file)
    words = (word for word in _WORD.finditer(text, file.start, stem) if not is_word(word[0]))
    spans = [Span(*word.span()) for word in words]
    evidence = (Evidence("patterns", "file", _SCORE),)
    yield from (Mention(span, "username", evidence) for span in spans if len(spans) > 1)
