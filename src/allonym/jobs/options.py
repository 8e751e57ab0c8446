"""What is to become of the documents of a task; the defaults are those of CLARIN-PL's service."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NoReturn, cast

from allonym.errors import ConfigError
from allonym.languages.pack import available
from allonym.model.replacement import METHODS, Method
from allonym.model.types import TYPES, is_known
from allonym.profile import Profile, Treatment, builtin_profiles
from allonym.profile.settings import METHOD_OPTIONS, Given, Labels, Pdf
from allonym.profile.typed import read_choice, read_fields
from allonym.text.suggest import suggest

# names of the published service for methods of ours
_METHODS = {"delete": "remove", "pseudo": "pseudonym"}
_OFFERED = ("delete", "pseudo", *(m for m in METHODS if m not in ("keep", "masked", "encrypt")))
_HOURS = 24.0


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """The options of a task."""

    language: str = "auto"  # ISO 639-1 code, or ``auto``: told for each document apart
    profile: str = "default"  # name of a profile of the server
    # one method for all that the profile does not keep; ``profile`` leaves the profile's own
    method: str = "delete"
    text: str = ""  # what ``remove`` writes
    # whether ``tag`` and ``index`` write one tag for each token or for the whole mention
    per: Literal["token", "mention"] = "token"
    # language of tags: the document's or English; or five labels of the document's
    labels: Labels = "document"
    types: tuple[str, ...] = ()  # only these entity types; empty means all
    # documents in the format they came in (``same``), or as plain ``text``
    output: Literal["same", "text"] = "same"
    # whether names of files are pseudonymized too; left open, those are that hold a name which was
    # hidden in the file
    file_names: bool | None = None
    text_field: str = "text"  # field of a JSON record that holds the text
    columns: tuple[str, ...] = ()  # columns of a table to be read; empty means all
    given: Given = "use"  # what becomes of annotations that a document brings along
    pdf: Pdf = "txt"  # what a PDF becomes
    # hours that the result is kept; 0 means until it has been fetched once
    retention: float = _HOURS

    def as_dict(self) -> dict[str, Any]:
        """Return the options as plain values for JSON."""
        return asdict(self)

    def apply(self, profile: Profile) -> Profile:
        """Return a profile that does what the options say.

        >>> from allonym.profile import load_profile
        >>> TaskOptions(method="tag").apply(load_profile("default")).treatment("person").options
        mappingproxy({'per': 'token'})
        """
        documents = replace(
            profile.documents,
            file_names=self.file_names,
            text_field=self.text_field,
            columns=self.columns,
            given=self.given,
            pdf=self.pdf,
        )
        profile = replace(
            profile,
            documents=documents,
            types=self.types or profile.types,
            output=replace(profile.output, labels=self.labels),
        )
        if self.method == "profile":
            return profile
        made = self._treatment()
        treat = {name: t if t.method == "keep" else made for name, t in profile.treat.items()}
        return replace(profile, treat=MappingProxyType(treat))

    def _treatment(self) -> Treatment:
        method = cast("Method", _METHODS.get(self.method, self.method))
        given = {"text": self.text, "per": self.per}
        if method != "remove":
            given.pop("text")
        chosen = {k: v for k, v in given.items() if k in METHOD_OPTIONS[method]}
        return Treatment(method, MappingProxyType(chosen))


def read_options(
    values: Mapping[str, Any], *, profiles: Collection[str] | None = None, longest: float = _HOURS
) -> TaskOptions:
    """Return the options that a client asks for.

    A missing one has its default; profiles are the built-in ones if not given, and hours at most
    the `longest`.

    Raises:
        ConfigError: If one is not known or cannot be; it is named.

    >>> read_options({"language": "pl", "method": "tag"}).per
    'token'
    """
    unknown = "not known (a pipeline is a field beside the options)"
    read = read_fields(TaskOptions, values, _refuse, unknown)
    choices = {
        "language": ("auto", *available()),
        "profile": tuple(sorted(builtin_profiles() if profiles is None else profiles)),
        "method": ("profile", *_OFFERED),
    }
    for key, options in choices.items():
        read_choice(key, read.get(key, options[0]), options, _refuse)
    for key, value in read.items():
        if isinstance(value, str | tuple) and len(value) > 200:
            _refuse(key, "at most 200 letters or names are expected")
    for name in read.get("types", ()):
        if not is_known(name):
            _refuse("types", f"an unknown entity type{suggest(name, TYPES)}")
    if not 0 <= read.setdefault("retention", longest) <= longest:
        _refuse("retention", f"0, until fetched, to {longest:g} hours are expected")
    return TaskOptions(**read)


def _refuse(key: str, what: str) -> NoReturn:
    known = key in TaskOptions.__dataclass_fields__  # what a client makes up is not repeated
    raise ConfigError(f"option {key!r}: {what}" if known else f"an option is {what}")
