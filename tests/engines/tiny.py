"""A token classifier so small that a test can make and train it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
PEOPLE, TOWNS = ("Anna", "Nowak", "Eva"), ("Paris", "Leeds")
WORDS = ("lives", "in", "and", "with", "met", ".", ",")


def save_tokenizer(folder: Path) -> Any:
    """Write a WordPiece tokenizer of a few words, one of which is cut in pieces."""
    from transformers import BertTokenizerFast

    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "Now", "##ak"]
    folder.mkdir(parents=True, exist_ok=True)
    words = [w for w in (*PEOPLE, *TOWNS, *WORDS) if w != "Nowak"]
    (folder / "vocab.txt").write_text("\n".join([*pieces, *words]), "utf-8")
    tokenizer = BertTokenizerFast(
        vocab=str(folder / "vocab.txt"), vocab_file=str(folder / "vocab.txt"),
        do_lower_case=False, model_max_length=32,
    )  # fmt: skip
    tokenizer.save_pretrained(folder)
    return tokenizer


def save_classifier(folder: Path) -> Path:
    """Train a two-layer BERT on sentences of the words above, and save it."""
    import torch
    from transformers import BertConfig, BertForTokenClassification

    torch.manual_seed(1)
    tokenizer = save_tokenizer(folder)
    config = BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=64,
        id2label=dict(enumerate(LABELS)), label2id={n: i for i, n in enumerate(LABELS)},
    )  # fmt: skip
    model = BertForTokenClassification(config)
    chance = random.Random(1)
    texts = [" ".join(chance.choices((*PEOPLE, *TOWNS, *WORDS), k=24)) for _ in range(48)]
    batch = tokenizer(texts, return_tensors="pt", padding="max_length", truncation=True)
    rows = [tokenizer.convert_ids_to_tokens(row) for row in batch["input_ids"]]
    gold = torch.tensor([[_label(name) for name in row] for row in rows])
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for _ in range(80):
        loss = model(**batch, labels=gold).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval().save_pretrained(folder)
    return folder


def _label(name: str) -> int:
    if name in TOWNS:
        return 3
    if name in ("Now", "##ak"):
        return 2
    return 1 if name in PEOPLE else 0


def export_onnx(folder: Path) -> None:
    """Write the model of a folder as ONNX and remove its weights, so that only that can run."""
    import torch
    from transformers import AutoModelForTokenClassification

    network = AutoModelForTokenClassification.from_pretrained(folder).eval()
    network.config.return_dict = False
    example = torch.ones((1, 8), dtype=torch.long)
    axes = {0: "windows", 1: "pieces"}
    torch.onnx.export(
        network, (example, example), str(folder / "model.onnx"), dynamo=False,
        input_names=["input_ids", "attention_mask"], output_names=["logits"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "logits": axes},
    )  # fmt: skip
    (folder / "model.safetensors").unlink()
