"""What the server can do, as the page needs to know it."""

from __future__ import annotations

from typing import Any

from allonym import __version__
from allonym.languages.labels import load_labels
from allonym.languages.pack import available, load_pack
from allonym.model.types import TYPES, ancestors
from allonym.profile import builtin_profiles
from allonym.review.intake import REVIEW_METHODS
from allonym.server.review_upload import MOST
from allonym.server.settings import ServerSettings

CATEGORIES = (
    "person", "place", "org", "date", "address", "phone", "email", "id", "other",
)  # fmt: skip
"""The types behind the keys 1 to 9."""

_ABOUT = {
    "default": "People, places, companies, contacts and identifiers; courts and countries stay.",
    "court": "Judges, counsel and experts stay; occupations and health are generalised.",
    "clinical": "Dates are shifted, high ages banded.",
    "corpus": "For corpora: dates stay.",
    "chat": "For chats: everything, rather too much than too little.",
}


def info(settings: ServerSettings) -> dict[str, Any]:
    """Return languages, profiles, methods, types and limits."""
    codes = settings.languages or tuple(available())
    names = dict.fromkeys((*builtin_profiles(), *settings.profiles))
    profiles = [{"name": n, "about": _ABOUT.get(n, "")} for n in names]
    return {
        "version": __version__,
        "languages": [{"code": code, "name": load_pack(code).name} for code in codes],
        "profiles": profiles,
        "methods": list(REVIEW_METHODS),
        "types": [_type(name, codes) for name in TYPES],
        "categories": list(CATEGORIES),
        "limits": {"bytes": min(MOST, settings.upload_limit)},
    }


def _type(name: str, codes: tuple[str, ...]) -> dict[str, Any]:
    parents = ancestors(name)[1:]
    labels = {
        code: load_labels(load_pack(code)).noun(name) for code in dict.fromkeys(("en", *codes))
    }
    return {
        "name": name,
        "parent": parents[0] if parents else None,
        "kind": TYPES[name],
        "label": labels,
    }
