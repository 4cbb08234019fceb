"""The card on which somebody plays a puzzle, the same in every mode: its ids, buttons and form.

A mode (`CardMode`) says what surrounds the puzzle, and shows the result.
"""
