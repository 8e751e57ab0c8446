"""What the names of firms end in: in the language, and where foreign firms are at home."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from allonym.languages.origins import load_origins
from allonym.languages.pack import LanguagePack, common_toml
from allonym.text.fold import fold

_PLAIN = re.compile(r"[\W_]+")
_TIED = re.compile(r"\.?(?:[:’'-][^\W\d_]{1,6})?")
"""A case ending, or the end of a sentence, behind a legal form."""


@dataclass(frozen=True)
class LegalForms:
    """The legal forms that a language knows."""

    own: tuple[str, ...] = ()  # those of its countries, written in any case
    # those of others as they are written, with the origin of the names of such firms
    abroad: Mapping[str, str] = field(default_factory=dict, repr=False)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of those from abroad, in small letters and without dots: ``co``, ``kg``."""
        return frozenset(w for f in self.abroad for w in f.casefold().replace(".", "").split())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a legal form matches, with the comma or the end of a quotation before it."""
        longest = (sorted(f, key=len, reverse=True) for f in (self.own, self.abroad))
        own, abroad = ("|".join(map(re.escape, forms)) for forms in longest)
        own = own.replace(r"\.\ ", r"\.\ ?")  # sp.j.
        every = "|".join(filter(None, (f"(?i:{own})" if own else "", abroad)))
        return re.compile(rf"[“”\"»]?,?\s*(?<!\w)(?:{every})(?!\w)" if every else r"\b\B")

    def parted(self, name: str) -> tuple[str, str]:
        """Return a name and the legal form behind it, empty where it has none.

        The form keeps the case ending that a mark ties to it, *Satahuolto | Oy:n*, and the end of a
        quotation: *Optyk | ” sp. z o.o.*
        """
        ends = (m.start() for m in self.pattern.finditer(name) if _TIED.fullmatch(name, m.end()))
        start = next(ends, 0) or len(name)
        return name[:start], name[start:]

    def surnames(self, firm: str) -> Sequence[str]:
        """Return the surnames of where a firm is by its form; empty for one of the language."""
        found = [match[0].strip(' “”"»,') for match in self.pattern.finditer(firm)]
        origin = self.abroad.get(found[-1], "") if found else ""
        return load_origins(None).drawn.get((origin, "family", ""), ()) if origin else ()


@cache
def load_legal_forms(pack: LanguagePack) -> LegalForms:
    """Return the legal forms that a language knows."""
    own = pack.words("organisations", "legal_forms")
    known = {fold(_PLAIN.sub("", form)) for form in own}
    abroad = common_toml("orgs.toml").get("legal_forms", {})
    every = ((form, origin) for origin, forms in abroad.items() for form in forms)
    return LegalForms(own, {f: o for f, o in every if fold(_PLAIN.sub("", f)) not in known})
