"""The card of somebody who plays a puzzle, the same in every mode: its ids, buttons and form.

A mode (`CardMode`) says what stands around the puzzle, and shows what came of it.
"""
