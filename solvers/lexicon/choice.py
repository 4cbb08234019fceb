"""Which words a game may choose by itself, and how well people know these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon.tiers import UNMEASURED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RAREST = 20
"""The highest rareness of a word that games choose: most of the others are met as names."""

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
"""Words that games do not choose, found by reading.

Most are met as names, as abbreviations or in other languages; the rest is no fun at breakfast."""


def left_out(words: Sequence[str], familiarity: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which words are in `LEFT_OUT`: none of a list of one's own."""
    listed: NDArray[np.bool_] = np.array([word in LEFT_OUT for word in words], bool)
    listed[familiarity == UNMEASURED] = False
    return listed


def choice(
    familiarity: NDArray[np.uint8],
    rareness: NDArray[np.uint32],
    flagged: NDArray[np.uint8],
    left_out: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """Return the familiarity of the words that a game may choose, 0 for all others.

    In a list of one's own all words are familiar, however rare.
    """
    rare = (rareness > RAREST) & (familiarity != UNMEASURED)
    return np.where(rare | left_out | (flagged > 0), 0, familiarity).astype(np.uint8)
