"""Changes of a contest's plan, as `ContestAdmin.change` takes them."""

from dataclasses import replace


def to(**changes):
    """Return a function that gives a plan other values."""
    return lambda plan: replace(plan, **changes)
