"""Organisations named by common nouns alone name nobody."""

from tests.each import each

from allonym.detect.refining.bodies import GenericNames
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology


def left(code, surface, kind, detector="model"):
    """Return whether a find stays a mention."""
    orgs = load_pack(code).toml("orgs.toml")
    morphology = load_morphology(load_pack(code))
    generic = GenericNames(orgs.get("keep", ()), orgs.get("forms", ()), morphology)
    mention = Mention(Span(0, len(surface)), kind, (Evidence(detector),))
    return bool(generic.without(TextView.of(surface), [mention]))


@each(
    ("code", "surface", "kind", "stays"),
    [
        ("hr", "Klinika za pedijatriju", "org", False),
        ("hr", "Klinika Jordanovac", "org.hospital", True),
        ("bg", "„Социално подпомагане“", "org", False),
        ("fi", "Ky:n", "org", False),
        ("pl", "Komisja", "org", True),  # one word may be a name: Delo
        ("hr", "Klinika za pedijatriju", "place", True),
    ],
)
def test_what_only_says_what_it_is_names_nobody(code, surface, kind, stays):
    assert left(code, surface, kind) is stays


def test_what_the_leak_check_found_stays():
    assert left("hr", "Klinika za pedijatriju", "org", "verify")
