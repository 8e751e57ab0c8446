"""The network: what a word is, then what stands around it.

A word's vector comes from hashed rows of one table (whole word, prefixes, suffixes, shape, letter
groups), summed by section, and from its flags; residual gated convolutions look ten words to either
side.  The first half depends on the word alone, so the engine keeps its result per distinct word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor, nn

from allonym.engines.features import COLUMNS, FLAG_COUNT, TableLayout
from allonym.train.data import LABELS

STYLES = 64
"""How many sets of annotation conventions a network can tell apart; 0 is none in particular."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network; what ``--init`` starts from must have the same."""

    table: TableLayout = field(default_factory=TableLayout)
    embedding: int = 64
    width: int = 128
    dilations: tuple[int, ...] = (1, 1, 2, 2, 4, 8)
    labels: int = len(LABELS)
    dropout: float = 0.3

    @property
    def gap(self) -> int:
        """Return how many blank places no block looks across."""
        return max(self.dilations)


class WordEncoder(nn.Module):  # type: ignore[misc]
    """Turns rows and flags of words into vectors."""

    def __init__(self, shape: Shape) -> None:
        """Make an untrained encoder."""
        super().__init__()
        self.table = nn.Embedding(shape.table.size, shape.embedding, padding_idx=0)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[0].zero_()
        self.mix = nn.Linear(len(COLUMNS) * shape.embedding + FLAG_COUNT, 2 * shape.width)
        self.norm = nn.LayerNorm(shape.width)

    def forward(self, rows: Tensor, flags: Tensor) -> Tensor:
        """Return one vector per word."""
        parts = torch.split(self.table(rows), list(COLUMNS), dim=1)
        summed = [part.sum(dim=1) for part in parts]
        mixed = self.mix(torch.cat([*summed, flags], dim=1))
        return self.norm(nn.functional.glu(mixed, dim=1))


class Block(nn.Module):  # type: ignore[misc]
    """A residual gated convolution over three words, `dilation` apart."""

    def __init__(self, width: int, dilation: int, dropout: float) -> None:
        """Make an untrained block."""
        super().__init__()
        self.dilation = dilation
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(3 * width, 2 * width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the words with what was learned from their neighbours added."""
        normal = self.norm(x) * mask
        padded = nn.functional.pad(normal, (0, 0, self.dilation, self.dilation))
        step, length = self.dilation, x.shape[1]
        around = torch.cat([padded[:, n * step : n * step + length] for n in range(3)], dim=2)
        return x + self.dropout(nn.functional.glu(self.mix(around), dim=2))


class ContextTagger(nn.Module):  # type: ignore[misc]
    """Turns vectors of words in a row into scores of their classes."""

    def __init__(self, shape: Shape) -> None:
        """Make an untrained tagger."""
        super().__init__()
        self.place = nn.Embedding(8, shape.width)
        self.style = nn.Embedding(STYLES, shape.width)
        nn.init.normal_(self.place.weight, std=0.1)
        nn.init.zeros_(self.style.weight)
        self.blocks = nn.ModuleList(
            Block(shape.width, dilation, shape.dropout) for dilation in shape.dilations
        )
        self.norm = nn.LayerNorm(shape.width)
        self.out = nn.Linear(shape.width, shape.labels)

    def forward(self, vectors: Tensor, places: Tensor, styles: Tensor, mask: Tensor) -> Tensor:
        """Return the score of each class for each word; `mask` is 0 between texts."""
        x = vectors + self.place(places) + self.style(styles)
        for block in self.blocks:
            x = block(x, mask)
        return self.out(self.norm(x))


class Network(nn.Module):  # type: ignore[misc]
    """Both halves, as they are trained."""

    def __init__(self, shape: Shape) -> None:
        """Make an untrained network."""
        super().__init__()
        self.words = WordEncoder(shape)
        self.context = ContextTagger(shape)
        self.dropout = nn.Dropout(shape.dropout)

    def forward(
        self,
        rows: Tensor,
        flags: Tensor,
        index: Tensor,
        places: Tensor,
        styles: Tensor,
        mask: Tensor,
    ) -> Tensor:
        """Return class scores for windows of words.

        Args:
            rows: Table rows of the distinct words.
            flags: Flags of the distinct words.
            index: For each word of each window, which of the distinct words it is.
            places: Bits of each word's place.
            styles: Conventions the labels of each word follow.
            mask: 0 where no word stands, between texts, and 1 elsewhere.
        """
        vectors = self.dropout(self.words(rows, flags)[index])
        return self.context(vectors, places, styles, mask.unsqueeze(-1))
