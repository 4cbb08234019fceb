"""Playing rounds: the parts specific to them (`bot.play` has the rest).

The moment of the interaction decides, never ours: tries that were sent in time count even if they
arrive after the end, for as long as the end waits for them.
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
    """A round of a race, and where somebody plays it."""

    guild_id: int | None
    race_id: str
    number: int


@dataclass(frozen=True, slots=True)
class RoundState(PlayState):
    """A round as one player sees it; `play` is None if people play together."""

    status: RaceStatus
    puzzle: Puzzle = field()  # otherwise the base class's property would be its default
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
        """The row of the player's own play, or of the shared round."""
        return self.play or self.round

    @property
    def place(self) -> tuple[int, int]:
        """The player's id, and the round's number."""
        return self.player.id, self.round.number

    @property
    def version(self) -> object:
        """A value that differs between states which the player sees as different."""
        return self.row, self.over

    @property
    def shared(self) -> bool:
        """Whether people play the round together."""
        return self.play is None

    @property
    def refusal(self) -> BotError | None:
        """Why the round takes no answers: it is over, or the player's clock has not started."""
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

        People who play together can take back their own words, and words of players who are gone.
        """
        words = self.progress.words
        if not self.shared or not words:
            return None
        laid = (m for m in reversed(self.status.moves) if m.right and m.words[-1:] == words[-1:])
        author = next((move.player_id for move in laid), self.player.id)
        if author == self.player.id or author not in {one.id for one in self.status.playing}:
            return None
        return RaceError(
            "That word is somebody else’s, and only they can take it back. The player who began "
            "the race can remove them."
        )

    @property
    def waits(self) -> bool:
        """Whether the clock is sealed, and the player has not looked yet."""
        return self.status.race.sealed and self.play is not None and self.play.started_at is None

    @property
    def solved(self) -> bool:
        """Whether the player, or all together, have solved the round."""
        if self.play is None:
            return self.status.solved_together
        return self.play.solved_ms is not None

    @property
    def ended(self) -> bool:
        """Whether the round is over for the player."""
        return self.over

    def has_hint(self, _kind: HintKind) -> bool:
        """Return False: races have no hints."""
        return False

    def is_best(self, _interaction: int) -> bool:
        """Return whether the player's words are their best."""
        return self.play is not None and tuple(self.play.best) == self.line


class RoundMode(Mode[RoundKey, RoundState]):
    """Rounds, as `Playing` uses them."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def find(self, key: RoundKey, act: Act) -> Opener[RoundState]:
        """Return an opener that looks at the round; see `begin`."""
        return partial(self._look, key, act)

    async def _look(self, key: RoundKey, act: Act, tx: Transaction) -> RoundState:
        state = state_of(await look(tx, await get(tx, key.race_id, act), key.number), act)
        if state.waits and state.refusal is not None:
            raise state.refusal  # the puzzle is not shown before their clock runs
        return state

    async def look(self, key: RoundKey, act: Act) -> RoundState:
        """Return the round; raises RaceError if the person cannot look at it."""
        async with self._database.read() as tx:
            return await self._look(key, act, tx)

    async def begin(self, key: RoundKey, act: Act) -> Opener[RoundState]:
        """Return an opener that joins a shared round; a sealed clock runs from then."""
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
        """Return the round if looking at it changes nothing, as is usual; else None."""
        async with self._database.read() as tx:
            status = await look(tx, await get(tx, key.race_id, act), key.number)
        joins = status.race.mode == "together" and status.player(act.user) is None
        return None if status.race.sealed or joins else state_of(status, act)

    async def again(self, tx: Transaction, state: RoundState, act: Act) -> RoundState:
        """Return the round's current state; read all of it only if its own row has changed."""
        number = state.round.number
        race = await get(tx, state.status.race.id, act)
        if state.play is not None:
            row: object = await rows.get(tx, RacePlay, state.play.id)
        else:
            row = await rows.get(tx, RaceRound, race.id, number)
        ended = replace(state.status, race=race).round_over != state.status.round_over
        if row is None or (row == state.row and not ended):
            return state
        assert state.round.starts_at is not None  # it has started, as somebody looks at it
        act = replace(act, at=max(act.at, state.round.starts_at))  # they may join early
        return state_of(await look(tx, race, number), act)

    async def accepted(self, tx: Transaction, _key: RoundKey, state: RoundState) -> Accepted:
        """Return the words that count in the race's server."""
        race = state.status.race
        own = {} if race.guild_id is None else await guilds.words(tx, race.guild_id)
        return Accepted(self._lexicons[race.tier], own, race.tier)

    def typed(self, state: RoundState, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the typed words that count: in a shared round only the first new one."""
        return rules.first_new(state.puzzle, words, state.progress) if state.shared else words

    async def get_try(self, tx: Transaction, _state: RoundState, interaction: int) -> Known | None:
        """Return the stored try of an interaction, if there is one."""
        move = await rows.get(tx, RaceMove, interaction)
        return None if move is None else Known(move.id, move.words)

    async def add_try(
        self, tx: Transaction, state: RoundState, act: Act, tried: Tried
    ) -> RoundState:
        """Store a try; raises RaceError for one too many, or out of turn."""
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
            return state  # `keep` counts it, along with what it changes
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
        """Count a try, and store what is right, how far that is, and when; the round may end."""
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
        """Store changed words, in a shared round for everybody."""
        if (play := state.play) is not None:
            play = await rows.change(tx, play, replace(play, progress=progress))
            return replace(state, play=play)
        current = await rows.change(tx, state.round, replace(state.round, progress=progress))
        await outbox.mark_race_stale(tx, current.race_id)
        return replace(state, status=replace(state.status, round=current))

    async def end(self, tx: Transaction, state: RoundState, act: Act) -> RoundState:
        """Note that a player is done with a round, so that nobody waits for them.

        A shared round ends when all players are done, or its starter is.
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
        """Return the round after a player's step, which may have been the last one needed.

        `status` is the status after the step. Nobody else writes meanwhile, so it is not read
        again.
        """
        after = state_of(await end_if_all_done(tx, status, act.at), act)
        if stale or _shown(after) != _shown(before):
            await outbox.mark_race_stale(tx, status.race.id)
        return after


def state_of(status: RaceStatus, act: Act) -> RoundState:
    """Return a round as a player sees it; raises RaceError if they cannot look at it."""
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
    """Return the running round as everybody sees it who plays it together."""
    current, puzzle = status.round, status.puzzle
    assert puzzle is not None
    assert current is not None
    assert current.ends_at is not None
    return RoundState(status, puzzle, status.players[0], None, current.ends_at, over=False)


def _shown(state: RoundState) -> tuple[object, ...]:
    """Return what the race's message shows about a player."""
    if state.play is None:
        return Progress.of(state.round.progress).words
    return state.play.share, state.play.result, state.play.solved_ms, state.play.done
