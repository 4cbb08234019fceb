"""The Discord bot: contests and daily puzzles over a store and solver processes, and its UI."""

from solvers.blas import one_blas_thread
from solvers.processor import too_old

# Here, since NumPy comes with what is imported next, in each kind of process.
one_blas_thread()
if (why := too_old()) is not None:
    from bot.start import refuse

    refuse(why)
