"""What a channel sees of a race: who is in, how far they are, and at its end the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord import ButtonStyle, ui

from bot.puzzles import Progress, line_of, reaches_par
from bot.races import (
    BETWEEN,
    Race,
    RaceMove,
    RacePlay,
    RacePlayer,
    RaceRound,
    RaceStatus,
    is_decided,
)
from bot.ui.drawing import AnySketch
from bot.ui.games.faces import face_of
from bot.ui.games.rows import Far
from bot.ui.layout import (
    Attachment,
    Block,
    Page,
    Tone,
    and_more,
    button,
    card,
    medal,
    picture,
    relative,
    who,
)
from bot.ui.proof import LABEL, locked_in
from bot.ui.race.ids import RaceId, RoundId
from bot.ui.race.text import about, bar, heading, names, outcome
from solvers.daily import DIFFICULTIES
from solvers.text import many

MOST_ROWS = 15
PICTURE, SHARED = "winner.png", "together.png"
ENDS = {
    "cancelled": "Called off.",
    "declined": "Declined. Maybe another time!",
    "too few": "Nobody else joined in time. Try again when more people are here!",
    "expired": "No answer within five minutes. Try again later!",
    "lost": "I had to end this race: I couldn’t go on with it here.",
}
STOPPED = {
    "cancelled": "It was called off after this round.",
    "too few": "Nobody else was left for the next round, so it ended here.",
    "lost": "I couldn’t go on with it, so it ended here.",
}
"""Why a race ended in the round after the one shown."""
STOPPED_IN = {
    "cancelled": "It was called off in this round, which counts as it stood.",
    "lost": "I couldn’t go on with it, so this round counts as it stood.",
}
"""Why a race ended in the round shown, which has places."""
Button = ui.Button[ui.LayoutView]


def present_post(status: RaceStatus, drawn: bytes | None = None, far: Far = ()) -> Page:
    """Return the message of a race in its present state.

    `drawn`: a picture of `winning_words`, or of `shared_words` while people play together; `far`:
    the distance of each of the shared words to the target.
    """
    match status.race.state:
        case "lobby" if status.race.round == 1:
            return _present_lobby(status)
        case "over" if status.cut_short and status.race.round == 1:
            return _present_ended(status)
        case "between" | "over":
            return _present_result(status, drawn)
    return _present_running(status, drawn, far)


def _present_lobby(status: RaceStatus) -> Page:
    race = status.race
    assert race.due_at is not None
    if race.duel:
        said = (
            f"{who(race.created_by)} challenges {who(race.challenged_user_id)}!\n"
            "You both get the same fresh puzzle at the same moment."
        )
        until = f"The challenge ends {relative(race.due_at)}"
        buttons = [
            button("Accept", RaceId("accept", race.id), style=ButtonStyle.success),
            button("Decline", RaceId("cancel", race.id)),
        ]
    else:
        said = {
            "first": "The same fresh puzzle for everybody, at the same moment. Solve it first!",
            "best": "The same fresh puzzle for everybody. The best result in time wins!",
            "together": "One puzzle for all of us: add a word, then it’s somebody else’s turn.",
        }[race.mode]
        missing = [one for one in status.last_time if status.player(one) is None]
        last_time = (
            f"\n**Last time:** {', '.join(map(who, missing[:MOST_ROWS]))}" if missing else ""
        )
        until = f"**In:** {names(status)}{last_time}\nStarts {relative(race.due_at)}"
        buttons = [
            button("Join", RaceId("join", race.id), style=ButtonStyle.success),
            button("Leave", RaceId("leave", race.id)),
            button("Start now", RaceId("start", race.id)),
            button("Cancel", RaceId("cancel", race.id)),
        ]
    return Page(card(Tone.NOTE, [_head(race), said, until], buttons))


def present_call(user_id: int) -> Page:
    """Return the message that notifies the person challenged."""
    return Page(card(Tone.NOTE, [f"{who(user_id)}, this challenge is for you!"]))


def _present_running(status: RaceStatus, drawn: bytes | None, far: Far) -> Page:
    race, current = status.race, status.round
    buttons = [button("Play", RaceId("play", race.id), style=ButtonStyle.primary)]
    if current is None or current.starts_at is None or current.ends_at is None:
        blocks = [_head(race), "Picking a puzzle that’s new to all of you…", names(status)]
        return Page(card(Tone.NOTE, blocks))
    if race.state == "countdown":
        when = f"**Get ready!** Starts {relative(current.starts_at)}"
    else:
        solo = race.duel and race.mode == "first"
        early = "as soon as one of you solves it" if solo else "when everybody is done"
        when = f"Ends {relative(current.ends_at)}, or {early}"
    if not race.duel:
        buttons.append(button("Leave", RaceId("leave", race.id)))
        buttons.append(button("Cancel", RaceId("cancel", race.id)))
    shared = shared_words(status) if race.state == "running" else None
    files = () if drawn is None or shared is None else (Attachment(SHARED, drawn),)
    locked = locked_in(current.commitment)
    blocks = [
        _head(race),
        *(["\n".join(_rows(status))] if shared is None else _shared(status, shared, far, files)),
        when if locked is None else f"{when}\n{locked}",
    ]
    return Page(card(Tone.NOTE, blocks, buttons), files)


def _present_result(status: RaceStatus, drawn: bytes | None) -> Page:
    race = status.race
    assert status.round is not None
    over = race.state == "over"
    blocks, files = _told(status, drawn)
    media: list[ui.Item[ui.LayoutView]] = []
    buttons = _looks(race, status.round)
    if not over:
        after = RoundId("next", race.id, race.round + 1)
        buttons.insert(0, button("Next round", after, style=ButtonStyle.primary))
    elif race.next_id is None and not race.words:  # everybody has seen a given list
        again = button("Rematch", RaceId("rematch", race.id), style=ButtonStyle.primary)
        buttons.insert(0, again)
    if not over and race.due_at is not None:
        minutes = BETWEEN.seconds // 60
        media.append(ui.TextDisplay(f"-# Press *Next round* within {minutes} minutes."))
    media.append(ui.ActionRow(*buttons))
    return Page(card(Tone.ANSWER, blocks, media=media), files)


def _told(
    status: RaceStatus, drawn: bytes | None
) -> tuple[list[Block | None], tuple[Attachment, ...]]:
    """Return what to say about a round that was played to its end, with its files."""
    race, puzzle, words = status.race, status.puzzle, winning_words(status)
    assert puzzle is not None
    assert status.round is not None
    files = () if drawn is None or not words else (Attachment(PICTURE, drawn),)
    blocks: list[Block | None] = [
        f"{_head(replace(race, round=status.round.number))}\n{_verdict(status)}",
        _stopped(status),
        *_what_came(status, None if files else _lines(status)),
    ]
    if files:
        first = _winner(status)
        whose = "Your" if first is None else f"{_name(status, first)}’s"
        blocks.append(f"**{whose} {race.game}**")
        blocks.append(picture(files[0], face_of(puzzle).spoken(puzzle, words)))
    return blocks, files


def _stopped(status: RaceStatus) -> str | None:
    """Say why the race ended early; None if it did not."""
    race, current = status.race, status.round
    if race.end is None or current is None or race.state != "over":
        return None
    return (STOPPED_IN if current.number == race.round else STOPPED).get(race.end)


def _what_came(status: RaceStatus, lines: str | None = None) -> Iterator[str | None]:
    """Yield what the puzzle was, how it went, and the best answer."""
    puzzle = status.puzzle
    assert puzzle is not None
    yield face_of(puzzle).subject(puzzle) + _turned_out(status)
    yield _contributions(status) if status.race.mode == "together" else "\n".join(_rows(status))
    yield _totals(status) if status.race.rounds > 1 else None
    yield lines
    yield _best(status)
    yield None if status.round is None else locked_in(status.round.commitment)


def _looks(race: Race, current: RaceRound) -> list[Button]:
    """Return the buttons for looking at a round that is over."""
    buttons = [button("Review", RoundId("review", race.id, current.number))]
    if current.commitment is not None:
        buttons.append(button(LABEL, RoundId("proof", race.id, current.number)))
    return buttons


def present_own_result(status: RaceStatus, drawn: bytes | None = None) -> Page:
    """Return a round's result for one of its players, wherever the race is shown.

    `drawn`: a picture of `winning_words`.
    """
    race, puzzle, current = status.race, status.puzzle, status.round
    if puzzle is None or current is None:
        return _present_ended(status)
    looks = _looks(race, current)
    if status.cut_short:
        blocks = [_head(race), ENDS[race.end or "lost"], *_what_came(status)]
        return Page(card(Tone.HINT, blocks, looks))
    if current.number != race.round:  # the next one has begun
        status = replace(status, race=replace(race, state="between"))
    told, files = _told(status, drawn)
    return Page(card(Tone.ANSWER, told, looks), files)


def _present_ended(status: RaceStatus) -> Page:
    race = status.race
    assert race.end is not None
    buttons = []
    if race.next_id is None and race.end in {"too few", "expired"}:
        buttons.append(button("Try again", RaceId("rematch", race.id)))
    return Page(card(Tone.HINT, [_head(race), ENDS[race.end]], buttons))


def _head(race: Race) -> str:
    return f"## {heading(race)}\n-# {about(race)}"


def _rows(status: RaceStatus) -> Iterator[str]:
    """Yield a line for each player, sorted by place, then by how far they are."""
    race, standing = status.race, status.standing
    over = race.state in {"between", "over"}
    rows = [(player, status.play_of(player)) for player in status.players]
    rows = [(player, play) for player, play in rows if play is not None or player.left_at is None]
    last = len(rows) + 1
    rows.sort(key=lambda row: (standing.get(row[0].id, last), -_share(row[1])))
    for player, play in rows[:MOST_ROWS]:
        yield _row(race, player, play, standing.get(player.id), over=over)
    if more := and_more(len(rows) - MOST_ROWS):
        yield f"-# {more}"


def _share(play: RacePlay | None) -> int:
    return 0 if play is None else play.share


def _row(
    race: Race, player: RacePlayer, play: RacePlay | None, place: int | None, *, over: bool
) -> str:
    left = player.left_at is not None and (place is None or not over)
    said = "left" if left else outcome(race, play, over=over)
    there = over or (race.mode == "first" and place is not None)
    shown = "" if there else f"`{bar(_share(play))}` "
    done = race.mode == "best" and play is not None and play.done and bool(play.result) and not over
    ready = "\N{NO-BREAK SPACE}✅" if done else ""
    ahead = "" if place is None else f"{medal(place)} "
    return f"{ahead}{shown}{who(player.user_id)} · {said}{ready}"


def _winner(status: RaceStatus) -> RacePlay | None:
    return next((play for play in status.plays if play.place == 1 and play.best), None)


def _verdict(status: RaceStatus) -> str:
    """Say who won."""
    race = status.race
    if race.mode == "together":
        return "**You did it together!**" if status.solved_together else "**Time’s up.** So close!"
    points = [player.points for player in status.players]
    if race.rounds > 1 and race.state == "over":
        most = max(points)
        won = [player for player in status.players if most and player.points == most]
        what = "the duel" if race.duel else "the race"
    else:
        first = {play.player_id for play in status.plays if play.place == 1}
        won = [player for player in status.players if player.id in first]
        what = "" if race.rounds == 1 else "this round"
    if not won and race.mode == "first":
        return "**Nobody solved it this time.** Tough one!"
    if not won:
        return "**Nobody got anywhere this time.** Tough one!"
    if len(won) > 1:
        *others, last = [who(player.user_id) for player in won]
        return f"**A tie** between {', '.join(others)} and {last}!"
    if race.rounds > 1 and race.state == "over" and not _is_played(race, points):
        return f"**{who(won[0].user_id)} was ahead when it ended.**"
    return f"**{who(won[0].user_id)} wins{f' {what}' if what else ''}!** 🎉"


def _is_played(race: Race, points: Sequence[int]) -> bool:
    """Return whether the race was played to its end, and did not just stop between rounds."""
    return race.end is None and is_decided(race, points)


def _totals(status: RaceStatus) -> str:
    """Give the score after this round."""
    ranked = sorted(status.players, key=lambda player: -player.points)
    unit = "win" if status.race.duel else "point"
    stands = " · ".join(
        f"{who(one.user_id)} {many(one.points, unit)}" for one in ranked[:MOST_ROWS]
    )
    return f"**{'In all' if status.race.state == 'over' else 'So far'}:** {stands}"


def winning_words(status: RaceStatus) -> tuple[str, ...]:
    """Return the words of a round's winner, or of all who solved it together."""
    puzzle, current, first = status.puzzle, status.round, _winner(status)
    if status.race.mode != "together" or puzzle is None or current is None:
        return () if first is None else first.best
    return line_of(puzzle, Progress.of(current.progress)) if status.solved_together else ()


def winning_sketch(status: RaceStatus) -> AnySketch | None:
    """Return what to draw of `winning_words`; None if there are none, or too many."""
    puzzle, words = status.puzzle, winning_words(status)
    return None if puzzle is None or not words else face_of(puzzle).picture(puzzle, words)


def _lines(status: RaceStatus) -> str | None:
    """Show the winner's words, or as many as people who play together have found."""
    puzzle, current, words = status.puzzle, status.round, winning_words(status)
    assert puzzle is not None
    assert current is not None
    if words:
        return face_of(puzzle).lines(puzzle, words, done=True)
    if status.race.mode != "together":
        return None
    line = line_of(puzzle, Progress.of(current.progress))
    return face_of(puzzle).lines(puzzle, line, done=False)


def _turned_out(status: RaceStatus) -> str:
    """Say how hard people find the puzzle, if that is not the level asked for."""
    race, puzzle = status.race, status.puzzle
    if puzzle is None or race.words or puzzle.level == race.level:
        return ""
    return f"\n-# People find this one {DIFFICULTIES[puzzle.level].lower()}."


def _best(status: RaceStatus) -> str:
    """Return the best answer, how sure that is, and whether it was found."""
    puzzle, words = status.puzzle, winning_words(status)
    assert puzzle is not None
    face = face_of(puzzle)
    own = words[len(face.game.start(puzzle)) :]
    result = face.game.result(puzzle, own) if own else None
    claim, more = face.claim(puzzle), face.as_good(puzzle)
    if result is not None and reaches_par(puzzle, result):
        claim += " – found!" if result == puzzle.par else " – beaten!"
        more = more if result == puzzle.par else None
    answer = None if words == puzzle.solution else face.between.join(puzzle.solution)
    return "\n".join(filter(None, (claim, answer, more)))


# Together


def shared_words(status: RaceStatus) -> tuple[str, ...] | None:
    """Return the words of everybody together so far; None if each plays alone."""
    race, puzzle, current = status.race, status.puzzle, status.round
    if race.mode != "together" or puzzle is None or current is None:
        return None
    return line_of(puzzle, Progress.of(current.progress))


def _shared(
    status: RaceStatus, words: tuple[str, ...], far: Far, files: Sequence[Attachment]
) -> Iterator[Block]:
    """Yield the task, the words so far, and who was last."""
    puzzle = status.puzzle
    assert puzzle is not None
    face = face_of(puzzle)
    yield face.task(puzzle, points=False)
    spoken = face.board_spoken(puzzle, words, far)
    yield picture(files[0], spoken) if files else face.playing(puzzle, words, far)
    last = next((move for move in reversed(status.moves) if move.right), None)
    if last is not None:
        yield f"Last word: {_name(status, last)}. Who’s next?"


def _contributions(status: RaceStatus) -> str:
    """Say how many words each player found."""
    counts = {
        player.id: sum(move.right for move in status.moves if move.player_id == player.id)
        for player in status.players
    }
    ranked: Sequence[RacePlayer] = sorted(status.players, key=lambda one: -counts[one.id])
    rows = [
        f"{who(one.user_id)} {many(counts[one.id], 'word')}" for one in ranked if counts[one.id]
    ]
    return " · ".join(rows[:MOST_ROWS]) or "Nobody found a word."


def _name(status: RaceStatus, move: RaceMove | RacePlay) -> str:
    player = next((one for one in status.players if one.id == move.player_id), None)
    return who(None if player is None else player.user_id)
