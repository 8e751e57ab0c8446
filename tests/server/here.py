"""The service in the process of the tests, whose packs it shares, so that it starts at once."""

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
import uvicorn

from allonym.server import state
from allonym.server.app import create_app
from allonym.server.pool import WorkerPool
from allonym.server.run import PatientProtocol, prepare_folder
from allonym.server.settings import load_settings
from allonym.server.worker import guarded
from allonym.warm import Wanted, WarmPipelines, pipelines, set_up


@dataclass
class Slot:
    """Works in a thread, one piece of work after the other, with what a worker would keep."""

    warm: WarmPipelines
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    async def call(self, function, args, seconds):
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, self._called, function, args)

    def _called(self, function, args):
        others = pipelines()
        set_up(self.warm)
        try:
            return guarded(function, args)
        finally:
            set_up(others)


class Pool(WorkerPool):
    """A pool whose one worker is a thread; it is ready at once and loads what it is asked for."""

    async def start(self):
        setup = self.setup
        self._idle.append(Slot(WarmPipelines(setup.profiles, setup.secret, setup.most)))
        self.ready = True

    async def stop(self, grace):
        await super().stop(grace)
        for slot in self._idle:
            slot.thread.shutdown()


def app_of(settings):
    """Return an application whose worker is a thread, or, where everything is tested, a process."""
    with pytest.MonkeyPatch.context() as patch:
        if not os.environ.get("CI"):
            patch.setattr(state, "WorkerPool", Pool)
        return create_app(settings)


class Here:
    """What `Server` is, without a process."""

    def __init__(self, folder, **given):
        settings = load_settings(None, folder=folder, workers=1, **given)
        prepare_folder(settings.folder)
        app = app_of(settings)
        config = uvicorn.Config(
            app, port=0, http=PatientProtocol, log_config=None, access_log=False,
            server_header=False, date_header=False, timeout_graceful_shutdown=5,
        )  # fmt: skip
        self.folder = settings.folder
        self._server = uvicorn.Server(config)
        app.state.is_ending = lambda: self._server.should_exit
        self._socket = config.bind_socket()
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        run = self._server.run
        self._thread = threading.Thread(target=run, kwargs={"sockets": [self._socket]})
        self._thread.start()
        pool = app.state.server.pool
        while not (self._server.started and pool.ready):
            assert self._thread.is_alive()
            time.sleep(0.01)
        used = settings.chat_profile if settings.chat_upstream else settings.profile
        (slot,) = pool._idle
        slot.warm.get(Wanted("pl", used)).tentative().run("Anna")  # what most tests ask for

    def stop(self):
        self._server.should_exit = True
        self._thread.join(30)
        self._socket.close()
        return 0 if not self._thread.is_alive() else 1
