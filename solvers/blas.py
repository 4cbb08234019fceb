"""Limits NumPy's linear algebra (BLAS), which no solver calls but which is loaded anyway."""

from __future__ import annotations

import os

_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def one_blas_thread() -> None:
    """Make NumPy load its linear algebra for one thread; call this before NumPy is imported.

    Otherwise it takes a thread and 33 MB of buffers for each processor of the machine, even those
    that a container may not use. This also applies to processes started later. Values that are
    already set stay. Only programs call this: users of the library may have other work for these
    threads.
    """
    for name in _VARIABLES:
        os.environ.setdefault(name, "1")
