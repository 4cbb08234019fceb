"""Detects machines that the libraries do not support: on an old one NumPy crashes a program.

`python -m solvers.processor` checks before anything is installed.
"""

from __future__ import annotations

import platform
import sys

FLAGS = {"cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"}
"""Linux's names for the features of x86-64-v2, which processors since about 2011 have."""
BYTES = 8192
"""How much is read: it describes the first processor, and the others are like it."""


def too_old(described: str = "/proc/cpuinfo") -> str | None:
    """Return why this processor cannot be used, or None; call before NumPy is imported."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        with open(described, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - quicker
            lines = file.read(BYTES).splitlines()
    except OSError:
        return None
    flags = next((set(line.split()) for line in lines if line.startswith("flags")), FLAGS)
    if flags >= FLAGS:
        return None
    missing = ", ".join(sorted(FLAGS - flags))
    return (
        f"This processor is too old for NumPy: it is no x86-64-v2 ({missing} missing). "
        "In a virtual machine, choose “host” as the model of its processor."
    )


def main() -> int:
    """Print to standard error why the libraries cannot run here, and return 1; else return 0."""
    why = too_old()
    if sys.maxsize < 1 << 32:
        why = (
            "A 64-bit Python is needed, since NumPy and others are not made for 32 bits; on a "
            "Raspberry Pi 3 or later, install the 64-bit system."
        )
    if why is not None:
        print(why, file=sys.stderr)  # noqa: T201
    return int(why is not None)


if __name__ == "__main__":
    sys.exit(main())
