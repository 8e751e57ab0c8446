"""Whatever has a shape: numbers, codes, mail, plates, and the words that announce them."""
