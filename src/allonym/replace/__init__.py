"""Replacers: one module a method, all of them pure."""
