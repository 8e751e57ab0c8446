"""The same document, secret and version give the same result in every process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENTS = Path(__file__).parents[1] / "data" / "documents"
RUN = """
import sys
from pathlib import Path
from allonym.api import Pipeline
from allonym.text.markup import parse_marked

path, ids = Path(sys.argv[1]), sys.argv[2:]
pipeline = Pipeline.load(language=path.parent.name, secret=b"0" * 32)
for document in parse_marked(path.read_text("utf-8")):
    if document.id in ids:
        print(pipeline.run(document.text).text)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ids"),
    [("ro/everyday.txt", ["ro-r7", "ro-r8"]), ("en/fresh.txt", ["en-s1", "en-s2"])],
)
def test_nothing_hangs_on_the_order_of_a_set(name: str, ids: list[str]) -> None:
    command = [sys.executable, "-c", RUN, str(DOCUMENTS / name), *ids]
    made = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "2")
    ]
    assert made[0].strip()
    assert len(set(made)) == 1
