"""The announcement of a contest in each of its states, its draft, and its rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from bot.contests import (
    CHANGEABLE,
    NOBODY,
    OPTIONS,
    Board,
    Coming,
    Contest,
    ContestTemplate,
    Message,
    next_days,
    puzzle_of,
)
from bot.durations import length, short_length
from bot.puzzles import EMPTY, line_of
from bot.ui.contest.ids import ContestRemindId, ManageId, PingId, TemplateId
from bot.ui.contest.play_view import TYPED, contest_buttons, play_buttons, too_long
from bot.ui.contest.text import (
    amount_of,
    arranges,
    lines_of,
    options_of,
    rule_of,
    size_of,
    title,
    who_is_in,
    whole,
    words_page,
)
from bot.ui.drawing import AnySketch
from bot.ui.games.faces import FACES
from bot.ui.layout import (
    Attachment,
    Block,
    Page,
    Tone,
    button,
    card,
    escape,
    medal,
    on,
    picture,
    relative,
    who,
    wrap_words,
)
from bot.ui.play.ids import Target
from bot.ui.proof import locked_in
from solvers.text import many

PICTURE = "contest.png"
COME = "I’m in"
LEADERS = 3
"""People in first place that the announcement names."""
RECEIPTS = {
    True: "and you’ll see at once how close it is to the best there is.",
    False: "and you’ll see at once what it scores.",
}

TONES = {
    "draft": Tone.NOTE,
    "open": Tone.ANSWER,
    "closed": Tone.HINT,
    "revealed": Tone.NOTE,
    "cancelled": Tone.TROUBLE,
}


def sketch_of_given(contest: Contest) -> AnySketch | None:
    """Return a sketch of what a contest gives; None for a list, and while that is hidden."""
    sealed = contest.state == "open" and contest.is_sealed
    if arranges(contest) or sealed or contest.state in {"draft", "cancelled"}:
        return None
    puzzle = puzzle_of(contest)
    return FACES[contest.game].board(puzzle, line_of(puzzle, EMPTY), goal=False)


def present_announcement(
    contest: Contest,
    board: Board | None = None,
    *,
    coming: Coming = NOBODY,
    pings: bool = False,
    drawn: bytes | None = None,
) -> Page:
    """Return the announcement of a contest that has been confirmed, in its present state.

    `board` has its first rows as everybody may see them; `coming` says who is in before it opens.
    `pings`: people can choose to be pinged. `drawn`: a picture of `sketch_of_given`.
    """
    tone, heading = TONES[contest.state], f"## {title(contest)}"
    if contest.state == "cancelled":
        text = "This contest was cancelled, so there are no results."
        return Page(card(tone, [heading, text], contest_buttons(contest)))
    how = f"{rule_of(contest)}\n{options_of(contest)}"
    if too_long(contest) and contest.state in CHANGEABLE:
        how += f"\n-# {TYPED}"
    blocks: list[str | None] = [heading, _when(contest), words_shown(contest), how]
    blocks.append("\n".join(_going(contest, board, coming)))
    buttons = contest_buttons(contest)
    if contest.state == "draft" and contest.season_id is None:
        buttons.append(button(COME, ContestRemindId("contest", contest.id)))
    if pings and contest.state in CHANGEABLE:
        buttons.append(button("Ping me", PingId("announcement", contest.id)))
    buttons.append(button("Manage", ManageId("open", contest.id)))
    if drawn is None:
        return words_page(tone, blocks, 2, contest.words, buttons)
    file, puzzle = Attachment(PICTURE, drawn), puzzle_of(contest)
    spoken = FACES[contest.game].board_spoken(puzzle, line_of(puzzle, EMPTY))
    shown: list[Block | None] = [*blocks[:2], f"**{_size(contest)}**", picture(file, spoken)]
    return Page(card(tone, [*shown, *blocks[3:]], buttons), (file,))


def present_ping(
    contest: Contest, under: Literal["opening", "ending"], role_id: int | None, link: str
) -> Page:
    """Say that a contest is open or about to close; once it is over, a sent ping says so."""
    called = "" if role_id is None else f"<@&{role_id}> "
    open_ = "is open!" if under == "opening" else f"{_closes(contest)}."
    text = f"{called}**{title(contest)}** {_over(contest) or open_} {_way(contest, link)}"
    return Page(card(Tone.ANSWER, [text], [button("Ping me", PingId(under, contest.id))]))


def present_start(contest: Contest, about: ContestRemindId, link: str) -> Page:
    """Remind somebody who asked that a contest is open; once it is over, a sent one says so."""
    said = _over(contest) or f"is open, and {_closes(contest)}."
    text = f"🔔 **{title(contest)}** {said} {_way(contest, link)}"
    # This button identifies the message.
    asked = button("You asked for this", about, disabled=True)
    return Page(card(Tone.ANSWER, [text], [asked]))


def present_missed(template: ContestTemplate, message: Message, now: datetime) -> Page:
    """Say that a repeating contest is not held this time, or is held after all."""
    assert message.opens_at is not None
    assert message.closes_at is not None
    # This button identifies the post.
    manage = button("Manage", TemplateId("open", template.id))
    name = f"**{escape(template.name)}**"
    if message.text is None:
        return Page(card(Tone.ANSWER, [f"{name} is held after all: see its own post."], [manage]))
    if now <= message.closes_at:
        until = on(message.closes_at)
        said = (
            f"{name} isn’t held so far: {message.text} I’ll keep trying until {until}; after that "
            "it isn’t held this time."
        )
    else:
        said = f"{name} isn’t held this time: {message.text}"
    following = (at for _, at in next_days(template) if at is not None and at > message.opens_at)
    if not template.paused and (coming := next(following, None)) is not None:
        said += f"\n**Next** {on(coming)}"
    return Page(card(Tone.HINT, [said], [manage]))


def present_moved(contest: Contest, link: str) -> Page:
    """Correct a ping sent before an end that has been postponed; it is not edited again."""
    text = f"**{title(contest)}** has more time now; its post says until when. [Play]({link})"
    return Page(card(Tone.ANSWER, [text], [button("Ping me", PingId("ending", contest.id))]))


def _closes(contest: Contest) -> str:
    assert contest.closes_at is not None
    return f"closes {relative(contest.closes_at)}"


def _over(contest: Contest) -> str:
    """Say that a contest is over or cancelled; "" while it is open."""
    if contest.state == "cancelled":
        return "was cancelled."
    return "" if contest.state == "open" else "is over."


def _way(contest: Contest, link: str) -> str:
    return f"[Play]({link})" if contest.state == "open" else f"[See it]({link})"


def present_reminding(*, asked: bool) -> Page:
    """Say that somebody is in and gets a reminder at the opening, or no longer is."""
    text = (
        "You’re in! I’ll send you a message when it opens, if you let me write to you."
        if asked
        else "You’re out, and I won’t remind you."
    )
    return Page(card(Tone.ANSWER, [f"{text}\n-# Press again to change your mind."]))


def present_pinged(role_id: int, *, given: bool) -> Page:
    """Say that somebody is now pinged for contests, or no longer is."""
    text = (
        f"🔔 On: you have the role <@&{role_id}> and will be pinged for contests."
        if given
        else f"🔕 Off: you no longer have the role <@&{role_id}> and won’t be pinged."
    )
    return Page(card(Tone.ANSWER, [f"{text}\n-# Press again to change your mind."]))


def _going(contest: Contest, board: Board | None, coming: Coming) -> Iterator[str]:
    """Say whose contest it is, who is in, how many play, and who leads."""
    if contest.created_by is not None:
        yield f"-# Hosted by {who(contest.created_by)}"
    if locked := locked_in(contest.commitment):
        yield locked
    if contest.state == "draft" and (here := who_is_in(coming)):
        yield here
    if board is None or contest.state == "draft":
        return
    if not board.entered:
        yield "No players yet – be the first!" if contest.state == "open" else "Nobody played."
        return
    players = f"**{many(board.entered, 'player')}**"
    leaders = [row for row in board.rows if row.place == 1]
    if not leaders:
        yield players
        return
    leader, names = leaders[0], [who(row.user_id) for row in leaders[:LEADERS]]
    more = ", …" if len(leaders) > LEADERS else ""
    said = [f"{medal(1)} {', '.join(names)}{more}"]
    if leader.score is not None:
        said.append(f"**{amount_of(contest, leader.score)}**")
    if leader.percent is not None:
        said.append(whole(leader.percent))
    if len(leaders) == 1:
        said.append(short_length(leader.reached_ms))
    yield f"{players}, {'won by' if contest.state == 'revealed' else 'led by'} {' · '.join(said)}"


def _size(contest: Contest) -> str:
    return size_of(contest).capitalize()


def words_block(contest: Contest) -> str:
    """Return a contest's words, a list in alphabetical order, or what its game gives instead."""
    if not arranges(contest):
        return f"**{_size(contest)}**\n{lines_of(contest, (), done=False)}"
    return f"**{_size(contest)}**\n```\n{wrap_words(contest.words)}\n```"


def words_shown(contest: Contest) -> str:
    """Return a contest's words, or when they are shown."""
    seen = f"**{_size(contest)}** – you’ll see {'them' if arranges(contest) else 'it'} when"
    if contest.state == "draft":
        return f"{seen} it opens"
    if contest.state == "open" and contest.is_sealed:
        return f"{seen} you press *Start*"
    return words_block(contest)


def _when(contest: Contest) -> str:
    opens, closes = contest.opens_at, contest.closes_at
    assert opens is not None
    assert closes is not None
    match contest.state:
        case "draft":
            lasts = length(contest.lasts_seconds)
            return (
                f"{FACES[contest.game].goal}\n"
                f"**Opens** {on(opens)}, {relative(opens)}, and lasts {lasts}"
            )
        case "open":
            return (
                f"{FACES[contest.game].goal} Your best try counts, {RECEIPTS[contest.percents]}\n"
                f"**Closes** {on(closes)}, {relative(closes)}"
            )
        case "closed":
            return f"**Closed** {on(closes)}. Results in a moment!"
        case _:
            return f"**Over** since {on(closes)}. The results are out!"


def present_rules(contest: Contest) -> Page:
    """Return the rules, with buttons to play while it is open; no example gives a word away."""
    secret = {*contest.words, *puzzle_of(contest).solution}
    blocks = [
        f"## {title(contest)}: the rules",
        FACES[contest.game].scoring_by(contest.rule, secret),
        "\n".join(f"- {sentence}" for sentence in _sentences(contest)),
    ]
    playing = contest.state == "open" and not contest.is_sealed
    buttons = play_buttons(contest, Target("contest", contest.id)) if playing else []
    return Page(card(Tone.NOTE, blocks, buttons))


def _sentences(contest: Contest) -> Iterator[str]:
    what = "the words" if arranges(contest) else f"the {contest.game}"
    if contest.opens_at is not None and contest.state == "draft":
        yield f"Opens {on(contest.opens_at)}, {relative(contest.opens_at)}."
    if contest.closes_at is not None and contest.state in CHANGEABLE:
        yield (
            f"Closes {on(contest.closes_at)}, {relative(contest.closes_at)}. From that moment on "
            "nothing counts."
        )
    for option in OPTIONS:
        if sentence := option.sentence(contest):
            yield sentence
    if contest.commitment is not None:
        yield (
            f"{what.capitalize()}, the best answer and these rules are locked in: "
            f"`{contest.commitment}`. *Proof* under *Everyone’s answers* shows that nobody changed "
            "them."
        )
    yield from _tries(contest)


def _tries(contest: Contest) -> Iterator[str]:
    if not arranges(contest):
        yield "Wrong answers don’t count as tries: I tell you how far you got."
        if FACES[contest.game].command:
            yield f"While it runs, `/{contest.game}` won’t answer it for anybody here."
        return
    tapped = "*Play* lets you tap the words in order; with *Type* you write them."
    yield TYPED if too_long(contest) else tapped
    yield f"While it runs, `/{contest.game}` won’t solve its words for anybody."
