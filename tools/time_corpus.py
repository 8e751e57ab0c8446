"""Measure what a corpus run costs beside a plain loop over the same texts.

    python tools/time_corpus.py [LANGUAGE] [ROWS]

Prints processor seconds of a plain loop, of a run with one worker and with two, memory of a worker,
and how time grows with size, each beside what it may be.  What is compared runs at the same time,
each in a process of its own, so that both meet the same machine: on a busy one, two calls of one
loop differ by more than what is measured here.  Texts: the open development documents, again and
again.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from allonym.api import Pipeline
from allonym.corpus.engines import LocalEngine
from allonym.corpus.run import run_corpus
from allonym.corpus.sources import open_source
from allonym.corpus.work import Job
from allonym.text.markup import parse_marked

DOCUMENTS = Path(__file__).parents[1] / "src/allonym/evaluate/documents"
SECRET = b"a secret for measuring, no other use"


def main() -> None:
    language = sys.argv[1] if len(sys.argv) > 1 else "pl"
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    texts = [
        line
        for path in sorted((DOCUMENTS / language / "open").glob("*.txt"))
        for document in parse_marked(path.read_text("utf-8"))
        for line in document.text.split("\n")
        if len(line) > 80
    ]
    texts = [texts[n % len(texts)] for n in range(rows)]
    print(f"{language}: {rows} rows, {sum(map(len, texts))} characters; {os.cpu_count()} cores, "
          f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        loops, beside = pool.submit(loop, language, texts), pool.submit(run, language, texts, 1)
        plain, (first, wall, peak) = loops.result(), beside.result()
        ones, twos = (pool.submit(run, language, texts, n) for n in (1, 2))
        one, two = ones.result()[0], twos.result()[0]
        half = pool.submit(run, language, texts[: rows // 2], 1).result()[0]
    say("plain loop", f"{plain:.1f} CPU s")
    say("run, one worker", f"{first:.1f} CPU s", first / plain, "of the loop", 1.15)
    say("run, two workers", f"{two:.1f} CPU s", two / one, f"of one beside it, {one:.1f}", 1.1)
    say("half the rows", f"{half:.1f} CPU s", one / half, "times as long for twice the rows", 2.2)
    say("largest worker", f"{peak:.0f} MB", peak / 400, "of what it may have", 1.0)
    print(f"one worker was done after {wall:.1f} s; load at the end {os.getloadavg()[0]:.1f}")


def say(what: str, figure: str, share: float = 0.0, of: str = "", most: float = 0.0) -> None:
    judged = f"  {share:.2f} {of} (at most {most})" if most else ""
    print(f"{what:<18}{figure:>22}{judged}")


def loop(language: str, texts: list[str]) -> float:
    begun = time.process_time()
    pipeline = Pipeline.load(language=language, secret=SECRET)
    for text in texts:
        pipeline.run(text)
    return time.process_time() - begun


def run(language: str, texts: list[str], workers: int) -> tuple[float, float, float]:
    pipeline = Pipeline.load(language=language, secret=SECRET)
    job = Job(pipeline.profile, language, pipeline.draw)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "in.jsonl"
        path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
        before, begun = cpu(), time.perf_counter()
        engine = LocalEngine(job, workers)
        run_corpus(open_source(path), Path(folder) / "out", job, engine, size=64, progress=print_no)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        return cpu() - before, time.perf_counter() - begun, peak


def cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def print_no(_: object) -> None:
    """Say nothing of a shard."""


if __name__ == "__main__":
    main()
