"""What parts names that stand side by side in a language."""

from __future__ import annotations

from allonym.detect.settling.apart import Has, Parter
from allonym.languages.pack import LanguagePack, load_forms
from allonym.ports import Morphology


def parter(pack: LanguagePack, morphology: Morphology, has: Has) -> Parter:
    """Return what tells where names end that stand side by side.

    Args:
        pack: The language.
        morphology: Reads names.
        has: What the word lists say of a word.
    """
    table = pack.toml("morphology.toml").get("morphology", {})
    cases = str(table.get("cases", {}))
    suffixed = "Ine" in cases
    declined = "Dat" in cases and not suffixed
    first = pack.toml("words.toml").get("names", {}).get("order") == "family-given"
    countries = load_forms(pack, "countries.tsv") if suffixed else ()
    return Parter(morphology, has, suffixed, first, countries, declined)
