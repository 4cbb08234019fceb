"""Races before they start and after they end: create, join, leave, start, accept, cancel, go on.

Each call is one transaction; the moment of the interaction decides, never ours.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.errors import RaceError
from bot.outbox import LEASE
from bot.puzzles import GAMES
from bot.races import rules
from bot.races.status import RaceStatus, call_off, end_if_all_done, get, look
from bot.store import Database, Transaction, guilds, outbox, races, rows
from bot.store.budget import size_of
from bot.store.database import no_room
from bot.store.schema import Act, GuildSettings, Race, RaceEnd, RaceMode, RacePlay, RacePlayer
from solvers.daily import LEVELS
from solvers.lexicon import Lexicon
from solvers.text import series
from solvers.wordsnake import checked

MOST_IN_CHANNEL = 2
"""Races live at once; each is edited every two seconds, and a channel takes one edit a second.

Races with only their starter in them, and open challenges, do not count.
"""
MOST_IN_GUILD = 20
NOTIFIED_EVERY = timedelta(minutes=5)
"""How often a person's challenges notify the same person; other challenges appear silently."""
MOST_CREATED = 2
MOST_JOINED = 5
MOST_PLAYERS = 25
MOST_ROUNDS = 10
MINUTES = range(1, 31)
ROUND_BYTES = 2_000
"""About how much disk space a round takes: its puzzle, its commitment and its players."""
NO_ROOM = "no new race can begin"
DUEL_ROUNDS = (1, 3, 5)
LIST_WORDS = range(4, 16)
"""Allowed lengths of a list: a card has a button for each word, and Discord takes 40 components."""


@dataclass(frozen=True, slots=True)
class RacePlan:
    """What to play; `words`: the players' own list, for a snake."""

    game: str
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

    token  an interaction's token, which shows the race where the bot itself cannot post: outside
           of its servers, and in private threads that it is not in
    """

    guild_id: int | None
    channel_id: int
    token: str | None = None


class RaceLobby:
    """What organisers do, and people who join."""

    def __init__(self, database: Database, lexicons: Mapping[str, Lexicon]) -> None:
        self._database = database
        self._lexicons = lexicons

    async def create(self, plan: RacePlan, place: Place, act: Act) -> Race:
        """Create a race that its organiser is in; the same one for the same interaction.

        Raises RaceError, with a sentence that says what to change.
        """
        _check(plan)
        race_id = _id_of(act)
        has_room = await self._database.has_room()
        async with self._database.write() as tx:
            known = await rows.get(tx, Race, race_id)
            if known is not None:
                return known
            if not has_room:
                raise no_room(NO_ROOM)
            await _check_limits(tx, plan, place, act)
            await self._check_words(tx, plan.words, place.guild_id)
            self._database.budget.spend(act.user, _size_of(plan), act.at)
            return await _create(tx, plan, place, act)

    async def _check_words(
        self, tx: Transaction, words: Sequence[str], guild_id: int | None
    ) -> None:
        """Refuse words that the bot does not show there, as it shows a race's list to all."""
        settings = await guilds.settings(tx, guild_id) if guild_id else GuildSettings(guild_id=0)
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
                claimed_at = message.first_attempt_at  # when the race was created
                await outbox.mark_delivered(tx, message, message_id, 1, claimed_at)

    async def renew_token(self, race_id: str, act: Act, token: str) -> None:
        """Use this interaction's token from now on, if tokens show the race."""
        async with self._database.write() as tx:
            race: Race | None = await get(tx, race_id, act)
            while race is not None and race.by_token and race.next_id is not None:
                race = await rows.get(tx, Race, race.next_id)  # a rematch took its message over
            if race is not None and race.by_token:
                await rows.change(tx, race, replace(race, token=token, token_at=act.at))
                await outbox.revive_race(tx, race.id, act.at)

    async def join(self, race_id: str, act: Act) -> RaceStatus:
        """Join a race, even while it runs if people play it together."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race)
            if status.player(act.user) is None:
                await take_in(tx, status, act)
            return await look(tx, await get(tx, race_id, act))

    async def leave(self, race_id: str, act: Act) -> RaceStatus:
        """Leave a race: nobody waits for a player who left."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race)
            player = status.player(act.user)
            if player is not None and race.state != "over":
                await rows.change(tx, player, replace(player, left_at=act.at))
                status = await look(tx, race)
                await end_if_all_done(tx, status, act.at)
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, await get(tx, race_id, act))

    async def remove(self, race_id: str, act: Act, user_id: int) -> RaceStatus:
        """Remove a player from a race that people play together, even one who left and may return.

        Only its organiser may do that.
        """
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            if race.created_by != act.user:
                raise RaceError("Only the player who started the race can do that.")
            status = await look(tx, race)
            player = next((one for one in status.players if one.user_id == user_id), None)
            removed = player is None or player.removed
            if player is None or removed or race.mode != "together" or race.state == "over":
                raise RaceError("They’re not in this race.")
            if user_id == act.user:
                raise RaceError("That’s you. Press *Leave* below the race instead.")
            left_at = player.left_at or act.at
            await rows.change(tx, player, replace(player, left_at=left_at, removed=True))
            status = await look(tx, race)
            await end_if_all_done(tx, status, act.at)
            await outbox.mark_race_stale(tx, race.id)
            return await look(tx, await get(tx, race_id, act))

    async def start(self, race_id: str, act: Act) -> RaceStatus:
        """Start now; only the organiser may."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            if race.created_by != act.user:
                raise RaceError("Only the player who started the race can do that.")
            status = await look(tx, race)
            if race.state == "lobby" and race.round == 1:
                if race.mode != "together" and len(status.playing) < 2:
                    raise RaceError("A race takes two. Wait for somebody to join.")
                race = await rows.change(tx, race, replace(race, due_at=act.at))
            return replace(status, race=race)

    async def cancel(self, race_id: str, act: Act, *, organiser: bool) -> RaceStatus:
        """Call a race off; its starter, the person challenged and the server's organisers may.

        A round that already counts is rated as it stands (see `call_off`), no matter who does it.
        """
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            challenged = race.state == "lobby" and race.challenged_user_id == act.user
            if not (organiser or challenged or race.created_by == act.user):
                raise RaceError("Only the player who started the race can do that.")
            if race.state != "over":
                why: RaceEnd = "declined" if challenged else "cancelled"
                race = await call_off(tx, await look(tx, race), act.at, why)
            return await look(tx, race)

    async def accept(self, race_id: str, act: Act) -> RaceStatus:
        """Accept a challenge: the duel starts."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race)
            if race.challenged_user_id != act.user:
                raise RaceError("This challenge is for somebody else. Start your own with /duel.")
            if status.player(act.user) is None:
                if race.state != "lobby" or race.due_at is None or act.at >= race.due_at:
                    raise RaceError("This challenge is over. Start a new one with /duel.")
                await _check_joined(tx, act.user)
                await _check_room(tx, race.guild_id, race.channel_id)
                await _join(tx, race.id, act)
                await rows.change(tx, race, replace(race, due_at=act.at))
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, await get(tx, race_id, act))

    # Between rounds, and after

    async def next_round(self, race_id: str, number: int, act: Act) -> RaceStatus:
        """Begin round `number`, once, if a player asks for it."""
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            status = await look(tx, race)
            if status.player(act.user) is None:
                raise RaceError("Only those who play can start the next round.")
            if race.state == "between" and race.round == number - 1:
                race = await rows.change(
                    tx, race, replace(race, state="lobby", round=number, due_at=act.at)
                )
                await outbox.mark_race_stale(tx, race.id)
            return await look(tx, race)

    async def rematch(self, race_id: str, place: Place, act: Act) -> Race:
        """Create the next race for the same people, with another puzzle, or join it, once each."""
        has_room = await self._database.has_room()
        async with self._database.write() as tx:
            race = await get(tx, race_id, act)
            if race.state != "over":
                raise RaceError("This one isn’t over yet.")
            if race.words and race.end is None:
                raise RaceError("You’ve all seen this list. Start another one with /race.")
            found = None if race.next_id is None else await rows.get(tx, Race, race.next_id)
            if found is None:
                status = await look(tx, race)
                others = [one.user_id for one in status.players if one.user_id != act.user]
                if race.duel and len(others) == len(status.players):
                    raise RaceError("Only those who played can ask for a rematch.")
                plan = RacePlan(
                    game=race.game,
                    level=race.level,
                    minutes=race.seconds // 60,
                    rounds=race.rounds,
                    mode=race.mode,
                    sealed=race.sealed,
                    words=race.words,
                    challenged=others[0] if race.duel and others else None,
                )
                if not has_room:
                    raise no_room(NO_ROOM)
                await _check_limits(tx, plan, place, act)
                self._database.budget.spend(act.user, _size_of(plan), act.at)
                found = await _create(tx, plan, place, act, claimed=False)
                await rows.change(tx, race, replace(race, next_id=found.id))
                if race.by_token and found.by_token:
                    # The same answer would show both races.
                    await rows.change(tx, race, replace(race, token=None))
                    await outbox.give_up_race(tx, race.id, act.at)
                else:
                    await outbox.mark_race_stale(tx, race.id)
                return found
            if not found.duel:
                status = await look(tx, found)
                if status.player(act.user) is None:
                    await take_in(tx, status, act)
            return found


async def _create(
    tx: Transaction, plan: RacePlan, place: Place, act: Act, *, claimed: bool = True
) -> Race:
    tier = "full"
    if place.guild_id is not None:
        tier = (await guilds.settings(tx, place.guild_id)).tier
        await guilds.ensure(tx, place.guild_id)
    duel = plan.challenged is not None
    race = Race(
        id=_id_of(act),
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        created_by=act.user,
        created_at=act.at,
        challenged_user_id=plan.challenged,
        duel=duel,
        mode=plan.mode,
        game=plan.game,
        level=plan.level,
        tier=tier,
        rounds=plan.rounds,
        seconds=plan.minutes * 60,
        sealed=plan.sealed,
        words=plan.words,
        state="lobby",
        round=1,
        due_at=rules.lobby_end(act.at, duel=duel),
        end=None,
        next_id=None,
        token=place.token,
        token_at=None if place.guild_id and place.token is None else act.at,
        notifies=plan.challenged is not None
        and not await races.has_notified(tx, act.user, plan.challenged, act.at - NOTIFIED_EVERY),
    )
    await rows.add(tx, race)
    await _join(tx, race.id, act)
    await outbox.enqueue_race(tx, race, act.at, claimed_until=act.at + LEASE if claimed else None)
    return race


async def take_in(tx: Transaction, status: RaceStatus, act: Act) -> None:
    """Let a person join; raises RaceError with the reason if they cannot."""
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
    if len(status.playing) == 1:
        await _check_room(tx, race.guild_id, race.channel_id)
    back = next((one for one in status.players if one.user_id == act.user), None)
    if back is not None and back.removed:
        raise RaceError(
            "You were removed by the person who started this race. Start your own with /race."
        )
    if back is not None:
        await rows.change(tx, back, replace(back, left_at=None))
    else:
        await _join(tx, race.id, act)
    if race.state in {"countdown", "running"}:
        status = await look(tx, race)
        player = status.player(act.user)
        if player is not None and status.play_of(player) is None:
            await rows.add(tx, RacePlay(player_id=player.id, number=race.round))
    await outbox.mark_race_stale(tx, race.id)


def _check(plan: RacePlan) -> None:
    rounds = range(1, MOST_ROUNDS + 1) if plan.challenged is None else DUEL_ROUNDS
    game = GAMES.get(plan.game)
    known = plan.level in LEVELS
    if game is None or not (known and plan.minutes in MINUTES and plan.rounds in rounds):
        raise RaceError("That can’t be played.")
    if plan.mode == "together" and game.arranges:
        others = [one.a_name for one in GAMES.values() if not one.arranges]
        raise RaceError(f"Together you can play {series(others, 'or')}. Choose one of these.")
    if plan.mode == "together" and plan.sealed:
        raise RaceError("Together you all have the same time. Leave `sealed` out.")
    if plan.words:
        checked(dict.fromkeys(plan.words))
        if not game.arranges:
            makes = next(one for one in GAMES.values() if one.arranges)
            raise RaceError(
                f"A list of your own makes {makes.a_name}. Choose {makes.name} as the `game`."
            )
        if len(set(plan.words)) not in LIST_WORDS:
            low, high = LIST_WORDS[0], LIST_WORDS[-1]
            raise RaceError(f"`list` takes {low} to {high} different words.")
        if plan.rounds > 1:
            raise RaceError("A list of your own is good for one round. Leave `rounds` out.")


async def _check_limits(tx: Transaction, plan: RacePlan, place: Place, act: Act) -> None:
    if plan.challenged is None:
        for own in await races.alone(tx, act.user, place.channel_id):
            await call_off(tx, await look(tx, own), act.at, "cancelled")  # it gives way
    await _check_room(tx, place.guild_id, place.channel_id)
    if await races.count_created(tx, act.user) >= MOST_CREATED:
        raise RaceError("You’ve started races that aren’t over. Finish or cancel one first.")
    await _check_joined(tx, act.user)
    if plan.challenged is None:
        return
    if place.guild_id is not None and not (await guilds.settings(tx, place.guild_id)).duels:
        raise RaceError("Duels are off in this server. Start a race for everybody with /race.")
    if plan.challenged == act.user:
        raise RaceError("You can’t duel yourself. Choose somebody else.")
    if await races.has_blocked(tx, act.user, plan.challenged) or not await races.wants_duels(
        tx, plan.challenged
    ):
        raise RaceError("They don’t take challenges right now. Choose somebody else.")


async def _check_room(tx: Transaction, guild_id: int | None, channel_id: int) -> None:
    """Refuse another race with two or more players, because only such races count."""
    if await races.count_shared(tx, channel_id=channel_id) >= MOST_IN_CHANNEL:
        raise RaceError("There are races on in this channel already. Wait until one is over.")
    if guild_id is not None and await races.count_shared(tx, guild_id=guild_id) >= MOST_IN_GUILD:
        raise RaceError("There are many races on in this server already. Wait until one is over.")


async def _check_joined(tx: Transaction, user_id: int) -> None:
    if await races.count_joined(tx, user_id) >= MOST_JOINED:
        raise RaceError(f"You’re in {MOST_JOINED} races already. Finish or leave one first.")


def _size_of(plan: RacePlan) -> int:
    """Return about how many bytes a race takes, with the puzzles of its rounds."""
    return size_of(plan.words) + (1 + plan.rounds) * ROUND_BYTES


def _id_of(act: Act) -> str:
    """Return the id of a race that an interaction creates: always the same one."""
    digest = hashlib.blake2b(str(act.interaction).encode(), digest_size=9, person=b"race").digest()
    return urlsafe_b64encode(digest).decode()


async def _join(tx: Transaction, race_id: str, act: Act) -> None:
    """Add a person to a race that they are not in."""
    await rows.add(tx, RacePlayer(race_id=race_id, user_id=act.user, joined_at=act.at))
