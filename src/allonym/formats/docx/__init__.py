"""Word documents, rewritten in place."""
