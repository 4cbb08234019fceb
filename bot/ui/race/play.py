"""The buttons and forms of races: under the public post, and on each player's own card."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

import aiohttp
import discord

from bot.races import TOKEN_LIFE, RaceStatus, RoundKey
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import GameClient, Interaction
from bot.ui.drawing import draw_for
from bot.ui.layout import Page
from bot.ui.permissions import act_of, posts_by_token
from bot.ui.play.mode import News
from bot.ui.play.show import page_of, show_state
from bot.ui.proof import present_proof
from bot.ui.race.command import call, place_of
from bot.ui.race.ids import RaceId, RacePlayId, RaceRemoveId, RoundId
from bot.ui.race.play_view import WHO, RemoveModal, present_joined, present_note, present_review
from bot.ui.race.post_view import present_own_result, winning_sketch
from bot.ui.race.text import heading

URGENT = {"start", "accept", "rematch"}
"""Actions that wake the jobs at once. The others can wait for the next look, which comes twice a
second: waking makes every job look."""


class RaceButton(PersistentButton[RaceId], ids=RaceId):
    """Join, Leave, Start now, Cancel; Accept; Play; Rematch: under a public post."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, and answer only the person who pressed."""
        by_token = await acknowledge(interaction, self.params.race)
        page, waits = await self._act(interaction)
        if self.params.action in URGENT:
            interaction.client.services.scheduler.wake()
        await replies.reply_ephemeral(interaction, page)
        if waits and not by_token:
            remember(interaction, self.params.race)

    async def _act(self, interaction: Interaction) -> tuple[Page, bool]:
        """Return the page to show, and whether the puzzle comes up on it once the race starts."""
        races, key = interaction.client.services.races, self.params.race
        lobby, act = races.lobby, act_of(interaction)
        match self.params.action:
            case "join":
                status = await lobby.join(key, act)
                return await _joined_page(interaction, status)
            case "accept":
                return present_joined(await lobby.accept(key, act)), True
            case "leave":
                return present_note(await lobby.leave(key, act), "You’ve left."), False
            case "start":
                return present_note(await lobby.start(key, act), "Here we go!"), True
            case "cancel":
                organiser = interaction.permissions.manage_messages
                status = await lobby.cancel(key, act, organiser=organiser)
                counts = status.race.state == "running"
                said = "It ends here, and counts as it stands." if counts else "It’s called off."
                return present_note(status, said), False
            case "rematch":
                race = await lobby.rematch(key, place_of(interaction), act)
                new = (race.created_by, race.created_at) == (act.user, act.at)
                if new and race.duel and race.guild_id is None:
                    await call(interaction, race)  # not at every press
                status = await races.queries.status(race.id)
                said = "A rematch is on: look below." if race.guild_id else "A rematch is on!"
                return present_note(status, said), False
        return await _own_page(interaction, await races.queries.status(key, act=act))


class RoundButton(PersistentButton[RoundId], ids=RoundId):
    """Next round, Review, Proof."""

    async def press(self, interaction: Interaction) -> None:
        """Begin the next round, or show the player's own tries, or the proof."""
        await acknowledge(interaction, self.params.race)
        races, number = interaction.client.services.races, self.params.number
        if self.params.action == "review":
            review = await races.queries.review(self.params.race, number, act_of(interaction))
            page = present_review(review)
        elif self.params.action == "proof":
            key, act = self.params.race, act_of(interaction)
            opened = await races.queries.proof(key, number, act)
            status = await races.queries.status(key, number, act=act)
            race = replace(status.race, round=number)
            page = present_proof(heading(race), opened)
        else:
            status = await races.lobby.next_round(self.params.race, number, act_of(interaction))
            page = present_joined(status)
            interaction.client.services.scheduler.wake()
        await replies.reply_ephemeral(interaction, page)
        if self.params.action == "next":
            remember(interaction, self.params.race)


class RacePlayButton(PersistentButton[RacePlayId], ids=RacePlayId):
    """Refresh, or Result once it is over; Remove somebody."""

    cost = 0.5

    async def press(self, interaction: Interaction) -> None:
        """Show the current card or the result; or open the form."""
        play, params = interaction.client.services.races.play, self.params
        key = RoundKey(interaction.guild_id, params.race, params.number)
        if params.action == "remove":
            own = await play.open(key, act_of(interaction))
            await forms.show(interaction, RemoveModal(own))
            return
        await replies.defer_edit(interaction)
        own = await play.open(key, act_of(interaction))
        page = None
        if own.status.round_over:
            (drawn,) = await draw_for(interaction, winning_sketch(own.status))
            page = present_own_result(own.status, drawn)
        await show_state(interaction, "race", own, page=page)


class RemoveForm(forms.Form[RaceRemoveId], ids=RaceRemoveId):
    """The form in which the player who began a race chooses whom to remove."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Remove the player, and show the card."""
        await replies.defer_edit(interaction)
        races, params, act = interaction.client.services.races, self.params, act_of(interaction)
        user_id = int(values.one(WHO) or 0)
        await races.lobby.remove(params.race, act, user_id)
        key = RoundKey(interaction.guild_id, params.race, params.number)
        own = await races.play.open(key, act)
        await show_state(interaction, "race", own, News(f"I’ve removed <@{user_id}>."))


async def acknowledge(interaction: Interaction, race_id: str) -> bool:
    """Acknowledge a press under a post; return whether tokens show that post, from now this one."""
    if not posts_by_token(interaction):
        await replies.defer(interaction, private=True)
        return False
    await replies.defer_edit(interaction)
    lobby = interaction.client.services.races.lobby
    await lobby.renew_token(race_id, act_of(interaction), interaction.token)
    return True


def remember(interaction: Interaction, race_id: str) -> None:
    """Remember a player's card, on which the puzzle comes up at the start."""
    interaction.client.private_pages[interaction.user.id, race_id] = interaction


async def show_started(client: GameClient) -> None:
    """Bring up the puzzle on players' own cards once their races run.

    Cards of finished races, and cards that can no longer be edited, stay as they are. Nobody can
    have played on these cards; showing them includes what was played on other cards meanwhile.
    """
    pages, queries = client.private_pages, client.services.races.queries
    dead = client.services.clock() - TOKEN_LIFE
    for key in [key for key, one in pages.items() if one.created_at < dead]:
        del pages[key]
    begun = await queries.begun({race_id for _, race_id in pages})
    shown = []
    for key in [key for key in pages if key[1] in begun]:
        interaction = pages.pop(key)
        status = begun[key[1]]
        player = None if status is None else status.player(key[0])
        if status is None or player is None or player.left_at or status.race.sealed:
            continue
        own = queries.own(status, player)
        if own is not None:
            shown.append(show_state(interaction, "race", own))
    for done in await asyncio.gather(*shown, return_exceptions=True):
        if isinstance(done, BaseException):
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                raise done  # they press Play instead


async def _joined_page(interaction: Interaction, status: RaceStatus) -> tuple[Page, bool]:
    if status.race.mode == "together" and status.race.state == "running":
        return await _own_page(interaction, status)
    return present_joined(status), True


async def _own_page(interaction: Interaction, status: RaceStatus) -> tuple[Page, bool]:
    """Return a player's card of the current round, or, with True, that it has not started yet."""
    play = interaction.client.services.races.play
    act, player = act_of(interaction), status.player(interaction.user.id)
    starts_at = status.round.starts_at if status.round else None
    if player is not None and (starts_at is None or act.at < starts_at):
        return present_joined(status), True
    key = RoundKey(interaction.guild_id, status.race.id, status.race.round)
    return await page_of(interaction, "race", await play.open(key, act)), False
