"""Run every promise of the mission and write docs/reference/promises.md with what came out.

    python tools/write_promises.py [--check] [ROW ...]

The rows stand in ``promises.toml`` beside this file.  Each runs in an empty folder with the command
``allonym`` on its path and one server, ``$URL``, for all.  A row that fails makes this fail.  With
``--check`` nothing is written; with names only those rows run and the others stay as they are.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
import tomllib
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.warm_command import CLIENT

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "promises.md"
SECONDS = 600
LINES, WIDTH = 26, 400
SOURCES = {
    "C": "CURLICAT", "A": "ANOPPI", "P": "CLARIN-PL Anonimizator", "S": "Sparv",
    "G": "classifiers of the GDPR study", "N": "what none of them has",
}  # fmt: skip
_BLOCK = re.compile(r"<!-- row (\w+) -->\n(.*?)<!-- end -->\n", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """One promise and how it is shown."""

    id: str
    says: str
    run: str
    want: tuple[str, ...] = ()
    not_: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    needs: str = ""


@dataclass(frozen=True)
class Outcome:
    """What came of a row; no output where it could not be run here."""

    row: Row
    output: str
    faults: tuple[str, ...]

    @property
    def missing(self) -> bool:
        """Whether the row could not be run here, for want of a module."""
        return self.faults == (f"needs {self.row.needs}",)


def read_rows() -> list[Row]:
    """Return the promises in their order."""
    tables = tomllib.loads((Path(__file__).parent / "promises.toml").read_text("utf-8"))["row"]
    return [
        Row(
            t["id"], t["says"], t["run"], tuple(t.get("want", ())), tuple(t.get("not", ())),
            t.get("files", {}), t.get("needs", ""),
        )
        for t in tables
    ]  # fmt: skip


# --- running ---------------------------------------------------------------------------------


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a run: our command first, our sources, one secret for all."""
    command = folder / "bin" / "allonym"
    command.parent.mkdir()
    text = CLIENT.format(python=sys.executable, path=str(folder / "socket"))
    command.write_text(text, encoding="utf-8")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    say(folder / "bin", "python", f'"{sys.executable}"')
    paths = [ROOT / "src", ROOT / "plugins" / "sparv-allonym-pi", os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(str(p) for p in paths if str(p)),
        "ROOT": str(ROOT),
        "ALLONYM_SERVER_SECRET": "env:ALLONYM_SECRET",
        "ALLONYM_SECRET": "promises are kept, row by row",
        "ALLONYM_SERVER_FOLDER": str(folder / "state"),
        "ALLONYM_SERVER_WORKERS": "1",
    }


def say(folder: Path, name: str, line: str) -> None:
    """Make a name in a folder of commands be this command line."""
    folder.mkdir(exist_ok=True)
    command = folder / name
    command.write_text(f'#!/bin/sh\nexec {line} "$@"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)


def interpreter_with(module: str) -> str | None:
    """Return a Python that has a module: ours, or that of the module's own environment; else None.

    Some libraries pin versions that differ from ours, so the CI keeps them in ``.venv-MODULE``.
    """
    if not module or importlib.util.find_spec(module) is not None:
        return sys.executable
    own = ROOT / f".venv-{module}" / "bin" / "python"
    return str(own) if own.exists() else None


@contextmanager
def command(folder: Path, variables: Mapping[str, str]) -> Iterator[None]:
    """Keep the command `allonym` loaded while rows call it."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("warm_command.py")), str(folder / "socket")],
        env=dict(variables),
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


@contextmanager
def server(variables: Mapping[str, str]) -> Iterator[str]:
    """Run a server; its address, once it is ready: before, it refuses tasks."""
    process = subprocess.Popen(
        [sys.executable, "-m", "allonym", "serve", "--port", "0"],
        env=dict(variables), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        port = json.loads(process.stderr.readline())["port"]
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(url)
        yield url
    finally:
        process.terminate()
        process.communicate(timeout=60)


def wait_until_ready(url: str) -> None:
    """Return when a server says that it is ready, or after two minutes."""
    for _ in range(240):
        with suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=30):
            return
        time.sleep(0.5)


def run(row: Row, folder: Path, variables: Mapping[str, str]) -> Outcome:
    """Run a row in a folder of its own and judge what comes out."""
    interpreter = interpreter_with(row.needs)
    if interpreter is None:
        return Outcome(row, "", (f"needs {row.needs}",))
    place = folder / row.id
    place.mkdir()
    if interpreter != sys.executable:
        say(folder / f"bin-{row.needs}", "python", f'"{interpreter}"')
        say(folder / f"bin-{row.needs}", "allonym", f'"{interpreter}" -m allonym')
        path = f"{folder / f'bin-{row.needs}'}{os.pathsep}{variables['PATH']}"
        variables = {**variables, "PATH": path}
    for name, text in row.files.items():
        content = iob2(test="test" in text) if text.startswith("@iob2") else text.lstrip("\n")
        (place / name).write_text(content, encoding="utf-8")
    script = row.run.replace("$ROOT", str(ROOT))
    try:
        done = subprocess.run(
            ["bash", "-c", script], cwd=place, env=dict(variables), capture_output=True,
            text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        output = done.stdout if done.stdout.strip() else done.stderr
    except subprocess.TimeoutExpired:
        return Outcome(row, "", (f"took more than {SECONDS} s",))
    return Outcome(row, output, tuple(judged(row, output)))


def judged(row: Row, output: str) -> Iterator[str]:
    """Yield what is wrong with an output."""
    yield from (f"lacks {p}" for p in row.want if not re.search(p, output))
    yield from (f"has {p}" for p in row.not_ if re.search(p, output))


def iob2(*, test: bool) -> str:
    """Return English documents of the evaluation kit as tagged tokens, to train or to test on."""
    from allonym.evaluate.gold import read_gold
    from allonym.text.tokenize import tokenize

    names = {"person": "PER", "place": "LOC", "org": "ORG"}
    paths = sorted((ROOT / "src/allonym/evaluate/documents/en/open").glob("*.txt"))
    lines: list[str] = []
    for path in paths[-2:] if test else paths[:-2]:
        for document in read_gold(path, "en").documents:
            last = None
            for start, end in tokenize(document.text):
                mark = next((s for s in document.spans if s.start <= start < s.end), None)
                kind = names.get(mark.type.partition(".")[0], "") if mark else ""
                prefix, last = "I" if mark and mark is last else "B", mark
                lines.append(f"{document.text[start:end]}\t{prefix}-{kind}" if kind else
                             f"{document.text[start:end]}\tO")  # fmt: skip
                if document.text[start:end] in ".!?":
                    lines.append("")
                    last = None
    return "\n".join(lines) + "\n\n"


# --- writing ---------------------------------------------------------------------------------


def block(outcome: Outcome, folder: Path) -> str:
    """Return what the page shows of a row."""
    row = outcome.row
    shown = outcome.output.replace(str(folder / row.id), ".").replace(str(ROOT), "$ROOT")
    shown = re.sub(r"127\.0\.0\.1:\d+", "localhost:8000", shown).rstrip().splitlines()
    cut = [line if len(line) <= WIDTH else line[:WIDTH] + " …" for line in shown[:LINES]]
    cut += ["…"] if len(shown) > LINES else []
    inputs = "".join(f"{name}:\n{textwrap.indent(text.strip(), '    ')}\n"
                     for name, text in row.files.items() if not text.startswith("@"))  # fmt: skip
    state = "kept" if not outcome.faults else "**broken**: " + "; ".join(outcome.faults)
    state = f"not run here: it needs {row.needs}" if outcome.missing else state
    return (
        f"<!-- row {row.id} -->\n### {row.id}. {row.says}\n\n{state}\n\n"
        f"```text\n{inputs}{row.run.strip()}\n```\n\n```text\n" + "\n".join(cut) + "\n```\n"
        "<!-- end -->\n"
    )


def page(blocks: Mapping[str, str], rows: Sequence[Row]) -> str:
    """Return the whole page."""
    lines = [
        "# Promises", "",
        "Every row of what Allonym must do, the command that shows it, and what came out.  Made by",
        "`tools/write_promises.py` from real runs: a row that fails makes it, and the tests, fail.",
        "`$URL` is a server started with `allonym serve`; names are invented; pseudonyms change",
        "with the packs.", "",
    ]  # fmt: skip
    for letter, name in SOURCES.items():
        own = [row for row in rows if row.id[0] == letter]
        lines += [f"## {name[0].upper()}{name[1:]}", ""]
        lines += [blocks.get(row.id, f"<!-- row {row.id} -->\n### {row.id}. {row.says}\n\n"
                             "not run yet\n<!-- end -->\n") for row in own]  # fmt: skip
    return "\n".join(lines).rstrip() + "\n"


def main(arguments: Sequence[str]) -> int:
    """Run the rows and write the page; 1 where one is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    asked = parser.parse_args(arguments)
    rows = read_rows()
    old = PAGE.read_text("utf-8") if PAGE.exists() else ""
    blocks = {m[1]: m[0] for m in _BLOCK.finditer(old)}
    broken = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        variables = environment(folder)
        with command(folder, variables), server(variables) as url:
            for row in rows:
                if asked.rows and row.id not in asked.rows:
                    continue
                outcome = run(row, folder, {**variables, "URL": url})
                if outcome.missing:
                    print(f"{row.id}: {outcome.faults[0]}, not run", flush=True)
                    blocks.setdefault(row.id, block(outcome, folder))
                    continue
                blocks[row.id] = block(outcome, folder)
                broken += [row.id] if outcome.faults else []
                print(f"{row.id}: {'; '.join(outcome.faults) or 'kept'}", flush=True)
                if not asked.check:
                    PAGE.write_text(page(blocks, rows), encoding="utf-8")
                if outcome.faults:
                    print(textwrap.indent(outcome.output[-1500:], "    "), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
