"""From what replacers propose to a plan that covers every mention and never says the original."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from allonym.model.entity import Entity
from allonym.model.mention import Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.ports import ReplaceContext, Replacer
from allonym.text.capitals import CAPITAL


def settle(
    context: ReplaceContext,
    hidden: Sequence[Entity],
    made: Iterable[Replacement],
    fallback: Replacer,
) -> ReplacementPlan:
    """Return the plan: what is safe of the proposals, and the fallback where that is not enough.

    A word around a mention gives way to any mention; what the fallback makes counts as uncertain.
    """
    view = context.view
    stopped = (_with_stop(view, r) for r in made if r.context or not _is_original(view, r))
    safe = sorted(stopped, key=lambda r: (r.context, r.span))
    fallbacks: list[Replacement] = []
    while True:
        chosen = _disjoint([*fallbacks, *safe])
        missing = [m for entity in hidden for m in _uncovered(entity, chosen)]
        if not missing:
            if context.view.tokens:
                chosen = list(_fitted(context, hidden, chosen, fallback))
            return ReplacementPlan.of(chosen)
        fallbacks += [
            replace(r, certainty=0.0) for bare in missing for r in fallback.replace(context, [bare])
        ]


def _disjoint(ranked: Iterable[Replacement]) -> list[Replacement]:
    """Take each replacement that overlaps none taken before it; return them in text order."""
    spans: list[tuple[int, int]] = []
    taken: list[Replacement] = []
    for candidate in ranked:
        own = candidate.span.start, candidate.span.end
        at = bisect_right(spans, own)
        near = spans[max(0, at - 1) : at + 1]
        if not any(own[0] < end and start < own[1] for start, end in near):
            spans.insert(at, own)
            taken.insert(at, candidate)
    return taken


_LABELS = ("remove", "tag", "index", "letters", "hash", "paradigm")
_STOP = re.compile(rf"\s*(?:$|\n|[\"”’»)]*\s+{CAPITAL})")


def _with_stop(view: TextView, made: Replacement) -> Replacement:
    """Give a sentence its full stop back where that of an initial was its last."""
    end = made.span.end
    if view.tokens or not made.text or made.method not in _LABELS or made.text.endswith("."):
        return made
    ends = view.text[end - 1] == "." and _STOP.match(view.text, end)
    return replace(made, text=made.text + ".") if ends else made


def _is_original(view: TextView, replacement: Replacement) -> bool:
    if replacement.method in ("initials", "keep"):
        return False
    return replacement.text.casefold() == view.surface(replacement.span).casefold()


def _uncovered(entity: Entity, chosen: Sequence[Replacement]) -> list[Entity]:
    """Return the entity with only the mentions that `chosen` leaves open; empty if none."""
    left = tuple(m for m in entity.mentions if not _is_covered(m, chosen))
    return [replace(entity, mentions=left)] if left else []


def _is_covered(mention: Mention, chosen: Sequence[Replacement]) -> bool:
    """Tell whether replacements, possibly several side by side, cover the whole mention."""
    at = max(0, bisect_right(chosen, mention.span.start, key=lambda r: r.span.start) - 1)
    position = mention.span.start
    for index in range(at, len(chosen)):
        candidate = chosen[index]
        if candidate.span.start > position or position >= mention.span.end:
            break
        if not candidate.context:
            position = max(position, candidate.span.end)
    return position >= mention.span.end


# --- fixed tokens ------------------------------------------------------------------------------

# methods whose words stand for words; of others every token takes the whole label
_SHARED = ("pseudonym", "paradigm", "mask", "encrypt", "keep")


def _fitted(
    context: ReplaceContext,
    hidden: Sequence[Entity],
    chosen: Iterable[Replacement],
    fallback: Replacer,
) -> Iterator[Replacement]:
    """Yield a replacement for each token under those chosen; text between tokens stays."""
    entities = {entity.id: entity for entity in hidden}
    for whole in chosen:
        under = _tokens_under(context.view, whole.span)
        spans, pieces = under, _shared(context.view, under, whole, whole.text)
        if pieces is None and whole.method not in _SHARED:
            spans = _worded(context.view, under)
            pieces = _shared(context.view, spans, whole, whole.text)
        if spans and pieces is None and whole.method in _SHARED and whole.entity in entities:
            entity = entities[whole.entity]
            over = (m.type for m in entity.mentions if m.span.overlaps(whole.span))
            mention = Mention(whole.span, next(over, entity.type), ())
            bare = replace(entity, mentions=(mention,))
            text = next(iter(fallback.replace(context, [bare]))).text
            whole = replace(whole, text=text, certainty=0.0, method="tag", lemma="")  # noqa: PLW2901
            spans = _worded(context.view, under)
        if pieces is None:
            pieces = [_label(whole.text)] * len(spans)
        label = _label(whole.lemma) if whole.lemma and whole.method not in _SHARED else ""
        lemmas = _shared(context.view, spans, whole, whole.lemma) or [label] * len(spans)
        for span, text, lemma in zip(spans, pieces, lemmas, strict=True):
            yield replace(whole, span=span, text=text, lemma=lemma)
        if not spans:
            yield whole


def _tokens_under(view: TextView, span: Span) -> list[Span]:
    """Return what of each token lies under a span."""
    first = bisect_right(view.tokens, span.start, key=lambda t: t.end)
    found: list[Span] = []
    for token in view.tokens[first : first + len(span)]:
        shared = token.intersection(span)
        if shared is None:
            break
        found.append(shared)
    return found


def _worded(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Leave out marks, which say nothing and would be no marks as a label; unless all are."""
    words = [s for s in spans if any(c.isalnum() for c in view.surface(s))]
    return words or list(spans)


def _shared(
    view: TextView, spans: Sequence[Span], whole: Replacement, text: str
) -> list[str] | None:
    surfaces = [view.surface(span) for span in spans]
    if not text or not spans or whole.method not in (*_SHARED, "initials"):
        return None
    if len(spans) == 1 and " " in surfaces[0]:
        return [text]
    glued = [left.end == right.start for left, right in pairwise([whole.span, *spans])]
    return share_out(surfaces, glued, text)


def _label(text: str) -> str:
    """Return a label without white space; one of equal labels, one a word, stands for all."""
    words = text.split()
    return words[0] if len(set(words)) == 1 else "_".join(words) or "_"


_ATOM = re.compile(r"\w+|[^\w\s]")
_INITIALS = re.compile(r"\w\.|\w+|[^\w\s]")


def share_out(tokens: Sequence[str], glued: Sequence[bool], text: str) -> list[str] | None:
    """Return a part of `text` for each token; None where they do not match.

    They match if the text has as many words, parted by white space, as the tokens make, or as
    many runs of letters and marks as the tokens have; an initial and its full stop may be one.

    Args:
        tokens: What `text` stands for.
        glued: For each token whether it stands right after the one before.
        text: What is to be shared out.

    >>> share_out(["Ana", "Nowak", "-", "Kos"], [False, False, True, True], "Ewa Zima-Lis")
    ['Ewa', 'Zima', '-', 'Lis']
    >>> share_out(["Nowak", "-", "Kos"], [False, True, True], "N.-K.")
    ['N.', '-', 'K.']
    >>> share_out(["12.", "5.", "2020"], [False, True, True], "3.6.2021")
    ['3.', '6.', '2021']
    >>> share_out(["Ana", "Nowak"], [False, False], "[PERSON]")
    >>> share_out(["Ana", "N.", "."], [False, False, True], "E. Z.")
    """
    words = text.split()
    groups = _groups(tokens, glued)
    if len(words) == len(groups):
        parts = [
            _by_atoms(group, word) or _by_atoms(group, word, _INITIALS)
            for group, word in zip(groups, words, strict=True)
        ]
        if None not in parts:
            return [piece for part in parts for piece in part or ()]
    return _by_atoms(tokens, text)


def _groups(tokens: Sequence[str], glued: Sequence[bool]) -> list[list[str]]:
    groups: list[list[str]] = []
    for token, to_last in zip(tokens, glued, strict=True):
        if to_last and groups:
            groups[-1].append(token)
        else:
            groups.append([token])
    return groups


def _by_atoms(tokens: Sequence[str], text: str, atom: re.Pattern[str] = _ATOM) -> list[str] | None:
    if len(tokens) == 1 and not any(map(str.isspace, text)) and text:
        return [text]
    atoms = atom.findall(text)
    counts = [len(atom.findall(token)) for token in tokens]
    if sum(counts) != len(atoms) or not all(counts):
        return None
    pieces: list[str] = []
    for count in counts:
        pieces.append("".join(atoms[:count]))
        del atoms[:count]
    alike = all(p[0].isalnum() == t[0].isalnum() for p, t in zip(pieces, tokens, strict=True))
    return pieces if alike else None
