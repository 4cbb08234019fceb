"""`python -m bench [subject …]`: the side-by-side timings."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from bench.frame import SUBJECTS, purpose, run


def main() -> int:
    """Run the subjects named, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure, side by side with what one might use instead.",
        epilog="subjects:\n" + "\n".join(f"  {name:<12} {purpose(name)}" for name in SUBJECTS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("subject", nargs="*", help="what to measure (default: everything)")
    parser.add_argument("--quick", action="store_true", help="a first impression, in seconds")
    options = parser.parse_args()
    for name in options.subject:
        if name not in SUBJECTS:
            parser.error(f"there is no subject “{name}”; choose {', '.join(SUBJECTS)}")
    run(
        options.subject or SUBJECTS,
        Console(width=None if sys.stdout.isatty() else 140),
        quick=options.quick,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
