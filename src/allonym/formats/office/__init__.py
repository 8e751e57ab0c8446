"""Office files: packages of parts, by rules for each part or by the relations between them."""
