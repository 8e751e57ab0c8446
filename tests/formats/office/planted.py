"""Files with a word of its own in each of many places, as ``planted.toml`` lists them."""

import tomllib
from functools import partial
from pathlib import Path
from re import sub

from allonym.formats.package import Part, read_package, write_package

from .ordinary import content, docx, odp, ods, odt, pptx
from .samples import workbook

TYPES = "[Content_Types].xml"
PLANTED = tomllib.loads(Path(__file__).with_name("planted.toml").read_text("utf-8"))
SPACES = PLANTED.pop("namespaces")["odf"].strip()
BASES = {
    "docx": lambda: docx(content("pl", 1), 1), "xlsx": workbook,
    "pptx": lambda: pptx(content("pl", 9), 2), "odt": lambda: odt(content("pl", 1), 1),
    "ods": lambda: ods(content("pl", 1), 1), "odp": lambda: odp(content("pl", 1), 1),
    "epub": lambda: write_package([Part("mimetype", b"application/epub+zip", stored=True)]),
}  # fmt: skip
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def planted(kind, form="{}"):
    """Return a file of a kind and, by word, the places in it; `form` says how a word stands."""
    words = {}

    def word(match):
        number = len(words)
        made = "Zq" + "".join(chr(97 + number // 26**place % 26) for place in range(4)) + "ski"
        return form.format(words.setdefault(match[1], made))

    rows = [
        {key: sub("⟦(.+?)⟧", word, value) for key, value in row.items()} for row in PLANTED[kind]
    ]
    where = {made: place for place, made in words.items()}
    if kind not in BASES:
        return rows[0]["text"].encode(), where
    parts = {part.name: part.data.decode("utf-8", "surrogateescape")
             for part in read_package(BASES[kind]())}  # fmt: skip
    for name in ("content.xml", "styles.xml", "meta.xml") if kind in ("odt", "ods", "odp") else ():
        declared = partial(_declared, parts[name])
        parts[name] = sub("<office:document-[a-z]+(?= )", declared, parts[name])
    for row in rows:
        _plant(parts, row)
    written = (Part(name, text.encode("utf-8", "surrogateescape")) for name, text in parts.items())
    return write_package(written), where


def _declared(part, tag):
    """Return a tag with the namespaces that it does not declare yet."""
    spaces = [space for space in SPACES.split("\n") if space.partition("=")[0] + "=" not in part]
    return " ".join((tag[0], *spaces))


def _plant(parts, row):
    """Put a text into a part, or a new part, or a link out of the file."""
    if "part" in row:
        mark = row.get("before") or row["behind"]
        text = row["text"] + mark if "before" in row else mark + row["text"]
        assert mark in parts[row["part"]], row["part"]
        parts[row["part"]] = parts[row["part"]].replace(mark, text, 1)
        return
    if "new" in row:
        parts[row["new"]] = row["text"].removeprefix("\n")
    if row.get("type"):
        listed = f'<Override PartName="/{row["new"]}" ContentType="{row["type"]}"/></Types>'
        parts[TYPES] = parts[TYPES].replace("</Types>", listed)
    if row.get("as"):
        _lead(parts, row)


def _lead(parts, row):
    """Let the part that a new one is of, or a link, lead to it."""
    folder, _, name = row["of"].rpartition("/")
    relations = f"{folder}/_rels/{name}.rels".lstrip("/") if row["of"] else "_rels/.rels"
    parts.setdefault(relations, f'<Relationships xmlns="{RELATIONS}"></Relationships>')
    kind = row["as"] if ":" in row["as"] else OFFICE + row["as"]
    outside = ' TargetMode="External"' if "link" in row else ""
    target, identity = row.get("link") or f"/{row['new']}", len(parts[relations])
    link = f'<Relationship Id="z{identity}" Type="{kind}" Target="{target}"{outside}/>'
    parts[relations] = parts[relations].replace("</Relationships>", f"{link}</Relationships>")
