"""The results post, with the best snake and its picture, and a player's own review."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from discord import ButtonStyle, ui

from bot.contests import Board, BoardRow, Review, par_snake
from bot.store.records import Contest
from bot.ui.contest.ids import AgainId, ContestId
from bot.ui.contest.text import (
    closeness,
    format_duration,
    named,
    par_claim,
    percent_of_best,
    show_snake,
    title,
    whole,
)
from bot.ui.games.snake_card import can_be_drawn, caption
from bot.ui.games.snake_text import spelled, wrapped
from bot.ui.layout import (
    TEXT_LIMIT,
    Attachment,
    Page,
    Tone,
    and_more,
    attached,
    button,
    card,
    medal,
    picture,
    shorten,
)
from bot.ui.picture import Sketch
from solvers.text import many, ordinal
from solvers.wordsnake import Scored, ScoreRequest, score

PICTURE = "par.png"
FILE = "par.txt"
PODIUM = 3
MOST_ON_PODIUM = 6
MOST_OTHERS = 12
RESULTS = MOST_ON_PODIUM + MOST_OTHERS + 1
"""Rows of the board that the results may show, and one more."""
"""Rows after the podium; a button shows the others."""
WINNER_LETTERS = 300
"""A longer snake of the winner's is left to *Everyone’s snakes*."""
SPOKEN = 500
"""Characters of the text for those who cannot see the picture."""
SPARE = 200
"""Characters of the message that its headings and last lines need."""
REVIEW_FILE = "my-snake.txt"
PROOF = "words.txt", "certificate.json"
SENTENCE = 500
JOINS = 5
"""Joins of the best snake that are named."""


def present_results(board: Board, snakes: Mapping[int, Scored], drawn: bytes | None = None) -> Page:
    """Return the results post of a revealed contest.

    `snakes` are those of the `winners` by user id (`ContestQueries.snakes`), `drawn` is the picture
    of `sketch_of_par`, if there is one.
    """
    contest = board.contest
    par = par_snake(contest)
    assert par is not None
    files: list[Attachment] = []
    media: list[ui.Item[ui.LayoutView]] = []
    spoken = _spoken(par) if drawn is not None else ""
    if drawn is not None:
        files.append(Attachment(PICTURE, drawn))
        media.append(picture(files[-1], spoken))
    proven = "the best possible" if contest.proven else "the best found"
    claim = f"{contest.title}: {contest.par} points, {proven}"
    best = show_snake(par, claim, FILE, brief=True)
    podium = _podium(board, snakes)
    end = f"### The best snake\n{par_claim(contest)}\n{best.text}"
    room = TEXT_LIMIT - SPARE - len(spoken) - len(podium) - len(end)
    blocks = [f"## {title(contest)}: the results", podium, _others(board, room), end]
    buttons = [
        button("My review", ContestId("review", contest.id), style=ButtonStyle.primary),
        button("Practice", ContestId("practice", contest.id)),
        button("Everyone’s snakes", ContestId("board", contest.id)),
        button("Proof", ContestId("proof", contest.id)),
        button("Hold it again", AgainId(contest.id)),
    ]
    return Page(card(Tone.ANSWER, blocks, buttons, [*media, *best.media]), (*files, *best.files))


def present_private_results(board: Board, link: str | None) -> Page:
    """Return the results for a player alone, who asked for them; the post is at `link`."""
    contest, own = board.contest, board.own
    if own is None:
        text = "You have no snake that counts on its board."
    else:
        sign = medal(own.place) if own.place <= PODIUM else "🏁"
        text = (
            f"{sign} You’re **{ordinal(own.place)}** of {board.ranked:,}: "
            f"**{many(own.score or 0, 'point')}**, {percent_of_best(own.percent or 0)}."
        )
    where = None if link is None else f"[See all the results]({link})"
    review = button("My review", ContestId("review", contest.id), disabled=own is None)
    return Page(card(Tone.ANSWER, [f"## {title(contest)} is over", text, where], [review]))


def present_reveal(board: Board) -> Page:
    """Return the results of a board that stood still, as far as its places are revealed."""
    contest, last = board.contest, len(board.rows)
    hidden = last - (contest.revealing or 0)
    lines = []
    for number, row in enumerate(board.rows):
        if number < hidden:
            lines.append(f"{medal(number + 1)} ❓")
            continue
        facts = f"**{many(row.score or 0, 'point')}** · {format_duration(row.reached_ms)}"
        lines.append(f"{medal(row.place)} {named(row)} {facts}")
    if board.ranked > last:
        lines.append(f"{and_more(board.ranked - last)} further down")
    blocks = [
        f"## {title(contest)}: the results",
        "Place by place, the first one last …",
        "\n".join(lines),
    ]
    # By this button the message is recognised.
    review = button("My review", ContestId("review", contest.id), disabled=True)
    return Page(card(Tone.HINT, blocks, [review]))


def present_leader(board: Board) -> Page:
    """Say who leads, in the contest's thread."""
    leader = next(iter(board.rows), None)
    if leader is None:  # they were disqualified meanwhile
        return Page(card(Tone.NOTE, ["Nobody leads at the moment."]))
    score = "" if leader.score is None else f" with **{many(leader.score, 'point')}**"
    share = "" if leader.percent is None else f", {percent_of_best(leader.percent)}"
    text = f"{medal(1)} {named(leader)} takes the lead{score}{share}!"
    return Page(card(Tone.ANSWER, [text]))


def winners(board: Board) -> list[int]:
    """Return whose snakes the results show: the first's, unless they were forgotten."""
    return [row.user_id for row in board.rows[:1] if row.user_id is not None]


def sketch_of_par(contest: Contest) -> Sketch | None:
    """Return what to draw of a contest's best snake; None where nobody could read it."""
    par = par_snake(contest)
    if par is None or not can_be_drawn(par):
        return None
    assert contest.bound is not None
    return Sketch(par, caption(len(contest.words), par.score, contest.bound))


def _podium(board: Board, snakes: Mapping[int, Scored]) -> str:
    rows = _first(board)
    if not rows:
        return "Nobody sent in a snake."
    podium = [
        f"{medal(row.place)} {named(row)} **{many(row.score or 0, 'point')}** · "
        f"{percent_of_best(row.percent or 0)} · {format_duration(row.reached_ms)}"
        for row in rows
    ]
    winner = rows[0]
    snake = snakes.get(winner.user_id or 0)
    if snake is not None and len(snake.snake) <= WINNER_LETTERS:
        podium.insert(1, f"```\n{wrapped(spelled(snake))}\n```")
    short = (board.contest.par or 0) - (winner.score or 0)
    several = sum(row.place == 1 for row in rows) > 1
    them, are = ("The winners", "are") if several else ("The winner", "is")
    podium.append(
        f"{them} {are} {many(short, 'point')} short of the best."
        if short > 0
        else f"🎉 {them} found {'the' if board.contest.proven else 'my'} best snake!"
    )
    return "\n".join(podium)


def _first(board: Board) -> Sequence[BoardRow]:
    return [row for row in board.rows if row.place <= PODIUM][:MOST_ON_PODIUM]


def _others(board: Board, room: int) -> str | None:
    """List everybody behind the podium, as far as there is room."""
    rows = board.rows[len(_first(board)) :]
    shown: list[str] = []
    for number, row in enumerate(rows):
        time = format_duration(row.reached_ms)
        facts = f"**{row.score or 0:,}** · {whole(row.percent or 0)} · {time}"
        text = f"{medal(row.place)} {named(row)} {facts}"
        room -= len(text) + 1
        if room < 0 or number == MOST_OTHERS:
            shown.append(
                f"{and_more(board.ranked - len(_first(board)) - number)} under *Everyone’s snakes*"
            )
            break
        shown.append(text)
    silent = board.entered - board.ranked
    if silent:
        shown.append(f"-# {many(silent, 'player')} without a snake that counts")
    return "\n".join(shown) or None


def _spoken(par: Scored) -> str:
    words = ", ".join(placed.word for placed in par.order)
    return shorten(f"A coiled snake that spells {par.snake}. Its words: {words}.", SPOKEN)


def present_proof(contest: Contest, proof: Mapping[str, Any]) -> Page:
    """Return a certificate with its words, and say how to check it."""
    words = "".join(f"{word}\n" for word in contest.words)
    texts = words, json.dumps(proof) + "\n"
    files = tuple(Attachment(n, t.encode()) for n, t in zip(PROOF, texts, strict=True))
    claim = (
        f"**{many(contest.par or 0, 'point')}** is the best there is, and these files prove it."
        if contest.proven
        else "These files prove that no snake scores more than "
        f"**{many(contest.bound or 0, 'point')}**."
    )
    check = (
        "You can check them yourself: open `docs/verify/index.html` from my source code in a "
        "browser and drop both files on the page. It works offline."
    )
    blocks = [f"## {title(contest)}: the proof", f"{claim} {check}"]
    return Page(card(Tone.ANSWER, blocks, media=map(attached, files)), files)


def present_review(review: Review) -> Page:
    """Return the review."""
    contest, scored = review.contest, review.scored
    points, close = many(scored.score, "point"), closeness(contest, scored.score)
    mine = show_snake(scored, f"{contest.title}: {points}", REVIEW_FILE)
    blocks = [
        f"## {title(contest)}: your review",
        f"**{points}** · {percent_of_best(review.percent)}. {close}",
        mine.text,
        _change(review),
        _missed(review),
    ]
    return Page(card(Tone.NOTE, blocks, media=mine.media), mine.files)


def _change(review: Review) -> str | None:
    change, contest = review.explanation, review.contest
    sentence = shorten(change.sentence, SENTENCE)
    if change.kind is None:
        best = review.scored.score >= (contest.par or 0)
        return None if best else f"**Could one change have helped?**\n{sentence}"
    after = score(ScoreRequest(change.order, None, contest.rule)).score
    return (
        f"**The one change that would have helped most**\n{sentence} That makes "
        f"**{many(after, 'point')}**."
    )


def _missed(review: Review) -> str | None:
    """Name the joins of the best snake that this one has not, the most valuable first."""
    par = par_snake(review.contest)
    if par is None or review.scored.score >= par.score:
        return None
    mine = _joins(review.scored)
    missed = sorted(
        (join for join in _joins(par).items() if mine.get(join[0], 0) < join[1]),
        key=lambda join: (-join[1], join[0]),
    )
    named = [f"{name} +{points:,}" for name, points in missed if points][:JOINS]
    return f"**The best snake has these, yours doesn’t**\n{' · '.join(named)}" if named else None


def _joins(scored: Scored) -> dict[str, int]:
    """Return what each join (a word with the one before it) or, under containment, word scored."""
    if scored.rule == "containment":
        return {placed.word: placed.score for placed in scored.order}
    return {f"{a.word} {b.word}": b.score for a, b in pairwise(scored.order)}
