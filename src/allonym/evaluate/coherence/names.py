"""People and organisations in a result: sex, addresses that follow names, heads, tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from allonym.evaluate.coherence.calendar import Verdict
from allonym.evaluate.coherence.pairs import Judged
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.text.capitals import CAPITAL
from allonym.text.fold import fold
from allonym.text.tables import table_of

_TAG = re.compile(rf"\[{CAPITAL}[^\W\da-z]*(?:[ -]?\d+)?\]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LEAST = 4


def sexes(judged: Judged) -> Iterator[Verdict]:
    """Judge given names that the lists of the language give to one sex."""
    table = _genders(judged.language)
    for pair in judged.of("person"):
        old, new = _sex(pair.old, table), _sex(pair.new, table)
        if old and new:
            yield "sex of a name", old == new


def _sex(name: str, table: dict[str, str]) -> str:
    found = {table[w] for w in map(str.lower, _WORD.findall(name)) if w in table}
    return found.pop() if len(found) == 1 else ""


@lru_cache(maxsize=16)
def _genders(language: str) -> dict[str, str]:
    """Return the sex of given names; those of both, and those that are surnames, are left out."""
    pack = load_pack(language)
    families = load_pool(pack, "family").by_lemma
    found: dict[str, set[str]] = {}
    for lemma, entries in load_pool(pack, "given").by_lemma.items():
        found.setdefault(lemma.lower(), set()).update(e.gender for e in entries)
    return {
        name: sex
        for name, (sex, *more) in ((n, sorted(g)) for n, g in found.items())
        if sex and not more and name.capitalize() not in families
    }


def mails(judged: Judged) -> Iterator[Verdict]:
    """Judge mail addresses and user names in which a name of the document stands."""
    people = [*judged.of("person")]
    for pair in judged.of("email", "username"):
        own = [p for p in people if _stands_in(p.old, pair.old)]
        if own:
            yield (
                "mail of its person",
                any(_stands_in(p.new, pair.new, least=_LEAST - 1) for p in own),
            )


def _stands_in(name: str, address: str, least: int = _LEAST) -> bool:
    """Tell whether a word of a name stands in an address; one drawn may be short: *korr*."""
    local = re.sub(r"[^a-z]", "", fold(address.partition("@")[0]))
    words = (re.sub(r"[^a-z]", "", fold(word)) for word in _WORD.findall(name))
    return any(len(w) >= least and w[: max(least, len(w) - 2)] in local for w in words)


def heads(judged: Judged) -> Iterator[Verdict]:
    """Judge whether an institution is still of its kind."""
    stems = table_of("allonym.evaluate.coherence", "heads.toml")[judged.language]
    for pair in judged.of("org"):
        kinds = [s for s in stems if s in f" {pair.old.lower()} "]
        if kinds:
            yield "kind of an institution", any(s in f" {pair.new.lower()} " for s in kinds)


def tags(judged: Judged) -> Iterator[Verdict]:
    """Judge every mark: no tag may stand for it."""
    for pair in judged.pairs:
        yield "no tag", not _TAG.search(pair.new) or bool(_TAG.search(pair.old))
