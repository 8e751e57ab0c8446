"""The names of a treebank sentence, with the grammar that people gave each word of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from allonym.evaluate.conllu import Sentence, Token
from allonym.model.span import Span

Kinds = Callable[[str], frozenset[str]]
"""From a citation form to what word lists call it: ``given``, ``family``, ``place``, ``common``."""

_ENTITIES = {"per": "person", "loc": "place", "org": "org"}
_FLAT = ("flat", "flat:name", "flat:foreign")


@dataclass(frozen=True, slots=True)
class GoldName:
    """One name in a sentence.

    Attributes:
        span: Where it stands in the text of the sentence.
        type: ``person``, ``place`` or ``org``.
        tokens: Its words.
    """

    span: Span
    type: str
    tokens: tuple[Token, ...] = field(repr=False)

    @property
    def base(self) -> bool:
        """Tell whether every word stands in its citation form, in the nominative if any case.

        Initials and acronyms have none.
        """
        return all(
            len(t.form) > 2
            and t.form.casefold() == t.lemma.casefold()
            and t.features.get("Case", "Nom") == "Nom"
            for t in self.tokens
        )


def laid_out(sentence: Sentence) -> tuple[str, tuple[Span, ...]]:
    """Return the text of a sentence and where each of its words stands."""
    text, spans = "", []
    for token in sentence:
        spans.append(Span(len(text), len(text) + len(token.form)))
        text += token.form + " " * token.spaced
    return text, tuple(spans)


def names_of(sentence: Sentence, kinds: Kinds) -> tuple[str, list[GoldName]]:
    """Return the text of a sentence and its names whose kind can be told.

    The kind is the treebank's own (``NER`` in MISC) or, where it says nothing, that of the word
    lists if they leave no doubt.  What holds anything but letters and dots is passed over.

    Args:
        sentence: With lemmas and features.
        kinds: What the word lists say of a citation form.
    """
    text, spans = laid_out(sentence)
    found = []
    for start, end in _runs(sentence, kinds):
        tokens = sentence[start:end]
        kind = _kind(tokens, kinds)
        if kind and all(_is_word(t.form) for t in tokens) and all(t.spaced for t in tokens[:-1]):
            found.append(GoldName(Span(spans[start].start, spans[end - 1].end), kind, tokens))
    return text, found


def _is_word(form: str) -> bool:
    return form.replace(".", "").isalpha() and form[0].isupper()


def _runs(sentence: Sentence, kinds: Kinds) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(sentence):
        end = start + 1
        if sentence[start].upos == "PROPN":
            while end < len(sentence) and _continues(sentence, start, end, kinds):
                end += 1
            yield start, end
        start = end


def _continues(sentence: Sentence, start: int, place: int, kinds: Kinds) -> bool:
    """Tell whether a word belongs to the name begun before it; by the tree, if there is one."""
    token, first = sentence[place], sentence[start]
    if token.upos != "PROPN":
        return False
    if token.entity[:1] in ("B", "I"):
        return token.entity[0] == "I"
    if token.head >= 0:
        return token.relation in _FLAT and start <= token.head - 1 < place
    return "given" in kinds(cited(first)) and "place" not in kinds(cited(token))


def cited(token: Token) -> str:
    """Return the citation form of a name with its capital, which some treebanks take away."""
    return token.lemma[:1].upper() + token.lemma[1:]


def _kind(tokens: tuple[Token, ...], kinds: Kinds) -> str:
    marks = {token.entity[2:] for token in tokens if token.entity[1:2] == "-"}
    if marks:
        return _ENTITIES.get(marks.pop(), "") if len(marks) == 1 else ""
    listed = [kinds(cited(token)) for token in tokens]
    if len(tokens) > 1:
        titled = any(kind == {"common"} for kind in listed)
        return "person" if not titled and any("given" in kind for kind in listed) else ""
    only = listed[0] - {"common"}
    if only == {"place"}:
        return "place"
    return "person" if only and "place" not in only else ""
