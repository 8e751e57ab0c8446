"""Hostile files end the worker that opens them, and nothing else."""

import os

import pytest

from allonym.errors import CorruptDocument, UnsupportedFormat
from allonym.files.opening import Probe
from allonym.profile import Documents

from .formats.test_package import packed

PAGE = b"<p>Ann Nowak</p>"


def test_plain_text_needs_no_worker():
    with Probe() as probe:
        probe.check(b"Ann", "a.txt", Documents())
        assert probe._worker is None


@pytest.mark.slow
def test_one_worker_opens_file_after_file():
    with Probe() as probe:
        probe.check(PAGE, "a.html", Documents())
        first = probe._worker.schedule(os.getpid).result()
        probe.check(packed([("a.txt", b"x")]), "a.zip", Documents())
        assert probe._worker.schedule(os.getpid).result() == first


@pytest.mark.slow
def test_what_is_wrong_with_a_file_is_told():
    with Probe() as probe:
        with pytest.raises(CorruptDocument, match="well-formed"):
            probe.check(b"<a>", "a.xml", Documents())
        with pytest.raises(UnsupportedFormat):
            probe.check(b"", "a.xyz", Documents())


@pytest.mark.slow
def test_a_file_that_needs_too_much_memory_ends_only_the_worker():
    heavy = b"<p>" + b"<b>x</b>" * 2_000_000
    with Probe(memory=1 << 29) as probe:
        with pytest.raises(CorruptDocument, match="memory"):
            probe.check(heavy, "a.html", Documents())
        with pytest.raises(CorruptDocument, match="damaged"):
            probe.check(b"PK", "a.zip", Documents())


@pytest.mark.slow
def test_a_file_that_takes_too_long_ends_only_the_worker():
    slow = b"<p>" + b"<b>x</b>" * 400_000
    with Probe(seconds=0.01) as probe, pytest.raises(CorruptDocument, match="seconds"):
        probe.check(slow, "a.html", Documents())
