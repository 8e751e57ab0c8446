"""Replace the names of one treebank sentence and ask the judges about every word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from allonym.evaluate.judges import Judge, same
from allonym.evaluate.metrics import Share
from allonym.evaluate.readers import GoldName, Kinds, Sentence, Token, names_of
from allonym.languages.pack import LanguagePack
from allonym.link.linker import NameLinker
from allonym.model.draw import Draw
from allonym.model.entity import Entity, LemmaPart
from allonym.model.features import FeatureBundle
from allonym.model.mention import Evidence, Mention
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology
from allonym.ports import ReplaceContext
from allonym.replace.methods.names import NameReplacer, load_name_replacer

SECRET = b"a public secret, so that figures can be had again"
_EVIDENCE = (Evidence("treebank"),)
_ROLES = {"given": "given names", "family": "surnames"}
_TYPES = {"place": "places", "org": "organisations"}
# Which series a town takes is its own affair: Vantaalla as Helsingissä, Szegeden as Budapesten.
_LOCAL = {
    **dict.fromkeys(("Ine", "Ade", "Sup"), "at"),
    **dict.fromkeys(("Ill", "All", "Sbl"), "to"),
    **dict.fromkeys(("Ela", "Abl", "Del"), "from"),
}
CATEGORIES = (*_ROLES.values(), "full names", *_TYPES.values())


@dataclass(frozen=True, slots=True)
class Judged:
    """What the judges say of one word, or of a name of several."""

    category: str  # one of `CATEGORIES`
    strict: bool | None  # none where nobody could judge it
    soft: bool | None = None  # the same, forgiving
    where: tuple[int, int] = (0, 0)  # number of the sentence and of the word in its name
    original: str = field(repr=False, default="")  # what stood there
    form: str = field(repr=False, default="")  # what stands there instead
    lemma: str = field(repr=False, default="")  # its citation form
    wanted: FeatureBundle = field(default_factory=dict)  # the features of the original


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of a language that are judged, and the judges."""

    linker: NameLinker
    replacer: NameReplacer
    judges: tuple[Judge, ...]
    language: str
    draws: int

    @classmethod
    def load(cls, pack: LanguagePack, judges: tuple[Judge, ...], draws: int) -> Kit:
        """Load linker and replacer of a pack; `draws` surrogates are tried for each name."""
        morphology = load_morphology(pack)
        linker = NameLinker.load(pack, morphology)
        return cls(linker, load_name_replacer(pack, morphology), judges, pack.code, draws)


def judge_sentence(
    kit: Kit, sentence: Sentence, kinds: Kinds, number: int
) -> tuple[list[Judged], Share]:
    """Return what the judges say of each name of a sentence, and the base forms changed.

    Args:
        kit: What is judged, and who judges.
        sentence: Of a treebank.
        kinds: What the word lists say of a citation form.
        number: Of the sentence, to find it again.
    """
    text, names = names_of(sentence, kinds)
    if not names:
        return [], Share()
    view = TextView(text)
    mentions = [Mention(name.span, name.type, _EVIDENCE) for name in names]
    entities = tuple(kit.linker.link(view, mentions))
    by_span = {m.span: (entity, m) for entity in entities for m in entity.mentions}
    linked = [(name, *by_span[name.span]) for name in names if name.span in by_span]
    best: dict[tuple[int, int], Judged] = {}
    for draw in range(kit.draws):
        for judged in _drawn(kit, view, entities, linked, draw):
            place = number, judged.where[1]
            if place not in best or best[place].strict is None:
                best[place] = judged
        if all(judged.strict is not None for judged in best.values()):
            break
    return [replace(j, where=place) for place, j in best.items()], _bases(linked)


Linked = Sequence[tuple[GoldName, Entity, Mention]]


def _bases(linked: Linked) -> Share:
    """Count the names in their citation form that the linker reads as a form of another one."""
    singular = [
        (name, entity)
        for name, entity, mention in linked
        if name.base
        and len(entity.mentions) == 1
        and all(t.features.get("Number") in ("Sing", None) for t in name.tokens)
    ]
    changed = sum(
        # given names come first in a citation form, whatever the order in the text
        sorted(entity.canonical.casefold().split())
        != sorted(t.form.casefold() for t in name.tokens)
        for name, entity in singular
    )
    return Share(changed, len(singular))


def _drawn(
    kit: Kit, view: TextView, entities: tuple[Entity, ...], linked: Linked, number: int
) -> Iterator[Judged]:
    """Yield a verdict for each word, and for each name of several, of one draw."""
    draw = Draw(SECRET, str(number))
    plan = kit.replacer.plan(ReplaceContext(view, entities, draw, kit.language), entities)
    texts = {r.span: r.text for r in plan.replacements}
    for index, (name, entity, mention) in enumerate(linked):
        if name.span not in texts:
            continue  # part of a longer name: Gledališče | Toneta Čufarja
        surrogate = plan.surrogates[entity.id]
        words = _words(name, mention, texts[name.span], surrogate.parts, kit.judges)
        for place, word in enumerate(words):
            yield replace(word, where=(0, 100 * index + place))
        if len(words) > 1:
            yield replace(_whole(words), where=(0, 100 * index + 99))


def _whole(words: Sequence[Judged]) -> Judged:
    """Return the verdict on a name, open if one word's is: else wrong ones were oftener judged."""
    strict = [word.strict for word in words]
    if None in strict:
        return Judged("full names", None)
    return Judged("full names", all(strict), all(word.soft for word in words))


def _words(
    name: GoldName, mention: Mention, text: str, parts: Sequence[LemmaPart], judges: Sequence[Judge]
) -> list[Judged]:
    tokens, forms = name.tokens, text.split()
    roles = {part.span.start: part.role for part in mention.parts}
    offset, found = name.span.start, []
    whole = len(forms) == len(tokens) and not text.startswith("[")
    for place, token in enumerate(tokens):
        role = roles.get(offset, "")
        category = _ROLES.get(role, "") if name.type == "person" else _TYPES[name.type]
        offset += len(token.form) + 1
        acronym = name.type == "org" and token.form.isupper()
        if len(token.form.strip(".")) < 2 or not token.features or not category or acronym:
            continue
        form = forms[place] if whole else ""
        lemmas = [w for p in parts if p.role == role or not role for w in p.lemma.split()]
        lemmas = [form] if form in lemmas else lemmas  # Manfred beside Martin is no form of it
        found.append(_judged(token, form, lemmas, category, judges, failed=text.startswith("[")))
    return found


def _judged(
    token: Token,
    form: str,
    lemmas: Sequence[str],
    category: str,
    judges: Sequence[Judge],
    *,
    failed: bool,
) -> Judged:
    """Return what the judges say of one word; a tag in place of a name is wrong."""
    gold = token.features
    verdict: tuple[bool | None, bool | None, str] = (None, None, "")
    if failed:
        verdict = False, False, ""
    elif form:
        verdict = _verdict(form, lemmas, gold, category, judges)
    strict, soft, lemma = verdict
    left, right = ((word[:1].isupper(), word.isupper()) for word in (token.form, form))
    if strict and left != right:
        strict = False
    return Judged(category, strict, soft, (0, 0), token.form, form, lemma, gold)


def _verdict(
    form: str, lemmas: Sequence[str], gold: FeatureBundle, category: str, judges: Sequence[Judge]
) -> tuple[bool | None, bool | None, str]:
    outcome = Counter[str]()
    known = ""
    person = category in _ROLES.values()
    for lemma in lemmas:
        for judge in judges:
            # a place of another gender is looked for in its own
            asked = gold if person else {"Case": gold["Case"]} if "Case" in gold else {}
            readings = judge.readings(form, lemma, asked)
            if readings is None or (not readings and not _akin(form, lemma)):
                continue
            known = lemma
            outcome["known"] += 1
            outcome["strict"] += any(_right(r, gold, local=not person) for r in readings)
            outcome["soft"] += any(_right(r, asked, local=not person) for r in readings)
    if not outcome["known"]:
        return None, None, ""
    return bool(outcome["strict"]), bool(outcome["soft"]), known


def _akin(form: str, lemma: str) -> bool:
    """Tell whether a form may be one of this lemma at all, not of the name's other word."""
    size = min(len(form), len(lemma), 3) - 1
    return form[:size].casefold() == lemma[:size].casefold()


def _right(reading: FeatureBundle, gold: FeatureBundle, *, local: bool) -> bool:
    if not local:
        return same(reading, gold)
    return same(_directed(reading), _directed(gold))


def _directed(features: FeatureBundle) -> FeatureBundle:
    case = features.get("Case", "")
    return {**features, "Case": _LOCAL[case]} if case in _LOCAL else features
