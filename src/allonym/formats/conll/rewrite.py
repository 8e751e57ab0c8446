"""Carry a plan out on the lines of a CoNLL file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from allonym.errors import UnrewritableContent
from allonym.formats.conll.misc import Names, Offsets, Words, of_changed, of_others
from allonym.formats.conll.table import LEMPOS, NOUNS, Columns, Row, Sentence, cells_of
from allonym.formats.conll.text import Laid, Remark, Unit, remarks_of
from allonym.model.replacement import Replacement
from allonym.model.span import spliced
from allonym.model.view import Slice
from allonym.ports import NamesIn
from allonym.text.fold import fold

_SMALL_WORD = 4
_FIGURE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class _Edit:
    """What a part of a word becomes."""

    start: int
    end: int
    text: str = field(repr=False)
    lemma: str = field(repr=False)
    entity: str
    context: bool = False


@dataclass(frozen=True, slots=True)
class _New:
    """What a word becomes; a lemma of None is not known."""

    form: str = field(repr=False)
    lemma: str | None = field(repr=False, default=None)
    analysis: tuple[str, str] | None = None


class Writer:
    """Rewrites the lines of one corpus.

    `escape` makes a word fit for a cell or comment; `names` finds people's names in words of
    ids, None where nobody knows.
    """

    def __init__(
        self,
        lines: Sequence[str],
        sentences: Sequence[Sentence],
        laid: Sequence[Laid],
        remarks_of: Callable[[str, int], tuple[Remark, ...]] = remarks_of,
        escape: Callable[[str], str] = str,
        names: NamesIn | None = None,
    ) -> None:
        self._remarks_of = remarks_of
        self._escape = escape
        self._lines = lines
        self._out = list(lines)
        self._sentences = tuple(zip(sentences, laid, strict=True))
        self._edits: dict[int, list[_Edit]] = {}
        self._remarks: dict[Remark, list[_Edit]] = {}
        self._words = Words(names or (lambda _: ()))
        self._is_open = names is not None
        self._names: dict[str, Names] = {}
        self._offsets = Offsets()
        self._known: dict[str, str] = {}
        self._variants: dict[tuple[str, str, str], dict[tuple[str, str], None]] | None = None

    def take(self, replacement: Replacement, slices: Sequence[Slice]) -> None:
        """Note a replacement, to be carried out by `lines`.

        Raises:
            UnrewritableContent: If it crosses a token or is no word.
        """
        text, span = replacement.text, replacement.span
        for place in slices:
            word = isinstance(place.anchor, int)
            if word and (len(slices) > 1 or not text or any(c in "\t\r\n" for c in text)):
                raise UnrewritableContent(
                    f"a token at {span.start}-{span.end} of the view cannot become this; share "
                    "the replacement out among its tokens"
                )
            edit = _Edit(
                place.start, place.end, text, _lemma(replacement), replacement.entity,
                replacement.context,
            )  # fmt: skip
            if isinstance(place.anchor, int):
                self._edits.setdefault(place.anchor, []).append(edit)
            elif isinstance(place.anchor, Remark):
                self._remarks.setdefault(place.anchor, []).append(edit)
        if not slices:
            raise UnrewritableContent(f"nothing to rewrite at {span.start}-{span.end} of the view")

    def lines(self) -> list[str]:
        """Return all lines with everything carried out that was taken."""
        if not (self._edits or self._remarks or self._is_open):
            return self._out
        changes = [self._changes(sentence, laid) for sentence, laid in self._sentences]
        self._words.settle()
        shift = 0
        for (sentence, laid), new in zip(self._sentences, changes, strict=True):
            self._comments(sentence, laid, new)
            shift = self._rows(sentence, laid, new, shift)
        return self._out

    # -- what changes --------------------------------------------------------------------------

    def _changes(self, sentence: Sentence, laid: Laid) -> dict[int, _New]:
        """Return what becomes of the units of a sentence, by their lines."""
        made: dict[int, _New] = {}
        at = sentence.columns.lemma
        run: list[tuple[str, str]] = []
        entity = ""
        for unit in laid.units:
            edits = self._edits.get(unit.line, ())
            form = _edited(unit.surface, edits, lemmas=False)
            if not edits or (edits[0].context and _follows(unit.surface, form)):
                run = []
                made |= {unit.line: self._follower(sentence, unit, form)} if edits else {}
                continue
            cells = cells_of(self._lines[unit.line], sentence.columns)
            old = cells[at] if at >= 0 else "_"
            noun = sentence.columns.upos >= 0 and cells[sentence.columns.upos] in NOUNS
            cited = self._lemma(unit.surface, edits, form, old, noun=noun)
            lemma = None if form == unit.surface else cited
            made[unit.line] = _New(form, lemma)
            run = [*(run if edits[0].entity == entity else ()), (unit.surface, form)]
            entity = edits[0].entity
            self._words.add_run(run, entity)
            self._words.add(unit.surface, form, entity)
            self._words.add(old, lemma or form, entity)
        return made

    def _follower(self, sentence: Sentence, unit: Unit, form: str) -> _New:
        """Return what becomes of a word that follows its neighbour (``z`` to ``ze``).

        Its lemma stays.  Its tag and features are those the corpus gives the form elsewhere, if
        they say the same but for ``Variant``.
        """
        cells = cells_of(self._lines[unit.line], sentence.columns)
        columns = sentence.columns
        if min(columns.lemma, columns.xpos, columns.feats) < 0:
            return _New(form)
        same = cells[columns.lemma], _without_variant(cells[columns.feats])
        known = self._analyses().get((form.casefold(), *same), {})
        old = cells[columns.xpos]
        return _New(form, analysis=next((k for k in known if _is_variant(old, k[0])), None))

    def _analyses(self) -> dict[tuple[str, str, str], dict[tuple[str, str], None]]:
        """Return tags and features of the corpus' small words, by form and lemma."""
        if self._variants is None:
            self._variants = {}
            for sentence, _ in self._sentences:
                columns = sentence.columns
                for row in sentence.rows:
                    if columns.feats >= 0 and len(row.form) <= _SMALL_WORD:
                        cells = cells_of(self._lines[row.line], columns)
                        feats = cells[columns.feats]
                        key = row.form.casefold(), cells[columns.lemma], _without_variant(feats)
                        self._variants.setdefault(key, {})[cells[columns.xpos], feats] = None
        return self._variants

    def _lemma(
        self, surface: str, edits: Sequence[_Edit], form: str, old: str, *, noun: bool
    ) -> str:
        """Return the citation form of a new word: as planned, else as the corpus knows the form."""
        if old != surface and (of := _FIGURE.findall(old)) and of == _FIGURE.findall(surface):
            new = iter(_FIGURE.findall(form))
            return _FIGURE.sub(lambda m: next(new, m[0]), old)  # 3-án, cited as 3.
        if all(edit.lemma for edit in edits):
            lemma = _edited(surface, edits, lemmas=True)
            small = old.islower() and not surface.islower() and lemma.istitle()
            if not small or noun:  # a noun is cited as the town has it: Mursko Središće
                return lemma.lower() if small else lemma
            return _alike(surface.lower(), old, form.lower(), lemma.lower())
        known = self._lemmas_of_corpus().get(form.casefold())
        lower = form.lower()
        return known or (_alike(surface.lower(), old, lower, lower) if old.islower() else form)

    def _lemmas_of_corpus(self) -> dict[str, str]:
        if not self._known:
            for sentence, _ in self._sentences:
                at, of = sentence.columns.form, sentence.columns.lemma
                for row in sentence.rows if of >= 0 else ():
                    cells = cells_of(self._lines[row.line], sentence.columns)
                    if row.kind == "word" and cells[of] != "_" and row.line not in self._edits:
                        self._known.setdefault(cells[at].casefold(), cells[of])
            self._known.setdefault("", "")
        return self._known

    # -- comments ------------------------------------------------------------------------------

    def _comments(self, sentence: Sentence, laid: Laid, new: dict[int, _New]) -> None:
        for number in sentence.comments:
            line = self._lines[number]
            for remark in reversed(self._remarks_of(line, number)):
                value = self._value(remark, laid, new)
                if value is None:
                    line = ""
                elif value != remark.value:
                    text = self._escape(value)
                    if remark.attribute:
                        text = text.replace('"', "&quot;").replace("'", "&apos;")
                    line = line[: remark.start] + text + line[remark.end :]
            self._out[number] = line

    def _value(self, remark: Remark, laid: Laid, new: dict[int, _New]) -> str | None:
        """Return what a comment says afterwards; None if it goes."""
        if remark.line == laid.text_line:
            return _text(laid, new) if new else remark.value
        if remark in self._remarks:
            return " ".join(_edited(remark.value, self._remarks[remark], lemmas=False).splitlines())
        if remark.is_read or remark.is_structure:
            return remark.value
        if remark.is_translation and (new or self._words.resembles(remark.value)):
            return None
        value = self._words.hide_in_id(remark.value)
        if not remark.is_name:
            return value
        names = self._names.setdefault(remark.key, Names())
        return names.old(value) if value == remark.value else names.unique(value)

    # -- rows ----------------------------------------------------------------------------------

    def _rows(self, sentence: Sentence, laid: Laid, new: dict[int, _New], shift: int) -> int:
        """Rewrite the rows of a sentence; return how much longer the text has become by its end."""
        if not new and not shift and not self._words:
            return shift
        shifts: dict[int, tuple[int, int]] = {}
        for unit in laid.units:
            after = shift + (
                len(new[unit.line].form) - len(unit.surface) if unit.line in new else 0
            )
            shifts[unit.line] = shift, after
            shift = after
        spread = _spread(sentence, laid, new, shifts)
        for row in sentence.rows:
            self._row(sentence, row, spread.get(row.line), shifts.get(row.line, (shift, shift)))
        return shift

    def _row(self, sentence: Sentence, row: Row, new: _New | None, shift: tuple[int, int]) -> None:
        columns, raw = sentence.columns, self._lines[row.line]
        body = raw.rstrip("\r\n")
        cells = body.split("\t")
        if new is not None:
            self._exchange(cells, columns, new)
        else:
            self._clear(cells, columns, row)
        for index in columns.others:
            cells[index] = self._words.hide(cells[index])
        if columns.misc >= 0 and cells[columns.misc] != "_":
            treat = of_others if new is None else of_changed
            misc = treat(cells[columns.misc], self._words)
            cells[columns.misc] = self._offsets.moved(misc, *shift)
        self._out[row.line] = "\t".join(cells) + raw[len(body) :]

    def _exchange(self, cells: list[str], columns: Columns, new: _New) -> None:
        """Put a new word into the cells of a row."""
        old = cells[columns.form]
        for index in (columns.form, *columns.norms):
            cells[index] = self._escape(new.form)
        if new.analysis is not None:
            cells[columns.xpos], cells[columns.feats] = new.analysis
        if columns.lemma >= 0 and new.lemma is not None and cells[columns.lemma] != "_":
            tail = LEMPOS.search(cells[columns.lemma], 1)
            keeps = tail is not None and not old.endswith(tail[0])
            cells[columns.lemma] = self._escape(new.lemma) + (tail[0] if tail and keeps else "")

    def _clear(self, cells: list[str], columns: Columns, row: Row) -> None:
        """Take names that were replaced elsewhere out of a row whose word stays."""
        form = cells[columns.form]
        repeats = {columns.lemma, *columns.norms} - {-1}
        if row.kind == "empty":
            for index in {columns.form, *repeats}:
                cells[index] = self._words.hide(cells[index])
        elif row.kind == "word":
            for index in repeats:
                says_more = fold(cells[index][:2]) != fold(form[:2])  # than the word itself
                if says_more and self._words.resembles(cells[index]):
                    cells[index] = form


def _lemma(replacement: Replacement) -> str:
    """Return the citation form of a replacement; a label is its own."""
    if replacement.lemma or replacement.method in ("pseudonym", "paradigm") or replacement.context:
        return replacement.lemma
    return replacement.text


def _alike(form: str, lemma: str, new: str, known: str) -> str:
    """Return the lemma of an adjective that ends as another does, else a known one.

    >>> _alike("novem", "nov", "velikem", "veliko"), _alike("nowym", "nowy", "wysokim", "wysokie")
    ('velik', 'wysoki')
    >>> _alike("zielonej", "zielony", "zduńskiej", "zduńska")  # behind k and g it is i
    'zduński'
    >>> _alike("zieloną", "zielony", "zduńską", "zduńska")
    'zduński'
    """
    same = next((n for n in range(len(form)) if form[: n + 1] != lemma[: n + 1]), len(form))
    own = new.removesuffix(form[same:]) + lemma[same:] if new.endswith(form[same:]) else known
    return re.sub(r"(?:(?<=[kg])y|i[yi])\Z", "i", own) if lemma[same:] in {"y", "i"} else own


def _follows(old: str, new: str) -> bool:
    """Tell whether a word is the one it was, or a small word: *pan* and *pani*, *u* and *na*.

    A firm or adjective that goes along with its town is another, and so is its lemma.
    """
    return fold(old[:2]) == fold(new[:2]) or (old.islower() and len(old) <= _SMALL_WORD)


def _is_variant(tag: str, other: str) -> bool:
    """Tell whether two tags are the same but for one thing: ``prep:loc:wok``, ``Eu6`` and ``Ev6``.

    >>> _is_variant("prep:loc:wok", "prep:loc:nwok"), _is_variant("Eu6", "Ev7")
    (True, False)
    """
    one, two = ((t.split(":") if ":" in t else t) for t in (tag, other))
    return len(one) == len(two) and sum(a != b for a, b in zip(one, two, strict=True)) <= 1


def _without_variant(features: str) -> str:
    return "|".join(f for f in features.split("|") if not f.startswith("Variant="))


def _edited(text: str, edits: Sequence[_Edit], *, lemmas: bool) -> str:
    return spliced(text, ((e.start, e.end, e.lemma if lemmas else e.text) for e in edits))


def _text(laid: Laid, new: dict[int, _New]) -> str:
    parts = (u.gap + (new[u.line].form if u.line in new else u.surface) for u in laid.units)
    return "".join(parts)


def _spread(
    sentence: Sentence, laid: Laid, new: dict[int, _New], shifts: dict[int, tuple[int, int]]
) -> dict[int, _New]:
    """Return what becomes of every row: a multiword token follows its words or leads them."""
    made = dict(new)
    surfaces = {unit.line: unit.surface for unit in laid.units}
    for row, words in _ranges(sentence):
        if row.line in surfaces:
            made |= dict.fromkeys((w.line for w in words), new[row.line]) if row.line in new else {}
            shifts |= dict.fromkeys((w.line for w in words), shifts[row.line])
            continue
        shifts[row.line] = shifts[words[0].line][0], shifts[words[-1].line][1]
        if any(word.line in new for word in words):
            forms = (new[w.line].form if w.line in new else surfaces[w.line] for w in words)
            made[row.line] = _New("".join(forms))
    return made


def _ranges(sentence: Sentence) -> Iterator[tuple[Row, list[Row]]]:
    words = {row.first: row for row in sentence.rows if row.kind == "word"}
    for row in sentence.rows:
        if row.kind == "range":
            yield row, [words[n] for n in range(row.first, row.last + 1)]
