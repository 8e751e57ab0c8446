"""Figures that others published for the same task, with what they were measured on.

Source: the report of the GDPR student project whose classifiers the laboratory takes up: a neural
network over frozen BERT base vectors, trained on CoNLL-2003, tested on all three.  *Person or not*
is the label PER against all others; for five classes its F1 counts words outside of names too.
"""

PUBLISHED: dict[tuple[str, str], float] = {
    ("person", "conll2003"): 0.939,
    ("person", "btc"): 0.946,
    ("person", "wikigold"): 0.855,
    ("classes", "conll2003"): 0.950,
    ("classes", "btc"): 0.960,
    ("classes", "wikigold"): 0.916,
}
"""F1 by task and data set."""


def published(task: str, data: str) -> float | None:
    """Return the published F1 for a task on a data set, None where there is none.

    >>> published("person", "btc.test"), published("person", "wnut17.test")
    (0.946, None)
    """
    return PUBLISHED.get((task, data.partition(".")[0]))
