"""From a text and its tokens to labels and replacements, without Sparv."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from allonym import Pipeline
from allonym.model.span import Span
from allonym.model.view import Segment, TextView
from allonym.profile import load_profile
from allonym.secrets import read_secret
from allonym_pi.detail import Details
from allonym_pi.levels import Label

Spans = Sequence[tuple[int, int]]

LANGUAGES = {
    "bul": "bg", "eng": "en", "fin": "fi", "hrv": "hr", "hun": "hu", "pol": "pl", "ron": "ro",
    "slk": "sk", "slv": "sl", "swe": "sv",
}  # fmt: skip
"""ISO 639-3, which Sparv's corpora name their language by, to ISO 639-1."""


@dataclass(frozen=True)
class Finder:
    """Labels and replaces texts of one language; models stay in memory.

    Attributes:
        pipeline: Detects and replaces as the profile says.
        wide: Detects all there are labels for, occupations and diseases included.
        details: Knows the labels of the detailed level.
    """

    pipeline: Pipeline = field(repr=False)
    wide: Pipeline = field(repr=False)
    details: Details = field(repr=False)

    def labels(self, text: str, tokens: Spans) -> list[Label | None]:
        """Return one label for each token, None where it says nothing of anybody.

        Args:
            text: All of a document, whatever its length: the network reads it in windows.
            tokens: Start and end of each token in code points, in order.

        Returns:
            Exactly as many as there are tokens.
        """
        view = _view(text, tokens)
        return self.details.label(view, self.wide.entities(view))

    def surrogates(self, text: str, tokens: Spans) -> list[str]:
        """Return what stands in place of each token; a token that goes is an empty string.

        Raises:
            LeakError: If an original would have survived.
        """
        view = _view(text, tokens)
        made = self.pipeline.run(view).replacements
        starts = [replacement.span.start for replacement in made]
        words: list[str] = []
        for token in view.tokens:
            word, end = [], token.start
            for at in range(bisect_left(starts, token.start), bisect_left(starts, token.end)):
                word += text[end : made[at].span.start], made[at].text
                end = made[at].span.end
            words.append("".join([*word, text[end : token.end]]))
        return words


def _view(text: str, tokens: Spans) -> TextView:
    """Return a view whose replacements are shared out among the tokens."""
    spans = tuple(Span(start, end) for start, end in tokens)
    segments = (Segment(Span(0, len(text)), None),) if text else ()
    return TextView(text, segments, tokens=spans)


def finder_of(language: str, profile: str, secret: str) -> Finder:
    """Load what one language needs.

    Args:
        language: As Sparv has it: ISO 639-3, perhaps with a variety (``swe-1800``).
        profile: Name or path of an Allonym profile.
        secret: Reference to the secret, or empty.

    Raises:
        ConfigError: If one of them is not understood.
    """
    code = language.partition("-")[0]
    code = LANGUAGES.get(code, code)
    chosen = load_profile(profile)
    key = read_secret(secret) if secret else None
    wide = replace(chosen, types=(), detect=replace(chosen.detect, skip=()))
    return Finder(
        Pipeline.load(language=code, profile=chosen, secret=key),
        Pipeline.load(language=code, profile=wide, secret=key),
        Details.load(code),
    )
