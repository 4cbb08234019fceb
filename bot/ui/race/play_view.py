"""What a player of a race sees alone: the puzzle, their words, what just happened; their review."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.puzzles import game_of, line_of, next_move
from bot.races import OwnPlay, RacePlay, RaceStatus, TryReceipt, may_undo
from bot.races.queries import RaceReview
from bot.ui.games.faces import face_of
from bot.ui.layout import Page, Tone, button, card, escape, relative
from bot.ui.race.ids import RaceFormId, RacePlayId, RaceRemoveId, RaceTapId
from bot.ui.race.text import about, clock, heading
from bot.ui.tapping import guide, laid, tap_rows
from bot.ui.taps import UNTAPPED, Tapped
from bot.ui.words import mistake_in
from solvers.daily import Puzzle
from solvers.text import many, ordinal

WORDS, WHO = "words", "who"
LONGEST = 2000
MOST_TRIES = 12
"""Tries that a review shows, the last ones."""


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
    """Name whoever started a race."""
    return "somebody" if user_id is None else f"<@{user_id}>"


def present_note(status: RaceStatus, said: str) -> Page:
    """Say what was done."""
    return Page(card(Tone.NOTE, [f"### {heading(status.race)}", said]))


def present_play(
    own: OwnPlay, said: str | None = None, tone: Tone = Tone.NOTE, tapped: Tapped = UNTAPPED
) -> Page:
    """Return a round as its player sees it; `said`: what has just happened.

    `tapped` are the words that are tapped so far, by their numbers.
    """
    race, puzzle = own.status.race, own.puzzle
    onward = "" if own.over or game_of(puzzle).arranges else next_move(puzzle, own.progress)
    blocks = [
        f"### {heading(race)}\n-# {about(race)}",
        said,
        face_of(puzzle).task(puzzle, points=False),
        _words(own, tapped),
        guide(puzzle.given, tapped),
        _standing(own),
        f"-# {_ends(own)}" + (f" · {onward}" if onward else ""),
    ]
    return Page(card(tone, blocks, media=_rows(own, tapped)))


def _words(own: OwnPlay, tapped: Tapped) -> str | None:
    """Show what a player has so far; where words are tapped the best, until others are."""
    puzzle, face = own.puzzle, face_of(own.puzzle)
    if not face.game.arranges:
        complete = game_of(puzzle).is_complete(puzzle, own.progress.words)
        return face.lines(puzzle, line_of(puzzle, own.progress), done=complete)
    if tapped.order:
        return face.playing(puzzle, laid(puzzle.given, tapped))
    best = own.play.best if own.play is not None else ()
    if own.over and not best:
        return face.lines(puzzle, (), done=False)
    return face.lines(puzzle, best, done=True) if best else None  # buttons have the words


def _standing(own: OwnPlay) -> str | None:
    play = own.play
    if play is None or not play.result:
        return None
    best = f"Your best: **{face_of(own.puzzle).amount(play.result)}**"
    if play.solved_ms is not None:
        return f"{best} · solved in **{clock(play.solved_ms)}**"
    return best


def _ends(own: OwnPlay) -> str:
    if own.status.round_over:
        return "This round is over. *Result* shows how it went."
    if own.play is not None and own.play.done:
        return "You’re done. *Result* shows how it went once everybody is."
    if own.over:
        return "Time’s up! *Result* shows how it went in a moment."
    return f"Ends {relative(own.ends_at)}"


def waiting_for(own: OwnPlay) -> str:
    """Say to somebody who is done how many of all who play are."""
    done = {play.player_id for play in own.status.plays if play.done}
    playing = own.status.playing
    return f"**{sum(one.id in done for one in playing)} of {len(playing)}** are done."


def _rows(own: OwnPlay, tapped: Tapped) -> list[ui.ActionRow[ui.LayoutView]]:
    race, puzzle, play = own.status.race, own.puzzle, own.play
    assert own.status.round is not None
    number, seen = own.status.round.number, len(own.progress.words)
    if own.over:
        result = RacePlayId("refresh", race.id, number, seen)
        return [ui.ActionRow(button("Result", result, style=ButtonStyle.primary))]
    write = RacePlayId("write", race.id, number, seen)
    label = "I’m done" if race.mode == "best" else "Give up"
    done = button(label, RacePlayId("done", race.id, number, seen))
    if game_of(puzzle).arranges:
        taps = RaceTapId("tap", race.id, number, tapped=tapped)
        return tap_rows(puzzle.given, taps, [button("Type", write), done])
    complete = play is None and game_of(puzzle).is_complete(puzzle, own.progress.words)
    buttons = [button("Next word", write, style=ButtonStyle.primary, disabled=complete)]
    if play is None:
        done = button("Give up", RacePlayId("done", race.id, number, seen))
        buttons.append(button("Refresh", RacePlayId("refresh", race.id, number, seen)))
    undo = button("Undo", RacePlayId("undo", race.id, number, seen), disabled=not may_undo(own))
    rows = [ui.ActionRow(*buttons, undo, done)]
    others = (one for one in own.status.players if one.user_id not in {None, race.created_by})
    removable = not all(one.removed for one in others)
    if play is None and race.created_by == own.player.user_id and removable:
        rows.append(
            ui.ActionRow(button("Remove somebody", RacePlayId("remove", race.id, number, seen)))
        )
    return rows


class RemoveModal(ui.Modal):
    """The form in which whoever began a race chooses whom to remove."""

    def __init__(self, own: OwnPlay) -> None:
        assert own.status.round is not None
        form = RaceRemoveId(own.status.race.id, own.status.round.number)
        super().__init__(title="Remove somebody", custom_id=str(form))
        about = "Their words stay, and you can undo them. They can’t come back into this race."
        person: ui.UserSelect[Any] = ui.UserSelect(custom_id=WHO)
        self.add_item(ui.Label(text="Who", description=about, component=person))


class WordsModal(ui.Modal):
    """The form that the next word, several, or a whole answer is written into."""

    def __init__(self, own: OwnPlay) -> None:
        race, puzzle = own.status.race, own.puzzle
        assert own.status.round is not None
        form = RaceFormId(race.id, own.status.round.number)
        super().__init__(title=heading(race)[:45], custom_id=str(form))
        whole = game_of(puzzle).arranges
        style = discord.TextStyle.paragraph if whole else discord.TextStyle.short
        field: ui.TextInput[Any] = ui.TextInput(custom_id=WORDS, style=style, max_length=LONGEST)
        label, hint = _field(puzzle, own)
        self.add_item(ui.Label(text=label, description=hint[:100], component=field))


def _field(puzzle: Puzzle, own: OwnPlay) -> tuple[str, str]:
    if game_of(puzzle).arranges:
        return f"Your {puzzle.game}", f"All words, in the order of your {puzzle.game}."
    onward = next_move(puzzle, own.progress) or "Write a better one from the start"
    more = "" if own.status.race.mode == "together" else " Several words are fine, too."
    return "Your next word", f"{onward}.{more}"


def news_of(receipt: TryReceipt) -> tuple[str, Tone]:
    """Say what a try came to."""
    own, verdict = receipt.own, receipt.verdict
    if verdict.mistake is not None:
        said, tone = mistake_in(verdict.mistake), Tone.HINT
        return said, tone
    if receipt.first:
        return _solved(own), Tone.ANSWER
    if game_of(own.puzzle).arranges and verdict.result is not None:
        best = own.play is not None and own.play.result == verdict.result
        more = " Your best yet." if best else " Your earlier best still counts."
        goal = "" if verdict.solved else f" {own.puzzle.goal:,} solves it."
        return f"**{face_of(own.puzzle).amount(verdict.result)}.**{more}{goal}", Tone.NOTE
    return "**Right!**", Tone.ANSWER


def _solved(own: OwnPlay) -> str:
    if own.play is None:
        return "🎉 **You did it together!**"
    ms = own.play.solved_ms or 0
    said = f"🎉 **Solved in {clock(ms)}!**"
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
    """Return somebody's tries at a round, and the best there is."""
    race, puzzle, play = review.status.race, review.puzzle, review.play
    face = face_of(puzzle)
    lines = [
        f"{'✅' if move.right else '❌'} {escape(' '.join(move.words))[:90]}"
        for move in review.moves[-MOST_TRIES:]
    ]
    hidden = len(review.moves) - len(lines)
    if hidden:
        lines.insert(0, f"-# {many(hidden, 'try', 'tries')} before these")
    own = None
    if play is not None and play.best:
        shown = face.lines(puzzle, play.best, done=True)
        own = f"**Your best:** {face.amount(play.result or 0)}\n{shown}"
    blocks = [
        f"### Your review · {heading(race)}",
        _place(play),
        "\n".join(lines) or "You sent in nothing this round.",
        own,
        f"**A best answer:**\n{face.lines(puzzle, puzzle.solution, done=True)}",
    ]
    return Page(card(Tone.NOTE, blocks))


def _place(play: RacePlay | None) -> str | None:
    if play is None or play.place is None:
        return None
    time = f" · {clock(play.solved_ms)}" if play.solved_ms is not None else ""
    return f"**{ordinal(play.place)}**{time} · {many(play.tries, 'try', 'tries')}"
