"""Many small cases in one test: pytest takes longer over a test than most of them do."""

import inspect
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

Case = tuple[str, dict[str, Any]]


def language_of(*values: Any) -> str:
    """Return the code of a language that stands among values; ``all`` where there is none."""
    return next((v for v in values if isinstance(v, str) and v in _codes()), "all")


@cache
def _codes() -> frozenset[str]:
    """Return the packs' codes; what is tested is not imported before the suite is set up."""
    packs = Path(__file__).parents[1] / "src/allonym/languages"
    return frozenset(file.parent.name for file in packs.glob("*/pack.toml"))


def each(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    by: Callable[..., str] = language_of,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each of the cases, all that `by` names alike in one; tell all that fail.

    It takes what `pytest.mark.parametrize` takes; cases with marks stay tests of their own.  One
    that skips leaves the others to be tried.
    """
    names = (names,) if isinstance(names, str) else names
    groups: dict[str, list[Case]] = {}
    marked = []
    for number, case in enumerate(cases):
        param = isinstance(case, type(pytest.param()))
        values = case.values if param else case if len(names) > 1 else (case,)
        name = (case.id if param else "") or "-".join(map(str, values))[:100] or str(number)
        one = (name, dict(zip(names, values, strict=True)))
        if param and case.marks:
            marked.append(pytest.param([one], id=name, marks=case.marks))
        else:
            groups.setdefault(by(*values), []).append(one)
    params = [pytest.param(own, id=group) for group, own in groups.items()] + marked

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        own = [p for name, p in inspect.signature(test).parameters.items() if name not in names]

        def tried(cases: list[Case], **fixtures: Any) -> None:
            failures, skipped = [], []
            for name, values in cases:
                try:
                    test(**values, **fixtures)
                except pytest.skip.Exception as reason:
                    skipped.append(str(reason))
                except Exception as error:  # noqa: BLE001 - what fails is told, and the rest tried
                    notes = getattr(error, "__notes__", ())
                    failures.append("\n".join([f"{name}: {type(error).__name__}: {error}", *notes]))
            assert not failures, "\n\n".join([f"{len(failures)} of {len(cases)}", *failures])
            if len(skipped) == len(cases):
                pytest.skip(skipped[0])

        first = inspect.Parameter("cases", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        tried.__signature__ = inspect.Signature([first, *own])  # type: ignore[attr-defined]
        for of in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(tried, of, getattr(test, of))
        tried.pytestmark = list(getattr(test, "pytestmark", ()))  # type: ignore[attr-defined]
        return pytest.mark.parametrize("cases", params)(tried)

    return decorated


def quickly(values: Iterable[Any], *quick: Any) -> list[Any]:
    """Return values to parametrise with, all but a few of them slow."""
    slow = pytest.mark.slow
    return [value if value in quick else pytest.param(value, marks=slow) for value in values]


def crossed(cases: Iterable[Any], *values: Any) -> list[tuple[Any, ...]]:
    """Return each case with each of the values behind it."""
    tuples = [case if type(case) is tuple else (case,) for case in cases]
    return [(*case, value) for case in tuples for value in values]
