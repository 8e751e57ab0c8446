"""``allonym profile``: the built-in profiles, and whether one's own is right."""

from __future__ import annotations

import click

from allonym.profile import Profile, builtin_profiles, load_profile


@click.group("profile", help="List, show and check profiles.")
def command() -> None:  # noqa: D103
    pass


@command.command("list", help="Name the profiles that come with Allonym.")
def list_() -> None:  # noqa: D103
    for name in builtin_profiles():
        click.echo(name)


@command.command("show", help="Print what a profile does once its parent is taken in.")
@click.argument("profile", metavar="NAME|FILE")
def show(profile: str) -> None:  # noqa: D103
    click.echo(_describe(load_profile(profile)), nl=False)


@command.command("check", help="Check profiles; the first wrong key is named with its remedy.")
@click.argument("profiles", nargs=-1, required=True, metavar="FILE...")
def check(profiles: tuple[str, ...]) -> None:  # noqa: D103
    for name in profiles:
        click.echo(f"{name}: fine ({load_profile(name).name})")


def _describe(profile: Profile) -> str:
    detect, rules = profile.detect, profile.consistency
    lines = [
        f'name = "{profile.name}"',
        f'language = "{profile.language}"',
        "",
        "[detect]",
        f"detectors = {list(detect.detectors)}",
        f"min_score = {detect.min_score}",
        f"review_from = {detect.review_from}",
        f"skip = {list(detect.skip)}",
        *(f"thresholds.{name} = {value}" for name, value in detect.thresholds.items()),
        "",
        "[consistency]",
        f'scope = "{rules.scope}"',
        f'secret = "{rules.secret or "(fresh for each run)"}"',
        "",
        "[treat]",
    ]
    for name, treatment in sorted(profile.treat.items()):
        options = "".join(f", {key} = {value!r}" for key, value in treatment.options.items())
        lines.append(f'"{name}" = "{treatment.method}"{options}')
    lines += ["", "[output]", f'verify = "{profile.output.verify}"',
              f'labels = "{profile.output.labels}"',
              f"# {len(profile.allow)} allow and {len(profile.deny)} deny entries"]  # fmt: skip
    return "\n".join(lines) + "\n"
