"""Kill workers, servers or both at random, while tasks run; every document must come out once.

    python tools/kill_jobs.py --minutes 30
    python tools/kill_jobs.py --minutes 10 --database postgres --servers 2

Clients upload archives and post texts all the time; a task that was accepted must finish, and its
result must hold each good document exactly once, and name each bad one.  At the end the figures are
printed, with the memory that servers and workers held (proportional set size); the first third of
the time is warm-up.  Exit code 1 if anything was lost or doubled.

    python tools/kill_jobs.py --minutes 30 --kinds ''

kills nothing, and so says what memory does: where processes are killed all the time, few of them
are old enough for that.  Exit code 1 also if memory changed by more than 5 % in ten minutes or
more.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.marked_archives import Faults, archive, check
from tools.processes import kill, memory, workers
from tools.temporary_postgres import free_port, temporary_postgres

KINDS = ("worker", "worker", "server", "both")


@dataclass
class Plan:
    """What is to be done."""

    seconds: float
    seed: int = 1
    database: str = ""
    servers: int = 1
    workers: int = 2
    clients: int = 3
    documents: int = 12
    pause: tuple[float, float] = (0.5, 12.0)
    kinds: tuple[str, ...] = KINDS
    texts: bool = True


@dataclass
class Figures(Faults):
    """What came of it."""

    tasks: int = 0
    documents: int = 0
    bad: int = 0
    texts: int = 0
    kills: dict[str, int] = field(default_factory=dict)
    memory: list[tuple[float, float]] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0

    def is_good(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)

    def memory_then_and_now(self) -> tuple[float, float]:
        """Return the median of the middle third and of the last."""
        third = len(self.memory) // 3
        middle, last = self.memory[third : 2 * third], self.memory[2 * third :]
        return statistics.median(mb for _, mb in middle), statistics.median(mb for _, mb in last)

    def is_flat(self) -> bool:
        """Tell whether memory stayed where it was; few minutes and young processes do not say."""
        if self.seconds < 600 or self.kills:
            return True
        then, now = self.memory_then_and_now()
        return abs(now / then - 1) <= 0.05

    def as_text(self) -> str:
        kills = ", ".join(f"{n} {kind}" for kind, n in sorted(self.kills.items())) or "none"
        faults = f"lost {len(self.lost)}, doubled {len(self.doubled)}, wrong {len(self.wrong)}"
        lines = [
            f"{self.seconds:.0f} s, kills: {kills}",
            f"{self.tasks} tasks, {self.documents} documents ({self.bad} bad), {self.texts} texts",
            f"{faults}; slowest task {self.slowest:.0f} s",
        ]
        if len(self.memory) >= 9:
            low, high = self.memory_then_and_now()
            lines.append(
                f"memory, median of the middle third {low:.0f} MB, of the last {high:.0f} MB "
                f"({100 * (high / low - 1):+.1f} %)"
            )
        return "\n".join(lines + [*self.lost, *self.doubled, *self.wrong][:20])


# --- servers ---


class Server:
    """One server in a process group of its own, started again whenever it is gone."""

    def __init__(self, folder: Path, plan: Plan, number: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [
            sys.executable, "-m", "allonym", "serve", "--port", str(self.port),
            "--workers", str(plan.workers), "-l", "pl",
        ]  # fmt: skip
        self._env = os.environ | {
            "ALLONYM_SERVER_FOLDER": str(folder / "state"),
            "ALLONYM_SERVER_DATABASE": plan.database,
            "ALLONYM_SERVER_EXECUTOR": f"executor-{number}",
            "ALLONYM_SERVER_RATE": "0",
            "ALLONYM_SERVER_PRELOAD": "pl",
        }
        self._log = (folder / f"log-{number}").open("ab")
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            self._command, env=self._env, stdout=self._log, stderr=self._log
        )
        return self.process

    def kill(self, kind: str, chance: random.Random) -> None:
        working = workers(self.process.pid)
        if kind in ("server", "both"):
            kill(self.process.pid)
            self.process.wait()
        if kind in ("worker", "both") and working:
            kill(chance.choice(working))
        if kind in ("server", "both"):
            time.sleep(chance.uniform(0, 1.5))
            self.start()

    def memory(self) -> float:
        return memory(self.process.pid, *workers(self.process.pid))

    def stop(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        if self.process.poll() is None:
            kill(self.process.pid)
            self.process.wait()
        self._log.close()


# --- clients ---


class Client(threading.Thread):
    """Uploads archives, follows them to the end, and looks at what comes back."""

    def __init__(self, run: Run, number: int) -> None:
        super().__init__(daemon=True)
        self.run_ = run
        self.chance = random.Random(run.plan.seed * 1000 + number)
        self.number = number

    def run(self) -> None:
        count = 0
        while not self.run_.ending.is_set():
            count += 1
            self._one_task(f"c{self.number}t{count}")

    def _one_task(self, label: str) -> None:
        good, bad, data = archive(label, self.chance, self.run_.plan.documents)
        began = time.monotonic()
        accepted = self._until(lambda url: self._upload(url, data))
        if accepted is None:
            return
        result = self._until(lambda url: self._fetched(url, accepted), keep_on=True)
        figures = self.run_.figures
        with self.run_.lock:
            figures.tasks += 1
            figures.documents += len(good) + len(bad)
            figures.bad += len(bad)
            figures.slowest = max(figures.slowest, time.monotonic() - began)
            if result is None:
                figures.lost.append(f"{label}: no result")
                return
            check(label, result, good, bad, figures)
        self._until(
            lambda url: httpx.delete(f"{url}/v1/tasks/{accepted}").status_code in (204, 404)
        )

    def _until(self, attempt, *, keep_on: bool = False):
        """Try until it works; servers come and go."""
        last = None
        while last is None or time.monotonic() < last:
            if self.run_.ending.is_set():
                if not keep_on:
                    return None
                last = last or time.monotonic() + self.run_.patience
            server = self.chance.choice(self.run_.servers)
            with suppress(httpx.HTTPError, OSError):
                answer = attempt(server.url)
                if answer:
                    return answer
            time.sleep(0.2)
        return None

    def _upload(self, url: str, data: bytes) -> str | None:
        answer = httpx.post(
            f"{url}/v1/tasks",
            files={"file": ("batch.zip", data)},
            data={"options": json.dumps({"language": "pl", "method": "tag", "types": ["person"]})},
            timeout=10,
        )
        return answer.json()["id"] if answer.status_code == 202 else None

    def _fetched(self, url: str, task: str) -> bytes | None:
        state = httpx.get(f"{url}/v1/tasks/{task}?documents=false", timeout=10)
        if state.status_code == 404:
            raise_lost(self.run_, task, "is not known any more")
            return b"gone"
        if state.status_code != 200 or state.json()["state"] in ("waiting", "running"):
            time.sleep(0.3)
            return None
        if state.json()["state"] != "done":
            raise_lost(self.run_, task, state.json()["state"])
            return b"gone"
        answer = httpx.get(f"{url}/v1/tasks/{task}/result", timeout=10)
        return answer.content if answer.status_code == 200 else None


class Talker(threading.Thread):
    """Posts texts to be answered at once; that they fail while servers die is no fault."""

    def __init__(self, run: Run) -> None:
        super().__init__(daemon=True)
        self.run_ = run

    def run(self) -> None:
        text = "Spotkałem się z Janem Kowalskim w Łodzi. " * 20
        while not self.run_.ending.wait(0.3):
            with suppress(httpx.HTTPError, OSError):
                url = self.run_.servers[0].url
                answer = httpx.post(f"{url}/anonymize", json={"text": text}, timeout=10)
                self.run_.figures.texts += answer.status_code == 200


def raise_lost(run: Run, task: str, why: str) -> None:
    with run.lock:
        run.figures.lost.append(f"task {task[:8]}: {why}")


# --- the run ---


@dataclass
class Run:
    """What all threads share."""

    plan: Plan
    servers: list[Server]
    figures: Figures = field(default_factory=Figures)
    ending: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    patience: float = 120.0


def torment(plan: Plan) -> Figures:
    """Run servers and clients for a time, killing as planned, and return the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="allonym-kill-")))
        if plan.database == "postgres":
            plan.database = stack.enter_context(temporary_postgres())
        servers = [Server(folder, plan, number) for number in range(plan.servers)]
        for server in servers:
            stack.callback(server.stop)
        wait_ready(servers)
        run = Run(plan, servers)
        clients: list[threading.Thread] = [Client(run, n) for n in range(plan.clients)]
        talkers = [Talker(run)] if plan.texts else []
        with timed(run.figures):
            for thread in (*clients, *talkers):
                thread.start()
            kill_and_measure(run)
            run.ending.set()
            for thread in (*clients, *talkers):
                thread.join(run.patience + 30)
        return run.figures


@contextmanager
def timed(figures: Figures):
    began = time.monotonic()
    yield
    figures.seconds = time.monotonic() - began


def wait_ready(servers: list[Server]) -> None:
    last = time.monotonic() + 120
    for server in servers:
        while time.monotonic() < last:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{server.url}/readyz").status_code == 200:
                    break
            time.sleep(0.2)
        else:
            raise TimeoutError("a server does not become ready")


def kill_and_measure(run: Run) -> None:
    chance = random.Random(run.plan.seed)
    began = time.monotonic()
    last = began + run.plan.seconds
    due = began + chance.uniform(*run.plan.pause)
    sampled = 0.0
    while time.monotonic() < last:
        time.sleep(0.05)
        now = time.monotonic()
        if now > sampled + 5:
            sampled = now
            run.figures.memory.append((now - began, sum(s.memory() for s in run.servers)))
        if run.plan.kinds and now > due:
            kind = chance.choice(run.plan.kinds)
            server = chance.choice(run.servers)
            server.kill(kind, chance)
            if chance.random() < 0.7:
                wait_ready([server])
            run.figures.kills[kind] = run.figures.kills.get(kind, 0) + 1
            due = time.monotonic() + chance.uniform(*run.plan.pause)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="postgres, or a URL; SQLite if not given")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kinds", default=",".join(KINDS), help="what is killed; empty: nothing")
    given = parser.parse_args()
    kinds = tuple(kind for kind in given.kinds.split(",") if kind)
    plan = Plan(
        given.minutes * 60, given.seed, given.database, given.servers, given.workers, kinds=kinds
    )
    figures = torment(plan)
    print(figures.as_text())
    return 0 if figures.is_good() and figures.is_flat() else 1


if __name__ == "__main__":
    sys.exit(main())
