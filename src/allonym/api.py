"""What programs call: `pseudonymize` for one text, `Pipeline` for many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allonym.collecting import seldom_collected
from allonym.identify import foreign_paragraphs, identify_language
from allonym.languages.pack import available, load_pack
from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId
from allonym.model.known import KnownPerson
from allonym.model.latest import forgotten
from allonym.model.mention import Mention
from allonym.model.result import Leak, Result
from allonym.model.view import TextView
from allonym.parts import Brought, Progress
from allonym.profile import ListEntry, Profile, choose_profile
from allonym.profile.settings import Verify
from allonym.secrets import check_secret, fresh_secret, read_secret

if TYPE_CHECKING:  # what it takes to work is imported with the first text
    from allonym.decided import Decided
    from allonym.files.rewriting import FileResult, Nest
    from allonym.ledger.record import Recorder
    from allonym.pipeline import LanguagePipeline


def pseudonymize(
    text: str,
    *,
    language: str = "auto",
    profile: str | Path | Profile = "default",
    method: str | None = None,
    types: Sequence[str] = (),
    known: Sequence[KnownPerson] = (),
    secret: bytes | None = None,
) -> Result:
    """Replace the personal data in one text.

    For more than one text make a `Pipeline`: it keeps its models in memory.

    Args:
        text: Any text.
        language: ISO 639-1 code, or ``auto``.
        profile: Name of a built-in profile, a path, or a `Profile`.
        method: One method for everything the profile does not keep.
        types: Handle only these types; empty means all.
        known: People known beforehand.
        secret: At least 16 bytes; without it the pseudonyms can't be drawn again.

    Returns:
        The new text with everything that was decided on the way.

    Raises:
        ConfigError: If an argument is not understood.
        LeakError: If an original would have survived.

    >>> pseudonymize("Write to jane.doe@corp.test.", language="en", method="tag").text
    'Write to [E-MAIL].'
    """
    pipeline = Pipeline.load(
        language=language, profile=profile, method=method, types=types, secret=secret
    )
    return pipeline.run(text, known=known)


@dataclass(frozen=True)
class Pipeline:
    """A profile ready to run; models are loaded once for each language that turns up.

    Make one with `Pipeline.load`.
    """

    profile: Profile
    language: str
    draw: Draw = field(repr=False)
    fresh: bool = True
    ledger: Recorder | None = field(default=None, repr=False)
    _loaded: dict[str, LanguagePipeline] = field(default_factory=dict, repr=False)
    _base: Pipeline | None = field(default=None, repr=False)

    @classmethod
    def load(
        cls,
        *,
        language: str = "auto",
        profile: str | Path | Profile = "default",
        method: str | None = None,
        types: Sequence[str] = (),
        secret: bytes | None = None,
        ledger: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Pipeline:
        """Prepare a pipeline; see `pseudonymize` for the arguments.

        Args:
            language: As there.
            profile: As there.
            method: As there.
            types: As there.
            secret: As there; the draw key, where a ledger is kept.
            ledger: File or URL of the ledger; ``env:ALLONYM_SECRET`` is its draw key by default.
            options: Of the method, such as ``{"per": "token"}``.

        Raises:
            ConfigError: If an argument is not understood.
            LedgerError: If the ledger cannot be opened.
        """
        from allonym.assembly import open_ledger

        chosen = choose_profile(profile, method=method, types=types, ledger=ledger, options=options)
        language = (chosen.language if language.lower() == "auto" else language).lower()
        if language != "auto":
            load_pack(language)
        reference = chosen.secret_reference
        fresh = secret is None and not reference
        kept = read_secret(reference) if secret is None and reference else secret
        key = check_secret(kept, "the secret") if kept is not None else fresh_secret()
        return cls(chosen, language, Draw(key), fresh=fresh, ledger=open_ledger(chosen, key))

    def adjusted(
        self, *, allow: Sequence[ListEntry] = (), verify: Verify | None = None
    ) -> Pipeline:
        """Return a pipeline that is lenient in other ways, and shares its models with this one.

        Args:
            allow: Names and contexts that stay, besides those of the profile.
            verify: What becomes of leaks; as the profile says if not given.
        """
        output = replace(self.profile.output, verify=verify or self.profile.output.verify)
        profile = replace(self.profile, allow=(*self.profile.allow, *allow), output=output)
        return self._varied(profile=profile)

    def keyed(self, secret: bytes) -> Pipeline:
        """Return a pipeline that draws under another secret, and shares its models with this one.

        Args:
            secret: At least 16 bytes; a profile that names a secret of its own keeps that.
        """
        if self.profile.consistency.secret:
            return self
        key = check_secret(secret, "the secret")
        return self._varied(draw=Draw(key), fresh=False)

    def tentative(self) -> Pipeline:
        """Return a pipeline for previews: it asks its ledger and records nothing."""
        return self if self.ledger is None else self._varied(ledger=self.ledger.trial())

    def _varied(self, **changes: Any) -> Pipeline:
        """Return a pipeline that differs in `changes` and takes its models from this one."""
        return replace(self, **changes, _loaded={}, _base=self)

    def alternatives(self, result: Result, count: int) -> Mapping[EntityId, tuple[str, ...]]:
        """Return what could stand for each hidden entity of a result; first what does.

        Args:
            result: Of this pipeline.
            count: How many draws, the result's own among them; what is drawn twice is listed once.

        >>> pipeline = Pipeline.load(language="en", types=["person"], secret=b"no secret at all")
        >>> result = pipeline.run("Mary Jones called.")
        >>> [len(texts) for texts in pipeline.alternatives(result, 3).values()]
        [3]
        """
        return self._for(result.view).alternatives(result, count)

    def run(
        self,
        text: str | TextView,
        *,
        known: Sequence[KnownPerson] = (),
        given: Sequence[Mention] = (),
        progress: Progress | None = None,
        scope: str = "",
    ) -> Result:
        """Replace the personal data in one text.

        Args:
            text: A text, or the view of a document.
            known: People known beforehand.
            given: Mentions found by other means.
            progress: Told the name of each step and how far it is, 0 to 1.
            scope: Text of the document that this one is a part of, with which its pseudonyms
                agree.

        Raises:
            LeakError: If an original would have survived and the profile is strict.
            UnknownLanguage: If the language is ``auto`` and cannot be told.
            LedgerError: If the result cannot be recorded; it is not returned then.
        """
        view = text if isinstance(text, TextView) else TextView.of(text)
        result = self.run_view(view, known=known, given=given, progress=progress, scope=scope)
        if self.ledger is not None:
            from allonym.ledger.record import record_of

            self.ledger.record(record_of(result))
        return result

    @forgotten()
    @seldom_collected()
    def run_view(
        self,
        view: TextView,
        *,
        known: Sequence[KnownPerson] = (),
        given: Sequence[Mention] = (),
        progress: Progress | None = None,
        scope: str = "",
    ) -> Result:
        """Do as `run`, but leave it to the caller to record the document in the ledger."""
        return self._for(view).run(view, known, progress, self._brought(view, given), scope)

    @forgotten()
    @seldom_collected()
    def carry_out(self, view: TextView, decided: Decided, *, scope: str = "") -> Result:
        """Replace in one text what somebody decided on.

        Args:
            view: The text.
            decided: What is to be done.
            scope: As for `run`.

        Raises:
            LeakError: If an original would have survived and the profile is strict.
        """
        from allonym.decided import refuse_leaks

        pipeline = self._for(view)
        result = pipeline.carry_out(view, decided, scope=scope)
        refuse_leaks(result.report.leaks, pipeline.profile)
        return result

    def run_file(
        self,
        data: bytes,
        name: str,
        *,
        known: Sequence[KnownPerson] = (),
        progress: Progress | None = None,
        nest: Nest | None = None,
    ) -> FileResult:
        """Replace the personal data in one file, and in the files in it; check what was written.

        Args:
            data: The file.
            name: Its name, for its format.
            known: People known beforehand.
            progress: As for `run`.
            nest: What may still be unpacked, if the file came in another.

        Returns:
            The new file with its result and those of the files in it.

        Raises:
            DocumentError: If the file cannot be read or rewritten.
            LeakError: If an original would have survived.
            LedgerError: If the result cannot be recorded; it is not returned then.
        """
        from allonym.files.rewriting import record_file, rewrite_file

        runner = _EachText(self.profile, self, tuple(known), progress)
        made = rewrite_file(runner, data, name, nest=nest)
        return record_file(self.ledger, made, data, self.profile) if self.ledger else made

    def run_conll(self, text: str, *, known: Sequence[KnownPerson] = ()) -> str:
        """Replace the personal data in a corpus in CoNLL-U or CoNLL-U Plus.

        Args:
            text: The corpus.
            known: People known beforehand.

        Returns:
            The corpus with other words and lemmas, and every other line as it was.

        Raises:
            CorruptDocument: If a line is not of the format; it is named.
            LeakError: If an original would have survived.
        """
        return self.run_file(text.encode(), "text.conllu", known=known).data.decode()

    def stream(self, texts: Iterable[str]) -> Iterator[Result]:
        """Yield the result of each text in order."""
        for text in texts:
            yield self.run(text)

    @forgotten()
    @seldom_collected()
    def detect(self, text: str | TextView, *, known: Sequence[KnownPerson] = ()) -> list[Mention]:
        """Return the mentions that would be treated, in text order."""
        view = text if isinstance(text, TextView) else TextView.of(text)
        return self._for(view).detect(view, known, brought=self._brought(view, ()))[0]

    def explain(self, view: TextView) -> list[Any]:
        """Return each possible name with its chances (`detect.decision.explain.Explained`)."""
        return self._for(view).explain(view)

    def keeps(self, view: TextView, entity: Entity) -> bool:
        """Tell whether an entity of a document stays: by the profile, or by a list of names."""
        return self._for(view).keeps(view, entity)

    def annotate(
        self, view: TextView, *, known: Sequence[KnownPerson] = (), given: Sequence[Mention] = ()
    ) -> tuple[str, list[dict[str, object]]]:
        """Detect and link without replacing.

        Returns:
            The language, and for each mention its ``start``, ``end``, ``type``, ``score`` and
            ``entity``, in text order.
        """
        pipeline = self._for(view)
        entities = self.entities(view, known=known, given=given)
        rows: list[tuple[int, dict[str, object]]] = []
        for entity in entities:
            for m in entity.mentions:
                row = {"start": m.span.start, "end": m.span.end, "type": m.type,
                       "score": round(m.score, 4), "entity": entity.id}  # fmt: skip
                rows.append((m.span.start, row))
        return pipeline.language, [row for _, row in sorted(rows, key=lambda r: r[0])]

    @forgotten()
    @seldom_collected()
    def entities(
        self, view: TextView, *, known: Sequence[KnownPerson] = (), given: Sequence[Mention] = ()
    ) -> tuple[Entity, ...]:
        """Detect and link without replacing; the mentions carry the parts of names.

        Args:
            view: A text or document.
            known: People known beforehand.
            given: Mentions found by other means.
        """
        pipeline = self._for(view)
        found, _ = pipeline.detect(view, known, brought=self._brought(view, given))
        return pipeline.link(view, found)

    def language_of(self, view: TextView) -> str:
        """Return the language a document is treated as."""
        if self.language != "auto":
            return self.language
        if view.language != "und":
            return view.language
        return identify_language(view.text, available(), otherwise="en")

    def _brought(self, view: TextView, given: Sequence[Mention]) -> Brought:
        """Return what is given, and what other packs find in paragraphs of their languages."""
        main = self.language_of(view)
        auto = self.language == "auto"
        told = foreign_paragraphs(view.text, main, available()) if auto else ()
        places = tuple(sorted({**dict(told), **dict(view.foreign)}.items()))
        found = [
            replace(mention, span=mention.span.shift(span.start), parts=())
            for span, code in places
            for mention in self._pack(code).detect(TextView.of(view.surface(span)))[0]
        ]
        return Brought((*given, *found), places)

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        """Return what can be found in any text of that which was hidden in a result."""
        return self._for(result.view).search(text, result)

    def _for(self, view: TextView) -> LanguagePipeline:
        return self._pack(self.language_of(view))

    def _pack(self, language: str) -> LanguagePipeline:
        from allonym.assembly import build, with_profile

        if language not in self._loaded:
            if self._base is None:
                made = build(language, self.profile, self.draw, self.ledger)
            else:
                made = with_profile(self._base._pack(language), self.profile)
                made = replace(made, draw=self.draw, ledger=self.ledger)
            self._loaded[language] = replace(made, abroad=self._pack)
        built = self._loaded[language]
        return built if built.draw is self.draw else replace(built, draw=self.draw)


@dataclass(frozen=True, slots=True)
class _EachText:
    """Treats each text of a file by one pipeline (`allonym.files.outside.Runner`)."""

    profile: Profile
    pipeline: Pipeline
    known: tuple[KnownPerson, ...]
    progress: Progress | None

    def run_view(
        self, view: TextView, given: Sequence[Mention], scope: str,
        people: Sequence[KnownPerson] = (),
    ) -> Result:  # fmt: skip
        run, known = self.pipeline.run_view, (*self.known, *people)
        return run(view, known=known, given=given, progress=self.progress, scope=scope)

    def search(self, text: str, result: Result) -> tuple[Leak, ...]:
        return self.pipeline.search(text, result)
