"""How a pipeline treats the texts of a file: all in one way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from allonym.model.known import KnownPerson
from allonym.model.mention import Mention
from allonym.model.result import Leak, Result
from allonym.model.view import TextView
from allonym.parts import Progress
from allonym.profile import Profile

if TYPE_CHECKING:
    from allonym.api import Pipeline


@dataclass(frozen=True, slots=True)
class EachText:
    """Treats each text of a file in the same way."""

    pipeline: Pipeline
    known: tuple[KnownPerson, ...]
    progress: Progress | None

    @property
    def profile(self) -> Profile:
        """What to do."""
        return self.pipeline.profile

    def run_view(
        self,
        view: TextView,
        given: Sequence[Mention],
        scope: str,
        people: Sequence[KnownPerson] = (),
    ) -> Result:
        """Treat one text, with the people that are known of it alone."""
        known = (*self.known, *people)
        run = self.pipeline.run_view
        return run(view, known=known, given=given, progress=self.progress, scope=scope)

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        """Return what can be found of that which was hidden."""
        return self.pipeline.search(text, result)
