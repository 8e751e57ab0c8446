"""HTML and XML: text, attributes and comments, rewritten in the source where they stand."""
