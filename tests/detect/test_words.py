"""What is known of the words of a document: once for each word, laid out where it stands."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from allonym.detect.decision.words import words_of
from allonym.model.scored import WordScores

WORDS = st.lists(
    st.sampled_from(("Ana", "ana", "ANA", "Anina", "7", "b2b", "Žak", "x")), max_size=12
)


def read(words, people):
    ends = np.cumsum([len(w) + 1 for w in words]).tolist()
    offsets = [(end - len(w) - 1, end - 1) for w, end in zip(words, ends, strict=True)]
    rows = np.array([(1 - p, p, p) for p in people], np.float32).reshape(len(words), 3)
    scores = WordScores(offsets, ("PER",), rows)
    return words_of(" ".join(words), scores, (), len, lambda w: len(w) % 3, lambda w: len(w) % 7)


@given(WORDS, st.randoms())
def test_a_word_is_known_by_itself_and_recurs_by_its_stem(words, rng):
    people = [rng.random() for _ in words]
    seen = read(words, people)
    for n, word in enumerate(words):
        alone = read([word], [people[n]])
        assert (seen.bits[n], seen.ordinary[n]) == (alone.bits[0], alone.ordinary[0])
        for name in ("initial_capital", "small", "digit", "given somewhere inflected"):
            assert seen.columns[name][n] == alone.columns[name][0]
        stem = word.casefold()[: max(4, len(word) - 2)]
        same = [m for m, w in enumerate(words) if w.casefold()[: max(4, len(w) - 2)] == stem]
        assert seen.columns["small_here"][n] == sum(words[m][0].islower() for m in same)
        assert seen.columns["large_here"][n] == sum(not words[m][0].islower() for m in same)
        assert seen.columns["PER_here"][n] == max(np.float32(people[m]) for m in same)
