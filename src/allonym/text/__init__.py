"""Functions on strings and views; no input or output."""
