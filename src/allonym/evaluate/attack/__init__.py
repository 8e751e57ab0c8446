"""What of the originals can be found in the output; shares no code with the leak check."""
