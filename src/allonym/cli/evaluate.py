"""``allonym evaluate``: how much is found, and how much of it rightly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from allonym.api import Pipeline
from allonym.cli.progress import Bar
from allonym.errors import ConfigError
from allonym.model.mention import Mention
from allonym.model.result import Result
from allonym.profile import load_profile

if TYPE_CHECKING:
    from allonym.evaluate.gold import GoldDocument

T = TypeVar("T")


@click.command("evaluate", help="Measure detection against gold data (IOB2, marked text, JSONL), "
               "or replacements against treebanks (CoNLL-U).")  # fmt: skip
@click.argument("gold", nargs=-1, type=click.Path(path_type=Path), metavar="GOLD...")
@click.option("-l", "--language", metavar="LANG", help="Language of all; else from each path.")
@click.option("--profile", metavar="NAME|FILE", default="default", show_default=True,
              help="Its detectors and thresholds are what is measured.")  # fmt: skip
@click.option("--documents", is_flag=True,
              help="Measure on the documents of the evaluation kit: judgments, "
              "letters, chats ...")  # fmt: skip
@click.option("--sealed", is_flag=True,
              help="With --documents: the half that nothing was tuned on; for a "
              "release.")  # fmt: skip
@click.option("--replacements", is_flag=True,
              help="Judge case, number and gender of the names that replace those of "
              "treebanks.")  # fmt: skip
@click.option("--attested", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
              help="With --replacements: a further treebank whose forms judge.")  # fmt: skip
@click.option("--show-wrong", is_flag=True,
              help="With --replacements: list what was judged wrong, with words of "
              "the treebank.")  # fmt: skip
@click.option("--errors", is_flag=True,
              help="Count what a reader would stumble over, in a thousand words.")  # fmt: skip
@click.option("--examples", default=0, metavar="N",
              help="With --errors: show the worst N of each; they quote the gold.")  # fmt: skip
@click.option("--attack", is_flag=True,
              help="Search outputs for the originals, and say how much text stays.")  # fmt: skip
@click.option("--coherence", is_flag=True,
              help="Judge whether replacements agree with each other: town and postcode, age and "
              "birth, feast and date, number and sex.")  # fmt: skip
@click.option("--linking", is_flag=True,
              help="Measure entities (B3, CEAF) where the gold names them.")  # fmt: skip
@click.option("--end-to-end", is_flag=True,
              help="Count correct replacements by category, as CLARIN-PL does.")  # fmt: skip
@click.option("--insert", is_flag=True,
              help="Insert names into sentences without any; count the found.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="With --insert: which names.")
@click.option("--count", default=152, show_default=True, help="With --insert: how many names.")
@click.option("--folds", default=0, metavar="N",
              help="Mean and deviation over N parts of the documents.")  # fmt: skip
@click.option("--plots", metavar="DIR", type=click.Path(path_type=Path),
              help="Draw precision-recall curve and confusion matrix (PNG, SVG).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: D103
    gold: Sequence[Path], language: str | None, profile: str, as_json: bool, **options: Any
) -> None:
    if options["insert"]:
        wanted = options["count"], options["seed"]
        click.echo(_insertion(language, profile, as_json, *wanted), nl=as_json)
        return
    if options["documents"]:
        gold = (*gold, *kit_documents(language, sealed=options["sealed"]))
    if not gold:
        lacks = f"no documents in {language!r}" if options["documents"] else "nothing to measure on"
        raise ConfigError(f"{lacks}: give gold files, or --documents of an installed language")
    if options["replacements"]:
        attested, show_wrong = options["attested"], options["show_wrong"]
        said = _replacements(gold, language, attested, as_json, show_wrong)
    elif options["errors"]:
        said = _errors(gold, language, profile, as_json, options["examples"])
    elif measure := next((how for name, how in _MEASURES.items() if options[name]), None):
        said = measure(gold, language, profile, as_json)
    else:
        more = options["folds"], options["plots"]
        said = _detection(gold, language, profile, as_json, *more)
    click.echo(said, nl=as_json)


def kit_documents(language: str | None, *, sealed: bool) -> tuple[Path, ...]:
    """Return the folders of documents that come with the evaluation kit.

    Args:
        language: Only those of one language; None for all.
        sealed: The half that nothing was tuned on.
    """
    import allonym.evaluate

    root = Path(allonym.evaluate.__file__).parent / "documents"
    half = "sealed" if sealed else "open"
    return tuple(sorted(root.glob(f"{language or '*'}/{half}")))


def _runner(profile: str) -> Callable[[str, str], Result]:
    """Return what runs a text of a language; leaks are listed, so that all can be measured.

    The secret is a public one: who measures again has the same figures.
    """
    from allonym.evaluate.judging import SECRET

    pipelines: dict[str, Pipeline] = {}
    chosen = load_profile(profile)
    listing = replace(chosen, output=replace(chosen.output, verify="report"))

    def run(text: str, code: str) -> Result:
        if code not in pipelines:
            pipelines[code] = Pipeline.load(language=code, profile=listing, secret=SECRET)
        return pipelines[code].run(text)

    return run


def _results(
    gold: Sequence[Path], language: str | None, profile: str
) -> Iterator[tuple[GoldDocument, Result]]:
    """Yield the documents of gold files with their results."""
    from allonym.evaluate.gold import each_document

    run = _runner(profile)
    with Bar() as bar:
        for document in each_document(gold, language, bar.document):
            yield document, run(document.text, document.language)


def predictor(profile: str) -> Callable[[str, str], list[tuple[int, int, str, float]]]:
    """Return what finds mentions with a profile: start, end, type and score of each."""
    run = _runner(profile)

    def predict(text: str, code: str) -> list[tuple[int, int, str, float]]:
        found = (m for entity in run(text, code).entities for m in entity.mentions)
        return [(m.span.start, m.span.end, _type(m), m.score) for m in found]

    return predict


def _detection(
    gold: Sequence[Path],
    language: str | None,
    profile: str,
    as_json: bool,
    folds: int,
    plots: Path | None,
) -> str:
    from allonym.evaluate.report import as_dict, folds_as_dict, render, render_folds, write_plots
    from allonym.evaluate.run import curve_as_dict, evaluate, render_curve

    with Bar() as bar:
        report = evaluate(gold, language, predictor(profile), bar.document)
    if plots:
        write_plots(report, plots)
    if as_json:
        more: dict[str, object] = {"curve": curve_as_dict(report.scored)}
        if folds:
            more["folds"] = folds_as_dict(report.documents, folds)
        return json.dumps({**as_dict(report), **more}, indent=2)
    parts = [render(report), render_curve(report.scored)]
    if folds:
        parts.append(render_folds(report.documents, folds))
    return "\n".join(parts)


def _errors(
    gold: Sequence[Path], language: str | None, profile: str, as_json: bool, examples: int
) -> str:
    from allonym.evaluate.errors import errors_of, searched
    from allonym.evaluate.errors_report import errors_as_dict, render_errors

    documents = [errors_of(d, searched(r)) for d, r in _results(gold, language, profile)]
    return _said(documents, errors_as_dict, render_errors, as_json, examples)


def _said(figures: T, as_dict: Callable[..., Any], render: Callable[..., str], as_json: bool,
          *more: Any) -> str:  # fmt: skip
    """Return figures as JSON or as text."""
    if as_json:
        return json.dumps(as_dict(figures, *more), indent=2, ensure_ascii=False)
    return render(figures, *more)


def _attack(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
    from allonym.evaluate import attack

    pairs = _results(gold, language, profile)
    found = (attack.attack_document(d, r.text, attack.changes_of(r)) for d, r in pairs)
    figures = sum(found, attack.AttackFigures())
    return _said(figures, attack.attack_as_dict, attack.render_attack, as_json)


def _coherence(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
    from allonym.evaluate.coherence.pairs import pair_up
    from allonym.evaluate.coherence.run import Coherence, coherence_as_dict, judge, render_coherence

    pairs = _results(gold, language, profile)
    found = (judge(pair_up(d, r.text, r.plan), d.id) for d, r in pairs)
    return _said(sum(found, Coherence()), coherence_as_dict, render_coherence, as_json)


def _end_to_end(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
    from functools import cache

    from allonym.evaluate import end_to_end
    from allonym.languages.pack import load_pack
    from allonym.morphology.load import load_morphology

    chosen = load_profile(profile)
    figures = end_to_end.evaluate_end_to_end(
        _results(gold, language, profile),
        lambda name: chosen.treatment(name).method == "pseudonym",
        cache(lambda code: load_morphology(load_pack(code))),
    )
    as_dict, render = end_to_end.end_to_end_as_dict, end_to_end.render_end_to_end
    return _said(figures, as_dict, render, as_json)


def _linking(gold: Sequence[Path], language: str | None, profile: str, as_json: bool) -> str:
    from allonym.evaluate.gold import each_document
    from allonym.evaluate.linking import LinkFigures, evaluate_linking, render_linking

    run = _runner(profile)

    def link(text: str, code: str) -> list[tuple[int, int, str]]:
        return [
            (m.span.start, m.span.end, str(entity.id))
            for entity in run(text, code).entities
            for m in entity.mentions
        ]

    figures = evaluate_linking(each_document(gold, language), link)
    return _said(figures, LinkFigures.as_dict, render_linking, as_json)


def _insertion(language: str | None, profile: str, as_json: bool, count: int, seed: int) -> str:
    from allonym.evaluate import insertion

    wanted = [language.lower()] if language else insertion.languages()
    with Bar() as bar:
        reports = insertion.measure_insertion(
            wanted, predictor(profile), seed=seed, count=count, progress=bar.document
        )
    return _said(reports, insertion.insertion_as_dict, insertion.render_insertion, as_json)


def _type(mention: Mention) -> str:
    """Return a mention's type; what only the leak check found is hidden, whatever it names."""
    checked = all(evidence.detector == "verify" for evidence in mention.evidence)
    return "other" if checked else mention.type


def _replacements(
    gold: Sequence[Path],
    language: str | None,
    attested: Sequence[Path],
    as_json: bool,
    show_wrong: bool,
) -> str:
    from allonym.evaluate import replacements

    with Bar() as bar:
        reports = replacements.evaluate_treebanks(gold, language, attested, bar.document)
    if as_json:
        return json.dumps(replacements.replacements_as_dict(reports), indent=2)
    wrong = replacements.render_wrong(reports) if show_wrong else ""
    return replacements.render_replacements(reports) + wrong


_MEASURES = {
    "attack": _attack, "coherence": _coherence, "end_to_end": _end_to_end, "linking": _linking,
}  # fmt: skip
