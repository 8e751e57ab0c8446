"""Sparv plugin: personal information token by token, and replacements for it, by Allonym.

Finder and evaluation run without Sparv too, for whoever only measures.
"""

from importlib.util import find_spec

from allonym_pi.finder import LANGUAGES

__language__ = sorted(LANGUAGES)
"""Sparv refuses a corpus in a language that no module names: Croatian, Hungarian, Slovenian."""

__description__ = "Personal information: labels for every token and replacements (Allonym)."

if find_spec("sparv") is not None:
    from allonym_pi import export as export
    from allonym_pi import personal as personal
    from allonym_pi.settings import CONFIG as __config__  # noqa: F401, N811 - Sparv reads it
