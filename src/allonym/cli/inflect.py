"""``allonym inflect``: one form of one name."""

from __future__ import annotations

from collections.abc import Sequence

import click

from allonym.errors import ConfigError
from allonym.languages.pack import common_toml, load_pack
from allonym.model.features import FeatureBundle, parse_features
from allonym.ports import Inflected, Morphology
from allonym.text.suggest import suggest


def _check(features: FeatureBundle) -> None:
    values = common_toml("features.toml")
    for name, value in features.items():
        if name not in values and (hint := suggest(name, values)):
            raise ConfigError(f"features: no feature {name!r}{hint}")
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
    made = [_inflected(morphology, word, kinds, bundle) for word in lemma.split()]
    if any(found.certainty <= _GUESS for found in made):
        click.echo("allonym: no such form is known; the name stays as it is there", err=True)
    click.echo(" ".join(found.form for found in made))


_GUESS = 0.3


def _inflected(
    morphology: Morphology, word: str, kinds: Sequence[str], features: FeatureBundle
) -> Inflected:
    """Return the surest form; where no gender is asked for, that of a man if it has one."""
    genders = ({}, {"Gender": "Masc"}) if "Gender" not in features else ({},)
    for gender in genders:
        tried = [morphology.inflect(word, kind, {**features, **gender}) for kind in kinds]
        made = max(tried, key=lambda found: found.certainty)
        if made.form != word:
            break
    return made
