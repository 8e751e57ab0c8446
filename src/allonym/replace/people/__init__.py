"""People: who is called what in a document, and what stands for each word of a name."""
