"""Cards of editions as they may be, for tests of what is shown of them: no database."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.play import EditorState
from bot.store.schema import DailyPlay
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

CARDS = DailyCards()


def daily_card(state, closes=None, news=None, picked=None):
    """The card of an edition that goes on."""
    shown = around(state, closes)
    return present_playing(CARDS.target(state), state, shown, in_words(state), news, picked=picked)


def in_words(state):
    """The words of a card as they are shown without a picture."""
    return Board(face_of(state.puzzle).playing(state.puzzle, state.line))


def daily_stuck(state):
    """What is offered to somebody who is stuck."""
    target, title = CARDS.target(state), CARDS.title(state)
    return present_stuck(target, title, state, around(state, None), defined=True)


def daily_asking(state, streak=None):
    """What is asked before somebody gives an edition up."""
    return present_asking(CARDS.target(state), CARDS.title(state), ending(state, streak))


def daily_form(state, rest=()):
    """The form of an edition's card."""
    return WordsModal(CARDS.target(state), CARDS.title(state), EditorState(state, rest))


def daily_news(receipt):
    """What is said of a gesture."""
    return news_of(CARDS, receipt)


PLAY = DailyPlay(
    id=1,
    number=4,
    user_id=77,
    live=True,
    started_at=datetime(2026, 1, 4, tzinfo=UTC),
    progress=((), ()),
    hints=(),
    tries=1,
    best_result=None,
    best=None,
    points=None,
    solved_at=None,
    best_ms=None,
    at_par=False,
    given_up_at=None,
)
