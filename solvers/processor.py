"""Machines that the libraries are not made for: on an older one NumPy ends a program by a signal.

`python -m solvers.processor` looks before anything is installed.
"""

from __future__ import annotations

import platform
import sys

FLAGS = {"cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"}
"""By which Linux calls what an x86-64-v2 has, as processors since about 2011 do."""
BYTES = 8192
"""That are read: they have the first processor, and the others are like it."""


def too_old(described: str = "/proc/cpuinfo") -> str | None:
    """Return why this processor cannot be used, if so; ask before NumPy is imported."""
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
    """Say on standard error why the libraries cannot be had here; return 1 then."""
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
