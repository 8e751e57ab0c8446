"""The Slovak method: the most frequent name of the same paradigm, marked as a replacement.

After the anonymizer that CURLICAT published for Slovak: a word is replaced by the most frequent
lemma that changes by the same sequence of edits from lemma to every form, if at least three do,
and is marked with ``XXX_``; a word without such partners becomes ``XXXX`` and its last letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from allonym.languages.pack import LanguagePack
from allonym.model.entity import Entity
from allonym.model.mention import Mention, NamePart
from allonym.model.replacement import Replacement
from allonym.model.types import is_a
from allonym.ports import Morphology, ReplaceContext, Replacer
from allonym.replace.rules import NameRules
from allonym.replace.surrogates import Candidate, Chooser, Wanted, form_for, words_of
from allonym.text.capitals import like

_LEAST = 3
_KINDS = {"given": "given", "family": "family", "initial": "", "other": "place"}
_DIGRAPHS = ("ch", "dz", "dž")
_NAMED = ("person", "place", "org")


@dataclass(frozen=True, slots=True)
class ParadigmReplacer:
    """Writes ``XXX_`` and the form of a frequent name of the same paradigm.

    Attributes:
        rules: The pools of the language.
        morphology: Of the language.
        fallback: Writes the tag of what is no name.
        marker: Stands before every replacement, so that a reader knows it for one.
    """

    rules: NameRules
    morphology: Morphology
    fallback: Replacer
    marker: str = "XXX_"

    @classmethod
    def load(
        cls, pack: LanguagePack, morphology: Morphology, fallback: Replacer, marker: str = "XXX_"
    ) -> ParadigmReplacer:
        """Return the replacer of a language."""
        return cls(NameRules(pack), morphology, fallback, marker)

    def replace(self, context: ReplaceContext, entities: Sequence[Entity]) -> Iterable[Replacement]:
        """Return for each word of a name its marked partner, or its stump."""
        chooser = Chooser(
            self.rules.pools, self.morphology, context.draw, words_of(context.view.text)
        )
        for entity in entities:
            if not any(is_a(entity.type, name) for name in _NAMED):
                yield from self.fallback.replace(context, [entity])
                continue
            for mention in entity.mentions:
                text = "".join(self._pieces(context, chooser, mention))
                yield Replacement(mention.span, text, entity.id, "paradigm")

    def _pieces(self, context: ReplaceContext, chooser: Chooser, mention: Mention) -> Iterator[str]:
        text, cursor = context.view.text, mention.span.start
        for part in mention.parts:
            yield text[cursor : part.span.start]
            yield self._word(chooser, part, context.view.surface(part.span))
            cursor = part.span.end
        rest = text[cursor : mention.span.end]
        yield rest if mention.parts else " ".join(map(stump, rest.split()))

    def _word(self, chooser: Chooser, part: NamePart, surface: str) -> str:
        kind = _KINDS[part.role]
        for reading in part.analyses[:1] if kind else ():
            gender = reading.features.get("Gender", "")
            wanted = Wanted(kind, reading.lemma, reading.lemma, gender)
            alike = [c for c in chooser.alike(wanted) if c.entry(gender).lemma != reading.lemma]
            if len(alike) >= _LEAST:
                best = max(alike, key=_frequency)
                form = form_for(best, reading.features, gender)
                if form:
                    return self.marker + like(surface, form)
        return stump(surface)


def _frequency(candidate: Candidate) -> int:
    return candidate.entries[0].frequency


def stump(word: str) -> str:
    """Return ``XXXX`` and the last letter of a word; ``ch``, ``dz`` and ``dž`` are one letter.

    >>> stump("Prešerenovi"), stump("Bedřich")
    ('XXXXi', 'XXXXch')
    """
    tail = next((d for d in _DIGRAPHS if word.lower().endswith(d)), word[-1:])
    return "XXXX" + word[len(word) - len(tail) :]
