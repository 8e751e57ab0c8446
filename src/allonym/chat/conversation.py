"""One conversation: its messages are hidden together, and answers restored from what was hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from allonym.api import Pipeline
from allonym.chat.restore import Originals, Restorer, Stream, restore_pieces
from allonym.languages.pack import load_pack
from allonym.model.mention import Mention
from allonym.model.result import Result
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.profile import Profile, Treatment, load_profile
from allonym.secrets import fresh_secret

_GAP = "\n\n"
_SCOPE = "conversation"
_SHORT = 600  # characters up to which the language of a conversation is not sure
# types that are told by words, which only a text's own language knows
_WORDED = ("person", "place", "org", "date", "age", "occupation", "health", "other")


@dataclass(frozen=True, slots=True)
class Hidden:
    """Messages as they may leave the house."""

    texts: tuple[str, ...]  # one for each message, in order
    result: Result = field(repr=False)  # of the run over all of them
    originals: Originals = field(repr=False)  # what to put back in answers


def hide_together(
    pipeline: Pipeline, texts: Sequence[str], *, scope: str = _SCOPE, language: str = "und"
) -> Hidden:
    """Pseudonymize messages as one document, so that people keep their names through all of them.

    Args:
        pipeline: Detects and replaces; its profile should be `numbered`.
        texts: The messages in order.
        scope: Names the conversation, which has its own pseudonyms.
        language: What most of it is in; longer paragraphs in others are read in theirs.

    Raises:
        LeakError: If an original would have survived.
    """
    pieces = [(piece, anchor) for text in texts for piece, anchor in ((text, "said"), (_GAP, None))]
    view = TextView.from_pieces(pieces, language=language)
    result = pipeline.run(view, given=_of_neighbours(pipeline, view), scope=scope)
    restorer = Restorer(load_morphology(load_pack(result.report.language)))
    restorer.learn(result)
    places = (segment.span for segment in view.segments)
    hidden = (result.plan.within(next(places)).apply(text) if text else text for text in texts)
    return Hidden(tuple(hidden), result, restorer.originals)


def _of_neighbours(pipeline: Pipeline, view: TextView) -> list[Mention]:
    """Return the numbers that packs of similar languages find in a text whose language was guessed.

    A short message may be in either, and a telephone number of the one is none of the other.
    """
    is_guess = pipeline.language == "auto" and view.language != "und"
    if not is_guess or len(view.text) > _SHORT:
        return []
    near = load_pack(view.language).settings.get("close", ())
    return [
        replace(mention, parts=())
        for code in near
        for mention in pipeline.detect(replace(view, language=code))
        if not any(is_a(mention.type, name) for name in _WORDED)
    ]


def numbered(profile: Profile) -> Profile:
    """Return a profile for a text that grows.

    It numbers what it tags, else two could not be told apart again, and writes names with their
    marks: whether people type theirs is not known at the first message, which stays as it was.
    """
    return replace(profile, treat={n: _numbered(t) for n, t in profile.treat.items()})


def _numbered(treatment: Treatment) -> Treatment:
    if treatment.method == "pseudonym":
        return replace(treatment, options={**treatment.options, "marks": "always"})
    return Treatment("index", treatment.options) if treatment.method == "tag" else treatment


@dataclass
class ChatFilter:
    """One conversation; make it with `ChatFilter.load`.

    People keep their surrogate through all messages of the conversation, which is why everything
    said before is read again with each new message.
    """

    pipeline: Pipeline = field(repr=False)  # detects and replaces
    restorer: Restorer = field(repr=False)  # knows what was replaced so far
    _said: str = field(default="", repr=False)

    @classmethod
    def load(
        cls, *, language: str, profile: str | Path | Profile = "chat", secret: bytes | None = None
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
        pipeline = Pipeline.load(
            language=language, profile=numbered(chosen), secret=secret or fresh_secret()
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
        result = self.pipeline.run(view, scope=_SCOPE)
        self.restorer.learn(result, since=len(head))
        self._said = head + message
        return result.plan.within(view.segments[-1].span).apply(message) if message else ""

    @property
    def originals(self) -> Originals:
        """What was hidden so far."""
        return self.restorer.originals

    def restore(self, answer: str) -> str:
        """Return an answer with the originals back, each in the case of its surrogate."""
        return self.originals.restore(answer)

    def stream(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield an answer that arrives in pieces with the originals back."""
        return restore_pieces(self.originals, pieces)

    def listen(self) -> Stream:
        """Return a stream to be fed by hand, for programs that call back for every piece."""
        return Stream(self.originals)
