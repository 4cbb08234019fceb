"""The buttons and forms of races: under the post for all, and on each player's own card."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import aiohttp
import discord

from bot.errors import CardExpired
from bot.puzzles import game_of
from bot.races import TOKEN_LIFE, OwnPlay, RaceStatus
from bot.ui import forms, replies
from bot.ui.buttons import PersistentButton
from bot.ui.client import GameClient, Interaction
from bot.ui.layout import Page
from bot.ui.permissions import act_of, posts_by_token
from bot.ui.proof import present_proof
from bot.ui.race.command import call, place_of
from bot.ui.race.ids import RaceFormId, RaceId, RacePlayId, RaceRemoveId, RaceTapId, RoundId
from bot.ui.race.play_view import (
    WHO,
    WORDS,
    RemoveModal,
    WordsModal,
    news_of,
    present_joined,
    present_note,
    present_play,
    present_review,
    waiting_for,
)
from bot.ui.race.post_view import present_own_result
from bot.ui.race.text import heading
from bot.ui.tapping import TappingButton, laid
from bot.ui.taps import Tapped

AT_ONCE = {"start", "accept", "rematch"}
"""What is seen to right away. All else can wait for the next look, which comes twice a second: at a
wake every job looks."""
MOST_PAGES = 2000
"""Players' own cards that come to life at a start, at most."""


class RaceButton(PersistentButton[RaceId], ids=RaceId):
    """Join, Leave, Start now, Cancel; Accept; Play; Rematch: under a post for all."""

    async def press(self, interaction: Interaction) -> None:
        """Do it, and tell the person who pressed alone."""
        by_token = await acknowledge(interaction, self.params.race)
        page, waits = await self._act(interaction)
        if self.params.action in AT_ONCE:
            interaction.client.services.scheduler.wake()
        await replies.reply_ephemeral(interaction, page)
        if waits and not by_token:
            remember(interaction, self.params.race)

    async def _act(self, interaction: Interaction) -> tuple[Page, bool]:
        """Return what to show, and whether the puzzle comes up there once the race starts."""
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
        """Begin it, or show somebody their own tries, or that nothing was changed."""
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
    """The buttons of a player's own card: Next word or Type, Undo, I’m done, Refresh, Result."""

    cost = 0.5

    async def press(self, interaction: Interaction) -> None:
        """Open the form, or show the card as it is then."""
        play, params = interaction.client.services.races.play, self.params
        act = act_of(interaction)
        if params.action == "write":
            own = await play.open(params.race, params.number, act)
            if own.over:
                raise own.refusal
            await forms.show(interaction, WordsModal(own))
            return
        if params.action == "remove":
            await forms.show(
                interaction, RemoveModal(await play.open(params.race, params.number, act))
            )
            return
        await replies.defer_edit(interaction)
        said = None
        match params.action:
            case "undo":
                own = await play.undo(params.race, params.number, act, params.seen)
            case "done":
                own = await play.done(params.race, params.number, act)
                due_at = own.status.race.due_at
                if own.play is None and due_at is not None and due_at > act.at:
                    said = "Noted: you’d give up. It ends when you all say so, or whoever began it."
            case _:
                own = await play.open(params.race, params.number, act)
                if own.status.round_over:
                    await replies.edit(interaction, present_own_result(own.status))
                    return
                said = waiting_for(own) if own.over else None
        await replies.edit(interaction, present_play(own, said))


class WordsForm(forms.Form[RaceFormId], ids=RaceFormId):
    """The form that words are written into."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Judge the words, and show what they came to on the card."""
        await replies.defer_edit(interaction)
        play, params = interaction.client.services.races.play, self.params
        receipt = await play.submit(
            params.race, params.number, act_of(interaction), values.text(WORDS)
        )
        await replies.edit(interaction, present_play(receipt.own, *news_of(receipt)))


class RemoveForm(forms.Form[RaceRemoveId], ids=RaceRemoveId):
    """The form in which whoever began a race chooses whom to remove."""

    async def submit(self, interaction: Interaction, values: forms.Values) -> None:
        """Remove them, and show the card."""
        await replies.defer_edit(interaction)
        races, params, act = interaction.client.services.races, self.params, act_of(interaction)
        user_id = int(values.one(WHO) or 0)
        await races.lobby.remove(params.race, act, user_id)
        own = await races.play.open(params.race, params.number, act)
        await replies.edit(interaction, present_play(own, f"I’ve removed <@{user_id}>."))


class RaceTapButton(TappingButton[RaceTapId], ids=RaceTapId):
    """A word, Undo or Take out, Start over, Submit."""

    async def show(self, interaction: Interaction, tapped: Tapped) -> Page:
        """Return the card with these tapped."""
        own = await self._own(interaction)
        laid(own.puzzle.given, tapped)
        return present_play(own, tapped=tapped)

    async def send(self, interaction: Interaction) -> None:
        """Have the order judged, and show the result."""
        await replies.defer_edit(interaction)
        own = await self._own(interaction)
        order: Sequence[str] = laid(own.puzzle.given, self.params.tapped)
        receipt = await interaction.client.services.races.play.submit_words(
            self.params.race, self.params.number, act_of(interaction), order
        )
        await replies.edit(interaction, present_play(receipt.own, *news_of(receipt)))

    async def _own(self, interaction: Interaction) -> OwnPlay:
        play, params = interaction.client.services.races.play, self.params
        own = await play.open(params.race, params.number, act_of(interaction))
        if not game_of(own.puzzle).arranges:
            raise CardExpired("Only wordsnakes can be tapped. Press Next word instead.")
        if own.over:
            raise own.refusal
        return own


async def acknowledge(interaction: Interaction, race_id: str) -> bool:
    """Acknowledge a press under a post; return whether that is shown by tokens: by this, now."""
    if not posts_by_token(interaction):
        await replies.defer(interaction, private=True)
        return False
    await replies.defer_edit(interaction)
    lobby = interaction.client.services.races.lobby
    await lobby.renew_token(race_id, act_of(interaction), interaction.token)
    return True


def remember(interaction: Interaction, race_id: str) -> None:
    """Remember how to edit somebody's own card: the puzzle comes up there at the start.

    Only a card without the puzzle: on one that has it, its player may write meanwhile, and an edit
    with what was read before would take that off the card.
    """
    pages = interaction.client.private_pages
    pages.pop((race_id, interaction.user.id), None)
    edit = partial(replies.edit_progress, interaction)
    pages[race_id, interaction.user.id] = interaction.created_at, edit
    if len(pages) > MOST_PAGES:
        pages.popitem(last=False)


async def show_started(client: GameClient) -> None:
    """Bring the puzzle up on players' own cards, of races that run by now.

    Cards of races that are over are left as they are, and those that can be edited no more.
    """
    pages, queries = client.private_pages, client.services.races.queries
    dead = client.services.clock() - TOKEN_LIFE
    for key in [key for key, (at, _) in pages.items() if at < dead]:
        del pages[key]
    begun = await queries.begun({race_id for race_id, _ in pages})
    shown = []
    for key in [key for key in pages if key[0] in begun]:
        _, edit = pages.pop(key)
        status = begun[key[0]]
        player = None if status is None else status.player(key[1])
        if status is None or player is None or player.left_at or status.race.sealed:
            continue
        own = queries.own(status, player)
        if own is not None:
            shown.append(edit(present_play(own)))
    for done in await asyncio.gather(*shown, return_exceptions=True):
        if isinstance(done, BaseException):
            with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
                raise done  # they press Play instead


async def _joined_page(interaction: Interaction, status: RaceStatus) -> tuple[Page, bool]:
    if status.race.mode == "together" and status.race.state == "running":
        return await _own_page(interaction, status)
    return present_joined(status), True


async def _own_page(interaction: Interaction, status: RaceStatus) -> tuple[Page, bool]:
    """Return somebody's card of the current round, or that it has not started, and which it is."""
    play = interaction.client.services.races.play
    act, player = act_of(interaction), status.player(interaction.user.id)
    starts_at = status.round.starts_at if status.round else None
    if player is not None and (starts_at is None or act.at < starts_at):
        return present_joined(status), True
    return present_play(await play.open(status.race.id, status.race.round, act)), False
