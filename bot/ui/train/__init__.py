"""Training alone: the command, buttons and cards."""
