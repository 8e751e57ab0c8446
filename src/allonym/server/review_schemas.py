"""What OpenAPI is told of the bodies that the review routes take; they read them by themselves."""

from __future__ import annotations

from allonym.server.bodies import FILE, TEXT, an_object, body, form_content, json_content

_VERSION = {"type": "integer", "description": "That of the document as it was seen."}
_CHOSEN = {
    "language": TEXT | {"description": "A code, or auto; the server's own if not given."},
    "profile": TEXT,
    "method": TEXT,
    "origin": TEXT | {"description": "Id of the document that it is a new version of."},
    "types": TEXT | {"description": "Only these, with commas between; all if not given."},
    "allow": TEXT | {"description": "Names that stay, one a line."},
    "known": TEXT | {"description": "People known beforehand, one a line: name; another name."},
}


UPLOAD = body(
    json_content(
        an_object(["text"], text=TEXT | {"minLength": 1}, name=TEXT, **_CHOSEN),
        a_text={"text": "Pan Jan Kowalski mieszka w Krakowie.", "language": "pl"},
    )
    | form_content(["file"], file=FILE, **_CHOSEN)
)

_ID, _OFFSET = TEXT, {"type": "integer", "minimum": 0}
_EVERYWHERE = {"type": "boolean", "description": "Whether the same is done wherever it stands."}
_DECISION = an_object(
    ["action"],
    action=TEXT | {
        "enum": [
            "accept", "reject", "retype", "resize", "add", "merge", "split", "rename", "method",
            "allow", "disallow",
        ]
    },
    mention=_ID | {"description": "accept, reject, retype, resize: id of the mention."},
    mentions={"type": "array", "items": _ID, "description": "split: the mentions that leave."},
    start=_OFFSET | {"description": "add, resize: in UTF-16 units of the text."},
    end=_OFFSET | {"description": "add, resize: half-open."},
    type=TEXT | {"description": "add, retype: an entity type."},
    entity=_ID | {"description": "rename, method; add, to join one: id of the entity."},
    entities={"type": "array", "items": _ID, "minItems": 2, "description": "merge: their ids."},
    surrogate=TEXT | {"description": "rename: what it is called; empty goes back to the draw."},
    gender=TEXT | {"enum": ["", "Masc", "Fem"], "description": "rename: of the new name."},
    method=TEXT | {"description": "method: one of /v1/options; empty goes back to the profile."},
    surface=TEXT | {"description": "allow, disallow: the name that stays, or no longer does."},
    scope=TEXT | {"enum": ["document", "always"], "description": "allow: for how long."},
    everywhere=_EVERYWHERE,
)  # fmt: skip

DECISIONS = body(
    json_content(
        an_object(
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

VERSION = body(json_content(an_object(["version"], version=_VERSION), the_last={"version": 2}))

SEEN = body(
    json_content(
        an_object(
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

EXPORT = body(
    json_content(
        an_object(
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
