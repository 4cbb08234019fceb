"""Standings over several contests: of the last ones, or of a season, and how a season ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from discord import ButtonStyle, ui

from bot.contests import (
    CHANGEABLE,
    PLACES,
    SEASON_OPTIONS,
    Contest,
    Rounds,
    Scoring,
    Season,
    Standing,
    Standings,
    as_one,
    evenings,
    name_of_rounds,
)
from bot.durations import length
from bot.options import lines
from bot.store.schema import ContestTitle
from bot.ui.contest.ids import (
    AskId,
    ContestRemindId,
    PingId,
    RoundsId,
    SeasonCardId,
    SeasonId,
    SeasonsId,
    SeasonsMenuId,
)
from bot.ui.contest.text import best_of, size_of, who_is_in, whole
from bot.ui.layout import (
    Page,
    Tone,
    and_more,
    button,
    card,
    escape,
    medal,
    menu,
    on,
    relative,
    shorten,
    who,
)
from solvers.text import many, series

ROWS = 25
ENDED_ROWS = 10
"""Rows of the post at a season's end; its button shows more."""
NAMED = 5
"""Contests that are named, the newest, at most."""
COUNTED = 5
"""Percentages that a row shows, the best, at most."""
CHAMPIONS = 5
"""People sharing the first place who are named, at most."""
TIED = "A tie? More wins come first."


def present_standings(found: Standings) -> Page:
    """Return the standings: as many rows as `found` has, and the viewer's own."""
    season = found.season
    buttons = [] if season is None else [_more(season)]
    if not found.held:
        said = "No contest has finished yet. The first one starts the count."
        return Page(card(Tone.NOTE, [_title(season), _when(found), said], buttons))
    own = found.own
    blocks = [
        _title(season),
        _when(found),
        _rows(found),
        f"**You**\n{_row(own, found)}" if own else None,
        _contests(found),
        f"-# {_explained(found)}",
    ]
    return Page(card(Tone.NOTE, blocks, buttons))


def present_season_end(found: Standings) -> Page:
    """Return the post at a season's end."""
    season = found.season
    assert season is not None
    blocks = [_title(season), _champions(found), _rows(found), f"-# {_explained(found)}"]
    return Page(card(Tone.ANSWER, blocks, [_more(season)]))


def present_rounds(rounds: Rounds, *, pings: bool = False) -> Page:
    """Return the post of rounds: lists and the sum so far. `pings`: people can ask for pings."""
    season, together = rounds.season, as_one(rounds.season, rounds.lists)
    names = "\n".join(f"{_list(one, rounds)}" for one in rounds.lists)
    blocks = [
        f"## {escape(season.name)}",
        _playing(together, len(rounds.lists)),
        names,
        scoring_line(season.scoring),
        "\n".join(_going(rounds, together)),
    ]
    buttons = [button("Standings", RoundsId(season.id))]
    if together.state == "draft":
        buttons.append(button("I’m in", ContestRemindId("rounds", season.id)))
    if pings and together.state in CHANGEABLE:
        buttons.append(button("Ping me", PingId("announcement", season.id)))
    tone = Tone.ANSWER if together.state == "open" else Tone.NOTE
    return Page(card(tone, blocks, buttons))


def _playing(contest: Contest, lists: int) -> str:
    assert contest.opens_at is not None
    assert contest.closes_at is not None
    opens, closes = contest.opens_at, contest.closes_at
    match contest.state:
        case "draft":
            lasts = length((closes - opens).total_seconds())
            return (
                f"{lists} lists that count together.\n"
                f"**Open** {on(opens)}, {relative(opens)}, for {lasts}"
            )
        case "open":
            return (
                f"{lists} lists that count together: play them all, in any order.\n"
                f"**Close** {on(closes)}, {relative(closes)}"
            )
        case "cancelled":
            return "All its lists were cancelled."
        case _:
            return f"**Over** since {on(closes)}"


def _list(contest: Contest, rounds: Rounds) -> str:
    """Name a list, where it is played and what has become of it."""
    name, post = f"List {contest.round}", rounds.announced.get(contest.id)
    if post is not None:
        channel_id, message_id = post
        place = f"{contest.guild_id}/{channel_id}/{message_id}"
        name = f"[{name}](https://discord.com/channels/{place})"
    said = [f"**{name}**", size_of(contest)]
    if contest.state == "revealed":
        said.append(best_of(contest))
    elif contest.state == "cancelled":
        said.append("cancelled")
    return " · ".join(said)


def _going(rounds: Rounds, together: Contest) -> Iterator[str]:
    """Say whose rounds these are, how many play, and who leads."""
    if rounds.season.created_by is not None:
        yield f"-# Hosted by {who(rounds.season.created_by)}"
    if together.state == "draft" and (here := who_is_in(rounds.coming)):
        yield here
    if together.state in {"draft", "cancelled"}:
        return
    if not rounds.players:
        yield "No players yet – be the first!" if together.state == "open" else "Nobody played."
        return
    yield f"**{many(rounds.players, 'player')}**"
    found = rounds.standings
    if found is None:
        yield "The sum comes with the results."
        return
    yield from (_sum(row, found) for row in found.rows)
    if more := and_more(found.ranked - len(found.rows)):
        yield more


def _more(season: Season) -> ui.Button[ui.LayoutView]:
    return button("Standings", SeasonId(season.id))


def _title(season: Season | None) -> str:
    if season is None:
        return "## Standings"
    over = ": the end" if season.held is not None else ""
    return f"## 🏆 {escape(season.name)}{over}"


def _when(found: Standings) -> str | None:
    season = found.season
    if season is None or season.held is not None:
        return None
    ends = f"{on(season.ends_at)}, {relative(season.ends_at)}"
    if season.rounds is not None:
        return f"Its {season.rounds} lists count together. They end {ends}."
    what = f"**{escape(found.template)}**" if found.template else f"<#{season.channel_id}>"
    crown = "" if season.role_id is None else f" The champion gets <@&{season.role_id}>."
    return f"The contests of {what} count together until {ends}.{crown}"


def _champions(found: Standings) -> str | None:
    first = [row for row in found.rows if row.place == 1]
    if not first:
        return None
    names = [who(row.user_id) for row in first[:CHAMPIONS]]
    if len(first) > CHAMPIONS:
        names.append(f"{len(first) - CHAMPIONS:,} more")
    won = "wins" if _what(found.season) == "list" else "is the champion"
    line = f"🎉 **{series(names)}** {won if len(first) == 1 else 'share first place'}!"
    if found.season and found.season.role_id and any(row.has_role for row in first):
        line += f" <@&{found.season.role_id}> is theirs until the next season ends."
    return line


def _rows(found: Standings) -> str:
    said = [_row(row, found) for row in found.rows]
    more = and_more(found.ranked - len(said))
    return "\n".join([_counting(found), *(said or ["Nobody played."]), *filter(None, [more])])


def _counting(found: Standings) -> str:
    held = found.held
    what = _what(found.season)
    if not held:
        return f"No {what} was held."
    if found.best == held:
        every = "Both" if held == 2 else f"All {held:,}"
        return f"{every} {what}s count." if held > 1 else f"One {what} so far."
    if found.best == 1:
        return f"Your best of {held:,} {what}s counts."
    return f"Your best {found.best} of {held:,} {what}s count."


def _what(season: Season | None) -> str:
    return "contest" if season is None or season.rounds is None else "list"


def _explained(found: Standings) -> str:
    what = _what(found.season)
    together = " Lists of one evening count as one contest." if _has_evenings(found) else ""
    end = TIED + together
    if found.scoring == "points":
        return f"Points for your place in each {what}: {PLACES}. Equals get the same. {end}"
    return f"Average % of best; a {what} you didn’t play counts 0. {end}"


def scoring_line(scoring: Scoring) -> str:
    """Say how rounds are summed up."""
    if scoring == "points":
        return f"**Winner** most points, for places in each list: {PLACES}"
    return "**Winner** best average % of best; a list not played counts 0"


def _row(row: Standing, found: Standings) -> str:
    running = found.season is not None and found.season.rounds and found.season.held is None
    won = f", {row.won:,} won" if row.won and not running else ""
    return f"{_sum(row, found)} · {row.played:,} played{won}"


def _sum(row: Standing, found: Standings) -> str:
    points = found.scoring == "points"
    result = many(int(row.result), "point") if points else whole(row.result)
    said = [f"{medal(row.place)} {who(row.user_id)} **{result}**"]
    if found.best > 1 and row.counted:
        more = " …" if len(row.counted) > COUNTED else ""
        counted = [f"{one:g}" if points else whole(one) for one in row.counted[:COUNTED]]
        said.append(" + ".join(counted) + more)
    return " · ".join(said)


def _contests(found: Standings) -> str | None:
    """Name the newest of the contests that may be named."""
    if not found.contests:
        return None
    if found.season is not None and found.season.rounds:  # rounds are sorted by their numbers
        lines = sorted(map(_contest, found.contests))
    else:
        lines = [
            _contest(lists[0]) if len(lists) == 1 else _evening(lists)
            for lists in evenings(found.contests)
        ]
    said = [f"**Its {_what(found.season)}s**", *lines[:NAMED]]
    before = and_more(len(lines) - NAMED, "before")
    return "\n".join([*said, *filter(None, [before])])


def _has_evenings(found: Standings) -> bool:
    rounds = found.season is not None and found.season.rounds
    return not rounds and len(evenings(found.contests)) < len(found.contests)


def _evening(lists: Sequence[ContestTitle]) -> str:
    name = escape(shorten(name_of_rounds(lists[0].title), 50))
    return f"- {name}{_closed(lists[0])}: {many(len(lists), 'list')}"


def _closed(contest: ContestTitle) -> str:
    return f", {on(contest.closes_at)}" if contest.closes_at else ""


def _contest(contest: ContestTitle) -> str:
    name = escape(shorten(contest.title, 50))
    return f"- {name}{_closed(contest)}: {best_of(contest)}"


def present_seasons(found: Sequence[Season]) -> Page:
    """Return a server's seasons to organisers, with a menu to choose one."""
    start = button("Start a season", AskId("season", None), style=ButtonStyle.primary)
    if not found:
        text = "No seasons yet. One counts a channel’s contests, or a template’s, together."
        return Page(card(Tone.NOTE, [text], [start]))
    lines = "\n".join(f"- {season_line(one)}" for one in found)
    offered = [(one.id, one.name, _ends(one)) for one in found]
    chooser = menu("Choose one to change, end or delete", SeasonsMenuId(), offered)
    return Page(card(Tone.NOTE, ["## Seasons", lines], [start, chooser]))


def _ends(season: Season) -> str:
    return f"over since {season.ends_at:%d %B %Y}" if season.held is not None else "running"


def present_season(season: Season, template: str | None) -> Page:
    """Return a season to organisers; `template`: the template whose contests it counts."""
    buttons = [_more(season)]
    if season.due_at is not None and season.rounds is None:
        buttons += [
            button("How it’s counted", AskId("counting", season.id)),
            button("End it now", SeasonCardId("end", season.id)),
            button("Delete", SeasonCardId("delete", season.id), style=ButtonStyle.danger),
        ]
    buttons.append(button("All seasons", SeasonsId()))
    return Page(card(Tone.ANSWER, [_title(season), "\n".join(_facts(season, template))], buttons))


def present_season_ending(season: Season) -> Page:
    """Ask whether to end a season now."""
    text = f"End **{escape(season.name)}** now? Contests that are still open don’t count."
    return _asked_again(season, text, "End it", "ended")


def present_season_deleting(season: Season) -> Page:
    """Ask whether to delete a season."""
    text = f"Delete **{escape(season.name)}**? Its contests stay, and nobody becomes champion."
    return _asked_again(season, text, "Delete it", "deleted")


def _asked_again(
    season: Season, text: str, label: str, action: Literal["ended", "deleted"]
) -> Page:
    yes = button(label, SeasonCardId(action, season.id), style=ButtonStyle.danger)
    return Page(card(Tone.HINT, [text], [yes, button("Back", SeasonCardId("open", season.id))]))


def present_cut_short(season: Season) -> Page:
    """Say that a season ends now."""
    text = f"**{escape(season.name)}** ends now. Its post comes once its last results are out."
    return Page(card(Tone.ANSWER, [text], [button("All seasons", SeasonsId())]))


def present_season_deleted(season: Season) -> Page:
    """Say that a season is gone."""
    text = f"The season **{escape(season.name)}** is gone. Its contests stay."
    return Page(card(Tone.NOTE, [text], [button("All seasons", SeasonsId())]))


def season_line(season: Season) -> str:
    """Return a season in a line."""
    name = f"**{escape(season.name)}**"
    if season.held is not None:
        return f"{name}: over, {many(season.held, 'contest')}, ended {on(season.ends_at)}"
    return f"{name}: {on(season.starts_at)} to {on(season.ends_at)}"


def _facts(season: Season, template: str | None) -> Iterator[str]:
    yield f"{on(season.starts_at)} to {on(season.ends_at)}, {relative(season.ends_at)}"
    yield "**Contests** " + (
        f"those in <#{season.channel_id}> that end in this time"
        if template is None
        else f"from **{escape(template)}**, if they end in this time"
    )
    yield from lines(SEASON_OPTIONS, season)
    if season.held is not None:
        return
    yield (
        f"-# I post how it ends in <#{season.channel_id}>. Until then `/contests board` has the "
        "standings; with `private: False` it shows them to everybody."
    )
