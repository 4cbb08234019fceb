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
    abducted abduction abort aborted abuse abused abuser addict addicted addicting addiction
    addictions addictive addicts albino albinos alcoholic alcoholics alcoholism anon anorexia ares
    aroused arson assassin assassinate assassins autopsies autopsy beheaded beheading bikini bikinis
    bloodbath bloodshed bombing bombings booze bowel bowels brandy breast breasted breasts calculi
    cam cancer cancers cannabis cannibal cannibalism cannibals cant cervical chi chino cholera
    coffin coffins corpse corpses cox cremated cremation crippling cyanide delirium dis dork dorks
    dos drowned drowning drug drugged drugs drunk drunken dumb dumbest em enslaved epilepsy es
    estrogen eta eves execute executed executes execution executioner executions executor fatty
    faunas fetal fetus floras funeral funerals gallows gay gays gees gentile gentiles ghetto ghettos
    glens grenade grenades groin guillotine gunfire gunman gunmen gunpoint hanged hanging hangings
    harem heathen hes hi hostage hostages id idiot idiotic idiots infidelity insurgency insurgent
    insurgents ken kidnap kidnapped kidnappers kidnapping kidnappings kidnaps kill killed killer
    killers kills knickers lame lamed lames lee lemme leprosy lesbian lesbians lesion lesions lethal
    lib lingerie liquor loosed lunatic lunatics ma machete madams malaria mans mar martin massacre
    matt mecca meg mes mesdames mi missile missiles mistress mistresses mod morgue morphine mortuary
    mos murder murdered murderer murderers murdering murderous murders mutilated mutilation naked
    nerd nerds nerdy nth obese obesity opium ovarian ovaries overdose overdosed overdoses overdosing
    pa pas penning perverse pi poisonings polio psycho psychopath psychos psychosis psychotic puke
    pus rabies racism racist racists ravening re revolver revolvers rum satanic secs senile sensual
    sh shackles sharking shes shrapnel slain slaughter slaughtered slaughters slave slavery slaves
    slay sniper snipers spank spanking stab stabbed stabbing stabs stalker stat sterns steroid
    steroids stoned strangle strangled strangler stupid stupidly suck sucker sucks swines syringe
    teared teed tequila tequilas terror terrorism terrorist terrorists terrors thong torpedo
    torpedoes torture tortured tortures torturing trashy tumor tumors tumour tumours ulcer ulcers um
    uterus victim victimized victims virgin virgins vodka vomit vomited vomiting vomits whiles
    whiskey whisky womb wombs wot yo
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
