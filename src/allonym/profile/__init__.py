"""Profiles: what is personal data here, and what becomes of it."""

from allonym.profile.load import builtin_profiles, choose_profile, load_profile
from allonym.profile.settings import (
    Consistency,
    Detection,
    Documents,
    ListEntry,
    Output,
    Profile,
    Treatment,
)

__all__ = [
    "Consistency",
    "Detection",
    "Documents",
    "ListEntry",
    "Output",
    "Profile",
    "Treatment",
    "builtin_profiles",
    "choose_profile",
    "load_profile",
]
