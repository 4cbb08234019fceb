"""Running programs without root's override of file permissions."""

from __future__ import annotations

import ctypes
import os


def without_override() -> None:
    """Drop root's right to read and write everywhere, for the next program that runs."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0  # PR_CAPBSET_DROP
