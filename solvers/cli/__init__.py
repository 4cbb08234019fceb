"""The command line: a frame, and one module for each game's commands."""
