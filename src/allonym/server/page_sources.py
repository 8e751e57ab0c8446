"""Tell whether the review page that is there was built from the sources that are there.

The hash is written beside the page by the build (``tools/build_page.py``, which reads this module
before anything is installed: standard library only).  In a source tree whose page was changed but
not built again, the browser would run the old page against the new server without a word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

STAMP = "sources.sha256"
"""The file beside the built page that holds the hash of what it was built from."""
_SKIPPED = {"node_modules", "tests", ".vite"}


def source_files(folder: Path) -> Iterator[Path]:
    """Yield the files that the page is built from, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not _SKIPPED.intersection(parts) and not path.name.startswith("."):
            yield path


def hash_of(folder: Path) -> str:
    """Return the SHA-256 of all sources: of each its path, its length and its content."""
    digest = hashlib.sha256()
    for path in source_files(folder):
        data = path.read_bytes().replace(b"\r\n", b"\n")
        name = path.relative_to(folder).as_posix()
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def is_current(built: Path, sources: Path) -> bool:
    """Tell whether the page in `built` was made from `sources`."""
    stamp = built / STAMP
    return stamp.exists() and stamp.read_text().strip() == hash_of(sources)


def stale_page() -> str:
    """Return a sentence if this is a source tree with a page older than its sources, else nothing.

    An installed wheel has no sources beside it, so there is nothing to compare.
    """
    built = Path(__file__).parent / "ui"
    sources = Path(__file__).parents[3] / "ui"
    if not (sources / "package.json").exists() or is_current(built, sources):
        return ""
    return (
        "the review page was built from other sources than those in ui/; "
        "build it again with: python tools/build_page.py"
    )
