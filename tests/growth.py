"""How the cost of a call grows with its input, told in a way that a busy machine cannot upset."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def grows_linearly(
    prepare: Callable[[int], Callable[[], object]], size: int, *, times: int = 8, tries: int = 6
) -> bool:
    """Tell whether `times` the input costs clearly less than `times` squared.

    Only the processor time of this process counts, the collector of garbage rests, and the
    cheapest run of each size is compared: other work on the machine can make a run dearer but
    never cheaper, while an algorithm that is quadratic stays so in every try.

    Args:
        prepare: Returns, for a size, the call to be measured with its input ready.
        size: The smaller size; its call should cost some milliseconds.
        times: How much larger the larger one is.
        tries: Runs of each at most.
    """
    small = large = float("inf")
    limit = times**1.5
    for _ in range(tries):
        small = min(small, _seconds(prepare(size)))
        large = min(large, _seconds(prepare(size * times)))
        if large <= limit * small:
            return True
    return False


def _seconds(call: Callable[[], object]) -> float:
    gc.disable()
    try:
        start = time.process_time()
        call()
        return time.process_time() - start
    finally:
        gc.enable()
