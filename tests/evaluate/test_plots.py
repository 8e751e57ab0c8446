"""Plots as files: PNG and SVG of the same figures."""

from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("matplotlib")

from allonym.evaluate.metrics import Tally
from allonym.evaluate.report import write_plots
from allonym.evaluate.run import EvaluationReport, Scored

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


def report(scored):
    cells = {("PER", "PER"): 7, ("PER", "none"): 2, ("none", "LOC"): 1}
    return EvaluationReport((), Tally(confusion=cells), scored=scored)


@pytest.mark.parametrize("scored", [Scored(2, ((0.9, True), (0.4, True))), Scored()])
def test_curve_and_matrix_are_drawn_twice_the_same(tmp_path, scored):
    written = write_plots(report(scored), tmp_path / "a")
    again = write_plots(report(scored), tmp_path / "b")
    names = ["curve.png", "curve.svg", "confusion.png", "confusion.svg"]
    assert [path.name for path in written] == names
    for one, other in zip(written, again, strict=True):
        assert one.read_bytes() == other.read_bytes()
    for path in written:
        if path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG")
        else:
            assert ET.parse(path).getroot().tag.endswith("svg")
