"""A filter around a chat: what goes out is pseudonymized, what comes back is restored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from allonym.api import Pipeline
from allonym.bridges.restore import Restorer, Stream, restore_pieces
from allonym.languages.pack import load_pack
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.profile import Profile, Treatment, load_profile
from allonym.secrets import fresh_secret

_GAP = "\n\n"


@dataclass
class ChatFilter:
    """One conversation; make it with `ChatFilter.load`.

    People keep their surrogate through all messages of the conversation, which is why everything
    said before is read again with each new message.

    Attributes:
        pipeline: Detects and replaces.
        restorer: Knows what was replaced so far.
    """

    pipeline: Pipeline = field(repr=False)
    restorer: Restorer = field(repr=False)
    _said: str = field(default="", repr=False)

    @classmethod
    def load(
        cls,
        *,
        language: str,
        profile: str | Path | Profile = "chat",
        secret: bytes | None = None,
    ) -> ChatFilter:
        """Begin a conversation.

        Args:
            language: ISO 639-1 code; restoring needs to know it.
            profile: Where it says ``tag``, every entity gets a number, else two could not be
                told apart on the way back.
            secret: At least 16 bytes; a fresh one if none is given.

        Raises:
            ConfigError: If an argument is not understood.
        """
        chosen = profile if isinstance(profile, Profile) else load_profile(profile)
        treat = {n: _numbered(t) for n, t in chosen.treat.items()}
        pipeline = Pipeline.load(
            language=language,
            profile=replace(chosen, treat=treat),
            secret=secret or fresh_secret(),
        )
        return cls(pipeline, Restorer(load_morphology(load_pack(language))))

    def hide(self, message: str) -> str:
        """Return a message as it may leave the house.

        Raises:
            LeakError: If an original would have survived.
        """
        head = self._said + _GAP if self._said else ""
        pieces = [(self._said, "said"), (_GAP, None)] if head else []
        view = TextView.from_pieces([*pieces, (message, "new")])
        result = self.pipeline.run(view, scope="conversation")
        self.restorer.learn(result, since=len(head))
        moved = [
            replace(r, span=r.span.shift(-len(head)))
            for r in result.replacements
            if r.span.start >= len(head)
        ]
        self._said = head + message
        return ReplacementPlan.of(moved).apply(message)

    def restore(self, answer: str) -> str:
        """Return an answer with the originals back, each in the case of its surrogate."""
        return self.restorer.restore(answer)

    def stream(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield an answer that arrives in pieces with the originals back."""
        return restore_pieces(self.restorer, pieces)

    def listen(self) -> Stream:
        """Return a stream to be fed by hand, for programs that call back for every piece."""
        return Stream(self.restorer)


def _numbered(treatment: Treatment) -> Treatment:
    return Treatment("index", treatment.options) if treatment.method == "tag" else treatment
