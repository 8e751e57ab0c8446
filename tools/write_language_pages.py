"""Write ``docs/packs/``: a page for each pack, from the pack, its card and its sample letter.

``python tools/write_language_pages.py``; run it again when packs or figures change.
"""

from __future__ import annotations

import re
from pathlib import Path

from allonym import Pipeline
from allonym.languages.pack import LanguagePack, available, load_pack
from allonym.samples import sample

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/packs"
FIGURES = ROOT / "docs/reference/packs.md"
SECRET = b"a secret for the documentation only"
INTRODUCTION = """\
`allonym sample {0} | allonym run --diff -l {0} -` shows it on your machine.  Numbers stand for
people here, so that one sees who is who; pseudonyms are the default."""
EXPLAINED = """\
[What the columns say](../reference/packs.md#figures), and
[how the figures came about](../reference/history.md)."""
SECTIONS = ("Data", "Known weaknesses")


def page(pack: LanguagePack) -> str:
    letter = sample(pack.code)
    made = Pipeline.load(language=pack.code, method="index", secret=SECRET).run(letter).text
    card = pack.path("CARD.md")
    text = card.read_text("utf-8") if card else ""
    return (
        "\n\n".join(
            [
                f"# {pack.name}",
                f"<!-- written by tools/write_language_pages.py -->\n\n{figures(pack.name)}",
                "## A letter, before and after",
                INTRODUCTION.format(pack.code),
                f"```text\n{letter.strip()}\n```",
                f"```text\n{made.strip()}\n```",
                "## What the pack provides",
                ", ".join(f"`{part}`" for part in pack.provides)
                + ".  See [what each is for](../reference/packs.md#what-a-pack-may-provide).",
                *(
                    f"## {name}\n\n{section(text, name)}"
                    for name in SECTIONS
                    if section(text, name)
                ),
                f"The whole card: `allonym pack show {pack.code}`.",
            ]
        )
        + "\n"
    )


def figures(name: str) -> str:
    """Return the rows of the table of figures that speak of a language."""
    lines = FIGURES.read_text("utf-8").splitlines()
    start = lines.index("<!-- figures: begin -->")
    rows = [line for line in lines[start + 3 :] if line.startswith(f"| {name} ")]
    table = "\n".join([*lines[start + 1 : start + 3], *rows[:1]])
    return f"{table}\n\n{EXPLAINED}"


def section(card: str, name: str) -> str:
    found = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", card, re.MULTILINE | re.DOTALL)
    text = found[1].strip() if found else ""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)  # the card's links lead elsewhere


def main() -> None:
    packs = [load_pack(code) for code in available()]
    for pack in packs:
        (FOLDER / f"{pack.code}.md").write_text(page(pack), "utf-8")
    rows = "\n".join(f"| [{p.name}]({p.code}.md) | `{p.code}` | {p.script} |" for p in packs)
    index = (
        "# Languages\n\nA page for each: a letter before and after, figures, data, weaknesses.  "
        "[Add a language](../how-to/add-a-language.md) says how to make another.\n\n"
        f"| language | code | script |\n|---|---|---|\n{rows}\n"
    )
    (FOLDER / "index.md").write_text(index, "utf-8")


if __name__ == "__main__":
    main()
