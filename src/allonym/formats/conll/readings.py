"""What the columns of a corpus say of its words: lemma, tag, features."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from allonym.formats.conll.table import Columns, Sentence, cells_of
from allonym.model.features import NO_FEATURES, FeatureBundle, parse_features
from allonym.model.view import TokenReading

LEMPOS = re.compile(r"-[a-z]\Z")
"""What Sketch Engine hangs on a lemma to tell its part of speech."""

_NOUNS = frozenset({"NOUN", "PROPN"})
_NOTHING = frozenset({"", "_"})


def readings_of(sentence: Sentence, lines: Sequence[str]) -> Mapping[int, TokenReading]:
    """Return for the line of each word what its row says, where it says anything."""
    columns = sentence.columns
    if max(columns.lemma, columns.upos, columns.xpos, columns.feats) < 0:
        return {}
    rows = (row for row in sentence.rows if row.kind == "word")
    made = {r.line: _reading(cells_of(lines[r.line], columns), columns) for r in rows}
    return {line: reading for line, reading in made.items() if reading != TokenReading()}


def _reading(cells: Sequence[str], columns: Columns) -> TokenReading:
    def cell(index: int) -> str:
        return "" if index < 0 or cells[index] in _NOTHING else cells[index]

    lemma, form = cell(columns.lemma), cells[columns.form]
    tail = LEMPOS.search(lemma, 1)
    if tail and not form.endswith(tail[0]):
        lemma = lemma[: tail.start()]
    noun = cell(columns.upos) in _NOUNS
    return TokenReading(lemma, _features(cell(columns.feats)), cell(columns.xpos), noun)


def _features(text: str) -> FeatureBundle:
    """Return the features of a cell; a cell in another notation says nothing here."""
    try:
        return parse_features(text)
    except ValueError:
        return NO_FEATURES
