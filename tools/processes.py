"""What Linux tells of running processes; one that has ended has no children, workers or memory."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path


def kill(pid: int) -> None:
    """End a process without warning."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """Return the children that any thread of a process has begun."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(word) for word in task.read_text().split()]
    return found


def workers(pid: int) -> list[int]:
    """Return the children that do a server's work."""
    return [child for child in children(pid) if b"spawn_main" in _command_line(child)]


def memory(*pids: int) -> float:
    """Return the proportional set size of some processes together, in MB."""
    return sum(map(_resident, pids))


def _command_line(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def _resident(pid: int) -> float:
    with suppress(OSError):
        match = re.search(r"^Pss:\s*(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        return int(match[1]) / 1024 if match else 0.0
    return 0.0
