"""The Slovak method: the most frequent name of the same paradigm, marked as a replacement.

After the anonymizer that CURLICAT published for Slovak: a word is replaced by the most frequent
lemma that changes by the same sequence of edits from lemma to every form, if at least three do,
and is marked with ``XXX_``; a word without such partners becomes ``XXXX`` and its last letter.
The frequency list is the pack's pools, which stand in the order of their counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from allonym.languages.pack import LanguagePack
from allonym.languages.pool import Pool, PoolEntry
from allonym.model.entity import Entity
from allonym.model.features import FeatureBundle
from allonym.model.mention import Mention, NamePart
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.model.view import TextView
from allonym.ports import ReplaceContext, Replacer
from allonym.replace.candidates import signature_of
from allonym.replace.inflect import Placed, joined
from allonym.replace.rules import NameRules
from allonym.text.capitals import like

_LEAST = 3
_KINDS = {"given": ("given",), "family": ("family",), "initial": (), "other": ("place",)}
_ALL = ("given", "family", "place")
_TESTED = ("Case", "Number", "Definite", "Derivation")
_DIGRAPHS = ("ch", "dz", "dž")

NAMED = "person"
"""The types that the method replaces where nothing else is asked for, as in the published one."""


@dataclass(frozen=True, slots=True)
class Partner:
    """What a word becomes: its form and its lemma, both unmarked."""

    form: str = field(repr=False)
    lemma: str = field(repr=False)


@dataclass(frozen=True)
class Partners:
    """The names of one language by paradigm, the most frequent first."""

    rules: NameRules
    marker: str = "XXX_"

    def find(
        self, form: str, lemma: str, features: FeatureBundle, kinds: Iterable[str] = _ALL
    ) -> Partner | None:
        """Return the partner of a word; None where it has too few or disagrees with its features.

        Args:
            form: As it stands in the text.
            lemma: Its citation form.
            features: What is known of the form.
            kinds: Of the pools to look in.
        """
        gender = features.get("Gender", "")
        for kind in kinds:
            pool = self.rules.pools[kind]
            for entry in pool.by_lemma.get(lemma, ()):
                at = _place(entry, form, features)
                if at is None or (gender and entry.gender not in ("", gender)):
                    continue
                alike = [e for e in _by_paradigm(pool)[_edits(entry)] if e.lemma != lemma]
                if len(alike) >= _LEAST:
                    return Partner(like(form, alike[0].row[at]), alike[0].lemma)
        return None


@dataclass(frozen=True, slots=True)
class ParadigmReplacer:
    """Writes ``XXX_`` and the form of a frequent name of the same paradigm."""

    partners: Partners  # the names of the language by paradigm
    fallback: Replacer  # writes the tag of what is no name
    types: tuple[str, ...]  # the entity types that are replaced; the others become tags

    @classmethod
    def load(
        cls, pack: LanguagePack, fallback: Replacer, marker: str = "XXX_", types: str = NAMED
    ) -> ParadigmReplacer:
        """Return the replacer of a language; `types` are parted by commas."""
        names = tuple(name.strip() for name in types.split(",") if name.strip())
        return cls(Partners(NameRules(pack), marker), fallback, names)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return for each word of a name its marked partner, or its stump."""
        for entity in entities:
            if not any(is_a(entity.type, name) for name in self.types):
                yield from self.fallback.replace(context, [entity])
                continue
            for mention in entity.mentions:
                made = joined(list(self._pieces(context.view, mention)))
                yield Replacement(mention.span, made.text, entity.id, "paradigm", lemma=made.lemma)

    def _pieces(self, view: TextView, mention: Mention) -> Iterator[Placed]:
        """Yield what stands for each word, and what is between them."""
        text, cursor = view.text, mention.span.start
        for part in mention.parts:
            yield Placed(text[cursor : part.span.start])
            yield self._word(part, view.surface(part.span))
            cursor = part.span.end
        rest = text[cursor : mention.span.end]
        yield Placed(rest if mention.parts else " ".join(map(stump, rest.split())))

    def _word(self, part: NamePart, surface: str) -> Placed:
        marker = self.partners.marker
        if part.role == "other" and self.partners.rules.keeps(surface):
            return Placed(surface)  # Ján Novák ml.
        for reading in part.analyses:
            kinds = _KINDS[part.role]
            found = self.partners.find(surface, reading.lemma, reading.features, kinds)
            if found:
                return Placed(marker + found.form, lemma=marker + found.lemma)
        lemma = part.analyses[0].lemma if part.analyses else surface
        return Placed(stump(surface), lemma=stump(lemma))


def _place(entry: PoolEntry, form: str, features: FeatureBundle) -> int | None:
    """Return which form of a name this is, if the features do not say otherwise."""
    wanted = {name: features[name] for name in _TESTED if name in features}
    for at, (bundle, own) in enumerate(zip(entry.bundles, entry.row, strict=False)):
        agrees = all(bundle.get(name, value) == value for name, value in wanted.items())
        if own and own.casefold() == form.casefold() and agrees:
            return at
    return None


def _edits(entry: PoolEntry) -> object:
    """Return the sequence of edits from the lemma to every form, with where there is none."""
    gaps = tuple(bool(form) for form in entry.row)
    return gaps, signature_of(
        entry.gender, [entry.lemma, *(form or entry.lemma for form in entry.row)]
    )


@cache
def _by_paradigm(pool: Pool) -> Mapping[object, tuple[PoolEntry, ...]]:
    """Return the nouns of a pool that are written with a capital, by paradigm."""
    index: dict[object, list[PoolEntry]] = {}
    for entry in sorted(pool.entries, key=lambda e: -e.frequency):
        index.setdefault(_edits(entry), [])
        if entry.tokens == 1 and entry.lemma.istitle():
            index[_edits(entry)].append(entry)
    return {key: tuple(entries) for key, entries in index.items()}


def stump(word: str) -> str:
    """Return ``XXXX`` and the last letter of a word; ``ch``, ``dz`` and ``dž`` are one letter.

    Of an initial nothing is left.

    >>> stump("Prešerenovi"), stump("Bedřich"), stump("L"), stump("Ch")
    ('XXXXi', 'XXXXch', 'XXXX', 'XXXX')
    """
    tail = next((d for d in _DIGRAPHS if word.lower().endswith(d)), word[-1:])
    return "XXXX" + (word[-len(tail) :] if len(word) > len(tail) else "")
