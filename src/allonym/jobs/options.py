"""What is to become of the documents of a task; the defaults are those of CLARIN-PL's service."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields, replace
from types import MappingProxyType
from typing import Any, cast, get_args

from allonym.errors import ConfigError
from allonym.languages.pack import available
from allonym.model.replacement import METHODS, Method
from allonym.model.types import TYPES, is_known
from allonym.profile import Profile, Treatment, builtin_profiles
from allonym.profile.settings import METHOD_OPTIONS, Given, Labels, Pdf
from allonym.text.suggest import suggest

# names of the published service for methods of ours
_METHODS = {"delete": "remove", "pseudo": "pseudonym"}
_OFFERED = ("delete", "pseudo", *(m for m in METHODS if m not in ("keep", "masked", "encrypt")))
_HOURS = 24.0
_ENDLESS = 1e12


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """The options of a task."""

    language: str = "auto"  # ISO 639-1 code, or ``auto``: told for each document apart
    profile: str = "default"  # name of a profile of the server
    # one method for all that the profile does not keep; ``profile`` leaves the profile's own
    method: str = "delete"
    text: str = ""  # what ``remove`` writes
    # whether ``tag`` and ``index`` write one tag for each token or for the whole mention
    per: str = "token"
    # language of tags: the document's or English; or five labels of the document's
    labels: Labels = "document"
    types: tuple[str, ...] = ()  # only these entity types; empty means all
    output: str = "same"  # documents in the format they came in (``same``), or as plain ``text``
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
    names = [field.name for field in fields(TaskOptions)]
    for key in values:
        if key not in names:
            raise ConfigError(
                f"an option is not known{suggest(str(key), names)}; known: "
                f"{', '.join(names)}; a pipeline is no option but a field beside them"
            )
    choices = _choices(builtin_profiles() if profiles is None else profiles)
    read = {key: _value(key, value, choices) for key, value in values.items()}
    hours = read.setdefault("retention", longest)
    if hours > longest:
        raise ConfigError(f"option 'retention': at most {longest:g} hours; ask for less")
    return TaskOptions(**read)


def _choices(profiles: Collection[str]) -> dict[str, tuple[str, ...]]:
    return {
        "language": ("auto", *available()),
        "profile": tuple(sorted(profiles)),
        "method": ("profile", *_OFFERED),
        "per": ("token", "mention"),
        "labels": get_args(Labels),
        "output": ("same", "text"),
        "given": get_args(Given),
        "pdf": get_args(Pdf),
    }


def _value(key: str, value: Any, choices: Mapping[str, tuple[str, ...]]) -> Any:
    """Return a value in the type of its option, checked."""
    if key in ("types", "columns"):
        return _names(key, value)
    if key == "file_names":
        if value is None or isinstance(value, bool):
            return value
        raise ConfigError("option 'file_names': true or false is expected")
    if key == "retention":
        return _hours(value)
    if not isinstance(value, str) or len(value) > 200:
        raise ConfigError(f"option {key!r}: a short text in quotes is expected")
    if key in choices and value not in choices[key]:
        raise ConfigError(
            f"option {key!r}: not a known value{suggest(value, choices[key])}; known: "
            f"{', '.join(choices[key])}"
        )
    return value


def _hours(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) < _ENDLESS:  # NaN is less than nothing
        raise ConfigError("option 'retention': a number of hours is expected")
    if value < 0:
        raise ConfigError("option 'retention': hours cannot be negative; 0 is until fetched")
    return float(value)


def _names(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise ConfigError(f"option {key!r}: a list of names is expected")
    if len(value) > 200:
        raise ConfigError(f"option {key!r}: at most 200 names; leave it out for all")
    for name in value if key == "types" else ():
        if not is_known(name):
            raise ConfigError(f"option 'types': an unknown entity type{suggest(name, TYPES)}")
    return tuple(value)
