"""Imported once by the fork server: the solvers and the word lists that its forks then share."""

import gc
import logging

import solvers.daily
import solvers.wordsnake.lp  # noqa: F401 - HiGHS, which a first snake would load
from bot import worker

said = logging.getLogger("solvers.lexicon")
said.setLevel(logging.ERROR)  # the bot has opened the same lists, and said what there is to say
worker.lexicons()
said.setLevel(logging.NOTSET)
gc.collect()
gc.freeze()  # a collection writes to all it looks at: each fork would get copies of these pages
