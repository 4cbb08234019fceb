"""The Discord bot: contests and daily puzzles over a store and solver processes, and its UI."""

from solvers.blas import one_blas_thread
from solvers.processor import too_old

# Called first, because the next imports load NumPy, in every kind of process.
one_blas_thread()
if (why := too_old()) is not None:
    from bot.start import refuse

    refuse(why)
