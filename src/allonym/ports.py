"""What the parts expect of each other: protocols only, each with one main method.

A plug-in implements one of these and announces itself by an entry point of the group named in
the protocol's docstring; nothing needs to be inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.features import FeatureBundle
from allonym.model.mention import Analysis, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.scored import ScoredSpan
from allonym.model.surrogate import Surrogate
from allonym.model.view import TextView


class Detector(Protocol):
    """Finds mentions (entry-point group ``allonym.detectors``).

    Pure: the same view gives the same mentions, overlapping as they may; the view is not changed.
    """

    @property
    def name(self) -> str:
        """What evidence and profiles call it."""

    def detect(self, view: TextView) -> Iterable[Mention]:
        """Return every mention found, with evidence."""


class Engine(Protocol):
    """Runs a model over texts (entry-point group ``allonym.engines``)."""

    def tag(self, texts: Sequence[str], *, floor: float) -> list[list[ScoredSpan]]:
        """Return, for each text, its labelled spans with a probability of at least `floor`."""


class Linker(Protocol):
    """Decides which mentions speak of the same thing."""

    def link(self, view: TextView, mentions: Sequence[Mention]) -> Sequence[Entity]:
        """Return entities in the order of their first mention; each mention in exactly one."""


POSSESSIVE = "Poss"
"""Value of ``Derivation`` of an adjective made from a person's name, such as *Novakov*."""

WIFE = "Wife"
"""Value of ``Derivation`` of a wife's name made from her husband's, such as *Jánosné*."""

OWNED = "Owned"
"""Value of ``Derivation`` of what is somebody's, and names nobody else: *Ilonáé*."""

MINE = "Mine"
"""Value of ``Derivation`` of a name on which something hangs that says nothing of who it is.

It is the writer's (*Adélom*), or there too (*Annakin*: ``Clitic`` says which)."""


class Inflected(NamedTuple):
    """A form, and how sure it is: 1 from a dictionary or a checked pool, below when guessed."""

    form: str
    certainty: float = 1.0

    def __repr__(self) -> str:
        return f"Inflected(certainty={self.certainty})"  # no form: it is a name


class Morphology(Protocol):
    """What a language knows about the forms of names.

    ``kind`` is ``given``, ``family``, ``place``, ``org`` or ``common``.
    """

    def analyse(self, surface: str, kind: str) -> Sequence[Analysis]:
        """Return every reading of one word, best first; at least one (the word as its lemma)."""

    def inflect(self, lemma: str, kind: str, features: FeatureBundle) -> Inflected:
        """Return the form of `lemma` that `features` ask for.

        Where none is known, the lemma itself at a low certainty.
        """

    def forms(self, lemma: str, kind: str) -> frozenset[str]:
        """Return every form of `lemma`, derivations included; the lemma is always among them."""

    def derivations(self, lemma: str, kind: str) -> tuple[str, ...]:
        """Return the adjectives made from a name, where the language makes any."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What something may be called."""

    surrogate: str = field(repr=False)  # its citation form, or its value
    # what its maker needs to write it again: names of the pool, number of the try
    detail: str = field(default="", repr=False)


class Ledger(Protocol):
    """Remembers who is called what, one to one (`allonym.ledger` has the only one)."""

    def settle(self, kind: str, original: str, choices: Iterable[Choice]) -> Choice | None:
        """Return what `original` is called: as recorded, else the first choice nobody has.

        None where every choice is taken.  Originals and surrogates are unique within a `kind`.
        """


@dataclass(frozen=True, slots=True)
class ReplaceContext:
    """All a replacer may look at besides the entities it was given."""

    view: TextView  # the document
    # every entity of the document, kept ones included: names to stay clear of
    entities: tuple[Entity, ...]
    draw: Draw  # keyed chance, already scoped
    language: str  # ISO 639-1 code of the document
    ledger: Ledger | None = None  # what remembers pseudonyms, if anything does
    # pseudonyms that a person chose, in their citation forms
    names: Mapping[EntityId, Surrogate] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )
    stays: frozenset[EntityId] = frozenset()  # the entities that are kept
    # those whose own words say an original whatever their names become
    coined: frozenset[EntityId] = frozenset()


class Replacer(Protocol):
    """Turns entities into replacements by one method (entry-point group ``allonym.replacers``)."""

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return replacements that cover every mention of `entities`, never by its original."""


class SourceDocument(Protocol):
    """An opened document: what it reads as, and how to write it back."""

    @property
    def view(self) -> TextView:
        """The text, once."""

    def rewrite(self, plan: ReplacementPlan) -> bytes:
        """Return the whole document with the plan carried out and nothing else changed."""


Fate = Literal["removed", "replaced", "kept"]


@dataclass(frozen=True, slots=True)
class Residue:
    """Something a document carries outside its text, and what becomes of it."""

    place: str  # where, in the words of the format: ``docProps/core.xml: creator``; never content
    count: int  # how many of them there are
    fate: Fate  # ``removed``, ``replaced`` by something that says nothing, or ``kept``


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside a document: part of an archive, attachment of a mail, embedded workbook."""

    name: str = field(repr=False)
    data: bytes = field(repr=False)


@runtime_checkable
class Annotated(Protocol):
    """A document that brings mentions along, such as a corpus with a column of entities."""

    @property
    def given(self) -> Sequence[Mention]:
        """The mentions it is marked with, in text order."""


@runtime_checkable
class Carrier(Protocol):
    """A document that carries things outside its text."""

    @property
    def residue(self) -> Sequence[Residue]:
        """What it carries, and what `rewrite` makes of it."""


@runtime_checkable
class Compound(Protocol):
    """A document that holds other files, each of which is treated as a document of its own."""

    @property
    def members(self) -> Sequence[Member]:
        """The files in it; their names are unique."""

    def with_members(self, rewritten: Mapping[str, Member]) -> SourceDocument:
        """Return the document with each file replaced; one that isn't named is left out."""


@runtime_checkable
class Converted(Protocol):
    """A document that is written in another format than it was read in."""

    @property
    def suffix(self) -> str:
        """Ending of the written file's name, with its dot."""


NamesIn = Callable[[str], Collection[str]]
"""Finds the words of people's names, in small letters, in a name of code or of a place."""


@runtime_checkable
class Labelled(Protocol):
    """A document whose parts have names of their own: sentences of a corpus, places of a page."""

    def with_names(self, names: NamesIn) -> SourceDocument:
        """Return the document; what is the name of a person leaves the names of its parts."""


@runtime_checkable
class Worded(Protocol):
    """A document in whose file words of its format stand, such as names of fonts and styles."""

    def is_own(self, line: str) -> bool:
        """Tell whether a whole line or attribute of the written file is of the format's making."""


@runtime_checkable
class Clearable(Protocol):
    """A document in which words can be written anew where it is not read."""

    def without(self, words: Mapping[str, str]) -> SourceDocument:
        """Return the document; where it is not read, what stands for each word takes its place."""


@runtime_checkable
class Fitting(Protocol):
    """A document some of whose places take no text of every kind, such as the name of a sheet."""

    def fit(self, plan: ReplacementPlan) -> ReplacementPlan:
        """Return the plan with such a text as each of these places may hold."""


class DocumentFormat(Protocol):
    """A file format that can be opened for rewriting (group ``allonym.formats``)."""

    @property
    def name(self) -> str:
        """What messages call it."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of file names, with their dot, in lower case."""

    def open(self, data: bytes) -> SourceDocument:
        """Read a document.

        Raises:
            CorruptDocument: If `data` is not of this format.
        """


Options = Mapping[str, object]
"""Options of a detector, engine or method, as a profile states them; checked by its factory."""
