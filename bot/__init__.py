"""The Discord bot: contests and daily puzzles over a store and solver processes, and its UI."""
