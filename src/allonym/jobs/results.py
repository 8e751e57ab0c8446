"""Finished documents to one ZIP: the tree that came, and a report for each document."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from allonym.files.names import unique
from allonym.files.writing import settle
from allonym.formats.package import new_member
from allonym.jobs.store import Task, numbered

_REPORTS = "allonym-reports"


def document_states(task: Task) -> list[dict[str, Any]]:
    """Return what has become of each document: its number, state, and code if it failed.

    A task that is not unpacked yet has none.
    """
    try:
        return _states(task)
    except FileNotFoundError:
        return _states(task)  # it ended while it was looked at, and its ending tells


def _states(task: Task) -> list[dict[str, Any]]:
    ending = task.ending()
    if ending is not None:
        return [dict(document) for document in ending.documents]
    names = task.names() or ()
    finished = {number: _state(task, number) for number in task.finished()}
    waiting = {"state": "waiting"}
    return [{"number": n, **finished.get(n, waiting)} for n in range(1, len(names) + 1)]


def _state(task: Task, number: int) -> dict[str, Any]:
    return dict(_state_in(task.results / numbered(number)))


@lru_cache(maxsize=20_000)
def _state_in(folder: Path) -> Mapping[str, Any]:
    """Return what a report says in short; what is in its place does not change any more."""
    report = _report(folder)
    if report["state"] == "done":
        dropped = _dropped(report)
        more = {"dropped": dropped} if dropped else {}
        return {"state": "done", "counts": report["counts"], **more}
    return {"state": report["state"], "code": report["code"]}


def _dropped(report: Mapping[str, Any]) -> int:
    """Return how many files in a document were left out, however deep."""
    return len(report.get("failures", ())) + sum(map(_dropped, report.get("members", ())))


def _report(folder: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((folder / "report.json").read_bytes())
    return report


def pack_result(task: Task, *, still_wanted: Callable[[], bool]) -> Path | None:
    """Write the result of a finished task beside its place; return where; None if unwanted."""
    names = task.names() or ()
    path = task.aside()
    taken: set[str] = set()
    reports = _free(_REPORTS, names)
    index: list[Mapping[str, Any]] = []
    with path.open("xb") as stream:
        path.chmod(0o600)
        with zipfile.ZipFile(stream, "w") as archive:
            for number, name in enumerate(names, 1):
                if not still_wanted():
                    return None
                index.append(_packed(task, archive, number, name, taken))
                text = json.dumps(
                    {"number": number, **_report(task.results / numbered(number))}, indent=2
                )
                archive.writestr(new_member(f"{reports}/{numbered(number)}.json"), text)
            archive.writestr(
                new_member(f"{reports}/index.json"), json.dumps(index, indent=2, ensure_ascii=False)
            )
        settle(stream)
    return path


def _packed(
    task: Task, archive: zipfile.ZipFile, number: int, name: str, taken: set[str]
) -> Mapping[str, Any]:
    """Pack one document and return its line of the index.

    Where names are pseudonymized, the index does not tell the one that a failed document had.
    """
    state = {"number": number, **_state(task, number)}
    folder = task.results / numbered(number)
    if state["state"] != "done":
        return {**state, "name": name} if task.options.file_names is False else state
    written = unique((folder / "name").read_text("utf-8"), taken)
    taken.add(written)
    with archive.open(new_member(written), "w") as target, (folder / "data").open("rb") as source:
        shutil.copyfileobj(source, target, 1 << 20)
    return {**state, "name": written}


def _free(folder: str, names: Sequence[str]) -> str:
    """Return a name for the folder of reports that no folder of the documents has."""
    taken = {PurePosixPath(name).parts[0] for name in names if PurePosixPath(name).parts}
    return unique(folder, taken)
