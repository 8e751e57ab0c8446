"""Measuring against gold data."""

from allonym.evaluate.report import as_dict, render
from allonym.evaluate.run import EvaluationReport, evaluate

__all__ = ["EvaluationReport", "as_dict", "evaluate", "render"]
