"""The annotators: a label and a replacement for every token."""

from __future__ import annotations

from sparv.api import Annotation, Config, Language, Output, SparvErrorMessage, Text, annotator

from allonym.errors import PseudonymizationError
from allonym_pi.finder import Finder, finder_of
from allonym_pi.levels import render


@annotator(
    "Personal information, one label for every token (O where there is none)",
    preloader=finder_of,
    preloader_params=["language", "profile", "secret"],
    preloader_target="finder",
)
def pi(
    text: Text = Text(),
    token: Annotation = Annotation("<token>"),
    out: Output = Output("<token>:allonym_pi.pi", description="Kind of personal information"),
    language: Language = Language(),
    level: str = Config("allonym_pi.annotation_level"),
    profile: str = Config("allonym_pi.profile"),
    secret: str = Config("allonym_pi.secret"),
    finder: Finder | None = None,
) -> None:
    """Label every token.

    Args:
        text: The text of the source file.
        token: Its tokens.
        out: The labels.
        language: Language of the corpus.
        level: How fine the labels are.
        profile: Allonym profile.
        secret: Reference to the secret.
        finder: Set by the preloader.
    """
    try:
        finder = finder or finder_of(language, profile, secret)
        labels = finder.labels(text.read(), list(token.read_spans()))
        out.write(render(labels, level))
    except (PseudonymizationError, ValueError) as error:
        raise SparvErrorMessage(str(error), "allonym_pi", "pi") from error


@annotator(
    "Replacement of every token: a pseudonym or tag for personal information, else the token",
    preloader=finder_of,
    preloader_params=["language", "profile", "secret"],
    preloader_target="finder",
)
def surrogate(
    text: Text = Text(),
    token: Annotation = Annotation("<token>"),
    out: Output = Output(
        "<token>:allonym_pi.surrogate", description="What stands in place of the token"
    ),
    language: Language = Language(),
    profile: str = Config("allonym_pi.profile"),
    secret: str = Config("allonym_pi.secret"),
    finder: Finder | None = None,
) -> None:
    """Write what stands in place of every token.

    Args:
        text: The text of the source file.
        token: Its tokens.
        out: The replacements.
        language: Language of the corpus.
        profile: Allonym profile.
        secret: Reference to the secret.
        finder: Set by the preloader.
    """
    try:
        finder = finder or finder_of(language, profile, secret)
        words = finder.surrogates(text.read(), list(token.read_spans()))
    except PseudonymizationError as error:
        raise SparvErrorMessage(str(error), "allonym_pi", "surrogate") from error
    out.write(words)
