"""Detectors: each finds mentions in a view and says why."""
