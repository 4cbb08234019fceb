"""The letter graph of anigrams and truncate sequences: an edge joins two strings one letter apart.

`build` finds, for every string, the strings that remain when it loses a letter (down), and counts
all paths up and down; `LetterGraph` walks on the finished tables and draws paths uniformly.
"""

from solvers.growth.build import PLACES, Place, letter_graph_tables, tables_of_policies
from solvers.growth.walk import LetterGraph

__all__ = ["PLACES", "LetterGraph", "Place", "letter_graph_tables", "tables_of_policies"]
