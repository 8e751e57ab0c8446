"""Settings of the whole suite."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Images of containers often say that no compiled modules are kept: each server, worker and command
# that a test starts would compile the whole package anew, which was a third of the suite's time.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False

# No deadline for an example: other work on the machine must not fail a property that holds.  CI
# tries as many as hypothesis thinks right; a tenth of them does every day.
settings.register_profile(
    "allonym", deadline=None, max_examples=100 if os.environ.get("CI") else 10
)
settings.load_profile("allonym")


_SERVICES = ("proxy", "server")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that share a service behind each other, whatever the shuffling did, and first.

    A service of a folder ends when a test of another folder comes next, and starting one costs more
    than all that is asked of it.  What is first in a line is what no idle worker takes over.
    """

    def place(item: pytest.Item) -> tuple[int, str]:
        names = getattr(item, "fixturenames", ())
        number = next((n for n, name in enumerate(_SERVICES) if name in names), len(_SERVICES))
        return number, str(item.path.parent) if number < len(_SERVICES) else ""

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Keep the collector of garbage from what stays to the end: it took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """Look for what nobody closed here; pytest does it five times over, a second each."""
    gc.collect()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def own_state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what servers and clients leave behind out of the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
