"""The rules of the house: sizes, docstrings, the public names, and what the reference must name."""

import ast
import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import click
import pytest

import allonym
from allonym import errors
from allonym.cli import cli
from allonym.detect.patterns.detector import PatternDetector
from allonym.model.replacement import METHODS
from allonym.model.types import TYPES, identifier_class
from allonym.profile import Consistency, Detection, ListEntry, Output, Profile, builtin_profiles
from allonym.profile.settings import METHOD_OPTIONS
from tests.each import each

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "allonym"
REFERENCE = ROOT / "docs" / "reference"
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 400, 60

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def tree_of(path):
    return ast.parse(path.read_text("utf-8"))


def place(path, node=None):
    return f"{path.relative_to(ROOT)}" + (f":{node.lineno} {node.name}" if node else "")


def page(name):
    return (REFERENCE / f"{name}.md").read_text("utf-8")


# --- sizes ---


def test_modules_are_short():
    long = [place(p) for p in MODULES if len(p.read_text("utf-8").splitlines()) >= LONGEST_MODULE]
    assert long == []


def test_functions_fit_on_a_screen():
    long = [
        place(path, node)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, FUNCTIONS) and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


# --- docstrings ---


BARE = ("__main__.py", "_version.py")


def is_command(node):
    """Tell whether click prints this function's help from its decorator."""
    calls = [d for d in node.decorator_list if isinstance(d, ast.Call)]
    return any(keyword.arg == "help" for call in calls for keyword in call.keywords)


def undocumented(owner):
    for node in owner.body:
        public = isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not node.name.startswith("_")
        if public and not ast.get_docstring(node) and not is_command(node):
            yield node
        if public and isinstance(node, ast.ClassDef):
            yield from undocumented(node)


def test_everything_public_has_a_docstring():
    bare = [place(p) for p in MODULES if p.name not in BARE and not has_docstring(p)]
    bare += [place(path, node) for path in MODULES for node in undocumented(tree_of(path))]
    assert bare == []


def has_docstring(path):
    return ast.get_docstring(tree_of(path)) is not None


# --- names and conduct ---


def test_public_names_are_sorted_and_complete():
    assert allonym.__all__ == sorted(allonym.__all__)
    imported = {
        alias.asname or alias.name
        for node in tree_of(SOURCE / "__init__.py").body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(allonym.__all__) == imported
    assert len(allonym.__all__) <= 20


@pytest.mark.slow
def test_the_library_never_prints():
    prints = [
        f"{place(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
    ]
    assert prints == []


MACHINE_PATH = re.compile(
    r"(?<![\w.:/~-])/(?:"
    + "|".join(("home", "Users", "root", "work", "mnt", "workspace"))
    + r")/\w"
)
TEXT_FILES = ("*.md", "*.py", "*.toml", "*.txt", "*.cff", "*.cfg", "*.jsonl", "Makefile")
TRACKED = ("src", "docs", "tests", "tools", "examples", "scripts", ".ci", ".")


def own_files():
    for folder in TRACKED:
        for pattern in TEXT_FILES:
            found = (
                (ROOT / folder).glob(pattern) if folder == "." else (ROOT / folder).rglob(pattern)
            )
            yield from (p for p in found if not any(part.endswith("_cache") for part in p.parts))
    yield from (
        p for folder in ("scripts", ".ci") for p in (ROOT / folder).glob("*") if p.is_file()
    )


def test_no_file_names_a_path_of_somebodys_machine():
    found = {place(p) for p in own_files() if MACHINE_PATH.search(text_without_inventions(p))}
    assert found == set()


def text_without_inventions(path):
    return path.read_text("utf-8", "replace").replace("/home/zielinski/", "")


# --- the reference names everything there is ---


def error_classes():
    kinds = [errors.PseudonymizationError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return [kind for kind in kinds if kind.__module__ == errors.__name__]


@each("kind", error_classes(), by=lambda kind: "errors")
def test_each_error_is_documented(kind):
    row = rf"\| `{kind.__name__}` \| `{kind.code}` \| {kind.exit_code} \| .+ \|"
    assert re.search(row, page("errors")), f"docs/reference/errors.md lacks the row {row}"


def commands(command, path=("allonym",)):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            try:
                found = command.get_command(context, name)
            except ModuleNotFoundError:
                found = None
            if found is not None:
                yield from commands(found, (*path, name))


COMMANDS = {" ".join(path): command for path, command in commands(cli)}


@each("name", COMMANDS, by=lambda name: "commands")
def test_each_command_and_option_is_documented(name):
    text = page("command-line")
    assert f"<!-- help: {name} -->" in text
    for option in (p for p in COMMANDS[name].params if isinstance(p, click.Option)):
        for flag in option.opts:
            assert flag in text, flag


@each("kind", [Profile, Detection, Consistency, ListEntry, Output])
def test_each_profile_key_is_documented(kind):
    text = page("profile")
    for key in (f.name for f in fields(kind) if (kind, f.name) != (Detection, "options")):
        assert f"`{key}`" in text, key
    for key in ("schema", "extends"):
        assert f"`{key}`" in text


@each("name", builtin_profiles())
def test_each_built_in_profile_is_documented(name):
    assert f"`{name}`" in page("profile")


@each("method", METHODS)
def test_each_method_and_its_options_are_documented(method):
    sections = dict(re.findall(r"^## `(\w+)`\n(.*?)(?=^## |\Z)", page("methods"), re.M | re.S))
    assert method in sections
    for option in METHOD_OPTIONS[method]:
        assert f"`{option}`" in sections[method], f"{method}.{option} in methods.md"
        assert f"`{option}`" in page("profile"), f"{method}.{option} in profile.md"


@each("name", TYPES, by=lambda name: "types")
def test_each_entity_type_is_documented(name):
    row = re.search(rf"^\| `{re.escape(name)}` \| (\w+) \|", page("entity-types"), re.M)
    assert row, f"docs/reference/entity-types.md lacks a row for {name}"
    assert row[1] == identifier_class(name)


def test_each_pattern_is_documented():
    text = page("identifiers")
    names = [spec.name for spec in PatternDetector.load("und").compiled.patterns]
    missing = [name for name in names if f"| `{name}` |" not in text]
    assert missing == [], "run: python tools/write_reference.py"


def test_each_decision_is_in_the_index():
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text("utf-8")
    records = sorted(p.name for p in folder.glob("[0-9]*.md"))
    assert [n for n in records if f"({n})" not in index] == []
    assert [int(n[:4]) for n in records] == list(range(1, len(records) + 1))
    for name in records:
        text = (folder / name).read_text("utf-8")
        heads = re.findall(r"^## (\w+)$", text, re.M)
        assert heads == ["Status", "Context", "Decision", "Consequences", "Rejected"], name


LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
PAGES = [p for p in (*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")) if p.is_file()]


def anchors(path):
    """Return what a link may point to in a page: its headings as web pages name them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def leads_somewhere(path, target, anchor):
    page = path.parent / target if target else path
    return page.exists() and (not anchor or anchor[1:] in anchors(page))


def test_links_between_pages_lead_somewhere():
    broken = [
        f"{place(path)}: {target}{anchor}"
        for path in PAGES
        for target, anchor in LINK.findall(path.read_text("utf-8"))
        if not leads_somewhere(path, target, anchor)
    ]
    assert broken == []
