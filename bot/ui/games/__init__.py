"""The four games in Discord: what their commands and buttons share, up to a finished card."""
