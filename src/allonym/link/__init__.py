"""Linkers: which mentions speak of the same person, place or thing."""
