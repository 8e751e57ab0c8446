"""What the preposition before a name says of its case, as the words of a pack tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from allonym.languages.pack import LanguagePack
from allonym.replace.inflect import Joint
from allonym.text.fold import fold

_BEHIND_CODE = frozenset({"Nom"})
"""The case of a town behind its postcode, in languages that have it."""
_BEFORE, _REACH = re.compile(r"(?<!\w)([^\W\d_]+)\s\Z"), 24


def governed(pack: LanguagePack, before: str) -> frozenset[str]:
    """Return the UD cases that a name may have; none where no preposition tells.

    Args:
        pack: Of the language.
        before: The text before the name; marks may be missing from its letters.
    """
    if before[-2:-1].isdigit() and before[-1:] in " \u00a0":
        return _BEHIND_CODE
    word = _BEFORE.search(before[-_REACH:])
    return _load(pack).get(fold(word[1]), frozenset()) if word else frozenset()


def as_governed(told: frozenset[str], allowed: Joint, whole: Joint) -> Joint:
    """Return the cases that a preposition leaves of a name; one says it all by itself.

    What no table has may be read as a citation form that it is not: *v Tatranských Zruboch*.

    Args:
        told: The cases that the preposition governs, if any.
        allowed: Those that the words of the name share.
        whole: Those of the name as one word.
    """
    if not told or not allowed:
        return allowed
    cases = {key[0] for key in whole}
    if len(cases) == 1 and cases <= told:
        return whole
    left = {key: weight for key, weight in allowed.items() if key[0] in told}
    return left or ({(*told, "", "", ""): 1.0} if len(told) == 1 else allowed)


@cache
def _load(pack: LanguagePack) -> Mapping[str, frozenset[str]]:
    cues = pack.toml("words.toml").get("cues", {}).get("preposition", {})
    told = ((fold(word), str(cue).partition("Case=")[2]) for word, cue in cues.items())
    return {word: frozenset(cases.split(",")) for word, cases in told if cases}
