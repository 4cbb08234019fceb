"""Playing in training: the parts specific to it (`bot.play` has the rest)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from bot.errors import BeingPlayed, BotError, TrainingError
from bot.guard import Guard
from bot.play import MOST_TRIES, Known, Mode, Opener, PlayState, Taken, Tried
from bot.puzzles import Accepted, Progress, Verdict, game_of
from bot.ratings import levels
from bot.store import Database, Transaction, guilds, rows, training
from bot.store.budget import size_of
from bot.store.database import no_room
from bot.store.schema import Act, PuzzleRating, Training, TrainingEnd, TrainingPuzzle, TrainingTry
from solvers.daily import Puzzle
from solvers.lexicon import Lexicon

NO_ROOM = "nobody can train"


class TrainingKey(NamedTuple):
    """A puzzle of a person's training in a game, by its number, and where they play it."""

    guild_id: int | None
    game: str
    number: int


@dataclass(frozen=True, slots=True)
class TrainingState(PlayState):
    """A puzzle of a person's training, and their play.

    room  whether the disk has room for another try
    """

    training: Training
    drawn: TrainingPuzzle
    puzzle: Puzzle = field()  # otherwise the base class's property would be its default
    room: bool = True

    @property
    def row(self) -> TrainingPuzzle:
        """The row of the drawn puzzle, with the play."""
        return self.drawn

    @property
    def place(self) -> int:
        """The id of the drawn puzzle."""
        return self.drawn.id

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The hints that the player has taken."""
        return self.drawn.hints

    def key(self, guild_id: int | None) -> TrainingKey:
        """Return the puzzle's key where somebody plays it."""
        return TrainingKey(guild_id, self.puzzle.game, self.drawn.number)

    @property
    def level(self) -> int:
        """The player's level."""
        return levels.level_of(self.training.mu)

    @property
    def refusal(self) -> BotError | None:
        """Why the puzzle takes no more words: it is over."""
        if not self.ended:
            return None
        return TrainingError("This one’s over. /train has the next one for you.")

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved, with help or without."""
        return self.drawn.end in {"solved", "helped"}

    @property
    def ended(self) -> bool:
        """Whether the puzzle is solved or given up."""
        return self.drawn.end is not None

    @property
    def words(self) -> tuple[str, ...]:
        """The words to show: the player's, or a best answer after giving up."""
        return self.puzzle.solution if self.drawn.end == "given up" else self.line


class TrainingMode(Mode[TrainingKey, TrainingState]):
    """Training, as `Playing` uses it."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon], guard: Guard) -> None:
        self._database = database
        self._lexicons = lexicons
        self._guard = guard

    async def find(self, key: TrainingKey, act: Act) -> Opener[TrainingState]:
        """Return the opener, which raises TrainingError unless it is the person's last puzzle."""
        return partial(self._open, key, act, await self._database.has_room())

    async def _open(self, key: TrainingKey, act: Act, room: bool, tx: Transaction) -> TrainingState:
        state = await last_of(tx, act.user, key.game)
        if state is None or state.drawn.number != key.number:
            raise TrainingError("You’ve gone on to another puzzle since. /train shows it.")
        return replace(state, room=room)

    async def look(self, key: TrainingKey, act: Act) -> TrainingState:
        """Return the play; raises TrainingError unless it is the person's last puzzle."""
        async with self._database.read() as tx:
            return await self._open(key, act, True, tx)

    async def again(self, tx: Transaction, state: TrainingState, _act: Act) -> TrainingState:
        """Return a puzzle's current state, with its player's."""
        newest = await last_of(tx, state.training.user_id, state.puzzle.game)
        same = newest is not None and newest.drawn.id == state.drawn.id
        return newest if same and newest is not None else state

    async def accepted(self, tx: Transaction, key: TrainingKey, _state: TrainingState) -> Accepted:
        """Return the words of the server where somebody trains."""
        if key.guild_id is None:
            return Accepted(self._lexicons["full"], {})
        tier = (await guilds.settings(tx, key.guild_id)).tier
        return Accepted(self._lexicons[tier], await guilds.words(tx, key.guild_id), tier)

    async def get_try(
        self, tx: Transaction, _state: TrainingState, interaction: int
    ) -> Known | None:
        """Return the stored try of an interaction, if there is one."""
        words = await training.words_of(tx, interaction)
        return None if words is None else Known(interaction, words)

    async def add_try(
        self, tx: Transaction, state: TrainingState, act: Act, tried: Tried
    ) -> TrainingState:
        """Store a try; raises NotKept if there is no room for it."""
        if not state.room:
            raise no_room(NO_ROOM)
        if state.drawn.tries >= MOST_TRIES:
            raise TrainingError("That’s enough tries for one puzzle. Take a hint, or give up.")
        self._database.budget.spend(act.user, size_of(tried.words), act.at)
        new = TrainingTry(
            id=act.interaction,
            training_id=state.training.id,
            number=state.drawn.number,
            at=act.at,
            words=tried.words,
        )
        await rows.add(tx, new)
        return await _changed(tx, state, replace(state.drawn, tries=state.drawn.tries + 1))

    async def keep(
        self,
        tx: Transaction,
        state: TrainingState,
        act: Act,
        verdict: Verdict,
        _points: int | None,
    ) -> TrainingState:
        """Store what is right, and end the puzzle if that solves it."""
        state = await self.lay(tx, state, verdict.progress)
        if not verdict.solved:
            return state
        return await _end(tx, state, "helped" if state.hints else "solved", act)

    async def lay(self, tx: Transaction, state: TrainingState, progress: Progress) -> TrainingState:
        """Store changed words."""
        return await _changed(tx, state, replace(state.drawn, progress=progress))

    async def take(self, tx: Transaction, state: TrainingState, hint: Taken) -> TrainingState:
        """Store a hint."""
        return await _changed(tx, state, replace(state.drawn, hints=(*state.taken, hint)))

    async def end(self, tx: Transaction, state: TrainingState, act: Act) -> TrainingState:
        """Give the puzzle up, so that its answer may be shown."""
        return state if state.ended else await _end(tx, state, "given up", act)

    async def check_telling(self, key: TrainingKey, act: Act) -> None:
        """Raise BeingPlayed while others play the puzzle: /train then offers another."""
        try:
            await refuse(self._guard, (await self.look(key, act)).puzzle, act)
        except BeingPlayed as error:
            raise BeingPlayed(f"{error.message} /train has another one for you.", None) from error


async def last_of(tx: Transaction, user_id: int, game: str) -> TrainingState | None:
    """Return the puzzle that a person plays, or played last."""
    own = await training.get(tx, user_id, game)
    last = None if own is None else await training.last_puzzle(tx, own.id)
    if own is None or last is None:
        return None
    return TrainingState(own, last, Puzzle.of(last.content))


async def is_played(guard: Guard, puzzle: Puzzle, act: Act) -> bool:
    """Return whether a puzzle like this one is being played in a daily, a race or a contest."""
    try:
        await refuse(guard, puzzle, act)
    except BeingPlayed:
        return True
    return False


async def refuse(guard: Guard, puzzle: Puzzle, act: Act) -> None:
    """Raise BeingPlayed for a puzzle like one being played in a daily, a race or a contest."""
    asked = game_of(puzzle).question(puzzle.given, puzzle.solution)
    await guard.of(act.user).refuse(puzzle.game, act.at, *asked, drawn=True)


async def _changed(tx: Transaction, state: TrainingState, drawn: TrainingPuzzle) -> TrainingState:
    return replace(state, drawn=await rows.change(tx, state.drawn, drawn))


async def _end(tx: Transaction, state: TrainingState, end: TrainingEnd, act: Act) -> TrainingState:
    """End a puzzle, and rate it and its player, unless hints helped."""
    own = state.training
    solved, streak = own.solved, own.streak
    if end == "given up":
        streak = 0
    else:
        solved += 1
        streak += end == "solved"
    skill = levels.Skill(own.mu, own.sigma)
    if end != "helped":
        rated = await rows.get(tx, PuzzleRating, state.drawn.puzzle)
        rated = rated or levels.new_rating(state.puzzle, act.at)
        skill, rated = levels.after_meeting(skill, rated, act.at, solved=end == "solved")
        await rows.put(tx, rated)
    own = await rows.change(
        tx,
        own,
        replace(
            own,
            mu=skill.mu,
            sigma=skill.sigma,
            solved=solved,
            streak=streak,
            longest=max(own.longest, streak),
            last_at=act.at,
        ),
    )
    drawn = await rows.change(tx, state.drawn, replace(state.drawn, end=end, ended_at=act.at))
    return replace(state, drawn=drawn, training=own)
