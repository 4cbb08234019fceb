"""Cards of editions as they may be, for tests of what is shown of them: no database."""

from __future__ import annotations

from bot.play import EditorState
from bot.ui.daily.card import DailyCards, around, ending
from bot.ui.play.card import WordsModal, news_of, present_asking, present_playing

CARDS = DailyCards()


def daily_card(state, closes=None, news=None, picked=None, *, board=True):
    """The card of an edition that goes on."""
    return present_playing(
        CARDS.target(state), state, around(state, closes, board=board), news, picked
    )


def daily_asking(state, streak=None):
    """What is asked before somebody gives an edition up."""
    return present_asking(CARDS.target(state), CARDS.title(state), ending(state, streak))


def daily_form(state, rest=()):
    """The form of an edition's card."""
    return WordsModal(CARDS.target(state), CARDS.title(state), EditorState(state, rest))


def daily_news(receipt):
    """What is said of a gesture."""
    return news_of(CARDS, receipt)
