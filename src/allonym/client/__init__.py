"""A client for the service: the same calls as in Python, answered by another process or machine."""

from allonym.answers import Annotation, FoundEntity, FoundMention, MadeReplacement, Pseudonymized
from allonym.client.http import Client
from allonym.client.values import RestoredFile, Revealed, RevealedPair, ServiceProblem, Task

__all__ = [
    "Annotation",
    "Client",
    "FoundEntity",
    "FoundMention",
    "MadeReplacement",
    "Pseudonymized",
    "RestoredFile",
    "Revealed",
    "RevealedPair",
    "ServiceProblem",
    "Task",
]
