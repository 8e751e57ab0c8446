"""Lists: their names and signs; those of styles are given anew as everywhere (`Sieve`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from allonym.formats.docx.names import VALUE, w
from allonym.formats.docx.view import is_bullet
from allonym.formats.office.opc import remove


def clean_aliases(root: Any, found: Counter[str]) -> None:
    """Remove the second names of styles."""
    for alias in list(root.iter(w("aliases"))):
        found["names of styles"] += 1
        remove(alias)


def clean_lists(root: Any, found: Counter[str]) -> None:
    """Remove names and marks of lists; the sign of a bulleted list is one character."""
    for node in list(root.iter(w("nsid"), w("tmpl"), w("name"))):
        found["marks of editing"] += 1
        remove(node)
    for level in root.iter(w("lvl")):
        label = level.find(w("lvlText"))
        if label is not None and is_bullet(level) and len(label.get(VALUE, "")) > 1:
            label.set(VALUE, label.get(VALUE)[:1])
