"""What only a player of a race sees: around the puzzle, after it, and in their review."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.durations import clock
from bot.play import Receipt
from bot.puzzles import MORE, game_of
from bot.races import Race, RaceMove, RacePlay, RaceStatus, RoundState
from bot.races.queries import RaceReview
from bot.ui.games.faces import face_of
from bot.ui.layout import Attachment, Block, Page, Tone, button, card, escape, picture, relative
from bot.ui.play.ids import Target
from bot.ui.play.mode import Around, News
from bot.ui.race.ids import RacePlayId, RaceRemoveId
from bot.ui.race.text import about, heading
from solvers.text import many, ordinal

WHO = "who"
PICTURE = "round.png"
TRIES_SHOWN = 12
"""Tries that a review shows, the latest."""


def present_joined(status: RaceStatus) -> Page:
    """Say that somebody is in, and what happens next."""
    race, current = status.race, status.round
    if race.state == "countdown" and current is not None and current.starts_at is not None:
        when = f"It starts {relative(current.starts_at)}."
    elif race.due_at is not None and not race.duel and race.round == 1:
        when = f"It starts {relative(race.due_at)}, or earlier if {names_of(race.created_by)} says."
    else:
        when = "It starts in a moment."
    look = (
        "Press *Play* when you’re ready: your clock starts then."
        if race.sealed
        else "The puzzle comes up right here."
    )
    blocks = [f"### You’re in: {heading(race)}", f"{when} {look}"]
    return Page(card(Tone.ANSWER, blocks))


def names_of(user_id: int | None) -> str:
    """Name the person who started a race."""
    return "somebody" if user_id is None else f"<@{user_id}>"


def present_note(status: RaceStatus, said: str) -> Page:
    """Say what was done."""
    return Page(card(Tone.NOTE, [f"### {heading(status.race)}", said]))


def target_of(own: RoundState) -> Target:
    """Return the target that a round's custom ids carry."""
    return Target("race", f"{own.status.race.id}:{own.round.number}")


def around(own: RoundState) -> Around:
    """Return what the card shows around the puzzle of a running round."""
    race, face = own.status.race, face_of(own.puzzle)
    done = "I’m done" if race.mode == "best" else "Give up"
    return Around(
        _head(own),
        face.task(own.puzzle, points=False),
        (_standing(own), f"-# {_ends(own)}"),
        more=list(_together(own)) if own.shared else (),
        end=done,
        asks=False,
    )


def shown_words(own: RoundState) -> tuple[tuple[str, ...], bool]:
    """Return the words of a round that is over for its player, and whether they are an answer."""
    if own.play is not None and own.play.best:
        return own.play.best, True
    solved = own.play is None and game_of(own.puzzle).solves(own.puzzle, own.progress.words)
    return own.line, solved


def present_over(own: RoundState, news: News | None = None, drawn: bytes | None = None) -> Page:
    """Return the card of a round that is over for its player, with a button to its result.

    `drawn`: a picture of `shown_words`.
    """
    race, puzzle, face = own.status.race, own.puzzle, face_of(own.puzzle)
    words, done = shown_words(own)
    files = () if drawn is None else (Attachment(PICTURE, drawn),)
    said = face.spoken(puzzle, words) if done else face.board_spoken(puzzle, words)
    blocks: list[Block | None] = [
        _head(own),
        news.said if news else None,
        picture(files[0], said) if files else face.lines(puzzle, words, done=done),
        "\n".join(filter(None, (_standing(own), f"-# {_ends(own)}"))),
    ]
    result = RacePlayId("refresh", race.id, own.round.number)
    look = button("Result", result, style=ButtonStyle.primary)
    return Page(card(news.tone if news else Tone.NOTE, blocks, [look]), files)


def _head(own: RoundState) -> str:
    race = own.status.race
    return f"### {heading(race)}\n-# {about(race)}"


def _standing(own: RoundState) -> str | None:
    play = own.play
    if play is None or not play.result:
        return None
    best = f"Your best: **{face_of(own.puzzle).amount(play.result)}**"
    if play.solved_ms is None or play.reached_ms is None:
        return best
    return f"{best} · in **{clock(_took(own.status.race, play), tenths=True)}**"


def _took(race: Race, play: RacePlay) -> int:
    """Return the time that decides places: in mode best the time of the best result."""
    return (play.reached_ms if race.mode == "best" else play.solved_ms) or 0


def _ends(own: RoundState) -> str:
    if own.status.round_over:
        return "This round is over. *Result* shows how it went."
    if own.play is not None and own.play.done:
        return "You’re done. *Result* shows how it went once everybody is."
    if own.over:
        return "Time’s up! *Result* shows how it went in a moment."
    return f"Ends {relative(own.ends_at)}"


def waiting_for(own: RoundState) -> str:
    """Tell a player who is done how many of the players are."""
    done = {play.player_id for play in own.status.plays if play.done}
    playing = own.status.playing
    return f"**{sum(one.id in done for one in playing)} of {len(playing)}** are done."


def _together(own: RoundState) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the extra buttons of people who play together."""
    race, number = own.status.race, own.round.number
    yield button("Refresh", RacePlayId("refresh", race.id, number))
    others = (one for one in own.status.players if one.user_id not in {None, race.created_by})
    if race.created_by == own.player.user_id and not all(one.removed for one in others):
        yield button("Remove somebody", RacePlayId("remove", race.id, number))


class RemoveModal(ui.Modal):
    """The form in which the player who began a race chooses whom to remove."""

    def __init__(self, own: RoundState) -> None:
        form = RaceRemoveId(own.status.race.id, own.round.number)
        super().__init__(title="Remove somebody", custom_id=str(form))
        about = "Their words stay, and you can undo them. They can’t come back into this race."
        person: ui.UserSelect[Any] = ui.UserSelect(custom_id=WHO)
        self.add_item(ui.Label(text="Who", description=about, component=person))


def compared(receipt: Receipt[RoundState]) -> str:
    """Describe a try that solves the puzzle."""
    own, verdict = receipt.state, receipt.verdict
    assert verdict is not None
    if receipt.first:
        return _solved(own)
    if verdict.result is None or own.play is None:
        return ""
    best = own.play.result == verdict.result
    more = " Your best yet." if best else " Your earlier best still counts."
    return f"**{face_of(own.puzzle).amount(verdict.result)}.**{more}"


def _solved(own: RoundState) -> str:
    if own.play is None:
        return "🎉 **You did it together!**"
    ms = own.play.solved_ms or 0
    said = f"🎉 **Solved in {clock(ms, tenths=True)}!**"
    ahead = sum(
        play.solved_ms is not None and play.solved_ms < ms
        for play in own.status.plays
        if play.player_id != own.player.id
    )
    if own.status.race.mode == "first":
        said += f" You’re **{ordinal(ahead + 1)}** so far."
    elif not own.over:
        said += " Go on if you see something better."
    return said


def present_review(review: RaceReview) -> Page:
    """Return a player's tries at a round, and the best answer."""
    race, puzzle, play = review.status.race, review.puzzle, review.play
    face = face_of(puzzle)
    lines = list(_lines(review.moves))[-TRIES_SHOWN:]
    hidden = len(review.moves) - len(lines)
    if hidden:
        lines.insert(0, f"-# {many(hidden, 'try', 'tries')} before these")
    own = None
    if play is not None and play.best:
        shown = face.lines(puzzle, play.best, done=True)
        own = f"**Your best:** {face.amount(play.result or 0)}\n{shown}"
    blocks = [
        f"### Your review · {heading(race)}",
        _place(race, play),
        "\n".join(lines) or "You sent in nothing this round.",
        own,
        f"**{face.which_best(puzzle)}**\n{face.lines(puzzle, puzzle.solution, done=True)}",
    ]
    return Page(card(Tone.NOTE, blocks))


def _place(race: Race, play: RacePlay | None) -> str | None:
    if play is None or play.place is None:
        return None
    time = f" · {clock(_took(race, play), tenths=True)}" if play.solved_ms is not None else ""
    return f"**{ordinal(play.place)}**{time} · {many(play.tries, 'try', 'tries')}"


def _lines(moves: Sequence[RaceMove]) -> Iterator[str]:
    """Yield a line for each try: what it added to the words that were right before."""
    before: tuple[str, ...] = ()
    for move in moves:
        new = move.words[len(before) :] if move.words[: len(before)] == before else move.words
        yield f"{'✅' if move.right else '❌'} {escape(' '.join(new or move.words))[:90]}"
        if move.right:
            before = tuple(word for word in move.words if word != MORE)
