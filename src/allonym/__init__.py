"""Allonym replaces personal data in text so that the text still reads."""

from allonym._version import __version__
from allonym.api import Pipeline, pseudonymize
from allonym.errors import PseudonymizationError
from allonym.model.entity import Entity
from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement
from allonym.model.result import Result
from allonym.model.span import Span

__all__ = [
    "Entity",
    "KnownPerson",
    "Mention",
    "Pipeline",
    "PseudonymizationError",
    "Replacement",
    "Result",
    "Span",
    "__version__",
    "pseudonymize",
]
