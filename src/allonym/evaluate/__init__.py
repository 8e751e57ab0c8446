"""Measuring against gold data."""
