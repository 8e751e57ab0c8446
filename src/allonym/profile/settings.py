"""The typed form of a profile; frozen, and constructible by keyword as well as from TOML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from allonym.model.replacement import Method
from allonym.model.types import ancestors, is_a, longest_match
from allonym.text.tables import table_of

Scope = Literal["document", "corpus", "ledger"]
Verify = Literal["strict", "report", "off"]
Labels = Literal["document", "en", "five"]
Given = Literal["use", "only", "ignore"]
Tracked = Literal["accept", "keep"]
Comments = Literal["keep", "remove"]
Pdf = Literal["txt", "html", "docx", "redacted"]
Others = Literal["drop", "keep"]

_TYPES = {"text": str, "number": int, "yes or no": bool}
_TABLE = table_of("allonym.profile", "methods.toml")
METHOD_OPTIONS: Mapping[str, Mapping[str, type]] = MappingProxyType(
    {m: {key: _TYPES[kind] for key, kind in own.items()} for m, own in _TABLE["options"].items()}
)
"""Which options each method takes, and of what type."""
OPTION_CHOICES: Mapping[str, list[str]] = MappingProxyType(_TABLE["choices"])


@dataclass(frozen=True, slots=True)
class Treatment:
    """What becomes of one type: a method and its options."""

    method: Method
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def key(self) -> str:
        """The same for equal treatments, which share a replacer and a count."""
        return f"{self.method} {sorted(self.options.items())}"


@dataclass(frozen=True, slots=True)
class Detection:
    """Which detectors run, and how sure they must be."""

    # names, in order of priority on ties
    detectors: tuple[str, ...] = ("known", "patterns", "dates", "model", "gazetteer")
    min_score: float = 0.5  # mentions below are left alone; the default leans to recall
    review_from: float = 0.2  # mentions from here up to `min_score` are listed as doubtful
    # `min_score` for single types; the longest dotted match counts
    thresholds: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    skip: tuple[str, ...] = ()  # types that are not looked for
    spread: bool = True  # search the document again for every form of a person found once
    # options of single detectors, by name
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))

    def threshold(self, type_name: str) -> float:
        """Return the score from which a mention of the type is treated."""
        found = next(
            (self.thresholds[a] for a in ancestors(type_name) if a in self.thresholds), None
        )
        return self.min_score if found is None else found


@dataclass(frozen=True, slots=True)
class Consistency:
    """Over what pseudonyms agree, and where the secret and the ledger are."""

    scope: Scope = "document"  # one document, a corpus, or all that a ledger records
    secret: str = ""  # by reference: ``env:NAME``, ``file:PATH`` or ``keyring:SERVICE/NAME``
    name: str = ""  # of the corpus, or the domain within the ledger
    # a file or the URL of a database, or ``env:NAME`` for a variable that holds it
    ledger: str = ""


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One line of the allow-list (stays) or the deny-list (is hidden).

    Exactly one of `text` and `regex` may be given; `before` and `after` ask for a context.
    """

    # which type it speaks of; ``*`` for any (allow), the type given to a find (deny)
    type: str = "*"
    text: str = field(default="", repr=False)  # a literal, compared without regard to case
    regex: str = field(default="", repr=False)  # a regular expression the whole surface matches
    before: str = ""  # a regular expression that must end right before the mention
    after: str = ""  # a regular expression that must begin right after it


@dataclass(frozen=True, slots=True)
class Output:
    """Checks on the result."""

    # ``strict`` refuses to write when an original survives, ``report`` lists, ``off``
    verify: Verify = "strict"
    labels: Labels = "document"  # language of labels: the document's, or English
    # what a pseudonym without a certain form becomes: the best form, or a tag
    uncertain: Literal["form", "tag"] = "form"


@dataclass(frozen=True, slots=True)
class Documents:
    """How files are read and written."""

    text_field: str = "text"  # which field of a record holds the text, in JSON Lines
    # which columns of a table are read, by name or number from 1; empty means all
    columns: tuple[str, ...] = ()
    # which values of a JSON file or elements of an XML file are read; empty means the format's own
    # choice
    paths: tuple[str, ...] = ()
    # what becomes of annotations that a document brings along: ``use`` adds them to what is found,
    # ``only`` looks for nothing else, ``ignore`` leaves them aside
    given: Given = "use"
    # tracked changes are accepted, or kept under a name that says nothing
    tracked: Tracked = "accept"
    comments: Comments = "keep"  # comments stay with their text rewritten, or are removed
    # what a PDF becomes: ``txt``, ``html``, ``docx``, or ``redacted``, a PDF of pictures
    pdf: Pdf = "txt"
    others: Others = "drop"  # files in an archive that no format reads are left out, or kept unread
    # names of files are pseudonymized too; left open, those are that hold a name which was hidden
    # in the file
    file_names: bool | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything a run needs to know besides the document."""

    name: str  # shown in reports
    # treatment by type; the longest dotted match counts; ``*`` must be there
    treat: Mapping[str, Treatment] = field(repr=False)
    language: str = "auto"  # ISO 639-1 code, or ``auto``
    types: tuple[str, ...] = ()  # only these types (and finer) are handled; empty means all
    detect: Detection = Detection()  # detectors and thresholds
    consistency: Consistency = Consistency()  # scope and secret
    allow: tuple[ListEntry, ...] = ()  # names and contexts that stay
    deny: tuple[ListEntry, ...] = ()  # names that are always hidden
    output: Output = Output()  # checks and labels
    documents: Documents = Documents()  # how files are read and written

    @property
    def secret_reference(self) -> str:
        """Where the secret is; empty if any will do.  What is encrypted must be decrypted again."""
        encrypts = any(treatment.method == "encrypt" for treatment in self.treat.values())
        return self.consistency.secret or ("env:ALLONYM_SECRET" if encrypts else "")

    def hides(self, type_name: str) -> bool:
        """Tell whether what is of a type is looked for and does not stay."""
        return self.looks_for(type_name) and self.treatment(type_name).method != "keep"

    def treatment(self, type_name: str) -> Treatment:
        """Return what becomes of a type: the entry with the longest matching name, else ``*``.

        >>> profile = Profile("p", {"*": Treatment("tag"), "person": Treatment("pseudonym")})
        >>> profile.treatment("person.witness").method, profile.treatment("plate").method
        ('pseudonym', 'tag')
        """
        return self.listed_treatment(type_name) if self.asks_for(type_name) else Treatment("keep")

    def asks_for(self, type_name: str) -> bool:
        """Tell whether a type is among `types`; all are where none is named."""
        return not self.types or any(is_a(type_name, wanted) for wanted in self.types)

    def listed_treatment(self, type_name: str) -> Treatment:
        """Return what becomes of a type where it is handled, among `types` or not."""
        return longest_match(type_name, self.treat) or Treatment("tag")

    def looks_for(self, type_name: str) -> bool:
        """Tell whether a type is looked for: it isn't skipped, and is among `types` if any are."""
        if any(is_a(type_name, name) for name in self.detect.skip):
            return False
        related = (is_a(t, type_name) or is_a(type_name, t) for t in self.types)
        return not self.types or any(related)

    def with_treatment(self, treatment: Treatment) -> Profile:
        """Return the same profile with one treatment for every type that is not kept."""
        treat = {n: t if t.method == "keep" else treatment for n, t in self.treat.items()}
        return replace(self, treat=MappingProxyType(treat))
