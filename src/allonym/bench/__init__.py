"""Measuring speed and memory, each figure in a fresh process."""

from allonym.bench.report import as_dict, render
from allonym.bench.run import BenchReport, bench

__all__ = ["BenchReport", "as_dict", "bench", "render"]
