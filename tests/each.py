"""Many small cases in one test: pytest takes longer over a test than most of them do."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Case = tuple[str, dict[str, Any]]


def each(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    by: Callable[..., str] = lambda *values: str(values[0]),
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with each of the cases, all that `by` names alike in one; tell all that fail.

    It takes what `pytest.mark.parametrize` takes; cases with marks stay tests of their own.
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
            failures = []
            for name, values in cases:
                try:
                    test(**values, **fixtures)
                except Exception as error:  # noqa: BLE001 - what fails is told, and the rest tried
                    notes = getattr(error, "__notes__", ())
                    failures.append("\n".join([f"{name}: {type(error).__name__}: {error}", *notes]))
            assert not failures, "\n\n".join([f"{len(failures)} of {len(cases)}", *failures])

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
