"""Rounds as they are played: what is particular to them (`bot.play` has the rest).

The moment of the interaction decides, never ours: what was sent in time counts though it comes
after the end, for as long as the end waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.errors import BotError, RaceError
from bot.play import MOST_TRIES, Known, Mode, Opener, PlayState, Tried
from bot.puzzles import Accepted, HintKind, Progress, Verdict
from bot.races import rules
from bot.races.lobby import take_in
from bot.races.status import RaceStatus, end_if_all_done, get, look
from bot.store import Database, Transaction, guilds, outbox, rows
from bot.store.budget import size_of
from bot.store.schema import Act, RaceMove, RacePlay, RacePlayer, RaceRound
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon


class RoundKey(NamedTuple):
    """A round of a race; where somebody plays it."""

    guild_id: int | None
    race_id: str
    number: int


@dataclass(frozen=True, slots=True)
class RoundState(PlayState):
    """A round as one player sees it; `play` is None where they play together."""

    status: RaceStatus
    puzzle: Puzzle = field()  # else the property above would be its default
    player: RacePlayer
    play: RacePlay | None
    ends_at: datetime
    over: bool

    @property
    def round(self) -> RaceRound:
        """The round."""
        assert self.status.round is not None
        return self.status.round

    @property
    def row(self) -> RacePlay | RaceRound:
        """What the player has by themselves, or with others."""
        return self.play or self.round

    @property
    def place(self) -> tuple[int, int]:
        """The player, and the round."""
        return self.player.id, self.round.number

    @property
    def version(self) -> object:
        """What tells one state from another, as far as its player is shown it."""
        return self.row, self.over

    @property
    def shared(self) -> bool:
        """Whether several play it together."""
        return self.play is None

    @property
    def refusal(self) -> BotError | None:
        """Why it takes no answers: it is over, or its player's clock has not started."""
        if not self.over:
            if self.waits:
                return RaceError("Press Play first: your clock starts when you look.")
            return None
        if self.status.cut_short:
            return RaceError("This race was ended. Start another one with /race.")
        if self.play is not None and self.play.done:
            return RaceError("You’re done with this round.")
        return RaceError("Time’s up! This round no longer takes answers.")

    @property
    def undo_refusal(self) -> BotError | None:
        """Why the last word may not be taken back.

        Of those who play together each takes back their own, and anybody that of who is gone.
        """
        words = self.progress.words
        if not self.shared or not words:
            return None
        laid = (m for m in reversed(self.status.moves) if m.right and m.words[-1:] == words[-1:])
        author = next((move.player_id for move in laid), self.player.id)
        if author == self.player.id or author not in {one.id for one in self.status.playing}:
            return None
        return RaceError(
            "That word is somebody else’s, and only they can take it back. Whoever began the race "
            "can remove them."
        )

    @property
    def waits(self) -> bool:
        """Whether the clock is sealed, and its player has not looked yet."""
        return self.status.race.sealed and self.play is not None and self.play.started_at is None

    @property
    def solved(self) -> bool:
        """Whether the player, or those who play together, have solved it."""
        if self.play is None:
            return self.status.solved_together
        return self.play.solved_ms is not None

    @property
    def ended(self) -> bool:
        """Whether it is over for its player."""
        return self.over

    def has_hint(self, _kind: HintKind) -> bool:
        """Return that there is none: nobody helps in a race."""
        return False

    def is_best(self, _interaction: int) -> bool:
        """Return whether the words that the player has are their best."""
        return self.play is not None and tuple(self.play.best) == self.line


class RoundMode(Mode[RoundKey, RoundState]):
    """Rounds, as `Playing` uses them."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def find(self, key: RoundKey, act: Act) -> Opener[RoundState]:
        """Return what looks at the round; see `begin`."""
        return partial(self._look, key, act)

    async def _look(self, key: RoundKey, act: Act, tx: Transaction) -> RoundState:
        state = state_of(await look(tx, await get(tx, key.race_id, act), key.number), act)
        if state.waits and state.refusal is not None:
            raise state.refusal  # the puzzle is not shown before their clock runs
        return state

    async def look(self, key: RoundKey, act: Act) -> RoundState:
        """Return the round; raises RaceError where somebody cannot look at it."""
        async with self._database.read() as tx:
            return await self._look(key, act, tx)

    async def begin(self, key: RoundKey, act: Act) -> Opener[RoundState]:
        """Return what joins those who play together; under a sealed clock, time runs from then."""
        return partial(self._begin, key, act)

    async def _begin(self, key: RoundKey, act: Act, tx: Transaction) -> RoundState:
        race = await get(tx, key.race_id, act)
        status = await look(tx, race, key.number)
        if race.mode == "together" and status.player(act.user) is None:
            await take_in(tx, status, act)
            status = await look(tx, await get(tx, key.race_id, act), key.number)
        state = state_of(status, act)
        if not state.waits or state.over:
            return state
        assert state.play is not None
        play = await rows.change(tx, state.play, replace(state.play, started_at=act.at))
        return await self._moved(tx, state, status.with_play(play), act, stale=True)

    async def opened(self, key: RoundKey, act: Act) -> RoundState | None:
        """Return the round where looking at it changes nothing, as mostly; else None."""
        async with self._database.read() as tx:
            status = await look(tx, await get(tx, key.race_id, act), key.number)
        joins = status.race.mode == "together" and status.player(act.user) is None
        return None if status.race.sealed or joins else state_of(status, act)

    async def again(self, tx: Transaction, state: RoundState, act: Act) -> RoundState:
        """Return the round as it is by now; all of it only where its rows are others."""
        number = state.round.number
        race = await get(tx, state.status.race.id, act)
        if state.play is not None:
            row: object = await rows.get(tx, RacePlay, state.play.id)
        else:
            row = await rows.get(tx, RaceRound, race.id, number)
        ended = replace(state.status, race=race).round_over != state.status.round_over
        if row is None or (row == state.row and not ended):
            return state
        assert state.round.starts_at is not None  # somebody looks at it
        act = replace(act, at=max(act.at, state.round.starts_at))  # who joined before
        return state_of(await look(tx, race, number), act)

    async def accepted(self, tx: Transaction, _key: RoundKey, state: RoundState) -> Accepted:
        """Return the words of the server where the race is."""
        race = state.status.race
        own = {} if race.guild_id is None else await guilds.words(tx, race.guild_id)
        return Accepted(self._lexicons[race.tier], own, race.tier)

    def typed(self, state: RoundState, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return what is taken of the words typed: where all play together, one that is new."""
        return rules.first_new(state.puzzle, words, state.progress) if state.shared else words

    async def get_try(self, tx: Transaction, _state: RoundState, interaction: int) -> Known | None:
        """Return a try that is kept."""
        move = await rows.get(tx, RaceMove, interaction)
        return None if move is None else Known(move.id, move.words)

    async def add_try(
        self, tx: Transaction, state: RoundState, act: Act, tried: Tried
    ) -> RoundState:
        """Keep a try; raises RaceError for one that is too much, or out of turn."""
        if state.play is not None and state.play.tries >= MOST_TRIES:
            raise RaceError("That’s enough tries for one round.")
        if state.shared:
            playing = len(state.status.playing)
            if not rules.may_move(state.status.moves, state.player, playing, act.at):
                raise RaceError(
                    "Nice one! Now it’s somebody else’s turn. It’s yours again if nobody goes on "
                    f"within {rules.TURN.seconds} seconds."
                )
        self._database.budget.note(act.user, size_of(tried.words), act.at)
        right = tried.verdict.progress.words != state.progress.words
        player, number = state.player.id, state.round.number
        move = RaceMove(
            id=act.interaction,
            player_id=player,
            number=number,
            at=act.at,
            words=tried.words,
            right=right,
        )
        await rows.add(tx, move)
        if not state.shared:
            return state  # it is counted by `keep`, with what it changes
        status = state.status
        return replace(state, status=replace(status, moves=(*status.moves, move)))

    async def keep(
        self,
        tx: Transaction,
        state: RoundState,
        act: Act,
        verdict: Verdict,
        _points: int | None,
    ) -> RoundState:
        """Count a try, keep what is right, how far that is and since when; the round may end."""
        status, race = state.status, state.status.race
        if state.play is None:
            current = await rows.change(
                tx, state.round, replace(state.round, progress=verdict.progress)
            )
            return await self._moved(tx, state, replace(status, round=current), act)
        started = state.play.started_at if race.sealed else state.round.starts_at
        assert started is not None
        ms = rules.milliseconds(started, act.at)
        after = rules.after_try(race.mode, state.puzzle, state.play, verdict, ms)
        play = await rows.change(tx, state.play, after)
        return await self._moved(tx, state, status.with_play(play), act)

    async def lay(self, tx: Transaction, state: RoundState, progress: Progress) -> RoundState:
        """Keep other words, of all where they play together."""
        if (play := state.play) is not None:
            play = await rows.change(tx, play, replace(play, progress=progress))
            return replace(state, play=play)
        current = await rows.change(tx, state.round, replace(state.round, progress=progress))
        await outbox.mark_race_stale(tx, current.race_id)
        return replace(state, status=replace(state.status, round=current))

    async def end(self, tx: Transaction, state: RoundState, act: Act) -> RoundState:
        """Let somebody be done with a round: nobody waits for them.

        One that is played together ends when all who play are, or whoever started it is.
        """
        play = state.status.play_of(state.player)
        if play is None or state.over:
            return state
        play = await rows.change(tx, play, replace(play, done=True))
        return await self._moved(tx, state, state.status.with_play(play), act, stale=True)

    async def _moved(
        self,
        tx: Transaction,
        before: RoundState,
        status: RaceStatus,
        act: Act,
        *,
        stale: bool = False,
    ) -> RoundState:
        """Return the round after a step of a player, which may have been the last to wait for.

        `status`: as it is after the step. Nobody else writes meanwhile, so it is not read anew.
        """
        after = state_of(await end_if_all_done(tx, status, act.at), act)
        if stale or _shown(after) != _shown(before):
            await outbox.mark_race_stale(tx, status.race.id)
        return after


def state_of(status: RaceStatus, act: Act) -> RoundState:
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
        play = None
    elif play is None:
        raise RaceError("You weren’t in this round.")
    elif race.sealed and play.started_at is not None:
        ends_at = min(ends_at, play.started_at + timedelta(seconds=race.seconds))
    over = status.round_over or act.at >= ends_at or (play is not None and play.done)
    return RoundState(
        status=status, puzzle=puzzle, player=player, play=play, ends_at=ends_at, over=over
    )


def state_for_all(status: RaceStatus) -> RoundState:
    """Return the round that runs, as each of those sees it who play it together."""
    current, puzzle = status.round, status.puzzle
    assert puzzle is not None
    assert current is not None
    assert current.ends_at is not None
    return RoundState(status, puzzle, status.players[0], None, current.ends_at, over=False)


def _shown(state: RoundState) -> tuple[object, ...]:
    """Return what the race's message shows of somebody."""
    if state.play is None:
        return Progress.of(state.round.progress).words
    return state.play.share, state.play.result, state.play.solved_ms, state.play.done
