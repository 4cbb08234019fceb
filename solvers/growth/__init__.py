"""Strings that grow by one letter: what both anigrams and truncate sequences walk on.

`build` finds, for every string, the strings that are left when it loses a letter, and counts all
the paths up and down; `Growth` walks on the finished tables and draws paths uniformly.
"""

from solvers.growth.build import PLACES, Place, growth_tables
from solvers.growth.walk import Growth

__all__ = ["PLACES", "Growth", "Place", "growth_tables"]
