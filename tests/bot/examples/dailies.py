"""Possible cards of editions, for tests of their looks: no database."""

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
