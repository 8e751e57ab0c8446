"""Parts of a package whose names a writer gave: they are called something that says nothing."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import quote, unquote

from lxml import etree

from allonym.formats.base import load_table
from allonym.formats.office.relations import owner_of, relations_of
from allonym.formats.office.rules import TABLE, rule_for
from allonym.formats.office.values import is_technical
from allonym.formats.package import Part
from allonym.formats.xml import parse_xml, to_bytes

_ENDING = 12


def rename_parts(parts: tuple[Part, ...], kind: str) -> tuple[Part, ...]:
    """Return the parts under names that say nothing, and what refers to them accordingly.

    Parts that are left out keep their names: by these the rules of their `kind` know them.

    Raises:
        CorruptDocument: If a list of relations is damaged.
    """
    named = load_table(TABLE)[kind].get("names")
    new = _by_relation(parts, named) if named else {}
    kept = [p.name for p in parts if p.name not in new and rule_for(p.name, kind).do != "remove"]
    new = new_names([*new, *kept], made=new)
    if not new:
        return parts
    return tuple(
        replace(_referring(part, new), name=new.get(part.name, part.name)) for part in parts
    )


def _by_relation(parts: Iterable[Part], named: Mapping[str, str]) -> dict[str, str]:
    """Return what parts are called as the rules know them, where another program calls them so.

    Args:
        parts: Of the package, which is walked from its root.
        named: What a part is called, by the kind of the relation that leads to it.
    """
    stored = {part.name.casefold(): part for part in parts}
    raw = {name: part.data for name, part in stored.items()}
    made: dict[str, str] = {}
    seen, taken, waiting = set[str](), set[str](), [""]
    while waiting:
        for relation in relations_of(raw, waiting.pop()):
            part = None if relation.external else stored.get(relation.target.casefold())
            if part is None or part.name in seen:
                continue
            seen.add(part.name)
            waiting.append(part.name.casefold())
            usual = named.get(relation.kind, "")
            ending = "" if "." in usual else posixpath.splitext(part.name)[1].lower()[:_ENDING]
            called = usual.format(1001 + len(made)) + ending
            is_taken = called.casefold() in stored or called in taken
            if usual and not (is_taken or fnmatchcase(part.name, usual.format("*") + ending)):
                made[part.name] = called
                taken.add(called)
    return made


def new_names(
    names: Iterable[str], folder_name: str = "Object {}", made: dict[str, str] | None = None
) -> dict[str, str]:
    """Return what parts are called from now on whose names a program did not give.

    Args:
        names: Of all parts that are kept.
        folder_name: What folders are called, by number.
        made: What some of them are called already.
    """
    names, made = list(names), made or {}
    folders: dict[str, str] = {}
    for name in names:
        if name in made or is_technical(name):
            continue
        folder, base = posixpath.split(name)
        if base.endswith(".rels"):
            continue
        own = "/".join(_folder(part, folders, folder_name) for part in folder.split("/") if folder)
        ending = posixpath.splitext(base)[1].lower()
        kept = base if is_technical(base) else f"part{len(made) + 1}{ending[:_ENDING]}"
        made[name] = f"{own}/{kept}" if own else kept
    for name in names:
        owner = owner_of(name) if name.endswith(".rels") else ""
        if owner in made:
            folder, base = posixpath.split(made[owner])
            made[name] = posixpath.join(folder, "_rels", f"{base}.rels")
    return made


def _folder(name: str, folders: dict[str, str], called: str) -> str:
    if is_technical(f"{name}/"):
        return name
    return folders.setdefault(name, called.format(len(folders) + 1001))


def _referring(part: Part, new: Mapping[str, str]) -> Part:
    name = part.name
    if name.endswith(".rels"):
        base = posixpath.dirname(owner_of(name))
        moved = posixpath.dirname(new.get(owner_of(name), owner_of(name)))
        return _changed(part, "Target", lambda value: _target(value, base, moved, new))
    if name == "[Content_Types].xml":
        return _changed(part, "PartName", lambda v: "/" + new.get(v.lstrip("/"), v.lstrip("/")))
    if name == "META-INF/manifest.xml":
        return _changed(part, "full-path", lambda value: _path(value, new))
    if posixpath.basename(name) in ("content.xml", "styles.xml"):
        return _changed(part, "href", lambda value: _href(value, new))
    return part


def _target(value: str, base: str, moved: str, new: Mapping[str, str]) -> str:
    path = value.lstrip("/") if value.startswith("/") else posixpath.join(base, value)
    path = posixpath.normpath(unquote(path))
    if path not in new:
        return value
    return "/" + new[path] if value.startswith("/") else posixpath.relpath(new[path], moved or ".")


def _path(value: str, new: Mapping[str, str]) -> str:
    """Return a path as it is called now; the folder of an object goes with its text."""
    folder = value.rstrip("/")
    inside = new.get(f"{folder}/content.xml")
    return posixpath.dirname(inside) + value[len(folder) :] if inside else new.get(value, value)


def _href(value: str, new: Mapping[str, str]) -> str:
    if ":" in value:
        return value
    lead = "./" if value.startswith("./") else ""
    path = unquote(value.removeprefix("./"))
    made = _path(path, new)
    return value if made == path else lead + quote(made)


def _changed(part: Part, attribute: str, change: Any) -> Part:
    tree = parse_xml(part.data, part.name)
    found = [
        (node, name, made)
        for node in tree.getroot().iter(etree.Element)
        if node.get("TargetMode") != "External"
        for name, value in node.attrib.items()
        if etree.QName(name).localname == attribute and (made := change(value)) != value
    ]
    for node, name, made in found:
        node.set(name, made)
    return replace(part, data=to_bytes(tree)) if found else part
