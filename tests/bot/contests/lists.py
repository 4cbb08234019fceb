"""Lists of words, contests of several of them, and how their posts are sent."""

from datetime import timedelta

from bot.contests import Plan, read_asked, rising, split_lists
from bot.store import contests
from tests.bot.world import CHANNEL, GUILD, T0

TWENTY = (*(f"{letter}at" for letter in "bcfhmtprsv"), *(f"{letter}ay" for letter in "bdfhjlmnpr"))


NOISE = (
    *(f"{letter}one" for letter in "bcdghlnptz"),
    *(f"{letter}ake" for letter in "bcfhlmrstw"),
    *(f"{letter}old" for letter in "bcfghmst"),
    *(f"{letter}ice" for letter in "mrdlvn"),
)


async def draft(world, lists=3, at=T0, before=None, scoring=None, **options):
    """Drafts of rounds whose best snakes are known."""
    plans = []
    for text in split_lists(rising(lists)):
        words = await world.contests.puzzles.words_for(
            GUILD, read_asked(text), "pairs", requester=None
        )
        options = {"title": "Friday", "lasts": timedelta(hours=1), **options}
        plans.append(Plan(words=words, drawn=text, **options))
    first, *further = plans
    admin, act = world.contests.admin, world.act(at=at)
    contest = await admin.create(
        first, GUILD, CHANNEL, act, further=further, before=before, scoring=scoring
    )
    found = await world.contests.queries.rounds(contest)
    return [await world.contests.puzzles.find_par(one.id, requester=None) for one in found]


async def rounds(world, lists=3, at=T0, **options):
    first, *_ = await draft(world, lists, at, **options)
    contest = await world.contests.admin.confirm(GUILD, first.id, world.act(at=at))
    return await world.contests.seasons.get(contest.season_id)


async def lists_of(world, season):
    return await world.read(contests.of_season, season.id)


async def run(world, channel, *moments):
    for moment in moments:
        await world.contests.transitions.advance(moment)
        while await channel.posting.deliver(moment):
            pass
