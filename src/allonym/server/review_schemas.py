"""What OpenAPI is told of the bodies that the review routes take; they read them by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TEXT = {"type": "string"}
_VERSION = {"type": "integer", "description": "That of the document as it was seen."}
_CHOSEN = {
    "language": _TEXT | {"description": "A code, or auto; the server's own if not given."},
    "profile": _TEXT,
    "method": _TEXT,
    "origin": _TEXT | {"description": "Id of the document that it is a new version of."},
    "types": _TEXT | {"description": "Only these, with commas between; all if not given."},
    "allow": _TEXT | {"description": "Names that stay, one a line."},
    "known": _TEXT | {"description": "People known beforehand, one a line: name; another name."},
}


def _object(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


def _json(schema: Mapping[str, Any], **examples: Mapping[str, Any]) -> dict[str, Any]:
    named = {n: {"summary": n.replace("_", " "), "value": e} for n, e in examples.items()}
    return {"application/json": {"schema": schema, "examples": named}}


def _body(content: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": content}}


UPLOAD = _body(
    _json(
        _object(["text"], text=_TEXT | {"minLength": 1}, name=_TEXT, **_CHOSEN),
        a_text={"text": "Pan Jan Kowalski mieszka w Krakowie.", "language": "pl"},
    )
    | {
        "multipart/form-data": {
            "schema": _object(["file"], file={"type": "string", "format": "binary"}, **_CHOSEN)
        }
    }
)

_ID, _OFFSET = _TEXT, {"type": "integer", "minimum": 0}
_EVERYWHERE = {"type": "boolean", "description": "Whether the same is done wherever it stands."}
_DECISION = _object(
    ["action"],
    action=_TEXT | {
        "enum": [
            "accept", "reject", "retype", "resize", "add", "merge", "split", "rename", "method",
            "allow", "disallow",
        ]
    },
    mention=_ID | {"description": "accept, reject, retype, resize: id of the mention."},
    mentions={"type": "array", "items": _ID, "description": "split: the mentions that leave."},
    start=_OFFSET | {"description": "add, resize: in UTF-16 units of the text."},
    end=_OFFSET | {"description": "add, resize: half-open."},
    type=_TEXT | {"description": "add, retype: an entity type."},
    entity=_ID | {"description": "rename, method; add, to join one: id of the entity."},
    entities={"type": "array", "items": _ID, "minItems": 2, "description": "merge: their ids."},
    surrogate=_TEXT | {"description": "rename: what it is called; empty goes back to the draw."},
    gender=_TEXT | {"enum": ["", "Masc", "Fem"], "description": "rename: of the new name."},
    method=_TEXT | {"description": "method: one of /v1/options; empty goes back to the profile."},
    surface=_TEXT | {"description": "allow, disallow: the name that stays, or no longer does."},
    scope=_TEXT | {"enum": ["document", "always"], "description": "allow: for how long."},
    everywhere=_EVERYWHERE,
)  # fmt: skip

DECISIONS = _body(
    _json(
        _object(
            ["version", "decisions"],
            version=_VERSION,
            decisions={"type": "array", "items": _DECISION},
        ),
        rename={
            "version": 0,
            "decisions": [{"action": "rename", "entity": "person#1", "surrogate": "Piotr Lis"}],
        },
        not_a_name={"version": 1, "decisions": [{"action": "reject", "mention": "m1"}]},
    )
)

VERSION = _body(_json(_object(["version"], version=_VERSION), the_last={"version": 2}))

SEEN = _body(
    _json(
        _object(
            ["ranges"],
            ranges={
                "type": "array",
                "items": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 0},
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
        ),
        the_beginning={"ranges": [[0, 400]]},
    )
)

EXPORT = _body(
    _json(
        _object(
            [],
            report={"type": "boolean"},
            key={"type": "boolean", "description": "Whether to add a key file; needs key_secret."},
            key_secret={"type": "string", "minLength": 8},
            force={"type": "boolean", "description": "Export though originals are left."},
        ),
        the_file={},
        with_report={"report": True},
    ),
    required=False,
)
