"""What the chat routes do in a worker: read the request and hide what is in it."""

from __future__ import annotations

from allonym.chat.conversation import numbered
from allonym.chat.requests import Outgoing, hide_request
from allonym.server.problems import json_value
from allonym.warm import Wanted, pipelines


def hide(body: bytes, language: str, profile: str) -> Outgoing:
    """Return a request as it may leave the house.

    Args:
        body: The request.
        language: ISO 639-1 code, or ``auto``.
        profile: Name of a profile.

    Raises:
        InvalidRequest: If it is not JSON.
        DocumentError: If a part of it cannot be read.
        LeakError: If an original would have survived.
    """
    request = json_value(body)
    wanted = Wanted(language, numbered(pipelines().profile(profile)))
    return hide_request(pipelines().get(wanted), request)
