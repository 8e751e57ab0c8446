"""Whole sentences come out exactly as written down in tests/cases/<lang>/sentences.toml.

A case with a ``fault`` pins what comes out although it is wrong: whoever mends it records it there.
"""

import tomllib
from pathlib import Path

import pytest

from allonym.api import Pipeline

pytestmark = [pytest.mark.slow, pytest.mark.model]

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/sentences.toml"))
SECRET = b"a secret of the sentences"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_sentences_become_what_is_written(path):
    pipeline = Pipeline.load(language=path.parent.name, secret=SECRET)
    for case in tomllib.loads(path.read_text("utf-8"))["case"]:
        assert pipeline.run(case["text"]).text == case["becomes"], case["why"]
