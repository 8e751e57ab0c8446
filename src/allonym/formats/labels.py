"""Labels: identities and classes that other places refer to, called after whom the text names.

``<h4 id="kowalski">Kowalski</h4>``: in small letters and by itself no detector takes such a word
for a name, and none should.  So a label is not read; where it holds a word that was replaced in the
text, the new word stands in it too, the same in each label, so that what refers to it leads there.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from itertools import zip_longest
from urllib.parse import quote, unquote

import regex as re

from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.text.fold import fold, to_latin

_WORD = re.compile(r"[^\W\d_]{3,}")
_HUMP = re.compile(r"\p{Lu}\p{Ll}{2,}")
_MOST_WORDS = 3
"""Words of a name of somebody; longer ones are of offices and titles, whose words say nothing."""

_EMPTY = "x"
_SAFE = "#/?=&;:,.+-_~ "


def new_words(view: TextView, plan: ReplacementPlan) -> Mapping[str, str]:
    """Return what stands for each word of the names that a plan replaces, in plain small letters.

    Args:
        view: The text.
        plan: What is replaced in it.
    """
    made: dict[str, str] = {}
    for replacement in plan:
        old = _WORD.findall(view.surface(replacement.span))
        if len(old) > _MOST_WORDS or replacement.method == "keep":
            continue
        new = _WORD.findall(replacement.text)[: len(old)]
        for before, after in zip_longest(old, new):
            if before[0].isupper():
                made.setdefault(_plain(before), _plain(after or _EMPTY))
    return made


def renamed(label: str, words: Mapping[str, str]) -> str:
    """Return a label with the words in it that stand for names replaced.

    Character references and percent signs are read as what they say; a label in which nothing is
    replaced stays as it is written.

    >>> renamed("ref-kowalski2020", {"kowalski": "lis"})
    'ref-lis2020'
    >>> renamed("kowal&#115;ki", {"kowalski": "lis"}), renamed("#kov%C3%A1cs", {"kovacs": "kis"})
    ('lis', '#kis')
    >>> renamed("#KovacsEva", {"kovacs": "kis", "eva": "anna"})
    '#KisAnna'
    """

    def new(match: re.Match[str]) -> str:
        word: str = match[0]
        known = words.get(_plain(word))
        if known is None:
            return word if _HUMP.fullmatch(word) else _HUMP.sub(new, word)
        return known.capitalize() if word[0].isupper() else known

    said = unquote(html.unescape(label)) if "%" in label else html.unescape(label)
    made = _WORD.sub(new, said)
    if made == said:
        return label
    made = quote(made, safe=_SAFE) if "%" in label else made
    return html.escape(made) if said != label else made


def _plain(word: str) -> str:
    return "".join(c for c in fold(to_latin(word)) if c.isalpha()) or _EMPTY
