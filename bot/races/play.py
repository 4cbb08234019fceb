"""Races as people play them: open, try, undo, be done; each call is one transaction.

The moment of the interaction decides, never ours: what was sent in time counts though it comes
after the end, for as long as the end waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.errors import RaceError
from bot.puzzles import Accepted, Progress, Verdict, game_of, judge, masked, undo, up_to_mistake
from bot.races import rules
from bot.races.lobby import take_in
from bot.races.status import RaceStatus, end_if_all_done, get, look
from bot.store import Database, Transaction, guilds, outbox, races
from bot.store.budget import size_of
from bot.store.records import Act, Race, RaceMove, RacePlay, RacePlayer
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon
from solvers.reading import read_words

MOST_TRIES = 300


@dataclass(frozen=True, slots=True)
class OwnPlay:
    """A round as one player sees it; `play` is None where they play together."""

    status: RaceStatus
    puzzle: Puzzle
    player: RacePlayer
    play: RacePlay | None
    progress: Progress
    ends_at: datetime
    over: bool

    @property
    def refusal(self) -> RaceError:
        """Why it takes no answers any more, once it is over."""
        if self.status.cut_short:
            return RaceError("This race was ended. Start another one with /race.")
        if self.play is not None and self.play.done:
            return RaceError("You’re done with this round.")
        return RaceError("Time’s up! This round no longer takes answers.")


@dataclass(frozen=True, slots=True)
class TryReceipt:
    """A try that has been stored; `first`: it is the one that solved the puzzle."""

    own: OwnPlay
    verdict: Verdict
    first: bool


class RacePlaying:
    """What players do."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def open(self, race_id: str, number: int, act: Act) -> OwnPlay:
        """Return a round as somebody plays it; under a sealed clock, their time runs from now."""
        async with self._database.read() as tx:  # mostly that is all
            own = await self._opened(tx, race_id, number, act)
        if own is not None:
            return own
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race, number)
            if race.mode == "together" and status.player(act.user) is None:
                await take_in(tx, status, act)
                status = await look(tx, await get(tx, race_id, act), number)
            own = own_play(status, act)
            if race.sealed and own.play is not None and own.play.started_at is None:
                if not own.over:
                    await races.change_play(tx, own.play, started_at=act.at)
                    await end_if_all_done(tx, await look(tx, race, number), act.at)
                    await outbox.mark_race_stale(tx, race.id)
                own = own_play(await look(tx, race, number), act)
            return own

    async def _opened(self, tx: Transaction, race_id: str, number: int, act: Act) -> OwnPlay | None:
        """Return a round as somebody plays it; None where looking at it changes anything."""
        status = await look(tx, await get(tx, race_id, act), number)
        together = status.race.mode == "together"
        if status.race.sealed or (together and status.player(act.user) is None):
            return None
        return own_play(status, act)

    async def submit(self, race_id: str, number: int, act: Act, text: str) -> TryReceipt:
        """Submit words as they were typed; see `submit_words`."""
        return await self.submit_words(race_id, number, act, read_words(text))

    async def submit_words(
        self, race_id: str, number: int, act: Act, words: Sequence[str]
    ) -> TryReceipt:
        """Judge one word more, several, or a whole answer, and store it, once per interaction."""
        if not words:
            raise RaceError("I found no word in that. Write at least one.")
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race, number)
            own = own_play(status, act)
            known = await races.get_move(tx, act.interaction)
            lexicon = await self._accepted(tx, race)
            if known is not None:
                verdict = judge(own.puzzle, known.words, lexicon, own.progress)
                return TryReceipt(own, replace(verdict, progress=own.progress), first=False)
            if own.over:
                raise own.refusal
            if race.sealed and own.play is not None and own.play.started_at is None:
                raise RaceError("Press Play first: your clock starts when you look.")
            if own.play is not None and own.play.tries >= MOST_TRIES:
                raise RaceError("That’s enough tries for one round.")
            if race.mode == "together":
                moves = await races.moves(tx, race_id, number)
                if not rules.may_move(moves, own.player, len(status.playing), act.at):
                    raise RaceError(
                        "Nice one! Now it’s somebody else’s turn. It’s yours again if nobody "
                        f"goes on within {rules.TURN.seconds} seconds."
                    )
                words = rules.first_new(own.puzzle, words, own.progress)
            words = masked(words)[: 2 * len(own.puzzle.given) + 60]
            whole = game_of(own.puzzle).arranges
            before = Progress() if whole else own.progress
            verdict = judge(own.puzzle, words, lexicon, before)
            right = verdict.progress.words != own.progress.words
            if whole and verdict.mistake is not None:
                verdict = replace(verdict, progress=own.progress)
            kept = up_to_mistake(own.puzzle, words, before, verdict)
            self._database.budget.note(act.user, size_of(kept), act.at)
            await races.add_move(
                tx, RaceMove(act.interaction, own.player.id, number, act.at, kept, right)
            )
            first = await self._note(tx, own, verdict, act)
            status = await look(tx, race, number)
            await end_if_all_done(tx, status, act.at)
            after = own_play(status, act)
            if _shown(after) != _shown(own):
                await outbox.mark_race_stale(tx, race.id)
            return TryReceipt(after, verdict, first)

    async def _note(self, tx: Transaction, own: OwnPlay, verdict: Verdict, act: Act) -> bool:
        """Store what a try changes; return whether it is the first that solves the puzzle."""
        race, current = own.status.race, own.status.round
        assert current is not None
        if own.play is None:
            await races.change_round(tx, current, progress=verdict.progress)
            return verdict.solved
        started = own.play.started_at if race.sealed else current.starts_at
        assert started is not None
        ms = rules.milliseconds(started, act.at)
        changes = rules.after_try(race.mode, own.puzzle, own.play, verdict, ms)
        await races.change_play(tx, own.play, **changes)
        return "solved_ms" in changes

    async def undo(self, race_id: str, number: int, act: Act, seen: int) -> OwnPlay:
        """Take back the last of `seen` words; nothing if that is done already."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            own = own_play(await look(tx, race, number), act)
            current = own.status.round
            if current is not None and not own.over and len(own.progress.words) == seen:
                if not may_undo(own):
                    raise RaceError(
                        "That word is somebody else’s, and only they can take it back. Whoever "
                        "began the race can remove them."
                    )
                if own.play is not None:
                    await races.change_play(tx, own.play, progress=undo(own.progress))
                else:
                    await races.change_round(tx, current, progress=undo(own.progress))
                    await outbox.mark_race_stale(tx, race.id)
            return own_play(await look(tx, race, number), act)

    async def done(self, race_id: str, number: int, act: Act) -> OwnPlay:
        """Let somebody be done with a round: nobody waits for them.

        One that is played together ends when all who play are, or whoever started it is.
        """
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            own = own_play(await look(tx, race, number), act)
            play = own.status.play_of(own.player)
            if play is not None and not own.over:
                await races.change_play(tx, play, done=True)
                await end_if_all_done(tx, await look(tx, race, number), act.at)
                await outbox.mark_race_stale(tx, race.id)
            return own_play(await look(tx, await get(tx, race_id, act), number), act)

    async def _accepted(self, tx: Transaction, race: Race) -> Accepted:
        own = {} if race.guild_id is None else await guilds.words(tx, race.guild_id)
        return Accepted(self._lexicons[race.tier], own)


def own_play(status: RaceStatus, act: Act) -> OwnPlay:
    """Return a round as somebody plays it; raises RaceError where they cannot look at it."""
    race, current, puzzle = status.race, status.round, status.puzzle
    player = status.player(act.user)
    if player is None:
        raise RaceError("You’re not in this race. Join the next one!")
    if current is None or puzzle is None or current.starts_at is None or current.ends_at is None:
        raise RaceError("It hasn’t started yet. One moment!")
    if act.at < current.starts_at:
        raise RaceError("It hasn’t started yet. One moment!")
    play = status.play_of(player)
    ends_at = current.ends_at
    if race.mode == "together":
        play, progress = None, Progress.of(current.progress)
    elif play is None:
        raise RaceError("You weren’t in this round.")
    else:
        progress = Progress.of(play.progress)
        if race.sealed and play.started_at is not None:
            ends_at = min(ends_at, play.started_at + timedelta(seconds=race.seconds))
    over = status.round_over or act.at >= ends_at or (play is not None and play.done)
    return OwnPlay(status, puzzle, player, play, progress, ends_at, over)


def may_undo(own: OwnPlay) -> bool:
    """Return whether there is a word that somebody may take back.

    Of those who play together each takes back their own, and anybody that of who is gone.
    """
    words = own.progress.words
    if own.play is not None or not words:
        return bool(words)
    laid = (move for move in reversed(own.status.moves) if move.right and words[-1] in move.words)
    author = next((move.player_id for move in laid), own.player.id)
    return author == own.player.id or author not in {one.id for one in own.status.playing}


def _shown(own: OwnPlay) -> tuple[object, ...]:
    """Return what the race's message shows of somebody."""
    if own.play is None:
        return own.progress.words
    return own.play.share, own.play.result, own.play.solved_ms, own.play.done
