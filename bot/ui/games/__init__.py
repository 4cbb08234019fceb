"""The games and /word in Discord: commands, buttons, cards and what they show."""
