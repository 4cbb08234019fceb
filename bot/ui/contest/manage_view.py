"""An organiser's panel of a contest, and what it asks and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle, ui

from bot.contests import (
    BOARDS,
    CHANGEABLE,
    FINISHED,
    UNFINISHED,
    Board,
    Contest,
    Decision,
    Message,
    given_up,
    who_plays,
)
from bot.ui.contest.ids import AgainId, AskId, DecideId, ManageId, MoreId
from bot.ui.contest.list_view import contest_facts, failures_block
from bot.ui.contest.text import options_of, rule_of, title
from bot.ui.layout import Page, Pressed, Tone, button, card, escape, menu, on, relative, who
from solvers.text import many, series

MORE = {
    "players": ("Players", "Disqualify somebody, or put them back"),
    "export": ("Every try as a file", "For spreadsheets"),
    "audit": ("Who did what", "Changes, closings, exports; equal snakes"),
}
"""What a panel's menu offers: name and meaning by value."""


def present_panel(
    board: Board, lists: int, announced: Message | None, failures: Sequence[str] = ()
) -> Page:
    """Return what organisers can do with a contest; `lists`: how many lists count together.

    Its role is 0 if it was deleted: then another can be chosen even once the contest is open.
    """
    contest = board.contest
    hosted = f"**Host** {who(contest.created_by)}" if contest.created_by is not None else None
    blocks = [
        f"## Manage: {title(contest)}",
        "\n".join([*contest_facts(board, announced), *filter(None, [hosted])]),
        f"{rule_of(contest)}\n{options_of(contest)}",
        failures_block(failures),
    ]
    buttons: list[Pressed] = [*_doing(contest, lists, failures), _more(contest)]
    return Page(card(Tone.NOTE, blocks, buttons))


def _doing(
    contest: Contest, lists: int, failures: Sequence[str]
) -> Iterator[ui.Button[ui.LayoutView]]:
    key = contest.id
    if failures:
        yield button("Post it here", ManageId("repost", key), style=ButtonStyle.primary)
    if contest.state in CHANGEABLE:
        yield button("Change", AskId("change", key), style=ButtonStyle.primary)
        if lists > 1:
            yield button(f"Change all {lists} lists", AskId("change all", key))
    if contest.state == "draft" or (contest.state == "open" and contest.role_id == 0):
        yield button("Who can play", AskId("who", key))
    if contest.state == "open":
        yield button("Close it now", ManageId("close", key))
    if contest.state in UNFINISHED:
        yield button("Call it off", ManageId("cancel", key), style=ButtonStyle.danger)
    if contest.state in FINISHED:
        yield button("Hold it again", AgainId(key), style=ButtonStyle.primary)
    yield button("Repeat weekly", AskId("repeat", key))
    yield button("Save as template", AskId("template", key))


def _more(contest: Contest) -> ui.Select[ui.LayoutView]:
    offered = [(value, *said) for value, said in MORE.items()]
    if contest.state == "draft":  # nobody plays yet
        offered = [one for one in offered if one[0] == "audit"]
    return menu("Players, file, history", MoreId(contest.id), offered)


def back(contest: Contest, label: str = "Back") -> ui.Button[ui.LayoutView]:
    """Return the button that leads back to the panel."""
    return button(label, ManageId("open", contest.id))


def present_closing(board: Board, lists: int = 1) -> Page:
    """Ask whether to close a contest now, or all of its `lists`."""
    contest = board.contest
    if contest.state != "open" or contest.closes_at is None:
        text = f"**{title(contest)}** isn’t open, so there’s nothing to close."
        return Page(card(Tone.HINT, [text], [back(contest)]))
    text = (
        f"Close **{title(contest)}** now? It has {many(board.entered, 'player')} so far and would "
        f"close by itself {relative(contest.closes_at)}, {on(contest.closes_at)}. Its results "
        "come right after."
    )
    return Page(card(Tone.HINT, [text], _deciding("close", "Close it now", contest, lists)))


def present_cancelling(board: Board, lists: int = 1) -> Page:
    """Ask whether to cancel a contest, or all of its `lists`."""
    contest = board.contest
    if contest.state in FINISHED:
        over = "is cancelled already" if contest.state == "cancelled" else "is over"
        text = f"**{title(contest)}** {over}, so there’s nothing to cancel."
        return Page(card(Tone.HINT, [text], [back(contest)]))
    text = (
        f"Cancel **{title(contest)}**? It has {many(board.entered, 'player')} so far. There’ll be "
        "no results, and you can’t undo this."
    )
    return Page(card(Tone.HINT, [text], _deciding("cancel", "Cancel the contest", contest, lists)))


def _deciding(
    action: Decision, label: str, contest: Contest, lists: int
) -> Iterator[ui.Button[ui.LayoutView]]:
    """Yield the button that does it and, for several lists, the one that does it to all."""
    yield button(label, DecideId(action, "one", contest.id), style=ButtonStyle.danger)
    if lists > 1:
        every = f"{action.capitalize()} all {lists} lists"
        yield button(every, DecideId(action, "all", contest.id), style=ButtonStyle.danger)
    yield back(contest)


def present_exporting(contest: Contest) -> Page:
    """Ask whether an organiser wants to see the tries of an open contest."""
    text = (
        f"**{title(contest)}** is still open. Everybody’s tries are in the file, so you play out "
        "of competition from then on: without a place, also if you have one now. It’s noted under "
        "*Who did what*."
    )
    get = button("Get the file", ManageId("export", contest.id), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, [text], [get, back(contest)]))


def present_closed(contest: Contest, *, together: bool = False) -> Page:
    """Say that a contest is closed, or its lists are."""
    more = " So are the other lists." if together else ""
    text = f"**{title(contest)}** is closed.{more} Results in a moment!"
    return Page(card(Tone.ANSWER, [text], [back(contest)]))


def present_cancelled(contest: Contest, *, together: bool = False) -> Page:
    """Say that a contest is cancelled, or its lists are."""
    more = " So are the other lists." if together else ""
    text = f"**{title(contest)}** is cancelled.{more}"
    return Page(card(Tone.ANSWER, [text], [back(contest)]))


def present_changed(
    contest: Contest, before: Contest | None = None, lost: Sequence[str] = ()
) -> Page:
    """Say what a contest is like after a change, and what its new end gave up.

    `lost`: the names of the seasons for which it no longer counts.
    """
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    opens, closes = contest.opens_at, contest.closes_at
    begins = f"opens {on(opens)} and " if contest.state == "draft" else ""
    text = (
        f"**{title(contest)}** now {begins}closes {on(closes)}, {relative(closes)}.\n"
        f"**Board** {BOARDS[contest.board].short}"
    )
    if contest.created_by is not None:
        text += f"\n**Host** {who(contest.created_by)}"
    if (who_can := who_plays(contest)) is not None:
        text += f"\n**Who can play** {who_can}"
    besides = [] if before is None else list(given_up(before, contest))
    if lost:
        names = series([f"**{escape(name)}**" for name in lost])
        besides.append(f"It no longer counts for {names}: it closes outside of that season.")
    notes = "\n".join(f"⚠️ {sentence}" for sentence in besides)
    said = [text, notes, "-# The announcement changes in a moment."]
    return Page(card(Tone.ANSWER, said, [back(contest)]))


def present_reposted(contest: Contest, count: int) -> Page:
    """Say how many messages are posted again."""
    if count:
        return Page(card(Tone.ANSWER, ["I’ll post it here in a moment."], [back(contest)]))
    return Page(card(Tone.NOTE, ["There’s nothing left to post."], [back(contest)]))


def present_nothing_to_manage() -> Page:
    """Say that no contest exists yet, and how to begin."""
    text = "No contests yet. Start the first one!"
    begin = button("Start a contest", AgainId(None), style=ButtonStyle.primary)
    everything = button("Who did what", ManageId("everything", None))
    return Page(card(Tone.NOTE, [text], [begin, everything]))
