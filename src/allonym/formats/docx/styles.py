"""Styles and lists: their identifiers are made from names that people chose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from allonym.formats.docx.names import VALUE, w
from allonym.formats.docx.view import is_bullet
from allonym.formats.office.opc import remove
from allonym.formats.office.values import is_built_in_style, says_nothing

_REFERRING = tuple(
    map(w, ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "styleLink", "numStyleLink"))
)


def clean_styles(roots: Iterable[Any], replaced: Counter[str]) -> dict[str, str]:
    """Number the styles that people made; return all identifiers and their new ones."""
    made: dict[str, str] = {}
    own = 0
    for root in roots:
        for node in root.iter(w("style")):
            old = node.get(w("styleId"), "")
            custom = bool(node.get(w("customStyle")))
            if old not in made:
                own += custom
                made[old] = f"Style{own}x" if custom else old
            node.set(w("styleId"), made[old])
            replaced["identifiers of styles"] += custom
            named = node.find(w("name"))
            if named is not None and not is_built_in_style(named.get(VALUE, "")):
                named.set(VALUE, made[old] if says_nothing(made[old]) else f"Style{len(made)}y")
                replaced["names of styles"] += 1
            for alias in node.findall(w("aliases")):
                remove(alias)
    return made


def rename_styles(root: Any, styles: Mapping[str, str]) -> None:
    """Let everything that names a style name it anew; what names none is removed."""
    for node in list(root.iter(*_REFERRING)):
        name = styles.get(node.get(VALUE, ""))
        if name is None:
            remove(node)
        else:
            node.set(VALUE, name)


def clean_lists(root: Any, found: Counter[str]) -> None:
    """Remove names and marks of lists; the sign of a bulleted list is one character."""
    for node in list(root.iter(w("nsid"), w("tmpl"), w("name"))):
        found["marks of editing"] += 1
        remove(node)
    for level in root.iter(w("lvl")):
        label = level.find(w("lvlText"))
        if label is not None and is_bullet(level) and len(label.get(VALUE, "")) > 1:
            label.set(VALUE, label.get(VALUE)[:1])
