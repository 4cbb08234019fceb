"""/race, /duel and *Challenge to a duel*: the commands that begin a live game."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands

from bot.errors import BadOption
from bot.puzzles import GAMES, LIST_GAME
from bot.races import MOST_ROUNDS, Place, Race, RacePlan
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.options import list_option
from bot.ui.permissions import act_of, posts_by_token, require_posting
from bot.ui.race.post_view import present_call, present_post
from solvers.daily import DIFFICULTIES
from solvers.reading import strange

DEFAULT_GAME = next(iter(GAMES))
GAME_CHOICES = [app_commands.Choice(name=name, value=name) for name in GAMES]
LEVELS = [app_commands.Choice(name=name, value=level) for level, name in DIFFICULTIES.items()]
DEFAULT_LEVEL = 3


def place_of(interaction: Interaction) -> Place:
    """Return where a race is held; raises NotAllowed if the bot has to post there and may not."""
    assert interaction.channel_id is not None
    guild_id = interaction.guild_id
    if guild_id is not None and interaction.client.get_guild(guild_id) is None:
        guild_id = None
    if posts_by_token(interaction):
        return Place(guild_id, interaction.channel_id, interaction.token)
    require_posting(interaction)
    return Place(guild_id, interaction.channel_id)


async def begin(interaction: Interaction, plan: RacePlan) -> None:
    """Create a race, and show it as the answer."""
    await replies.defer(interaction, private=False)
    races = interaction.client.services.races
    race = await races.lobby.create(plan, place_of(interaction), act_of(interaction))
    interaction.client.services.scheduler.wake()  # its puzzle is drawn meanwhile
    status = await races.queries.status(race.id)
    await races.lobby.posted(race.id, await replies.edit(interaction, present_post(status)))
    if race.duel:
        await call(interaction, race)


async def call(interaction: Interaction, race: Race) -> None:
    """Notify the person challenged: answers that were deferred or edited notify nobody."""
    if race.notifies and race.challenged_user_id is not None:
        page = present_call(race.challenged_user_id)
        await replies.post_public(interaction, page, user=race.challenged_user_id)


@app_commands.command()
@app_commands.describe(
    game=f"what to play (default: {DEFAULT_GAME})",
    level="how hard the puzzle is (default: Fair)",
    minutes="how long a round lasts at most (default: 5)",
    rounds="how many rounds (default: 1)",
    mode="who wins: the first to solve, the best in time; or all together (default: first)",
    sealed="let everybody’s clock start when they look (default: no)",
    list=f"your own words for {GAMES[LIST_GAME].a_name}",
)
@app_commands.choices(game=GAME_CHOICES)
@app_commands.choices(level=LEVELS)
async def race(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    game: str = DEFAULT_GAME,
    level: app_commands.Choice[int] | None = None,
    minutes: app_commands.Range[int, 1, 30] = 5,
    rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 1,
    mode: Literal["first", "best", "together"] = "first",
    sealed: bool = False,
    list: app_commands.Range[str, 1, 500] | None = None,  # noqa: A002 - Discord shows the name
) -> None:
    """Race everybody here: the same fresh puzzle at the same moment."""
    words = list_option("list", list)
    if problem := strange(words):
        raise BadOption(problem)
    chosen = level.value if level else DEFAULT_LEVEL
    plan = RacePlan(
        game=game,
        level=chosen,
        minutes=minutes,
        rounds=rounds,
        mode=mode,
        sealed=sealed,
        words=tuple(dict.fromkeys(words)),
    )
    await begin(interaction, plan)


@app_commands.command()
@app_commands.describe(
    user="who to challenge",
    game=f"what to play (default: {DEFAULT_GAME})",
    level="how hard the puzzle is (default: Fair)",
    best_of="best of how many rounds (default: 1)",
    minutes="how long a round lasts at most (default: 5)",
    mode="who wins: the first to solve, or the best in time (default: first)",
)
@app_commands.choices(game=GAME_CHOICES)
@app_commands.choices(level=LEVELS)
async def duel(  # noqa: PLR0917 - Discord passes options by name
    interaction: Interaction,
    user: discord.User,
    game: str = DEFAULT_GAME,
    level: app_commands.Choice[int] | None = None,
    best_of: Literal[1, 3, 5] = 1,
    minutes: app_commands.Range[int, 1, 30] = 5,
    mode: Literal["first", "best"] = "first",
) -> None:
    """Challenge somebody: the same fresh puzzle for both of you."""
    hard = level.value if level else DEFAULT_LEVEL
    plan = RacePlan(game, hard, minutes, best_of, mode, challenged=_challenged(user))
    await begin(interaction, plan)


@app_commands.context_menu(name="Challenge to a duel")
async def challenge_person(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Challenge somebody, with all of /duel’s options left out."""
    plan = RacePlan(DEFAULT_GAME, DEFAULT_LEVEL, 5, 1, "first", challenged=_challenged(user))
    await begin(interaction, plan)


def _challenged(user: discord.User | discord.Member) -> int:
    """Return the id of the person challenged; raises BadOption for a bot."""
    if user.bot:
        raise BadOption("Bots don’t play. Challenge a person.")
    return user.id
