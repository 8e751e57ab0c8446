"""The curl session of docs/how-to/batches.md is typed into a shell, against a real server."""

import doctest
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_docs import blocks, typed

pytestmark = [pytest.mark.slow, pytest.mark.model]

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "batches.md"
END = "-- end of the answer --"


def test_the_session_runs(server, tmp_path):
    missing = [name for name in ("curl", "zip", "unzip") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    with subprocess.Popen(
        ["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        cwd=tmp_path, text=True,
    ) as shell:  # fmt: skip
        for block in blocks(PAGE):
            if block.head == "file":
                target = tmp_path / block.what
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(block.body, encoding="utf-8")
            elif block.language == "sh":
                for line, command, expected in typed(block.body):
                    got = answer(shell, command.replace("localhost:8000", server.url))
                    same = doctest.OutputChecker().check_output(
                        expected.strip(), got.strip(), doctest.ELLIPSIS
                    )
                    assert same, f"{PAGE.name}, line {block.line + line}: {command}\n{got}"
        shell.stdin.close()


def answer(shell, command):
    shell.stdin.write(f"{command}\necho; echo '{END}'\n")
    shell.stdin.flush()
    lines = []
    while (line := shell.stdout.readline()) and line.strip() != END:
        lines.append(line)
    return re.sub(r"\n\n\Z", "\n", "".join(lines))
