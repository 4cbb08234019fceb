"""Texts about a contest: states, boards, points, times, par, snakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from discord import ui

from bot.contests import (
    OPTIONS,
    Answer,
    Board,
    BoardRow,
    Coming,
    Contest,
    ContestTemplate,
    puzzle_of,
    split_lists,
)
from bot.options import lines
from bot.puzzles import GAMES
from bot.store.schema import ContestTitle, State
from bot.ui.games.faces import FACES
from bot.ui.games.snake_face import reminder
from bot.ui.games.snake_text import ordered, rungs, snake_file, spelled, wrapped
from bot.ui.layout import (
    Attachment,
    Page,
    Tone,
    and_more,
    attached,
    card,
    escape,
    fits,
    who,
)
from solvers.text import many
from solvers.wordsnake import Scored, ScoreRequest, score

STATE_NAMES: dict[State, str] = {
    "draft": "announced",
    "open": "open",
    "closed": "closed",
    "revealed": "over",
    "cancelled": "cancelled",
}
"""What a contest's state is called once it is announced."""
MOST_SPELLED = 600
"""Letters of the longest snake that is shown in full."""
INSIDERS = 5
"""Players out of competition who are named, at most."""
BEGINNING = 240
"""Letters of a longer snake that are shown."""
ROOM = 1600
"""Characters that a snake and its order may take up; a longer order is only in the file."""


def arranges(contest: Contest) -> bool:
    """Whether a contest is about putting a list of words in order."""
    return GAMES[contest.game].arranges


def lines_of(contest: Contest, words: Sequence[str], *, done: bool) -> str:
    """Show words as the game of a contest has them; see `Face.lines`."""
    return FACES[contest.game].lines(puzzle_of(contest), words, done=done)


def title(contest: Contest) -> str:
    """Return the title as it was typed, whatever characters are in it."""
    return escape(contest.title)


def words_of(template: ContestTemplate) -> str:
    """Return in a line what a template's lists are, as they would be typed."""
    return " + ".join(" ".join(text.split()) for text in split_lists(template.words))


def who_is_in(coming: Coming) -> str | None:
    """Name those who are in before a contest opens; None if nobody is."""
    if not coming.number:
        return None
    more = and_more(coming.number - len(coming.users))
    names = ", ".join(map(who, coming.users)) + (f" {more}" if more else "")
    return f"**{coming.number:,} in:** {names}"


def whole(percent: float) -> str:
    """Return "97%", rounded down: only the best, or an answer with as few steps, has 100%."""
    return f"{int(percent)}%"


def percent_of_best(percent: float) -> str:
    """Return "97% of best"."""
    return f"{whole(percent)} of best"


def amount_of(contest: Contest | ContestTitle, score: int) -> str:
    """Return a score in the unit of its game: "30 points", "4 steps"."""
    return FACES[contest.game].amount(GAMES[contest.game].result_in(score))


def best_of(contest: Contest | ContestTitle) -> str:
    """Return "best possible 30 points", or "best found …" if that is not proven."""
    sure = "possible" if contest.proven else "found"
    return f"best {sure} {amount_of(contest, contest.par or 0)}"


def out_of_competition(board: Board) -> str | None:
    """Name those who play without a place, as far as there is room."""
    if not board.insiders:
        return None

    def shown(row: BoardRow) -> str:
        score = "" if row.score is None else f" **{amount_of(board.contest, row.score)}**"
        return f"{who(row.user_id)}{score}"

    names = ", ".join(map(shown, board.insiders[:INSIDERS]))
    more = and_more(len(board.insiders) - INSIDERS)
    return f"-# Out of competition, having seen it before: {names}{more and f' {more}'}"


def why_behind(row: BoardRow) -> str:
    """Return " · rarer words" if only they put a row behind the one above it."""
    return " · rarer words" if row.rarer else ""


def a_game(contest: Contest) -> str:
    """Return "a ladder", "an anigram"."""
    return GAMES[contest.game].a_name


def size_of(contest: Contest) -> str:
    """Return "12 words" for a list, or the game with its article: "a ladder"."""
    return many(len(contest.words), "word") if arranges(contest) else a_game(contest)


def par_claim(contest: Contest) -> str:
    """Say how good the best answer is and how sure that is."""
    par, bound = contest.par or 0, contest.bound or 0
    if not arranges(contest):
        return FACES[contest.game].proven(amount_of(contest, par))
    if contest.proven:
        return f"The best possible is **{many(par, 'point')}** – that’s proven."
    return (
        f"The best I found is **{many(par, 'point')}**. There may be better, but none scores more "
        f"than **{bound:,}**."
    )


def closeness(contest: Contest, score: int) -> str:
    """Say how close an answer is to the best, in a sentence."""
    par = contest.par or 0
    if score >= par:
        return "🎉 The best possible!" if contest.proven else "🎉 As good as the best I found!"
    if GAMES[contest.game].is_rarer(score, par):
        return "🎉 As short as can be! Commoner words would still be ahead."
    return f"{missing(contest, score)}."


def missing(contest: Contest, score: int) -> str:
    """Return how far a score is from the best: "3 points short of the best"."""
    face = FACES[contest.game]
    lacks = GAMES[contest.game].result_in(contest.par or 0) - GAMES[contest.game].result_in(score)
    if face.game.fewest:
        return f"{face.amount(-lacks)} longer than the {face.best}"
    return f"{face.amount(lacks)} short of the best"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a card shows of a snake: a text and, if that is not everything, a file."""

    text: str
    files: tuple[Attachment, ...] = ()

    @property
    def media(self) -> tuple[ui.File[ui.LayoutView], ...]:
        """The file as the card shows it."""
        return tuple(attached(file) for file in self.files)


def show_answer(contest: Contest, answer: Answer, claim: str, name: str) -> Shown:
    """Show an answer of any game; `claim` heads the file called `name`, if it needs one."""
    if not arranges(contest):
        return Shown(lines_of(contest, answer.words, done=True))
    return show_snake(scored_of(contest, answer), claim, name)


def scored_of(contest: Contest, answer: Answer) -> Scored:
    """Score an answer's snake again."""
    return score(ScoreRequest(answer.words, answer.positions, contest.rule))


def in_a_line(contest: Contest, answer: Answer) -> str:
    """Return an answer in a line: the letters of a snake, the words of another game."""
    if arranges(contest):
        return spelled(scored_of(contest, answer))
    return " → ".join(answer.words)


def show_snake(
    scored: Scored, claim: str, name: str, *, brief: bool = False, room: int = ROOM
) -> Shown:
    """Show a snake in `room` characters; `claim` heads the file called `name`.

    If `brief`, its order is one running text, however short it is.
    """
    spelling = spelled(scored)
    letters = spelling if len(spelling) <= MOST_SPELLED else spelling[:BEGINNING] + "…"
    text = f"```\n{wrapped(letters)}\n```"
    order = running(scored) if brief else f"```\n{ordered(scored)}\n```"
    if len(spelling) <= MOST_SPELLED and len(text) + len(order) < room:
        return Shown(f"{text}\n{order}")
    what = "All of it" if len(spelling) > MOST_SPELLED else "Its order"
    file = Attachment(name, snake_file(scored, spelling, claim))
    return Shown(f"{text}\n{what} is in the file.", (file,))


def running(scored: Scored) -> str:
    """Return the order in a line, points after the words that score any: run → Nausea 1."""
    return " → ".join(
        f"{word} {points.removeprefix('+')}" if points and points != "+0" else word
        for word, points in rungs(scored)
    )


def rule_of(contest: Contest) -> str:
    """Return the rule and what it says, or what wins in a game without rules."""
    if not arranges(contest):
        return f"**Wins** {FACES[contest.game].wins}."
    return f"**Rule** {contest.rule}: {reminder(contest.rule, contest.words)}."


def options_of(contest: Contest, *, planned: bool = False) -> str:
    """Return the options that were chosen, a line each; `planned`: in a draft."""
    said = list(lines(OPTIONS, contest))
    if planned:
        said += [line for one in OPTIONS if (line := one.planned(contest)) is not None]
    return "\n".join(said)


def words_page(
    tone: Tone,
    blocks: list[str | None],
    place: int,
    words: Sequence[str],
    buttons: Iterable[ui.Button[ui.LayoutView]],
    *,
    instead: str = "",
) -> Page:
    """Return a card whose block at `place` has a contest's words.

    Words that do not fit go to a file, and the block says so, or says `instead` if it is given.
    """
    if fits(blocks):
        return Page(card(tone, blocks, buttons))
    file = Attachment("words.txt", ("\n".join(words) + "\n").encode())
    blocks[place] = instead or f"**{many(len(words), 'word')}** – they’re in the file"
    return Page(card(tone, blocks, buttons, (attached(file),)), (file,))
