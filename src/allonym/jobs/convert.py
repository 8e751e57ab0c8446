"""One document of a task, done in a worker process.

The server hands a `Job` to a worker by some pool (a `Convert`); the worker reads and writes files
of the task's folder, and only the code of an error comes back.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from operator import sub
from pathlib import Path, PurePath
from typing import Any, Protocol

from allonym.errors import PseudonymizationError, place_of
from allonym.files.rewriting import FileResult, Nest, results_of
from allonym.formats.package import Part, write_package
from allonym.jobs.options import TaskOptions
from allonym.jobs.store import count_try, count_unpacked, write
from allonym.warm import Wanted, pipelines

TRIES = 25
"""How often a worker begins a document; more often than a few times only if servers die of it."""
_GAP = "\n\n"


@dataclass(frozen=True, slots=True)
class Job:
    """A document to be done."""

    source: Path  # where it lies
    name: str = field(repr=False)  # what its owner calls it
    target: Path  # a new folder for what is made of it
    tries: Path  # where it is counted how often the document was begun
    options: TaskOptions  # what is to become of it
    # what pseudonyms are drawn under, unless the profile names a secret of its own
    secret: bytes = field(repr=False)
    nest: Nest | None = None  # what may still be unpacked, if it came in an archive


class Convert(Protocol):
    """What lets a worker process do a job, and waits."""

    def __call__(self, job: Job, *, seconds: float) -> str:
        """Do a job in another process by `convert` and return the code it returned.

        Raises:
            TimeLimit: If it takes longer than `seconds`; the worker is ended.
            WorkerDied: If the worker ended before the job did.
        """


def convert(job: Job) -> str:
    """Do one document: write ``report.json``, and ``data`` and ``name`` if all went well.

    Returns:
        The code of the error, or nothing.
    """
    made: FileResult | None = None
    report: dict[str, Any]
    before = list(job.nest.left) if job.nest else []
    if count_try(job.tries) > TRIES:
        return _written(job, failure("gave-up", "the server stopped each time that it was done"))
    try:
        made = _made(job)
        report = {"state": "done", **_report(made)}
    except PseudonymizationError as error:
        report = {"state": "failed", "code": error.code, "message": str(error)}
    except MemoryError:
        report = failure("memory", "the document needs more memory than a worker may take")
    except Exception as error:  # noqa: BLE001 - its message might hold text of the document
        said = f"internal error, {type(error).__name__} in {place_of(error)}"
        report = failure("internal", f"{said}; please report this line")
    if job.nest:
        count_unpacked(job.tries.parent, *map(sub, before, job.nest.left))
    return _written(job, report, made)


def _written(job: Job, report: dict[str, Any], made: FileResult | None = None) -> str:
    job.target.mkdir(mode=0o700, exist_ok=True)
    if made is not None:
        write(job.target / "data", made.data)
        write(job.target / "name", made.name.encode("utf-8", "replace"))
    write(job.target / "report.json", json.dumps(report).encode())
    return str(report.get("code", ""))


def failure(code: str, message: str) -> dict[str, Any]:
    """Return the report of a document that could not be done."""
    return {"state": "failed", "code": code, "message": message}


def _made(job: Job) -> FileResult:
    profile = job.options.apply(pipelines().profile(job.options.profile))
    pipeline = pipelines().get(Wanted(job.options.language, profile)).keyed(job.secret)
    made = pipeline.run_file(job.source.read_bytes(), job.name, nest=job.nest)
    made = _as_text(made) if job.options.output == "text" else made
    return _told_apart(made, PurePath(job.name).suffix.lower())


def _told_apart(made: FileResult, ending: str) -> FileResult:
    """Keep the old ending of what became text: ``umowa.docx.txt`` and ``umowa.pdf.txt`` are two."""
    stem, new = PurePath(made.name).stem, PurePath(made.name).suffix.lower()
    same = new != ".txt" or ending in ("", ".txt") or stem.lower().endswith(ending)
    return made if same else replace(made, name=f"{stem}{ending}.txt")


def _as_text(made: FileResult) -> FileResult:
    """Return a file as plain text; of an archive, each file in it, of others, one after another."""
    if made.name.lower().endswith(".zip"):
        inside = [_as_text(member) for member in made.members]
        return replace(made, data=write_package(Part(m.name, m.data) for m in inside))
    text = _GAP.join(r.text for r in results_of((made,)) if r.text)
    if not made.name.lower().endswith(".txt"):
        # what stands before the first and after the last word is mark-up
        made, text = replace(made, name=f"{made.name}.txt"), f"{text.strip()}\n"
    return replace(made, data=text.encode("utf-8", "replace"))


def _report(made: FileResult) -> dict[str, Any]:
    """Return what became of a file and of the files in it, without any text or name."""
    report: dict[str, Any] = dict(made.result.report.as_dict())
    if made.residue:
        report["residue"] = [asdict(item) for item in made.residue]
    if made.members or made.failures:
        report["members"] = [_report(member) for member in made.members]
        report["failures"] = [{"code": failed.error.code} for failed in made.failures]
    return report
