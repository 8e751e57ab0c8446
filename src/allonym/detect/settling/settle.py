"""What lists and cases still say against what was found, before anything is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from allonym.detect.settling.apart import Has, Parter
from allonym.detect.settling.namesakes import Namesakes
from allonym.detect.settling.surname_first import SurnameFirst
from allonym.languages.pack import LanguagePack, load_forms
from allonym.model.mention import Mention
from allonym.model.view import TextView
from allonym.ports import Morphology

Step = Callable[[TextView, Sequence[Mention]], list[Mention]]


def settler(pack: LanguagePack, morphology: Morphology, has: Has) -> Step:
    """Return what is done with mentions once overlaps are resolved.

    Names of people who stand side by side are parted, surnames in front of given names and families
    of whom the document names are people.

    Args:
        pack: The language.
        morphology: Reads names.
        has: What the word lists say of a word.
    """
    part, head = parter(pack, morphology, has).part, _surname_first(pack, has)
    names = pack.toml("words.toml").get("names", {})
    led_in = frozenset((*names.get("family_before", ()), *names.get("household_before", ())))
    namesakes = Namesakes(morphology, led_in).settle
    return lambda view, mentions: namesakes(view, head(view, part(view, mentions)))


def parter(pack: LanguagePack, morphology: Morphology, has: Has) -> Parter:
    """Return what tells where names end that stand side by side.

    Args:
        pack: The language.
        morphology: Reads names.
        has: What the word lists say of a word.
    """
    table = pack.toml("morphology.toml").get("morphology", {})
    cases = str(table.get("cases", {}))
    suffixed, declined = "Ine" in cases, "Dat" in cases
    first = pack.toml("words.toml").get("names", {}).get("order") == "family-given"
    countries = load_forms(pack, "countries.tsv") if suffixed else ()
    return Parter(morphology, has, suffixed, first, countries, declined)


def _surname_first(pack: LanguagePack, has: Has) -> Step:
    """Return what gives names the surname in front of them, where surnames stand first."""
    names = pack.toml("words.toml").get("names", {})
    if names.get("order") != "family-given":
        return lambda _, mentions: list(mentions)
    leads = frozenset((*pack.toml("never.toml").get("lead", ()), *names.get("greetings", ())))
    return SurnameFirst(has, leads).settle
