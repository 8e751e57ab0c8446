"""Marks that stand in and beside names, and letters that sound, told once for all languages."""

QUOTES = frozenset("\"'„“”«»‘’‚‹›")
HYPHENS = ("-", "\u2010", "\u2011", "–")
VOWELS = frozenset("aeiouyаеиоуъюя")
"""Of words folded; a Latin *y* is a consonant where it softens one: *Gy.*"""
