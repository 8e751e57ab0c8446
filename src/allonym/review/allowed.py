"""Names that a reviewer lets stay in every document: one list for each reviewer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from allonym.review.shelf import write_private


@dataclass(frozen=True, slots=True)
class AllowLists:
    """The lists of one server.

    Attributes:
        root: Their folder; a list is named by a hash of its owner's name.
    """

    root: Path

    def of(self, owner: str) -> tuple[str, ...]:
        """Return what a reviewer lets stay."""
        path = self._path(owner)
        return tuple(json.loads(path.read_bytes())) if path.exists() else ()

    def follow(self, owner: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        """Take over what a decision changed of a document's allowed surfaces.

        Args:
            owner: The reviewer.
            before: Surfaces and their scopes as they were.
            after: As they are now.
        """
        known = dict.fromkeys(self.of(owner))
        changed = dict(known)
        for surface in before.keys() - after.keys():
            changed.pop(surface, None)
        changed |= {s: None for s, scope in after.items() if scope == "always"}
        if changed != known:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(self._path(owner), json.dumps(list(changed)).encode())

    def _path(self, owner: str) -> Path:
        return self.root / f"{hashlib.sha256(owner.encode()).hexdigest()[:32]}.json"
