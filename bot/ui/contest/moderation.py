"""Disqualifies and reinstates players of a contest, for a reason that is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from bot.contests import Contest, Entrant, Forgotten
from bot.errors import BadOption
from bot.options import Choice, Option, Person, Said
from bot.ui.client import Interaction
from bot.ui.contest.asks import Ask, Fields, line
from bot.ui.contest.ids import AskId, ManageId
from bot.ui.contest.picker import organised
from bot.ui.contest.text import amount_of, title
from bot.ui.layout import OPTIONS, Page, Tone, and_more, button, card, escape, shorten, who
from bot.ui.permissions import act_of
from solvers.text import many

LONGEST_REASON = 200
SHOWN = 15
"""Disqualified people who are named, at most."""
SHOWN_REASON = 80
NOBODY = "nobody"
Presenting: TypeAlias = Callable[[Contest, int | None, str], Page]
WHO = Option(name="who", label="Player", field=Person(""))


async def players_page(interaction: Interaction, contest: Contest) -> Page:
    """Return who is off the board of a contest, with the ways to change that."""
    moderation = interaction.client.services.contests.moderation
    out = await moderation.disqualified(contest.guild_id, contest.id)
    return present_players(contest, out)


async def _fields(interaction: Interaction, contest_id: str | None) -> Fields:
    """Ask for a player, perhaps a forgotten one, and for the reason."""
    contest = await organised(interaction, contest_id or "")
    moderation = interaction.client.services.contests.moderation
    listed = await moderation.forgotten(contest.guild_id, contest.id)
    about = "Organisers can read it under “Who did what”."
    reason = line("reason", "Why", about, most=LONGEST_REASON)
    fields: list[tuple[Option[Any], str]] = [(WHO, "")]
    if listed:
        offered = {NOBODY: Said("nobody", "")} | {
            str(one.id): Said(name_forgotten(one, contest), "") for one in listed[: OPTIONS - 1]
        }
        label = "Or somebody who asked to be forgotten"
        fields.append((Option(name="forgotten", label=label, field=Choice(offered)), NOBODY))
    return [*fields, (reason, "")]


def _person(values: Mapping[str, Any]) -> int | Forgotten:
    forgotten = values.get("forgotten", NOBODY)
    if (values["who"] is None) == (forgotten == NOBODY):
        raise BadOption("Choose one player.")
    return Forgotten(int(forgotten)) if values["who"] is None else int(values["who"])


def _deciding(action: Literal["disqualify", "reinstate"], heading: str, present: Presenting) -> Ask:
    """Return the form that takes somebody off the board, or puts them back."""

    async def decide(
        interaction: Interaction, contest_id: str | None, values: Mapping[str, Any]
    ) -> Page:
        found, reason = await organised(interaction, contest_id or ""), values["reason"]
        services = interaction.client.services
        moderation = services.contests.moderation
        decide_on = moderation.disqualify if action == "disqualify" else moderation.reinstate
        entrant = await decide_on(
            found.guild_id, found.id, _person(values), reason, act_of(interaction)
        )
        services.scheduler.wake()
        return present(found, entrant.user_id, reason)

    return Ask(heading, _fields, decide)


def present_players(contest: Contest, out: Sequence[Entrant]) -> Page:
    """Say who is disqualified, with buttons to take somebody off the board or put them back."""
    lines = [
        f"- {who(one.user_id)}: {escape(shorten(one.reason or '', SHOWN_REASON))}"
        for one in out[:SHOWN]
    ]
    if more := and_more(len(out) - SHOWN):
        lines.append(f"- {more}")
    said = "\n".join(["**Disqualified**", *lines]) if out else "Nobody is disqualified."
    buttons = [
        button("Disqualify somebody", AskId("disqualify", contest.id)),
        button("Put somebody back", AskId("reinstate", contest.id), disabled=not out),
        button("Back", ManageId("open", contest.id)),
    ]
    return Page(card(Tone.NOTE, [f"## Players: {title(contest)}", said], buttons))


def present_disqualified(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is off the board."""
    text = f"{_subject(user_id)} is disqualified from **{title(contest)}**: {escape(reason)}"
    back = button("Back", ManageId("players", contest.id))
    return Page(card(Tone.ANSWER, [text, "-# *Who did what* keeps the reason."], [back]))


def present_reinstated(contest: Contest, user_id: int | None, reason: str) -> Page:
    """Say that somebody is back on the board."""
    text = f"{_subject(user_id)} is back on the board of **{title(contest)}**: {escape(reason)}"
    return Page(card(Tone.ANSWER, [text], [button("Back", ManageId("players", contest.id))]))


def name_forgotten(entrant: Entrant, contest: Contest) -> str:
    """Name a forgotten player by what the board shows, with the score once the contest is over."""
    if entrant.best_score is None:
        return f"player {entrant.id}, no try"
    score = f"{amount_of(contest, entrant.best_score)} in " if contest.state == "revealed" else ""
    return f"player {entrant.id}, {score}{many(entrant.tries, 'try', 'tries')}"


def _subject(user_id: int | None) -> str:
    named = who(user_id)
    return named[0].upper() + named[1:]


DISQUALIFY = _deciding("disqualify", "Take somebody off the board", present_disqualified)
REINSTATE = _deciding("reinstate", "Put somebody back on the board", present_reinstated)
