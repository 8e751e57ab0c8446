"""A real `allonym serve` in a process of its own, for tests and documentation."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx

SOURCE = Path(__file__).parents[2] / "src"


class Server:
    """Runs the command until it is stopped; keeps what it logged."""

    def __init__(self, folder, *arguments, **environment):
        environment = {"ALLONYM_SERVER_FOLDER": str(folder), **environment}
        self.folder = Path(folder)
        self.lines = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "allonym", "serve", "--port", "0", *arguments],
            env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.port = json.loads(self._line())["port"]
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = f"http://127.0.0.1:{self.port}"

    def _line(self):
        line = self._process.stderr.readline()
        if line:
            self.lines.append(line)
        return line

    def _read(self):
        while self._line():
            pass

    @property
    def pid(self):
        return self._process.pid

    def wait_until_ready(self, seconds=120.0):
        end = time.monotonic() + seconds
        with httpx.Client(
            verify=False, timeout=30
        ) as client:  # reading the certificates takes 20 ms a call
            while client.get(f"{self.url}/readyz").status_code != 200:
                assert self._process.poll() is None, self.lines
                assert time.monotonic() < end, self.lines
                time.sleep(0.05)
        return self

    def signal(self, number=signal.SIGTERM):
        self._process.send_signal(number)

    def stop(self):
        if self._process.poll() is None:
            self.signal()
        code = self._process.wait(60)
        self._reader.join(10)
        self._process.stderr.close()
        return code


def ledger_settings(folder):
    """Make a ledger and return the settings that let a server reveal from it."""
    from allonym.ledger import admin
    from allonym.ledger.keys import Key
    from tests.ledger.conftest import make_keys

    own = admin.Keys(*(Key(k.kind, k.secret.hex().encode()) for k in make_keys().all))
    url = str(folder / "ledger.db")
    admin.init(url, own)
    names = ("ALLONYM_SECRET", "ALLONYM_ENCRYPT_KEY", "ALLONYM_AUDIT_KEY")
    keys = {name: key.secret.decode() for name, key in zip(names, own.all, strict=True)}
    return {"ALLONYM_SERVER_LEDGER": url, "ALLONYM_SERVER_SECRET": "env:ALLONYM_SECRET", **keys}
