"""The only place that composes: a profile and a pack become a pipeline.

Built-in detectors stand in a plain table, methods in `methods`; further ones come from the
entry-point group ``allonym.detectors``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from allonym.collecting import at_rest
from allonym.errors import ConfigError, EngineError, ProfileError, needs
from allonym.kit import Kit
from allonym.languages.labels import load_labels
from allonym.languages.legal_forms import load_legal_forms
from allonym.languages.nobody import Nobody
from allonym.languages.pack import common_toml, load_forms, load_pack, rows
from allonym.ledger.record import Recorder
from allonym.methods import Replacers
from allonym.model.draw import Draw
from allonym.model.known import KnownPerson
from allonym.model.latest import Latest
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.parts import KnownNames, Parts, Verify
from allonym.pipeline import LanguagePipeline
from allonym.ports import Detector, Ledger, Linker
from allonym.profile import Profile
from allonym.registry import plugins


def build(
    language: str, profile: Profile, draw: Draw, ledger: Ledger | None = None
) -> LanguagePipeline:
    """Compose the pipeline of one language.

    Args:
        language: ISO 639-1 code.
        profile: What to do.
        draw: Keyed chance.
        ledger: What remembers pseudonyms, if anything does.

    Raises:
        UnknownLanguage: If there is no such pack.
        ProfileError: If the profile names a detector or method that nobody provides.
    """
    from allonym.morphology.load import load_morphology

    pack = load_pack(language)
    labels = load_labels(pack, profile.output.labels)
    kit = Kit(pack, profile, load_morphology(pack), labels, [])
    parts = _parts(kit)
    at_rest()
    return LanguagePipeline(language, profile, parts, draw, tuple(kit.warnings), ledger)


def open_ledger(profile: Profile, secret: bytes) -> Recorder | None:
    """Open the ledger that a profile names; None where its scope needs none.

    Raises:
        ConfigError: If the scope needs one and none is named, or the secret can be guessed.
        MissingExtra: If its libraries are not installed.
        LedgerError: If it cannot be opened, or the secret is not its draw key.
    """
    scope = profile.consistency
    if scope.scope != "ledger":
        return None
    if not scope.ledger:
        raise ConfigError(
            f"profile {profile.name}: scope 'ledger' needs one; set consistency.ledger or --ledger"
        )
    with needs("a ledger needs", "ledger"):
        from allonym.ledger.book import Book
        from allonym.ledger.keys import checked_key
    return Book.open(scope.ledger, checked_key("draw", secret), scope.name)


def with_profile(pipeline: LanguagePipeline, profile: Profile) -> LanguagePipeline:
    """Return a pipeline under a profile with another allow-list or check; parts are shared."""
    from allonym.detect.names.lists import AllowList

    parts = replace(pipeline.parts, allow=AllowList(profile.allow).allows)
    return replace(pipeline, profile=profile, parts=parts)


def _parts(kit: Kit) -> Parts:
    from allonym.detect.decision.load import decision_of
    from allonym.detect.names.lists import AllowList
    from allonym.engines.load import load_trees

    named = (_detector(kit, name) for name in kit.profile.detect.detectors if name != "known")
    detectors = tuple(d for d in named if d is not None)
    return Parts(
        detectors=detectors,
        known=partial(_known, kit),
        resolve=_resolver(kit),
        trim=_trimmer(kit),
        settle=kit.parter.part,
        spread=_spreader(kit),
        refine=_refiner(kit),
        allow=AllowList(kit.profile.allow).allows,
        linker=_linker(kit),
        replacer=Replacers(kit),
        fallback=kit.fallback,
        verify=_verifier(kit),
        spelt=kit.spelt,
        named=kit.named,
        **decision_of(kit, detectors, load_trees),
    )


def _resolver(kit: Kit) -> Callable[[TextView, Iterable[Mention]], list[Mention]]:
    from allonym.detect.settling.firms import as_firms
    from allonym.detect.settling.resolve import resolve_overlaps

    tied = kit.pack.toml("orgs.toml"), load_legal_forms(kit.pack).parted
    return lambda view, mentions: resolve_overlaps(as_firms(mentions, view.text, *tied), view)


# --- detectors ---------------------------------------------------------------------------------


def _detector(kit: Kit, name: str) -> Detector | None:
    if name in _DETECTORS:
        return _DETECTORS[name](kit, kit.profile.detect.options.get(name, {}))
    for factory in plugins("allonym.detectors", name):
        plugin: Detector = factory(kit.pack)
        return plugin
    raise ProfileError(f"profile {kit.profile.name}: detect.detectors: unknown detector {name!r}")


def _lists(kit: Kit, _: Mapping[str, Any]) -> Detector | None:
    from allonym.detect.names.lists import DenyDetector

    return DenyDetector(kit.profile.deny) if kit.profile.deny else None


def _patterns(kit: Kit, _: Mapping[str, Any]) -> Detector:
    from allonym.detect.patterns.detector import PatternDetector

    return PatternDetector.load(kit.pack.code).knowing(kit.handles, kit.may_be_place)


def _dates(kit: Kit, _: Mapping[str, Any]) -> Detector | None:
    if not kit.pack.path("dates.toml"):
        kit.warnings.append(f"no dates.toml for {kit.pack.name}: dates are not looked for")
        return None
    from allonym.detect.dates.detector import DateDetector

    return DateDetector.load(kit.pack.code)


def _model(kit: Kit, options: Mapping[str, Any]) -> Detector | None:
    from allonym.detect.names.model import ModelDetector
    from allonym.engines.load import load_engine

    try:
        engine = load_engine(kit.pack, options)
    except EngineError as error:
        if options:
            raise
        kit.warnings.append(str(error))
        return None
    return ModelDetector(engine, terms=Nobody.load(kit.pack).find)


def _hide(kit: Kit, _: Mapping[str, Any]) -> Detector:
    from allonym.detect.names.model import ModelDetector
    from allonym.engines.load import load_untyped

    return ModelDetector(load_untyped(kit.pack), name="hide")


def _chat(kit: Kit, _: Mapping[str, Any]) -> Detector:
    from allonym.detect.names.chat import ChatDetector

    return ChatDetector(kit)


def _gazetteer(kit: Kit, _: Mapping[str, Any]) -> Detector | None:
    from allonym.detect.names.gazetteer import GazetteerDetector

    return GazetteerDetector.load(kit.pack)


def _terms(kit: Kit, _: Mapping[str, Any]) -> Detector | None:
    """Return the detector of what the profile looks for; the lists stay unread otherwise."""
    profile = kit.profile
    kinds = [k for k in ("occupation", "health") if profile.looks_for(k)]
    if not kinds:
        return None
    from allonym.detect.terms.detector import TermDetector

    return TermDetector.load(kit.pack, kinds, kit.is_strange)


_DETECTORS: Mapping[str, Callable[[Kit, Mapping[str, Any]], Detector | None]] = {
    "lists": _lists,
    "patterns": _patterns,
    "dates": _dates,
    "model": _model,
    "hide": _hide,
    "chat": _chat,
    "gazetteer": _gazetteer,
    "terms": _terms,
}


def _known(kit: Kit, persons: Sequence[KnownPerson]) -> KnownNames:
    from allonym.detect.names.known import KnownDetector

    common, is_given = kit.is_written_small, kit.is_given
    return KnownDetector(persons, kit.morphology, common=common, is_given=is_given)


def _spreader(kit: Kit) -> Callable[[TextView, Sequence[Mention]], list[Mention]]:
    from allonym.detect.names.explained import find_explained
    from allonym.detect.names.spread import Lists as Called
    from allonym.detect.names.spread import spread_persons
    from allonym.detect.names.user_names import Lists, find_user_names
    from allonym.languages.dictionary import COMMON, load_english, load_names

    morphology = kit.morphology
    named = lambda word: kit.has(word.title(), "given", "family")  # noqa: E731
    may_call = lambda word: kit.has(word, "given", "given_rare")  # noqa: E731
    is_make = partial(Nobody.load(kit.pack).is_only, kind="brand")
    told = kit.pack.toml("words.toml").get("names", {})
    turns, led = (frozenset(told.get(key, ())) for key in ("turns", "greetings"))
    called: dict[str, list[str]] = {}
    for pet, names, *_ in rows(kit.pack.where("nicknames.tsv")):
        for name in names.split(";"):
            called.setdefault(name.lower(), []).append(pet)

    pets = lambda name: called.get(name, ())  # noqa: E731

    def is_english(word: str) -> bool:
        """Tell whether a word is common in English, whose dictionary is read when a tag asks."""
        return bool(load_english().flags(word) & COMMON)

    lists = Lists(kit.is_ordinary, named, load_names().flags, is_make, pets, is_english)
    own = Called(pets, kit.is_form_of_a_word)
    spreads = partial(spread_persons, common=kit.is_common, turns=turns, lists=own, greetings=led)

    latest = Latest()

    def spread(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        people = spreads(view, mentions, morphology, kept=latest.of(view))
        users = find_user_names(view, mentions, morphology, lists, latest.of(view))
        return [*people, *find_explained(view, mentions, may_call), *users]

    return spread


Step = Callable[[TextView, Sequence[Mention]], list[Mention]]


def _refiner(kit: Kit) -> Callable[[TextView, Sequence[Mention]], list[Mention]]:
    from allonym.detect.dates.behind_names import ages_behind
    from allonym.detect.refining.countries import Called
    from allonym.detect.refining.demonyms import Demonyms
    from allonym.detect.refining.file_names import in_file_names
    from allonym.detect.refining.led_streets import LedStreets
    from allonym.detect.refining.postcodes import Postcodes
    from allonym.detect.refining.refine import Refiner
    from allonym.detect.refining.streets import NamedStreets
    from allonym.detect.refining.towns import Cities, WholeNames
    from allonym.detect.refining.values import agree_on_values, with_prefixes
    from allonym.detect.refining.worldwide import Worldwide
    from allonym.languages.abroad import load_abroad
    from allonym.languages.geography import load_geography

    abroad = load_abroad(kit.pack)
    own, english = (load_forms(pack, "countries.tsv") for pack in (kit.pack, load_pack("en")))
    forms = {
        "place.country": own | english,  # letterheads say the country in English
        "place.region.world": abroad.staying,
    }
    sure = own | abroad.natural
    kept = sure.union(*forms.values())

    called = Called.of(kit, sure, kept)
    kinds = {**common_toml("kinds.toml"), **kit.pack.toml("kinds.toml")}
    kinds["person"] = {**kinds.get("person", {}), **_people(kit)}
    addresses = kit.pack.toml("address.toml")
    place_forms = lambda name: kit.morphology.forms(name, "place")  # noqa: E731
    streets = NamedStreets.of(addresses, place_forms, kit.where, kit.is_but_a_word)
    led = LedStreets.of(kit)
    geography = load_geography(kit.pack)
    codes = Postcodes(geography, kit.morphology, abroad)
    coded = "patterns" in kit.profile.detect.detectors and kit.profile.looks_for("postcode")
    aged = "dates" in kit.profile.detect.detectors and kit.profile.looks_for("age")
    before, after = _organisations(kit)
    demonyms = Demonyms.of(kit.pack, kit.morphology, kit.has, kit.is_word)
    worldwide = Worldwide.of(kit.pack, abroad, kit.where, kit.morphology)
    acronym = partial(Nobody.load(kit.pack).is_only, kind="acronym", also="person")
    usual = lambda w: (kit.is_common if w.istitle() else kit.is_word)(w.lower())  # noqa: E731
    steps = (
        WholeNames(geography, abroad, kit.where, kit.is_title, kit.is_ordinary).find,
        Cities(geography, abroad, kit.where).find,
        *((demonyms.find,) if demonyms else ()), streets.find, *((led.find,) if led else ()),
        *before,
        partial(with_prefixes, is_label=kit.is_label),
        partial(agree_on_values, is_given=kit.is_given, is_acronym=acronym),
        kit.parter.by_case, called.settle, Refiner(kinds, forms).refine, *after, worldwide.mark,
        *((codes.find,) if coded else ()),
        *((ages_behind(kit.pack.toml("dates.toml")),) if aged else ()),
        partial(in_file_names, is_name=lambda w: kit.has(w, "family", "given"), is_word=usual),
    )  # fmt: skip

    def refine(view: TextView, mentions: Sequence[Mention]) -> list[Mention]:
        for step in steps:
            mentions = step(view, mentions)
        return list(mentions)

    return refine


def _organisations(kit: Kit) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return what tells organisations: their edges before types get finer, what stays after."""
    from allonym.detect.refining.bodies import GenericNames, ListedNames
    from allonym.detect.refining.local import LocalNames
    from allonym.detect.refining.trades import FirmsAgain, Signs, Trades

    orgs, nobody = kit.pack.toml("orgs.toml"), Nobody.load(kit.pack)
    forms = load_legal_forms(kit.pack)
    local = LocalNames.of(kit.pack, kit.morphology, kit.is_ordinary)
    generic = GenericNames.of(kit.pack, kit.morphology, kit.is_ordinary, kit.has)
    trades = Trades(
        generic.is_kind, tuple(orgs.get("trade_ends", ())), forms.pattern,
        lambda word: kit.has(word, "given", "family"), kit.is_given, kit.is_ordinary,
        tuple(orgs.get("joins", ())), kit.is_oblique,
    )  # fmt: skip
    signs = Signs(trades.is_trade, nobody)

    def is_name(word: str) -> bool:
        usual = kit.is_ordinary(word.lower())
        return kit.has(word, "family", "place") or (kit.has(word, "given") and not usual)

    def inflected(word: str) -> Iterator[str]:
        lemmas = {word, *(a.lemma for a in kit.morphology.analyse(word, "org")[:2])}
        return (form for lemma in lemmas for form in kit.morphology.forms(lemma, "org"))

    firms = FirmsAgain(
        generic.is_kind, forms.pattern, is_name, kit.is_ordinary, inflected,
        lambda word: kit.has(word, "place"),
    )  # fmt: skip
    found = (
        trades.find,
        *((signs.find,) if kit.profile.looks_for("org") else ()),
        *((firms.find,) if kit.profile.hides("org") else ()),  # else nobody may become one
    )
    listed = ListedNames(nobody, forms, orgs.get("joins", ()), generic.is_kind)
    return found, (generic.without, listed.mark, local.mark)


def _people(kit: Kit) -> dict[str, str]:
    """Return what makes a name beside it a person's: honorifics, households, greetings.

    Honorifics stand behind where surnames are first: what follows *bácsi* is a verb, or a town.
    """
    names = partial(kit.pack.words, "names")
    before, after = [*names("household_before")], [*names("household_after")]
    behind = kit.pack.name_order == "family-given"
    (after if behind else before).extend(kit.pack.words("cues", "honorific"))
    before += [*names("greetings"), *(f"{word}," for word in names("greetings"))]
    before += names("person_before")
    sides = {"retype_before": before, "retype_after": after}
    return {
        side: f"(?i:{'|'.join(map(re.escape, forms))})\\.?"
        for side, forms in sides.items()
        if forms
    }


def _trimmer(kit: Kit) -> Callable[[TextView, Mention], Mention | None]:
    from allonym.detect.patterns.data import load_patterns, plain_triggers
    from allonym.detect.settling.trim import Trimmer

    words, never = kit.pack.toml("words.toml"), kit.pack.toml("never.toml")
    lists = kit.is_label, kit.is_named
    plain = kit.is_plain, kit.is_common
    is_rank = partial(Nobody.load(kit.pack).is_only, kind="rank")
    return Trimmer(words, never, *lists, plain_triggers(load_patterns()), *plain, is_rank).trim


def _linker(kit: Kit) -> Linker:
    from allonym.link.linker import NameLinker

    return NameLinker.load(kit.pack, kit.morphology)


def _verifier(kit: Kit) -> Verify:
    from allonym.verify import Verifier

    return Verifier.load(kit.pack, kit.morphology)
