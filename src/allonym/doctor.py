"""What this installation can do: tried out, not guessed."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import PurePath

from allonym._version import __version__
from allonym.api import Pipeline
from allonym.errors import DocumentError, PseudonymizationError, to_install
from allonym.files.opening import open_document
from allonym.languages.pack import available, load_pack
from allonym.ports import Annotated, Carrier, Compound
from allonym.profile import builtin_profiles, load_profile
from allonym.text.tables import table_of


def examine() -> Iterator[tuple[bool | None, str]]:
    """Yield findings, each with whether it is as it should be; None for an extra that is absent."""
    yield True, f"allonym {__version__}, Python {platform.python_version()}, {sys.platform}"
    for name in builtin_profiles():
        yield True, f"profile {load_profile(name).name}"
    for code in available():
        yield from _language(code)
    for extra, module in table_of("allonym", "extras.toml").items():
        if find_spec(module):
            yield True, f"extra {extra}: installed"
        else:
            yield None, f"extra {extra}: not installed: {to_install(extra)}"


def examine_file(data: bytes, name: str, depth: int = 0) -> Iterator[str]:
    """Yield what a file carries: places and counts, never content.

    Raises:
        DocumentError: If it cannot be read.
    """
    document = open_document(data, name)
    view, indent = document.view, "  " * depth
    real = sum(len(segment.span) for segment in view.segments)
    yield f"{indent}text: {real} characters in {len(view.segments)} places"
    if isinstance(document, Annotated):
        yield f"{indent}annotations: {len(document.given)}"
    for item in document.residue if isinstance(document, Carrier) else ():
        yield f"{indent}{item.place}: {item.count} ({item.fate})"
    if isinstance(document, Compound):
        for number, member in enumerate(document.members, start=1):
            suffix = PurePath(member.name).suffix
            yield f"{indent}file {number}: {suffix or 'no ending'}, {len(member.data)} bytes"
            try:
                yield from examine_file(member.data, member.name, depth + 1)
            except DocumentError as error:
                yield f"{indent}  {error}"


def _language(code: str) -> Iterator[tuple[bool, str]]:
    try:
        result = Pipeline.load(language=code, method="tag").run("x@example.com")
    except PseudonymizationError as error:
        yield False, f"language {code}: {error}"
        return
    works = "example.com" not in result.text
    yield works, f"language {code}: {'works' if works else 'finds nothing'}"
    for warning in result.report.warnings:
        yield True, f"language {code}: {warning}"


def check_pack(code: str) -> Iterator[str]:
    """Yield what a pack provides and what it lacks, after loading it.

    Raises:
        UnknownLanguage: If there is no such pack.
    """
    pack = load_pack(code)
    yield f"{code}: {pack.name}, provides {', '.join(pack.provides)}"
    wanted = ("model", "lexicon", "pool", "morphology", "patterns", "dates", "labels", "words")
    for name in wanted:
        if name not in pack.provides:
            yield f"{code}: lacks {name}"
    for fine, line in _language(code):
        yield line if fine else f"{line} (wrong)"
