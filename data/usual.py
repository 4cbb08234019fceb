"""The usual senses of words that WordNet's counts get wrong.

It counted few texts, of the press and of the sixties: there a club plays baseball, a queen lives in
a hive, and nothing is bald but facts.
"""

from __future__ import annotations

USUAL = {
    "act": "something that people do",
    "award": "a tangible symbol",
    "bald": "lacking hair",
    "bank": "a financial institution",
    "bear": "massive plantigrade",
    "belt": "a band to tie or buckle",
    "bike": "a wheeled vehicle that has two wheels",
    "bye": "a farewell remark",
    "cat": "feline mammal | any of several large cats",
    "clip": "any of various small fasteners",
    "club": "a formal association",
    "core": "the center of an object",
    "cream": "the part of milk",
    "crown": "an ornamental jeweled headdress",
    "deal": "an agreement between parties",
    "frame": "a framework that supports",
    "gear": "equipment consisting",
    "gold": "a soft yellow malleable",
    "grace": "elegance and beauty",
    "holy": "belonging to or derived from",
    "jack": "tool for exerting pressure",
    "jazz": "a genre of popular music",
    "mum": "informal terms for a mother",
    "net": "an open fabric of string",
    "next": "immediately following",
    "now": "at the present moment",
    "plant": "(botany) a living organism",
    "plate": "dish on which food is served",
    "poor": "having little money",
    "queen": "a female sovereign",
    "ring": "jewelry consisting of a circlet",
    "soil": "material in the top layer",
    "split": "separate into parts",
    "stem": "a slender or elongated structure",
    "table": "a piece of furniture having a smooth flat top",
    "tap": "strike lightly",
    "till": "a strongbox for holding cash",
    "title": "the name of a work of art",
    "van": "a truck with an enclosed cargo space",
}
"""By word, how its usual senses begin in WordNet."""


def beginnings(word: str) -> list[str]:
    """Return how the usual senses of a word begin, the most usual first; none if WordNet is right.

    >>> beginnings("cat")
    ['feline mammal', 'any of several large cats']
    """
    return USUAL[word].split(" | ") if word in USUAL else []
