"""Office packages: OpenDocument, spreadsheets and slides, part by part as their rules say."""
