"""Races as people act on them: create, join, start, try, leave; each call is one transaction.

The moment of the interaction decides, never ours: what was sent in time counts though it comes
after the end, for as long as the end waits for it.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.dailies.editions import load as load_edition
from bot.errors import NoSuchRace, RaceError
from bot.outbox import LEASE
from bot.puzzles import (
    Progress,
    Verdict,
    is_solved,
    judge,
    masked,
    read_words,
    result_of,
    undo,
)
from bot.races import rules
from bot.store import Database, Transaction, guilds, outbox, races
from bot.store.records import (
    Act,
    GuildSettings,
    Race,
    RaceMode,
    RaceMove,
    RacePlay,
    RacePlayer,
    RaceRound,
)
from solvers.daily import GAMES, LEVELS, Edition, Game
from solvers.lexicon import Lexicon
from solvers.wordsnake import checked

MOST_IN_CHANNEL = 2
"""Live at once; each is edited every two seconds, and a channel takes one edit a second."""
MOST_IN_GUILD = 20
MOST_CREATED = 2
MOST_JOINED = 5
MOST_PLAYERS = 25
MOST_ROUNDS = 10
MINUTES = range(1, 31)
DUEL_ROUNDS = (1, 3, 5)
LIST_WORDS = range(4, 16)
"""A card has a button for each, and Discord takes forty components."""
MOST_TRIES = 300
MOST_BLOCKED = 100
TOKEN_LIFE = timedelta(minutes=15)
GONE = "That race is gone. Start a new one with /race."


@dataclass(frozen=True, slots=True)
class RacePlan:
    """What is to be played; `words`: a list of one's own, for a snake."""

    game: Game
    level: int
    minutes: int = 5
    rounds: int = 1
    mode: RaceMode = "first"
    sealed: bool = False
    words: tuple[str, ...] = ()
    challenged: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a race is held: a channel, of a server that the bot is in (else `guild_id` is None).

    token  an interaction's, by which it is shown where the bot cannot post by itself
    """

    guild_id: int | None
    channel_id: int
    token: str | None = None


@dataclass(frozen=True, slots=True)
class RaceStatus:
    """A race as it is: its current round, if that is drawn, and what each player made of it."""

    race: Race
    round: RaceRound | None
    players: tuple[RacePlayer, ...]
    plays: tuple[RacePlay, ...]
    moves: tuple[RaceMove, ...] = ()  # of those who play together

    @property
    def edition(self) -> Edition | None:
        """The puzzle of the round; a secret until it starts."""
        return None if self.round is None else load_edition(self.round.content)

    @property
    def playing(self) -> tuple[RacePlayer, ...]:
        """Those who have not left, or were forgotten."""
        return tuple(one for one in self.players if one.left_at is None and one.user_id is not None)

    def player(self, user_id: int) -> RacePlayer | None:
        """Return somebody who is in it."""
        return next((one for one in self.playing if one.user_id == user_id), None)

    def play_of(self, player: RacePlayer) -> RacePlay | None:
        """Return what a player made of the round."""
        return next((play for play in self.plays if play.player_id == player.id), None)


@dataclass(frozen=True, slots=True)
class OwnPlay:
    """A round as one player sees it; `play` is None where they play together."""

    status: RaceStatus
    edition: Edition
    player: RacePlayer
    play: RacePlay | None
    progress: Progress
    ends_at: datetime
    over: bool


@dataclass(frozen=True, slots=True)
class TryReceipt:
    """A try that has been stored; `first`: it is the one that solved the puzzle."""

    own: OwnPlay
    verdict: Verdict
    first: bool


class RacePlaying:
    """What organisers and players do."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    # Before the start

    async def create(self, plan: RacePlan, place: Place, act: Act) -> Race:
        """Create a race that its organiser is in; the same one for the same interaction.

        Raises RaceError, with a sentence that says what to change.
        """
        _check(plan)
        race_id = _id_of(act)
        async with self._database.write() as tx:
            known = await races.get(tx, race_id)
            if known is not None:
                return known
            await _check_limits(tx, plan, place, act)
            await self._check_words(tx, plan.words, place.guild_id)
            return await _create(tx, plan, place, act)

    async def _check_words(
        self, tx: Transaction, words: Sequence[str], guild_id: int | None
    ) -> None:
        """Refuse words that the bot does not show there: a race's list is shown by it to all."""
        settings = await guilds.settings(tx, guild_id) if guild_id else GuildSettings(0)
        own = await guilds.words(tx, guild_id) if guild_id else {}
        lexicon = self._lexicons["full"].showing(settings.policy)
        for word in words:
            id_ = lexicon.find(word)
            if not own.get(word, id_ < 0 or not lexicon.hidden(id_)):
                raise RaceError(f"I don’t show “{word}” to everybody here. Leave it out.")

    async def posted(self, race_id: str, message_id: int) -> None:
        """Note that the answer to the command shows the race."""
        async with self._database.write() as tx:
            message = await outbox.find(tx, "race", race_id=race_id)
            if message is not None and message.message_id is None:
                claimed_at = message.first_attempt_at  # when it was created
                await outbox.mark_delivered(tx, message, message_id, 1, claimed_at)

    async def renew_token(self, race_id: str, act: Act, token: str) -> None:
        """Show the race by this interaction's token from now on, where it is shown by one."""
        async with self._database.write() as tx:
            race = await races.get(tx, race_id)
            while race is not None and race.guild_id is None and race.next_id is not None:
                race = await races.get(tx, race.next_id)  # a rematch took its message over
            if race is not None and race.guild_id is None:
                await races.change(tx, race, token=token, token_at=act.at)
                await outbox.revive_race(tx, race.id, act.at)

    async def join(self, race_id: str, act: Act) -> RaceStatus:
        """Join a race; in one that is played together also while it runs."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            status = await look(tx, race)
            if status.player(act.user) is None:
                await _join(tx, status, act)
            return await look(tx, await _get(tx, race_id))

    async def leave(self, race_id: str, act: Act) -> RaceStatus:
        """Leave a race: nobody waits for one who left."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            status = await look(tx, race)
            player = status.player(act.user)
            if player is not None and race.state != "over":
                await races.change_player(tx, player, left_at=act.at)
                status = await look(tx, race)
                await end_if_all_done(tx, status, act.at)
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, await _get(tx, race_id))

    async def start(self, race_id: str, act: Act) -> RaceStatus:
        """Start now; the organiser alone may."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            if race.created_by != act.user:
                raise RaceError("Only whoever started the race can do that.")
            status = await look(tx, race)
            if race.state == "lobby" and race.round == 1:
                if race.mode != "together" and len(status.playing) < 2:
                    raise RaceError("A race takes two. Wait for somebody to join.")
                race = await races.change(tx, race, due_at=act.at)
            return replace(status, race=race)

    async def cancel(self, race_id: str, act: Act, *, organiser: bool) -> RaceStatus:
        """Call a race off: whoever started it or is challenged, and organisers of the server."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            challenged = race.state == "lobby" and race.challenged_user_id == act.user
            if not (organiser or challenged or race.created_by == act.user):
                raise RaceError("Only whoever started the race can do that.")
            if race.state != "over":
                why: Any = "declined" if challenged else "cancelled"
                race = await finish(tx, race, why)
            return await look(tx, race)

    async def accept(self, race_id: str, act: Act) -> RaceStatus:
        """Accept a challenge: the duel starts."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            status = await look(tx, race)
            if race.challenged_user_id != act.user:
                raise RaceError("This challenge is for somebody else. Start your own with /duel.")
            if status.player(act.user) is None:
                if race.state != "lobby" or race.due_at is None or act.at >= race.due_at:
                    raise RaceError("This challenge is over. Start a new one with /duel.")
                await _check_joined(tx, act.user)
                await races.join(tx, race.id, act.user, act.at)
                await races.change(tx, race, due_at=act.at)
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, await _get(tx, race_id))

    # Between rounds, and after

    async def next_round(self, race_id: str, number: int, act: Act) -> RaceStatus:
        """Begin round `number`, once, if a player asks for it."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            status = await look(tx, race)
            if status.player(act.user) is None:
                raise RaceError("Only those who play can start the next round.")
            if race.state == "between" and race.round == number - 1:
                race = await races.change(tx, race, state="lobby", round=number, due_at=act.at)
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, race)

    async def rematch(self, race_id: str, place: Place, act: Act) -> Race:
        """Create the next race of the same people with another puzzle, or join it, once each."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            if race.state != "over":
                raise RaceError("This one isn’t over yet.")
            if race.words and race.end is None:
                raise RaceError("You’ve all seen this list. Start another one with /race.")
            found = None if race.next_id is None else await races.get(tx, race.next_id)
            if found is None:
                status = await look(tx, race)
                others = [one.user_id for one in status.players if one.user_id != act.user]
                if race.duel and len(others) == len(status.players):
                    raise RaceError("Only those who played can ask for a rematch.")
                plan = RacePlan(
                    race.game, race.level, race.seconds // 60, race.rounds, race.mode, race.sealed,
                    race.words, others[0] if race.duel and others else None,
                )  # fmt: skip
                await _check_limits(tx, plan, place, act)
                found = await _create(tx, plan, place, act, claimed=False)
                await races.change(tx, race, next_id=found.id)
                if race.guild_id is None and found.guild_id is None:
                    # Both would be shown by the same answer.
                    await races.change(tx, race, token=None)
                    await outbox.give_up_race(tx, race.id, act.at)
                else:
                    await outbox.mark_race_stale(tx, race.id)
                return found
            if not found.duel:
                status = await look(tx, found)
                if status.player(act.user) is None:
                    await _join(tx, status, act)
            return found

    # Playing

    async def open(self, race_id: str, number: int, act: Act) -> OwnPlay:
        """Return a round as somebody plays it; under a sealed clock, their time runs from now."""
        async with self._database.read() as tx:  # mostly that is all
            own = await self._opened(tx, race_id, number, act)
        if own is not None:
            return own
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            status = await look(tx, race, number)
            if race.mode == "together" and status.player(act.user) is None:
                await _join(tx, status, act)
                status = await look(tx, await _get(tx, race_id), number)
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
        status = await look(tx, await _get(tx, race_id), number)
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
            race = await _get(tx, race_id)
            status = await look(tx, race, number)
            own = own_play(status, act)
            known = await races.get_move(tx, act.interaction)
            lexicon = await self._accepted(tx, race)
            if known is not None:
                verdict = judge(own.edition, known.words, lexicon, own.progress)
                return TryReceipt(own, replace(verdict, progress=own.progress), first=False)
            if own.over:
                raise RaceError("Time’s up! This round no longer takes answers.")
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
                words = rules.first_new(own.edition, words, own.progress)
            words = masked(words)[: 2 * len(own.edition.given) + 60]
            whole = own.edition.game == "snake"
            before = Progress() if whole else own.progress
            verdict = judge(own.edition, words, lexicon, before)
            right = verdict.progress.words != own.progress.words
            if whole and verdict.mistake is not None:
                verdict = replace(verdict, progress=own.progress)
            await races.add_move(
                tx, RaceMove(act.interaction, own.player.id, number, act.at, words, right)
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
        changes = rules.after_try(race.mode, own.edition, own.play, verdict, ms)
        await races.change_play(tx, own.play, **changes)
        return "solved_ms" in changes

    async def undo(self, race_id: str, number: int, act: Act, seen: int) -> OwnPlay:
        """Take back the last of `seen` words; nothing if that is done already."""
        async with self._database.write() as tx:
            race = await _get(tx, race_id)
            own = own_play(await look(tx, race, number), act)
            current = own.status.round
            if current is not None and not own.over and len(own.progress.words) == seen:
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
            race = await _get(tx, race_id)
            own = own_play(await look(tx, race, number), act)
            play = own.status.play_of(own.player)
            if play is not None and not own.over:
                await races.change_play(tx, play, done=True)
                await end_if_all_done(tx, await look(tx, race, number), act.at)
                await outbox.mark_race_stale(tx, race.id)
            return own_play(await look(tx, await _get(tx, race_id), number), act)

    async def _accepted(self, tx: Transaction, race: Race) -> Accepted:
        denied: frozenset[str] = frozenset()
        if race.guild_id is not None:
            own = await guilds.words(tx, race.guild_id)
            denied = frozenset(word for word, allowed in own.items() if not allowed)
        return Accepted(self._lexicons[race.tier], denied)

    # What people want

    async def set_duels(self, act: Act, *, wanted: bool) -> None:
        """Let somebody be challenged, or not."""
        async with self._database.write() as tx:
            await races.set_duels(tx, act.user, wanted=wanted)

    async def set_listed(self, act: Act, *, wanted: bool) -> None:
        """Let others see how somebody races, or not."""
        async with self._database.write() as tx:
            await races.set_listed(tx, act.user, wanted=wanted)

    async def block(self, act: Act, other: int, *, blocked: bool) -> None:
        """Let somebody not be challenged by another, or again."""
        async with self._database.write() as tx:
            if not blocked:
                await races.unblock(tx, act.user, other)
            elif await races.count_blocks(tx, act.user) >= MOST_BLOCKED:
                raise RaceError(f"That’s {MOST_BLOCKED} people already. Unblock somebody first.")
            else:
                await races.block(tx, act.user, other)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The words of a tier without those that a server denies."""

    lexicon: Lexicon
    denied: frozenset[str]

    def __contains__(self, word: str, /) -> bool:
        return word in self.lexicon and word not in self.denied


async def look(tx: Transaction, race: Race, number: int | None = None) -> RaceStatus:
    """Return a race as it is, at its current round or another."""
    number = number or race.round
    return RaceStatus(
        race,
        await races.get_round(tx, race.id, number),
        tuple(await races.players(tx, race.id)),
        tuple(await races.plays(tx, race.id, number)),
        tuple(await races.moves(tx, race.id, number)) if race.mode == "together" else (),
    )


async def finish(tx: Transaction, race: Race, end: Any = None) -> Race:
    """End a race; `end`: why, if its current round was not played to its end."""
    if race.state == "between":
        end = None
    race = await races.change(tx, race, state="over", due_at=None, end=end)
    await outbox.mark_race_stale(tx, race.id)
    return race


async def _get(tx: Transaction, race_id: str) -> Race:
    race = await races.get(tx, race_id)
    if race is None:
        raise NoSuchRace(GONE)
    return race


async def _create(
    tx: Transaction, plan: RacePlan, place: Place, act: Act, *, claimed: bool = True
) -> Race:
    tier = "full"
    if place.guild_id is not None:
        tier = (await guilds.settings(tx, place.guild_id)).tier
        await guilds.ensure(tx, place.guild_id)
    duel = plan.challenged is not None
    race = Race(
        _id_of(act),
        place.guild_id,
        place.channel_id,
        act.user,
        act.at,
        plan.challenged,
        duel,
        plan.mode,
        plan.game,
        plan.level,
        tier,
        plan.rounds,
        plan.minutes * 60,
        plan.sealed,
        plan.words,
        "lobby",
        1,
        rules.lobby_end(act.at, duel=duel),
        None,
        None,
        None if place.guild_id else place.token,
        None if place.guild_id else act.at,
    )
    await races.add(tx, race)
    await races.join(tx, race.id, act.user, act.at)
    await outbox.enqueue_race(tx, race, act.at, claimed_until=act.at + LEASE if claimed else None)
    return race


async def _join(tx: Transaction, status: RaceStatus, act: Act) -> None:
    race = status.race
    if race.duel:
        raise RaceError("This duel is between two others. Start your own with /duel.")
    late = race.state != "lobby" or race.round > 1 or race.due_at is None or act.at >= race.due_at
    if race.state == "over":
        raise RaceError("This race is over. Start a new one with /race.")
    if late and race.mode != "together":
        raise RaceError("This race has started already. Join the next one!")
    if len(status.playing) >= MOST_PLAYERS:
        raise RaceError(f"This race is full: {MOST_PLAYERS} are in already.")
    await _check_joined(tx, act.user)
    back = next((one for one in status.players if one.user_id == act.user), None)
    if back is not None:
        await races.change_player(tx, back, left_at=None)
    else:
        await races.join(tx, race.id, act.user, act.at)
    if race.state in {"countdown", "running"}:
        status = await look(tx, race)
        player = status.player(act.user)
        if player is not None and status.play_of(player) is None:
            await races.begin_play(tx, player.id, race.round)
    await outbox.mark_race_stale(tx, race.id)


async def end_if_all_done(tx: Transaction, status: RaceStatus, at: datetime) -> None:
    """Let a round end once nobody has anything left to do in it.

    A duel's, once it is solved, after waiting for what was sent before. Under a sealed clock, when
    the last has no time left. Not before it runs: it would run before its start.
    """
    race, due_at = status.race, None
    if race.state != "running":
        if not status.playing and race.state != "over":
            await finish(tx, race, "too few")
        return
    ends = [rules.ends_of(race, status.play_of(one), at) for one in status.playing]
    if race.mode == "together":
        words = Progress.of(status.round.progress).words if status.round else ()
        edition = status.edition
        over = edition is not None and _is_solved_together(edition, words)
        done = {play.player_id for play in status.plays if play.done}
        host = any(one.user_id == race.created_by and one.id in done for one in status.playing)
        given_up = host or all(one.id in done for one in status.playing)
        due_at = at if over or given_up else None
    elif None not in ends:
        due_at = max((end for end in ends if end is not None), default=at)
    elif (
        race.duel
        and race.mode == "first"
        and any(play.solved_ms is not None for play in status.plays)
    ):
        due_at = at + rules.GRACE
    if due_at is not None and race.due_at is not None and due_at < race.due_at:
        await races.change(tx, race, due_at=due_at)


def _is_solved_together(edition: Edition, words: Sequence[str]) -> bool:
    result = result_of(edition, words)
    return bool(result) and result is not None and is_solved(edition, result)


def own_play(status: RaceStatus, act: Act) -> OwnPlay:
    """Return a round as somebody plays it; raises RaceError where they cannot look at it."""
    race, current, edition = status.race, status.round, status.edition
    player = status.player(act.user)
    if player is None:
        raise RaceError("You’re not in this race. Join the next one!")
    if current is None or edition is None or current.starts_at is None or current.ends_at is None:
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
    ended = race.state in {"between", "over"} or race.round != current.number
    over = ended or act.at >= ends_at or (play is not None and play.done)
    return OwnPlay(status, edition, player, play, progress, ends_at, over)


def _shown(own: OwnPlay) -> tuple[object, ...]:
    """Return what the race's message shows of somebody."""
    if own.play is None:
        return own.progress.words
    return own.play.share, own.play.result, own.play.solved_ms, own.play.done


def _check(plan: RacePlan) -> None:
    if plan.game not in GAMES or plan.level not in LEVELS or plan.minutes not in MINUTES:
        raise RaceError("That can’t be played.")
    if plan.mode == "together" and plan.game == "snake":
        raise RaceError(
            "Together you can play a ladder, an anigram or a truncate. Choose one of these."
        )
    if plan.mode == "together" and plan.sealed:
        raise RaceError("Together you all have the same time. Leave `sealed` out.")
    if plan.words:
        checked(dict.fromkeys(plan.words))
        if plan.game != "snake":
            raise RaceError("A list of your own makes a snake. Choose snake as the `game`.")
        if len(set(plan.words)) not in LIST_WORDS:
            low, high = LIST_WORDS[0], LIST_WORDS[-1]
            raise RaceError(f"`list` takes {low} to {high} different words.")
        if plan.rounds > 1:
            raise RaceError("A list of your own is good for one round. Leave `rounds` out.")


async def _check_limits(tx: Transaction, plan: RacePlan, place: Place, act: Act) -> None:
    if await races.count_live(tx, channel_id=place.channel_id) >= MOST_IN_CHANNEL:
        raise RaceError("There are races on in this channel already. Wait until one is over.")
    if (
        place.guild_id is not None
        and await races.count_live(tx, guild_id=place.guild_id) >= MOST_IN_GUILD
    ):
        raise RaceError("There are many races on in this server already. Wait until one is over.")
    if await races.count_live(tx, created_by=act.user) >= MOST_CREATED:
        raise RaceError("You’ve started races that aren’t over. Finish or cancel one first.")
    await _check_joined(tx, act.user)
    if plan.challenged is None:
        return
    if plan.challenged == act.user:
        raise RaceError("You can’t duel yourself. Choose somebody else.")
    if await races.has_blocked(tx, act.user, plan.challenged) or not await races.wants_duels(
        tx, plan.challenged
    ):
        raise RaceError("They don’t take challenges just now. Choose somebody else.")


async def _check_joined(tx: Transaction, user_id: int) -> None:
    if await races.count_joined(tx, user_id) >= MOST_JOINED:
        raise RaceError(f"You’re in {MOST_JOINED} races already. Finish or leave one first.")


def _id_of(act: Act) -> str:
    """Return the id of what an interaction creates: the same however often it comes."""
    digest = hashlib.blake2b(str(act.interaction).encode(), digest_size=9, person=b"race").digest()
    return urlsafe_b64encode(digest).decode()
