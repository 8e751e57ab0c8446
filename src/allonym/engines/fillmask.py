"""Any masked language model that ``transformers`` can load, as a source of words for a gap."""

from __future__ import annotations

from typing import Any

from allonym.errors import EngineError, needs

_REACH = 400


class FillMask:
    """Says which words a masked language model expects in a gap.

    Args:
        pipeline: A ``fill-mask`` pipeline of ``transformers``.
    """

    def __init__(self, pipeline: Any) -> None:
        self._pipeline = pipeline
        self._mask = str(pipeline.tokenizer.mask_token)

    @classmethod
    def load(cls, model: str) -> FillMask:
        """Load a model.

        Args:
            model: Its name on the hub, or the folder it lies in.

        Raises:
            MissingExtra: If ``transformers`` or ``torch`` is not installed.
            EngineError: If the model cannot be loaded, or fills no masks.
        """
        with needs('method "masked" needs', "transformers"):
            import torch  # noqa: F401
            from transformers import pipeline
        try:
            loaded = pipeline("fill-mask", model=model, device="cpu")
        except (OSError, ValueError, KeyError) as error:
            raise EngineError(
                f'method "masked": {model!r} is no fill-mask model that can be loaded; '
                "give its hub name or its folder"
            ) from error
        if loaded.tokenizer.mask_token is None:
            raise EngineError(f'method "masked": {model!r} has no mask token')
        return cls(loaded)

    def fill(self, before: str, after: str, top: int) -> list[str]:
        """Return up to `top` whole words for the gap between two texts, the likeliest first.

        Only the nearest few hundred characters are shown to the model; pieces of words are left
        out, since they would make another number of tokens.
        """
        near = f"{before[-_REACH:]}{self._mask}{after[:_REACH]}"
        if near.count(self._mask) != 1:
            return []
        size = len(self._pipeline.tokenizer)
        found = self._pipeline(near, top_k=min(top, size), tokenizer_kwargs={"truncation": True})
        words = (str(one["token_str"]) for one in found)
        return [word.strip() for word in words if not word.startswith("##")]
