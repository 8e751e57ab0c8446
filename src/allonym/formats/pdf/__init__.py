"""PDF: read as text; written as text, HTML, Word, or as pictures with the hidden blacked out."""
