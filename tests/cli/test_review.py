"""``allonym review``: refuses at once what it could not show."""

import os
import subprocess
import sys

import pytest

from allonym.server.review_upload import MOST


def review(tmp_path, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "allonym", "review", "--no-browser", *arguments],
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_file_that_is_not_there(tmp_path):
    ended = review(tmp_path, str(tmp_path / "nothing.docx"))
    assert ended.returncode == 3
    assert "cannot be read" in ended.stderr
    assert not (tmp_path / "state").exists()


@pytest.mark.slow
def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(MOST + 1)
    ended = review(tmp_path, str(path))
    assert ended.returncode == 3
    assert "allonym run" in ended.stderr
    assert not (tmp_path / "state").exists()


@pytest.mark.slow
def test_a_file_that_is_not_what_its_name_says(tmp_path):
    path = tmp_path / "bad.docx"
    path.write_bytes(b"PK\x03\x04 and no more")
    ended = review(tmp_path, str(path))
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"allonym: {path}: ")
    assert len(ended.stderr.splitlines()) == 1
    assert not (tmp_path / "state").exists()
