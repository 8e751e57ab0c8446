"""Work for the pool that goes wrong in every way; the text it is given must stay where it is."""

import ctypes
import os
import resource
import signal
import time

from allonym.errors import LeakError


def echo(value):
    return value


def pid():
    return os.getpid()


def die(_text):
    os.kill(os.getpid(), signal.SIGKILL)


def crash(_text):
    os.kill(os.getpid(), signal.SIGSEGV)


def linger(_text, seconds=60.0):
    time.sleep(seconds)
    return "done"


def raise_mistake(text):
    return {}[text]


def raise_on_purpose(text):
    try:
        raise_mistake(text)
    except KeyError as error:
        raise LeakError("leak check failed: 1 originals remain") from error


def return_unpicklable(text):
    return lambda: text


def sealing():
    """Return the limits on core files, and whether the process may be dumped."""
    return resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
