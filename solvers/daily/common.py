"""What the generators share: which words may be shown, how strange a word is, when to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.daily.edition import LEVELS
from solvers.errors import GaveUp, NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.deadline import Deadline
    from solvers.lexicon import Lexicon

EVERYDAY = 35
"""How familiar a word is at least that a puzzle gives: the bot calls it an everyday word."""
KNOWN = 30
"""How familiar a word is at least that a player must find."""
DIFFICULTIES = dict(
    zip(LEVELS, ("Gentle", "Easy", "Fair", "Tricky", "Tough", "Fierce", "Fiendish"), strict=True)
)

_LEFT_OUT = """
    abort aborted abuse abused abuser addict addicts anon anorexia aroused beheaded bikini
    bikinis booze bowel bowels brandy breast breasted breasts cam cannabis cervical chi chino
    corpse corpses cyanide dis drunk drunken dumb dumbest em enslaved es estrogen eta executed
    executor fatty faunas fetus gallows gay gays gees gentile ghetto groin gunman gunmen
    gunpoint harem heathen hes hi id idiot idiots kill killed killer killers kills lee lesbian
    lesbians lingerie liquor loosed lunatic madams mar martin massacre matt mecca mesdames mi
    mistress mod mos murder murdered murderer murders naked nth obese opium ovarian ovaries
    overdose pa pas penning perverse pi puke racism racist racists re rum satanic secs sensual
    sh shes slain slaughter slave slavery slaves slay spank spanking stat strangle strangled
    strangler stupid stupidly suck sucker sucks swines teared teed tequila tequilas terrorism
    terrorist terrorists thong torture tortured tortures torturing um uterus virgin virgins
    vodka vomit whiskey whisky yo
"""
LEFT_OUT = frozenset(_LEFT_OUT.split())
"""Words that are neither given nor needed, found by reading. Most are met in texts as names, as
abbreviations or as parts of other languages; the rest is no fun for a school."""


def familiar(lexicon: Lexicon, lengths: Iterable[int], least: int = KNOWN) -> list[str]:
    """Return the words of some lengths that a puzzle may choose: known so well, none flagged."""
    words = (lexicon.word(id_) for n in lengths for id_ in lexicon.familiar_ids(n, least))
    return [word for word in words if word not in LEFT_OUT]


def strangeness(lexicon: Lexicon, word: str) -> float:
    """Return how far a word is from the best known, in powers of ten: 0.0 to about 3.5."""
    return max(0, 65 - lexicon.familiarity[lexicon.find(word)]) / 10


def measured(difficulty: float) -> float:
    """Return a difficulty as it is stored: 0 or more, two decimals, equal on every machine."""
    return round(max(0.0, difficulty), 2)


def level_of_difficulty(difficulty: float) -> int:
    """Return the level that a difficulty belongs to: Mondays may be easier, Sundays harder."""
    return min(max(int(difficulty), LEVELS[0]), LEVELS[-1])


def difficulty_name(difficulty: float) -> str:
    """Return a difficulty in a word, for people: "Gentle" for Mondays' to "Fiendish" for Sundays'.

    >>> [difficulty_name(measured) for measured in (0.3, 4.13, 9.9)]
    ['Gentle', 'Tricky', 'Fiendish']
    """
    return DIFFICULTIES[level_of_difficulty(difficulty)]


def check(deadline: Deadline) -> None:
    """Raise GaveUp once the deadline has passed."""
    if deadline.passed():
        raise GaveUp("The time ran out before the daily puzzle was made; it is tried again soon.")


def none_left(number: int) -> NoAnswer:
    """Return the error for an edition that the lexicon has no puzzle for."""
    return NoAnswer(f"The word list has no puzzle for edition {number}; use a larger one.")
