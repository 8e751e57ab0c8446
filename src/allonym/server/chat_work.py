"""What the chat routes do in a worker: read the request and hide what is in it."""

from __future__ import annotations

from dataclasses import dataclass

from allonym.chat.conversation import numbered
from allonym.chat.requests import Outgoing, hide_request
from allonym.profile import load_profile
from allonym.server.problems import json_value
from allonym.warm import Wanted, pipelines


@dataclass(frozen=True, slots=True)
class Chats:
    """How chats are hidden."""

    language: str = "auto"  # ISO 639-1 code, or ``auto``
    profile: str = "chat"  # name of a profile

    def wanted(self, path: str = "") -> Wanted:
        """Return the pipeline that they need.

        `path` is that of a profile that does not come along.

        Raises:
            ProfileError: If the profile is wrong, or there is none of its name.
        """
        return Wanted(self.language, numbered(load_profile(path or self.profile)))


def hide(body: bytes, chats: Chats) -> Outgoing:
    """Return a request as it may leave the house.

    Raises:
        InvalidRequest: If it is not JSON.
        DocumentError: If a part of it cannot be read.
        LeakError: If an original would have survived.
    """
    request = json_value(body)
    path = pipelines().profiles.get(chats.profile, "")
    return hide_request(pipelines().get(chats.wanted(path)), request)
