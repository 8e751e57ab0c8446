"""Every error that Allonym raises on purpose; all are below `PseudonymizationError`.

A message says what is wrong, where, and what to do; it never quotes the document.  Programming
mistakes stay ``TypeError`` and ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class PseudonymizationError(Exception):
    """Base of all errors raised on purpose.

    ``code`` is a stable slug (the ``type`` of an HTTP problem), ``exit_code`` what the command
    line returns.
    """

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 3

    def __init_subclass__(cls, code: str = "", exit_code: int = 0) -> None:
        """Take what is told with the name of a class; the rest is as in the class above."""
        cls.code, cls.exit_code = code or cls.code, exit_code or cls.exit_code


class ConfigError(PseudonymizationError, code="config", exit_code=2):
    """Settings contradict each other or cannot be understood."""


class ProfileError(ConfigError, code="profile"):
    """A profile has a wrong key or value; the message names file, key and remedy."""


class PackError(ConfigError, code="pack"):
    """A language pack is incomplete or its files disagree."""


class UnknownLanguage(ConfigError, code="unknown-language"):
    """No pack is installed for the language asked for."""


class DocumentError(PseudonymizationError, code="document"):
    """A document cannot be read, or cannot be rewritten safely."""


class UnsupportedFormat(DocumentError, code="unsupported-format"):
    """No format claims the file."""


class CorruptDocument(DocumentError, code="corrupt-document"):
    """The file is not what its format says it should be."""


class UnrewritableContent(DocumentError, code="unrewritable-content"):
    """A mention lies where the format cannot write."""


class OffsetError(PseudonymizationError, code="offset"):
    """A span does not lie where the caller claims."""


class PlanError(PseudonymizationError, code="plan"):
    """A replacement plan contradicts itself; it was not applied."""


class LeakError(PseudonymizationError, code="leak", exit_code=4):
    """The result still holds an original; nothing was written."""


class PluginError(PseudonymizationError, code="plugin", exit_code=2):
    """A component asked for by name cannot be had."""


class UnknownName(PluginError, code="unknown-name"):
    """No component has this name."""


class MissingExtra(PluginError, code="missing-extra", exit_code=5):
    """A component needs an optional dependency that is not installed."""


def to_install(extra: str) -> str:
    """Return how an extra of this package is installed, for a message."""
    return f"pip install 'allonym[{extra}]', in a checkout '.[{extra}]'"


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Have an import that fails say what to install.

    Who needs it is said as ``RTF needs``, ``tasks need``; the extra is one of this package.

    Raises:
        MissingExtra: If what is imported inside is not installed.
    """
    try:
        yield
    except ImportError as error:
        said = f"{what} an extra: {to_install(extra)}"
        raise MissingExtra(f"{said} ({error.name})" if error.name else said) from error


class EngineError(PseudonymizationError, code="engine"):
    """A model cannot be loaded or fails on its input."""


class NotEncrypted(PseudonymizationError, code="not-encrypted"):
    """A value cannot be encrypted in its own form; the message says why, never the value."""


class LedgerError(PseudonymizationError, code="ledger"):
    """The ledger of pseudonyms cannot be read, opened or written."""


class NotInLedger(LedgerError, code="not-in-ledger"):
    """The ledger does not know a document, or knows several that read the same."""


class DecisionError(PseudonymizationError, code="decision", exit_code=2):
    """A reviewer's decision makes no sense for the document as it stands."""


class ServiceError(PseudonymizationError, code="service"):
    """The service cannot take or finish a piece of work."""


class ServiceBusy(ServiceError, code="busy"):
    """The queue is full; the message says when to come again, and so does `retry_after`."""

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message, retry_after)
        self.retry_after = retry_after

    def __str__(self) -> str:
        return str(self.args[0])


class TimeLimit(ServiceError, code="time-limit"):
    """The work took longer than it may, and was ended."""


class WorkerDied(ServiceError, code="worker-died"):
    """The process that did the work ended in the middle of it."""


def place_of(error: BaseException) -> str:
    """Return module and line where an error came up, which say nothing of what it came up on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
