"""Dates and ages: one timeline a document."""
