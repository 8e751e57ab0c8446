"""Review: what a person decides about a recognised document, and what comes of it."""
