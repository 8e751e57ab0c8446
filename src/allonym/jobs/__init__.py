"""Tasks of many documents that survive the death of any process (``allonym[serve]``)."""
