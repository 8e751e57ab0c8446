"""Measure the server under load, beside the library called directly with as many workers.

Usage: python tools/load_server.py [--seconds 20] [--workers 2] [--connections 8] [--rounds 2]
       [--kill SECONDS]

Documents of 2,000 characters are sent by wrk (https://github.com/wg/wrk) to `POST /anonymize`.  The
two are measured in turn, round by round, so that other work on the machine weighs on both.  The
ratio of CPU seconds a document hardly depends on such work: on a machine that has nothing else to
do it is what the ratio of throughputs comes to, wrk left out.  Memory is the proportional set size
of the server with all its workers, after warm-up and at the end.

With --kill SECONDS a worker is killed every so often: each kill may cost the one request that was
in that worker, and no other.
"""

import argparse
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.processes import children, kill, memory, workers

GIVEN = ("Jan", "Adam", "Piotr", "Marek", "Tomasz", "Paweł", "Michał", "Jakub", "Filip", "Szymon")
FAMILY = ("Kowalski", "Wiśniewski", "Zieliński", "Szymański", "Dąbrowski", "Kozłowski", "Mazur")
TOWNS = ("Krakowie", "Gdańsku", "Poznaniu", "Lublinie", "Olsztynie", "Radomiu", "Toruniu")
SENTENCE = (
    "Pan {given} {family} mieszka w {town} przy ulicy Długiej {number}, telefon 600 {number} "
    "{number}. Sąd wysłuchał wyjaśnień obwinionego i odroczył rozprawę do następnego miesiąca. "
)


def document(seed: int, length: int = 2000) -> str:
    """Return a document of `length` characters, another for each seed."""
    parts, number = [], seed
    while sum(map(len, parts)) < length:
        number = (number * 1103515245 + 12345) % (1 << 31)
        parts.append(
            SENTENCE.format(
                given=GIVEN[number // 7 % len(GIVEN)],
                family=FAMILY[number // 11 % len(FAMILY)],
                town=TOWNS[number // 13 % len(TOWNS)],
                number=100 + number // 17 % 900,
            )
        )
    return "".join(parts)[:length]


DOCUMENTS = [document(seed) for seed in range(50)]


def direct_worker(seconds: float, ready, go, counts) -> None:
    """Run documents through the library until time is up, and say how many."""
    import allonym

    pipeline = allonym.Pipeline.load(language="pl", secret=b"for measurements only")
    pipeline.run(DOCUMENTS[0])
    ready.release()
    go.wait()
    end, done, spent = time.perf_counter() + seconds, 0, time.process_time()
    while time.perf_counter() < end:
        pipeline.run(DOCUMENTS[done % len(DOCUMENTS)])
        done += 1
    counts.put((done, time.process_time() - spent))


def direct(workers: int, seconds: float) -> tuple[float, float]:
    """Return documents a second, and CPU seconds a document, of the library called directly."""
    context = multiprocessing.get_context("spawn")
    ready, go, counts = context.Semaphore(0), context.Event(), context.Queue()
    running = [
        context.Process(target=direct_worker, args=(seconds, ready, go, counts))
        for _ in range(workers)
    ]
    for process in running:
        process.start()
    for _ in running:
        ready.acquire()
    go.set()
    found = [counts.get() for _ in running]
    for process in running:
        process.join()
    done = sum(number for number, _ in found)
    return done / seconds, sum(spent for _, spent in found) / done


SCRIPT = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies = {{ {bodies} }}
local at = 0
request = function()
  at = at % #bodies + 1
  return wrk.format(nil, "/anonymize", nil, bodies[at])
end
"""


def wrk(url: str, connections: int, seconds: int, folder: Path) -> dict[str, float]:
    """Return requests a second, latencies in seconds, and refusals, as wrk saw them."""
    script = folder / "load.lua"
    bodies = [json.dumps({"text": text, "format": "text"}) for text in DOCUMENTS]
    script.write_text(SCRIPT.format(bodies=", ".join(f"[==[{body}]==]" for body in bodies)))
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s", "--latency",
         "-s", str(script), url],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    units = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}

    def latency(share: str) -> float:
        number, unit = re.search(rf"{share}%\s+([\d.]+)(us|ms|s|m)", done).groups()
        return float(number) * units[unit]

    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", done)
    return {
        "per_second": float(re.search(r"Requests/sec:\s+([\d.]+)", done)[1]),
        "p50": latency("50"),
        "p99": latency("99"),
        "refused": float(refused[1]) if refused else 0.0,
        "requests": float(re.search(r"(\d+) requests in", done)[1]),
    }


def kill_workers(pid: int, every: float, stop: threading.Event, killed: list[int]) -> None:
    """Kill one worker after the other until told to stop."""
    while not stop.wait(every):
        working = workers(pid)
        if working:
            killed.append(working[len(killed) % len(working)])
            kill(killed[-1])


def spent(pid: int) -> float:
    """Return the CPU seconds that a process and its children have taken."""
    ticks = 0
    for one in [pid, *children(pid)]:
        words = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--kill", type=float, default=0.0)
    chosen = parser.parse_args()
    from tests.server.live import Server

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(
            folder, "--workers", str(chosen.workers), "-l", "pl", ALLONYM_SERVER_RATE="0"
        )
        try:
            measure(server.wait_until_ready(), chosen, folder)
        finally:
            server.signal(signal.SIGTERM)
            server.stop()


def measure(server, chosen, folder: Path) -> None:
    """Measure the two in turn and print what came out."""
    wrk(server.url, chosen.connections, 5, folder)
    before = memory(server.pid, *children(server.pid))
    ratios, costs = [], []
    for number in range(1, chosen.rounds + 1):
        began = spent(server.pid)
        stop, killed = threading.Event(), []
        killer = threading.Thread(
            target=kill_workers, args=(server.pid, chosen.kill, stop, killed), daemon=True
        )
        if chosen.kill:
            killer.start()
        served = wrk(server.url, chosen.connections, chosen.seconds, folder)
        stop.set()
        cost = (spent(server.pid) - began) / served["requests"]
        alone, own_cost = direct(chosen.workers, chosen.seconds)
        ratios.append(served["per_second"] / alone)
        costs.append(own_cost / cost if not chosen.kill else float("nan"))
        print(
            f"round {number}: server {served['per_second']:.1f}/s, directly {alone:.1f}/s; CPU "
            f"{cost:.4f} s and {own_cost:.4f} s; p50 {served['p50']:.3f} s, "
            f"p99 {served['p99']:.3f} s; not done {served['refused']:.0f} of "
            f"{served['requests']:.0f}, killed {len(killed)}"
        )
    after = memory(server.pid, *children(server.pid))
    print(
        f"ratio of throughputs {sum(ratios) / len(ratios):.2f}, "
        f"of CPU seconds {sum(costs) / len(costs):.2f}"
    )
    print(f"memory {before:.0f} MB after warm-up, {after:.0f} MB then ({after / before - 1:+.1%})")


if __name__ == "__main__":
    main()
