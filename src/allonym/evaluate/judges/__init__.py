"""Judges of word forms that had no part in making them; each loads its library when made."""
