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


class ConfigError(PseudonymizationError):
    """Settings contradict each other or cannot be understood."""

    code = "config"
    exit_code = 2


class ProfileError(ConfigError):
    """A profile has a wrong key or value; the message names file, key and remedy."""

    code = "profile"


class PackError(ConfigError):
    """A language pack is incomplete or its files disagree."""

    code = "pack"


class UnknownLanguage(ConfigError):
    """No pack is installed for the language asked for."""

    code = "unknown-language"


class DocumentError(PseudonymizationError):
    """A document cannot be read, or cannot be rewritten safely."""

    code = "document"


class UnsupportedFormat(DocumentError):
    """No format claims the file."""

    code = "unsupported-format"


class CorruptDocument(DocumentError):
    """The file is not what its format says it should be."""

    code = "corrupt-document"


class UnrewritableContent(DocumentError):
    """A mention lies where the format cannot write."""

    code = "unrewritable-content"


class OffsetError(PseudonymizationError):
    """A span does not lie where the caller claims."""

    code = "offset"


class PlanError(PseudonymizationError):
    """A replacement plan contradicts itself; it was not applied."""

    code = "plan"


class LeakError(PseudonymizationError):
    """The result still holds an original; nothing was written."""

    code = "leak"
    exit_code = 4


class PluginError(PseudonymizationError):
    """A component asked for by name cannot be had."""

    code = "plugin"
    exit_code = 2


class UnknownName(PluginError):
    """No component has this name."""

    code = "unknown-name"


class MissingExtra(PluginError):
    """A component needs an optional dependency that is not installed."""

    code = "missing-extra"
    exit_code = 5


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


class EngineError(PseudonymizationError):
    """A model cannot be loaded or fails on its input."""

    code = "engine"


class NotEncrypted(PseudonymizationError):
    """A value cannot be encrypted in its own form; the message says why, never the value."""

    code = "not-encrypted"


class LedgerError(PseudonymizationError):
    """The ledger of pseudonyms cannot be read, opened or written."""

    code = "ledger"


class NotInLedger(LedgerError):
    """The ledger does not know a document, or knows several that read the same."""

    code = "not-in-ledger"


class DecisionError(PseudonymizationError):
    """A reviewer's decision makes no sense for the document as it stands."""

    code = "decision"
    exit_code = 2


class ServiceError(PseudonymizationError):
    """The service cannot take or finish a piece of work."""

    code = "service"


class ServiceBusy(ServiceError):
    """The queue is full; the message says when to come again, and so does `retry_after`."""

    code = "busy"

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message, retry_after)
        self.retry_after = retry_after

    def __str__(self) -> str:
        return str(self.args[0])


class TimeLimit(ServiceError):
    """The work took longer than it may, and was ended."""

    code = "time-limit"


class WorkerDied(ServiceError):
    """The process that did the work ended in the middle of it."""

    code = "worker-died"


def place_of(error: BaseException) -> str:
    """Return module and line where an error came up, which say nothing of what it came up on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
