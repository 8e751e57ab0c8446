"""Figures that others published for the same task, with what they were measured on.

Source: the report of the GDPR student project whose classifiers the laboratory takes up (neural
network over frozen BERT base vectors; the tokens of the data sets as they are).
"""

PUBLISHED: dict[tuple[str, str], float] = {
    ("personal", "conll2003"): 0.939,
    ("personal", "btc"): 0.946,
    ("personal", "wikigold"): 0.855,
    ("classes", "conll2003"): 0.950,
}
"""F1 by task and data set."""


def published(task: str, data: str) -> float | None:
    """Return the published F1 for a task on a data set, None where there is none.

    >>> published("personal", "btc.test"), published("personal", "wnut17.test")
    (0.946, None)
    """
    return PUBLISHED.get((task, data.partition(".")[0]))
