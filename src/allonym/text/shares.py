"""Share a text out among fixed tokens, so that each takes what stands for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ATOM = re.compile(r"\w+|[^\w\s]")
_INITIALS = re.compile(r"\w\.|\w+|[^\w\s]")


def share_out(tokens: Sequence[str], glued: Sequence[bool], text: str) -> list[str] | None:
    """Return a part of `text` for each token; None where they do not match.

    They match if the text has as many words, parted by white space, as the tokens make, or as
    many runs of letters and marks as the tokens have; an initial and its full stop may be one.

    Args:
        tokens: What `text` stands for.
        glued: For each token whether it stands right after the one before.
        text: What is to be shared out.

    >>> share_out(["Ana", "Nowak", "-", "Kos"], [False, False, True, True], "Ewa Zima-Lis")
    ['Ewa', 'Zima', '-', 'Lis']
    >>> share_out(["Nowak", "-", "Kos"], [False, True, True], "N.-K.")
    ['N.', '-', 'K.']
    >>> share_out(["12.", "5.", "2020"], [False, True, True], "3.6.2021")
    ['3.', '6.', '2021']
    >>> share_out(["Ana", "Nowak"], [False, False], "[PERSON]")
    >>> share_out(["Ana", "N.", "."], [False, False, True], "E. Z.")
    """
    words = text.split()
    groups = _groups(tokens, glued)
    if len(words) == len(groups):
        parts = [
            _by_atoms(group, word) or _by_atoms(group, word, _INITIALS)
            for group, word in zip(groups, words, strict=True)
        ]
        if None not in parts:
            return [piece for part in parts for piece in part or ()]
    return _by_atoms(tokens, text)


def _groups(tokens: Sequence[str], glued: Sequence[bool]) -> list[list[str]]:
    groups: list[list[str]] = []
    for token, to_last in zip(tokens, glued, strict=True):
        if to_last and groups:
            groups[-1].append(token)
        else:
            groups.append([token])
    return groups


def _by_atoms(tokens: Sequence[str], text: str, atom: re.Pattern[str] = _ATOM) -> list[str] | None:
    if len(tokens) == 1 and not any(map(str.isspace, text)) and text:
        return [text]
    atoms = atom.findall(text)
    counts = [len(atom.findall(token)) for token in tokens]
    if sum(counts) != len(atoms) or not all(counts):
        return None
    pieces: list[str] = []
    for count in counts:
        pieces.append("".join(atoms[:count]))
        del atoms[:count]
    alike = all(p[0].isalnum() == t[0].isalnum() for p, t in zip(pieces, tokens, strict=True))
    return pieces if alike else None
