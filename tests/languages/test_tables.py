"""Tables are read at once where all rows are alike, and row by row where somebody's are not."""

import subprocess
import sys

import pytest

from allonym.languages.pack import rows, two_columns


@pytest.mark.parametrize(
    "text",
    [
        "# a\nAnna\t2\nJan\t1\n",
        "Anna\nJan\t1\t\nEwa\t2\n",  # as many cells as if each row had two
        "Anna\t2\t1\nJan\n",
        "Anna\t2\t1\t1\nJan\nEwa\n",
        "Anna\nJan\n",
        "# none\n",
    ],
)
def test_two_columns_are_those_of_the_rows(tmp_path, text):
    path = tmp_path / "given.tsv"
    path.write_text(text, "utf-8")
    first, second = two_columns(path)
    expected = [(row[0], (*row, "")[1]) for row in rows(path)]
    assert [*zip(first, second, strict=True)] == expected


def test_a_table_that_is_missing_has_no_rows(tmp_path):
    assert [*map(list, two_columns(tmp_path / "none.tsv"))] == [[], []]


def test_importing_allonym_imports_nothing_that_works_on_texts():
    heavy = "numpy", "onnxruntime", "regex", "lxml", "allonym.assembly", "allonym.files"
    code = f"import sys, allonym; print(*set({heavy!r}) & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
