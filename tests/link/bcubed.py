"""B-cubed precision and recall of a clustering (Bagga and Baldwin 1998)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping


def b_cubed(
    gold: Mapping[Hashable, Hashable], found: Mapping[Hashable, Hashable]
) -> tuple[float, float, float]:
    """Return precision, recall and F1 over the items whose gold cluster has two or more."""
    gold_sets = _sets(gold)
    found_sets = _sets(found)
    items = [i for i in gold if len(gold_sets[gold[i]]) > 1]
    precision = recall = 0.0
    for item in items:
        ours, theirs = found_sets[found[item]], gold_sets[gold[item]]
        precision += len(ours & theirs) / len(ours)
        recall += len(ours & theirs) / len(theirs)
    p, r = precision / len(items), recall / len(items)
    return p, r, 2 * p * r / (p + r)


def _sets(clusters: Mapping[Hashable, Hashable]) -> dict[Hashable, set[Hashable]]:
    sets: dict[Hashable, set[Hashable]] = {}
    for item, cluster in clusters.items():
        sets.setdefault(cluster, set()).add(item)
    return sets
