"""Document formats: bytes in, one view, bytes out."""
