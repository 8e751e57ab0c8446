"""What is sent to the review routes, as pydantic models, and what OpenAPI is told of uploads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from fastapi import Body
from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from allonym.review.intake import DecisionForm, Offset, Strict
from allonym.server.bodies import FILE, body, form_content, json_content
from allonym.server.problems import InvalidRequest

_Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)]


def _parted(split: Callable[[str], Iterable[str]]) -> BeforeValidator:
    """Return what reads a text as a list."""
    return BeforeValidator(
        lambda said: [*filter(str.strip, split(said))] if isinstance(said, str) else said,
        json_schema_input_type=str,
    )


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    if not all(any(map(str.isalpha, name)) for name in names):
        raise InvalidRequest("names are expected, one a line, and each has letters")
    return names


Types = Annotated[tuple[_Word, ...], _parted(lambda said: said.split(","))]
Lines = Annotated[
    tuple[_Word, ...], Field(max_length=1000), _parted(str.splitlines), AfterValidator(_names)
]


class UploadForm(Strict):
    """What is said of a document that is brought."""

    name: str = Field("", description="What it is called; its ending tells its format.")
    language: str = Field("", description="A code, or auto; the server's own if not given.")
    profile: str = Field("", description="One of /v1/options; the server's own if not given.")
    method: str = Field("", description="One for all that the profile does not keep.")
    origin: str = Field("", description="Id of the document that it is a new version of.")
    types: Types = Field((), description="Only these, with commas between; all if not given.")
    allow: Lines = Field((), description="Names that stay, one a line.")
    known: Lines = Field((), description="People known beforehand, one a line: name; another name.")


class TextForm(UploadForm):
    """A text that is brought as a document."""

    text: str = Field(min_length=1, description="The text.")


def _upload() -> dict[str, Any]:
    """Return what OpenAPI is told of a form with a file, or JSON with a text."""
    text, said = (form.model_json_schema() for form in (TextForm, UploadForm))
    example = {"text": "Pan Jan Kowalski mieszka w Krakowie.", "language": "pl"}
    return body(
        json_content(text, a_text=example) | form_content(["file"], file=FILE, **said["properties"])
    )


UPLOAD = _upload()


class VersionForm(Strict):
    """About which version of a document something is asked."""

    version: int = Field(description="That of the document as it was seen.")


class DecisionsForm(VersionForm):
    """What is decided about a version of a document, all of it or nothing."""

    decisions: list[DecisionForm] = Field(description="In this order.")


class SeenForm(Strict):
    """Which parts of a document were seen."""

    ranges: list[tuple[Offset, Offset]] = Field(description="In UTF-16 units, half-open.")


class ExportForm(Strict):
    """What comes with a finished file."""

    report: bool = Field(default=False, description="Whether to add the report.")
    key: bool = Field(default=False, description="Whether to add a key file; needs key_secret.")
    key_secret: str | None = Field(
        default=None, description="Its passphrase, at least 8 characters."
    )
    force: bool = Field(default=False, description="Export though originals are left.")


def _examples(**examples: object) -> object:
    return Body(openapi_examples={
        name: {"summary": name.replace("_", " "), "value": value}
        for name, value in examples.items()
    })  # fmt: skip


Version = Annotated[VersionForm, _examples(the_last={"version": 2})]
Decisions = Annotated[
    DecisionsForm,
    _examples(
        rename={
            "version": 0,
            "decisions": [{"action": "rename", "entity": "person#1", "surrogate": "Piotr Lis"}],
        },
        not_a_name={"version": 1, "decisions": [{"action": "reject", "mention": "m1"}]},
    ),
]
Seen = Annotated[SeenForm, _examples(the_beginning={"ranges": [[0, 400]]})]
Export = Annotated[ExportForm | None, _examples(the_file={}, with_report={"report": True})]
