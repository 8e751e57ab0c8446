"""``allonym evaluate``: how much is found, and how much of it rightly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from allonym.api import Pipeline
from allonym.cli.progress import Bar
from allonym.errors import ConfigError
from allonym.model.mention import Mention
from allonym.model.result import Result
from allonym.profile import load_profile

if TYPE_CHECKING:
    from allonym.evaluate.gold import GoldDocument


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
def command(gold: Sequence[Path], **options: Any) -> None:  # noqa: D103
    if options["documents"]:
        gold = (*gold, *kit_documents(options["language"], sealed=options["sealed"]))
    if not gold and not options["insert"]:
        lacks = f"no documents in {options['language']!r}" if options["documents"] else ""
        raise ConfigError(
            f"{lacks or 'nothing to measure on'}: give gold files, or --documents of an installed "
            "language"
        )
    measure = next((how for name, how in _MEASURES.items() if options[name]), _detection)
    click.echo(measure(_Asked(gold, options)), nl=options["as_json"])


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


@dataclass(frozen=True)
class _Asked:
    """What is to be measured on what."""

    gold: Sequence[Path]
    options: Mapping[str, Any]

    @property
    def language(self) -> str | None:
        """The language of all; None where each path tells."""
        language: str | None = self.options["language"]
        return language

    def runner(self) -> Callable[[str, str], Result]:
        """Return what runs a text of a language; leaks are listed, so that all can be measured.

        The secret is a public one: who measures again has the same figures.
        """
        from allonym.evaluate.judging import SECRET

        chosen = load_profile(self.options["profile"])
        listing = replace(chosen, output=replace(chosen.output, verify="report"))
        load = cache(lambda code: Pipeline.load(language=code, profile=listing, secret=SECRET))
        return lambda text, code: load(code).run(text)

    def results(self) -> Iterator[tuple[GoldDocument, Result]]:
        """Yield the documents of gold files with their results."""
        from allonym.evaluate.gold import each_document

        run = self.runner()
        with Bar() as bar:
            for document in each_document(self.gold, self.language, bar.document):
                yield document, run(document.text, document.language)

    def predictor(self) -> Callable[[str, str], list[tuple[int, int, str, float]]]:
        """Return what finds mentions: start, end, type and score of each."""
        run = self.runner()

        def predict(text: str, code: str) -> list[tuple[int, int, str, float]]:
            found = (m for entity in run(text, code).entities for m in entity.mentions)
            return [(m.span.start, m.span.end, _type(m), m.score) for m in found]

        return predict

    def said(
        self, figures: Any, as_dict: Callable[..., Any], render: Callable[..., str], *more: Any
    ) -> str:
        """Return figures as JSON or as text."""
        if self.options["as_json"]:
            return json.dumps(as_dict(figures, *more), indent=2, ensure_ascii=False)
        return render(figures, *more)


def _detection(asked: _Asked) -> str:
    from allonym.evaluate.report import as_dict, folds_as_dict, render, render_folds, write_plots
    from allonym.evaluate.run import curve_as_dict, evaluate, render_curve

    folds = asked.options["folds"]
    with Bar() as bar:
        report = evaluate(asked.gold, asked.language, asked.predictor(), bar.document)
    if asked.options["plots"]:
        write_plots(report, asked.options["plots"])
    if asked.options["as_json"]:
        more: dict[str, object] = {"curve": curve_as_dict(report.scored)}
        if folds:
            more["folds"] = folds_as_dict(report.documents, folds)
        return json.dumps({**as_dict(report), **more}, indent=2)
    parts = [render(report), render_curve(report.scored)]
    if folds:
        parts.append(render_folds(report.documents, folds))
    return "\n".join(parts)


def _errors(asked: _Asked) -> str:
    from allonym.evaluate.errors import errors_of, searched
    from allonym.evaluate.errors_report import errors_as_dict, render_errors

    documents = [errors_of(document, searched(result)) for document, result in asked.results()]
    return asked.said(documents, errors_as_dict, render_errors, asked.options["examples"])


def _attack(asked: _Asked) -> str:
    from allonym.evaluate import attack

    found = (attack.attack_document(d, r.text, attack.changes_of(r)) for d, r in asked.results())
    figures = sum(found, attack.AttackFigures())
    return asked.said(figures, attack.attack_as_dict, attack.render_attack)


def _coherence(asked: _Asked) -> str:
    from allonym.evaluate.coherence.pairs import pair_up
    from allonym.evaluate.coherence.run import Coherence, coherence_as_dict, judge, render_coherence

    found = (judge(pair_up(d, r.text, r.plan), d.id) for d, r in asked.results())
    return asked.said(sum(found, Coherence()), coherence_as_dict, render_coherence)


def _end_to_end(asked: _Asked) -> str:
    from allonym.evaluate import end_to_end
    from allonym.languages.pack import load_pack
    from allonym.morphology.load import load_morphology

    chosen = load_profile(asked.options["profile"])
    figures = end_to_end.evaluate_end_to_end(
        asked.results(),
        lambda name: chosen.treatment(name).method == "pseudonym",
        cache(lambda code: load_morphology(load_pack(code))),
    )
    return asked.said(figures, end_to_end.end_to_end_as_dict, end_to_end.render_end_to_end)


def _linking(asked: _Asked) -> str:
    from allonym.evaluate.gold import each_document
    from allonym.evaluate.linking import LinkFigures, evaluate_linking, render_linking

    run = asked.runner()

    def link(text: str, code: str) -> list[tuple[int, int, str]]:
        return [
            (m.span.start, m.span.end, str(entity.id))
            for entity in run(text, code).entities
            for m in entity.mentions
        ]

    figures = evaluate_linking(each_document(asked.gold, asked.language), link)
    return asked.said(figures, LinkFigures.as_dict, render_linking)


def _insertion(asked: _Asked) -> str:
    from allonym.evaluate import insertion

    wanted = [asked.language.lower()] if asked.language else insertion.languages()
    count, seed = asked.options["count"], asked.options["seed"]
    with Bar() as bar:
        reports = insertion.measure_insertion(
            wanted, asked.predictor(), seed=seed, count=count, progress=bar.document
        )
    return asked.said(reports, insertion.insertion_as_dict, insertion.render_insertion)


def _replacements(asked: _Asked) -> str:
    from allonym.evaluate import replacements

    attested = asked.options["attested"]
    with Bar() as bar:
        reports = replacements.evaluate_treebanks(
            asked.gold, asked.language, attested, bar.document
        )
    said = asked.said(reports, replacements.replacements_as_dict, replacements.render_replacements)
    shows = asked.options["show_wrong"] and not asked.options["as_json"]
    return said + replacements.render_wrong(reports) if shows else said


def _type(mention: Mention) -> str:
    """Return a mention's type; what only the leak check found is hidden, whatever it names."""
    checked = all(evidence.detector == "verify" for evidence in mention.evidence)
    return "other" if checked else mention.type


# the first that is asked for is done
_MEASURES: Mapping[str, Callable[[_Asked], str]] = {
    "insert": _insertion, "replacements": _replacements, "errors": _errors, "attack": _attack,
    "coherence": _coherence, "end_to_end": _end_to_end, "linking": _linking,
}  # fmt: skip
