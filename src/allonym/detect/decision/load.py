"""What decides in a pipeline, put together for a language."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allonym.detect.decision.bearers import Bearers
from allonym.detect.decision.choosing import BONUS
from allonym.detect.decision.creatures import Parties, Pets, Saints
from allonym.detect.decision.decide import Decider, Judge
from allonym.detect.decision.evidence import Gatherer
from allonym.detect.decision.explain import explain
from allonym.detect.decision.heads import Heads
from allonym.detect.decision.kinds import Kinds
from allonym.detect.decision.leaning import HOPELESS, Leaning
from allonym.detect.decision.whole import whole_names
from allonym.detect.names.announced import is_office, load_announcing
from allonym.detect.names.model import ModelDetector
from allonym.detect.names.owners import Owners
from allonym.detect.names.rows import Called, Rows
from allonym.detect.patterns.detector import PatternDetector
from allonym.languages.dictionary import load_names
from allonym.languages.nobody import Nobody
from allonym.languages.pack import LanguagePack, common_path
from allonym.languages.pool import load_pool
from allonym.model.span import Span
from allonym.ports import Detector

if TYPE_CHECKING:
    from allonym.kit import Kit

Load = Callable[[Path], Judge]
_EVEN, _LEAST = 0.5, 0.1
_BORNE = ("family", "family_rare", "given", "given_rare", "an_family")
_PLACES = ("place", "place_rare")
_NEVER = (
    "calendar", "label", "legal_form", "org_word", "title", "honorific_m", "honorific_f", "kin",
)  # fmt: skip
_FAMILY, _SURNAME = ("family", "family_rare"), 2
"""What says that somebody is called so by surname, here or somewhere."""
_REACH = 60
"""Signs around a name in which its label and the given name stand."""
_OTHER = ("given", "given_rare", *_PLACES)
"""What says that somebody may be called so, and that not only by surname."""


def _called(kit: Kit, word: str) -> Called:
    """Tell what lists know of a word that may be a surname."""
    ordinary = kit.is_ordinary(word.lower())
    if not kit.has(word, *_BORNE) or kit.has(word.lower(), "calendar"):
        return Called.NOBODY if ordinary or kit.flags(word) else Called.UNKNOWN
    sure = kit.has(word, "family") and not (ordinary or kit.has(word, *_OTHER))
    return Called.SURELY if sure else Called.MAYBE


@cache
def _said_of_people(pack: LanguagePack) -> frozenset[str]:
    said = pack.words("cues", "honorific", "title", "kin")
    return frozenset((*said, *pack.words("names", "private_before", "closest")))


def _is_never(kit: Kit, word: str) -> bool:
    """Tell whether a word says what somebody or something is, and is nobody's name there."""
    said = word.lower() in _said_of_people(kit.pack)
    return said or kit.has(word, *_NEVER) or is_office(kit.pack, word)


def _is_surname(kit: Kit, word: str) -> bool:
    """Tell whether lists have a word as a surname, those of others but forms of words: *Banko*."""
    own = kit.has(word, *_FAMILY) or word.title() in load_pool(kit.pack, "family").by_lemma
    return own or (kit.is_form(word.lower()) and bool(load_names().flags(word.lower()) & _SURNAME))


def _is_filed(kit: Kit, text: str, span: Span) -> bool:
    """Tell whether a stretch begins with the surname of somebody whom a file is about."""
    announcing = load_announcing(kit.pack)
    if not announcing.is_private(text, span):
        return False
    near = max(0, span.start - _REACH)
    own = text[near : span.end + _REACH]
    filed = announcing.filed(own, kit.is_given, partial(_is_surname, kit))
    starts = (near + s.start for s in filed if not _is_never(kit, own[slice(*s)]))
    return span.start in starts


def _is_place(kit: Kit, word: str) -> bool:
    """Tell whether lists have a word as a place."""
    return kit.has(word, *_PLACES)


def _leaning(
    kit: Kit, hopeless: float, joins: Collection[str], is_named: Callable[[str], bool]
) -> Leaning:
    shortened = kit.pack.words("names", "shortened")
    closings = frozenset(kit.pack.toml("never.toml").get("closings", ()))
    return Leaning(hopeless, kit.is_ordinary, joins, is_named, shortened, closings)


def _rows(kit: Kit, joins: Sequence[str]) -> Rows:
    present, bare, more = (
        kit.pack.words("names", f"present_{how}") for how in ("before", "bare", "joins")
    )
    return Rows.of((*joins, *more), present, bare, partial(_called, kit), partial(_is_place, kit))


def load_decider(kit: Kit, detectors: Sequence[Detector], load: Load) -> Decider | None:
    """Return what decides over the finds of some detectors.

    Args:
        kit: The language.
        detectors: Those of the pipeline.
        load: Makes the judge of a file of trees.

    Returns:
        None without a network that says what it thinks of each word, or without the trees.
    """
    model = next((d for d in detectors if isinstance(d, ModelDetector)), None)
    trees = kit.pack.path("decision.onnx") or common_path("decision.onnx")
    if model is None or model.name != "model" or kit.lexicon is None or not trees.is_file():
        return None
    judge = load(trees)
    gatherer = Gatherer(
        kit.pack.code, kit.flags, kit.lexicon.ordinary, load_names().flags, judge.columns
    )
    threshold = kit.profile.detect.threshold("person")
    bonus = BONUS * _EVEN / max(_LEAST, threshold)
    hopeless = HOPELESS if threshold >= _EVEN else 1.0
    nobody = Nobody.load(kit.pack)

    def asked(kind: str) -> float:
        least = kit.profile.detect.threshold(kind)
        return least if least > _EVEN else 0.0  # one half or less is what the decision leans by

    def is_named(word: str) -> bool:
        """Tell whether a word is a given name or a surname, and no day's: *ŚRODA*."""
        return kit.has(word, "given", "family") and not kit.has(word.lower(), "calendar")

    surname_first = kit.pack.name_order == "family-given"
    joins = kit.pack.toml("orgs.toml").get("joins", ())
    owners = Owners(
        kit.pack, kit.morphology, lambda word: kit.has(word, "given", "given_rare"), kit.is_word
    )
    bearers = Bearers(
        load_announcing(kit.pack), kit.is_given, surname_first, nobody.is_famous, owners.find,
        lambda word: kit.has(word, "calendar"), lambda word: bool(kit.flags(word)),
        _rows(kit, joins), lambda word: kit.has(word, "place"), partial(_is_never, kit),
        partial(_is_surname, kit),
    )  # fmt: skip
    patterns = (d.compiled.rules for d in detectors if isinstance(d, PatternDetector))
    return Decider(
        gatherer, judge, model.word_scores, nobody.find, bonus, asked,
        _leaning(kit, hopeless, joins, is_named),
        whole_names(kit), bearers, Kinds.of(kit),
        Heads(
            kit.flags, kit.is_word, kit.is_form, surname_first, kit.last_word,
            kit.parter.beside_place, partial(is_office, kit.pack),
            partial(_is_filed, kit),
        ),
        (
            Pets.of(kit.pack, kit.flags, kit.morphology),
            Saints.of(kit.pack, kit.flags, kit.where),
            Parties(kit.flags, kit.is_word),
        ),
        tuple(rules.priced for rules in patterns),
    )  # fmt: skip


def decision_of(kit: Kit, detectors: Sequence[Detector], load: Load) -> dict[str, Any]:
    """Return the parts of a pipeline that decide, by name; none where nothing can.

    Args:
        kit: The language.
        detectors: Those of the pipeline.
        load: Makes the judge of a file of trees.
    """
    decider = load_decider(kit, detectors, load)
    if decider is None:
        return {}
    return {
        "decide": decider.decide,
        "figures": decider.figures,
        "namesakes": decider.namesakes,
        "explain": partial(explain, decider),
    }
