"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import settings

# No deadline for an example: other work on the machine must not fail a property that holds.
settings.register_profile("allonym", deadline=None)
settings.load_profile("allonym")
