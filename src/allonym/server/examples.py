"""Requests that OpenAPI shows; the names in them are invented."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_Examples = Mapping[str, Any]

ANONYMIZE: _Examples = {
    "model_service": {"text": "Jan Kowalski mieszka w Krakowie.", "format": "text"},
    "gateway": {"text": "Jana Nováková býva v Nitre.", "lang": "sk"},
    "tags_instead": {
        "text": "Ana Novak živi u Osijeku.",
        "format": "text",
        "language": "hr",
        "method": "tag",
    },
}

ANNOTATE: _Examples = {
    "plain": {"text": "Matti Virtanen asuu Tampereella.", "language": "fi"},
    "persons_only": {
        "text": "Matti Virtanen asuu Tampereella.",
        "language": "fi",
        "types": ["person"],
        "method": "letters",
        "suggestions": 1,
    },
}

PSEUDONYMIZE: _Examples = {
    "letters": {
        "text": "Matti Virtanen soitti. Virtaselle vastattiin.",
        "language": "fi",
        "method": "letters",
    },
    "judges_stay": {
        "text": "Tuomari Liisa Korhonen kuuli Matti Virtasta.",
        "language": "fi",
        "allow": [{"type": "person", "before": "[Tt]uomari"}],
    },
    "known_people": {
        "text": "Jasiek przyszedł z Anną Nowak.",
        "language": "pl",
        "known": [{"name": "Jan Kowalski", "alias": ["Jasiek"], "role": "patient"}],
    },
}
