"""/profile and /leaderboard: how people race and do in contests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.puzzles import GAMES
from bot.races import ALL, CONTEST, PROVISIONAL, Profile, Rating, is_provisional, shown_rating
from bot.ui import replies
from bot.ui.client import Interaction
from bot.ui.games.faces import FACES
from bot.ui.layout import Page, Tone, card, medal, who
from bot.ui.permissions import act_of
from bot.ui.server.privacy import privacy
from solvers.text import many, ordinal

Scope = Literal["server", "all"]
SIGNS: Mapping[str, str] = {ALL: "🏁", CONTEST: "🏆"} | {
    name: face.icon for name, face in FACES.items()
}


@app_commands.command()
@app_commands.describe(user="whose (default: yours)")
async def profile(interaction: Interaction, user: discord.User | None = None) -> None:
    """See how somebody races and does in contests: wins, streaks, best places, rating."""
    await replies.defer(interaction, private=True)
    shown = user or interaction.user
    queries = interaction.client.services.races.queries
    found = await queries.profile(shown.id, interaction.guild_id, interaction.user.id)
    await replies.edit(interaction, present_profile(found, own=shown.id == interaction.user.id))


@app_commands.command()
@app_commands.choices(game=[Choice(name=name, value=name) for name in (*GAMES, CONTEST, ALL)])
@app_commands.describe(
    game="which game, or contests (default: all races)",
    scope="this server’s, or of all servers (default: server)",
)
async def leaderboard(
    interaction: Interaction,
    game: str = ALL,
    scope: Scope = "server",
) -> None:
    """See who races best, or who’s best in contests."""
    await replies.defer(interaction, private=True)
    guild_id = None if scope == "all" else interaction.guild_id
    queries = interaction.client.services.races.queries
    rows = await queries.leaders(guild_id, game, interaction.user.id)
    await replies.edit(interaction, present_leaders(rows, game, here=guild_id is not None))


@privacy.command()
@app_commands.describe(
    show="let others in a server see how you do there",
    everywhere="let everybody see how you do, in all servers (default: no, or as you chose)",
)
async def leaderboards(
    interaction: Interaction, show: bool, everywhere: bool | None = None
) -> None:
    """Be on leaderboards, or not."""
    await replies.defer(interaction, private=True)
    consent = interaction.client.services.races.consent
    act = act_of(interaction)
    everywhere = await consent.show_to_others(act, here=show, everywhere=everywhere)
    await replies.edit(interaction, present_listed(here=show, everywhere=everywhere))


def present_profile(found: Profile, *, own: bool) -> Page:
    """Return how somebody races and does in contests."""
    blocks = [f"## {'Your games' if own else f'Games of {who(found.user_id)}'}"]
    if not found.most:
        return Page(card(Tone.NOTE, [*blocks, "No races or contests yet. Start one with `/race`!"]))
    if (total := found.most.get(ALL)) is not None:
        blocks.append("\n".join(_raced(total, found.favourite)))
    for name, ratings in (("Here", found.here), ("In all servers", found.everywhere)):
        if ratings:
            blocks.append(f"**{name}**\n{_ratings(ratings)}")
    blocks.append(f"-# 1,500 is average. It’s provisional until {PROVISIONAL} rounds or contests.")
    return Page(card(Tone.NOTE, blocks))


def _raced(total: Rating, favourite: str | None) -> Iterator[str]:
    played, won = many(total.games, "round"), many(total.wins, "win")
    yield f"**{played}** · **{won}** · {total.podiums:,} on the podium{_best_place(total)}"
    yield f"🔥 Wins in a row **{total.streak:,}** · longest **{total.longest:,}**"
    if favourite:
        yield f"Favourite game: {SIGNS[favourite]} {favourite}"


def _played(one: Rating) -> str:
    return many(one.games, "contest" if one.game == CONTEST else "round")


def _ratings(ratings: Mapping[str, Rating]) -> str:
    ranked = sorted(ratings.values(), key=lambda one: (one.game != ALL, -one.games))
    return "\n".join(
        f"{SIGNS[one.game]} {one.game} **{shown_rating(one):,}**"
        + (" provisional" if is_provisional(one) else "")
        + f" · {_played(one)}{_best_place(one)}"
        for one in ranked
    )


def _best_place(one: Rating) -> str:
    if one.best_place is None or one.best_of is None:
        return ""
    return f" · best {ordinal(one.best_place)} of {one.best_of}"


def present_leaders(rows: Sequence[Rating], game: str, *, here: bool) -> Page:
    """Return a leaderboard."""
    of = {ALL: "races best: all games", CONTEST: "is best in contests"}.get(game)
    title = f"## Who {of or f'races best: {game}'}{'' if here else ', all servers'}"
    lines = [
        f"{medal(place)} {who(one.user_id)} **{shown_rating(one):,}** · "
        f"{_played(one)}, {many(one.wins, 'win')}"
        for place, one in enumerate(rows, 1)
    ]
    rounds = "contests yet." if game == CONTEST else "rounds yet. Start one with `/race`!"
    nobody = f"Nobody has played {PROVISIONAL} {rounds}"
    small = (
        "-# `/privacy leaderboards` takes you off."
        if here
        else "-# Only who asked for it is here: `/privacy leaderboards show:yes everywhere:yes`."
    )
    return Page(card(Tone.NOTE, [title, "\n".join(lines) or nobody, small]))


def present_listed(*, here: bool, everywhere: bool) -> Page:
    """Say whether others can see how a person races."""
    if not here:
        said = "You’re off all leaderboards, and nobody else can look at your `/profile`."
    elif everywhere:
        said = (
            "You’re on leaderboards, here and of all servers, and everybody can look at your "
            "`/profile`."
        )
    else:
        said = (
            "You’re on the leaderboards of servers you play in. There, others can look at how you "
            "do there with `/profile`; nobody sees what you do elsewhere."
        )
    return Page(card(Tone.ANSWER, [said]))
