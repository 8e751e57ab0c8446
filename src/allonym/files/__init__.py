"""Files: opened by their names, rewritten with all that is in them, searched before they go out."""
