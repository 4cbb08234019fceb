"""Training: the command, buttons and cards of somebody who plays by themselves."""
