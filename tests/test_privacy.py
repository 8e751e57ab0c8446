"""No name reaches a log, an error, a repr or a temporary file: canaries through every stage."""

import gc
import logging
import traceback
import weakref

import pytest

import allonym
from allonym.errors import LeakError, PseudonymizationError
from allonym.model.known import KnownPerson
from allonym.model.view import TextView

pytestmark = pytest.mark.model

CANARIES = ("Kanarkowski", "Canarsdale", "44051401359", "zdzislaw.kanarkowski")
TEXT = (
    "Zdzisław Kanarkowski (PESEL 44051401359) pisze z zdzislaw.kanarkowski@firma.test "
    "do Zdzisława Kanarkowskiego w Pcimiu. Sędzia Anna Canarsdale odroczyła."
)


def silent(text):
    return not any(canary.casefold() in text.casefold() for canary in CANARIES)


def reachable(value, depth=0):
    """Yield the repr of a value and of every value it is made of."""
    yield repr(value)
    if depth < 5 and hasattr(value, "__dataclass_fields__"):
        for name, info in value.__dataclass_fields__.items():
            if info.repr:
                yield from reachable(getattr(value, name), depth + 1)
    elif depth < 5 and isinstance(value, tuple | list):
        for item in value:
            yield from reachable(item, depth + 1)


def test_no_canary_reaches_logs_output_or_reprs(caplog, capfd):
    caplog.set_level(logging.DEBUG)
    known = [KnownPerson("Zdzisław Kanarkowski", ids=("44051401359",))]
    result = allonym.pseudonymize(TEXT, language="pl", profile="court", known=known)
    pipeline = allonym.Pipeline.load(language="pl")
    assert all(silent(text) for text in reachable(result))
    assert silent(repr(pipeline) + repr(known) + repr(result.map) + repr(pipeline.detect(TEXT)))
    assert silent(str(result.report.as_dict()))
    captured = capfd.readouterr()
    assert silent(captured.out + captured.err + caplog.text)


STAGES = ["detect", "resolve", "spread", "refine", "link", "replace", "verify"]


class _BoomError(PseudonymizationError):
    pass


@pytest.mark.parametrize("stage", STAGES)
def test_a_failure_in_any_stage_says_nothing(stage, caplog, capfd):
    import dataclasses

    caplog.set_level(logging.DEBUG)

    def boom(*_args, **_kwargs):
        raise _BoomError("forced")

    class Boom:
        name = "boom"
        detect = link = replace = staticmethod(boom)

    pipeline = allonym.Pipeline.load(language="pl")
    inner = pipeline._for(allonym.model.view.TextView.of(TEXT))
    changes = {
        "detect": {"detectors": (Boom(),)},
        "link": {"linker": Boom()},
        "replace": {"replacer": lambda _: Boom(), "fallback": Boom()},
    }.get(stage, {stage: boom})
    broken = dataclasses.replace(inner, parts=dataclasses.replace(inner.parts, **changes))
    with pytest.raises(_BoomError) as caught:
        broken.run(allonym.model.view.TextView.of(TEXT))
    said = "".join(traceback.format_exception_only(caught.value))
    captured = capfd.readouterr()
    assert silent(said + captured.out + captured.err + caplog.text)


def test_a_leak_error_gives_places_not_text():
    import dataclasses

    from allonym.model.result import Leak
    from allonym.model.span import Span

    pipeline = allonym.Pipeline.load(language="pl")
    view = allonym.model.view.TextView.of(TEXT)
    inner = pipeline._for(view)

    def always(text, hidden, kept, original, plan):
        return (Leak(Span(0, 5), hidden[0].id, "same", blocking=True),)

    broken = dataclasses.replace(inner, parts=dataclasses.replace(inner.parts, verify=always))
    with pytest.raises(LeakError, match="0-5") as caught:
        broken.run(view)
    assert silent(str(caught.value))


@pytest.mark.model
def test_a_mail_that_says_who_is_hidden_does_not_stay_by_its_type(tmp_path):
    profile = tmp_path / "keep.toml"
    profile.write_text(
        'schema = 1\nextends = "default"\nname = "keep"\n[treat]\nemail = "keep"\n', "utf-8"
    )
    with pytest.raises(LeakError):
        allonym.pseudonymize("Jan Kowalski, jan.kowalski@firma.pl.", language="pl", profile=profile)
    other = allonym.pseudonymize(
        "Jan Kowalski, biuro@firma.pl.", language="pl", profile=profile
    ).text
    assert other.endswith(", biuro@firma.pl.")
    assert "Kowalski" not in other


def test_a_document_that_is_done_is_not_kept_for_the_next():
    pipeline = allonym.Pipeline.load(language="pl", secret=b"kept in a safe place")
    for door in (pipeline.run, pipeline.detect):
        view = TextView.of(TEXT, language="pl")
        there = weakref.ref(view)
        door(view)
        del view
        gc.collect()
        assert there() is None
