from __future__ import annotations

import pytest

from allonym.bench import probe
from allonym.errors import EngineError


def test_run_code_measures_a_process() -> None:
    seconds, output = probe.run_code("import sys; print(sys.stdin.read() + sys.argv[1])",
                                        arguments=["b"], stdin="ž")  # fmt: skip
    assert seconds > 0
    assert output.strip() == "žb"


def test_failure_names_the_exception_without_its_message() -> None:
    with pytest.raises(EngineError, match=r"exit code 1 \(ValueError\)") as caught:
        probe.run_code("raise ValueError('Canary')")
    assert "Canary" not in str(caught.value)


def test_failure_without_exception() -> None:
    with pytest.raises(EngineError, match="exit code 3"):
        probe.run_code("import sys; sys.stderr.write('Canary text\\n'); sys.exit(3)")


def test_answer_is_the_last_line() -> None:
    assert probe.answer('noise\n{"a": 1}\n') == {"a": 1}
