"""A server with the review page and a browser that opens it; skipped where either is missing."""

import os
import shutil
from pathlib import Path

import pytest

from tests.server.live import Server

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src/allonym/server/ui/index.html"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip


def pytest_collection_modifyitems(items):
    """A browser is slow; without one, or without the page, there is nothing to test."""
    missing = "" if BUILT.exists() else "the review page is not built: python tools/build_page.py"
    missing = missing or ("" if CHROMIUM else "no chromium on this machine")
    for item in items:
        if "page" in item.fixturenames and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            if missing and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("review"), "--workers", "1")
    yield running.wait_until_ready()
    running.stop()


@pytest.fixture(scope="module")
def browser():
    """Open one; while it is open a loop runs, which tests of other rooms cannot do with."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def context(browser):
    made = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en-GB", accept_downloads=True
    )
    made.set_default_timeout(30_000)
    yield made
    made.close()


@pytest.fixture
def page(context):
    """A tab that fails the test when the page's own code fails or breaks its policy."""
    tab = context.new_page()
    failures = []
    tab.on("pageerror", lambda error: failures.append(str(error)))
    tab.on("console", lambda said: failures.append(said.text) if _is_failure(said) else None)
    yield tab
    assert failures == []


def _is_failure(said):
    return said.type == "error" and "Failed to load resource" not in said.text
