"""Settings of the whole suite."""

from __future__ import annotations

import gc
import os
import random
import sys
from collections.abc import Iterator
from itertools import islice, pairwise

import httpx
import pytest
from hypothesis import settings

import allonym.secrets
from tests.each import language_of

# Images of containers often say that no compiled modules are kept: each server, worker and command
# that a test starts would compile the whole package anew, which was a third of the suite's time.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False

# What somebody has set for their own work with the program: a secret would make tests of drawing
# without one fail, settings of a server those of servers.
_OF_TESTS = {"ALLONYM_KILLS", "ALLONYM_SCHEMATHESIS"}
for _name in {name for name in os.environ if name.startswith("ALLONYM_")} - _OF_TESTS:
    del os.environ[_name]

# No deadline for an example: other work on the machine must not fail a property that holds.  CI
# tries as many as hypothesis thinks right; a tenth of them does every day.
settings.register_profile(
    "allonym", deadline=None, max_examples=100 if os.environ.get("CI") else 10
)
settings.load_profile("allonym")

# Nor must a busy machine fail a question to a server: httpx gives up after five seconds.
httpx._config.DEFAULT_TIMEOUT_CONFIG.read = 60.0


class _Drawn(random.Random):
    """What secrets are made of where a test gives none: the same each time for the same test.

    Of some hundred names drawn for an original one is like another word of the test, and that test
    would fail once in some hundred runs.  Asked again it draws others.
    """

    token_bytes = random.Random.randbytes


_drawn = _Drawn()
allonym.secrets.secrets = _drawn  # type: ignore[assignment]

_SERVICES = ("proxy", "server")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let what a test draws hang on the test alone, and on how often it was asked."""
    _drawn.seed(f"{item.nodeid} {getattr(item, 'execution_count', 1)}")


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> None:
    """Let what several tests share hang on none of them: any may be the first."""
    if fixturedef.scope != "function":
        _drawn.seed(f"{fixturedef.baseid} {fixturedef.argname}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the tests, shuffled as they are, to the processes that are going to run them.

    Each gets as many, in a row.  Those that share a service of a folder come behind each other: it
    ends when a test of another folder is next, and starting one costs more than all that is asked
    of it.  They and the slow ones come first, so that what an idle process takes over is small.
    The others go by language, so that each process reads but some of the packs.
    """

    def services(item: pytest.Item) -> tuple[int, str]:
        names = getattr(item, "fixturenames", ())
        return (*(n for n, name in enumerate(_SERVICES) if name in names), 9)[0], str(item.path)

    served = sorted((item for item in items if services(item)[0] < 9), key=services)
    others = [item for item in items if services(item)[0] == 9]
    long = [*served, *(item for item in others if item.get_closest_marker("slow"))]
    quick = [item for item in others if not item.get_closest_marker("slow")]
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    share, of_long = -(-len(items) // processes), -(-len(long) // processes)
    cut = [0, *(max(n * of_long, len(served)) for n in range(1, processes)), len(long)]
    owned = [long[start:end] for start, end in pairwise(cut)]
    dealt = by_language(quick, [share - len(own) for own in owned])
    items[:] = [item for pair in zip(owned, dealt, strict=True) for own in pair for item in own]


def by_language(items: list[pytest.Item], shares: list[int]) -> list[list[pytest.Item]]:
    """Deal tests to processes: those of a language to one of them, the rest so that shares are met.

    What a file has for one process stays in a row, for what its tests have in common.  Files that
    speak of no language come last: an idle process takes over from there.
    """
    codes = {item: _language(item) for item in items}
    known = sorted({*codes.values()} - {""})
    dealt: list[list[pytest.Item]] = [[] for _ in shares]
    for item in items:
        if codes[item]:
            dealt[known.index(codes[item]) % len(shares)].append(item)
    rest = [item for item in items if not codes[item]]
    full = iter(rest)
    for own, share in zip(dealt, shares, strict=True):
        own.extend(islice(full, max(0, share - len(own))))
    dealt[-1].extend(full)
    speaking = {item.path for item, code in codes.items() if code}
    files = {path: n for n, path in enumerate(dict.fromkeys(item.path for item in items))}
    for own in dealt:
        own.sort(key=lambda item: (item.path not in speaking, files[item.path]))
    return dealt


def _language(item: pytest.Item) -> str:
    """Return the language that a test is called for, or that it names itself."""
    called = getattr(item, "callspec", None)
    values = (*called.params.values(), *called.id.split("-")) if called else ()
    code = language_of(*values, *item.function.__code__.co_consts)
    return code if code != "all" else ""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Collect no garbage while tests are collected: there is none."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Keep the collector of garbage from what stays to the end: it took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
    if not os.environ.get("CI"):  # the slow ones hold whole documents, which are not to stay
        gc.callbacks.append(_keep_what_is_left)


def _keep_what_is_left(phase: str, told: dict[str, int]) -> None:
    """What outlives a look at everything is a pack: it is not looked at again."""
    if phase == "stop" and told["generation"]:
        gc.freeze()


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
