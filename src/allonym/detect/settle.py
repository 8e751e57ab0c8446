"""What the lists, the cases and the document say against what was guessed, step after step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from allonym.detect.agree import agree_on_people
from allonym.detect.apart import Has, Parter
from allonym.detect.demonyms import Demonyms
from allonym.detect.namesakes import Namesakes
from allonym.detect.relatives import relatives_joiner
from allonym.detect.surname_first import SurnameFirst
from allonym.detect.where import Whereabouts, place_prepositions
from allonym.languages.lexicon import rows
from allonym.languages.pack import LanguagePack
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology

Step = Callable[[TextView, Sequence[Mention]], list[Mention]]
Settle = Callable[[TextView, Sequence[Mention], Sequence[Mention]], list[Mention]]
Trim = Callable[[TextView, Mention], Mention | None]


def settler(pack: LanguagePack, morphology: Morphology, has: Has, trim: Trim) -> Settle:
    """Return what is done with mentions once overlaps are resolved.

    What was joined is trimmed again and parted; places are settled by what stands before them,
    surnames by the document; firms of families are one name; then one name is of one kind.

    Args:
        pack: The language.
        morphology: Reads names.
        has: What the word lists say of a word.
        trim: Cuts what is no part of a name.
    """
    words = pack.toml("words.toml")
    names, table = words.get("names", {}), pack.toml("morphology.toml").get("morphology", {})
    suffixed = "Ine" in str(table.get("cases", {}))
    kin = words.get("cues", {}).get("kin", {})
    where = Whereabouts(
        morphology,
        has,
        place_prepositions(words),
        in_case=suffixed,
        after=frozenset(names.get("place_after", ())),
        relational=tuple(table.get("relational", ())),
    ).settle
    led_in = frozenset((*names.get("family_before", ()), *names.get("household_before", ())))
    namesakes = Namesakes(morphology, has, led_in, in_case=suffixed).settle
    part = Parter(morphology, has, last_word=suffixed).part
    head = _surname_first(pack, has)
    local = _demonyms(pack, morphology, has, table.get("relational", ()) if suffixed else ())
    join = relatives_joiner(pack)

    def settle(
        view: TextView, mentions: Sequence[Mention], found: Sequence[Mention]
    ) -> list[Mention]:
        whole = (trim(view, m) for m in mentions)
        apart = head(view, part(view, [m for m in whole if m is not None]))
        settled = join(view, namesakes(view, where(view, apart), found))
        return local(view, agree_on_people(view, settled, found, morphology, kin))

    return settle


def _demonyms(pack: LanguagePack, morphology: Morphology, has: Has, endings: Sequence[str]) -> Step:
    """Return what finds adjectives of places, where the language makes them by an ending."""
    folder, derive = pack.path("lexicon"), getattr(morphology, "derivations", None)
    if not (folder and derive and endings):
        return lambda _, mentions: list(mentions)

    wide = pack.toml("kinds.toml").get("place.region", {}).get("surface", "(?!)")

    def adjectives() -> dict[str, str]:
        path = pack.path("countries.tsv")
        countries = {row[0] for row in rows(path)} if path else set()
        places = (row[0] for row in rows(folder / "places.tsv"))
        local = (p for p in places if p not in countries and not re.search(wide, p, re.X))
        return {adjective: place for place in local for adjective in derive(place, "place")}

    return Demonyms(morphology, has, tuple(endings), adjectives).find


def _surname_first(pack: LanguagePack, has: Has) -> Step:
    """Return what gives names the surname in front of them, where surnames stand first."""
    names = pack.toml("words.toml").get("names", {})
    if names.get("order") != "family-given":
        return lambda _, mentions: list(mentions)
    leads = frozenset((*pack.toml("never.toml").get("lead", ()), *names.get("greetings", ())))
    return SurnameFirst(has, leads, lambda word: has(word, "common")).settle
