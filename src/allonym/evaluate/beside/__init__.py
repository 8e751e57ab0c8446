"""Other tools on the same texts, each in a process and, if wanted, a Python of its own."""
