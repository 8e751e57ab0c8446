"""Dates and ages: by their form, by the words around, by the document."""
