"""Playing: what all ways to play a puzzle share."""
