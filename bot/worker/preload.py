"""Imported once by the fork server: loads the solvers and word lists that its forks share."""

import gc
import logging

import solvers.daily
import solvers.wordsnake.lp  # noqa: F401 - HiGHS, which a first snake would load
from bot import worker

said = logging.getLogger("solvers.lexicon")
said.setLevel(logging.ERROR)  # the bot has opened the same lists and logged about them
worker.lexicons()
said.setLevel(logging.NOTSET)
gc.collect()
gc.freeze()  # a collection writes to every object: each fork would get its own copies
