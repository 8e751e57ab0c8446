"""Shared by the tests of names: marked text in, plan and result out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.each import each

from allonym.languages.geography import load_geography
from allonym.languages.lexicon import load_lexicon
from allonym.languages.origins import load_origins
from allonym.languages.pack import load_pack
from allonym.languages.pool import load_pool
from allonym.link.linker import NameLinker
from allonym.link.words import load_words
from allonym.model.draw import Draw
from allonym.model.entity import Entity
from allonym.model.features import FeatureBundle
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import Replacement, ReplacementPlan
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import Morphology, ReplaceContext
from allonym.replace.methods.names import NamePlan, NameReplacer, load_name_replacer
from allonym.replace.rules import NameRules
from allonym.text.fold import strip_marks
from allonym.text.markup import MarkedMention, parse_marks

CASES = Path(__file__).parents[1] / "cases"
SECRET = b"a secret of more than sixteen bytes"


@dataclass(frozen=True)
class Done:
    """A marked text and what became of it."""

    text: str
    marks: tuple[MarkedMention, ...]
    entities: tuple[Entity, ...]
    plan: NamePlan
    out: ReplacementPlan

    @property
    def result(self) -> str:
        return self.out.apply(self.text)

    def of(self, mark: MarkedMention) -> Replacement:
        return next(r for r in self.out if r.span == mark.span)


@cache
def morphology(language: str) -> Morphology:
    return load_morphology(load_pack(language))


def is_pet_form(word: str, made: Replacement, gold: FeatureBundle, language: str) -> bool:
    """Tell whether a word is the form of a pet name that these features ask for."""
    names = NameRules(load_pack(language)).pet_names
    pets = [name for name in made.lemma.split() if names.sex(name)]
    return any(morphology(language).inflect(name, "given", gold).form == word for name in pets)


@cache
def replacer(language: str) -> NameReplacer:
    return load_name_replacer(load_pack(language), morphology(language))


@cache
def linker(language: str) -> NameLinker:
    pack = load_pack(language)
    words = load_words(pack, load_lexicon(pack.where("lexicon")).flags)
    return NameLinker(morphology(language), words)


def pseudonymized(marked: str, language: str = "pl", secret: bytes = SECRET) -> Done:
    text, marks = parse_marks(marked)
    view = TextView.of(text, language=language)
    mentions = [Mention(m.span, m.type, (Evidence("gold"),)) for m in marks]
    entities = tuple(linker(language).link(view, mentions))
    context = ReplaceContext(view, entities, Draw(secret, "test"), language)
    plan = replacer(language).plan(context, entities)
    return Done(text, marks, entities, plan, ReplacementPlan.of(plan.replacements))


@cache
def declined_only(language: str) -> frozenset[str]:
    """Return the settlements that are drawn though the pool of forms does not have them."""
    pack = load_pack(language)
    pool = load_pool(pack, "place").by_lemma
    return frozenset(t.name for t in load_geography(pack).towns if t.drawn and t.name not in pool)


@cache
def drawn_abroad(language: str) -> frozenset[str]:
    """Return the names that stand for names from abroad; the pools do not have their forms."""
    drawn = load_origins(load_pack(language).path("origins.tsv")).drawn
    names = frozenset(name for names in drawn.values() for name in names)
    return names | frozenset(map(strip_marks, names))


def is_from_abroad(replacement: Replacement, language: str) -> bool:
    """Tell whether a person was given a name from abroad, which no pool of the language has."""
    words = re.findall(r"[^\W\d_]{2,}", replacement.lemma)
    own = {n for kind in ("given", "family") for n in load_pool(load_pack(language), kind).by_lemma}
    return (drawn_abroad(language) | own).issuperset(words) and not own.issuperset(words)


def cases(language: str) -> list[dict[str, str]]:
    path = CASES / language / "inflection.toml"
    return list(tomllib.loads(path.read_text("utf-8"))["case"])


def each_case(languages: Iterable[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test of ``(language, case)`` on every sentence of some languages."""
    return each(
        ("language", "case"),
        [
            pytest.param(
                language,
                case,
                id=f"{language}-{case['why']}",
                marks=[pytest.mark.xfail(reason=case["xfail"])] if "xfail" in case else [],
            )
            for language in languages
            for case in cases(language)
        ],
    )
