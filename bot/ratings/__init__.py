"""Ratings: `rating` rates people by their places, `levels` rates puzzles and training players."""
