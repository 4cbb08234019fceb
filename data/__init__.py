"""The built word list, the scripts that build it, and the licences of its sources."""

from solvers.blas import one_blas_thread

one_blas_thread()
