"""The laboratory: classifiers over frozen word vectors, compared across data sets.

::

    IOB2 ──data──▶ words and classes ──engines.vectors──▶ vectors ──fit──▶ probe ──measure──▶ report
"""
