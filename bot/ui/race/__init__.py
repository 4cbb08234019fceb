"""Races and duels in Discord: commands, buttons, forms and what they show."""
