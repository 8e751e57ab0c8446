"""``allonym inflect``: one form of one name."""

from __future__ import annotations

import click

from allonym.errors import ConfigError
from allonym.languages.pack import common_toml, load_pack
from allonym.model.features import FeatureBundle, parse_features
from allonym.text.suggest import suggest


def _check(features: FeatureBundle) -> None:
    values = common_toml("features.toml")
    for name, value in features.items():
        known = values.get(name)
        if known is not None and value not in known:
            hint = suggest(value, known) or f"; known: {', '.join(known)}"
            raise ConfigError(f"features: {name} has no value {value!r}{hint}")


@click.command("inflect", help="Print the form of a name, e.g. Kowalski 'Case=Ins|Number=Sing'.")
@click.argument("lemma")
@click.argument("features")
@click.option("-l", "--language", required=True, metavar="LANG", help="Language, such as pl.")
@click.option("--kind", default="auto", show_default=True,
              type=click.Choice(["auto", "given", "family", "place", "org", "common"]),
              help="What sort of name it is.")  # fmt: skip
def command(lemma: str, features: str, language: str, kind: str) -> None:  # noqa: D103
    from allonym.morphology.load import load_morphology

    try:
        bundle = parse_features(features)
    except ValueError as error:
        raise ConfigError(f"features: {error}; write them as Case=Ins|Number=Sing") from error
    _check(bundle)
    morphology = load_morphology(load_pack(language.lower()))
    kinds = ("given", "family", "place", "common") if kind == "auto" else (kind,)
    words = lemma.split()
    forms = []
    for word in words:
        tried = [morphology.inflect(word, name, bundle) for name in kinds]
        forms.append(max(tried, key=lambda found: found.certainty).form)
    click.echo(" ".join(forms))
