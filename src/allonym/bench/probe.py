"""Running a piece of code in a fresh interpreter and reading what it measured."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from allonym.errors import EngineError

IMPORT = "import allonym"

HELP = (
    "import sys; sys.argv = ['allonym', '--help']; from allonym.cli import main; sys.exit(main())"
)

FIRST = """
import sys, time
marks = [time.perf_counter()]
import allonym
marks.append(time.perf_counter())
pipeline = allonym.Pipeline.load(language=sys.argv[1], profile=sys.argv[2])
marks.append(time.perf_counter())
pipeline.run(sys.stdin.read())
marks.append(time.perf_counter())
import json
from allonym.bench.worker import peak_megabytes
steps = [after - before for before, after in zip(marks, marks[1:])]
sys.stdout.write(json.dumps({"steps": steps, "memory": peak_megabytes()}))
"""

_TIMES = 3
WORK = "from allonym.bench.worker import main; main()"

_IMPORTTIME = re.compile(r"import time:\s*(\d+) \|\s*(\d+) \| ( *)(\S+)")


def run_code(
    code: str, *, arguments: Sequence[str] = (), stdin: str = "", options: Sequence[str] = ()
) -> tuple[float, str, str]:
    """Run Python code in a fresh interpreter; return seconds in all, output and error output.

    Raises:
        EngineError: If it fails; the last line it wrote names the exception, without its message.
    """
    command = [sys.executable, "-X", "utf8", *options, "-c", code, *arguments]
    started = time.perf_counter()
    done = subprocess.run(  # noqa: S603
        command, input=stdin, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    seconds = time.perf_counter() - started
    if done.returncode:
        raise EngineError(f"exit code {done.returncode} ({_exception(done.stderr)})")
    return seconds, done.stdout, done.stderr


def _exception(stderr: str) -> str:
    # only the class: a message may hold what was being read
    lines = stderr.strip().splitlines()
    name = lines[-1].partition(":")[0].strip() if lines else ""
    return name if re.fullmatch(r"[\w.]+", name) else "no exception named"


def run_job(job: dict[str, object]) -> dict[str, Any]:
    """Have `allonym.bench.worker` do a job in a fresh interpreter and return its answer.

    Raises:
        EngineError: If the worker fails.
    """
    return answer(run_code(WORK, stdin=json.dumps(job))[1])


def answer(output: str) -> dict[str, Any]:
    """Return the figures in the last line that a process wrote."""
    figures: dict[str, Any] = json.loads(output.strip().splitlines()[-1])
    return figures


def import_seconds() -> float:
    """Return the best time that ``import allonym`` takes, start of the interpreter left out."""
    code = f"import time; t = time.perf_counter(); {IMPORT}; print(time.perf_counter() - t)"
    return min(float(run_code(code)[1]) for _ in range(_TIMES))


def help_seconds() -> float:
    """Return the best time of ``allonym --help``, start of the interpreter included."""
    return min(run_code(HELP)[0] for _ in range(_TIMES))


def slowest_imports(count: int = 5) -> list[tuple[str, float]]:
    """Return the modules that ``import allonym`` spends most seconds in, their own imports not."""
    _, _, trace = run_code(IMPORT, options=["-X", "importtime"])
    seen = [(match[4], int(match[1]) / 1e6) for match in _IMPORTTIME.finditer(trace)]
    # `site` is the last module the interpreter imports for itself
    ours = seen[next((i + 1 for i, (name, _) in enumerate(seen) if name == "site"), 0) :]
    return sorted(ours, key=lambda pair: -pair[1])[:count]
