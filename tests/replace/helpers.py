"""Documents of marked text, for the tests of replacers."""

from allonym.model.draw import Draw
from allonym.model.entity import Entity, EntityId, LemmaPart
from allonym.model.mention import Evidence, Mention
from allonym.model.replacement import ReplacementPlan
from allonym.model.view import TextView
from allonym.ports import ReplaceContext
from allonym.replace.methods.plain import RemoveReplacer
from allonym.replace.places.world import World
from allonym.text.markup import parse_marks

SECRET = b"0123456789abcdef"
TAG = RemoveReplacer("[TAG]")


def document(marked, language="pl", *, rules=None, secret=SECRET, names=None, owner=""):
    """Return context and entities of a marked text.

    Mentions that share a number are one entity; ``rules`` names the pattern of a type, ``names``
    gives a person's given and family names, ``owner`` whose all identifiers are.
    """
    text, marks = parse_marks(marked)
    groups = {}
    for n, mark in enumerate(marks):
        key = f"{mark.type.partition('.')[0]}#{mark.entity or f'm{n}'}"
        groups.setdefault(key, []).append(mark)
    entities = []
    for key, group in groups.items():
        mentions = tuple(
            Mention(m.span, m.type, (Evidence("test", (rules or {}).get(m.type, "")),))
            for m in group
        )
        parts = tuple(LemmaPart(r, w) for r, w in (names or {}).get(key, ()))
        mine = EntityId(owner) if owner and key != owner else None
        entities.append(Entity(EntityId(key), group[0].type, mentions, "", parts, owner=mine))
    context = ReplaceContext(TextView.of(text), tuple(entities), Draw(secret, "document"), language)
    return context, entities


def replaced(replacer, marked, language="pl", *, surrogates=None, **options):
    """Return the text after all its marked mentions were replaced."""
    context, entities = document(marked, language, **options)
    extra = (World(surrogates),) if surrogates is not None else ()
    plan = ReplacementPlan.of(replacer.replace(context, entities, *extra))
    return plan.apply(context.view.text)
