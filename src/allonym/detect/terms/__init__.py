"""Occupations and diseases."""
