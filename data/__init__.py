"""The word list as built, the scripts that build it, and the licences of what it is made from."""

from solvers.blas import one_blas_thread

one_blas_thread()
