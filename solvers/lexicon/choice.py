"""Which words a game may choose on its own, and how well people know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from solvers.lexicon.tiers import UNMEASURED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

RAREST = 20
"""The highest rareness of a word that games choose: most rarer words are met as names."""

_LEFT_OUT = """
    abducted abduction aboriginal aboriginals aborigines abort aborted abuse abused abuser abusers
    abuses abusing abusive addict addicted addicting addiction addictions addictive addicts albino
    albinos alcoholic alcoholics alcoholism anon anorexia anthrax ares aroused arsenic arson
    assassin assassinate assassinated assassination assassinations assassins atrocities atrocity
    autopsies autopsy beheaded beheading bikini bikinis biopsies biopsy bloodbath bloodshed bombing
    bombings booze bowel bowels brandies brandy breast breasted breasts calculi cam cancer cancers
    cannabis cannibal cannibalism cannibals cant carcass carcasses carnage cervical chi chino
    cholera coffin coffins corpse corpses cox cremated cremation crippling cyanide deathbed delirium
    detox dis doped doping dork dorks dos drowned drowning drug drugged drugs drunk drunken dumb
    dumbest em enslaved epilepsy es estrogen eta eves execute executed executes executing execution
    executioner executions executor famine famines fatalities fatality fatty faunas fetal fetus
    fetuses floras french funeral funerals gallows gay gays gees gentile gentiles ghetto ghettos
    gimme glens grenade grenades groin guillotine gunfire gunman gunmen gunpoint hanged hanging
    hangings harem harry heathen hes hi homicidal homicide homicides hostage hostages id idiot
    idiotic idiots infidelity insurgency insurgent insurgents john ken kidnap kidnapped kidnappers
    kidnapping kidnappings kidnaps kill killed killer killers killing killings kills knickers lame
    lamed lames lee lemme leprosy lesbian lesbians lesion lesions lethal lib lingerie liquor liquors
    loosed lunatic lunatics ma machete madams malaria mans manslaughter mar martin massacre matt
    mecca meg megs mes mesdames mi missile missiles mistress mistresses mod morgue morphine mortuary
    mos murder murdered murderer murderers murdering murderous murders mutilated mutilation naked
    nerd nerds nerdy nth obese obesity obscene opium ovarian ovaries overdose overdosed overdoses
    overdosing pa pas penning perverse peter pi pis poisoning poisonings polio psycho psychopath
    psychos psychosis psychotic puke pus rabies racism racist racists ravening re revolver revolvers
    roman rum rums satanic savages scotch secs senile sensual sh shackles sharking shes shrapnel
    slain slaughter slaughtered slaughtering slaughters slave slavery slaves slay slaying smallpox
    sniper snipers spank spanking stab stabbed stabbing stabs stalker stat sterns steroid steroids
    stiffs stoned strangle strangled strangler stupid stupidest stupidities stupidity stupidly suck
    sucked sucker suckers sucking sucks swines syringe teared teed tequila tequilas terror terrorism
    terrorist terrorists terrors thong torpedo torpedoes torture tortured tortures torturing trashy
    tumor tumors tumour tumours ulcer ulcers um uterus victim victimized victims virgin virgins
    vodka vomit vomited vomiting vomits welsh whiles whiskey whiskeys whiskies whisky womb wombs wot
    yo
"""
LEFT_OUT = frozenset(_LEFT_OUT.split())
"""Words that games do not choose, found by reading. Most are met as names, abbreviations or foreign
words; the rest are no fun at breakfast."""


def left_out(words: Sequence[str], familiarity: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which words are in `LEFT_OUT`; in a person's own list none are."""
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

    In a person's own list all words are familiar, however rare.
    """
    rare = (rareness > RAREST) & (familiarity != UNMEASURED)
    return np.where(rare | left_out | (flagged > 0), 0, familiarity).astype(np.uint8)
