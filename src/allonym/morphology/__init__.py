"""Morphology: reading and making the forms of names, one engine a kind of data."""
