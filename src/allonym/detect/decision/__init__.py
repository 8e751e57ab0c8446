"""One decision over all evidence."""
