"""The network and its training: one-cycle AdamW, an average of the weights, a masked loss."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import torch
from torch import Tensor, nn

from allonym.engines.features import COLUMNS, FLAG_COUNT, TableLayout
from allonym.train.data import LABEL_ID, LABELS, Marks
from allonym.train.stream import BLANK, Ints, Source, Stream, Vocabulary, epoch

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


Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    epochs: float = 12  # passes over the data
    batch: int = 64  # windows per step
    window: int = 64  # words per window
    rate: float = 3e-3  # highest learning rate
    average: float = 0.998  # decay of the running average of the weights
    blind: float = 0.2  # rate at which a word's own identity, or its flags, are hidden
    unstyled: float = 0.25  # rate at which a window does not say whose conventions it follows
    smooth: float = 0.0  # share of the loss that asks for no label in particular
    threads: int = 1  # processor threads
    # whether products are computed in bfloat16: twice as fast where the processor can, a tenth as
    # fast where it cannot, so by default only where it can
    half: bool = field(default_factory=torch.ops.mkldnn._is_mkldnn_bf16_supported)


def train(
    sources: Sequence[Source],
    vocabulary: Vocabulary,
    *,
    shape: Shape,
    schedule: Schedule,
    init: dict[str, Tensor] | None = None,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> Network:
    """Return a network trained on `sources`, its weights averaged.

    Args:
        sources: The corpora, made ready.
        vocabulary: Numbers their words; grows as sentences are varied.
        shape: Sizes of the network.
        schedule: Length and rate.
        init: Weights to start from; they must fit `shape`.
        seed: Decides everything random.
        progress: Called with a line of text now and then.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(schedule.threads)
    rng = random.Random(seed)  # noqa: S311
    network = Network(shape)
    if init:
        network.load_state_dict(init)
    average: Network = copy.deepcopy(network).eval()
    optimizer = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=0.01)
    codes = any(source.marks == Marks.ALL for source in sources)
    total, step = 0, 0
    for number in range(math.ceil(schedule.epochs)):
        stream = epoch(sources, vocabulary, rng, shape.gap)
        windows = stream.windows(schedule.window, rng)
        total = total or max(1, int(len(windows) / schedule.batch * schedule.epochs))
        losses: list[float] = []
        network.train()
        for first in range(0, len(windows) - schedule.batch + 1, schedule.batch):
            if step >= total:
                break
            set_rate(optimizer, schedule.rate, step / total)
            batch = _batch(stream, windows[first : first + schedule.batch], vocabulary, schedule)
            losses.append(_step(network, optimizer, batch, schedule, codes))
            step += 1
            blend(average, network, min(schedule.average, (1 + step) / (10 + step)))
        progress(f"epoch {number + 1}: step {step} of {total}, loss {np.mean(losses or [0]):.4f}")
    return average


def set_rate(optimizer: torch.optim.Optimizer, highest: float, done: float) -> None:
    """Set the learning rate by the share of the steps that are done: up, then slowly down."""
    rate = done / 0.1 if done < 0.1 else 0.5 * (1 + math.cos(math.pi * (done - 0.1) / 0.9))
    for group in optimizer.param_groups:
        group["lr"] = highest * max(rate, 0.01)


Batch = tuple[Tensor, ...]


def _batch(
    stream: Stream, windows: Sequence[Ints], vocabulary: Vocabulary, schedule: Schedule
) -> Batch:
    """Return rows, flags, index, places, styles, mask, labels and annotations of some windows."""
    at = np.stack(windows)
    mask = stream.words[at] != BLANK
    distinct, index = np.unique(np.where(mask, stream.words[at], 0), return_inverse=True)
    all_rows, all_flags = vocabulary.tables()
    rows = torch.from_numpy(all_rows[distinct])
    flags = torch.from_numpy(all_flags[distinct]).float()
    hide(rows, flags, schedule.blind)
    styles = torch.from_numpy(stream.styles[at])
    styles = styles * (torch.rand(len(at), 1) >= schedule.unstyled)
    rest = (stream.places[at], stream.labels[at], stream.marks[at])
    places, labels, marks = (torch.from_numpy(column) for column in rest)
    numbers, stands = torch.from_numpy(index.reshape(at.shape)), torch.from_numpy(mask).float()
    return rows, flags, numbers, places, styles, stands, labels, marks


def hide(rows: Tensor, flags: Tensor, rate: float) -> None:
    """Make some words unknown to the table, and some to the lists."""
    chance = torch.rand(len(rows), 1, device=rows.device)
    known = (chance >= rate).long()
    rows[:, : COLUMNS[0]] *= known
    rows[:, -COLUMNS[4] :] *= known
    flags[:, :32] *= (torch.rand(len(flags), 1, device=flags.device) >= rate).float()


def _step(
    network: Network,
    optimizer: torch.optim.Optimizer,
    batch: Batch,
    schedule: Schedule,
    codes: bool,
) -> float:
    *words, mask, labels, marks = batch
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=schedule.half):
        scores = network(*words, mask)
    stands = mask > 0
    scored, right, held = scores.float()[stands], labels[stands], marks[stands]
    loss = masked_loss(scored, right, held, schedule.smooth, codes)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return float(loss.detach())


def masked_loss(
    scores: Tensor, labels: Tensor, marks: Tensor, smooth: float = 0.0, codes: bool = True
) -> Tensor:
    """Return the mean negative log probability of what the labels allow.

    What an annotation does not mark may stand behind its O: see `_allowed`.  `smooth` is the share
    of the loss that asks for no label in particular; unless anything read marks `codes` and
    addresses, nobody can know of them.
    """
    logs = torch.log_softmax(scores, dim=-1)
    barred = ~_ALLOWED[codes].to(marks.device)[marks, labels]
    right = torch.logsumexp(logs.masked_fill(barred, -1e4), dim=-1).mean()
    return -(1 - smooth) * right - smooth * logs.mean()


def _allowed(codes: bool) -> Tensor:
    """Return, for each annotation and label, which classes a word so labelled may be of.

    Corpora of names mark no codes, and call streets places or nothing; some mark no other names.
    """
    allowed = torch.eye(len(LABELS), dtype=torch.bool).repeat(len(Marks), 1, 1)
    more = ("ADDR", "CODE") if codes else ()
    hidden = {Marks.FEW: ("MISC", *more), Marks.NAMES: more, Marks.ALL: ("MISC",)}
    for marks, types in hidden.items():
        for edge, name in product("BI", types):
            allowed[marks, 0, LABEL_ID[f"{edge}-{name}"]] = True
    if codes:
        for marks, edge in product((Marks.FEW, Marks.NAMES), "BI"):
            allowed[marks, LABEL_ID[f"{edge}-LOC"], LABEL_ID[f"{edge}-ADDR"]] = True
            allowed[marks, LABEL_ID[f"{edge}-MISC"], LABEL_ID[f"{edge}-CODE"]] = True
    return allowed


_ALLOWED = {codes: _allowed(codes) for codes in (False, True)}


def blend(average: Network, network: Network, decay: float) -> None:
    """Move an average of the weights towards those of now."""
    with torch.no_grad():
        kept = list(average.parameters())
        torch._foreach_lerp_(kept, list(network.parameters()), 1 - decay)
