"""Daily puzzles in Discord: commands, buttons, forms and what they show."""
