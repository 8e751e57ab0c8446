r"""Every example in the documentation runs and prints what the page says.

A page runs from top to bottom in a folder of its own:

* a block headed by ``<!-- file: NAME -->`` is written to that file;
* a ``python`` block with prompts is a doctest; names last to the end of the page;
* a block headed by ``<!-- needs: MODULE -->`` is left out where that module is not installed;
* a ``console`` block is typed, its lines after ``$``; what is printed must be what stands there;
* a block headed by ``<!-- help: allonym run -->`` is that command's help;
* ``allonym serve … &`` starts a real server until ``kill %1``; a real curl asks it, on a free port
  instead of 8000; ``$TOKEN`` is the token that was shown last;
* a ``toml`` block is at least TOML, and a ``json`` block JSON.

``...`` stands for anything.  ``sh`` blocks are for what cannot run here, such as a training.
"""

import contextlib
import doctest
import importlib
import importlib.util
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.write_reference import help_text

from allonym import cli
from allonym.errors import MissingExtra
from tests.each import each
from tests.server.live import Server

pytestmark = pytest.mark.model

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")
    if page.is_file() and "```" in page.read_text("utf-8")
)
MODULES = sorted(p for p in (ROOT / "src").rglob("*.py") if ">>>" in p.read_text("utf-8"))
OPTIONS = doctest.ELLIPSIS
PORT = "8000"
SECRET = "a secret for the documentation only"

BLOCK = re.compile(
    r"(?:^<!-- (?P<head>\w+): (?P<what>.+?) -->\n+)?"
    r"^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what the comment over it says, its text, its line."""

    language: str
    head: str
    what: str
    body: str
    line: int


def blocks(path):
    text = path.read_text("utf-8")
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start("body"))
        yield Block(
            match["language"], match["head"] or "", match["what"] or "", match["body"], line
        )


def shown(path):
    return str(path.relative_to(ROOT))


# --- a page ---


class Page:
    """Runs the blocks of one page in order; names, files and variables last."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder
        self.names = {"__name__": "__main__"}
        self.code = 0
        self.server = None

    def run(self, block):
        if block.head == "needs" and importlib.util.find_spec(block.what) is None:
            return
        if block.head == "file":
            self._write(block)
        elif block.head == "help":
            assert block.body == help_text(block.what), self._at(block)
        elif block.language == "console":
            self._console(block)
        if block.language == "python" and block.head != "file":
            self._python(block)
        elif block.language == "toml":
            tomllib.loads(block.body)
        elif block.language == "json":
            json.loads(block.body)

    def _at(self, block):
        return f"{shown(self.path)}, line {block.line}"

    def _write(self, block):
        target = self.folder / block.what
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.body, encoding="utf-8")

    def _python(self, block):
        assert ">>> " in block.body, f"{self._at(block)}: write it with prompts"
        test = doctest.DocTestParser().get_doctest(
            block.body, self.names, shown(self.path), str(self.path), block.line
        )
        run_doctest(test)
        self.names.update(test.globs)

    def _console(self, block):
        for line, command, expected in typed(block.body):
            got = self._type(command)
            checker = doctest.OutputChecker()
            example = doctest.Example(command, expected, options={})
            got += "" if got.endswith("\n") or not got else "\n"
            if not checker.check_output(expected, got, OPTIONS):
                difference = checker.output_difference(example, got, OPTIONS)
                pytest.fail(
                    f"{shown(self.path)}, line {block.line + line}: {command}\n{difference}"
                )

    def _type(self, line):
        out = io.BytesIO()
        if line.endswith("&"):
            self.server = Server(self.folder / "state", *shlex.split(line)[2:-1])
            self.server.wait_until_ready()
            return ""
        stages = [shlex.split(stage) for stage in re.split(r"\s\|\s", line)]
        data = b""
        for number, words in enumerate(stages):
            last = number == len(stages) - 1
            data = self._stage(words, data, out if last else io.BytesIO(), out)
        return out.getvalue().decode("utf-8").replace(str(self.folder), "")

    def _stage(self, words, stdin, stdout, stderr):
        target = None
        if ">" in words:
            words, target = words[: words.index(">")], words[words.index(">") + 1]
            stdout = io.BytesIO()
        if "<" in words:
            words, stdin = words[: words.index("<")], Path(words[words.index("<") + 1]).read_bytes()
        name, *arguments = words
        if name == "allonym":
            self.code = call(arguments, stdin, stdout, stderr)
            self._remember_token(stderr.getvalue())
        elif name in ("curl", "kill"):
            stdout.write(self._curl(arguments) if name == "curl" else self.stop())
        elif name == "cat":
            stdout.write(b"".join(Path(a).read_bytes() for a in arguments))
        elif name == "ls":
            names = sorted(p.name for a in arguments or ["."] for p in Path(a).iterdir())
            stdout.write("".join(f"{n}\n" for n in names).encode())
        elif name == "echo":
            stdout.write((" ".join(arguments).replace("$?", str(self.code)) + "\n").encode())
        elif name in ("export", "unset"):
            set_variables(name, arguments)
        else:
            pytest.fail(f"{shown(self.path)}: the test cannot type {name!r}")
        if target:
            Path(target).write_bytes(stdout.getvalue())
        return stdout.getvalue()

    def _curl(self, arguments):
        words = [os.path.expandvars(a).replace(PORT, str(self.server.port)) for a in arguments]
        return subprocess.run(["curl", *words], capture_output=True, check=True).stdout

    def stop(self):
        if self.server is not None:
            self.server.stop()
            self.server = None
        return b""

    def _remember_token(self, said):
        token = re.search(rb"aln_[\w-]+", said)
        if token:
            os.environ["TOKEN"] = token[0].decode()


def typed(body):
    """Yield line number, command and expected output of each command of a console block."""
    body = re.sub(r"\\\n\s*", " ", body)
    parts = re.split(r"^\$ ", body, flags=re.M)
    line = 1 + parts[0].count("\n")
    for part in parts[1:]:
        command, _, expected = part.partition("\n")
        yield line, command, expected
        line += part.count("\n")


class Stream(io.TextIOWrapper):
    """A text stream over bytes that stay open."""

    def __init__(self, raw):
        super().__init__(raw, encoding="utf-8", write_through=True)

    def close(self):
        self.detach()


def call(arguments, stdin, stdout, stderr):
    """Run the command line in this process and return its exit code."""
    with contextlib.ExitStack() as stack:
        for name, value in (
            ("stdin", Stream(io.BytesIO(stdin))),
            ("stdout", Stream(stdout)),
            ("stderr", Stream(stderr)),
            ("argv", ["allonym", *arguments]),
        ):
            stack.callback(setattr, sys, name, getattr(sys, name))
            if name != "argv":
                stack.callback(value.detach)
            setattr(sys, name, value)
        try:
            cli.main()
        except SystemExit as stop:
            return int(stop.code or 0)
    return 0


def run_doctest(test):
    out = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=OPTIONS, verbose=False)
    runner.run(test, out=out.write, clear_globs=False)
    assert not runner.failures, out.getvalue()


def set_variables(command, arguments):
    if command == "export":
        os.environ.update(a.split("=", 1) for a in arguments)
    else:
        for name in arguments:
            os.environ.pop(name, None)


LONG = ("methods.md", "corpus.md", "five-minutes.md", "ten-languages.md", "first-document.md")
"""Pages that take more than five seconds."""


def with_marks(path):
    """Mark long pages as slow and those that start servers; skip these where there is no curl."""
    serves = "allonym serve" in path.read_text("utf-8") and "$ curl" in path.read_text("utf-8")
    no_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
    long = (pytest.mark.slow,) if serves or path.name in LONG else ()
    return pytest.param(path, marks=(*long, no_curl) if serves else long)


@pytest.mark.parametrize("path", [with_marks(p) for p in PAGES], ids=[shown(p) for p in PAGES])
def test_page_runs(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "ALLONYM_SECRET" in path.read_text("utf-8"):
        monkeypatch.setenv("ALLONYM_SECRET", SECRET)
    monkeypatch.syspath_prepend(tmp_path)
    before = dict(os.environ)
    page = Page(path, tmp_path)
    try:
        for block in blocks(path):
            page.run(block)
    finally:
        page.stop()
        os.environ.clear()
        os.environ.update(before)


# --- the modules ---


def room(path):
    return path.relative_to(ROOT / "src/allonym").parts[:-1][:1] or ("allonym",)


@each("path", MODULES, by=lambda path: room(path)[0])
def test_module_examples_run(path):
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    try:
        module = importlib.import_module(name)
    except (ModuleNotFoundError, MissingExtra) as error:
        pytest.skip(f"needs an extra: {error}")
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        if test.examples:
            run_doctest(test)


# --- a fresh process ---


def test_the_command_is_installed():
    done = subprocess.run(
        [sys.executable, "-m", "allonym", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("allonym, version")
