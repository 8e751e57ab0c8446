"""One vector for each word of a sentence, from an encoder that is not trained any further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from allonym.errors import EngineError, needs
from allonym.languages.lexicon import load_lexicon
from allonym.languages.pack import load_pack

Matrix = NDArray[np.float32]


_PACK, _CONTEXT = "pack:", "context:"
_AROUND = 2
_LONGEST = 512


def load_vectors(source: str) -> WordVectors:
    """Return the vectors of a pack or of any encoder that ``transformers`` can load.

    Args:
        source: ``pack:en`` for the words alone, ``context:en`` with what the pack's network makes
            of them in their sentence, else a model's name or folder.

    Raises:
        EngineError: If there is no such model.
        MissingExtra: If an encoder is asked for and ``transformers`` is not installed.
        UnknownLanguage: If there is no such pack.
    """
    if source.startswith(_CONTEXT):
        return PackVectors.load(source.removeprefix(_CONTEXT), context=True)
    if source.startswith(_PACK):
        return PackVectors.load(source.removeprefix(_PACK))
    return HubVectors.load(source)


@dataclass(frozen=True)
class PackVectors:
    """The vectors of a pack's network: each word's own, then those of two words on either side."""

    source: str  # ``pack:`` or ``context:`` and the language
    _engine: Any = field(repr=False)
    context: bool = False  # whether what the network says of each word in its sentence follows

    @classmethod
    def load(cls, language: str, *, context: bool = False) -> PackVectors:
        """Load the network of a pack.

        Raises:
            EngineError: If the pack has none.
        """
        from allonym.engines.onnx import OnnxEngine

        pack = load_pack(language)
        folder = pack.path("model")
        if folder is None:
            raise EngineError(f"the pack of {pack.name} has no network to take vectors from")
        engine = OnnxEngine(folder, load_lexicon(pack.where("lexicon")))
        return cls((_CONTEXT if context else _PACK) + language, engine, context)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[Matrix]:
        """Return a matrix for each sentence, a line for each of its words."""
        made = []
        for words in sentences:
            own = self._engine.word_vectors(words)
            if self.context and words:
                own = np.concatenate([own, self._engine.word_labels(words)], axis=1)
            edge = np.zeros((_AROUND, own.shape[1]), dtype=np.float32)
            wide = np.concatenate([edge, own, edge])
            shifted = [wide[n : n + len(own)] for n in range(2 * _AROUND + 1)]
            made.append(np.concatenate(shifted, axis=1))
        return made


@dataclass(frozen=True)
class HubVectors:
    """The last layer of a frozen transformer; a word is the mean of its pieces."""

    source: str  # name on the hub, or folder
    _tokenizer: Any = field(repr=False)
    _encoder: Any = field(repr=False)
    batch: int = 32  # sentences to a run of the encoder

    @classmethod
    def load(cls, model: str) -> HubVectors:
        """Load an encoder.

        Args:
            model: Its name on the hub, or the folder it lies in.

        Raises:
            MissingExtra: If ``transformers`` is not installed.
            EngineError: If it cannot be loaded.
        """
        with needs("vectors of an encoder need", "transformers"):
            from transformers import AutoModel, AutoTokenizer
        try:
            tokenizer = AutoTokenizer.from_pretrained(model, use_fast=True, add_prefix_space=True)
            encoder = AutoModel.from_pretrained(model).eval()
        except (OSError, ValueError, KeyError) as error:
            raise EngineError(
                f"{model!r} is no encoder that can be loaded; give its hub name or folder, "
                "or pack:en for the vectors of a pack"
            ) from error
        return cls(model, tokenizer, encoder)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[Matrix]:
        """Return a matrix for each sentence; words beyond the encoder's window are zero."""
        made: list[Matrix] = []
        for first in range(0, len(sentences), self.batch):
            made += self._encoded([list(words) for words in sentences[first : first + self.batch]])
        return made

    def _encoded(self, sentences: list[list[str]]) -> list[Matrix]:
        import torch

        longest = min(self._tokenizer.model_max_length, _LONGEST)
        batch = self._tokenizer(
            sentences, is_split_into_words=True, truncation=True, max_length=longest,
            padding=True, return_tensors="pt",
        )  # fmt: skip
        with torch.no_grad():
            states = self._encoder(**batch).last_hidden_state.float().numpy()
        made = []
        for row, words in enumerate(sentences):
            matrix = np.zeros((len(words), states.shape[2]), dtype=np.float32)
            counts = np.zeros((len(words), 1), dtype=np.float32)
            for piece, word in enumerate(batch.word_ids(row)):
                if word is not None:
                    matrix[word] += states[row, piece]
                    counts[word] += 1
            made.append((matrix / np.maximum(counts, 1)).astype(np.float32))
        return made


WordVectors = PackVectors | HubVectors
"""What gives every word of a sentence a vector."""
