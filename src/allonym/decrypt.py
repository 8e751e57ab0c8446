"""Turn back what the method ``encrypt`` wrote: the secret is enough, nothing was recorded.

The document is read as any other; values of types that the profile encrypts are decrypted where
they stand, and everything else stays as it is.  Nothing in a value tells whether it was encrypted,
so give only documents that were written under the same profile and secret.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from allonym.api import Pipeline
from allonym.errors import ConfigError
from allonym.profile import Profile, Treatment


def decrypting(pipeline: Pipeline) -> Pipeline:
    """Return a pipeline that undoes what `pipeline` encrypts and keeps all else.

    Args:
        pipeline: As it ran: the same profile and secret.

    Raises:
        ConfigError: If it encrypts nothing.

    >>> profile = Profile("p", MappingProxyType({"*": Treatment("encrypt")}))
    >>> pipeline = Pipeline.load(language="pl", profile=profile, secret=b"0123456789abcdef")
    >>> text = pipeline.run("PESEL 84071512341.").text
    >>> text == "PESEL 84071512341.", decrypting(pipeline).run(text).text
    (False, 'PESEL 84071512341.')
    """
    profile = pipeline.profile
    if not any(t.method == "encrypt" for t in profile.treat.values()):
        raise ConfigError(
            f"profile {profile.name}: encrypts nothing; name the profile or --method that was used"
        )
    return replace(pipeline, profile=_undone(profile), ledger=None, _loaded={}, _base=None)


def _undone(profile: Profile) -> Profile:
    treat = {
        name: Treatment("encrypt", {"undo": True}) if t.method == "encrypt" else Treatment("keep")
        for name, t in profile.treat.items()
    }
    return replace(
        profile,
        treat=MappingProxyType({"*": Treatment("keep"), **treat}),
        output=replace(profile.output, verify="off"),
        documents=replace(profile.documents, file_names=False),
    )
