r"""Check marked documents against what was decided about marks, and mend what a rule can mend.

Usage: python tools/check_documents.py [--fix] FILE...

Each file lies in a folder called after its language.  Prints how often each rule found something
and exits with 1 if any did and ``--fix`` was not given.  The rules of what is a mention stand in
CONTRIBUTING.md; what needs a reader (which dates of a list are ranges, whose initials speak) is
not checked.
"""

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from allonym.languages.nobody import Nobody
from allonym.languages.pack import LanguagePack, load_pack
from allonym.model.view import TextView
from allonym.text.markup import parse_marked

Mend = Callable[[re.Match[str], LanguagePack], str]
"""Returns what stands in place of a match."""

STREET = re.compile(
    r"\b(?:ul|ulic[aieyoęąuú]\w*|cest[aieou]|utc[aá]\w*|tér(?:en)?|katu|kadu\w+|gatan?|väg(?:en)?"
    r"|street|streets|road|lane|strada|străzii|str|bulevardul|ул|улица|námestí|námestie|trgu|rynek)\b"
    r"|\w(?:gatan?|vägen|väg)\b", re.IGNORECASE,
)  # fmt: skip
LIFE = re.compile(
    r"[*\u2020\u271d\u221e\u26ad\u26ae]|\b(?:since|born|died|dead|death|b\.|d\.|m\.|married|wed"
    r"|emigrat|arriv|buried|zm\.|zmar|ur\.|urodz|ślub|wyemigr|umr|zomr|nar\.|narod|rođ|rojen|por\.|poro[čk]|vjenč|ožen|sobáš|svadb"
    r"|odišl|oti[šs]|presel|dosel|vysťah|ode[šs]|decedat|născut|căsător|emigr|mort|murit|szül|megh|meghalt"
    r"|elhunyt|házas|kivándor|költöz|s\.|k\.|synt|kuol|vih|muutt|född|f\.|död|gift|skild|flytt"
    r"|utvandr|inflytt"
    r"|роден|почин|умр|ожен|венч|пресел|емигр|р\.|п\.)", re.IGNORECASE,
)  # fmt: skip
RESERVED = re.compile(r"[.@]example\.(?:org|com|net)\b|\.(?:example|test|invalid)\b(?!\.)")
DOMAIN = re.compile(
    r"(?P<host>[\w-]+(?:\.(?!example\b)[\w-]+)*?)(?:\.(?:co|com|org|gov|ac|edu|hosp|example))?"
    r"\.[^\W\d_]{2,5}(?=$|[/?:\]])"
)
PAYMENT = (
    r"(?:\b(?:viite(?:numero)?|ocr(?:-n(?:umme)?r)?|sklic|poziv na broj|variabiln[ýé](?: symbol)?"
    r"|VS|reference|payment ref\.?|közlemény|invoice|faktura|faktúra|lasku(?:numero|nro)?|factura"
    r"|фактура)(?:\s*(?:no|nr|št|č|n:o|№|number)\.?)?[\s:#]{1,3})"
)


def alone(match: re.Match[str], pack: LanguagePack) -> str:
    """A month or a weekday alone is no mention; a year in a word may be one."""
    words = tomllib.loads(pack.path("dates.toml").read_text("utf-8"))
    lists = (words["months"], words["weekdays"])
    known = {word.casefold() for kind in lists for forms in kind.values() for word in forms}
    return match["surface"] if match["surface"].casefold() in known else match[0]


def year(match: re.Match[str], _: LanguagePack) -> str:
    """A bare year is one only where it dates a life; where nobody is named it does not.

    The lives of ``years.txt`` are nobody's.
    """
    text = match.string
    if re.match(r"=== ..-years-", text):
        return match[0]
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    bare = re.sub(r"\[\[[^|\]]*\|", "", line)[-40:]
    end = text.find("\n", match.end())
    whole = text[text.rfind("\n", 0, match.start()) + 1 : None if end < 0 else end]
    lives = LIFE.search(bare) or "[[date.birth" in line[-60:] or "[[person" in whole
    return match[0] if lives else match["surface"]


def street(match: re.Match[str], _: LanguagePack) -> str:
    """A street without a number is an address."""
    if not STREET.search(match["surface"]):
        return match[0]
    return f"[[address{match['rest']}|{match['surface']}]]"


def village(match: re.Match[str], _: LanguagePack) -> str:
    """A village and the number of a house are one address."""
    return f"[[address|{match['surface']}{match['gap']}{match['house']}]]"


def national(match: re.Match[str], pack: LanguagePack) -> str:
    """A national body is ``org.public``."""
    surface = match["surface"]
    for term in Nobody.load(pack).find(TextView(surface)):
        whole = (term.span.start, term.span.end) == (0, len(surface))
        if whole and term.kind == "public.authority" and not term.also:
            return f"[[org.public{match['rest']}|{surface}]]"
    return match[0]


def title(match: re.Match[str], _: LanguagePack) -> str:
    """A title stands outside."""
    return f"{match['title']}[[person{match['rest']}|{match['surface']}]]"


def generation(match: re.Match[str], _: LanguagePack) -> str:
    """What tells father from son stands inside."""
    return f"[[person{match['rest']}|{match['surface']}{match['behind']}]]"


def retyped(name: str) -> Mend:
    """Return a rule that puts another type behind a label."""

    def mend(match: re.Match[str], _: LanguagePack) -> str:
        return f"{match['label']}[[{name}{match['rest']}|{match['surface']}]]"

    return mend


def reserved(match: re.Match[str], _: LanguagePack) -> str:
    """A mail domain or a site is a reserved one."""
    if RESERVED.search(match[0]):
        return match[0]
    return DOMAIN.sub(lambda m: f"{m['host']}.example", match[0], count=1)


def telephone(match: re.Match[str], pack: LanguagePack) -> str:
    """A Swedish number is one of those that are set apart for fiction, where its code has some."""
    digits = re.sub(r"\D", "", match["surface"])
    country = digits.startswith("46")
    local = "0" + digits[2:].removeprefix("0") if country else digits
    codes = {"07": "0701740", "08": "0846500", "031": "0313900", "040": "0406280"}
    size = {"07": 10, "08": 10, "031": 10, "040": 10}
    code = next((c for c in codes if local.startswith(c) and len(local) == size[c]), None)
    if code is None or pack.code != "sv" or local.startswith(codes[code]):
        return match[0]
    last = {"07": 605 + int(local[-3:]) % 95, "08": 400, "031": 600, "040": 400}[code]
    number = codes[code] + str(last if code == "07" else last + int(local[-2:]) % 100)
    new = iter(("46" + number[1:]) if country and "(0)" not in match[0] else
               ("46" + number) if country else number)  # fmt: skip
    surface = re.sub(r"\d", lambda _: next(new), match["surface"])
    return f"[[phone{match['rest']}|{surface}]]"


def _mark(kind: str, surface: str = r"[^\]]+") -> str:
    return rf"\[\[{kind}(?P<rest>[#;][^|\]]*|)\|(?P<surface>{surface})\]\]"


RULES: dict[str, tuple[str, Mend]] = {
    "month or weekday alone": (_mark("date", r"[^\W\d_]+"), alone),
    "bare year": (_mark("date", r"\d{4}"), year),
    "street": (_mark("place"), street),
    "village and house": (
        _mark("place") + r"(?P<gap>[ ]|[ \n](?=nr|č|št|br|n:o))"
        r"\[\[address\|(?P<house>(?:č\. ?|št\. ?|nr\.? ?|br\. ?)?\d{1,4}[a-zA-Z]?(?:/\d+)?)\]\]",
        village,
    ),
    "national body": (_mark(r"org(?:\.company|\.authority)?"), national),
    "title inside": (
        r"\[\[person(?P<rest>[#;][^|\]]*|)\|(?P<title>p\. )(?P<surface>[^\]]+)\]\]", title,
    ),
    "generation outside": (
        _mark("person") + r"(?P<behind>,? (?:ml\.|ifj\.|Jr\b\.?|d\.y\.|d\.ä\.|мл\.))", generation,
    ),
    "payment reference": (
        rf"(?i)(?P<label>{PAYMENT})" + _mark(r"(?-i:account|id)"), retyped("case_number"),
    ),
    "BIC": (r"(?P<label>\b(?:BIC|SWIFT)(?: on)?[\s:]{1,3})" + _mark("id"), retyped("account")),
    "domain": (r"\[\[(?:email|url)[^|\]]*\|[^\]]+\]\]", reserved),
    "telephone": (_mark("phone"), telephone),
}  # fmt: skip
"""Each rule with the marks it looks at."""


def mended(text: str, pack: LanguagePack) -> tuple[str, Counter[str]]:
    """Return the text with every rule followed, and how often each changed something."""
    counts: Counter[str] = Counter()
    for name, (pattern, mend) in RULES.items():

        def put(match: re.Match[str], name: str = name, mend: Mend = mend) -> str:
            new = mend(match, pack)
            counts[name] += new != match[0]
            return new

        text = re.sub(pattern, put, text)
    return text, +counts


def main(paths: list[Path], *, fix: bool) -> int:
    total: Counter[str] = Counter()
    for path in paths:
        new, counts = mended(path.read_text("utf-8"), load_pack(path.parent.name))
        list(parse_marked(new))
        total += counts
        if fix:
            path.write_text(new, "utf-8")
    for name, count in total.most_common():
        print(f"{count:5} {name}")
    return int(bool(total) and not fix)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    sys.exit(main([Path(a) for a in wanted if a != "--fix"], fix="--fix" in wanted))
