"""Work that goes wrong in ways no library call does; run in workers by the tests."""

from __future__ import annotations

import os
import time

from allonym.corpus import engines
from allonym.corpus.items import Outcome, Shard


def deadly(shard: Shard) -> Outcome:
    """Die on the row marked ``die``, stall on the one marked ``stall``, else do the real work."""
    marks = {str((item.row or {}).get("mark")) for item in shard.items}
    if "die" in marks:
        os._exit(9)
    if "stall" in marks:
        time.sleep(60)
    pipeline, job = engines._worker[-1]
    return engines.process_shard(pipeline, job, shard)
