"""Ratings: `rating` of people by their places, `levels` of puzzles and of those who train."""
