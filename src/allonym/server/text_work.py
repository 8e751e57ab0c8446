"""What the routes of texts and chats do in a worker: read, run the pipeline, write the answer.

Requests and answers stay bytes outside of the workers, so that the server's event loop neither
parses nor writes anything large.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from allonym import answers
from allonym.api import Pipeline
from allonym.chat.conversation import numbered
from allonym.chat.requests import Outgoing, hide_request
from allonym.errors import ConfigError, UnknownLanguage
from allonym.formats.conll.table import is_conll
from allonym.languages.pack import available
from allonym.model.entity import Entity
from allonym.model.result import Result
from allonym.model.types import is_a
from allonym.morphology.base_forms import load_base_forms
from allonym.profile import builtin_profiles
from allonym.server import schemas
from allonym.server.problems import checked, json_value
from allonym.text.markup import MarkedMention, render_marks
from allonym.warm import Wanted, pipelines

AnonymizeForm = schemas.ModelForm | schemas.GatewayForm


@dataclass(frozen=True, slots=True)
class Served:
    """What holds for requests that do not say otherwise."""

    language: str = "auto"  # ISO 639-1 code, or ``auto``
    languages: tuple[str, ...] = ()  # the only ones served; empty means all that are installed
    profile: str = "default"  # name of a profile


def anonymize(body: bytes, served: Served) -> bytes:
    """Answer CURLICAT's ``POST /anonymize`` in the form it was asked in."""
    form = read_anonymize(body)
    asked = form.lang if isinstance(form, schemas.GatewayForm) else form.language
    pipeline = _pipeline(form, asked, served)
    if written_in(form) == "conll":
        return anonymized(form, pipeline.run_conll(form.text))
    return anonymized(form, pipeline.run(form.text).text)


def read_anonymize(body: bytes) -> AnonymizeForm:
    """Return the request in the form it has: the gateway's if it names a ``lang``.

    Raises:
        InvalidRequest: If it has neither.
    """
    data = json_value(body)
    if isinstance(data, dict) and "lang" in data:
        return checked(schemas.GatewayForm, data)
    return checked(schemas.ModelForm, data)


def written_in(form: AnonymizeForm) -> Literal["text", "conll"]:
    """Return the format of a request's text: as it says, else as the text looks."""
    return form.format or ("conll" if is_conll(form.text) else "text")


def anonymized(form: AnonymizeForm, text: str) -> bytes:
    """Return the answer with the keys that belong to the form."""
    answer: BaseModel
    if isinstance(form, schemas.GatewayForm):
        answer = schemas.GatewayAnswer(
            original_text=form.text, anonymized_text=text, lang=form.lang, format=form.format
        )
    else:
        answer = schemas.ModelAnswer(
            original_text=form.text, anonymized_text=text, format=written_in(form)
        )
    return answer.model_dump_json(exclude_none=True).encode()


def annotate(body: bytes, served: Served) -> bytes:
    """Answer ``POST /v1/annotate``; a leak is no error here, for nothing is given away."""
    form = checked(schemas.AnnotateForm, json_value(body))
    pipeline = _text_pipeline(form, served).adjusted(verify="report").tentative()
    result = pipeline.run(form.text, known=[k.person() for k in form.known])
    suggestions = pipeline.alternatives(result, form.suggestions)
    found = [
        e
        for e in result.entities
        if e.id in suggestions or not form.types or any(is_a(e.type, t) for t in form.types)
    ]
    marks = (
        MarkedMention(m.span, m.type, e.id.rpartition("#")[2]) for e in found for m in e.mentions
    )
    base = load_base_forms(result.report.language)
    answer = answers.Annotation(
        language=result.report.language,
        marked_text=render_marks(form.text, marks),
        mentions=_mentions(found),
        entities=tuple(
            answers.FoundEntity(
                id=entity.id,
                type=entity.type,
                name=base.of(entity.type, entity.canonical),
                method=pipeline.profile.treatment(entity.type).method
                if entity.id in suggestions
                else "keep",
                suggestions=suggestions.get(entity.id, ()),
            )
            for entity in found
        ),
    )
    return answer.model_dump_json().encode()


def pseudonymize(body: bytes, served: Served) -> bytes:
    """Answer ``POST /v1/pseudonymize`` with the finished text and nothing else."""
    return _pseudonymized(body, served).text.encode()


def pseudonymize_listing(body: bytes, served: Served) -> bytes:
    """Answer ``POST /v1/pseudonymize`` with the finished text and what was replaced, in JSON."""
    result = _pseudonymized(body, served)
    answer = answers.Pseudonymized(
        text=result.text,
        language=result.report.language,
        replacements=_replacements(result),
        report=result.report.as_dict(),
    )
    return answer.model_dump_json().encode()


def _pseudonymized(body: bytes, served: Served) -> Result:
    form = checked(schemas.TextForm, json_value(body))
    known = [k.person() for k in form.known]
    return _text_pipeline(form, served).run(form.text, known=known)


def hide_chat(body: bytes, language: str, profile: str) -> Outgoing:
    """Return a chat as it may leave the house.

    Args:
        body: The request.
        language: ISO 639-1 code, or ``auto``.
        profile: Name of a profile.

    Raises:
        InvalidRequest: If it is not JSON.
        DocumentError: If a part of it cannot be read.
        LeakError: If an original would have survived.
    """
    request = json_value(body)
    wanted = Wanted(language, numbered(pipelines().profile(profile)))
    return hide_request(pipelines().get(wanted), request)


def _mentions(entities: Iterable[Entity]) -> tuple[answers.FoundMention, ...]:
    found = [
        answers.FoundMention(
            start=m.span.start,
            end=m.span.end,
            type=m.type,
            score=round(m.score, 4),
            entity=entity.id,
        )
        for entity in entities
        for m in entity.mentions
    ]
    return tuple(sorted(found, key=lambda mention: mention.start))


def _replacements(result: Result) -> tuple[answers.MadeReplacement, ...]:
    where = result.map
    return tuple(
        answers.MadeReplacement(
            start=r.span.start,
            end=r.span.end,
            result_start=where.to_result(r.span.start),
            result_end=where.to_result(r.span.start) + len(r.text),
            text=r.text,
            entity=r.entity,
            method=r.method,
            certainty=r.certainty,
            context=r.context,
        )
        for r in result.replacements
    )


# --- reading -----------------------------------------------------------------------------------


def _text_pipeline(form: schemas.TextForm, served: Served) -> Pipeline:
    allowed = [a.entry() for a in form.allow]
    pipeline = _pipeline(form, form.language, served)
    return pipeline.adjusted(allow=allowed) if allowed else pipeline


def _pipeline(
    form: AnonymizeForm | schemas.TextForm, language: str | None, served: Served
) -> Pipeline:
    """Return the pipeline that is asked for."""
    code = check_language(language or served.language, served.languages)
    profile = form.profile or served.profile
    if form.profile is not None and profile not in profiles(pipelines().profiles):
        raise ConfigError(
            "profile: the server has none of this name; it has "
            + ", ".join(profiles(pipelines().profiles))
        )
    options = tuple(sorted(form.options.items()))
    return pipelines().get(Wanted(code, profile, form.method, tuple(form.types), options))


def check_language(code: str, only: Collection[str]) -> str:
    """Return a language's code if it is served.

    Raises:
        UnknownLanguage: If it is not; those that are are listed.
    """
    code = code.lower()
    known = tuple(only) or available()
    if code not in known and not (code == "auto" and not only):
        raise UnknownLanguage(
            f"this language is not served; served are {', '.join(known)}"
            + ("" if only else ", and auto")
        )
    return code


def profiles(own: Collection[str]) -> tuple[str, ...]:
    """Return the names that requests may give: built-in profiles and the server's own."""
    return tuple(sorted({*builtin_profiles(), *own}))
