"""Moves races on: draws puzzles, starts and ends rounds; each step once, however late."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from functools import partial

from bot.dailies.hours import live_somewhere
from bot.errors import OneAtATime
from bot.puzzles import commit
from bot.races import rules
from bot.races.status import TOKEN_LIFE, RaceStatus, end_if_all_done, finish, look
from bot.ratings import levels, rating
from bot.retries import Retries
from bot.solving import Requester, Solving
from bot.store import (
    Database,
    Transaction,
    contests,
    dailies,
    guilds,
    outbox,
    races,
    rows,
    training,
)
from bot.store.schema import PuzzleRating, Race, RacePlay, RaceRound
from solvers.daily import FreshRequest, Puzzle, key_of, make_fresh, puzzle_key
from solvers.lexicon import Lexicon

log = logging.getLogger(__name__)

RACES_A_STEP = 100
DRAWN_AT_ONCE = 4
DRAW_SECONDS = 20.0
RETRY_AFTER = timedelta(seconds=1)
"""How long to wait before trying again to draw a race's puzzle."""
BACKOFF, LONGEST_BACKOFF = timedelta(seconds=5), timedelta(seconds=20)
OTHERS_AFTER = timedelta(seconds=8)
"""How long another process may take to draw for a race in one of its own servers."""
PUZZLE_PATIENCE = timedelta(minutes=2)
"""How long a race that is due to start waits for its puzzle."""


class RaceTransitions:
    """Draws, starts and ends what is due."""

    def __init__(
        self, database: Database, solving: Solving, lexicons: Mapping[str, Lexicon]
    ) -> None:
        self._database = database
        self._solving = solving
        self._lexicons = lexicons
        self._retries = Retries(BACKOFF, LONGEST_BACKOFF)
        self._drawing: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, datetime] = {}  # since when races lack a puzzle, as seen here
        self.live = True  # whether anybody raced at the last look

    async def advance(
        self, now: datetime, is_own: Callable[[int], bool] = lambda _: True
    ) -> list[str]:
        """Take every step that is due, each in its own transaction; return the races that moved.

        Puzzles are drawn meanwhile, in separate tasks; for servers that are not `is_own` only if no
        other process has drawn one within OTHERS_AFTER.
        """
        failed = len(self._retries)
        async with self._database.read() as tx:
            self.live = await races.any_live(tx)
            waiting = await races.without_puzzle(tx, RACES_A_STEP + failed) if self.live else []
            due = await races.due(tx, now, RACES_A_STEP + failed) if self.live else []
        self._waiting = {race.id: self._waiting.get(race.id, now) for race in waiting}
        # Direct messages have no server, and belong to the process with the first shard, as 0 does.
        self._draw_ahead(
            (
                race
                for race in waiting
                if is_own(race.guild_id or 0) or now - self._waiting[race.id] >= OTHERS_AFTER
            ),
            now,
        )
        moved = []
        for race_id in self._retries.ready(due, now):
            try:
                async with self._database.write() as tx:
                    race = await rows.get(tx, Race, race_id)
                    if race is not None and await step(tx, race, now):
                        moved.append(race_id)
            except Exception:
                pause = self._retries.failed(race_id, now)
                log.exception("race %s: a step failed; retrying in %s", race_id, pause)
            else:
                self._retries.passed(race_id)
        return moved

    async def close(self) -> None:
        """Abandon what is being drawn; the next start draws it."""
        tasks = list(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def drawn(self) -> None:
        """Wait until all puzzles being drawn are ready."""
        await asyncio.gather(*self._drawing.values(), return_exceptions=True)

    def _drawn(self, race_id: str, _task: asyncio.Task[None]) -> None:
        self._drawing.pop(race_id, None)

    async def tidy(self, now: datetime) -> int:
        """Delete tokens that Discord no longer takes; return how many."""
        return await races.drop_tokens(self._database, now - TOKEN_LIFE)

    def _draw_ahead(self, waiting: Iterable[Race], now: datetime) -> None:
        for race in waiting:
            free = race.id not in self._drawing and len(self._drawing) < DRAWN_AT_ONCE
            if free and self._retries.is_ready(race.id, now):
                task = asyncio.create_task(self._draw(race, now))
                self._drawing[race.id] = task
                task.add_done_callback(partial(self._drawn, race.id))

    async def _draw(self, race: Race, now: datetime) -> None:
        """Draw the puzzle of a race's coming round, and store it, sealed."""
        try:
            async with self._database.read() as tx:
                request = await _request(tx, race, now)
            puzzle: Puzzle = await self._solving.run(
                make_fresh,
                request,
                requester=_requester(race),
                seconds=DRAW_SECONDS,
                quick=True,  # lists that players give are short
            )
            async with self._database.write() as tx:
                kept = await rows.get(tx, RaceRound, race.id, race.round)
                if kept is None and await rows.get(tx, Race, race.id) is not None:
                    rated = await rows.get(tx, PuzzleRating, puzzle_key(puzzle))
                    if rated is not None:
                        puzzle = replace(puzzle, level=rated.level)
                    lexicon = self._lexicons[race.tier].fingerprint
                    drawn = _round(race, puzzle)
                    terms = rules.terms_of(race, drawn)
                    terms = replace(terms, rules={**terms.rules, "word list": lexicon})
                    await races.add_round(tx, drawn, commit(terms))
            self._retries.passed(race.id)
        except OneAtATime:  # its starter has another job running: retry right after it
            self._retries.postpone(race.id, now + RETRY_AFTER)
        except Exception:
            pause = self._retries.failed(race.id, now)
            log.exception("race %s: no puzzle could be drawn; retrying in %s", race.id, pause)


def _requester(race: Race) -> Requester | None:
    """Return whose job the puzzle is: the server's, so that the race's starter may have others."""
    if race.guild_id is not None:
        return Requester(None, race.guild_id)
    return None if race.created_by is None else Requester(race.created_by, None)


async def _request(tx: Transaction, race: Race, now: datetime) -> FreshRequest:
    """Return the request, which avoids puzzles that players met or that are being played."""
    users = [one.user_id for one in await races.players(tx, race.id) if one.user_id is not None]
    if race.challenged_user_id is not None:
        users.append(race.challenged_user_id)
    avoid = await _met(tx, race, users) | await races.puzzles_of(tx, race.id, race.round)
    avoid |= await _editions(tx, live_somewhere(now))
    avoid |= {key_of(one.game, one.words) for one in await contests.live_puzzles(tx)}
    denied = await guilds.denied(tx, race.guild_id)
    seed = secrets.token_hex(16)
    return FreshRequest(
        game=race.game,
        level=race.level,
        seed=seed,
        avoid=frozenset(avoid),
        denied=denied,
        words=race.words,
    )


async def _met(tx: Transaction, race: Race, users: Collection[int]) -> set[str]:
    """Return the puzzles of a race's game that `users` met in other races or as daily puzzles."""
    met = await races.puzzles_met(tx, users, race.game, but=race.id)
    return met | await _editions_met(tx, race, users)


async def _editions_met(tx: Transaction, race: Race, users: Collection[int]) -> set[str]:
    games = await dailies.games(tx, await dailies.numbers_met(tx, users))
    return await _editions(tx, [number for number, game in games.items() if game == race.game])


async def _editions(tx: Transaction, numbers: Collection[int]) -> set[str]:
    editions = (await dailies.some_editions(tx, numbers)).values()
    return {puzzle_key(Puzzle.of(content)) for content in editions}


def _round(race: Race, puzzle: Puzzle) -> RaceRound:
    return RaceRound(
        race_id=race.id,
        number=race.round,
        puzzle=puzzle_key(puzzle),
        content=asdict(puzzle),
        starts_at=None,
        ends_at=None,
        progress=((), ()),
    )


async def step(tx: Transaction, race: Race, now: datetime) -> bool:
    """Take the next step of a race's life if it is due; return whether anything changed."""
    if race.due_at is None or race.due_at > now:
        return False
    status = await look(tx, race)
    match race.state:
        case "lobby":
            return await _leave_lobby(tx, status, now)
        case "countdown":
            await end_if_all_done(tx, status, now)
        case "running":
            await _end_round(tx, status, now)
        case "between":
            await finish(tx, race)
        case "over":
            await rows.change(tx, race, replace(race, due_at=None))
    await outbox.mark_race_stale(tx, race.id)
    return True


async def _leave_lobby(tx: Transaction, status: RaceStatus, now: datetime) -> bool:
    """Count down if the players are there and the puzzle is new to them; else wait, or call off."""
    race, current = status.race, status.round
    assert race.due_at is not None
    ends_at = rules.lobby_end(race.created_at, duel=race.duel)
    if race.round == 1 and race.due_at == ends_at and now < ends_at + rules.GRACE:
        return False  # presses made in time may still arrive
    least = 1 if race.mode == "together" else 2
    if race.duel and race.round == 1 and len(status.playing) < least:
        await finish(tx, race, "expired")
        return True
    if len(status.playing) < least:
        await finish(tx, race, "too few")
        return True
    users = [one.user_id for one in status.playing if one.user_id is not None]
    if (
        current is not None
        and not race.words
        and (
            await races.has_met(tx, users, current.puzzle, but=race.id)
            or current.puzzle in await _editions_met(tx, race, users)
        )
    ):
        await races.drop_round(tx, current)
        current = None
    if current is None:
        if now - race.due_at > PUZZLE_PATIENCE:
            await finish(tx, race, "lost")
            return True
        return False  # try again later; `due_at` stays, and says since when it waits
    starts_at = rules.whole_second(now + rules.COUNTDOWN)
    lasts = race.seconds * (rules.SEALED_ROUNDS if race.sealed else 1)
    await rows.change(
        tx,
        current,
        replace(current, starts_at=starts_at, ends_at=starts_at + timedelta(seconds=lasts)),
    )
    for player in status.playing:
        await rows.add(tx, RacePlay(player_id=player.id, number=race.round))
    await rows.change(tx, race, replace(race, state="countdown", due_at=starts_at))
    await outbox.mark_race_stale(tx, race.id)
    return True


async def _end_round(tx: Transaction, status: RaceStatus, now: datetime) -> None:
    """Give places and points; go on to the next round, or end."""
    race = status.race
    keys = {play.player_id: rules.order_key(race.mode, race.game, play) for play in status.plays}
    found = {} if race.mode == "together" else rules.places(keys)
    for play in status.plays:
        if play.player_id in found:
            await rows.change(tx, play, replace(play, place=found[play.player_id]))
    won = rules.points_of_places(race, found)
    points = {player.id: player.points + won.get(player.id, 0) for player in status.players}
    for player in status.players:
        if won.get(player.id):
            await rows.change(tx, player, replace(player, points=points[player.id]))
    await _rate(tx, status, found, now)
    await _rate_puzzle(tx, status, now)
    if race.end is not None or rules.is_decided(race, points.values()) or not status.playing:
        await finish(tx, race, race.end)
    else:
        await rows.change(tx, race, replace(race, state="between", due_at=now + rules.BETWEEN))


async def _rate(
    tx: Transaction, status: RaceStatus, found: Mapping[int, int], now: datetime
) -> None:
    """Rate a round of two or more players, here and everywhere, in its game and in all games.

    Players who tried nothing do not count as beaten.
    """
    race, played = status.race, {play.player_id for play in status.plays if play.tries}
    users = {
        one.id: one.user_id
        for one in status.players
        if one.user_id is not None and one.id in played
    }
    if race.mode == "together" or race.words or len(users) < 2:
        return
    places = {users[player]: place for player, place in found.items() if player in users}
    games = (race.game, rating.ALL)
    await rating.rate_round(tx, users.values(), places, guild_id=race.guild_id, games=games, at=now)


async def _rate_puzzle(tx: Transaction, status: RaceStatus, now: datetime) -> None:
    """Rate a round's puzzle by each player who solved it, or tried for as long as they wanted.

    Players count with their training skill, which a race does not change.
    """
    race, puzzle = status.race, status.puzzle
    if race.mode == "together" or race.words or puzzle is None:
        return
    users = {one.id: one.user_id for one in status.players}
    known = [one for one in users.values() if one is not None]
    skills = {
        one.user_id: levels.Skill(one.mu, one.sigma)
        for one in await training.of(tx, known, race.game)
    }
    rated = await rows.get(tx, PuzzleRating, puzzle_key(puzzle))
    before = rated = rated or levels.new_rating(puzzle, now)
    for play in status.plays:
        if (solved := rules.fared(race, status.plays, play)) is not None:
            skill = skills.get(users.get(play.player_id) or 0, levels.NEW)
            _, rated = levels.after_meeting(skill, rated, now, solved=solved)
    if rated != before:
        await rows.put(tx, rated)
