"""What all formats share: how their documents are to be read."""

from __future__ import annotations

from dataclasses import dataclass

from allonym.profile import Documents


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents; each opens them in its own way."""

    settings: Documents = Documents()  # how they are to be read
