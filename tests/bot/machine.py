"""A solving machine that also takes the tests' own jobs."""

import os
import sys

JOBS = {
    "nap": (tuple[float, str], float),
    "held": (str, str),
    "die_noted": (str, str),
    "pid": (str, int),
    "progress": (str, str),
}


def add_jobs():
    """Let other machines call the tests' jobs."""
    from bot.solving import wire

    wire.CALLS |= {f"tests.bot.solving.jobs.{name}": types for name, types in JOBS.items()}


if __name__ == "__main__":
    from bot.solving import serve, wire

    add_jobs()
    if other := os.environ.get("OTHER_SOLVERS"):
        wire.solvers_hash = lambda lexicons: other
    if lie := os.environ.get("LIES"):
        from dataclasses import replace

        said_of = wire.pack

        def pack(result):
            """Pack a snake with a false score, bound or proof, or without its certificate."""
            if lie == "certificate":
                return said_of(replace(result, certificate=None))
            changed = {"score": result.score + 1, "bound": result.bound - 1, "proven": True}
            return said_of(replace(result, **{lie: changed[lie]}))

        wire.pack = pack
    sys.exit(serve.main())
