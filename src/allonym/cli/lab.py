"""``allonym lab``: classifiers over frozen word vectors, trained and compared."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

_FILE = click.Path(path_type=Path)


@click.command("lab", help="Train classifiers over frozen word vectors and compare them.")
@click.argument("train", nargs=-1, required=True, type=_FILE, metavar="TRAIN...")
@click.option("--test", "tests", metavar="FILE", multiple=True, required=True, type=_FILE,
              help="File to test on; may be given several times.")  # fmt: skip
@click.option("--vectors", metavar="SOURCE", default="pack:en", show_default=True,
              help="pack:LANG, context:LANG, or an encoder's hub name or folder.")  # fmt: skip
@click.option("--task", "tasks", multiple=True,
              type=click.Choice(["personal", "person", "classes"]),
              default=["personal"], show_default=True,
              help="What is told: personal or not, person or not, the kind of name; may be "
                   "repeated.")  # fmt: skip
@click.option("--classifier", "classifiers", type=click.Choice(["nn", "knn"]), multiple=True,
              default=["nn"], show_default=True,
              help="A neural network or nearest neighbours; may be repeated.")  # fmt: skip
@click.option("--balance", type=click.Choice(["none", "weights", "over", "under"]),
              default="none", show_default=True,
              help="Weigh classes by their share, repeat rare words, or thin out common ones."
              )  # fmt: skip
@click.option("--folds", metavar="N", default=0, show_default=True,
              help="Folds of the grid search; 0 takes the usual settings.")  # fmt: skip
@click.option("--beta", metavar="B", default=1.0, show_default=True,
              help="The threshold is the best for this F.")  # fmt: skip
@click.option("--sentences", metavar="N", default=0,
              help="At most so many sentences of each file; 0 means all.")  # fmt: skip
@click.option("--seed", metavar="N", default=1, show_default=True,
              help="Decides what is drawn by chance.")  # fmt: skip
@click.option("-o", "--output", metavar="DIR", type=_FILE,
              help="Where report, plots and probes are written.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: D103
    train: tuple[Path, ...],
    tests: tuple[Path, ...],
    vectors: str,
    tasks: tuple[str, ...],
    classifiers: tuple[str, ...],
    sentences: int,
    output: Path | None,
    as_json: bool,
    **recipe: Any,
) -> None:
    from allonym.engines.vectors import load_vectors
    from allonym.lab.fit import Recipe
    from allonym.lab.report import as_dict, plot, render
    from allonym.lab.run import experiment

    def progress(step: str) -> None:
        if sys.stderr.isatty():
            click.echo(step, err=True)

    source = load_vectors(vectors)
    done = [
        experiment(
            train, tests, task=task, vectors=source, sentences=sentences, progress=progress,
            recipe=Recipe(classifier, **recipe),
        )
        for task in tasks
        for classifier in classifiers
    ]  # fmt: skip
    text = json.dumps([as_dict(d) for d in done], indent=2)
    if output:
        plot(done, output)
        (output / "report.md").write_text(render(done, "lab.png"), "utf-8")
        (output / "report.json").write_text(text + "\n", "utf-8")
        for made in done:
            made.fitted.probe.save(output / f"probe-{made.task}-{made.recipe.classifier}")
    click.echo(text if as_json else render(done), nl=as_json)
