"""The contests of a server as a list, and one of them with its words, times and buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.contests import FINISHED, Board, Contest, ContestTemplate, Message, Season
from bot.ui.contest.announcement_view import words_shown
from bot.ui.contest.ids import AgainId, DraftId, ManageId, TemplatesId
from bot.ui.contest.play_view import contest_buttons
from bot.ui.contest.season_view import season_line
from bot.ui.contest.text import arranges, options_of, par_claim, rule_of, size_of, title, words_page
from bot.ui.layout import (
    TEXT_LIMIT,
    Page,
    Tone,
    button,
    card,
    escape,
    on,
    relative,
    shorten,
    who,
)
from solvers.text import many

SHOWN_OVER = 10
"""Finished contests that the list shows, the newest."""
SHOWN_DRAFTS = 5
SHOWN_SEASONS = 5
FAILURES_LENGTH = 1000
SPARE = 900
"""Characters reserved for headings, seasons and the last line."""


def present_list(
    contests: Sequence[Contest],
    drafts: Sequence[Contest] = (),
    failures: Sequence[str] = (),
    *,
    seasons: Sequence[Season] = (),
    missed: Sequence[ContestTemplate] = (),
    organiser: bool = False,
) -> Page:
    """Return a server's contests, `missed` repeating ones, and its unfinished seasons.

    Organisers also see drafts, what could not be posted, and why a contest was missed.
    """
    shown = [one for one in drafts if one.round in {None, 1}][:SHOWN_DRAFTS]
    ends = [
        _missed(missed, organiser=organiser),
        failures_block(failures),
        _drafts(shown, drafts),
    ]
    room = TEXT_LIMIT - SPARE - sum(len(end) for end in ends if end)
    groups = (
        ("Running", [one for one in contests if one.state in {"open", "closed"}]),
        ("Coming up", [one for one in contests if one.state == "draft"]),
        ("Over", [one for one in contests if one.state in FINISHED][:SHOWN_OVER]),
    )
    blocks: list[str | None] = ["## Contests here"]
    for heading, some in groups:
        lines = [f"**{heading}**"]
        for contest in some:
            line = _line(contest)
            if room >= len(line):
                lines.append(line)
            room -= len(line) + 1
        if some:
            blocks.append("\n".join(lines))
    if room < 0:
        blocks.append("-# There are more. `/contests show` finds them by title.")
    if counted := [f"- {season_line(one)}" for one in seasons[:SHOWN_SEASONS]]:
        blocks.append("\n".join(["**Seasons** – `/contests board` shows who’s ahead", *counted]))
    buttons = [
        button(shorten(f"Continue “{draft.title}”", 80), DraftId("open", draft.id))
        for draft in shown
    ]
    if missed and organiser:
        buttons.append(button("Manage templates", TemplatesId()))
    if not contests and not organiser:
        blocks.append("No contests yet. Organisers start one with `/contest create`.")
    elif not contests and not drafts:
        blocks.append("No contests yet. Start the first one!")
        start = button("Start a contest", AgainId(None), style=ButtonStyle.primary)
        buttons.insert(0, start)
    return Page(card(Tone.NOTE, [*blocks, *ends], buttons))


def failures_block(failures: Sequence[str]) -> str | None:
    """Return what could not be posted, for organisers."""
    if not failures:
        return None
    lines = "\n".join(f"- {escape(text)}" for text in failures)
    return f"**Couldn’t be posted**\n{shorten(lines, FAILURES_LENGTH)}"


def _missed(missed: Sequence[ContestTemplate], *, organiser: bool) -> str | None:
    """Name the repeating contests that could not be held; organisers read why."""
    if not missed:
        return None
    names = "\n".join(
        f"- **{escape(one.name)}**" + (f": {escape(one.problem or '')}" if organiser else "")
        for one in missed
    )
    return f"**Couldn’t be held**\n{shorten(names, FAILURES_LENGTH)}"


def _drafts(drafts: Sequence[Contest], every: Sequence[Contest]) -> str | None:
    """Name the drafts; the first of several lists stands for all, counted in `every` draft."""
    if not drafts:
        return None
    lists = Counter(one.season_id for one in every)
    names = "\n".join(
        f"- {title(one)}, {f'{lists[one.season_id]} lists' if one.round else _size(one)}, "
        f"by {who(one.created_by)}"
        for one in drafts
    )
    return (
        "**Drafts** – only organisers see them, and they’re kept for a day. If you look into one, "
        f"you count as one of its makers.\n{names}"
    )


def _line(contest: Contest) -> str:
    return f"- **{title(contest)}** · {_size(contest)} · {_when(contest)}"


def _size(contest: Contest) -> str:
    return f"{size_of(contest)}, {contest.rule}" if arranges(contest) else size_of(contest)


def _when(contest: Contest) -> str:
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    match contest.state:
        case "draft":
            return f"opens {on(contest.opens_at)}, {relative(contest.opens_at)}"
        case "open":
            return f"closes {on(contest.closes_at)}, {relative(contest.closes_at)}"
        case "closed":
            return "closed; results in a moment"
        case "revealed":
            return f"ended {on(contest.closes_at)}"
        case "cancelled":
            return "cancelled"


def present_contest(board: Board, announced: Message | None, failures: Sequence[str] = ()) -> Page:
    """Return the contest; `announced` is where its announcement is, `failures` are for organisers.

    Words that are still secret are not shown.
    """
    contest = board.contest
    number = f"**{size_of(contest).capitalize()}**"
    blocks: list[str | None] = [
        f"## {title(contest)}",
        "\n".join(contest_facts(board, announced)),
        # A cancelled contest may never have opened: then nobody has seen its words.
        words_shown(contest) if contest.state != "cancelled" else number,
        f"{rule_of(contest)}\n{options_of(contest)}",
        par_claim(contest) if contest.state == "revealed" else None,
        failures_block(failures),
    ]
    buttons = contest_buttons(contest, own=True)
    if failures:
        buttons.append(button("Post it here", ManageId("repost", contest.id)))
    return words_page(Tone.NOTE, blocks, 2, contest.words, buttons)


def contest_facts(board: Board, announced: Message | None) -> Iterator[str]:
    """Yield when a contest runs, how many play, and where its announcement is."""
    contest = board.contest
    opens, closes = contest.opens_at, contest.closes_at
    assert opens is not None
    assert closes is not None
    match contest.state:
        case "draft":
            yield f"**Opens** {on(opens)}, {relative(opens)}; closes {on(closes)}"
        case "open":
            yield f"**Closes** {on(closes)}, {relative(closes)}"
        case "closed":
            yield f"**Closed** {on(closes)}. Results in a moment!"
        case "revealed":
            yield f"**Over** since {on(closes)}"
        case _:
            yield "**Cancelled**"
    yield many(board.entered, "player") + (" so far" if contest.due_at else "")
    if announced is not None and announced.stands:
        place = f"{announced.guild_id}/{announced.channel_id}/{announced.message_id}"
        yield f"[Go to the announcement](https://discord.com/channels/{place})"
