"""Every row of the mission, run as a user would; see tools/write_promises.py."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_every_promise_has_a_row_and_an_expectation():
    from tools.write_promises import SOURCES, read_rows

    rows = read_rows()
    counts = {letter: sum(row.id[0] == letter for row in rows) for letter in SOURCES}
    assert counts == {"C": 10, "A": 9, "P": 7, "S": 5, "G": 4, "N": 10}
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.want for row in rows)
    for row in rows:
        for pattern in (*row.want, *row.not_):
            re.compile(pattern)


@pytest.mark.slow
@pytest.mark.model
def test_every_promise_is_kept():
    done = check_promises()
    broken = re.findall(r"^([A-Z][0-9]+): (?!kept|needs)", done.stdout, re.MULTILINE)
    if done.returncode and broken:  # a starved server beside the whole suite; alone it must hold
        done = check_promises(*broken)
    assert done.returncode == 0, done.stdout[-4000:]


def check_promises(*rows):
    command = [sys.executable, str(ROOT / "tools" / "write_promises.py"), "--check", *rows]
    return subprocess.run(command, capture_output=True, text=True, check=False)
