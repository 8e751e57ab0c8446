"""Pipelines that stay in memory, for processes that treat many documents in many ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from allonym.api import Pipeline
from allonym.profile import Profile, load_profile

_MOST = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pipeline is asked for; the arguments of `Pipeline.load`."""

    language: str = "auto"  # ISO 639-1 code, or ``auto``
    # a name, or a `Profile` that was put together for the occasion
    profile: str | Profile = "default"
    method: str | None = None  # one method for everything that the profile does not keep
    types: tuple[str, ...] = ()  # handle only these types; empty means all
    options: tuple[tuple[str, str | int | bool], ...] = ()  # of the method, key and value


@dataclass(slots=True)
class WarmPipelines:
    """Hands out pipelines and keeps those used last."""

    # paths of profiles by the names under which they may be asked for
    profiles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    # key of pseudonyms where a profile names none
    secret: bytes | None = field(default=None, repr=False)
    most: int = _MOST  # how many pipelines are kept
    _kept: list[tuple[Wanted, Pipeline]] = field(default_factory=list, repr=False)

    def get(self, wanted: Wanted) -> Pipeline:
        """Return a pipeline, loaded if it isn't at hand.

        Raises:
            ConfigError: If language, profile, method or a type is not known.
        """
        pipeline = next((kept for key, kept in self._kept if key == wanted), None)
        if pipeline is None:
            pipeline = self._load(wanted)
        others = [pair for pair in self._kept if pair[1] is not pipeline]
        self._kept = [(wanted, pipeline), *others][: self.most]
        return pipeline

    def profile(self, name: str) -> Profile:
        """Return a profile by the name that it has here.

        Raises:
            ProfileError: If there is none, or it is wrong.
        """
        return load_profile(self.profiles.get(name, name))

    def _load(self, wanted: Wanted) -> Pipeline:
        given = wanted.profile
        profile = self.profile(given) if isinstance(given, str) else given
        return Pipeline.load(
            language=wanted.language,
            profile=profile,
            method=wanted.method,
            types=wanted.types,
            options=dict(wanted.options),
            secret=None if profile.consistency.secret else self.secret,
        )


@dataclass(slots=True)
class _Process:
    """What this process keeps."""

    pipelines: WarmPipelines = field(default_factory=WarmPipelines)


_process = _Process()


def set_up(pipelines: WarmPipelines) -> None:
    """Say what this process keeps from now on."""
    _process.pipelines = pipelines


def pipelines() -> WarmPipelines:
    """Return what this process keeps."""
    return _process.pipelines
