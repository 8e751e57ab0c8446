"""Undo a pseudonymization by the ledger: restore documents, and say who a pseudonym stands for.

Every call checks the audit and writes a line of it first; if that fails, nothing is revealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product

from allonym.errors import LedgerError, NotInLedger, PseudonymizationError, needs
from allonym.files.opening import open_document
from allonym.languages.pack import available, load_pack
from allonym.languages.pool import load_pool
from allonym.ledger.place import Edit, apply_edits, place
from allonym.ledger.record import Record, digest, plain
from allonym.ledger.record import apply as patched
from allonym.model.entity import EntityId
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.types import TYPES
from allonym.model.view import TextView
from allonym.ports import Compound, Member

with needs("a ledger needs", "ledger"):
    from allonym.ledger.admin import open_audit
    from allonym.ledger.audit import Audit
    from allonym.ledger.keys import Key
    from allonym.ledger.reader import Pair, Reader
    from allonym.ledger.store import Store

_NAMED = ("person", "family", "place", "street", "org", "acronym", "address")
_MOST, _MOST_WORDS = 500, 8
_MOST_ALIKE = 500
_AS_DOCUMENT = "as document (--document ID, or the field of a request)"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who wants to know, and why; both go into the audit."""

    reason: str  # in the words of who asks
    who: str = ""  # the user of this machine unless given


@dataclass(frozen=True, slots=True)
class Revealed:
    """A document with its originals."""

    data: bytes = field(repr=False)  # the file
    restored: int  # how many replacements were taken back
    # those that could not be placed, since the document was edited: type and pseudonym
    left: tuple[tuple[str, str], ...] = field(repr=False, default=())
    # what was scrubbed beside the text and is not restored: place, count, fate
    lost: tuple[tuple[str, int, str], ...] = ()
    is_exact: bool = False  # the file is the original one, byte for byte
    documents: tuple[str, ...] = ()  # ids in the ledger
    failures: int = 0  # files in the document that the ledger does not know


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Revealer:
    """Reveals what one ledger knows; make it with `Revealer.open`."""

    store: Store
    reader: Reader
    audit: Audit
    domain: str  # in which single pseudonyms are looked for
    unverified: bool  # whether to go on although the audit was tampered with

    @classmethod
    def open(
        cls, url: str, draw: Key, encrypt: Key, audit: Key, domain: str = "", *,
        unverified: bool = False,
    ) -> Revealer:  # fmt: skip
        """Open a ledger for revealing.

        Args:
            url: Of the ledger.
            draw: Finds rows.
            encrypt: Opens originals.
            audit: Chains the lines that say so.
            domain: In which single pseudonyms are looked for.
            unverified: Whether to go on although the audit was tampered with.

        Raises:
            LedgerError: If the ledger cannot be opened, or a key is not its own.
        """
        store = Store.open(url)
        lines = open_audit(store, audit)
        return cls(store, Reader(store, draw, encrypt), lines, domain, unverified)

    def close(self) -> None:
        """Close the ledger."""
        self.store.close()

    def file(self, data: bytes, name: str, asked: Asked, *, document: str = "") -> Revealed:
        """Restore a document.

        Args:
            data: The pseudonymized file.
            name: Its name, for its format.
            asked: Who wants to know.
            document: Its id in the ledger, where it was edited beyond recognition.

        Raises:
            LedgerError: If the audit does not verify, or no reason is given.
            NotInLedger: If the ledger does not know it, or knows several that read the same.
            DocumentError: If the file cannot be read.
        """
        self._say_wanted(asked, self._of("document", data, document))
        done = self._file(data, name, document)
        self._say("revealed", asked, {"documents": done.documents, "places": done.restored})
        return done

    def text(self, text: str, asked: Asked, *, document: str = "") -> str:
        """Restore a text that `Pipeline.run` made.

        Raises:
            LedgerError: If the audit does not verify, or no reason is given.
            NotInLedger: If the ledger does not know it, or knows several that read the same.
        """
        data = text.encode("utf-8", "surrogatepass")
        self._say_wanted(asked, self._of("text", data, document))
        row, record = self._known(text, document)
        found = place(record, text)
        self._say("revealed", asked, {"documents": [row], "places": len(found.edits)})
        return apply_edits(found.edits, text)

    def pseudonym(self, name: str, asked: Asked, *, language: str = "") -> list[Pair]:
        """Return who or what a pseudonym stands for, in any of its forms.

        Args:
            name: As it stands in a result: *Janem Nowakiem*.
            asked: Who wants to know.
            language: Of the result; all are tried unless given.

        Returns:
            Every pair that it may be; empty where the ledger knows none.

        Raises:
            LedgerError: If the audit does not verify, or no reason is given.
        """
        self._say_wanted(asked, {"of": "pseudonym"})
        languages = [language] if language else available()
        found: dict[str, Pair] = {}
        for phrases in _parts(name):
            for code in languages:
                kinds = [f"{kind}.{code}" for kind in _NAMED]
                names = [c for phrase in phrases for c in islice(_citations(phrase, code), _MOST)]
                pairs = self.reader.originals(self.domain, kinds, [*phrases, *names])
                found |= {p.id: p for p in pairs}
            if found:
                break
        roots = sorted({t.partition(".")[0] for t in TYPES})
        values = (name, "".join(c.upper() for c in name if c.isalnum()))
        found |= {p.id: p for p in self.reader.originals(self.domain, roots, values)}
        self._say("revealed", asked, {"pairs": sorted(found)})
        return list(found.values())

    # -- documents -----------------------------------------------------------------------------

    def _say(self, what: str, asked: Asked, detail: object) -> None:
        self.audit.append(what, reason=asked.reason, who=asked.who, detail=json.dumps(detail))

    def _say_wanted(self, asked: Asked, detail: object) -> None:
        try:
            if not self.unverified:
                self.audit.verify()
        except LedgerError as error:
            raise LedgerError(
                f"{error}; nothing was revealed: find out why first, and only then say "
                "allonym reveal --unverified-audit"
            ) from error
        self._say("reveal", asked, detail)

    def _of(self, what: str, data: bytes, document: str) -> object:
        mark = self.reader.lookups.document(digest(data)).hex()[:16]
        return {"of": what, "file": mark, "document": document}

    def _file(self, data: bytes, name: str, document: str) -> Revealed:
        exact = self._exactly(data, document)
        if exact is not None:
            return exact
        opened = open_document(data, name)
        members, done = self._members(opened) if isinstance(opened, Compound) else ({}, [])
        if members and isinstance(opened, Compound):
            opened = opened.with_members(members)
        try:
            row, record = self._known(opened.view.text, document)
        except NotInLedger:
            if not any(d.documents for d in done):
                raise
            row, record = "", Record(digest(b""), b"", b"")
        placed = place(record, opened.view.text)
        edits, unanchored = _anchored(placed.edits, opened.view)
        plan = ReplacementPlan.of(
            Replacement(Span(e.start, e.end), e.text, EntityId("revealed"), "keep") for e in edits
        )
        left = [(c.type or "word", c.new) for c in placed.left] + [("removed", "")] * unanchored
        return Revealed(
            data=opened.rewrite(plan),
            restored=len(placed.edits) - unanchored + sum(d.restored for d in done),
            left=(*left, *(item for d in done for item in d.left)),
            lost=(*record.lost, *(item for d in done for item in d.lost)),
            documents=(*filter(None, [row]), *(i for d in done for i in d.documents)),
            failures=sum(not d.documents for d in done) + sum(d.failures for d in done),
        )

    def _exactly(self, data: bytes, document: str) -> Revealed | None:
        """Return the original file, where its bytes were kept and these are the written ones."""
        rows = self.reader.by_data(digest(data))
        found = {
            patched(record.patches, data): (row, record)
            for row, record in rows.items()
            if record.patches is not None and document in ("", row)
        }
        if len(found) > 1:
            raise _several(rows)
        for original, (row, record) in found.items():
            return Revealed(original, len(record.changes), is_exact=True, documents=(row,))
        return None

    def _members(self, opened: Compound) -> tuple[dict[str, Member], list[Revealed]]:
        members: dict[str, Member] = {}
        done: list[Revealed] = []
        for member in opened.members:
            members[member.name] = member
            try:
                made = self._file(member.data, member.name, "")
            except PseudonymizationError:
                done.append(Revealed(member.data, 0))
                continue
            done.append(made)
            members[member.name] = Member(member.name, made.data)
        return members, done

    def _known(self, text: str, document: str) -> tuple[str, Record]:
        """Return the record of a text, edited or not."""
        if document:
            record = self.reader.by_id(document)
            if record is None:
                raise NotInLedger(
                    "the ledger has no document of this id; look into the report for it"
                )
            return document, record
        rows = self.reader.by_text(digest(text.encode("utf-8", "surrogatepass")))
        rows = rows or self._versions(text)
        if not rows:
            raise NotInLedger(
                "this was never pseudonymized with this ledger; if it is a result that was edited "
                f"much, give its id, which the report of the run has, {_AS_DOCUMENT}"
            )
        placed = {row: set(place(record, text).edits) for row, record in rows.items()}
        best = max(placed, key=lambda row: (len(placed[row]), row))
        if any(_contradicts(edits, placed[best]) for edits in placed.values()):
            raise _several(rows)
        return best, rows[best]

    def _versions(self, text: str) -> dict[str, Record]:
        """Return the documents that `text` is an edited version of, as far as can be told.

        Letters of one form are all alike: those of which few pseudonyms stand in the text are
        none of its versions.
        """
        rows = {row: self.reader.by_id(row) for row in self.reader.alike(text)[:_MOST_ALIKE]}
        found = {row: record for row, record in rows.items() if record is not None}
        placed = {row: len(place(record, text).edits) for row, record in found.items()}
        best = max(placed.values(), default=0)
        return {row: found[row] for row, count in placed.items() if best and 2 * count > best}


def _contradicts(edits: set[Edit], best: set[Edit]) -> bool:
    """Tell whether a document is another one than the best, not only recorded in another way."""
    texts = {edit.start: edit.text for edit in best}
    conflict = any(texts.get(edit.start, edit.text) != edit.text for edit in edits)
    return conflict or 2 * len(edits & best) < len(edits)


def _several(rows: Iterable[str]) -> NotInLedger:
    return NotInLedger(
        f"several documents of the ledger read the same; give the id of one {_AS_DOCUMENT}: "
        + ", ".join(sorted(rows))
    )


def _anchored(edits: Sequence[Edit], view: TextView) -> tuple[list[Edit], int]:
    """Give each insertion a character to stand on; return the edits, and how many have none."""
    made: list[Edit] = []
    lost = 0
    for n, edit in enumerate(edits):
        if edit.start < edit.end:
            made.append(edit)
            continue
        after = edits[n + 1].start if n + 1 < len(edits) else len(view.text)
        if made and made[-1].end == edit.start:
            made[-1] = Edit(made[-1].start, made[-1].end, made[-1].text + edit.text)
        elif edit.start < after and view.locate(Span(edit.start, edit.start + 1)):
            own = view.text[edit.start]
            made.append(Edit(edit.start, edit.start + 1, edit.text + own))
        elif edit.start and view.locate(Span(edit.start - 1, edit.start)):
            own = view.text[edit.start - 1]
            made.append(Edit(edit.start - 1, edit.start, own + edit.text))
        else:
            lost += 1
    return made, lost


# -- forms of pseudonyms -------------------------------------------------------------------------


def _parts(name: str) -> Iterator[list[str]]:
    """Yield the whole name, then all runs of one word less, and so on.

    The recorded name of a company is without the words that stayed, such as its legal form.
    """
    words = name.split()[:_MOST_WORDS]
    for size in range(len(words), 0, -1):
        yield [" ".join(words[n : n + size]) for n in range(len(words) - size + 1)]


def _citations(name: str, language: str) -> Iterator[str]:
    """Yield the citation forms that a form may belong to, by the pools that names come from."""
    forms = _forms(language)
    whole = forms.get(plain(name), ())
    yield from whole
    options = [_lemmas(word, forms) for word in plain(name).split()]
    yield from (" ".join(words) for words in product(*options))


def _lemmas(word: str, forms: dict[str, tuple[str, ...]]) -> list[str]:
    halves = [(*forms.get(half, ()), half) for half in word.split("-")]
    joined = ["-".join(parts) for parts in product(*halves)] if len(halves) > 1 else []
    return list(dict.fromkeys([*forms.get(word, ()), word, *joined]))


@cache
def _forms(language: str) -> dict[str, tuple[str, ...]]:
    """Return every form of every name of the pools, with the names it may be a form of."""
    found: dict[str, dict[str, None]] = {}
    pack = load_pack(language)
    for kind in ("given", "family", "place", "street", "org"):
        first: dict[str, str] = {}
        for entry in load_pool(pack, kind).entries:
            head = first.setdefault(entry.group, entry.lemma) if kind == "family" else entry.lemma
            for form in {form for _, form in entry.forms()} | {entry.lemma}:
                found.setdefault(plain(form), {}).update(
                    {plain(entry.lemma): None, plain(head): None}
                )
    return {form: tuple(lemmas) for form, lemmas in found.items()}
