"""What the lists, the cases and the document say against what was guessed, step after step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from allonym.detect.agree import agree_on_others, agree_on_people
from allonym.detect.apart import Has, Parter
from allonym.detect.demonyms import Demonyms
from allonym.detect.namesakes import Namesakes
from allonym.detect.others import Others
from allonym.detect.relatives import relatives_joiner
from allonym.detect.short import led_by
from allonym.detect.surname_first import SurnameFirst
from allonym.detect.where import Whereabouts, place_prepositions
from allonym.languages.lexicon import rows
from allonym.languages.pack import LanguagePack
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology

_ELSE = ("place", "place_rare", "place_ending", "org", "family")
_LIKELY = 0.4

Step = Callable[[TextView, Sequence[Mention]], list[Mention]]
Settle = Callable[[TextView, Sequence[Mention], Sequence[Mention]], list[Mention]]
Trim = Callable[[TextView, Mention], Mention | None]


def settler(pack: LanguagePack, morphology: Morphology, has: Has, trim: Trim) -> Settle:
    """Return what is done with mentions once overlaps are resolved.

    What was joined is trimmed again and parted; places are settled by what stands before them,
    surnames by the document; firms of families are one name; then one name is of one kind, and
    what could not be named is what the rest of the document says.

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
    preposed = frozenset(names.get("where", ()))
    namesakes = Namesakes(morphology, has, led_in, suffixed, preposed).settle
    asked = words.get("cues", {}).get("preposition", {})
    between = frozenset((*asked, *pack.toml("orgs.toml").get("and", ())))
    between -= {word.lower() for word in names.get("particles", ())}
    part = Parter(morphology, has, last_word=suffixed, between=between).part
    head = _surname_first(pack, has)
    local = _demonyms(pack, morphology, has, table.get("relational", ()) if suffixed else ())
    join = relatives_joiner(pack, morphology)
    joint = frozenset(pack.toml("orgs.toml").get("and", ())) - {"&"}
    name = Others(has, preposed).settle
    given = _given(morphology, has)
    whole_names = led_by(names.get("short", ()), names.get("particles", ()))

    def settle(
        view: TextView, mentions: Sequence[Mention], found: Sequence[Mention]
    ) -> list[Mention]:
        trimmed = (trim(view, m) for m in mentions)
        kept = part(view, [m for m in trimmed if m is not None])
        kept = head(view, kept)  # the surname in front of a given name
        kept = where(view, kept)  # towns behind names, towns of several words
        kept = namesakes(view, kept, found)  # surnames that somebody in the document has
        kept = whole_names(view, kept)  # what an abbreviation or a particle begins
        kept = join(view, kept)  # firms of families
        kept = agree_on_people(view, kept, found, morphology, kin, given, joint)
        kept = name(view, kept, found)  # guesses of no kind
        kept = agree_on_others(view, kept)
        return local(view, kept)  # adjectives of places

    return settle


def _given(morphology: Morphology, has: Has) -> Callable[[str], bool]:
    """Return what tells whether a word is a form of a given name and of nothing else."""

    def given(word: str) -> bool:
        readings = morphology.analyse(word, "given")[:1]
        names = {word, *(r.lemma for r in readings if r.weight > _LIKELY)}
        return not has(word, *_ELSE) and any(has(w, "given") and not has(w, *_ELSE) for w in names)

    return given


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
