"""Verify: read the result and look for originals that were to be hidden."""

from allonym.model.result import Leak
from allonym.verify.search import Verifier, find_leaks

__all__ = ["Leak", "Verifier", "find_leaks"]
