"""Places abroad that a text speaks of as the world does stay; those of somebody do not."""

import re

from tests.each import each

from allonym.detect.refining.worldwide import WORLD, Worldwide
from allonym.languages.abroad import load_abroad
from allonym.languages.pack import load_pack
from allonym.model.mention import Evidence, Mention
from allonym.model.span import Span
from allonym.model.view import TextView
from allonym.morphology.load import load_morphology


def staying(code, text, **types):
    """Return what stays of the words between square brackets, whose types are given by number."""
    spans, plain = [], ""
    for n, part in enumerate(re.split(r"[\[\]]", text)):
        spans += [Span(len(plain), len(plain) + len(part))] if n % 2 else []
        plain += part
    kinds = [types.get(f"t{n}", "place") for n in range(len(spans))]
    mentions = [Mention(s, k, (Evidence("model"),)) for s, k in zip(spans, kinds, strict=True)]
    pack = load_pack(code)
    words = pack.toml("words.toml")
    where = {*words["cues"].get("preposition", ()), *words["names"].get("where", ())}
    world = Worldwide.of(pack, load_abroad(pack), where, load_morphology(pack))
    view = TextView.of(plain)
    return [view.surface(m.span) for m in world.mark(view, mentions) if m.type == WORLD]


@each(
    ("code", "text", "types", "kept"),
    [
        ("en", "Talks between [Moscow] and [Kyiv] failed.", {}, ["Moscow", "Kyiv"]),
        ("sk", "Rokovania [Moskvy] a [Kyjeva] zlyhali.", {}, ["Moskvy", "Kyjeva"]),
        ("pl", "Matka mieszka w [Berlinie], ojciec w [Wiedniu].", {}, []),
        ("hu", "Anyám [Bécsben] él, apám [Berlinben].", {}, []),
        ("pl", "Premier był w [Londynie] i [Pekinie].", {}, []),
        ("hu", "Tegnap [Párizs] az orosz javaslatról tárgyalt.", {}, ["Párizs"]),
        ("en", "[Ann Lee] left. [Berlin] is her home.", {"t0": "person"}, []),
        ("en", "[Ann Lee] left. So [Leeuwarden] split from [Berlin].", {"t0": "person"}, []),
        ("hr", "Iz [Novog Sada] je otišao u [Švedsku].", {"t1": "place.country"}, []),
        ("en", "So [Ann Lee] left. He lives in [Berlin] and [Paris].", {"t0": "person"}, []),
        ("sl", "gre v [prago], potem v [pariz]", {}, []),
        # somebody is there, was born there, writes from there
        ("en", "So [Ann Lee] lives in [Berlin], not [Paris].", {"t0": "person"}, []),
        ("en", "So [Ann Lee] left. She lives in [Berlin].", {"t0": "person"}, []),
        ("en", "Moved from [Berlin] to [Paris]. Phone [0151 496 0733].", {"t2": "phone"}, []),
        ("en", "Hi [Ann]! From [Berlin] on to [Paris] in [France].", {"t0": "person"}, []),
        ("pl", "Córka mieszka w [Berlinie].", {}, []),
        ("en", "So [Ann Lee] moved on. Lived in [Leipzig], [Germany].",
         {"t0": "person", "t2": "place.country"}, []),
        ("en", "A man aged [34] of [Berlin], a [French] town.", {"t0": "age", "t2": "other"}, []),
    ],
)  # fmt: skip
def test_what_the_world_speaks_of_stays(code, text, types, kept):
    assert staying(code, text, **types) == kept


def test_a_place_is_of_one_kind_in_all_of_a_document():
    text = "So [Ann Lee] lives in [Berlin]. [Berlin] said no to [Russia]."
    assert staying("en", text, t0="person", t3="place.country") == []
