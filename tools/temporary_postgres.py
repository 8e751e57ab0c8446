"""A PostgreSQL server of its own in a temporary folder, for tests; gone afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL programs on this machine, if there are any."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[4])
    )
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@contextmanager
def temporary_postgres() -> Iterator[str]:
    """Run a server and yield the URL of an empty database; root runs it as the user postgres."""
    bin_folder = programs()
    if bin_folder is None:
        raise FileNotFoundError("PostgreSQL is not installed; apt-get install postgresql")
    user = "postgres" if os.getuid() == 0 else None
    prefix = ["runuser", "-u", "postgres", "--"] if user else []
    folder = Path(tempfile.mkdtemp(prefix="allonym-pg-"))
    if user:
        shutil.chown(folder, user)

    def call(program: str, *arguments: str) -> None:
        command = [*prefix, str(bin_folder / program), *arguments]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    port, data = free_port(), str(folder / "data")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
    try:
        call("initdb", "-D", data, "-A", "trust", "-U", "allonym", "--no-sync")
        call("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "allonym", "tasks")
        yield f"postgresql://allonym@127.0.0.1:{port}/tasks"
    finally:
        with_pid = Path(data) / "postmaster.pid"
        if with_pid.exists():
            call("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
