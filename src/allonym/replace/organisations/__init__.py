"""Organisations: what distinguishes one from others of its kind is exchanged."""
