"""NumPy's linear algebra (BLAS), which no solver calls, and which is loaded all the same."""

from __future__ import annotations

import os

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_blas_thread() -> None:
    """Have NumPy load its linear algebra for one thread; call it before NumPy is imported.

    By itself it takes a thread and 33 MB of buffers for each processor of the machine, also of
    those that a container may not use. It holds for processes that are started later, too. What
    somebody has set stays. For programs alone: whoever uses the solvers as a library may well
    have other work for these threads.
    """
    for name in _VARIABLES:
        os.environ.setdefault(name, "1")
