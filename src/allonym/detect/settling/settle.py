"""What lists and cases still say against what was found, before anything is decided."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from allonym.detect.settling.apart import Has, Parter
from allonym.detect.settling.demonyms import Demonyms
from allonym.detect.settling.namesakes import Namesakes
from allonym.detect.settling.surname_first import SurnameFirst
from allonym.languages.analogy import load_analogy
from allonym.languages.geography import load_geography
from allonym.languages.lexicon import rows
from allonym.languages.pack import LanguagePack
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology

Step = Callable[[TextView, Sequence[Mention]], list[Mention]]
Settle = Callable[[TextView, Sequence[Mention], Sequence[Mention]], list[Mention]]


def settler(
    pack: LanguagePack, morphology: Morphology, has: Has, is_word: Callable[[str], bool]
) -> Settle:
    """Return what is done with mentions once overlaps are resolved.

    Names of people who stand side by side are parted, surnames in front of given names and those
    that somebody in the document has are people, adjectives of places are found.

    Args:
        pack: The language.
        morphology: Reads names.
        has: What the word lists say of a word.
        is_word: Tells whether a word in small letters is in the dictionary.
    """
    names = pack.toml("words.toml").get("names", {})
    table = pack.toml("morphology.toml").get("morphology", {})
    suffixed = "Ine" in str(table.get("cases", {}))
    part = Parter(morphology, has, last_word=suffixed).part
    head = _surname_first(pack, has)
    led_in = frozenset((*names.get("family_before", ()), *names.get("household_before", ())))
    preposed = frozenset(names.get("where", ()))
    namesakes = Namesakes(morphology, has, led_in, suffixed, preposed).settle
    local = _demonyms(pack, morphology, has, is_word, table.get("relational", ()))

    def settle(
        view: TextView, mentions: Sequence[Mention], found: Sequence[Mention]
    ) -> list[Mention]:
        kept = head(view, part(view, mentions))
        return local(view, namesakes(view, kept, found))

    return settle


def _demonyms(
    pack: LanguagePack,
    morphology: Morphology,
    has: Has,
    is_word: Callable[[str], bool],
    endings: Sequence[str],
) -> Step:
    """Return what finds adjectives of places, where the language makes them by an ending."""
    folder, derive = pack.path("lexicon"), getattr(morphology, "derivations", None)
    if not (folder and derive and endings):
        return lambda _, mentions: list(mentions)

    wide = pack.toml("kinds.toml").get("place.region", {}).get("surface", "(?!)")

    def places() -> list[str]:
        path = pack.path("countries.tsv")
        countries = {row[0] for row in rows(path)} if path else set()
        listed = (row[0] for row in rows(folder / "places.tsv"))
        return [p for p in listed if p not in countries and not re.search(wide, p, re.X)]

    analogy, geography = load_analogy(pack), load_geography(pack)

    def adjectives(place: str) -> tuple[str, ...]:
        return derive(place, "place") or tuple(filter(None, [analogy.adjective(place)]))

    def is_town(place: str) -> bool:
        town = geography.named(place)
        return town is not None and town.size < geography.smallest[town.country]

    things = frozenset(pack.toml("never.toml").get("things", ()))
    bodies = frozenset(pack.toml("orgs.toml").get("keep", ()))
    ends = tuple(endings)
    finder = Demonyms(
        morphology, has, ends, places, adjectives, is_town, is_word, things, bodies
    )
    return finder.find


def _surname_first(pack: LanguagePack, has: Has) -> Step:
    """Return what gives names the surname in front of them, where surnames stand first."""
    names = pack.toml("words.toml").get("names", {})
    if names.get("order") != "family-given":
        return lambda _, mentions: list(mentions)
    leads = frozenset((*pack.toml("never.toml").get("lead", ()), *names.get("greetings", ())))
    return SurnameFirst(has, leads).settle
