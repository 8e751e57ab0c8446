"""CoNLL-U and CoNLL-U Plus: words, lemmas, remarks and columns kept in step."""
