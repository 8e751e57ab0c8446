"""From a language's data to a pack's model folder, in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from allonym.engines.features import TableLayout, WordFeatures
from allonym.languages.lexicon import Lexicon, rows
from allonym.train.augment import FormLines, NameSwap, Variation, swap_from_lists
from allonym.train.data import Corpus, find_corpora, known_corpora, read_documents
from allonym.train.stream import Source, Vocabulary, prepare


def style_of(name: str) -> int:
    """Return the number of a corpus's conventions; 0 for a corpus without an entry."""
    names = list(known_corpora())
    return names.index(name) + 1 if name in names else 0


def load_sources(
    languages: Sequence[str], data: Path, packs: Path, analysers: Mapping[str, str]
) -> tuple[list[Source], Vocabulary]:
    """Read and prepare every training corpus of some languages.

    Args:
        languages: ISO 639-1 codes.
        data: The folder that holds ``ner``.
        packs: The folder that holds ``<language>/lexicon``.
        analysers: Morphological dictionary of each language that has one.
    """
    import random

    features: dict[str, WordFeatures] = {}
    sources: list[Source] = []
    for language in languages:
        folder = packs / language / "lexicon"
        lexicon = Lexicon.load(folder, analyser=analysers.get(language, ""))
        features[language] = WordFeatures(TableLayout(), lexicon)
        variation = Variation(names=name_swap(folder))
        for corpus in find_corpora(data, language):
            sources.append(_source(corpus, language, variation))
        forms = form_lines(folder).documents(400, random.Random(language))
        sources.append(Source(prepare(forms), language, variation, weight=0.5))
    return sources, Vocabulary(features)


def _source(corpus: Corpus, language: str, variation: Variation) -> Source:
    documents = prepare(read_documents(corpus.path))
    style = style_of(corpus.name)
    return Source(documents, language, variation, style, corpus.weight, corpus.misc)


def name_swap(folder: Path) -> NameSwap | None:
    """Return the exchange of names that a lexicon folder allows, or None where it has no names."""
    names = {kind: _names(folder, kind)[:6000] for kind in ("given", "family")}
    endings = [(r[0], r[1], r[2]) for r in rows(folder / "endings.tsv") if len(r) > 2]
    return swap_from_lists(names, endings) if any(names.values()) else None


def _names(folder: Path, table: str) -> list[str]:
    return [row[0] for row in rows(folder / f"{table}.tsv")]


def form_lines(folder: Path) -> FormLines:
    """Return a maker of form lines from a lexicon folder's tables."""
    triggers: dict[str, list[str]] = {}
    for category, term, *_ in rows(folder / "triggers.tsv"):
        triggers.setdefault(category, []).append(term)
    titles = [t for c in ("title", "honorific_m", "honorific_f") for t in triggers.get(c, [])]
    labels = [t for c in ("name_label", "court", "medical", "kin") for t in triggers.get(c, [])]
    return FormLines(
        given=_names(folder, "given")[:3000],
        family=_names(folder, "family")[:6000],
        places=_names(folder, "places")[:3000],
        titles=titles,
        labels=labels,
        words=_names(folder, "common")[:8000],
    )
