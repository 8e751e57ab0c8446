"""What lists, cases and overlaps say of finds before anything is decided."""
