"""The rules of a daily puzzle: those of its game, and those of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.dailies import COST, game_of
from bot.present.daily_text import daily_id, title
from bot.present.layout import Page, Tone, button, card

if TYPE_CHECKING:
    from bot.dailies import Game

GAMES: dict[Game, str] = {
    "ladder": """\
Each step changes exactly one letter, none moves, and makes another word of my list: cat, cot, \
dot, dog. Any ladder that arrives solves it; the fewest steps there can be are par. Leave the \
ends out or write them, as you like.""",
    "snake": """\
Lay every word once. Where the end of a word is the beginning of the next, the letters they share \
count squared: nausea, seasick share *sea* and score 9. The best order there is, proven, is par; \
the goal is some way below it. Tap the words in order, or write them.""",
    "anigram": """\
Each stage reveals one letter more. Use all the letters of the stage, in any order, for a word of \
my list: team, then steam, then master. Any such word passes, and stages that are done stay done; \
you can send in words for several at once.""",
    "truncate": """\
Each word is the one before with one letter more, at its front or its end: a, la, lap, laps. Grow \
the first as far as you can; the longest line there is, is par. Where a word of yours fails, those \
before it count.""",
}
ALL = f"""\
- **Points**: up to 100, the share of par you reach. A hint at a letter costs {COST["letter"]}, \
one at a word {COST["word"]}, for the tries that come after it.
- **Tries**: as many as you like; the best counts. The first that solves it is timed, from your \
first *Play*, and time settles ties.
- **Streak**: solve each day's puzzle. Every seventh in a row earns a freeze, two at most; one \
is used up when you miss a day. It is yours in all servers.
- **Boards** are each server's own: you are on that of every server where you pressed *Play*.
- **When it is over**, the next one opens. You find older ones in the archive, outside streaks and \
boards.
- **One play**: a puzzle that is over here may be open in another server. Hints and a solution \
that you see in the archive go with you and count there, too."""


def present_rules(number: int) -> Page:
    """Return the rules of an edition; nothing of the puzzle itself."""
    game = game_of(number)
    blocks = [
        f"## {title(number)}: the rules",
        GAMES[game],
        ALL,
    ]
    play = button("Play", daily_id("play", number))
    return Page(card(Tone.NOTE, blocks, [play]))
