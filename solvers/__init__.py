"""The games' solvers: pure functions over a lexicon, with frozen requests in and results out."""
