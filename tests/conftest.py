"""Settings of the whole suite."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline for an example: other work on the machine must not fail a property that holds.
settings.register_profile("allonym", deadline=None)
settings.load_profile("allonym")


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
