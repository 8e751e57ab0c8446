"""Learn one network of all languages, on a GPU: hidden words first, then names.

Words of every language have rows of their own in one long table; all else they share, so what is
learned of sentences in one language serves the others.  First the network guesses hidden words of
running text, among some thousand that might stand there; then it learns the labels of corpora and
documents side by side.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from tools.shared_data import Features, Prepared, columns_of
from torch import Tensor, nn

from allonym.engines.features import TableLayout
from allonym.train.stream import BLANK, Stream
from allonym.train.tagger import Network, Schedule, Shape, blend, hide, masked_loss, set_rate

Progress = Callable[[str], None]
Columns = tuple[Tensor, ...]

MASKED = Schedule(batch=256, window=128, rate=2.1e-3, blind=0.1)
NAMED = Schedule(batch=128, window=128, rate=3e-3, blind=0.2, unstyled=0.25)
DOCUMENTS = 0.45
"""Share of the windows that are of marked documents."""

HIDDEN = 0.15
OFFERED = 8192
"""Words that are offered beside those that are hidden."""

_SHARPNESS = 2.0
_SAID_EVERY = 400


def shape_for(languages: int, width: int = 192) -> Shape:
    """Return the sizes: a table section after section and language after language."""
    table = TableLayout(TableLayout().rows * languages)
    return Shape(table, width=width, dilations=(1, 1, 2, 2, 4, 8, 1, 16), dropout=0.2)


@dataclass(frozen=True, slots=True)
class Length:
    """How long to learn: minutes, or steps where they are given."""

    minutes: float
    steps: int = 0

    def shares(self) -> Iterator[float]:
        """Yield, before each step, which share is done."""
        begun, step = time.monotonic(), 0
        while True:
            passed = (time.monotonic() - begun) / max(60 * self.minutes, 1e-9)
            done = step / self.steps if self.steps else passed
            if done >= 1:
                return
            yield done
            step += 1


class Words:
    """The features of all languages' words where the network learns; number 0 is no word."""

    def __init__(self, features: Sequence[Features], device: torch.device) -> None:
        """Lay the words of the languages one after the other, their rows likewise."""
        section = TableLayout().size - 1
        rows, flags = features[0][0][:1] * 0, features[0][1][:1] * 0
        moved = [np.where(r > 0, r + n * section, 0) for n, (r, _) in enumerate(features)]
        self.rows = torch.from_numpy(np.concatenate([rows, *moved])).to(device)
        self.flags = torch.from_numpy(np.concatenate([flags, *(f for _, f in features)])).to(device)
        counts = [len(r) for r, _ in features]
        self.firsts = [1 + sum(counts[:n]) for n in range(len(counts))]
        self.device = device

    def stream(self, stream: Stream, language: int) -> Columns:
        """Return a stream of a language with the numbers that its words have here."""
        words, *rest = columns_of(stream)
        numbered = np.where(words == BLANK, 0, words + self.firsts[language])
        packed = (numbered.astype(np.int32), *(column.astype(np.uint8) for column in rest))
        return tuple(torch.from_numpy(column).to(self.device) for column in packed)

    def of(self, numbers: Tensor, blind: float = 0.0) -> tuple[Tensor, Tensor]:
        """Return rows and flags of words in a row, of some hidden in part."""
        rows, flags = self.rows[numbers].long(), self.flags[numbers].float()
        if blind:
            hide(rows, flags, blind)
        return rows, flags


class Guesser(nn.Module):  # type: ignore[misc]
    """What compares a hidden place with the words that might stand there."""

    def __init__(self, width: int) -> None:
        """Make an untrained one."""
        super().__init__()
        self.hidden = nn.Parameter(torch.randn(width) * 0.5)
        self.place, self.word = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, places: Tensor, words: Tensor) -> Tensor:
        """Return a score for each place and each word."""
        scores: Tensor = (self.place(places) @ self.word(words).T).float()
        return scores * _SHARPNESS / places.shape[1] ** 0.5


def windows(streams: Sequence[Columns], count: int, length: int) -> Columns:
    """Return `count` windows at random, as many of one stream as of another."""
    drawn: list[Columns] = []
    for number, columns in enumerate(streams):
        share = count // len(streams) + (number < count % len(streams))
        within = torch.arange(length, device=columns[0].device) % len(columns[0])
        last = max(1, len(columns[0]) - length)
        starts = torch.randint(0, last, (share, 1), device=columns[0].device)
        drawn.append(tuple(column[starts + within].long() for column in columns))
    return tuple(torch.cat(column) for column in zip(*drawn, strict=True))


def train_shared(
    several: Sequence[Prepared],
    features: Sequence[Features],
    *,
    masked: Length,
    named: Length,
    batch: int = 0,
    seed: int = 0,
    progress: Progress = lambda _: None,
) -> Network:
    """Return a network trained on all languages, its weights averaged.

    Args:
        several: The data of each language, in the order of the table.
        features: Rows and flags of the words of each.
        masked: How long to guess hidden words.
        named: How long to learn names.
        batch: Windows per step; those of the schedules by default.
        seed: Decides what is random; steps that run by the clock are never quite the same.
        progress: Called with a line of text now and then.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    words = Words(features, device)
    network = Network(shape_for(len(several))).to(device)
    sized = {"batch": batch} if batch else {}
    texts = [words.stream(prepared.text, n) for n, prepared in enumerate(several)]
    guess_words(network, words, texts, masked, replace(MASKED, **sized), progress)
    corpora, documents = (
        [words.stream(getattr(prepared, part), n) for n, prepared in enumerate(several)]
        for part in ("corpora", "documents")
    )
    learned = learn_names(
        network, words, corpora, documents, named, replace(NAMED, **sized), progress
    )
    return learned.cpu()


def guess_words(
    network: Network,
    words: Words,
    texts: Sequence[Columns],
    length: Length,
    schedule: Schedule,
    progress: Progress,
) -> None:
    """Train a network to guess hidden words from what stands around them."""
    guesser = Guesser(network.context.norm.normalized_shape[0]).to(words.device)
    labels, network.context.out = network.context.out, nn.Identity()
    learner = _Learner(nn.ModuleList([network, guesser]), length, schedule, progress)
    often, offered = _frequencies(texts, len(words.rows))
    summed = torch.cumsum(offered.double(), 0)
    for _ in learner:
        numbers, places, *_ = windows(texts, schedule.batch, schedule.window)
        hidden = (torch.rand(numbers.shape, device=words.device) < HIDDEN) & (numbers > 0)
        wanted = numbers[hidden]
        chance = torch.rand(OFFERED, device=words.device, dtype=torch.double) * summed[-1]
        others = torch.searchsorted(summed, chance).clamp(max=len(words.rows) - 1)
        choice = torch.cat([wanted, others]).unique()
        with learner.halves():
            vectors = network.words(*words.of(numbers.flatten(), schedule.blind))
            vectors = vectors.view(*numbers.shape, -1)
            blank = guesser.hidden.to(vectors.dtype)
            vectors = torch.where(hidden.unsqueeze(-1), blank, vectors)
            mask = (numbers > 0).float().unsqueeze(-1)
            around = network.context(vectors, places, torch.zeros_like(places), mask)
            scores = guesser(around[hidden], network.words(*words.of(choice)))
        # a word that is offered often must not seem likely for that alone
        expected = torch.log(offered[choice] * OFFERED + often[choice] * len(wanted) + 1e-9)
        target = torch.searchsorted(choice, wanted)
        learner.step(nn.functional.cross_entropy(scores - expected.clamp(max=0), target))
    network.context.out = labels
    progress(f"hidden words: {learner.said()}")


def _frequencies(texts: Sequence[Columns], count: int) -> tuple[Tensor, Tensor]:
    """Return how often words stand in texts, all languages alike, and how often to offer them."""
    often = torch.zeros(count, device=texts[0][0].device)
    for numbers, *_ in texts:
        found = torch.bincount(numbers.long(), minlength=count).float()
        found[0] = 0
        often += found / found.sum().clamp(min=1) / len(texts)
    offered = often.pow(0.75)
    return often, offered / offered.sum()


def learn_names(
    network: Network,
    words: Words,
    corpora: Sequence[Columns],
    documents: Sequence[Columns],
    length: Length,
    schedule: Schedule,
    progress: Progress,
) -> Network:
    """Train a network to label names; return the average of its weights."""
    average: Network = copy.deepcopy(network).eval()
    learner = _Learner(network, length, schedule, progress)
    count = round(DOCUMENTS * schedule.batch)
    for _ in learner:
        parts = (
            windows(corpora, schedule.batch - count, schedule.window),
            windows(documents, count, schedule.window),
        )
        numbers, places, labels, styles, marks = map(torch.cat, zip(*parts, strict=True))
        told = torch.rand(len(numbers), 1, device=words.device) >= schedule.unstyled
        index = torch.arange(numbers.numel(), device=words.device).view_as(numbers)
        with learner.halves():
            seen = words.of(numbers.flatten(), schedule.blind)
            scores = network(*seen, index, places, styles * told, (numbers > 0).float())
        stands = numbers > 0
        learner.step(masked_loss(scores.float()[stands], labels[stands], marks[stands]))
        blend(average, network, min(schedule.average, (1 + learner.steps) / (10 + learner.steps)))
    progress(f"names: {learner.said()}")
    return average


class _Learner:
    """Takes steps until its time is up, the rate rising and falling."""

    def __init__(
        self, network: nn.Module, length: Length, schedule: Schedule, progress: Progress
    ) -> None:
        self.steps = 0
        self._network = network.train()
        self._length, self._rate, self._progress = length, schedule.rate, progress
        self._half = schedule.half
        self._device = next(network.parameters()).device.type
        self._optimizer = torch.optim.AdamW(
            network.parameters(), lr=schedule.rate, weight_decay=0.01, betas=(0.9, 0.98),
            fused=self._device == "cuda",
        )  # fmt: skip
        self._losses: list[Tensor] = []

    def __iter__(self) -> Iterator[float]:
        for done in self._length.shares():
            set_rate(self._optimizer, self._rate, done)
            yield done

    def halves(self) -> torch.autocast:
        """Compute products in bfloat16 where that is faster."""
        usable = self._half or self._device == "cuda"
        return torch.autocast(self._device, dtype=torch.bfloat16, enabled=usable)

    def step(self, loss: Tensor) -> None:
        """Learn from a loss."""
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._optimizer.step()
        self.steps += 1
        self._losses.append(loss.detach())
        if self.steps % _SAID_EVERY == 0:
            self._progress(self.said())

    def said(self) -> str:
        """Return how far it is, and the mean loss of late."""
        late = self._losses[-_SAID_EVERY:]
        mean = float(torch.stack(late).mean()) if late else float("nan")
        return f"step {self.steps}, loss {mean:.4f}"
