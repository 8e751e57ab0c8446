"""Run the measuring commands and write their tables into docs/reference/benchmarks.md.

    python tools/write_benchmarks.py DATA [--python PATH]

DATA holds ``ner/<language>/<corpus>.<split>.iob2.xz``; ``-`` measures on what comes with the
package only.  PATH is the Python that has the other tools.
"""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from allonym import __version__
from allonym.bench.run import machine

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "benchmarks.md"

INTRODUCTION = """\
# Benchmarks

Written by `tools/write_benchmarks.py`; not by hand. Allonym {version}, {date}, {machine}.

Each table is what the command above it prints. The documents of the kit (`--documents`) were
written by the authors of Allonym, and this is the half that was looked at while building: read
these figures as an upper bound. The sentences that names are inserted into are ours too, and the
names come from the lists that detection also knows; foreign ones come from the lists of the other
languages. Data of others is measured in [packs](packs.md) and [replacements](replacements.md).
"""

SECTIONS: Sequence[tuple[str, str, tuple[str, ...]]] = (
    (
        "Names inserted into sentences without any",
        (
            "The protocol of ANOPPI, which inserted 152 names into Finnish judgments. Other texts "
            "and other names: the published line is for orientation."
        ),
        ("evaluate", "--insert"),
    ),
    (
        "Originals found in the output",
        (
            "Searched without the code of the leak check. The attacker cuts up to three letters "
            "off words, drops diacritics, transliterates and allows for misspellings; words that "
            "also stand outside the marks, or were kept on purpose, do not count. An original of "
            "short words is sought as a whole."
        ),
        ("evaluate", "--documents", "--attack"),
    ),
    ("Linking", "Mentions gathered into entities.", ("evaluate", "--documents", "--linking")),
    (
        "Beside other tools",
        (
            "None of the others is made for these ten languages; Presidio's rules find no names "
            "without a model, and where its spaCy model is not installed the cell says so. Labels "
            "of theirs without a counterpart cover text but count for no type."
        ),
        ("bench", "--beside"),
    ),
)


TEXTS = (
    "bg/slavicner.dev.iob2.xz", "en/wikigold.test.iob2.xz", "fi/turkuone.test.iob2.xz",
    "hr/hr500k.test.iob2.xz", "hu/nerkor_onpp.test.iob2.xz", "pl/nkjp.test.iob2.xz",
    "ro/ronec2.test.iob2.xz", "sk/wikigoldsk.test.iob2.xz", "sl/ssj500k.test.iob2.xz",
    "sv/uner_talbanken.test.iob2.xz",
)  # fmt: skip
"""What all tools are run on besides the documents of the kit."""


def main(arguments: Sequence[str]) -> int:
    """Run every command and write the page."""
    if not arguments:
        print(__doc__)
        return 2
    data, python = arguments[0], arguments[2] if "--python" in arguments else sys.executable
    date = dt.datetime.now(dt.UTC).date().isoformat()
    parts = [INTRODUCTION.format(version=__version__, date=date, machine=machine())]
    for title, text, command in _sections(data):
        hidden = ["--python", python] if command[0] == "bench" else []
        shown = " ".join(Path(p).name if "/" in p else p for p in command)
        print(shown, flush=True)
        output = run([*command, *hidden])
        parts.append(
            f"## {title}\n\n{text}\n\n```output\n$ allonym {shown}\n{output.strip()}\n```\n"
        )
    PAGE.write_text("\n".join(parts), "utf-8")
    return 0


def _sections(data: str) -> list[tuple[str, str, tuple[str, ...]]]:
    found = list(SECTIONS)
    english = Path(data) / "ner" / "en" / "wikigold.test.iob2.xz"
    if english.exists():
        title = "Ten folds of WikiGold"
        note = "Data of others, CC BY 4.0: mean and deviation over its documents."
        found.insert(3, (title, note, ("evaluate", str(english), "--folds", "10")))
    texts = [str(path) for path in (Path(data) / "ner" / name for name in TEXTS) if path.exists()]
    if texts:
        title = "Beside other tools, on data of others"
        note = (
            "Test sets of every language (packs.md names their licences); of Bulgarian there is "
            "only a development set. They mark people, places and organisations."
        )
        command = ["bench", "--beside", *(part for text in texts for part in ("--texts", text))]
        found.append((title, note, tuple(command)))
    return found


def run(command: Sequence[str]) -> str:
    """Return what an allonym command prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "allonym", *command],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
