"""Three weeks of a busy server, with nearly everything that Discord or a moderator may do.

A daily puzzle with threads and reminders, a contest every Friday, long contests in a channel, a
thread and a forum, a season with a champion's role, and races go on. Threads archive, files are
denied, the bot's address is banned, edits of old messages are limited, a role moves, a channel is
closed, the bot is kicked and comes back without its roles, sessions are lost, the bot is started
again. At the end each post is there once and true, and organisers got each notice that they needed
once, with a true reason.
"""

import re
from collections import Counter
from datetime import datetime, time, timedelta

import pytest

from bot.contests import Plan
from bot.dailies import EditionKey
from playground.model import ChannelType, EventStatus
from playground.permissions import (
    ATTACH_FILES,
    CREATE_EVENTS,
    MANAGE_ROLES,
    MANAGE_THREADS,
    VIEW_CHANNEL,
)
from tests.bot.bot_on_playground import BotOnPlayground
from tests.bot.hosting import WORDS, act, sent
from tests.bot.hosting_dailies import answer, posts, settled_or_refused
from tests.bot.organising import filled, looked, notices, saved, season_started, until
from tests.bot.racing import begun, counted_down, line, pressed, puzzle_of, wrote
from tests.bot.statements import rows_of

DAYS = 21
STOPS = (time(7, 5), time(9, 1), time(10, 5), time(19, 5))
"""When the clock stops each day, once at nine for the puzzle."""
FRIDAYS = (time(20, 10), time(20, 45))
IDLE = {7, 14, 18}
"""Days on which nobody solves the puzzle, although Pia could."""
BAN = 2.0
TOLD = (
    ("hand over the champion’s role of “June”", "I need Manage Roles and a role of mine above it"),
    ("post the results of “Hidden”", "I’m not allowed to post in #contests. I need View Channel"),
    (
        "update the announcement of “Hidden”",
        "I’m not allowed to post in #contests. I need View Channel",
    ),
)
"""The notices that organisers get, in alphabetical order, and why."""


class Server:
    """The server and its people: Olive organises, Pia and Quinn play."""

    def __init__(self, app):
        self.app, self.world, self.guild = app, app.harness.world, app.harness.guild("Word House")
        self.olive, self.pia, self.quinn = (app.person(name) for name in ("olive", "pia", "quinn"))
        self.daily, self.contests = (app.harness.channel(name) for name in ("daily", "contests"))
        self.powers = self.world.create_role(
            self.guild, "Powers", MANAGE_THREADS | MANAGE_ROLES | CREATE_EVENTS
        )
        self.champion = self.world.create_role(self.guild, "Champion")
        self.give_powers()
        self.held = {}  # contests by title: where
        self.races = []
        self.away = False
        self.files_denied = False

    def give_powers(self):
        own = self.guild.members[self.world.bot.id]
        own.roles.append(self.powers.id)
        self.world.update_member(self.guild, own)
        self.world.move_role(self.guild, self.powers, 10)

    async def set_up(self):
        """Let Olive set everything up once and for all."""
        app, world, olive = self.app, self.world, self.olive
        said = await answer(olive, "/daily setup", "daily", hour=9, zone="UTC", thread=True)
        assert "Daily puzzles are on" in said.text
        card = await answer(self.pia, "/daily remind", "daily")
        await (await self.pia.press(card, "Message me")).reply()
        weekly = await saved(olive)
        said = await filled(olive, weekly, "Repeat", when="every friday 20:00", zone="UTC")
        assert "every Friday at 20:00" in said.text
        forum = world.create_channel(self.guild, "ideas", kind=ChannelType.FORUM)
        self.in_forum = (await olive.post("Contests", "Held here.", forum)).message.channel
        self.in_thread = world.create_thread(self.contests, "Puzzles", olive.user)
        self.secret = world.create_thread(
            self.contests, "Secret", self.pia.user, kind=ChannelType.PRIVATE_THREAD
        )
        world.join_thread(self.secret, self.quinn.user)
        in_an_hour = app.now() + timedelta(hours=1)
        await self.hold("Long", self.contests, 9, talk=True, event=True, opens=in_an_hour)
        await self.hold("Threaded", self.in_thread, 6)
        await self.hold("Posted", self.in_forum, 5)
        card = await season_started(olive, "June", lasts="14 days")
        said = await filled(olive, card, "How it’s counted", role_id=[self.champion.id])
        assert f"gets <@&{self.champion.id}>" in said.text

    async def hold(self, title, channel, days, **options):
        """Announce a contest that lasts this number of days."""
        admin, plan = (
            self.app.services.contests.admin,
            Plan(title, WORDS, timedelta(days=days), **options),
        )
        draft = await admin.create(plan, self.guild.id, channel.id, act(self.app))
        await self.app.services.contests.puzzles.find_par(draft.id, requester=None)
        await admin.confirm(self.guild.id, draft.id, act(self.app))
        self.app.services.scheduler.wake()
        await self.olive.sees(f"## {title}\n", channel)
        self.held[title] = channel

    def posted(self, text, channel):
        """Return the bot's own posts with a text in a channel."""
        return [
            post
            for post in self.olive.transcript(channel)
            if text in post.text
            and post.message.author is self.world.bot
            and post.message.interaction is None
            and not post.ephemeral
        ]

    async def go_on(self, moment):
        """Move the clock, and wait until all due posts are shown."""
        self.app.advance(seconds=(moment - self.app.now()).total_seconds())
        await (looked if self.away else settled_or_refused)(self.app)

    async def solve(self, person):
        """Solve the puzzle that is open in the server."""
        dailies, name = self.app.services.dailies, person.user.name
        number = await dailies.queries.current(self.guild.id, self.app.now())
        edition = await dailies.queries.edition(number, requester=None)
        await dailies.play.open(EditionKey(self.guild.id, number), act(self.app, name))
        by = act(self.app, name)
        await dailies.play.submit_words(
            EditionKey(self.guild.id, number), by, edition.puzzle.solution
        )

    async def race(self, place):
        """Hold a race of Pia and Quinn to its end."""
        post = await begun(self.app, self.pia, place)
        await pressed(self.quinn, post, "Join")
        await pressed(self.pia, post, "Start now")
        await counted_down(self.app, post)
        await until(lambda: "Play" in post.buttons)
        words = line(await puzzle_of(self.app, post))
        for person in (self.pia, self.quinn):
            played = await person.press(post, "Play")
            # Where the bot is not a member, the post itself answers the press.
            by_token = not self.world.can_see(place, self.world.bot)
            card = await (played.follow_up() if by_token else played.reply())
            await wrote(person, card, *words)
        await until(lambda: "Rematch" in post.buttons)
        self.races.append(post)

    async def send_in(self, title, *people):
        """Have people send in the best answer of a contest."""
        (post,) = self.posted(f"## {title}\n", self.held[title])
        for person in people:
            await sent(person, post)

    # What happens, by day and hour

    async def race_in_the_channel(self):
        await self.race(self.contests)

    async def race_in_private(self):
        await self.pia.write("A race?", self.secret)  # archived since the last race
        await self.race(self.secret)

    async def deny_files(self):
        self.app.harness.forbid_bot(self.daily, ATTACH_FILES)
        self.files_denied = True

    async def allow_files(self):
        self.app.harness.forbid_bot(self.daily, 0)
        self.files_denied = False

    async def limit_old_edits(self):
        self.app.server.api.limits.old_edits = 2
        await self.send_in("Long", self.pia)
        await self.send_in("Posted", self.pia)
        await self.send_in("Threaded", self.quinn)

    async def send_in_more(self):
        await self.send_in("Long", self.quinn)
        await self.send_in("Threaded", self.pia)

    async def archive_threads(self):
        for thread in (self.in_thread, self.in_forum):
            self.world.change_thread(thread, archived=True)

    async def ban(self):
        self.app.harness.ban(BAN)

    async def wait_for_the_ban(self):
        await until(lambda: not self.app.services.pacer.banned_for)
        self.app.advance(seconds=BAN + 1)
        await settled_or_refused(self.app)

    async def archive_the_talk(self):
        talk = self.talk()
        assert talk.locked
        self.world.change_thread(talk, archived=True)

    def talk(self):
        (post,) = self.posted("## Long\n", self.contests)
        return self.world.channels[post.message.id]

    async def hold_another(self):
        await self.hold("Hidden", self.contests, 1)

    async def close_the_channel(self):
        self.app.harness.forbid_bot(self.contests, VIEW_CHANNEL)

    async def open_the_channel(self):
        self.app.harness.forbid_bot(self.contests, 0)

    async def kick(self):
        self.world.remove_bot(self.guild)
        self.away = True

    async def invite(self):
        self.world.invite_bot(self.guild)
        self.away = False

    async def lose_sessions(self):
        self.world.hub.invalidate()
        self.app.harness.drop_gateway()
        await self.app.harness.bot_gone()
        await self.app.harness.bot_ready()

    async def start_again(self):
        await self.app.stop()
        await self.app.start()

    async def slow_down(self):
        for channel in (self.daily, self.contests):
            self.world.set_slowmode(channel, 3600)

    async def give_powers_below_the_champion(self):
        self.give_powers()
        self.world.move_role(self.guild, self.champion, 20)

    async def move_the_champion_below(self):
        self.world.move_role(self.guild, self.champion, 1)


HAPPENS = {
    (1, 10): Server.race_in_the_channel,
    (1, 19): Server.deny_files,
    (2, 19): Server.race_in_private,
    (3, 19): Server.allow_files,
    (4, 10): Server.limit_old_edits,
    (4, 19): Server.archive_threads,
    (5, 10): Server.send_in_more,
    (5, 19): Server.archive_threads,
    (6, 7): Server.ban,
    (6, 9): Server.wait_for_the_ban,
    (8, 19): Server.archive_the_talk,
    (10, 10): Server.hold_another,
    (10, 19): Server.close_the_channel,
    (12, 10): Server.open_the_channel,
    (13, 7): Server.kick,
    (14, 19): Server.invite,
    (15, 7): Server.race_in_private,  # hidden from the bot by now
    (15, 10): Server.lose_sessions,
    (15, 19): Server.start_again,
    (16, 10): Server.give_powers_below_the_champion,
    (16, 19): Server.slow_down,
    (17, 10): Server.move_the_champion_below,
    (19, 10): Server.race_in_the_channel,
    (19, 19): Server.race_in_private,
}


@pytest.mark.full
@pytest.mark.asyncio(loop_scope="module")
async def test_three_weeks_of_a_busy_server(tmp_path, caplog):
    async with BotOnPlayground(tmp_path, solver_workers=1) as app:
        server = Server(app)
        await app.restart()  # it learns of its own roles when it connects
        began = app.now()
        await server.set_up()
        for day in range(DAYS):
            date = (began + timedelta(days=day)).date()
            for stop in (*STOPS, *(FRIDAYS if date.isoweekday() == 5 else ())):
                moment = datetime.combine(date, stop, began.tzinfo)
                if moment <= app.now():
                    continue
                await server.go_on(moment)
                if stop == STOPS[1] and not server.away:
                    await came_as_it_should(server, day)
                if (happens := HAPPENS.get((day, stop.hour))) is not None:
                    await happens(server)
                if stop == STOPS[2] and day not in IDLE and not server.away:
                    await server.solve(server.pia)
                    await server.solve(server.quinn)
        await server.go_on(app.now() + timedelta(hours=1))
        await looked(app, 2)
        await all_is_well(server)
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def came_as_it_should(server, day):
    """Check that a day's puzzle is there, with its picture where files are allowed."""
    if day == 6:
        return  # the ban
    newest = posts(server.olive, "daily")[-1]
    assert "Closes" in newest.text, day
    assert len(newest.pictures) == (0 if server.files_denied else 1), day


async def all_is_well(server):
    app, world, olive = server.app, server.world, server.olive
    numbers = Counter(
        re.search(r"Daily \w+ #(\d+)", post.text)[1] for post in posts(olive, "daily")
    )
    assert set(numbers.values()) == {1}
    assert len(numbers) >= DAYS - 2  # on two mornings the bot was not in the server
    *earlier, newest = posts(olive, "daily")
    assert all("**Closed.**" in post.text for post in earlier)
    assert "Closes" in newest.text
    for title, channel in {
        **server.held,
        **{f"Weekly \\#{n}": server.contests for n in (1, 2, 3)},
    }.items():
        (announced,) = server.posted(f"## {title}\n", channel)
        assert "**Over**" in announced.text, title
        assert len(server.posted(f"{title}: the results", channel)) == 1, title
    threads = [place for place in world.channels.values() if place.parent_id == server.contests.id]
    assert not any(thread.locked for thread in threads)
    await server.pia.write("It ended in seasick!", server.talk())
    assert {event.status for event in server.guild.events.values()} == {EventStatus.COMPLETED}
    assert {post.plain.count("🥇") for post in server.races} == {1}
    assert server.champion.id in server.guild.members[server.pia.id].roles
    assert len(server.posted("🏆 June: the end", server.contests)) == 1
    reminders = [post for post in notices(server.pia) if "Your streak" in post.text]
    assert len(reminders) == len(IDLE)
    told = sorted(post.plain.replace("\\", "") for post in notices(olive))
    assert len(told) == len(TOLD), told
    for text, (what, why) in zip(told, TOLD, strict=True):
        assert f"I couldn’t {what}. {why}." in text
    stuck = (
        "SELECT kind, last_error FROM messages WHERE "
        "(given_up_at IS NOT NULL AND last_error != 'I need Create Events.') "
        "OR (delivered_version < version AND next_attempt_at <= ?)"
    )
    assert await rows_of(app, stuck, f"{app.now():%Y-%m-%d %H:%M:%S.%f}") == []
    assert world.gaps == {}
