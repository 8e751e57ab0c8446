"""What Word, Excel and PowerPoint files share: packages of parts, slots of text, pictures."""
