"""Imported once by the fork server: the solvers and the word lists that its forks then share."""

import gc

import solvers.daily
import solvers.wordsnake.lp  # noqa: F401 - HiGHS, which a first snake would load
from bot import worker

worker.lexicons()
gc.collect()
gc.freeze()  # a collection writes to all it looks at: each fork would get copies of these pages
