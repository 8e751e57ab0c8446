"""Dates and ages as people write them: read without loss, written again in the same style."""
