"""Imported once by the fork server: the solvers and the word lists that its forks then share."""

from bot.solving import worker

worker.lexicons()
