"""The Discord bot: contests and daily puzzles over a store and solver processes, and its UI."""

from solvers.blas import one_blas_thread

one_blas_thread()  # here, since NumPy comes with what is imported next, in each kind of process
