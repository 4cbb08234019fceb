"""Possible cards of editions, for tests of their looks: no database."""

from datetime import UTC, datetime

from bot.play import EditorState
from bot.store.schema import DailyPlay, DailySetup
from bot.ui.daily.card import DailyCards, around, ending
from bot.ui.games.faces import face_of
from bot.ui.play.card import (
    Board,
    WordsModal,
    news_of,
    present_asking,
    present_playing,
    present_stuck,
)
from solvers.daily import GAMES

CARDS = DailyCards()


def daily_card(state, closes=None, news=None, picked=None):
    """Return the card of an open edition."""
    shown = around(state, closes)
    return present_playing(CARDS.target(state), state, shown, in_words(state), news, picked=picked)


def in_words(state):
    """Return a card's words as shown without a picture."""
    return Board(face_of(state.puzzle).playing(state.puzzle, state.line))


def daily_stuck(state):
    """Return the page of help for somebody who is stuck."""
    target, title = CARDS.target(state), CARDS.title(state)
    return present_stuck(target, title, state, around(state, None), defined=True)


def daily_asking(state, streak=None):
    """Return the question before somebody gives up an edition."""
    return present_asking(CARDS.target(state), CARDS.title(state), ending(state, streak))


def daily_form(state, rest=()):
    """Return the form of an edition's card."""
    return WordsModal(CARDS.target(state), CARDS.title(state), EditorState(state, rest))


def daily_news(receipt):
    """Return the answer to a gesture."""
    return news_of(CARDS, receipt)


JANUARY = datetime(2026, 1, 4, tzinfo=UTC)
PLAY = DailyPlay(id=1, number=4, user_id=77, live=True, started_at=JANUARY, tries=1)


def setup(**changes):
    """Return a server's setup."""
    about = {"guild_id": 1, "channel_id": 2, "hour": 9, "time_zone": "UTC", "games": GAMES}
    about |= {"role_id": None, "thread": False, "running": True, "set_by": 3, "since": JANUARY}
    about |= {"next_due_at": JANUARY, "last_number": None}
    return DailySetup(**about | {"failing_since": None, "disabled_at": None} | changes)
