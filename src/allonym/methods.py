"""The methods by name: each makes a replacer of a language from the options of a treatment.

Built-in ones stand in a plain table; others come from the entry-point group ``allonym.replacers``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from allonym.errors import ProfileError
from allonym.kit import Kit
from allonym.languages.labels import Labels, load_labels
from allonym.ports import Replacer
from allonym.profile import Treatment
from allonym.registry import plugins
from allonym.replace.methods.plain import (
    HashReplacer,
    IndexReplacer,
    InitialsReplacer,
    MaskReplacer,
    RemoveReplacer,
    TagReplacer,
)


class Replacers:
    """Hands out the replacer of a treatment, each made once."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._made: dict[str, Replacer] = {}

    def __call__(self, treatment: Treatment) -> Replacer:
        """Return the replacer of a treatment."""
        if treatment.key not in self._made:
            self._made[treatment.key] = self._make(treatment)
        return self._made[treatment.key]

    def _make(self, treatment: Treatment) -> Replacer:
        options = dict(treatment.options)
        wanted = options.pop("labels", None)
        labels = load_labels(self._kit.pack, wanted) if wanted else self._kit.labels
        if treatment.method in _METHODS:
            return _METHODS[treatment.method](self._kit, labels, options)
        for factory in plugins("allonym.replacers", treatment.method):
            plugin: Replacer = factory(self._kit.pack, **options)
            return plugin
        raise ProfileError(
            f"profile {self._kit.profile.name}: method {treatment.method!r} is not available for "
            f"{self._kit.pack.name}"
        )


def _generalise(kit: Kit, _: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.replace.methods.generalise import GeneraliseReplacer

    return GeneraliseReplacer.load(kit.pack, kit.fallback, **options)


def _pseudonym(kit: Kit, _: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.replace.methods.pseudonym import PseudonymReplacer

    return PseudonymReplacer.load(kit.pack, kit.morphology, kit.fallback, **options)


def _letters(kit: Kit, labels: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.replace.methods.letters import LettersReplacer

    return LettersReplacer.load(kit.pack, labels, kit.morphology.analyse, **options)


def _paradigm(kit: Kit, _: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.replace.methods.paradigm import ParadigmReplacer

    return ParadigmReplacer.load(kit.pack, kit.fallback, **options)


def _masked(kit: Kit, _: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.engines.load import load_engine
    from allonym.engines.transformers import FillMask
    from allonym.replace.methods.masked import Judge, MaskedReplacer

    model = str(options.pop("model", ""))
    if not model:
        raise ProfileError(
            f'profile {kit.profile.name}: method "masked" needs model = "<name or folder>"; on the '
            "command line masked:model=NAME"
        )
    filler = FillMask.load(model)
    engine = load_engine(kit.pack, kit.profile.detect.options.get("model", {}))
    judge = Judge(kit.morphology, engine, kit.is_common)
    return MaskedReplacer(filler, judge, kit.fallback, **options)


def _encrypt(kit: Kit, _: Labels, options: dict[str, Any]) -> Replacer:
    from allonym.replace.methods.encrypted import EncryptReplacer

    return EncryptReplacer(kit.fallback, kit.profile.consistency.name, **options)


_METHODS: Mapping[str, Callable[[Kit, Labels, dict[str, Any]], Replacer]] = {
    "remove": lambda _kit, _labels, options: RemoveReplacer(**options),
    "tag": lambda _kit, labels, options: TagReplacer(labels, **options),
    "index": lambda _kit, labels, options: IndexReplacer(labels, **options),
    "letters": _letters,
    "initials": lambda kit, _labels, _options: InitialsReplacer(kit.fallback),
    "mask": lambda _kit, _labels, options: MaskReplacer(**options),
    "hash": lambda _kit, _labels, options: HashReplacer(**options),
    "encrypt": _encrypt,
    "generalise": _generalise,
    "pseudonym": _pseudonym,
    "paradigm": _paradigm,
    "masked": _masked,
}
