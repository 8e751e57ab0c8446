"""What is sent to the text routes and what they answer, as pydantic models.

Every key that is not known is refused: a misspelt option must not be silently without effect.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    StringConstraints,
    field_validator,
)

from allonym.errors import ProfileError
from allonym.model.known import KnownPerson
from allonym.model.types import TYPES, is_known
from allonym.profile import ListEntry
from allonym.profile.read import check_entry
from allonym.review.intake import Strict
from allonym.server.problems import InvalidRequest
from allonym.text.suggest import suggest

Code = Annotated[str, StringConstraints(max_length=16)]
Name = Annotated[str, StringConstraints(max_length=200)]
Method = Literal[
    "remove", "tag", "index", "letters", "initials", "pseudonym", "paradigm", "generalise", "mask",
    "hash",
]  # fmt: skip
"""Methods that may be asked for: not ``keep``; ``masked`` needs a model, ``encrypt`` a secret."""


def _named(key: str, kind: type[BaseModel]) -> BeforeValidator:
    """Return what reads a bare text as an object of a kind that has this key alone."""
    return BeforeValidator(
        lambda said: {key: said} if isinstance(said, str) else said,
        json_schema_input_type=Name | kind,
    )


class _Choices(Strict):
    """What may be chosen with any text."""

    profile: Name | None = Field(None, description="A profile of the server; see /v1/options.")
    method: Method | None = Field(None, description="One method for all that is not kept.")
    options: Annotated[dict[Name, bool | int | Name], Field(max_length=10)] = Field(
        {}, description='Of the method: {"per": "token"} for tag, {"text": ""} for remove, ...'
    )
    types: Annotated[list[Name], Field(max_length=100)] = Field(
        [], description="Only these entity types; empty means all."
    )

    @field_validator("types")
    @classmethod
    def _known(cls, names: list[str]) -> list[str]:
        for number, name in enumerate(names, start=1):
            if not is_known(name):
                raise InvalidRequest(
                    f"types: number {number} is no entity type{suggest(name, TYPES)}; "
                    "/v1/options lists them"
                )
        return names


class _AnyText(_Choices):
    text: str
    format: Literal["text", "conll"] | None = Field(
        None, description="What the text is written in; told from the text unless given."
    )


class ModelForm(_AnyText):
    """A text for the model service, as in CURLICAT; the rest is an extension."""

    language: Code | None = Field(None, description="The service's own, or told from the text.")


class GatewayForm(_AnyText):
    """A text for the gateway service, as in CURLICAT; the rest is an extension."""

    lang: Code


class ModelAnswer(BaseModel):
    """The answer of the model service."""

    original_text: str
    anonymized_text: str
    format: Literal["text", "conll"]


class GatewayAnswer(BaseModel):
    """The answer of the gateway service; `format` only if it was sent."""

    original_text: str
    anonymized_text: str
    lang: str
    format: Literal["text", "conll"] | None = None


class Allowed(Strict):
    """A name or a context that stays; every condition given must hold."""

    type: Name = Field("*", description="Entity type it speaks of.")
    text: Name = Field("", description="A name, compared without regard to case.")
    regex: Name = Field("", description="A regular expression for the whole name.")
    before: Name = Field("", description="A regular expression that ends right before the name.")
    after: Name = Field("", description="A regular expression that begins right after it.")

    def entry(self) -> ListEntry:
        """Return the entry of an allow-list.

        Raises:
            InvalidRequest: If it says nothing, or an expression is not one; it is not quoted, for
                it may hold a name.
        """
        try:
            return check_entry(self.model_dump(exclude_defaults=True), "request", "allow")
        except ProfileError:
            raise InvalidRequest(
                "allow: an entry has no known type, neither text nor context, both text and regex, "
                "or something that is not a regular expression"
            ) from None


class Known(Strict):
    """A person known beforehand."""

    name: Name = Field(description="Full name in its citation form.")
    alias: list[Name] = Field([], description="Other names, nicknames, maiden names.")
    id: list[Name] = Field([], description="Identifiers of this person as written.")
    birth_date: date | None = None
    role: Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z_]*$")] = ""
    action: Literal["hide", "keep"] = "hide"

    @field_validator("name")
    @classmethod
    def _has_letters(cls, name: str) -> str:
        if not any(character.isalpha() for character in name):
            raise InvalidRequest("known: a name has no letters; give full names")
        return name

    def person(self) -> KnownPerson:
        """Return the person."""
        ids, aliases = tuple(self.id), tuple(self.alias)
        return KnownPerson(self.name, aliases, ids, self.birth_date, self.role, self.action)


class TextForm(_Choices):
    """A text to be annotated or pseudonymized."""

    text: str
    language: Code | None = Field(None, description="The service's own, or told from the text.")
    allow: Annotated[list[Annotated[Allowed, _named("text", Allowed)]], Field(max_length=1000)] = (
        Field([], description="Names and contexts that stay; a text is a name.")
    )
    known: Annotated[list[Annotated[Known, _named("name", Known)]], Field(max_length=1000)] = Field(
        [], description="People known beforehand; a text is a name."
    )


class AnnotateForm(TextForm):
    """A text to be annotated."""

    suggestions: Annotated[int, Field(ge=1, le=10)] = Field(
        3, description="Pseudonyms suggested for each entity, at most."
    )


class Language(BaseModel):
    """A language that is served."""

    code: str
    name: str


class Options(BaseModel):
    """What may be asked for."""

    languages: list[Language]
    profiles: list[str]
    methods: list[str]
    types: list[str]
